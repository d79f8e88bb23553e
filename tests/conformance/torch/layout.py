# Where a tensor's elements lie: views and their strides, copies, memory formats; slices, and writes through views.
### slices_are_cut_at_the_end
# source: PyTorch 1.13: a slice ends where the axis does
import torch
x = torch.arange(10)
print(x[8:12], x[-20:3], x[12:], x[5:2], x[::4], x.reshape(2, 5)[0:9, 3:99])
x[8:12] = 0
print(x)
y = torch.zeros(3, 4)
y[1:7, -2:] += 1
print(y)
#> tensor([8, 9]) tensor([0, 1, 2]) tensor([], dtype=torch.int64) tensor([], dtype=torch.int64) tensor([0, 4, 8]) tensor([[3, 4],
#>         [8, 9]])
#> tensor([0, 1, 2, 3, 4, 5, 6, 7, 0, 0])
#> tensor([[0., 0., 0., 0.],
#>         [0., 0., 1., 1.],
#>         [0., 0., 1., 1.]])
### integers_outside_are_errors
# source: PyTorch 1.13
import torch
x = torch.arange(10)
for f in (lambda: x[10], lambda: x[-11], lambda: x.reshape(2, 5)[0, 5], lambda: x[::-1], lambda: x[0, 0]):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)
#> IndexError
#> IndexError
#> IndexError
#> ValueError
#> IndexError
### write_through_an_index_that_is_a_tensor
# source: PyTorch 1.13: an integer tensor without axes indexes as the integer does, by a view
import torch
out = torch.zeros(3, 4)
row = torch.tensor([5.0, 6.0])
for j in torch.tensor([0, 2]):
    out[j][1:3] = row
print(out)
j = torch.tensor(1)
v = out[j, 1:]
v.fill_(9)
out[j][0] += 1
print(out, out[torch.tensor(-1)].stride(), out[:, torch.tensor(1)].stride())
k = torch.arange(3)[2]
out[k].zero_()
print(out[2])
#> tensor([[0., 5., 6., 0.],
#>         [0., 0., 0., 0.],
#>         [0., 5., 6., 0.]])
#> tensor([[0., 5., 6., 0.],
#>         [1., 9., 9., 9.],
#>         [0., 5., 6., 0.]]) (1,) (4,)
#> tensor([0., 0., 0., 0.])
### strides_of_copies
# source: PyTorch 1.13: copies of a dense tensor keep its order of axes
import torch
x = torch.arange(6.0).reshape(2, 3)
t = x.T
for y in (torch.empty_like(t), torch.zeros_like(t), torch.full_like(t, 2), t.clone(), t.to(torch.float64), t.half(), t.contiguous(), t + 1, -t, t * t, t > 1,
          torch.where(t > 1, t, 0.0), t + x.reshape(3, 2), x.reshape(3, 2) + t, t.float(), torch.sigmoid(t), t.clone(memory_format=torch.contiguous_format)):
    print(tuple(y.shape), y.stride(), y.is_contiguous(), y.dtype)
z = torch.empty_like(t)
z.copy_(t)
z[0] += 10
print(z, z.T.reshape(-1), t)
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float64
#> (3, 2) (1, 3) False torch.float16
#> (3, 2) (2, 1) True torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.bool
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (2, 1) True torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (1, 3) False torch.float32
#> (3, 2) (2, 1) True torch.float32
#> tensor([[10., 13.],
#>         [ 1.,  4.],
#>         [ 2.,  5.]]) tensor([10.,  1.,  2., 13.,  4.,  5.]) tensor([[0., 3.],
#>         [1., 4.],
#>         [2., 5.]])
### strides_of_views
# source: PyTorch 1.13
import torch
x = torch.arange(24).reshape(2, 3, 4)
for y in (x.unsqueeze(0), x.unsqueeze(1), x.unsqueeze(-1), x[None], x[:, None], x[..., None], x[:, :1], x[:, 1], x.transpose(0, 2), x.permute(2, 0, 1), x.expand(2, 2, 3, 4),
          x.expand(1, 2, 3, 4), x[:1].expand(5, 3, 4), x.squeeze(), x[:, :1].squeeze(1), x.flatten(1), x.view(6, 4), x.view(2, 12), x.transpose(0, 1).reshape(3, 8), x[::2], x[:, ::2, 1::2],
          x.view(2, 3, 2, 2), x[:, :, :2].view(6, 2), x.narrow(2, 1, 2), x.select(1, 2), x.diagonal(), x.diagonal(1, 1, 2), x.unfold(2, 2, 1), x.as_strided((2, 2), (1, 5), 3)):
    print(tuple(y.shape), y.stride(), y.storage_offset(), y.is_contiguous(), y.flatten()[:5].tolist())
