### views_in_place
# source: PyTorch 1.13
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
def facts(x):
    return x.tolist(), tuple(x.shape), x.stride(), x.storage_offset()
x = torch.arange(6).reshape(2, 3)
y, row = x.view(-1), x[1]
same = x.t_()
print(same is x, facts(x), x.is_contiguous())
y[1] = 50
row += 1
print(x.tolist(), facts(row))
x[0, 1] = 7
print(y.tolist(), row.tolist())
x.unsqueeze_(0)
print(facts(x))
x.squeeze_()
print(facts(x), facts(x.transpose_(0, 1)))
z = torch.zeros(2, 1, 3)
z.squeeze_(0)
print(facts(z))
z.squeeze_(1)
print(facts(z), facts(z.unsqueeze_(-1)))
w = torch.arange(24.0).reshape(2, 3, 4)
part = w[1]
part.transpose_(0, 1)
print(facts(part))
part.mul_(2)
print(w[1].tolist(), facts(w.swapaxes_(0, 2)), facts(w.transpose_(0, -1)))
part += w[1].t()
print(w.sum(), part.sum())
told(lambda: w.t_())
told(lambda: w.transpose_(0, 5))
told(lambda: w.unsqueeze_(9))
print(facts(torch.tensor(3).t_()), facts(torch.arange(3).t_()), facts(torch.tensor(3).unsqueeze_(0)))
leaf = torch.ones(2, 3, requires_grad=True)
told(lambda: leaf.t_())
made = leaf * torch.arange(6.0).reshape(2, 3)
made.t_()
(made * torch.arange(6.0).reshape(3, 2)).sum().backward()
print(leaf.grad.tolist())
v = torch.arange(4)
v.unsqueeze_(0)
v.add_(1)
v[0, 2] = 9
print(v, v + v.t(), (v @ v.t()).item())
#> True ([[0, 3], [1, 4], [2, 5]], (3, 2), (1, 3), 0) False
#> [[0, 4], [50, 5], [2, 6]] ([4, 5, 6], (3,), (1,), 3)
#> [0, 50, 2, 7, 5, 6] [7, 5, 6]
#> ([[[0, 7], [50, 5], [2, 6]]], (1, 3, 2), (3, 1, 3), 0)
#> ([[0, 7], [50, 5], [2, 6]], (3, 2), (1, 3), 0) ([[0, 50, 2], [7, 5, 6]], (2, 3), (3, 1), 0)
#> ([[[0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0]]], (2, 1, 3), (3, 3, 1), 0)
#> ([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], (2, 3), (3, 1), 0) ([[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]], (2, 3, 1), (3, 1, 1), 0)
#> ([[12.0, 16.0, 20.0], [13.0, 17.0, 21.0], [14.0, 18.0, 22.0], [15.0, 19.0, 23.0]], (4, 3), (1, 4), 12)
#> [[24.0, 26.0, 28.0, 30.0], [32.0, 34.0, 36.0, 38.0], [40.0, 42.0, 44.0, 46.0]] ([[[0.0, 24.0], [4.0, 32.0], [8.0, 40.0]], [[1.0, 26.0], [5.0, 34.0], [9.0, 42.0]], [[2.0, 28.0], [6.0, 36.0], [10.0, 44.0]], [[3.0, 30.0], [7.0, 38.0], [11.0, 46.0]]], (4, 3, 2), (1, 4, 12), 0) ([[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[24.0, 26.0, 28.0, 30.0], [32.0, 34.0, 36.0, 38.0], [40.0, 42.0, 44.0, 46.0]]], (2, 3, 4), (12, 4, 1), 0)
#> tensor(906.) tensor(840.)
#> RuntimeError
#> IndexError
#> IndexError
#> (3, (), (), 0) ([0, 1, 2], (3,), (1,), 0) ([3], (1,), (1,), 0)
#> RuntimeError
#> [[0.0, 2.0, 8.0], [3.0, 12.0, 25.0]]
#> tensor([[1, 2, 9, 4]]) tensor([[ 2,  3, 10,  5],
#>         [ 3,  4, 11,  6],
#>         [10, 11, 18, 13],
#>         [ 5,  6, 13,  8]]) 102
### resized_in_place
# source: PyTorch 1.13
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
def facts(x):
    return x.tolist(), tuple(x.shape), x.stride(), x.storage_offset()
