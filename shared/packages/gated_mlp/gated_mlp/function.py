# SPDX-License-Identifier: Apache-2.0
"""What callers see: launches, and where gradients go."""
import torch
import triton

from . import kernels

BLOCK = 1024


class Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx, gate, up):
        ctx.save_for_backward(gate, up)
        out = torch.empty_like(gate)
        n = gate.numel()
        kernels.forward[(triton.cdiv(n, BLOCK),)](gate, up, out, n, BLOCK=BLOCK)
        return out

    @staticmethod
    def backward(ctx, slope):
        gate, up = ctx.saved_tensors
        dgate, dup = torch.empty_like(gate), torch.empty_like(up)
        n = gate.numel()
        kernels.backward[(triton.cdiv(n, BLOCK),)](slope.contiguous(), gate, up, dgate, dup, n, BLOCK=BLOCK)
        return dgate, dup


def gated(gate: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    """silu(gate) * up for two arrays of one shape; differentiable in both."""
    if gate.shape != up.shape:
        raise ValueError(f"gate and up differ in shape: {tuple(gate.shape)} and {tuple(up.shape)}")
    return Gated.apply(gate.contiguous(), up.contiguous())
