# SPDX-License-Identifier: Apache-2.0
"""A single file, as people paste them: a kernel, an operation, a test and a benchmark under `__main__`."""
import argparse
import sys

import torch
import triton
import triton.language as tl

try:
    from tqdm import tqdm
except ImportError:

    def tqdm(iterable, **_):
        return iterable


try:
    import pytest

    parametrize = pytest.mark.parametrize
except ImportError:
    pytest = None


@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(y_ptr + i, tl.maximum(x, 0.0), mask=i < n)


def relu(x):
    y = torch.empty_like(x)
    grid = lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)
    relu_kernel[grid](x, y, x.numel(), BLOCK=128)
    return y


@pytest.mark.parametrize("n", [1, 127, 300])
def test_relu(n):
    x = torch.randn(n, device="cuda")
    torch.testing.assert_close(relu(x), torch.relu(x))


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 200])
    args = parser.parse_args(argv)
    for n in tqdm(args.sizes, desc="sizes"):
        test_relu(n)
    print("ok")


if __name__ == "__main__":
    main(sys.argv[1:])