#> (1, 2, 3, 4) (24, 12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 1, 3, 4) (12, 12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 3, 4, 1) (12, 4, 1, 1) 0 True [0, 1, 2, 3, 4]
#> (1, 2, 3, 4) (24, 12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 1, 3, 4) (12, 12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 3, 4, 1) (12, 4, 1, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 1, 4) (12, 4, 1) 0 False [0, 1, 2, 3, 12]
#> (2, 4) (12, 1) 4 False [4, 5, 6, 7, 16]
#> (4, 3, 2) (1, 4, 12) 0 False [0, 12, 4, 16, 8]
#> (4, 2, 3) (1, 12, 4) 0 False [0, 4, 8, 12, 16]
#> (2, 2, 3, 4) (0, 12, 4, 1) 0 False [0, 1, 2, 3, 4]
#> (1, 2, 3, 4) (24, 12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (5, 3, 4) (0, 4, 1) 0 False [0, 1, 2, 3, 4]
#> (2, 3, 4) (12, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 4) (12, 1) 0 False [0, 1, 2, 3, 12]
#> (2, 12) (12, 1) 0 True [0, 1, 2, 3, 4]
#> (6, 4) (4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 12) (12, 1) 0 True [0, 1, 2, 3, 4]
#> (3, 8) (8, 1) 0 True [0, 1, 2, 3, 12]
#> (1, 3, 4) (24, 4, 1) 0 True [0, 1, 2, 3, 4]
#> (2, 2, 2) (12, 8, 2) 1 False [1, 3, 9, 11, 13]
#> (2, 3, 2, 2) (12, 4, 2, 1) 0 True [0, 1, 2, 3, 4]
#> (6, 2) (4, 1) 0 False [0, 1, 4, 5, 8]
#> (2, 3, 2) (12, 4, 1) 1 False [1, 2, 5, 6, 9]
#> (2, 4) (12, 1) 8 False [8, 9, 10, 11, 20]
#> (4, 2) (1, 16) 0 False [0, 16, 1, 17, 2]
#> (2, 3) (12, 5) 1 False [1, 6, 11, 13, 18]
#> (2, 3, 3, 2) (12, 4, 1, 1) 0 False [0, 1, 1, 2, 2]
#> (2, 2) (1, 5) 3 False [3, 8, 4, 9]
### views_that_are_not_there
# source: PyTorch 1.13: RuntimeError
import torch
x = torch.arange(12).reshape(3, 4)
for f in (lambda: x.T.view(12), lambda: x[:, :2].view(6), lambda: x.view(5, 3), lambda: x.view(-1, -1), lambda: x.as_strided((4, 4), (4, 1)), lambda: x.expand(2, 4), lambda: x.unfold(0, 4, 1)):
    try:
        print(f())
    except RuntimeError as e:
        print("RuntimeError")
print(x.T.reshape(12), x[:, :2].reshape(6), x.t().view(4, 3).shape, x[:, 1:3].view(3, 2, 1).stride())
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> tensor([ 0,  4,  8,  1,  5,  9,  2,  6, 10,  3,  7, 11]) tensor([0, 1, 4, 5, 8, 9]) torch.Size([4, 3]) (4, 1, 1)
### writes_through_views
# source: PyTorch 1.13
import torch
x = torch.zeros(3, 4)
x.diagonal().fill_(1)
x.as_strided((3,), (4,), 3).copy_(torch.tensor([7.0, 8.0, 9.0]))
x.unfold(1, 2, 2)[0, 1] += 5
x.T[1:3].mul_(-1)
x.view(-1)[1::6] = 4
for part in x.tensor_split(2, dim=1):
    part[0] += 100
