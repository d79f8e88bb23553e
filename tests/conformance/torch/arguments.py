### results_into_given_tensors
# source: torch's own output (1.13)
import torch
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__)
x = torch.tensor([1.0, 4.0])
show(lambda: torch.sqrt(x, out=torch.empty(0)))
place = torch.zeros(3)
kept = place
torch.sqrt(x, out=place)
print(place, kept is place, kept.shape, kept.stride())
torch.mul(x, 2, out=x)
print(x)
show(lambda: torch.sin(x, out=torch.empty(2, dtype=torch.int64)))
print(torch.add(torch.tensor([1, 2]), 1, out=torch.empty(2, dtype=torch.float64)))
print(torch.frac(torch.tensor([1.5, -2.25]), out=torch.empty(0)))
print(torch.deg2rad(torch.tensor([180.0]), out=torch.empty(0)))
print(torch.round(torch.tensor([2.5]), out=torch.empty(0)), torch.bitwise_not(torch.tensor([5]), out=torch.empty(0, dtype=torch.int64)))
#> tensor([1., 2.])
#> tensor([1., 2.]) True torch.Size([2]) (1,)
#> tensor([2., 8.])
#> RuntimeError
#> tensor([2., 3.], dtype=torch.float64)
#> tensor([ 0.5000, -0.2500])
#> tensor([3.1416])
#> tensor([2.]) tensor([-6])
### rounded_division_and_alpha
# source: torch's own output (1.13)
import torch
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__)
a, b = torch.tensor([7, -7, 9]), torch.tensor([2, 2, -4])
for mode in (None, "floor", "trunc"):
    print(torch.div(a, b, rounding_mode=mode), a.float().div(b, rounding_mode=mode), torch.div(a, 2.5, rounding_mode=mode).dtype)
show(lambda: torch.div(a, 2, rounding_mode="round"))
c = a.clone()
print(c.div_(2, rounding_mode="trunc"), torch.divide(a, b, rounding_mode="floor"), torch.true_divide(a, b))
print(torch.add(a, b, alpha=3), torch.sub(a, b, alpha=-1), a.add(1, alpha=2), torch.subtract(a, 1, alpha=2), torch.rsub(a, 10, alpha=2))
show(lambda: torch.add(a, 2, alpha=0.5))
show(lambda: torch.add(a, 2, alpha=True))
print(torch.add(a, 2.5, alpha=0.5), a.float().add_(b, alpha=0.5))
p, q = torch.tensor([True, False]), torch.tensor([True, True])
print(torch.add(p, q, alpha=2), torch.add(p, q, alpha=0), torch.add(p, 2, alpha=3))
print(torch.round(torch.tensor([2.345, -12.355]), decimals=2), torch.round(torch.tensor([1250.0, 1234.0]), decimals=-2))
print(torch.cumsum(torch.tensor([1.7, 2.6]), 0, dtype=torch.int32), torch.tensor([True, True]).cumprod(0, dtype=torch.float32))
#> tensor([ 3.5000, -3.5000, -2.2500]) tensor([ 3.5000, -3.5000, -2.2500]) torch.float32
#> tensor([ 3, -4, -3]) tensor([ 3., -4., -3.]) torch.float32
#> tensor([ 3, -3, -2]) tensor([ 3., -3., -2.]) torch.float32
#> RuntimeError
#> tensor([ 3, -3,  4]) tensor([ 3, -4, -3]) tensor([ 3.5000, -3.5000, -2.2500])
#> tensor([13, -1, -3]) tensor([ 9, -5,  5]) tensor([ 9, -5, 11]) tensor([ 5, -9,  7]) tensor([-4, 24, -8])
#> RuntimeError
#> RuntimeError
#> tensor([ 8.2500, -5.7500, 10.2500]) tensor([ 8., -6.,  7.])
#> tensor([True, True]) tensor([ True, False]) tensor([7, 6])
#> tensor([  2.3400, -12.3600]) tensor([1200., 1200.])
#> tensor([1, 3], dtype=torch.int32) tensor([1., 1.])
### axes_of_tensors_without_axes
# source: torch's own output (1.13)
import torch
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__, str(error).split(" (")[0])
x = torch.tensor(5)
for dim in (0, -1):
    print(x.sum(dim), x.argmax(dim), torch.sort(x, dim)[1], torch.cumsum(x, dim), x.flip(dim), torch.gather(x, dim, torch.tensor(0)))
