### branch_chooses_between_two_pointers
# source: Triton: a pointer is a value like any other; `if` gives the one that was assigned
import torch
import triton
import triton.language as tl


@triton.jit
def pick(x_ptr, y_ptr, out_ptr, flag):
    p = x_ptr
    if flag > 0:
        p = y_ptr
    tl.store(out_ptr, tl.load(p + 1))


x = torch.tensor([1.0, 2.0], device="cuda")
y = torch.tensor([10.0, 20.0], device="cuda")
out = torch.zeros(1, device="cuda")
for flag in (0, 5):
    pick[(1,)](x, y, out, flag)
    print(out.item())
#> 2.0
#> 20.0
### conditional_expression_of_pointers
# source: Triton: `a if c else b` on a value of the run chooses
import torch
import triton
import triton.language as tl


@triton.jit
def pick(x_ptr, y_ptr, out_ptr, flag):
    p = x_ptr + 1 if flag > 0 else y_ptr
    tl.store(out_ptr, tl.load(p))


x = torch.tensor([1.0, 2.0], device="cuda")
y = torch.tensor([10.0, 20.0], device="cuda")
out = torch.zeros(1, device="cuda")
for flag in (0, 5):
    pick[(1,)](x, y, out, flag)
    print(out.item())
#> 10.0
#> 2.0
### loop_exchanges_two_pointers
# source: Triton: loops carry pointers
import torch
import triton
import triton.language as tl


@triton.jit
def ping_pong(a_ptr, b_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    src = a_ptr
    dst = b_ptr
    for k in range(n):
        tl.store(dst + i, tl.load(src + i) + 1)
        t = src
        src = dst
        dst = t


a = torch.zeros(4, device="cuda")
b = torch.zeros(4, device="cuda")
ping_pong[(1,)](a, b, 5, 4)
print(a.tolist(), b.tolist())
#> [4.0, 4.0, 4.0, 4.0] [5.0, 5.0, 5.0, 5.0]
### offset_of_a_carried_pointer_widens
# source: Triton: pointers are 64 bits wide, so an int64 offset in a loop changes no type
import torch
import triton
import triton.language as tl


@triton.jit
def walk(x_ptr, stride, n):
    p = x_ptr
    for i in range(n):
        tl.store(p, i + 1)
        p += stride.to(tl.int64)


x = torch.zeros(8, device="cuda", dtype=torch.int32)
walk[(1,)](x, 2, 3)
print(x.tolist())
#> [1, 0, 2, 0, 3, 0, 0, 0]
### offset_widens_in_one_branch
# source: Triton: pointers are 64 bits wide
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, flag):
    p = x_ptr
    if flag > 0:
        p = x_ptr + tl.full((), 3, tl.int64)
    tl.store(out_ptr, tl.load(p))


x = torch.arange(5, device="cuda", dtype=torch.int32)
out = torch.zeros(1, device="cuda", dtype=torch.int32)
for flag in (0, 2):
    kernel[(1,)](x, out, flag)
    print(out.item())
#> 0
#> 3
### where_of_pointers
# source: Triton: `tl.where` takes pointers
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    p = tl.where(i % 2 == 0, x_ptr + i, y_ptr + i)
    tl.store(out_ptr + i, tl.load(p, mask=i < 6, other=-1.0))
    tl.store(p, 7.0, mask=i < 2)


x = torch.arange(8, device="cuda", dtype=torch.float32)
y = 10 + torch.arange(8, device="cuda", dtype=torch.float32)
out = torch.zeros(8, device="cuda")
kernel[(1,)](x, y, out, 8)
print(out.tolist())
print(x.tolist())
print(y.tolist())
#> [0.0, 11.0, 2.0, 13.0, 4.0, 15.0, -1.0, -1.0]
#> [7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
#> [10.0, 7.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0]
### block_of_loaded_pointers
# source: Triton: a block of int64 addresses becomes a block of pointers
import torch
import triton
import triton.language as tl


