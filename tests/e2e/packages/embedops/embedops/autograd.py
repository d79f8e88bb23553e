# SPDX-License-Identifier: Apache-2.0
"""The operation with its derivative."""
import torch
import triton

from . import kernels


class _Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, table, ids):
        dim = table.shape[1]
        out = torch.empty((ids.numel(), dim), device=table.device, dtype=table.dtype)
        kernels.gather[(ids.numel(),)](table, ids, out, dim, BLOCK=triton.next_power_of_2(dim))
        ctx.save_for_backward(ids)
        ctx.table_shape = table.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        table = torch.zeros(ctx.table_shape, device=grad.device, dtype=grad.dtype)
        dim = ctx.table_shape[1]
        kernels.scatter[(ids.numel(),)](grad.contiguous(), ids, table, dim, BLOCK=triton.next_power_of_2(dim))
        return table, None


embedding = _Embedding.apply
