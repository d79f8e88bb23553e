### runtime_if_with_both_branches
# source: code_generator.py visit_If: scf.if
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    pid = tl.program_id(0)
    if pid % 2 == 0:
        value = pid * 10
    else:
        value = -pid
    tl.store(out + pid, value)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(4,)](out)
print(out.cpu())
#> tensor([ 0, -1, 20, -3], dtype=torch.int32)
### elif_at_run_time
# source: code_generator.py visit_If
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    pid = tl.program_id(0)
    value = 0
    if pid == 0:
        value = 5
    elif pid == 1:
        value = 6
    tl.store(out + pid, value)
out = torch.full((3,), -1, dtype=torch.int32, device='cuda')
kernel[(3,)](out)
print(out.cpu())
#> tensor([5, 6, 0], dtype=torch.int32)
### early_return
# source: triton.md 1.15: early return under a runtime if at the top level
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    tl.store(out + pid, pid + 1)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(4,)](out, 2)
print(out.cpu())
#> tensor([1, 2, 0, 0], dtype=torch.int32)
### conditional_expression_at_run_time
# source: code_generator.py visit_IfExp
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    pid = tl.program_id(0)
    tl.store(out + pid, pid * 100 if pid > 1 else -1)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(4,)](out)
print(out.cpu())
#> tensor([ -1,  -1, 200, 300], dtype=torch.int32)
### conditional_expression_chooses_a_dtype
# source: tutorial 06: IfExp on a constexpr
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, HALF: tl.constexpr):
    dtype = tl.float16 if HALF else tl.float32
    tl.static_print(tl.zeros([4], dtype).dtype)
out = torch.zeros(1, device='cuda')
kernel[(1,)](out, HALF=True)
kernel[(1,)](out, HALF=False)
#> fp16
#> fp32
### while_with_two_conditions
# source: tutorial 08: `and` of runtime scalars
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    i = 0
    total = 0
    while i < n and total < 20:
        total += i
        i += 1
    tl.store(out, i)
    tl.store(out + 1, total)
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 100)
print(out.cpu())
#> tensor([ 7, 21], dtype=torch.int32)
### while_loops_that_count
# source: Python's own `while` of the same statements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(o, n, zero, step: tl.constexpr):
    p = tl.program_id(0)
    o += p * 19
    total = 0
    i = 0
    while i < n:
        total += i
        i += step
    tl.store(o, total)
    tl.store(o + 1, i)
    i = n
    total = 0
    while i > 0:
        total += i
        i -= step
    tl.store(o + 2, total)
    tl.store(o + 3, i)
    i = 0
    total = 0
    while n >= i:
        total += i * 2
        i = step + i
    tl.store(o + 4, total)
    tl.store(o + 5, i)
    i = n
    total = 0
    while 1 <= i:
        total += i
        i = i - step
        total -= i
    tl.store(o + 6, total)
    tl.store(o + 7, i)
    i = 0
    total = 0
    while i != n:
        total += i
        i += 1
    tl.store(o + 8, total)
    i = zero
    total = 1
    while i > 0:
        total += i
        i -= step
    tl.store(o + 9, total)
    tl.store(o + 10, i)
    i = 0
    total = 0
    while i < n:
        j = i
        while j < n:
            total += j
            j += step
        i = j - n + i + 1
    tl.store(o + 11, total)
    tl.store(o + 12, i)
    i = 0
    end = n
    total = 0
    while i < end:
        total += i
        i += step
        end -= 1
    tl.store(o + 13, total)
    tl.store(o + 14, end)
    i = 1
    while i < n:
        i += i
    tl.store(o + 15, i)
    i = 0
    total = 0
    while i < n and total < 20:
        total += i
        i += 1
    tl.store(o + 16, total)
    i = p
    total = 0
    while i < n:
        total += i
        i += tl.num_programs(0)
    tl.store(o + 17, total)
    i = 0
    total = 0
    while i < p * 3:
        total += 1
        i += 2
    tl.store(o + 18, total * 100 + i)
for n, zero, step in ((100, 0, 7), (0, -5, 3), (1, 0, 1), (64, 0, 16)):
    o = torch.zeros((3, 19), dtype=torch.int32, device="cuda")
    kernel[(3,)](o, n, zero, step)
    print(o[0].tolist(), o[1:, 17:].tolist(), bool((o[0, :17] == o[1:, :17]).all()))
