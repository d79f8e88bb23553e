# SPDX-License-Identifier: Apache-2.0
"""Rotates halves of the last axis."""
from functools import lru_cache

import torch
import triton
import triton.language as tl

from . import flags


@triton.jit
def rotary_kernel(x_ptr, cos_ptr, sin_ptr, o_ptr, seq, heads, half, INVERSE: tl.constexpr, BLOCK: tl.constexpr):
    position = tl.program_id(0) // heads
    base = tl.program_id(0) * half * 2
    i = tl.arange(0, BLOCK)
    mask = i < half
    c = tl.load(cos_ptr + position % seq * half + i, mask=mask, other=1.0)
    s = tl.load(sin_ptr + position % seq * half + i, mask=mask, other=0.0)
    if INVERSE:
        s = -s
    a = tl.load(x_ptr + base + i, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x_ptr + base + half + i, mask=mask, other=0.0).to(tl.float32)
    tl.store(o_ptr + base + i, a * c - b * s, mask=mask)
    tl.store(o_ptr + base + half + i, a * s + b * c, mask=mask)


@lru_cache(maxsize=8)
def tables(seq, half, base=10000.0):
    frequency = base ** (-torch.arange(half, device="cuda", dtype=torch.float32) / half)
    angle = torch.arange(seq, device="cuda", dtype=torch.float32)[:, None] * frequency[None, :]
    return angle.cos(), angle.sin()


class Rotary(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, inverse=False):
        ctx.inverse = inverse
        return _launch(x, inverse)

    @staticmethod
    def backward(ctx, dy):
        return _launch(dy.contiguous(), not ctx.inverse), None


def _launch(x, inverse):
    batch, seq, heads, dim = x.shape
    cos, sin = tables(seq, dim // 2)
    o = torch.empty_like(x)
    rotary_kernel[(batch * seq * heads,)](x, cos, sin, o, seq, heads, dim // 2, INVERSE=inverse, BLOCK=triton.next_power_of_2(dim // 2))
    return o


def _plain(x):
    cos, sin = (t[None, :, None, :] for t in tables(x.shape[1], x.shape[3] // 2))
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def apply_rotary(x):
    return Rotary.apply(x) if flags.get("backend") == "triton" else _plain(x)