a, b = x.chunk(2, 1)
b[2].zero_()
x.movedim(0, 1)[3, 1] = -6
print(x)
#> tensor([[101., 104.,  95., 112.],
#>         [  0.,  -1.,  -0.,  -6.],
#>         [  0.,  -0.,   0.,   0.]])
### memory_formats
# source: PyTorch 1.13
import torch
x = torch.arange(48.0).reshape(2, 3, 2, 4)
y = x.to(memory_format=torch.channels_last)
print(y.stride(), y.is_contiguous(), y.is_contiguous(memory_format=torch.channels_last), torch.equal(x, y))
print(y.clone().stride(), y.contiguous().stride(), (y + 1).stride(), (y * y).stride(), torch.empty_like(y).stride(), y.to(torch.float16).stride())
print(torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).stride(), torch.empty(1, 2, 3, 4, 5, memory_format=torch.channels_last_3d).stride())
print(x.contiguous(memory_format=torch.channels_last).stride(), y.clone(memory_format=torch.contiguous_format).stride())
y[0, 1] = 0
print(y[0, 1].sum(), y.permute(0, 2, 3, 1).is_contiguous(), y.permute(0, 2, 3, 1).reshape(-1)[:4])
#> (24, 1, 12, 3) False True True
#> (24, 1, 12, 3) (24, 8, 4, 1) (24, 1, 12, 3) (24, 1, 12, 3) (24, 1, 12, 3) (24, 1, 12, 3)
#> (60, 1, 15, 3) (120, 1, 40, 10, 2)
#> (24, 1, 12, 3) (24, 8, 4, 1)
#> tensor(0.) True tensor([ 0.,  0., 16.,  1.])
### shape_errors
# source: PyTorch 1.13: RuntimeError
import torch
import torch.nn.functional as F
a, b = torch.ones(2, 3), torch.ones(4)
for f in (lambda: a + b, lambda: a @ b, lambda: a.reshape(4), lambda: torch.cat([a, b]), lambda: torch.stack([a, b]), lambda: a.mul_(torch.ones(2, 2, 3)), lambda: torch.where(a > 0, a, b),
          lambda: a == b, lambda: torch.mm(a, a), lambda: a.sum(0).view(2), lambda: torch.mv(b, b), lambda: torch.dot(a, a), lambda: a.permute(0, 0), lambda: a.split([1, 2, 3]), lambda: torch.arange(0, 1, 0),
          lambda: a[0].copy_(b), lambda: a & a, lambda: torch.trace(b), lambda: torch.topk(b, 9), lambda: torch.einsum("ij,jk->ik", a, a), lambda: F.linear(a, torch.ones(2, 2)), lambda: torch.zeros(-1)):
    try:
        print(f())
    except RuntimeError:
        print("RuntimeError", end=" ")
    except Exception as e:
        print(type(e).__name__, end=" ")
print()
#> RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError 
### copies_convert
# source: PyTorch 1.13: copy_, fill_ and assignment convert to the tensor's dtype, in-place arithmetic does not
import torch
x = torch.zeros(3, dtype=torch.int32)
print(x.copy_(torch.tensor([1.7, -2.7, 3.0])), x.fill_(2.9), x.type(), x.type(torch.float16).dtype, x.type("torch.DoubleTensor").dtype)
x[1] = 5.5
print(x)
for f in (lambda: x.add_(1.5), lambda: x.div_(2), lambda: x.exp_()):
    try:
        print(f())
    except RuntimeError:
        print("RuntimeError")
print(x.mT if x.ndim > 1 else "one axis", torch.ones(2, 3).mT.stride(), torch.ones(4, 2, 3).mT.shape, x.data)
#> tensor([2, 2, 2], dtype=torch.int32) tensor([2, 2, 2], dtype=torch.int32) torch.IntTensor torch.float16 torch.float64
#> tensor([2, 5, 2], dtype=torch.int32)
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> one axis (1, 3) torch.Size([4, 3, 2]) tensor([2, 5, 2], dtype=torch.int32)
