# SPDX-License-Identifier: Apache-2.0
"""Tiles by block pointers."""
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i, j = tl.program_id(0), tl.program_id(1)
    source = tl.make_block_ptr(x_ptr, shape=(rows, cols), strides=(cols, 1), offsets=(i * BLOCK, j * BLOCK),
                               block_shape=(BLOCK, BLOCK), order=(1, 0))
    target = tl.make_block_ptr(y_ptr, shape=(cols, rows), strides=(rows, 1), offsets=(j * BLOCK, i * BLOCK),
                               block_shape=(BLOCK, BLOCK), order=(1, 0))
    tl.store(target, tl.trans(tl.load(source, boundary_check=(0, 1))), boundary_check=(0, 1))


def transpose(x: torch.Tensor, block: int = 16) -> torch.Tensor:
    rows, cols = x.shape
    y = torch.empty((cols, rows), device=x.device, dtype=x.dtype)
    transpose_kernel[(triton.cdiv(rows, block), triton.cdiv(cols, block))](x, y, rows, cols, BLOCK=block)
    return y
