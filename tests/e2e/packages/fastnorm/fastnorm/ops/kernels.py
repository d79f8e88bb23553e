# SPDX-License-Identifier: Apache-2.0
"""Kernels of the normalization: a row a program."""
import triton
import triton.language as tl

from .math import inverse_rms


def configurations():
    return [triton.Config({"BLOCK": 1024}, num_warps=warps) for warps in (4, 8)]


@triton.jit
def forward_kernel(x_ptr, w_ptr, y_ptr, r_ptr, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    x = tl.load(x_ptr + row * stride + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    r = inverse_rms(x, n, eps)
    tl.store(r_ptr + row, r)
    tl.store(y_ptr + row * stride + cols, (x * r * w).to(y_ptr.dtype.element_ty), mask=mask)


@triton.jit
def backward_kernel(dy_ptr, x_ptr, w_ptr, r_ptr, dx_ptr, dw_ptr, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    x = tl.load(x_ptr + row * stride + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    dy = tl.load(dy_ptr + row * stride + cols, mask=mask, other=0.0).to(tl.float32)
    r = tl.load(r_ptr + row)
    wdy = w * dy
    c = tl.sum(wdy * x, axis=0) / n
    dx = r * (wdy - x * r * r * c)
    tl.store(dx_ptr + row * stride + cols, dx.to(dx_ptr.dtype.element_ty), mask=mask)
    tl.store(dw_ptr + row * stride + cols, dy * x * r, mask=mask)
