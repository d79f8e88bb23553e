# SPDX-License-Identifier: Apache-2.0
"""Functions of kernels."""
import triton
import triton.language as tl

from .constants import GROUP


@triton.jit
def swizzle(tile, tiles_m, tiles_n):
    width = GROUP * tiles_n
    group = tile // width
    first = group * GROUP
    height = tl.minimum(tiles_m - first, GROUP)
    inside = tile % width
    return first + inside % height, inside // height


@triton.jit
def load_tile(ptr, row, col, rows, cols, BM: tl.constexpr, BN: tl.constexpr):
    r = row * BM + tl.arange(0, BM)[:, None]
    c = col * BN + tl.arange(0, BN)[None, :]
    return tl.load(ptr + r * cols + c, mask=(r < rows) & (c < cols), other=0.0)
