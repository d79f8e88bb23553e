### join_and_reshape
# source: tl.join: a new last axis of 2
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a = tl.arange(0, 4)
    x = tl.join(a, a + 10)
    tl.store(out + tl.arange(0, 8), tl.reshape(x, [8]))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0, 10,  1, 11,  2, 12,  3, 13], dtype=torch.int32)
### split_is_the_inverse_of_join
# source: tl.split
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a = tl.arange(0, 4)
    x, y = tl.split(tl.join(a, a * a))
    tl.store(out + tl.arange(0, 4), x + 100 * y)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([  0, 101, 402, 903], dtype=torch.int32)
### interleave
# source: tl.interleave: a0 b0 a1 b1 ...
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a = tl.arange(0, 4)
    tl.store(out + tl.arange(0, 8), tl.interleave(a, -a))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0,  0,  1, -1,  2, -2,  3, -3], dtype=torch.int32)
### cat
# source: tl.cat with can_reorder
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a = tl.arange(0, 4)
    tl.store(out + tl.arange(0, 8), tl.cat(a, a + 20, can_reorder=True))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0,  1,  2,  3, 20, 21, 22, 23], dtype=torch.int32)
### permute
# source: tl.permute: axis k of the result is axis dims[k]
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [2, 2, 2])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.permute(x, (2, 0, 1))))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 2, 4, 6, 1, 3, 5, 7], dtype=torch.int32)
### trans_and_T
# source: tl.trans exchanges the last two axes
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.trans(x) + x.T * 10))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0, 44, 11, 55, 22, 66, 33, 77], dtype=torch.int32)
### expand_dims_and_broadcast
# source: NumPy's rule
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 2)[:, None] * 10 + tl.expand_dims(tl.arange(0, 4), 0)
    tl.store(out + tl.arange(0, 8), tl.ravel(x))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0,  1,  2,  3, 10, 11, 12, 13], dtype=torch.int32)
### broadcast_to
# source: tl.broadcast_to
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.broadcast_to(tl.arange(0, 2)[:, None], [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(x))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 0, 0, 0, 1, 1, 1, 1], dtype=torch.int32)
### broadcast_pair
# source: tl.broadcast gives both in one shape
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x, y = tl.broadcast(tl.arange(0, 2)[:, None], tl.arange(0, 4)[None, :])
    tl.static_assert(x.shape[1] == 4)
    tl.store(out + tl.arange(0, 8), tl.ravel(x * 4 + y))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 1, 2, 3, 4, 5, 6, 7], dtype=torch.int32)
### flip_last_axis
# source: tl.flip
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.flip(x, 1)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([3, 2, 1, 0, 7, 6, 5, 4], dtype=torch.int32)
### flip_first_axis
# source: tl.flip
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.flip(x, 0)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([4, 5, 6, 7, 0, 1, 2, 3], dtype=torch.int32)
### gather_along_an_axis
# source: tl.gather: src[index] along the axis
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [2, 4]) * 10
    i = tl.broadcast_to((3 - tl.arange(0, 4))[None, :], [2, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(tl.gather(x, i, 1)))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([30, 20, 10,  0, 70, 60, 50, 40], dtype=torch.int32)
### swizzle2d_of_5_by_7
# source: numerics.md 5.6, Triton's test_swizzle2d
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.program_id(0) // 7
    j = tl.program_id(0) % 7
    x, y = tl.swizzle2d(i, j, 5, 7, 3)
    tl.store(out + x * 7 + y, i * 7 + j)
out = torch.zeros(35, dtype=torch.int32, device='cuda')
kernel[(35,)](out)
print(out.cpu())
#> tensor([ 0,  3,  6,  9, 12, 15, 18,  1,  4,  7, 10, 13, 16, 19,  2,  5,  8, 11,
#>         14, 17, 20, 21, 23, 25, 27, 29, 31, 33, 22, 24, 26, 28, 30, 32, 34],
#>        dtype=torch.int32)
### size_that_is_no_power_of_two
# source: ours: allowed with a remark
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 6), tl.arange(0, 6) * 2)
out = torch.zeros(6, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0,  2,  4,  6,  8, 10], dtype=torch.int32)
### reshape_with_wrong_count
# source: tl.reshape
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.reshape(tl.arange(0, 8), [4, 4])
    tl.store(out + tl.arange(0, 8), tl.ravel(x))
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! shape-mismatch: can't reshape
### indexing_elements_is_refused
# source: Triton issue 2994
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 8)
    tl.store(out, x[3])
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! index-error: `:` and `None` only
### squeeze_and_unsqueeze
# source: standard.py
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.unsqueeze(tl.arange(0, 4), 0)
    tl.static_assert(x.shape[0] == 1)
    tl.store(out + tl.arange(0, 4), tl.squeeze(x, 0))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([0, 1, 2, 3], dtype=torch.int32)
### block_of_too_many_elements
# source: TRITON_MAX_TENSOR_NUMEL
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.zeros([2048, 1024], tl.float32)
    tl.store(out, 0)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! value-error: more than 2**20 elements
