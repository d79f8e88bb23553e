# SPDX-License-Identifier: Apache-2.0
# Atomics of Triton's tensor descriptors.
### atomic_add
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_add([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([8, 8, 8, 8], device='cuda:0', dtype=torch.int32)
### atomic_min
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_min([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([3, 3, 3, 3], device='cuda:0', dtype=torch.int32)
### atomic_max
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_max([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([5, 5, 5, 5], device='cuda:0', dtype=torch.int32)
### atomic_and
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_and([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([1, 1, 1, 1], device='cuda:0', dtype=torch.int32)
### atomic_or
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_or([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([7, 7, 7, 7], device='cuda:0', dtype=torch.int32)
### atomic_xor
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    target: tl.tensor_descriptor = tl.make_tensor_descriptor(out, [4, 4], [4, 1], [4, 4])
    target.atomic_xor([0, 0], tl.full((4, 4), 5, tl.int32))


out = torch.full((4, 4), 3, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out[0])
#> tensor([6, 6, 6, 6], device='cuda:0', dtype=torch.int32)
