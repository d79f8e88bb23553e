### block_pointer_copies_a_block
# source: tl.make_block_ptr
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, M, N):
    p = tl.make_block_ptr(x, shape=(M, N), strides=(N, 1), offsets=(0, 2), block_shape=(2, 2), order=(1, 0))
    q = tl.make_block_ptr(y, shape=(2, 2), strides=(2, 1), offsets=(0, 0), block_shape=(2, 2), order=(1, 0))
    tl.store(q, tl.load(p))
x = torch.arange(0, 12, device='cuda').reshape(3, 4)
y = torch.zeros(2, 2, dtype=torch.int64, device='cuda')
kernel[(1,)](x, y, 3, 4)
print(y.cpu())
#> tensor([[2, 3],
#>         [6, 7]])
### advance_in_a_loop
# source: tl.advance: the loop carries the place
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, N):
    p = tl.make_block_ptr(x, (N,), (1,), (0,), (4,), (0,))
    total = tl.zeros([4], tl.float32)
    for _ in range(0, N, 4):
        total += tl.load(p)
        p = tl.advance(p, (4,))
    tl.store(y + tl.arange(0, 4), total)
x = torch.arange(0, 16, dtype=torch.float32, device='cuda')
y = torch.zeros(4, device='cuda')
kernel[(1,)](x, y, 16)
print(y.cpu())
#> tensor([24., 28., 32., 36.])
### boundary_check_pads_with_zero
# source: tl.load boundary_check, padding_option
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, M, N):
    p = tl.make_block_ptr(x, (M, N), (N, 1), (2, 2), (2, 2), (1, 0))
    v = tl.load(p, boundary_check=(0, 1), padding_option='zero')
    tl.store(y + tl.arange(0, 2)[:, None] * 2 + tl.arange(0, 2)[None, :], v)
x = torch.arange(1, 10, device='cuda').reshape(3, 3)
y = torch.full((2, 2), -1, device='cuda')
kernel[(1,)](x, y, 3, 3)
print(y.cpu())
#> tensor([[9, 0],
#>         [0, 0]])
### boundary_check_pads_with_nan
# source: tl.load padding_option='nan'
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y):
    p = tl.make_block_ptr(x, (3,), (1,), (0,), (4,), (0,))
    tl.store(y + tl.arange(0, 4), tl.load(p, boundary_check=(0,), padding_option='nan'))
y = torch.zeros(4, device='cuda')
kernel[(1,)](torch.ones(3, device='cuda'), y)
print(y.cpu())
#> tensor([1., 1., 1., nan])
### store_with_boundary_check
# source: tl.store boundary_check: what is outside is dropped
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(y):
    p = tl.make_block_ptr(y, (3,), (1,), (2,), (4,), (0,))
    tl.store(p, tl.full([4], 7, tl.int32), boundary_check=(0,))
y = torch.zeros(5, dtype=torch.int32, device='cuda')
kernel[(1,)](y)
print(y.cpu())
#> tensor([0, 0, 7, 0, 0], dtype=torch.int32)
### unchecked_block_outside_memory
# source: ours: checked by the interpreter
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    p = tl.make_block_ptr(x, (3,), (1,), (0,), (4,), (0,))
    tl.store(p, tl.load(p) + 1)
kernel[(1,)](torch.zeros(3, device='cuda'))
#! out-of-bounds: reads `x[3]`
### device_descriptor
# source: tl.make_tensor_descriptor: outside reads 0 and is not written
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, M, N):
    a = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[2, 4])
    b = tl.make_tensor_descriptor(y, shape=[M, N], strides=[N, 1], block_shape=[2, 4])
    b.store([2, 0], a.load([2, 0]) * 10)
x = torch.arange(0, 12, device='cuda').reshape(3, 4)
y = torch.zeros_like(x)
kernel[(1,)](x, y, 3, 4)
print(y.cpu())
#> tensor([[  0,   0,   0,   0],
#>         [  0,   0,   0,   0],
#>         [ 80,  90, 100, 110]])
### host_descriptor
# source: triton.tools.tensor_descriptor.TensorDescriptor
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor
@triton.jit
def kernel(a, b):
    tl.static_print(a.block_shape, a.dtype)
    b.store([0, 4], a.load([1, 0]))
