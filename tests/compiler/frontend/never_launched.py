# RUN: %tessera run %s 2>&1 | FileCheck %s --implicit-check-not=helper
# RUN: %tessera show %s 2>&1 | FileCheck %s --implicit-check-not=helper
# RUN: %tessera compile --json %s | python3 %S/Inputs/write-fixes.py %s %t
# RUN: %tessera run %t-0.py | FileCheck %s --check-prefix=VECTOR
# RUN: %tessera run %t-1.py | FileCheck %s --check-prefix=ROWS
# RUN: %tessera run %t-2.py | FileCheck %s --check-prefix=REFS
# A kernel that nothing launches is told of, and what the fix writes runs. A function that only kernels call is none.
import jax.numpy as jnp
import triton
import triton.language as tl


@triton.jit
def helper(x):
    return x - x


@triton.jit
def clear(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(out_ptr + offsets, helper(x), mask=offsets < n)
# CHECK: never_launched.py:[[@LINE-4]]:5: warning: `clear` is never launched: there is nothing to compile or to run [grid-error]
# CHECK: note: a kernel is compiled for its arguments; `clear[grid](...)` launches it
# CHECK: fix: write arguments and a launch
# VECTOR: tensor([0., 0., 0.


@triton.jit
def clear_rows(out_ptr, in_ptr, stride_row, n_cols, BLOCK: tl.constexpr, STAGES: tl.constexpr = 2):
    begin = in_ptr + tl.program_id(0) * stride_row
    columns = tl.arange(0, BLOCK)
    row = tl.load(begin + columns, mask=columns < n_cols)
    begin_of_result = out_ptr + tl.program_id(0) * stride_row
    tl.store(begin_of_result + columns, helper(row), mask=columns < n_cols)
# CHECK: warning: `clear_rows` is never launched
# CHECK: fix: write arguments and a launch
# ROWS: {{\[\[}}0., 0., 0.


def subtract_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] - x_ref[...]
# CHECK: warning: `subtract_kernel` is never launched
# CHECK: note: a kernel is compiled for its arguments; `pl.pallas_call(subtract_kernel, out_shape=...)(...)` launches it
# REFS: {{\[\[}}0. 0. 0.


# Which of these are arrays, their text doesn't say: no launch is guessed.
@triton.jit
def silent(*pointers):
    pass
# CHECK: warning: `silent` is never launched
# CHECK-NOT: fix:


def plain(x_ref, factor):
    return factor
# CHECK-NOT: `plain`