print(torch.topk(x, 1), x.transpose(0, -1), x.squeeze(0), torch.index_fill(x, 0, torch.tensor([0]), 3), x.scatter(0, torch.tensor(0), 7))
show(lambda: x.sum(1))
show(lambda: torch.ones(2, 3).sum(2))
show(lambda: torch.ones(2, 3).transpose(0, -3))
show(lambda: torch.ones(2, 3).sum((0, -2)))
show(lambda: x.size(0))
show(lambda: torch.unbind(x))
show(lambda: torch.chunk(x, 2))
show(lambda: torch.split(x, 2))
show(lambda: torch.cat([x, x]))
show(lambda: torch.roll(x, 1, 0))
show(lambda: torch.diff(x))
show(lambda: torch.ones(0, 3).max())
show(lambda: torch.ones(0, 3).argmax())
print(type(torch.ones(0, 3).amax(1)).__name__, torch.ones(0, 3).amax(1).shape)
print(torch.cat([torch.tensor([]), torch.ones(2, 2)]), torch.cat([torch.ones(2, 2), torch.tensor([]), torch.ones(2, 1)], 1))
y = torch.tensor([1, 2, 3])
print(y[torch.tensor(True)], y[torch.tensor(False)].shape, x[x > 3], x[x > 9], y[None, torch.tensor(True)].shape)
y[torch.tensor(True)] = 0
x[x > 3] = -1
print(y, x)
#> tensor(5) tensor(0) tensor(0) tensor(5) tensor(5) tensor(5)
#> tensor(5) tensor(0) tensor(0) tensor(5) tensor(5) tensor(5)
#> torch.return_types.topk(
#> values=tensor(5),
#> indices=tensor(0)) tensor(5) tensor(5) tensor(3) tensor(7)
#> IndexError Dimension out of range
#> IndexError Dimension out of range
#> IndexError Dimension out of range
#> RuntimeError dim 0 appears multiple times in the list of dims
#> IndexError Dimension specified as 0 but tensor has no dimensions
#> IndexError Dimension specified as 0 but tensor has no dimensions
#> RuntimeError chunk expects at least a 1-dimensional tensor
#> RuntimeError split expects at least a 1-dimensional tensor
#> RuntimeError zero-dimensional tensor
#> IndexError Dimension specified as 0 but tensor has no dimensions
#> RuntimeError diff expects input to be at least one-dimensional
#> RuntimeError max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.
#> IndexError argmax(): Expected reduction dim to be specified for input.numel() == 0.
#> Tensor torch.Size([0])
#> tensor([[1., 1.],
#>         [1., 1.]]) tensor([[1., 1., 1.],
#>         [1., 1., 1.]])
#> tensor([[1, 2, 3]]) torch.Size([0, 3]) tensor([5]) tensor([], dtype=torch.int64) torch.Size([1, 1, 3])
#> tensor([0, 0, 0]) tensor(-1)
### dtypes_of_conversions_and_tests
# source: torch's own output (1.13)
import torch
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__, error)
print(torch.tensor([-20.5, 300.0, -1.0]).byte(), torch.tensor([-200.5, 300.0]).char(), torch.tensor([40000.0]).short())
u = torch.tensor([1, 200, 7], dtype=torch.uint8)
print(torch.any(u), u.all(), torch.any(u.reshape(1, 3), 0), torch.clamp(u, -2, 3), u.clamp(max=-2))
print(torch.einsum("i->", u), torch.einsum("ij->ji", u.reshape(1, 3)).dtype)
t = torch.tensor([True, False])
print(t.index_add(0, torch.tensor([1]), torch.tensor([True])), torch.scatter_add(t, 0, torch.tensor([0, 0]), t))
show(lambda: int(torch.tensor([1, 2])))
show(lambda: float(torch.tensor([])))
show(lambda: bool(torch.tensor([1, 2])))
show(lambda: bool(torch.tensor([])))
print(int(torch.tensor([[3]])), bool(torch.tensor([0.0])))
#> tensor([236,  44, 255], dtype=torch.uint8) tensor([56, 44], dtype=torch.int8) tensor([-25536], dtype=torch.int16)
#> tensor(1, dtype=torch.uint8) tensor(1, dtype=torch.uint8) tensor([1, 1, 1], dtype=torch.uint8) tensor([3, 3, 3], dtype=torch.uint8) tensor([  1, 200,   7], dtype=torch.uint8)
#> tensor(208) torch.uint8
#> tensor([True, True]) tensor([ True, False])
#> ValueError only one element tensors can be converted to Python scalars
#> ValueError only one element tensors can be converted to Python scalars
#> RuntimeError Boolean value of Tensor with more than one value is ambiguous
#> RuntimeError Boolean value of Tensor with no values is ambiguous
#> 3 False
### what_functions_of_vectors_refuse
# source: torch's own output (1.13)
import torch
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__)
m, v = torch.ones(2, 2), torch.ones(3)
show(lambda: torch.meshgrid(m, v, indexing="ij"))
show(lambda: torch.meshgrid(v, v.double(), indexing="ij"))
show(lambda: torch.combinations(m))
show(lambda: torch.bincount(torch.tensor([-1, 2])))
show(lambda: torch.bincount(torch.tensor([[1, 2]])))
show(lambda: torch.tensordot(m, v, dims=1))
show(lambda: torch.tensordot(m, m.double(), dims=1))
show(lambda: torch.tensordot(m, v, dims=2))
show(lambda: torch.cross(m, m))
show(lambda: torch.index_select(m, 0, torch.tensor([-1])))
show(lambda: torch.rot90(v))
show(lambda: m.permute(0))
show(lambda: torch.nanmean(torch.tensor([1, 2])))
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> IndexError
#> RuntimeError
#> RuntimeError
#> RuntimeError