#> [735, 105, 765, -5, 1470, 105, 105, -5, 4950, 1, 0, 11018, 104, 546, 87, 128, 21, 1683, 0] [[1617, 204], [1650, 306]] True
#> [0, 0, 0, 0, 0, 3, 0, 0, 0, 1, -5, 0, 0, 0, 0, 1, 0, 0, 0] [[0, 204], [0, 306]] True
#> [0, 1, 1, 0, 2, 2, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0] [[0, 204], [0, 306]] True
#> [96, 64, 160, 0, 320, 80, 64, 0, 2016, 1, 0, 898, 79, 96, 60, 64, 21, 693, 0] [[651, 204], [672, 306]] True
### or_and_not_of_scalars
# source: code_generator.py visit_BoolOp, visit_UnaryOp
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    pid = tl.program_id(0)
    value = 0
    if pid == 0 or pid == 3:
        value = 1
    if not (pid < 2):
        value += 10
    tl.store(out + pid, value)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(4,)](out)
print(out.cpu())
#> tensor([ 1,  0, 10, 11], dtype=torch.int32)
### loop_with_a_runtime_step
# source: tutorial 02: range with a computed step
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    for i in tl.range(tl.program_id(0), n, tl.num_programs(0), num_stages=3):
        tl.store(out + i, tl.program_id(0))
out = torch.full((7,), -1, dtype=torch.int32, device='cuda')
kernel[(3,)](out, 7)
print(out.cpu())
#> tensor([0, 1, 2, 0, 1, 2, 0], dtype=torch.int32)
### static_range_is_unrolled
# source: tl.static_range: the index is known while compiling
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    for i in tl.static_range(1, 4):
        tl.static_print("step", i)
        tl.store(out + i, tl.sum(tl.full([2**i], 1, tl.int32), 0))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> step 1
#> step 2
#> step 3
#> tensor([0, 2, 4, 8], dtype=torch.int32)
### nested_loops_carry_values
# source: scf.for inside scf.for
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n, m):
    total = 0
    for i in range(n):
        row = 0
        for j in range(m):
            row += i * j
        total += row
    tl.store(out, total)
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 4, 3)
print(out.cpu())
#> tensor([18], dtype=torch.int32)
### carried_value_keeps_its_type
# source: code_generator.py: Loop-carried variable ... re-assigned
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    acc = tl.zeros([4], tl.float16)
    for i in range(n):
        acc = acc + tl.full([4], 1.0, tl.float32)
    tl.store(out + tl.arange(0, 4), acc)
kernel[(1,)](torch.zeros(4, device='cuda'), 3)
#! type-error: Loop-carried variable acc has initial type <['4'], fp16> but is re-assigned to <['4'], fp32>
### branches_must_agree
# source: code_generator.py: then and else blocks must have the same types
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    if n > 3:
        x = tl.zeros([4], tl.float32)
    else:
        x = tl.zeros([8], tl.float32)
    tl.store(out + tl.arange(0, 4), x)
kernel[(1,)](torch.zeros(4, device='cuda'), 5)
#! type-error: Mismatched type for x between then block (<['4'], fp32>) and else block (<['8'], fp32>)
### break_is_refused
# source: Triton issue 3157
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    for i in range(n):
        break
kernel[(1,)](torch.zeros(4, device='cuda'), 5)
#! type-error: `break` is not supported inside a loop
### constexpr_arithmetic_is_pythons
# source: numerics.md 5.1: constexpr follows Python
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(N: tl.constexpr):
    HALF: tl.constexpr = N // 2
    tl.static_print(HALF, -7 // 2, -7 % 3, N / 4, N ** 3, 1 << 40)
    tl.static_assert(HALF == 5, "half of ten")
kernel[(1,)](N=10)
#> 5 -4 2 2.5 1000 1099511627776
### value_of_a_constexpr
# source: constexpr.value
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(N: tl.constexpr, NAME: tl.constexpr):
    tl.static_print(N.value + 1, NAME.value)
kernel[(1,)](N=10, NAME="abc")
#> 11 abc
### constexpr_branch_is_chosen_while_compiling
# source: code_generator.py: only one branch is visited
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, MODE: tl.constexpr):
    if MODE == "double":
        tl.store(out, 2)
    elif MODE == "none":
        tl.store(out, undefined_name)
    else:
        tl.store(out, 3)
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, MODE="double")
print(out.cpu())
#> tensor([2], dtype=torch.int32)
### static_assert_fails
# source: tl.static_assert
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(N: tl.constexpr):
    tl.static_assert(N % 16 == 0, "N must be a multiple of 16")
