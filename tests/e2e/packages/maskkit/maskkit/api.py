# SPDX-License-Identifier: Apache-2.0
"""One kernel for all of them."""
import torch
import triton
import triton.language as tl

from .masks import MASKS


@triton.jit
def mask_kernel(s_ptr, o_ptr, n, extra, MASK: tl.constexpr, BLOCK: tl.constexpr):
    q = tl.arange(0, BLOCK)[:, None]
    k = tl.arange(0, BLOCK)[None, :]
    inside = (q < n) & (k < n)
    s = tl.load(s_ptr + q * n + k, mask=inside, other=0.0)
    tl.store(o_ptr + q * n + k, tl.where(MASK(q, k, extra), s, 0.0), mask=inside)


def apply_mask(s, name, extra=0):
    if name not in MASKS:
        raise LookupError(f"{name!r} is none of {', '.join(sorted(MASKS))}")
    out = torch.empty_like(s)
    mask_kernel[(1,)](s, out, s.shape[0], extra, MASK=MASKS[name], BLOCK=triton.next_power_of_2(s.shape[0]))
    return out
