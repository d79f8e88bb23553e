# SPDX-License-Identifier: Apache-2.0
"""Registered under `libops::`."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, o_ptr, alpha, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(o_ptr + i, tl.load(x_ptr + i, mask=mask) + alpha * tl.load(y_ptr + i, mask=mask), mask=mask)


@torch.library.custom_op("libops::add_scaled", mutates_args=())
def add_scaled(x: torch.Tensor, y: torch.Tensor, alpha: float) -> torch.Tensor:
    out = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 64),)](x, y, out, alpha, x.numel(), BLOCK=64)
    return out


@add_scaled.register_fake
def _(x, y, alpha):
    return torch.empty_like(x)
