# SPDX-License-Identifier: Apache-2.0
"""Gather and scatter."""
import triton
import triton.language as tl


@triton.jit
def gather(table_ptr, ids_ptr, out_ptr, dim, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    source = tl.load(ids_ptr + row)
    tl.store(out_ptr + row * dim + i, tl.load(table_ptr + source * dim + i, mask=i < dim), mask=i < dim)


@triton.jit
def scatter(grad_ptr, ids_ptr, table_ptr, dim, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    target = tl.load(ids_ptr + row)
    tl.atomic_add(table_ptr + target * dim + i, tl.load(grad_ptr + row * dim + i, mask=i < dim), mask=i < dim)