@triton.jit
def rows(ptrs, out_ptr, N: tl.constexpr, M: tl.constexpr):
    starts = tl.load(ptrs + tl.arange(0, N)).to(tl.pointer_type(tl.float32))
    block = tl.load(starts[:, None] + tl.arange(0, M)[None, :])
    tl.store(out_ptr + tl.arange(0, N)[:, None] * M + tl.arange(0, M)[None, :], block)


a = torch.tensor([1.0, 2.0], device="cuda")
b = torch.tensor([3.0, 4.0], device="cuda")
ptrs = torch.tensor([b.data_ptr(), a.data_ptr()], dtype=torch.int64, device="cuda")
out = torch.zeros(2, 2, device="cuda")
rows[(1,)](ptrs, out, 2, 2)
print(out.tolist())
#> [[3.0, 4.0], [1.0, 2.0]]
### arithmetic_on_a_loaded_address
# source: Triton: addresses are in bytes
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(ptrs, out_ptr):
    p = (tl.load(ptrs) + 8).to(tl.pointer_type(tl.float32))
    tl.store(out_ptr, tl.load(p))


x = torch.tensor([1.0, 2.0, 3.0], device="cuda")
ptrs = torch.tensor([x.data_ptr()], dtype=torch.int64, device="cuda")
out = torch.zeros(1, device="cuda")
kernel[(1,)](ptrs, out)
print(out.item())
#> 3.0
### pointer_as_a_number
# source: Triton: a pointer converts to int64, in bytes; tensors begin at multiples of 16
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr):
    a = x_ptr.to(tl.int64)
    b = (x_ptr + 3).to(tl.uint64, bitcast=True)
    tl.store(out_ptr, a % 16)
    tl.store(out_ptr + 1, b.to(tl.int64) - a)
    back = a.to(tl.pointer_type(tl.float32))
    tl.store(back + 1, 5.0)


x = torch.zeros(4, device="cuda")
out = torch.zeros(2, device="cuda", dtype=torch.int64)
kernel[(1,)](x, out)
print(out.tolist(), x.tolist())
#> [0, 12] [0.0, 5.0, 0.0, 0.0]
### pointers_compare_by_address
# source: Triton: comparisons of pointers compare addresses
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, out_ptr):
    tl.store(out_ptr, (x_ptr + 2 == x_ptr + 2).to(tl.int32))
    tl.store(out_ptr + 1, (x_ptr < x_ptr + 1).to(tl.int32))
    tl.store(out_ptr + 2, (x_ptr == y_ptr).to(tl.int32))


x = torch.zeros(4, device="cuda")
y = torch.zeros(4, device="cuda")
out = torch.zeros(3, device="cuda", dtype=torch.int32)
kernel[(1,)](x, y, out)
print(out.tolist())
#> [1, 1, 0]
### pointers_do_not_add
# source: Triton's own message
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr + x_ptr, 1.0)


kernel[(1,)](torch.zeros(4, device="cuda"))
#! type-error: cannot add pointers together
### atomics_through_chosen_pointers
# source: Triton: atomics take any pointers
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, old_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    old = tl.atomic_add(tl.where(i < 2, x_ptr + i, y_ptr + i), i + 1)
    tl.store(old_ptr + i, old)


x = torch.full((4,), 10, dtype=torch.int32, device="cuda")
y = torch.full((4,), 20, dtype=torch.int32, device="cuda")
old = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](x, y, old, 4)
print(x.tolist(), y.tolist(), old.tolist())
#> [11, 12, 10, 10] [20, 20, 23, 24] [10, 10, 20, 20]
### branches_keep_the_signedness
# source: ours: Triton refuses it too, as mismatched types of the branches
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, flag):
    v = tl.full((), 1, tl.int32)
    if flag > 0:
        v = tl.full((), 1, tl.uint32)
    tl.store(x_ptr, v)


kernel[(1,)](torch.zeros(4, device="cuda"), 2)
#! type-error