kernel[(1,)](N=10)
#! assertion-failed: N must be a multiple of 16
### one_is_specialized
# source: numerics.md 5.1: the integer 1 becomes a constexpr
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a, b):
    tl.static_assert(a == 1)
    tl.static_print(b.dtype)
kernel[(1,)](1, 7)
#> int32
### do_not_specialize
# source: jit(do_not_specialize=...)
import torch
import triton
import triton.language as tl
@triton.jit(do_not_specialize=["a"])
def kernel(a):
    tl.static_print(a.dtype)
kernel[(1,)](1)
#> int32
### types_of_arguments
# source: numerics.md 5.1: int32 if it fits, else int64; float is fp32; bool is int1
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a, b, c, d, e):
    tl.static_print(a.dtype, b.dtype, c.dtype, d.dtype, e is None)
kernel[(1,)](2, 2**40, 0.5, True, None)
#> int32 int64 fp32 int1 True
### helper_with_several_results
# source: tutorial 06: tuple return and unpacking
import torch
import triton
import triton.language as tl
@triton.jit
def both(x, y):
    return x + y, x - y
@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    s, d = both(i * 10, i)
    tl.store(out + i, s)
    tl.store(out + 4 + i, d)
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0, 11, 22, 33,  0,  9, 18, 27], dtype=torch.int32)
### helper_with_two_returns_under_constexpr
# source: tutorial 06: multiple returns under a compile-time if
import torch
import triton
import triton.language as tl
@triton.jit
def choose(x, NEGATE: tl.constexpr = False):
    if NEGATE:
        return -x
    else:
        return x
@triton.jit
def kernel(out):
    i = tl.arange(0, 2)
    tl.store(out + i, choose(i + 1))
    tl.store(out + 2 + i, choose(i + 1, NEGATE=True))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 1,  2, -1, -2], dtype=torch.int32)
### noinline_helper
# source: jit(noinline=True)
import torch
import triton
import triton.language as tl
@triton.jit(noinline=True)
def square(x):
    return x * x
@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + i, square(i))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 1, 4, 9], dtype=torch.int32)
### constexpr_function
# source: triton.constexpr_function
import torch
import triton
import triton.language as tl
@triton.constexpr_function
def log2(n):
    return n.bit_length() - 1
@triton.jit
def kernel(N: tl.constexpr):
    tl.static_print(log2(N))
kernel[(1,)](N=256)
#> 8
### global_constexpr
# source: triton.md 1.15: globals that are tl.constexpr
import torch
import triton
import triton.language as tl
SIZE = tl.constexpr(4)
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, SIZE), SIZE * 2)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([8, 8, 8, 8], dtype=torch.int32)
### tuple_argument
# source: core.py tuple: arguments of kernels
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, pair):
    tl.store(out, pair[0] + pair[1])
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, (30, 12))
print(out.cpu())
#> tensor([42], dtype=torch.int32)
### default_of_a_kernels_parameter
# source: Python
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, scale=3, BLOCK: tl.constexpr = 4):
    tl.store(out + tl.arange(0, BLOCK), tl.arange(0, BLOCK) * scale)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 3, 6, 9], dtype=torch.int32)
### min_and_max_in_kernels
# source: triton.md 1.12: Python's min and max are tl's
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n):
    pid = tl.program_id(0)
    tl.store(out + pid, min(n - pid * 4, 4) + max(pid, 1) * 100)
out = torch.zeros(3, dtype=torch.int32, device='cuda')
kernel[(3,)](out, 10)
print(out.cpu())
#> tensor([104, 104, 202], dtype=torch.int32)
### kernel_returns_a_value
# source: jit.py: a kernel returns nothing
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    return tl.load(x)
kernel[(1,)](torch.zeros(1, device='cuda'))
#! kernel-signature: returns a value
### grid_of_a_function
# source: jit.py: grid(meta)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), tl.num_programs(0))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[lambda meta: (triton.cdiv(meta['n'], meta['BLOCK']),)](out, 10, BLOCK=4)
print(out.cpu())
#> tensor([3, 3, 3, 0], dtype=torch.int32)
### grid_of_three_axes
# source: tl.program_id: the first axis is the fastest
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(order, counter):
    i = tl.program_id(0) + 10 * tl.program_id(1) + 100 * tl.program_id(2)
    tl.store(order + tl.atomic_add(counter, 1), i)
order = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(2, 2, 2)](order, torch.zeros(1, dtype=torch.int32, device='cuda'))
print(order.cpu())
#> tensor([  0,   1,  10,  11, 100, 101, 110, 111], dtype=torch.int32)
