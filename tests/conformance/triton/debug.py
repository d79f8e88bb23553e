### device_print_of_a_block
# source: Triton's device_print: pid, padded index, six digits
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    v = tl.load(x + tl.arange(0, 2))
    tl.device_print("x", v)
kernel[(2,)](torch.tensor([1.0, 2.5], device='cuda'))
#> pid (0, 0, 0) idx (0) x: 1.000000
#> pid (0, 0, 0) idx (1) x: 2.500000
#> pid (1, 0, 0) idx (0) x: 1.000000
#> pid (1, 0, 0) idx (1) x: 2.500000
### print_in_a_kernel
# source: triton.md 1.12: print is device_print
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(n):
    print("n = ", n)
kernel[(1,)](7)
#> pid (0, 0, 0) idx () n =: 7
### device_print_of_a_matrix_in_hex
# source: tl.device_print hex
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    tl.device_print("bits", tl.arange(0, 2)[:, None] * 16 + tl.arange(10, 12)[None, :], hex=True)
kernel[(1,)]()
#> pid (0, 0, 0) idx (0, 0) bits: 0x0000000a
#> pid (0, 0, 0) idx (0, 1) bits: 0x0000000b
#> pid (0, 0, 0) idx (1, 0) bits: 0x0000001a
#> pid (0, 0, 0) idx (1, 1) bits: 0x0000001b
### device_print_of_two_operands
# source: PrintOpToLLVM: (operand n)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a, b):
    tl.device_print("v", a, b)
kernel[(1,)](3, 0.5)
#> pid (0, 0, 0) idx () v: (operand 0) 3
#> pid (0, 0, 0) idx () v: (operand 1) 0.500000
### device_assert_holds
# source: tl.device_assert
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    v = tl.load(x + tl.arange(0, 4))
    tl.device_assert(v > 0, "positive")
    assert tl.program_id(0) == 0
kernel[(1,)](torch.ones(4, device='cuda'))
print("ran")
#> ran
### device_assert_fails
# source: tl.device_assert
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    v = tl.load(x + tl.arange(0, 4))
    tl.device_assert(v > 0, "positive")
kernel[(1,)](torch.tensor([1.0, 2.0, 0.0, 3.0], device='cuda'))
#! assertion-failed: positive
### assert_of_a_constexpr_in_a_kernel
# source: Python
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(N: tl.constexpr):
    assert N > 5, "too small"
kernel[(1,)](N=3)
#! assertion-failed: too small
### hints_change_nothing
# source: tl.multiple_of, max_contiguous, max_constancy, assume
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, n):
    tl.assume(n > 0)
    i = tl.max_contiguous(tl.multiple_of(tl.arange(0, 4), 4), 4)
    tl.store(x + i, tl.max_constancy(i, 1))
    tl.debug_barrier()
x = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](x, 4)
print(x.cpu())
#> tensor([0, 1, 2, 3], dtype=torch.int32)
### programmatic_dependent_launch
# source: tutorial 11
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_wait, gdc_launch_dependents
@triton.jit
def kernel(x):
    gdc_wait()
    tl.store(x, tl.load(x) + 1)
    gdc_launch_dependents()
x = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](x, launch_pdl=True)
kernel[(1,)](x, launch_pdl=True)
print(x.cpu())
#> tensor([2], dtype=torch.int32)
