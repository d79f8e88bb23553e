# SPDX-License-Identifier: Apache-2.0
"""The kernel and its launch."""
import torch
import triton
import triton.language as tl


@triton.jit
def dropout_kernel(x_ptr, y_ptr, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(y_ptr + i, tl.where(keep, x / (1 - p), 0.0), mask=i < n)


def dropout(x, p=0.5, seed=0):
    if not 0 <= p < 1:
        raise ValueError(f"p is {p}, not in [0, 1)")
    y = torch.empty_like(x)
    n = x.numel()
    dropout_kernel[(triton.cdiv(n, 128),)](x, y, n, p, seed, BLOCK=128)
    return y
