# SPDX-License-Identifier: Apache-2.0
"""What users call."""
import math

import torch
import triton

from . import config as configs
from .kernel import forward


def _reference(q, k, v, causal, scale):
    s = (q.float() @ k.float().transpose(-1, -2)) * scale
    if causal:
        n = s.shape[-1]
        s = s.masked_fill(~torch.tril(torch.ones(n, n, dtype=torch.bool, device=s.device)), float("-inf"))
    return (torch.softmax(s, dim=-1) @ v.float()).to(q.dtype)


def attention(q, k, v, causal=False, scale=None, config=None):
    config = config or configs.pick()
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    if q.dtype not in configs.ACCUMULATORS:
        raise TypeError(f"{q.dtype} is not one of {[str(t) for t in config.dtypes]}")
    if config.backend is configs.Backend.TORCH:
        return _reference(q, k, v, causal, scale)
    batch, heads, length, dim = q.shape
    o = torch.empty_like(q)
    grid = lambda meta: (triton.cdiv(length, meta["BLOCK_M"]), batch * heads)
    forward[grid](q, k, v, o, length, scale, CAUSAL=causal, DIM=dim, BLOCK_M=config.block_m, BLOCK_N=config.block_n)
    return o