x = torch.arange(12)
y = x.view(3, 4)
z = x[2:6]
print(facts(x.resize_(2, 3)), facts(y))
x[1, 0] = 70
print(y.tolist())
print(facts(z.resize_(2, 2)), facts(z.resize_(3)), facts(x.resize_((12,))), facts(x.resize_(0)))
x.resize_(3, 4)
print(facts(x), y.tolist() == x.tolist())
t = torch.arange(6).reshape(2, 3).t()
print(facts(t.resize_(2, 2)), facts(t.resize_as_(torch.zeros(3, 1))))
a = torch.arange(3)
a.resize_(5)
print(a[:3].tolist(), tuple(a.shape), a.resize_(2).tolist(), tuple(a.resize_(2, 4).shape), a[0].tolist()[:2])
e = torch.empty(0)
e.resize_(2, 2).fill_(3)
print(e.tolist())
told(lambda: x.resize_(-1, 2))
s = torch.arange(10)
print(facts(s.as_strided_((2, 3), (3, 1), 1)))
s += 100
print(s.tolist())
#> ([[0, 1, 2], [3, 4, 5]], (2, 3), (3, 1), 0) ([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], (3, 4), (4, 1), 0)
#> [[0, 1, 2, 70], [4, 5, 6, 7], [8, 9, 10, 11]]
#> ([[2, 70], [4, 5]], (2, 2), (2, 1), 2) ([2, 70, 4], (3,), (1,), 2) ([0, 1, 2, 70, 4, 5, 6, 7, 8, 9, 10, 11], (12,), (1,), 0) ([], (0,), (1,), 0)
#> ([[0, 1, 2, 70], [4, 5, 6, 7], [8, 9, 10, 11]], (3, 4), (4, 1), 0) True
#> ([[0, 1], [2, 3]], (2, 2), (2, 1), 0) ([[0], [1], [2]], (3, 1), (1, 1), 0)
#> [0, 1, 2] (5,) [0, 1] (2, 4) [0, 1]
#> [[3.0, 3.0], [3.0, 3.0]]
#> RuntimeError
#> ([[1, 2, 3], [4, 5, 6]], (2, 3), (3, 1), 1)
#> [[101, 102, 103], [104, 105, 106]]
### memory_that_grows
# source: PyTorch 1.13
import torch
def facts(x): return x.tolist(), tuple(x.shape), x.stride(), x.storage_offset()
a = torch.arange(6).reshape(2, 3)
b, c = a[1], a.t()
a.resize_(2, 4)
a[1, 2:] = 0
a[1, 3] = 9
print(a[0].tolist(), b.tolist(), c.tolist(), a.shape)
b += 10
print(a[1, :2].tolist(), a.untyped_storage().nbytes() if hasattr(a, 'untyped_storage') else a.storage().nbytes())
b.resize_(6)
b[3:] = torch.tensor([7, 8, 9])
print(facts(b), facts(a), c.tolist())
leaf = torch.ones(2, requires_grad=True)
try: leaf.resize_(3)
except RuntimeError as e: print(e)
x = torch.arange(4.0)
h = x.view(torch.int32)
x.resize_(2, 3).mul_(1)
x[1, 1:] = 5
x[0, 1] = 0.5
print(h.tolist(), facts(x))
y = torch.zeros(2, 3)
address = y.data_ptr()
print(y.t_().data_ptr() == address, y.resize_(3).data_ptr() == address)
#> [0, 1, 2, 3] [3, 4, 5] [[0, 3], [1, 4], [2, 5]] torch.Size([2, 4])
#> [14, 15] 64
#> ([13, 14, 15, 7, 8, 9], (6,), (1,), 3) ([[0, 1, 2, 13], [14, 15, 7, 8]], (2, 4), (4, 1), 0) [[0, 13], [1, 14], [2, 15]]
#> cannot resize variables that require grad
#> [0, 1056964608, 1073741824, 1077936128] ([[0.0, 0.5, 2.0], [3.0, 5.0, 5.0]], (2, 3), (3, 1), 0)
#> True True
