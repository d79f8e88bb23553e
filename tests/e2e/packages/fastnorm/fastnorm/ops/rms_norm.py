# SPDX-License-Identifier: Apache-2.0
"""The operation for torch."""
import torch
import triton

from .kernels import backward_kernel, forward_kernel


class RMSNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, eps=1e-6):
        shape = x.shape
        rows = x.reshape(-1, shape[-1]).contiguous()
        y = torch.empty_like(rows)
        r = torch.empty(rows.shape[0], device=x.device, dtype=torch.float32)
        block = triton.next_power_of_2(rows.shape[1])
        forward_kernel[(rows.shape[0],)](rows, weight, y, r, rows.stride(0), rows.shape[1], eps, BLOCK=block, num_warps=4)
        ctx.save_for_backward(rows, weight, r)
        ctx.block, ctx.shape = block, shape
        return y.reshape(shape)

    @staticmethod
    def backward(ctx, dy):
        rows, weight, r = ctx.saved_tensors
        dy = dy.reshape(rows.shape).contiguous()
        dx = torch.empty_like(rows)
        dw = torch.empty(rows.shape, device=rows.device, dtype=torch.float32)
        backward_kernel[(rows.shape[0],)](dy, rows, weight, r, dx, dw, rows.stride(0), rows.shape[1], BLOCK=ctx.block)
        return dx.reshape(ctx.shape), dw.sum(dim=0).to(weight.dtype), None


def rms_norm(x, weight, eps=1e-6):
    """Each row over its root mean square, times `weight`."""
    return RMSNorm.apply(x, weight, eps)
