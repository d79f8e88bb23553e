# SPDX-License-Identifier: Apache-2.0
"""A scale a row, bytes for numbers."""
import torch
import triton
import triton.language as tl

from ..registry import register
from .base import Scheme


@triton.jit
def quantize_rows(x_ptr, q_ptr, s_ptr, n, BLOCK: tl.constexpr, LIMIT: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + cols, mask=cols < n, other=0.0)
    scale = tl.max(tl.abs(x), axis=0) / LIMIT
    y = x / tl.where(scale == 0.0, 1.0, scale)
    q = tl.where(y >= 0, y + 0.5, y - 0.5).to(tl.int32)
    tl.store(q_ptr + row * n + cols, q.to(tl.int8), mask=cols < n)
    tl.store(s_ptr + row, scale)


@triton.jit
def dequantize_rows(q_ptr, s_ptr, x_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    q = tl.load(q_ptr + row * n + cols, mask=cols < n, other=0)
    tl.store(x_ptr + row * n + cols, q.to(tl.float32) * tl.load(s_ptr + row), mask=cols < n)


@register("int8", bits=8)
class Int8(Scheme):
    limit = 127

    def quantize(self, x):
        rows, n = x.shape
        q = torch.empty((rows, n), dtype=torch.int8, device=x.device)
        scale = torch.empty(rows, dtype=torch.float32, device=x.device)
        quantize_rows[(rows,)](x, q, scale, n, BLOCK=triton.next_power_of_2(n), LIMIT=self.limit)
        return q, scale

    def dequantize(self, q, scale):
        x = torch.empty(q.shape, dtype=torch.float32, device=q.device)
        dequantize_rows[(q.shape[0],)](q, scale, x, q.shape[1], BLOCK=triton.next_power_of_2(q.shape[1]))
        return x
