# SPDX-License-Identifier: Apache-2.0
"""silu(a) * b."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu(x):
    return x * tl.sigmoid(x)


@triton.autotune(
    configs=[triton.Config({"BLOCK": size}, num_warps=warps) for size in (256, 512) for warps in (4,)],
    key=["n"],
)
@triton.jit
def swiglu_kernel(a_ptr, b_ptr, c_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(a_ptr + offsets, mask=mask, other=0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask, other=0).to(tl.float32)
    tl.store(c_ptr + offsets, silu(a) * b, mask=mask)


def swiglu(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = torch.empty_like(a)
    n = a.numel()
    swiglu_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](a, b, c, n)
    return c
