### atomic_add
# source: tl.atomic_add: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_add(x + i, tl.full([4], 10, tl.int32)))
x = torch.tensor([1, 2, 3, 4], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([11, 12, 13, 14], dtype=torch.int32) tensor([1, 2, 3, 4], dtype=torch.int32)
### atomic_max
# source: tl.atomic_max: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_max(x + i, tl.full([4], 10, tl.int32)))
x = torch.tensor([1, 20, 3, 40], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([10, 20, 10, 40], dtype=torch.int32) tensor([ 1, 20,  3, 40], dtype=torch.int32)
### atomic_min
# source: tl.atomic_min: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_min(x + i, tl.full([4], 10, tl.int32)))
x = torch.tensor([1, 20, 3, 40], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([ 1, 10,  3, 10], dtype=torch.int32) tensor([ 1, 20,  3, 40], dtype=torch.int32)
### atomic_and
# source: tl.atomic_and: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_and(x + i, tl.full([4], 6, tl.int32)))
x = torch.tensor([7, 12, 10, 3], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([6, 4, 2, 2], dtype=torch.int32) tensor([ 7, 12, 10,  3], dtype=torch.int32)
### atomic_or
# source: tl.atomic_or: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_or(x + i, tl.full([4], 1, tl.int32)))
x = torch.tensor([1, 2, 4, 8], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([1, 3, 5, 9], dtype=torch.int32) tensor([1, 2, 4, 8], dtype=torch.int32)
### atomic_xor
# source: tl.atomic_xor: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_xor(x + i, tl.full([4], 5, tl.int32)))
x = torch.tensor([1, 2, 3, 4], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([4, 7, 6, 1], dtype=torch.int32) tensor([1, 2, 3, 4], dtype=torch.int32)
### atomic_xchg
# source: tl.atomic_xchg: gives the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_xchg(x + i, tl.full([4], 9, tl.int32)))
x = torch.tensor([1, 2, 3, 4], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([9, 9, 9, 9], dtype=torch.int32) tensor([1, 2, 3, 4], dtype=torch.int32)
### colliding_elements_all_count
# source: CUDA: every update of an atomic counts
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_add(x + tl.arange(0, 64) % 4, 1)
x = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(3,)](x)
print(x.cpu())
#> tensor([48, 48, 48, 48], dtype=torch.int32)
### atomic_with_a_mask
# source: tl.atomic_add mask
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    i = tl.arange(0, 4)
    tl.atomic_add(x + i, 5, mask=i < 2, sem='relaxed', scope='cta')
x = torch.zeros(4, dtype=torch.float32, device='cuda')
kernel[(1,)](x)
print(x.cpu())
#> tensor([5., 5., 0., 0.])
### atomic_max_of_unsigned
# source: tl.atomic_max by signedness: 0xffffffff is the greatest uint32
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_max(x, -1)
    tl.atomic_min(x + 1, 5)
x = torch.tensor([3, 4], dtype=torch.uint32, device='cuda')
@triton.jit
def signed(x):
    tl.atomic_max(x, -1)
y = torch.tensor([3], dtype=torch.int32, device='cuda')
kernel[(1,)](x)
signed[(1,)](y)
print(x.to(torch.int64).cpu(), y.cpu())
#> tensor([4294967295,          4]) tensor([3], dtype=torch.int32)
### scalar_atomic_gives_a_ticket
# source: tl.atomic_add through a scalar pointer
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(counter, out):
    ticket = tl.atomic_add(counter, 1)
    tl.store(out + ticket, tl.program_id(0))
counter = torch.zeros(1, dtype=torch.int32, device='cuda')
out = torch.full((5,), -1, dtype=torch.int32, device='cuda')
kernel[(5,)](counter, out)
print(counter.cpu(), torch.sort(out)[0].cpu())
#> tensor([5], dtype=torch.int32) tensor([0, 1, 2, 3, 4], dtype=torch.int32)
### atomic_cas
# source: tl.atomic_cas: replaced where equal, the old elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, old):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_cas(x + i, tl.full([4], 2, tl.int32), i + 100))
x = torch.tensor([1, 2, 3, 2], dtype=torch.int32, device='cuda')
old = torch.zeros_like(x)
kernel[(1,)](x, old)
print(x.cpu(), old.cpu())
#> tensor([  1, 101,   3, 103], dtype=torch.int32) tensor([1, 2, 3, 2], dtype=torch.int32)
### spin_lock
# source: tutorial 05: a lock around a shared sum
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(lock, total):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total) + tl.program_id(0))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)
lock = torch.zeros(1, dtype=torch.int32, device='cuda')
total = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(10,)](lock, total)
print(total.cpu(), lock.cpu())
#> tensor([45], dtype=torch.int32) tensor([0], dtype=torch.int32)
### half_floats_have_no_atomic_max
# source: core.py: atomic_max does not support fp16
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_max(x, 1.0)
kernel[(1,)](torch.zeros(1, dtype=torch.float16, device='cuda'))
#! dtype-mismatch: does not support `float16`
### bytes_have_no_atomics
# source: semantic.py: 8-bit types are not supported
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_add(x, 1)
kernel[(1,)](torch.zeros(1, dtype=torch.int8, device='cuda'))
#! dtype-mismatch: does not support `int8`
### unknown_memory_order
# source: semantic.py: Memory semantic ... not supported
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_add(x, 1, sem='seq_cst')
kernel[(1,)](torch.zeros(1, dtype=torch.int32, device='cuda'))
#! value-error: seq_cst
### atomic_outside_the_tensor
# source: ours: checked by the interpreter
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.atomic_add(x + tl.arange(0, 4), 1)
kernel[(1,)](torch.zeros(3, dtype=torch.int32, device='cuda'))
#! out-of-bounds: changes `x[3]`
