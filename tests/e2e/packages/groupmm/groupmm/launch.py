# SPDX-License-Identifier: Apache-2.0
"""The kernel, and its launch over a list of products."""
from typing import List, Sequence

import torch
import triton
import triton.language as tl

from . import device
from .constants import BLOCK
from .device import load_tile


@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, m, n, k, programs):
    tiles_m = tl.cdiv(m, BLOCK)
    tiles_n = tl.cdiv(n, BLOCK)
    for tile in range(tl.program_id(0), tiles_m * tiles_n, programs):
        i, j = device.swizzle(tile, tiles_m, tiles_n)
        acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
        for step in range(0, tl.cdiv(k, BLOCK)):
            a = load_tile(a_ptr, i, step, m, k, BLOCK, BLOCK)
            b = load_tile(b_ptr, step, j, k, n, BLOCK, BLOCK)
            acc = tl.dot(a, b, acc, input_precision="ieee")
        rows = i * BLOCK + tl.arange(0, BLOCK)[:, None]
        cols = j * BLOCK + tl.arange(0, BLOCK)[None, :]
        tl.store(c_ptr + rows * n + cols, acc, mask=(rows < m) & (cols < n))


def grouped_matmul(pairs: Sequence) -> List[torch.Tensor]:
    results = []
    for a, b in pairs:
        (m, k), n = a.shape, b.shape[1]
        c = torch.empty((m, n), device=a.device, dtype=torch.float32)
        kernel[(2,)](a, b, c, m, n, k, 2)
        results.append(c)
    return results
