# SPDX-License-Identifier: Apache-2.0
"""y += a x."""
import torch
import triton
import triton.language as tl

from . import space


@triton.autotune(
    configs=space.configurations(),
    key=["n"],
    prune_configs_by={"early_config_prune": space.prune},
    restore_value=["y_ptr"],
)
@triton.jit
def axpy_kernel(x_ptr, y_ptr, a, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    y = tl.load(y_ptr + i, mask=mask) + a * tl.load(x_ptr + i, mask=mask)
    tl.store(y_ptr + i, y, mask=mask)


def axpy(a, x, y):
    n = x.numel()
    axpy_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, a, n)
    return y


def benchmark(n):
    x, y = torch.ones(n, device="cuda"), torch.ones(n, device="cuda")
    return triton.testing.do_bench(lambda: axpy(2.0, x, y), quantiles=[0.5, 0.2, 0.8])
