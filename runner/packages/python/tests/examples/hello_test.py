# SPDX-License-Identifier: Apache-2.0
"""Two tests of a Triton kernel; the second is wrong on purpose."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) + tl.load(y_ptr + offsets))


def add(x, y):
    out = torch.empty_like(x)
    add_kernel[(1,)](x, y, out, BLOCK=x.numel())
    return out


def test_add():
    x = torch.ones(8, device="cuda")
    assert torch.equal(add(x, x), 2 * x)


def test_wrong():
    x = torch.ones(8, device="cuda")
    assert torch.equal(add(x, x), x)
