### constant_loop_that_counts_down
# source: Python's range, run by CPython
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, T: tl.constexpr):
    n = 0
    for i in range(T - 1, -1, -1):
        tl.store(out + n, i)
        n += 1


for T in (1, 4, 7):
    out = torch.full((8,), -99, dtype=torch.int32, device="cuda")
    kernel[(1,)](out, T)
    print(out.tolist())
#> [0, -99, -99, -99, -99, -99, -99, -99]
#> [3, 2, 1, 0, -99, -99, -99, -99]
#> [6, 5, 4, 3, 2, 1, 0, -99]
### ranges_of_either_sign
# source: Python's range: each kernel's list is compared with list(range(...))
import torch
import triton
import triton.language as tl


@triton.jit
def passed(out, start, stop, step):
    n = 0
    for i in range(start, stop, step):
        tl.store(out + n, i)
        n += 1


@triton.jit
def pipelined(out, start, stop, step):
    n = 0
    for i in tl.range(start, stop, step, num_stages=2):
        tl.store(out + n, i)
        n += 1


@triton.jit
def constant(out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    n = 0
    for i in range(A, B, C):
        tl.store(out + n, i)
        n += 1


@triton.jit
def unrolled(out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    n = 0
    for i in tl.static_range(A, B, C):
        tl.store(out + n, i)
        n += 1


@triton.jit
def loaded(out, bounds):
    n = 0
    for i in range(tl.load(bounds), tl.load(bounds + 1), tl.load(bounds + 2)):
        tl.store(out + n, i)
        n += 1


def check(name, launch, want):
    out = torch.full((16,), -99, dtype=torch.int32, device="cuda")
    launch(out)
    if out.tolist()[: len(want) + 1] != want + [-99]:
        print(name, want, out.tolist())


for case in [(0, 5, 1), (4, -1, -1), (7, -1, -2), (6, 0, -4), (5, 5, -1), (2, 9, -1), (9, 2, 1), (-3, 4, 3),
             (-3, -9, -2), (10, 3, -7), (10, 3, -8), (1, 0, -1), (0, 1, 16), (16, 0, -16)]:
    want = list(range(*case))
    check("passed", lambda out: passed[(1,)](out, *case), want)
    check("pipelined", lambda out: pipelined[(1,)](out, *case), want)
    check("constant", lambda out: constant[(1,)](out, *case), want)
    check("unrolled", lambda out: unrolled[(1,)](out, *case), want)
    for dtype in (torch.int8, torch.int32, torch.int64):
        bounds = torch.tensor(case, dtype=dtype, device="cuda")
        check("loaded", lambda out: loaded[(1,)](out, bounds), want)
print("done")
#> done
### loop_variable_has_the_type_of_its_bounds
# source: Triton: the bounds and the step are promoted as operands are
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(wide, unsigned, out):
    for i in range(0, 2):
        tl.static_print(i.dtype)
    for i in range(0, tl.load(wide)):
        tl.static_print(i.dtype)
    for i in range(0, tl.load(unsigned)):
        tl.static_print(i.dtype)


kernel[(1,)](torch.ones(1, dtype=torch.int64, device="cuda"), torch.ones(1, dtype=torch.uint32, device="cuda"),
             torch.zeros(1, device="cuda"))
#> int32
#> int64
#> uint32
### step_of_zero
# source: Python: range() arg 3 must not be zero
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, S: tl.constexpr):
    for i in tl.range(0, 4, S):
        tl.store(out, i)


kernel[(1,)](torch.zeros(1, device="cuda"), 0)
#! value-error: must not be zero
### bounds_are_integers
# source: Triton's own message
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, n):
    for i in range(0, n):
        tl.store(out, i)


kernel[(1,)](torch.zeros(1, device="cuda"), 1.5)
#! type-error: For loop bounds and step must all be ints, are (int32, fp32, int32)
### recurrence_backwards
# source: the same sums by NumPy
import torch
import triton
import triton.language as tl


@triton.jit
def suffix_sums(x, out, T, B: tl.constexpr):
    column = tl.arange(0, B)
    sums = tl.zeros([B], tl.float32)
    for t in range(T - 1, -1, -1):
        sums += tl.load(x + t * B + column)
        tl.store(out + t * B + column, sums)


x = torch.arange(12, device="cuda").float().reshape(3, 4)
out = torch.empty_like(x)
suffix_sums[(1,)](x, out, 3, 4)
print(out.tolist())
#> [[12.0, 15.0, 18.0, 21.0], [12.0, 14.0, 16.0, 18.0], [8.0, 9.0, 10.0, 11.0]]
