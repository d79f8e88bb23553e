# SPDX-License-Identifier: Apache-2.0
# What Triton kernels are written in: functions of blocks, methods of tensors, dtypes, descriptors.
### functions_of_blocks
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    x = (i + 1).to(tl.float32)
    tl.store(out + 0 + tl.arange(0, 4), tl.log(x))
    tl.store(out + 4 + tl.arange(0, 4), tl.sin(x))
    tl.store(out + 8 + tl.arange(0, 4), tl.cos(x))
    tl.store(out + 12 + tl.arange(0, 4), tl.sqrt_rn(x))
    tl.store(out + 16 + tl.arange(0, 4), tl.erf(x))
    tl.store(out + 20 + tl.arange(0, 4), tl.fdiv(x, x))
    tl.store(out + 24 + tl.arange(0, 4), tl.div_rn(x, x))
    tl.store(out + 28 + tl.arange(0, 4), tl.zeros_like(x))
    tl.store(out + 32 + tl.arange(0, 4), tl.cast(i, tl.float32))
    tl.store(out + 36 + tl.arange(0, 4), tl.view(x, (4,)))


out = torch.zeros(10, 4, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([[ 0.0000,  0.6931,  1.0986,  1.3863],
#>         [ 0.8415,  0.9093,  0.1411, -0.7568],
#>         [ 0.5403, -0.4161, -0.9900, -0.6536],
#>         [ 1.0000,  1.4142,  1.7321,  2.0000],
#>         [ 0.8427,  0.9953,  1.0000,  1.0000],
#>         [ 1.0000,  1.0000,  1.0000,  1.0000],
#>         [ 1.0000,  1.0000,  1.0000,  1.0000],
#>         [ 0.0000,  0.0000,  0.0000,  0.0000],
#>         [ 0.0000,  1.0000,  2.0000,  3.0000],
#>         [ 1.0000,  2.0000,  3.0000,  4.0000]], device='cuda:0')
### integers
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + 0 + tl.arange(0, 4), tl.add(i, 1))
    tl.store(out + 4 + tl.arange(0, 4), tl.sub(i, 1))
    tl.store(out + 8 + tl.arange(0, 4), tl.mul(i, 2))


out = torch.zeros(3, 4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([[ 1,  2,  3,  4],
#>         [-1,  0,  1,  2],
#>         [ 0,  2,  4,  6]], device='cuda:0', dtype=torch.int32)
### methods_of_one_tensor
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    x = (i + 1).to(tl.float32)
    tl.store(out + 0 + tl.arange(0, 4), x.abs())
    tl.store(out + 4 + tl.arange(0, 4), x.exp())
    tl.store(out + 8 + tl.arange(0, 4), x.exp2())
    tl.store(out + 12 + tl.arange(0, 4), x.log())
    tl.store(out + 16 + tl.arange(0, 4), x.log2())
    tl.store(out + 20 + tl.arange(0, 4), x.sin())
    tl.store(out + 24 + tl.arange(0, 4), x.cos())
    tl.store(out + 28 + tl.arange(0, 4), x.sqrt_rn())
    tl.store(out + 32 + tl.arange(0, 4), x.rsqrt())
    tl.store(out + 36 + tl.arange(0, 4), x.erf())
    tl.store(out + 40 + tl.arange(0, 4), x.floor())
    tl.store(out + 44 + tl.arange(0, 4), x.ceil())
    tl.store(out + 48 + tl.arange(0, 4), x.sigmoid())
    tl.store(out + 52 + tl.arange(0, 4), x.softmax())


out = torch.zeros(14, 4, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([[ 1.0000e+00,  2.0000e+00,  3.0000e+00,  4.0000e+00],
#>         [ 2.7183e+00,  7.3891e+00,  2.0086e+01,  5.4598e+01],
#>         [ 2.0000e+00,  4.0000e+00,  8.0000e+00,  1.6000e+01],
#>         [ 0.0000e+00,  6.9315e-01,  1.0986e+00,  1.3863e+00],
#>         [ 0.0000e+00,  1.0000e+00,  1.5850e+00,  2.0000e+00],
#>         [ 8.4147e-01,  9.0930e-01,  1.4112e-01, -7.5680e-01],
#>         [ 5.4030e-01, -4.1615e-01, -9.8999e-01, -6.5364e-01],
#>         [ 1.0000e+00,  1.4142e+00,  1.7321e+00,  2.0000e+00],
#>         [ 1.0000e+00,  7.0711e-01,  5.7735e-01,  5.0000e-01],
#>         [ 8.4270e-01,  9.9532e-01,  9.9998e-01,  1.0000e+00],
#>         [ 1.0000e+00,  2.0000e+00,  3.0000e+00,  4.0000e+00],
#>         [ 1.0000e+00,  2.0000e+00,  3.0000e+00,  4.0000e+00],
#>         [ 7.3106e-01,  8.8080e-01,  9.5257e-01,  9.8201e-01],
#>         [ 3.2059e-02,  8.7144e-02,  2.3688e-01,  6.4391e-01]], device='cuda:0')
### reductions_as_methods
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + 0, i.min())
    tl.store(out + 1, i.argmax(0))
    tl.store(out + 2, i.argmin(0))
    tl.store(out + 3, i.xor_sum())
    tl.store(out + 4, i.reduce_or(0))
    tl.store(out + 5, i.numel)


out = torch.zeros(6, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0, 3, 0, 0, 3, 4]
### scans_and_orders
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    x = 3 - i
    tl.store(out + 0 + tl.arange(0, 4), x.cumsum())
    tl.store(out + 4 + tl.arange(0, 4), x.cumprod())
    tl.store(out + 8 + tl.arange(0, 4), x.sort())
    tl.store(out + 12 + tl.arange(0, 4), x.topk(4))
    tl.store(out + 16 + tl.arange(0, 4), x.flip())
    tl.store(out + 20 + tl.arange(0, 4), x.histogram(4))
    tl.store(out + 24 + tl.arange(0, 4), x.cast(tl.int64))
    tl.store(out + 28 + tl.arange(0, 4), x.reshape((4,)))
    tl.store(out + 32 + tl.arange(0, 4), x.view((4,)))
    tl.store(out + 36 + tl.arange(0, 4), x.ravel())


out = torch.zeros(10, 4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([[3, 5, 6, 6],
#>         [3, 6, 6, 0],
#>         [0, 1, 2, 3],
#>         [3, 2, 1, 0],
#>         [0, 1, 2, 3],
#>         [1, 1, 1, 1],
#>         [3, 2, 1, 0],
#>         [3, 2, 1, 0],
#>         [3, 2, 1, 0],
#>         [3, 2, 1, 0]], device='cuda:0', dtype=torch.int32)
### shapes_as_methods
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + 0 + tl.arange(0, 4), i.expand_dims(0).reshape((4,)))
    tl.store(out + 4 + tl.arange(0, 4), i.unsqueeze(0).squeeze(0))
    tl.store(out + 8 + tl.arange(0, 4), i.expand_dims(0).broadcast_to((1, 4)).ravel())
    tl.store(out + 12 + tl.arange(0, 4), i.reshape((2, 2)).trans().ravel())
    tl.store(out + 16 + tl.arange(0, 4), i.reshape((2, 2)).permute((1, 0)).ravel())


out = torch.zeros(5, 4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([[0, 1, 2, 3],
#>         [0, 1, 2, 3],
#>         [0, 1, 2, 3],
#>         [0, 2, 1, 3],
#>         [0, 2, 1, 3]], device='cuda:0', dtype=torch.int32)
### split
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    pairs = tl.arange(0, 4).reshape((2, 2))
    left, right = pairs.split()
    tl.store(out + tl.arange(0, 2), left)
    tl.store(out + 2 + tl.arange(0, 2), right)


out = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([0, 2, 1, 3], device='cuda:0', dtype=torch.int32)
### reduce_with_a_function
import torch
import triton
import triton.language as tl


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out, i.reduce(0, add))
    tl.store(out + tl.arange(0, 4) + 1, i.associative_scan(0, add))


out = torch.zeros(5, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([6, 0, 1, 3, 6], device='cuda:0', dtype=torch.int32)
### atomics_as_methods
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    p = out
    p.atomic_max(5)
    (out + 1).atomic_min(-5)
    (out + 2).atomic_and(0)
    (out + 3).atomic_or(6)
    (out + 4).atomic_xor(3)
    (out + 5).atomic_xchg(9)
    (out + 6).atomic_cas(0, 8)


out = torch.zeros(7, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([ 5, -5,  0,  6,  3,  9,  8], device='cuda:0', dtype=torch.int32)
### loops_with_a_condition
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, n):
    i = 0
    while tl.condition(i < n, disable_licm=True):
        i += 1
    tl.store(out, i)


out = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(1,)](out, 3)
print(out)
#> tensor([3], device='cuda:0', dtype=torch.int32)
### pointers_that_are_only_read
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x: tl.const, out):
    tl.store(out, tl.load(x) + 1)


x = torch.ones(1, device="cuda")
out = torch.zeros(1, device="cuda")
kernel[(1,)](x, out)
print(out)
#> tensor([2.], device='cuda:0')
### tuples
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    pair = tl.tuple([1, 2])
    tl.store(out, pair[0] + pair[1])


out = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([3], device='cuda:0', dtype=torch.int32)
### descriptors_by_functions
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, out):
    source = tl.make_tensor_descriptor(x, [4, 4], [4, 1], [4, 4])
    target = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    tl.store_tensor_descriptor(target, [0, 0], tl.load_tensor_descriptor(source, [0, 0]) + 1)


x = torch.arange(16.0, device="cuda").reshape(4, 4)
out = torch.zeros(4, 4, device="cuda")
kernel[(1,)](x, out)
print(out[0])
#> tensor([1., 2., 3., 4.], device='cuda:0')
### atomics_of_descriptors
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, op: tl.constexpr):
    target = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    value = tl.full((4, 4), 5, tl.int32)
    if op == "add":
        target.atomic_add([0, 0], value)
    elif op == "min":
        target.atomic_min([0, 0], value)
    elif op == "max":
        target.atomic_max([0, 0], value)
    elif op == "and":
        target.atomic_and([0, 0], value)
    elif op == "or":
        target.atomic_or([0, 0], value)
    else:
        target.atomic_xor([0, 0], value)


for op in ("add", "min", "max", "and", "or", "xor"):
    out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
    kernel[(1,)](out, op)
    print(op, out[0].tolist())
#> add [8, 8, 8, 8]
#> min [3, 3, 3, 3]
#> max [5, 5, 5, 5]
#> and [1, 1, 1, 1]
#> or [7, 7, 7, 7]
#> xor [6, 6, 6, 6]
### random_numbers
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    a, b, c, d = tl.randn4x(0, i)
    tl.store(out + i, a)
    e, f, g, h = tl.philox_impl(i.to(tl.uint32), i.to(tl.uint32), i.to(tl.uint32), i.to(tl.uint32), 0, 0)
    u = tl.uint_to_uniform_float(e)
    v, w = tl.pair_uniform_to_normal(u, tl.uint_to_uniform_float(f))
    tl.store(out + 4 + i, u)
    tl.store(out + 8 + i, v)


out = torch.zeros(3, 4, device="cuda")
kernel[(1,)](out)
print(out.shape, bool((out[1] >= 0).all()), bool((out[1] < 1).all()))
#> torch.Size([3, 4]) True True
### dtypes
import triton.language as tl

print(tl.uint16)
#> uint16
print(tl.void)
#> None
print(tl.float8e4b8)
#> fp8e4b8
print(tl.pi32_t)
#> pointer_type(element_ty=int32)
print(tl.TRITON_MAX_TENSOR_NUMEL)
#> 1048576
print(tl.PropagateNan.NONE)
#> PropagateNan(name='NONE')
print(tl.dtype.FP_TYPES)
#> ['fp8e4b15', 'fp8e4nv', 'fp8e4b8', 'fp8e5', 'fp8e5b16', 'fp16', 'bf16', 'fp32', 'fp64']
print(tl.dtype.OTHER_TYPES)
#> ['void']
print(tl.float32.cache_key_part)
#> fp32
print(tl.float32.mangle())
#> fp32
print(tl.float32.codegen_name())
#> triton.language.float32
pointer = tl.pointer_type(tl.float32)
print(pointer.is_ptr(), pointer.is_block(), pointer.is_int(), pointer.scalar)
#> True False False pointer_type(element_ty=fp32)
block = tl.block_type(tl.float32, [4])
print(block.is_block(), block.is_ptr(), block.scalar, block.get_block_shapes())
#> True False fp32 [4]


print(issubclass(tl.tensor_descriptor, tl.tensor_descriptor_base))
#> True
### parts_of_core
from triton.language import core

print(core.dtype.KIND.FLOATING)
#> KIND.FLOATING
print(core.dtype.SIGNEDNESS.SIGNED)
#> SIGNEDNESS.SIGNED
print(core.base_value)
#> <class 'triton.language.core.base_value'>
print(core.base_type)
#> <class 'triton.language.core.base_type'>
print(core.is_builtin(core.load))
#> False
### target_info
import torch
import triton
import triton.language as tl
from triton.language import target_info


@triton.jit
def kernel(out):
    tl.store(out, 1 if target_info.is_cuda() else 0)
    tl.store(out + 1, 1 if target_info.is_hip() else 0)
    tl.store(out + 2, 1 if target_info.cuda_capability_geq(8, 0) else 0)


out = torch.zeros(3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out)
#> tensor([1, 0, 1], device='cuda:0', dtype=torch.int32)