x = torch.arange(0, 16, dtype=torch.float32, device='cuda').reshape(2, 8)
y = torch.zeros(2, 8, device='cuda')
kernel[(1,)](TensorDescriptor.from_tensor(x, [1, 4]), TensorDescriptor(y, [2, 8], [8, 1], [1, 4]))
print(y.cpu())
#> (1, 4) fp32
#> tensor([[ 0.,  0.,  0.,  0.,  8.,  9., 10., 11.],
#>         [ 0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.]])
### descriptor_atomic_add
# source: tensor_descriptor.atomic_add
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(y):
    d = tl.make_tensor_descriptor(y, [4, 4], [4, 1], [2, 4])
    d.atomic_add([2, 0], tl.full([2, 4], 3, tl.int32))
y = torch.ones(4, 4, dtype=torch.int32, device='cuda')
kernel[(2,)](y)
print(y.sum(1).cpu())
#> tensor([ 4,  4, 28, 28])
### descriptor_gather_and_scatter
# source: tensor_descriptor.gather, .scatter: rows by index
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y):
    a = tl.make_tensor_descriptor(x, [4, 8], [8, 1], [1, 8])
    b = tl.make_tensor_descriptor(y, [4, 8], [8, 1], [1, 8])
    rows = 3 - tl.arange(0, 4)
    b.scatter(a.gather(rows, 0), tl.arange(0, 4), 0)
x = torch.arange(0, 32, dtype=torch.int32, device='cuda').reshape(4, 8)
y = torch.zeros_like(x)
kernel[(1,)](x, y)
print(y[:, 0].cpu())
#> tensor([24, 16,  8,  0], dtype=torch.int32)
### descriptor_wants_a_unit_stride
# source: tensor_descriptor.py: last dimension must be contiguous
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor
TensorDescriptor.from_tensor(torch.zeros(8, 8, device='cuda').T, [4, 4])
#! value-error: last stride
### pointer_to_pointers
# source: tutorial 08: pointers loaded from memory
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(pointers, out):
    g = tl.program_id(0)
    p = tl.load(pointers + g).to(tl.pointer_type(tl.float32))
    tl.store(out + g, tl.sum(tl.load(p + tl.arange(0, 4)), 0))
xs = [torch.full((4,), float(v), device='cuda') for v in (1, 10, 100)]
pointers = torch.tensor([x.data_ptr() for x in xs], device='cuda')
out = torch.zeros(3, device='cuda')
kernel[(3,)](pointers, out)
print(out.cpu())
#> tensor([  4.,  40., 400.])
### stores_through_loaded_pointers
# source: tutorial 08
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(pointers):
    g = tl.program_id(0)
    p = tl.load(pointers + g).to(tl.pointer_type(tl.int32))
    tl.store(p + tl.arange(0, 2), g + 1)
xs = [torch.zeros(2, dtype=torch.int32, device='cuda') for _ in range(3)]
kernel[(2,)](torch.tensor([x.data_ptr() for x in xs], device='cuda'))
print([x.cpu() for x in xs])
#> [tensor([1, 1], dtype=torch.int32), tensor([2, 2], dtype=torch.int32), tensor([0, 0], dtype=torch.int32)]
### loaded_pointer_into_a_view
# source: data_ptr of a view counts its offset
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(pointers, out):
    p = tl.load(pointers).to(tl.pointer_type(tl.int32))
    tl.store(out, tl.load(p))
x = torch.arange(0, 8, dtype=torch.int32, device='cuda')
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](torch.tensor([x[5:].data_ptr()], device='cuda'), out)
print(out.cpu())
#> tensor([5], dtype=torch.int32)
### one_tensor_through_two_parameters
# source: a launch sees one memory
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y):
    tl.store(x, 5)
    tl.store(y + 1, tl.load(y) + 1)
x = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](x, x)
print(x.cpu())
#> tensor([5, 6], dtype=torch.int32)
### views_of_one_tensor
# source: strides and offsets of views
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(q, k, stride):
    i = tl.arange(0, 2)
    tl.store(k + i * stride, tl.load(q + i * stride) * 10)
