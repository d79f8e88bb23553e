### sum_along_axes
# source: tl.sum
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 4), tl.sum(x, 0))
    tl.store(out + 4 + tl.arange(0, 2), tl.sum(x, 1))
    tl.store(out + 6, tl.sum(x))
out = torch.zeros(7, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 4,  6,  8, 10, 14, 14, 28], dtype=torch.int32)
### max_with_indices
# source: tl.max return_indices
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    v, i = tl.max(x, 1, return_indices=True)
    tl.store(out + tl.arange(0, 2), v)
    tl.store(out + 2 + tl.arange(0, 2), i)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([7, 6, 3, 2], dtype=torch.int32)
### min_with_indices_and_kept_axis
# source: tl.min return_indices, keep_dims
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    v, i = tl.min(x, 1, return_indices=True, keep_dims=True)
    tl.static_assert(v.shape[1] == 1)
    tl.store(out + tl.arange(0, 2)[:, None], v)
    tl.store(out + 2 + tl.arange(0, 2)[:, None], i)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 1, 0, 1], dtype=torch.int32)
### argmax_takes_the_first
# source: tl.argmax tie_break_left
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 8) // 2 % 3
    tl.store(out, tl.argmax(x, 0))
    tl.store(out + 1, tl.argmin(x, 0))
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([4, 0], dtype=torch.int32)
### xor_sum
# source: tl.xor_sum: 0^1^...^7 = 0, 1^...^8 = 8
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out, tl.xor_sum(tl.arange(0, 8), 0))
    tl.store(out + 1, tl.xor_sum(tl.arange(0, 8) + 1, 0))
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 8], dtype=torch.int32)
### reduce_or
# source: tl.reduce_or
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out, tl.reduce_or(1 << tl.arange(0, 4), 0))
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([15], dtype=torch.int32)
### nan_is_no_maximum
# source: numerics.md 5.6: NaN is not propagated
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.where(tl.arange(0, 4) == 1, float('nan'), tl.arange(0, 4).to(tl.float32))
    tl.store(out, tl.max(x, 0).to(tl.int32))
    tl.store(out + 1, tl.min(x, 0).to(tl.int32))
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([3, 0], dtype=torch.int32)
### reduce_by_a_function
# source: tl.reduce
import torch
import triton
import triton.language as tl
@triton.jit
def add(a, b):
    return a + b
@triton.jit
def product(a, b):
    return a * b
@triton.jit
def greater(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return tl.where(take, a, b), tl.where(take, i, j)
@triton.jit
def affine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 2), tl.reduce(x, 1, add))
    tl.store(out + 2, tl.reduce(tl.arange(1, 5), 0, product))
out = torch.zeros(3, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([14, 14, 24], dtype=torch.int32)
### reduce_a_tuple
# source: tl.reduce with a tuple: the greatest element and its index
import torch
import triton
import triton.language as tl
@triton.jit
def add(a, b):
    return a + b
@triton.jit
def product(a, b):
    return a * b
@triton.jit
def greater(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return tl.where(take, a, b), tl.where(take, i, j)
@triton.jit
def affine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    i = tl.broadcast_to(tl.arange(0, 4)[None, :], [2, 4])
    v, k = tl.reduce((x, i), 1, greater)
    tl.store(out + tl.arange(0, 2), v)
    tl.store(out + 2 + tl.arange(0, 2), k)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([7, 6, 3, 2], dtype=torch.int32)
### cumsum
# source: tl.cumsum
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 8), tl.cumsum(tl.arange(0, 8), 0))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0,  1,  3,  6, 10, 15, 21, 28], dtype=torch.int32)
### cumsum_reversed
# source: tl.cumsum reverse
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 4), tl.cumsum(tl.arange(0, 4), 0, reverse=True))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([6, 6, 5, 3], dtype=torch.int32)
### cumprod_along_rows
# source: tl.cumprod
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(1, 9), [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.cumprod(x, 1)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([   1,    2,    6,   24,    5,   30,  210, 1680], dtype=torch.int32)
### associative_scan_of_pairs
# source: tl.associative_scan: x -> a*x + b composed
import torch
import triton
import triton.language as tl
@triton.jit
def add(a, b):
    return a + b
@triton.jit
def product(a, b):
    return a * b
@triton.jit
def greater(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return tl.where(take, a, b), tl.where(take, i, j)
@triton.jit
def affine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2
@triton.jit
def kernel(out):
    a = tl.full([4], 2, tl.int32)
    b = tl.arange(0, 4)
    p, q = tl.associative_scan((a, b), 0, affine)
    tl.store(out + tl.arange(0, 4), p)
    tl.store(out + 4 + tl.arange(0, 4), q)
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 2,  4,  8, 16,  0,  1,  4, 11], dtype=torch.int32)
### scan_in_reverse
# source: tl.associative_scan reverse
import torch
import triton
import triton.language as tl
@triton.jit
def add(a, b):
    return a + b
@triton.jit
def product(a, b):
    return a * b
@triton.jit
def greater(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return tl.where(take, a, b), tl.where(take, i, j)
@triton.jit
def affine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 4), tl.associative_scan(tl.arange(1, 5), 0, product, reverse=True))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([24, 24, 12,  4], dtype=torch.int32)
### sort
# source: tl.sort along the last axis
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.sort(x)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 2, 5, 7, 1, 3, 4, 6], dtype=torch.int32)
### sort_descending
# source: tl.sort descending
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.sort(x, descending=True)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([7, 5, 2, 0, 6, 4, 3, 1], dtype=torch.int32)
### topk
# source: tl.topk: falling order
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 4), tl.ravel(tl.topk(x, 2)))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([7, 5, 6, 4], dtype=torch.int32)
### histogram
# source: tl.histogram: values outside count nowhere
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 4), tl.histogram(tl.arange(0, 8) % 5, 4))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([2, 2, 2, 1], dtype=torch.int32)
### histogram_with_mask
# source: tl.histogram mask
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 8) % 4
    tl.store(out + tl.arange(0, 4), tl.histogram(x, 4, mask=tl.arange(0, 8) < 6))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([2, 2, 1, 1], dtype=torch.int32)
### sort_along_another_axis_is_refused
# source: tl.sort: last dimension only
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape((tl.arange(0, 8) * 5) % 8, [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.sort(x, 0)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! value-error: last axis only
### softmax_along_the_first_axis
# source: tl.softmax: axis 0 by default; equal inputs give 1/n
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.softmax(tl.zeros([4, 2], tl.float32))
    tl.store(out + tl.arange(0, 8), tl.ravel(x))
out = torch.zeros(8, dtype=torch.float32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0.2500, 0.2500, 0.2500, 0.2500, 0.2500, 0.2500, 0.2500, 0.2500])
