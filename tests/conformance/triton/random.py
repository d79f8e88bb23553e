### randint_of_seed_0
# source: numerics.md 5.7, Random123's vectors and Triton's test_random
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randint(seed, i).to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out, 0)
print(out.cpu())
#> tensor([1713891541, 4175744164,   83534633, 3381718825])
### randint_of_seed_42
# source: numerics.md 5.7, Random123's vectors and Triton's test_random
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randint(seed, i).to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out, 42)
print(out.cpu())
#> tensor([2632642643, 4242219303, 3547071013, 3133604981])
### randint_of_seed_123
# source: numerics.md 5.7, Random123's vectors and Triton's test_random
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randint(seed, i).to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out, 123)
print(out.cpu())
#> tensor([ 287538396, 2747274318,  739990181,  510055638])
### randint_of_seed_0xffffffff
# source: numerics.md 5.7, Random123's vectors and Triton's test_random
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randint(seed, i).to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out, 0xffffffff)
print(out.cpu())
#> tensor([4127959009, 2278064444, 4134416874, 2155655898])
### randint_of_seed_0xfcafeb0ba
# source: numerics.md 5.7, Random123's vectors and Triton's test_random
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randint(seed, i).to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out, 0xfcafeb0ba)
print(out.cpu())
#> tensor([4061789019, 4006532958, 1161001591, 1493388715])
### randint4x
# source: numerics.md 5.7: randint4x(42, 7)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a, b, c, d = tl.randint4x(42, tl.arange(7, 8))
    i = tl.arange(0, 1)
    tl.store(out + i, a.to(tl.int64))
    tl.store(out + 1 + i, b.to(tl.int64))
    tl.store(out + 2 + i, c.to(tl.int64))
    tl.store(out + 3 + i, d.to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([1539146673, 1752714373,  387999658,  778794423])
### philox_of_zeros
# source: Random123 known answers, philox4x32 10 rounds
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    zero = tl.zeros([1], tl.uint32)
    a, b, c, d = tl.philox(0, zero + 0, zero + 0, zero + 0, zero + 0)
    i = tl.arange(0, 1)
    tl.store(out + i, a.to(tl.int64))
    tl.store(out + 1 + i, b.to(tl.int64))
    tl.store(out + 2 + i, c.to(tl.int64))
    tl.store(out + 3 + i, d.to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([1713891541, 3781805453, 3159862348, 2600524760])
### philox_of_pi
# source: Random123 known answers, philox4x32 10 rounds
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    zero = tl.zeros([1], tl.uint32)
    a, b, c, d = tl.philox(0x299f31d0a4093822, zero + 0x243f6a88, zero + 0x85a308d3, zero + 0x13198a2e, zero + 0x03707344)
    i = tl.arange(0, 1)
    tl.store(out + i, a.to(tl.int64))
    tl.store(out + 1 + i, b.to(tl.int64))
    tl.store(out + 2 + i, c.to(tl.int64))
    tl.store(out + 3 + i, d.to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([3513581065, 2499661035, 1342301216,  605187745])
### philox_of_ones
# source: Random123 known answers, philox4x32 10 rounds
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    zero = tl.zeros([1], tl.uint32)
    a, b, c, d = tl.philox(0xffffffffffffffff, zero + 0xffffffff, zero + 0xffffffff, zero + 0xffffffff, zero + 0xffffffff)
    i = tl.arange(0, 1)
    tl.store(out + i, a.to(tl.int64))
    tl.store(out + 1 + i, b.to(tl.int64))
    tl.store(out + 2 + i, c.to(tl.int64))
    tl.store(out + 3 + i, d.to(tl.int64))
out = torch.zeros(4, dtype=torch.int64, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([1083123565, 1103641358, 2718681030, 1834242557])
### rand
# source: numerics.md 5.7, published dropout masks
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 16)
    tl.store(out + i, tl.rand(seed, i), mask=i < 10)
out = torch.zeros(10, device='cuda')
kernel[(1,)](out, 123)
print(out.cpu())
#> tensor([0.1339, 0.7207, 0.3446, 0.2375, 0.4584, 0.7887, 0.0447, 0.3794, 0.9078,
#>         0.6136])
### dropout_masks
# source: tutorial 04's printed masks
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, seed):
    i = tl.arange(0, 16)
    tl.store(out + i, (tl.rand(seed, i) > 0.5).to(tl.int32), mask=i < 10)
for seed in (123, 512):
    out = torch.zeros(10, dtype=torch.int32, device='cuda')
    kernel[(1,)](out, seed)
    print(out.cpu())
#> tensor([0, 1, 0, 0, 0, 1, 0, 0, 1, 1], dtype=torch.int32)
#> tensor([0, 0, 1, 1, 0, 1, 1, 0, 0, 0], dtype=torch.int32)
### rand4x
# source: numerics.md 5.7: rand4x(42, 7)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a, b, c, d = tl.rand4x(42, tl.arange(7, 8))
    i = tl.arange(0, 1)
    tl.store(out + i, a)
    tl.store(out + 1 + i, b)
    tl.store(out + 2 + i, c)
    tl.store(out + 3 + i, d)
out = torch.zeros(4, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0.7167, 0.8162, 0.1807, 0.3627])
### randn
# source: numerics.md 5.7: seed 0
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.randn(0, i), mask=i < 3)
out = torch.zeros(3, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0.0466, -0.3884, -1.6380])
### rand_is_in_the_unit_interval
# source: numerics.md 5.7: [0, 0.99999994]; mean 1/2 within 4 standard errors
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.arange(0, 4096)
    tl.store(out + i, tl.rand(7, i))
out = torch.zeros(4096, device='cuda')
kernel[(1,)](out)
print(((out >= 0) & (out < 1)).all().cpu(), (torch.abs(out.mean() - 0.5) < 0.018).cpu())
#> tensor(True) tensor(True)
### seed_of_a_float_is_refused
# source: random.py: seed is an integer
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 4), tl.rand(0.5, tl.arange(0, 4)))
kernel[(1,)](torch.zeros(4, device='cuda'))
#! dtype-mismatch: `seed`
### numbers_by_the_name_of_their_file
# source: triton/language/random.py: the same functions as in triton.language
import torch
import triton
import triton.language as tl
from triton.language.random import N_ROUNDS_DEFAULT, randint


@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + i, (randint(7, i, N_ROUNDS_DEFAULT) == tl.randint(7, i)).to(tl.int32) + (tl.random.rand(7, i) == tl.rand(7, i)).to(tl.int32))


out = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 2, 2]