x = torch.arange(1, 7, dtype=torch.int32, device='cuda').reshape(2, 3)
kernel[(1,)](x[:, 0], x[:, 2], x.stride(0))
print(x.cpu())
#> tensor([[ 1,  2, 10],
#>         [ 4,  5, 40]], dtype=torch.int32)
### masked_load_without_other_is_zero
# source: NVIDIA's code and Triton's interpreter give 0
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, out):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.load(x + i, mask=i < 2))
    tl.store(out + 4, tl.load(x + 100, mask=False))
out = torch.full((5,), 7.0, device='cuda')
kernel[(1,)](torch.ones(2, device='cuda'), out)
print(out.cpu())
#> tensor([1., 1., 0., 0., 0.])
### pointer_arithmetic_in_shapes
# source: pointers broadcast and reshape like blocks
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, out):
    p = x + tl.arange(0, 4)
    q = tl.reshape(p, [2, 2])
    tl.store(out + tl.arange(0, 4), tl.ravel(tl.load(tl.trans(q))))
x = torch.arange(0, 4, dtype=torch.int32, device='cuda')
out = torch.zeros_like(x)
kernel[(1,)](x, out)
print(out.cpu())
#> tensor([0, 2, 1, 3], dtype=torch.int32)
### transposed_pointers
# source: Triton's semantic.py permutes blocks of pointers as any others; `x.T` is `tl.trans(x)`
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    p = x + (tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :])
    at = tl.arange(0, COLUMNS)[:, None] * ROWS + tl.arange(0, ROWS)[None, :]
    tl.store(out + at, tl.load(p.T))
x = torch.arange(0, 8, dtype=torch.int32, device='cuda')
out = torch.zeros_like(x)
kernel[(1,)](x, out, 2, 4)
print(out.cpu())
#> tensor([0, 4, 1, 5, 2, 6, 3, 7], dtype=torch.int32)
### transposed_single_pointer
# source: ours; semantic.py indexes the last two of no axes
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.store(x.T, 1)
kernel[(1,)](torch.ones(2, device='cuda'))
#! shape-mismatch: needs two axes
### other_without_mask
# source: semantic.py: `other` cannot be provided without `mask`
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.load(x, other=0)
kernel[(1,)](torch.ones(2, device='cuda'))
#! argument-error: without `mask`
### descriptor_of_a_loaded_pointer
# source: tutorial 08, the TMA variant: a descriptor around a pointer from memory, inside a runtime if
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(sources, targets, sizes, n):
    g = tl.program_id(0)
    rows = tl.load(sizes + g)
    if rows > 0 and g < n:
        a = tl.make_tensor_descriptor(tl.load(sources + g).to(tl.pointer_type(tl.int32)), [rows, 4], [4, 1], [2, 4])
        b = tl.make_tensor_descriptor(tl.load(targets + g).to(tl.pointer_type(tl.int32)), [rows, 4], [4, 1], [2, 4])
        for r in range(0, rows, 2):
            b.store([r, 0], a.load([r, 0]) + 100 * (g + 1))
xs = [torch.arange(4 * n, dtype=torch.int32, device='cuda').reshape(n, 4) for n in (1, 3)]
ys = [torch.zeros_like(x) for x in xs]
address = lambda tensors: torch.tensor([t.data_ptr() for t in tensors], device='cuda')
kernel[(2,)](address(xs), address(ys), torch.tensor([1, 3], dtype=torch.int32, device='cuda'), 2)
print(ys[0].cpu(), ys[1][:, 0].cpu())
#> tensor([[100, 101, 102, 103]], dtype=torch.int32) tensor([200, 204, 208], dtype=torch.int32)
### descriptor_or_pointer
# source: tutorial 06: isinstance(x, tl.tensor_descriptor) chooses while compiling
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor
@triton.jit
def as_descriptor(x, shape, strides, block_shape):
    if isinstance(x, tl.tensor_descriptor):
        return x
    else:
        return tl.make_tensor_descriptor(x, shape, strides, block_shape)
@triton.jit
def kernel(x, out):
    d = as_descriptor(x, shape=[4, 4], strides=[4, 1], block_shape=[2, 4])
    tl.store(out, tl.sum(d.load([2, 0])))
x = torch.ones(4, 4, device='cuda')
for argument in (x, TensorDescriptor.from_tensor(x, [2, 4])):
    out = torch.zeros(1, device='cuda')
    kernel[(1,)](argument, out)
    print(out.cpu())
#> tensor([8.])
#> tensor([8.])
