### named_tuples_of_tensors
# source: Triton: a NamedTuple of arguments keeps its fields' names in the kernel
from typing import NamedTuple

import torch
import triton
import triton.language as tl


class View(NamedTuple):
    ptr: object
    shape: tuple
    stride: tuple


class Function(NamedTuple):
    fn: tl.constexpr
    captured: tuple


@triton.jit
def scale(x, factor):
    return x * tl.load(factor)


@triton.jit
def kernel(function, x, y, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    inside = (m < x.shape[0]) & (n < x.shape[1])
    value = tl.load(x.ptr + m * x.stride[0] + n * x.stride[1], mask=inside, other=0)
    tl.store(y.ptr + m * y.stride[0] + n * y.stride[1], function.fn(value, *function.captured), mask=inside)


x = torch.arange(6, dtype=torch.float32, device="cuda").reshape(2, 3)
y = torch.zeros(3, 2, device="cuda").T
factor = torch.tensor([10.0], device="cuda")
kernel[(1,)](Function(scale, (factor,)), View(x, x.shape, x.stride()), View(y, y.shape, y.stride()), 4, 4)
print(y.tolist())
#> [[0.0, 10.0, 20.0], [30.0, 40.0, 50.0]]
### constexpr_inside_a_tuple
# source: Triton: `tl.constexpr` in a tuple of arguments is known while compiling
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, values):
    tl.static_assert(values[1][0] == 4)
    tl.store(out_ptr, values[0] + values[1][0])


out = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(1,)](out, (3, (tl.constexpr(4), None)))
print(out.item())
#> 7
### descriptor_of_either_branch
# source: Triton: a descriptor is a value like any other
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, a_ptr, b_ptr, flag, M: tl.constexpr, N: tl.constexpr):
    if flag > 3:
        d = tl.make_tensor_descriptor(a_ptr, shape=[M, N], strides=[N, 1], block_shape=[M, N])
    else:
        d = tl.make_tensor_descriptor(b_ptr, shape=[M, 2], strides=[N, 1], block_shape=[M, N])
    tl.store(out_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], d.load([0, 0]))


a = torch.full((2, 4), 1.0, device="cuda")
b = torch.full((2, 4), 2.0, device="cuda")
out = torch.empty(2, 4, device="cuda")
for flag in (2, 4):
    kernel[(1,)](out, a, b, flag, 2, 4)
    print(out.tolist())
#> [[2.0, 2.0, 0.0, 0.0], [2.0, 2.0, 0.0, 0.0]]
#> [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
### block_pointers_do_not_change_their_array
# source: ours
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, n):
    p = tl.make_block_ptr(a_ptr, (8,), (1,), (0,), (4,), (0,))
    q = tl.make_block_ptr(b_ptr, (8,), (1,), (0,), (4,), (0,))
    for i in range(n):
        t = p
        p = q
        q = t
    tl.store(p, tl.load(q))


kernel[(1,)](torch.zeros(8, device="cuda"), torch.zeros(8, device="cuda"), 3)
#! not-supported: a block pointer that a loop or a branch moves to another array
### starred_arguments
# source: Triton: `*args` of a kernel is a tuple
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out_ptr, *values, SCALE: tl.constexpr = 2):
    total = 0
    for k in tl.static_range(len(values)):
        total += values[k]
    tl.store(out_ptr, total * SCALE)


out = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(1,)](out, 3, 4, 5)
print(out.item())
kernel[(1,)](out, 7, SCALE=3)
print(out.item())
#> 24
#> 21
### annotated_numbers
# source: triton/runtime/jit.py: an annotation that is a dtype says the parameter's type, and 1 stays an argument
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, n: tl.int64, u: "u32", f: tl.float64, h: tl.float16, i: "tl.int8", b: tl.int1, m):
    tl.static_print(n.dtype, u.dtype, f.dtype, h.dtype, i.dtype, b.dtype, m)
    tl.store(x, n.to(tl.float32) + u + f + h)


x = torch.zeros(1, device="cuda")
kernel[(1,)](x, 1, 7, 1.5, 0.25, 1, True, 1)
print(x.tolist())
for wrong in (300, 1.5):
    try:
        kernel[(1,)](x, 1, 7, 1.5, 0.25, wrong, True, 1)
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
#> int64 uint32 fp64 fp16 int8 int1 1
#> [9.75]
#> ValueError
#> TypeError
