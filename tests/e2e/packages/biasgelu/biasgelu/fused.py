# SPDX-License-Identifier: Apache-2.0
"""The tanh form, with its derivative."""
import torch
import triton
import triton.language as tl

from triton.language.extra import libdevice


@triton.jit
def forward_kernel(x_ptr, b_ptr, y_ptr, n, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    z = tl.load(x_ptr + i, mask=mask) + tl.load(b_ptr + i % cols, mask=mask)
    tl.store(y_ptr + i, 0.5 * z * (1 + libdevice.tanh(0.7978845608 * (z + 0.044715 * z * z * z))), mask=mask)


@triton.jit
def backward_kernel(x_ptr, b_ptr, g_ptr, d_ptr, n, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    z = tl.load(x_ptr + i, mask=mask) + tl.load(b_ptr + i % cols, mask=mask)
    t = libdevice.tanh(0.7978845608 * (z + 0.044715 * z * z * z))
    slope = 0.5 * (1 + t) + 0.5 * z * (1 - t * t) * 0.7978845608 * (1 + 3 * 0.044715 * z * z)
    tl.store(d_ptr + i, tl.load(g_ptr + i, mask=mask) * slope, mask=mask)


class BiasGelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        y = torch.empty_like(x)
        ctx.save_for_backward(x, b)
        forward_kernel[(triton.cdiv(x.numel(), 64),)](x, b, y, x.numel(), x.shape[1], BLOCK=64)
        return y

    @staticmethod
    def backward(ctx, g):
        x, b = ctx.saved_tensors
        d = torch.empty_like(x)
        backward_kernel[(triton.cdiv(x.numel(), 64),)](x, b, g.contiguous(), d, x.numel(), x.shape[1], BLOCK=64)
        return d, d.sum(dim=0)


def bias_gelu(x, b):
    return BiasGelu.apply(x, b)
