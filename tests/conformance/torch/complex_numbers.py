### arithmetic_and_parts
# source: PyTorch 1.13
import torch
a = torch.tensor([1 + 2j, 3 - 1j, 0.5j])
print(a, a.dtype, a.shape)
b = torch.tensor([1.0, 2.0, -0.5])
print(a * b, b - a, a / b, 2j * b, 1 / a)
print(a + a, a * a, a / a, a ** 2, -a)
print(a.real, a.imag, a.abs(), abs(a), torch.angle(a), a.conj())
print(a == a, a != b)
print(torch.tensor([1 + 1j], dtype=torch.complex128), torch.tensor([1.5, 2.5], dtype=torch.complex64))
print(torch.tensor(2 + 3j), torch.tensor(2 + 3j).item(), a.tolist())
print(torch.complex(b, b * 2), torch.polar(torch.ones(3), b))
print(torch.zeros(2, dtype=torch.complex64), torch.ones(2, dtype=torch.cfloat), torch.full((2,), 1j))
print(torch.eye(2, dtype=torch.complex128))
print(a.is_complex(), torch.is_complex(b), torch.complex64.is_complex, torch.float32.is_complex, torch.is_tensor(a), isinstance(a, torch.Tensor))
print(torch.complex64, torch.cdouble, torch.complex64 == torch.cfloat, torch.float32 == torch.complex64)
#> tensor([1.+2.0000j, 3.-1.0000j, 0.+0.5000j]) torch.complex64 torch.Size([3])
#> tensor([1.+2.0000j, 6.-2.0000j, -0.-0.2500j]) tensor([ 0.0000-2.0000j, -1.0000+1.0000j, -0.5000-0.5000j]) tensor([1.0000+2.0000j, 1.5000-0.5000j, 0.0000-1.0000j]) tensor([0.+2.j, 0.+4.j, -0.-1.j]) tensor([0.2000-0.4000j, 0.3000+0.1000j, 0.0000-2.0000j])
#> tensor([2.+4.j, 6.-2.j, 0.+1.j]) tensor([-3.0000+4.j,  8.0000-6.j, -0.2500+0.j]) tensor([1.+0.j, 1.+0.j, 1.+0.j]) tensor([-3.0000+4.j,  8.0000-6.j, -0.2500+0.j]) tensor([-1.-2.0000j, -3.+1.0000j, -0.-0.5000j])
#> tensor([1., 3., 0.]) tensor([ 2.0000, -1.0000,  0.5000]) tensor([2.2361, 3.1623, 0.5000]) tensor([2.2361, 3.1623, 0.5000]) tensor([ 1.1071, -0.3218,  1.5708]) tensor([1.-2.0000j, 3.+1.0000j, 0.-0.5000j])
#> tensor([True, True, True]) tensor([True, True, True])
#> tensor([1.+1.j], dtype=torch.complex128) tensor([1.5000+0.j, 2.5000+0.j])
#> tensor(2.+3.j) (2+3j) [(1+2j), (3-1j), 0.5j]
#> tensor([ 1.0000+2.j,  2.0000+4.j, -0.5000-1.j]) tensor([ 0.5403+0.8415j, -0.4161+0.9093j,  0.8776-0.4794j])
#> tensor([0.+0.j, 0.+0.j]) tensor([1.+0.j, 1.+0.j]) tensor([0.+1.j, 0.+1.j])
#> tensor([[1.+0.j, 0.+0.j],
#>         [0.+0.j, 1.+0.j]], dtype=torch.complex128)
#> True False True False True True
#> torch.complex64 torch.complex128 True False
### views_shapes_and_products
# source: PyTorch 1.13
import torch
x = torch.arange(8.0).reshape(4, 2)
z = torch.view_as_complex(x)
print(z)
z[1] = 10j
z.real.mul_(2)
print(x, z.shape, z.stride(), torch.view_as_real(z).shape)
w = z.reshape(2, 2)
w[:, 0] += 1
print(z, w.T, w.t().stride(), w.transpose(0, -1).shape)
print(w.sum(), w.sum(0), w.mean(dim=-1), w.prod(), w.cumsum(0))
print(w @ w, torch.matmul(w, w[0]), torch.einsum("ij,jk->ik", w, w), torch.outer(w[0], w[1]))
print(torch.cat([w, w]).shape, torch.stack([w, w]).shape, w.unsqueeze(-1).shape, w.flatten(), w.permute(1, 0))
print(w.H, torch.adjoint(w), w.mH)
print(torch.where(w.real > 3, w, 0j), w[w.real > 3], w.tril(), w.roll(1, 0), w.flip(0))
print(w.to(torch.complex128).dtype, w.cdouble().dtype, w.element_size(), w.numel(), w.nelement(), w.dim(), w.is_contiguous())
print([p.tolist() for p in w.unbind(1)], [p.shape for p in w.split(1)], w.expand(3, 2, 2).shape, w[None, ..., 0].shape)
print(torch.allclose(w, w + 1e-9), torch.equal(w, w.clone()), torch.isclose(w, w).all())
print(w.norm())
print((w.exp(), w.log(), w.sqrt(), w.sin(), w.tanh()))
#> tensor([0.+1.j, 2.+3.j, 4.+5.j, 6.+7.j])
#> tensor([[ 0.,  1.],
#>         [ 0., 10.],
#>         [ 8.,  5.],
#>         [12.,  7.]]) torch.Size([4]) (1,) torch.Size([4, 2])
#> tensor([ 1.+1.j,  0.+10.j,  9.+5.j, 12.+7.j]) tensor([[ 1.+1.j,  9.+5.j],
#>         [ 0.+10.j, 12.+7.j]]) (1, 2) torch.Size([2, 2])
#> tensor(22.+23.j) tensor([10.+6.j, 12.+17.j]) tensor([ 0.5000+5.5000j, 10.5000+6.0000j]) tensor(-1960.-500.j) tensor([[ 1.+1.j,  0.+10.j],
#>         [10.+6.j, 12.+17.j]])
#> tensor([[-50.+92.j, -80.+130.j],
#>         [ 77.+137.j,  45.+258.j]]) tensor([-100.+2.j,  -66.+134.j]) tensor([[-50.+92.j, -80.+130.j],
#>         [ 77.+137.j,  45.+258.j]]) tensor([[  4.+14.j,   5.+19.j],
#>         [-50.+90.j, -70.+120.j]])
#> torch.Size([4, 2]) torch.Size([2, 2, 2]) torch.Size([2, 2, 1]) tensor([ 1.+1.j,  0.+10.j,  9.+5.j, 12.+7.j]) tensor([[ 1.+1.j,  9.+5.j],
#>         [ 0.+10.j, 12.+7.j]])
#> tensor([[ 1.-1.j,  9.-5.j],
#>         [ 0.-10.j, 12.-7.j]]) tensor([[ 1.-1.j,  9.-5.j],
#>         [ 0.-10.j, 12.-7.j]]) tensor([[ 1.-1.j,  9.-5.j],
#>         [ 0.-10.j, 12.-7.j]])
#> tensor([[ 0.+0.j,  0.+0.j],
#>         [ 9.+5.j, 12.+7.j]]) tensor([ 9.+5.j, 12.+7.j]) tensor([[ 1.+1.j,  0.+0.j],
#>         [ 9.+5.j, 12.+7.j]]) tensor([[ 9.+5.j, 12.+7.j],
#>         [ 1.+1.j,  0.+10.j]]) tensor([[ 9.+5.j, 12.+7.j],
#>         [ 1.+1.j,  0.+10.j]])
#> torch.complex128 torch.complex128 8 4 4 2 True
#> [[(1+1j), (9+5j)], [10j, (12+7j)]] [torch.Size([1, 2]), torch.Size([1, 2])] torch.Size([3, 2, 2]) torch.Size([1, 2])
#> True True tensor(True)
#> tensor(20.0250)
#> (tensor([[ 1.4687e+00+2.2874e+00j, -8.3907e-01-5.4402e-01j],
#>         [ 2.2985e+03-7.7702e+03j,  1.2270e+05+1.0693e+05j]]), tensor([[0.3466+0.7854j, 2.3026+1.5708j],
#>         [2.3317+0.5071j, 2.6313+0.5281j]]), tensor([[1.0987+0.4551j, 2.2361+2.2361j],
#>         [3.1061+0.8049j, 3.5981+0.9727j]]), tensor([[   1.2985+6.3496e-01j,    0.0000+1.1013e+04j],
#>         [  30.5833-6.7609e+01j, -294.2121+4.6270e+02j]]), tensor([[1.0839+2.7175e-01j, 0.0000+6.4836e-01j],
#>         [1.0000-1.6571e-08j, 1.0000+7.4794e-11j]]))
### gradients_and_optimizers
# source: PyTorch 1.13
import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
(torch.fft.rfft(x).abs() ** 2).sum().backward()
print(x.grad)
z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
loss = (z * z.conj()).real.sum() + (z * (2 + 1j)).imag.sum()
loss.backward()
print(z.grad, z.is_leaf, z.requires_grad)
w = torch.tensor([0j, 1j], requires_grad=True)
w.abs().sum().backward()
print(w.grad)
g, = torch.autograd.grad((z ** 3).real.sum(), z)
print(g)
y = (z.exp() / z).abs().sum()
y.backward()
print(z.grad)
p = torch.nn.Parameter(torch.tensor([1 + 1j, 2 - 1j]))
opt = torch.optim.SGD([p], lr=0.1)
opt2 = torch.optim.Adam([p], lr=0.1)
for o in (opt, opt2):
    o.zero_grad()
    (p.abs() ** 2).sum().backward()
    o.step()
    print(p.detach())
#> tensor([ 9., 12., 15.])
#> tensor([3.+6.j, 7.+0.j]) True True
#> tensor([0.+0.j, 0.+1.j])
#> tensor([-9.-12.j, 24.+18.j])
#> tensor([ 3.9725+5.5137j, 11.4461+0.6352j])
#> tensor([0.8000+0.8000j, 1.6000-0.8000j])
#> tensor([0.7000+0.7000j, 1.5000-0.7000j])
### rotary_embeddings_and_spectral_layers
# source: PyTorch 1.13
import torch
# rotary embeddings
def freqs(dim, end):
    f = 1.0 / (10000.0 ** (torch.arange(0, dim, 2)[: dim // 2].float() / dim))
    t = torch.arange(end)
    return torch.polar(torch.ones(end, dim // 2), torch.outer(t, f).float())
def rotate(x, c):
    v = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    shape = [d if i == 1 or i == v.ndim - 1 else 1 for i, d in enumerate(v.shape)]
    return torch.view_as_real(v * c.view(*shape)).flatten(3).type_as(x)
x = torch.arange(24.0).reshape(1, 3, 2, 4) / 10
print(rotate(x, freqs(4, 3)))
# a spectral layer
class Spectral(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.nn.Parameter(torch.arange(8.0).reshape(2, 2, 2) * (0.1 + 0.2j))
    def forward(self, x):
        ft = torch.fft.rfft(x)
        out = torch.zeros(x.shape[0], 2, x.size(-1) // 2 + 1, dtype=torch.cfloat)
        out[:, :, :2] = torch.einsum("bix,iox->box", ft[:, :, :2], self.weights)
        return torch.fft.irfft(out, n=x.size(-1))
layer = Spectral()
y = layer(torch.arange(16.0).reshape(1, 2, 8))
print(y.detach())
y.square().sum().backward()
print(torch.round(torch.view_as_real(layer.weights.grad)).tolist())
print(torch.fft.fft(torch.fft.fft(torch.eye(2), dim=-1), dim=-2).real)
import numpy as np
n = np.array([1 + 2j, 3j])
t = torch.from_numpy(n)
print(t, t.numpy(), torch.tensor(n).dtype)
#> tensor([[[[ 0.0000,  0.1000,  0.2000,  0.3000],
#>           [ 0.4000,  0.5000,  0.6000,  0.7000]],
#>
#>          [[-0.3251,  1.1594,  0.9890,  1.1099],
#>           [-0.4455,  1.7122,  1.3849,  1.5139]],
#>
#>          [[-2.2116,  0.7474,  1.7616,  1.9356],
#>           [-2.7418,  0.9447,  2.1536,  2.3435]]]])
#> tensor([[[ 1.1029,  1.9515,  4.3515,  6.8971,  8.0971,  7.2485,  4.8485,
#>            2.3029],
#>          [ 1.7716,  3.1858,  7.1858, 11.4284, 13.4284, 12.0142,  8.0142,
#>            3.7716]]])
#> [[[[258.0, 0.0], [33.0, 66.0]], [[426.0, 0.0], [55.0, 109.0]]], [[[846.0, 0.0], [33.0, 66.0]], [[1398.0, 0.0], [55.0, 109.0]]]]
#> tensor([[2., 0.],
#>         [0., 2.]])
#> tensor([1.+2.j, 0.+3.j], dtype=torch.complex128) [1.+2.j 0.+3.j] torch.complex128
### printing_promotion_and_refusals
# source: PyTorch 1.13
import torch
print(torch.tensor([[1.25 + 100j, -3], [0, 1e-3j]]))
print(torch.tensor([1 + 1e9j, 2]), torch.tensor([float("nan") + 1j, complex(float("inf"), -0.0)]))
print(torch.zeros(0, dtype=torch.complex64), torch.zeros(2, 0, dtype=torch.complex128))
print(torch.arange(40).reshape(2, 20) * (1 + 0.5j))
print(torch.arange(1200) * 1j)
print(torch.arange(2000).reshape(50, 40) * 1j)
print(torch.zeros(2, 2, 2, dtype=torch.complex64))
a = torch.ones(2, dtype=torch.complex64); d = torch.ones(2, dtype=torch.float64)
print((a + d).dtype, (a + torch.tensor(1.0, dtype=torch.float64)).dtype, (torch.tensor([1]) * 1j).dtype, (d * 1j).dtype)
print(torch.result_type(a, d), torch.promote_types(torch.complex64, torch.float64), torch.can_cast(torch.complex64, torch.float32), torch.can_cast(torch.float32, torch.complex64))
for call in (lambda: a < a, lambda: a // 2, lambda: torch.max(a), lambda: torch.imag(d), lambda: torch.view_as_complex(d.reshape(2, 1)), lambda: torch.floor(a), lambda: a.sort(), lambda: torch.view_as_real(d), lambda: bool(a), lambda: float(torch.tensor(1j)), lambda: a.clamp(0)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error)[:90])
#> tensor([[ 1.2500+1.0000e+02j, -3.0000+0.0000e+00j],
#>         [ 0.0000+0.0000e+00j,  0.0000+1.0000e-03j]])
#> tensor([1.+1.0000e+09j, 2.+0.0000e+00j]) tensor([nan+1.j, inf-0.j])
#> tensor([], dtype=torch.complex64) tensor([], size=(2, 0), dtype=torch.complex128)
#> tensor([[ 0.+0.0000j,  1.+0.5000j,  2.+1.0000j,  3.+1.5000j,  4.+2.0000j,
#>           5.+2.5000j,  6.+3.0000j,  7.+3.5000j,  8.+4.0000j,  9.+4.5000j,
#>          10.+5.0000j, 11.+5.5000j, 12.+6.0000j, 13.+6.5000j, 14.+7.0000j,
#>          15.+7.5000j, 16.+8.0000j, 17.+8.5000j, 18.+9.0000j, 19.+9.5000j],
#>         [20.+10.0000j, 21.+10.5000j, 22.+11.0000j, 23.+11.5000j, 24.+12.0000j,
#>          25.+12.5000j, 26.+13.0000j, 27.+13.5000j, 28.+14.0000j, 29.+14.5000j,
#>          30.+15.0000j, 31.+15.5000j, 32.+16.0000j, 33.+16.5000j, 34.+17.0000j,
#>          35.+17.5000j, 36.+18.0000j, 37.+18.5000j, 38.+19.0000j, 39.+19.5000j]])
#> tensor([0.+0.0000e+00j, 0.+1.0000e+00j, 0.+2.0000e+00j,  ..., 0.+1.1970e+03j,
#>         0.+1.1980e+03j, 0.+1.1990e+03j])
#> tensor([[0.+0.0000e+00j, 0.+1.0000e+00j, 0.+2.0000e+00j,  ..., 0.+3.7000e+01j,
#>          0.+3.8000e+01j, 0.+3.9000e+01j],
#>         [0.+4.0000e+01j, 0.+4.1000e+01j, 0.+4.2000e+01j,  ..., 0.+7.7000e+01j,
#>          0.+7.8000e+01j, 0.+7.9000e+01j],
#>         [0.+8.0000e+01j, 0.+8.1000e+01j, 0.+8.2000e+01j,  ..., 0.+1.1700e+02j,
#>          0.+1.1800e+02j, 0.+1.1900e+02j],
#>         ...,
#>         [0.+1.8800e+03j, 0.+1.8810e+03j, 0.+1.8820e+03j,  ..., 0.+1.9170e+03j,
#>          0.+1.9180e+03j, 0.+1.9190e+03j],
#>         [0.+1.9200e+03j, 0.+1.9210e+03j, 0.+1.9220e+03j,  ..., 0.+1.9570e+03j,
#>          0.+1.9580e+03j, 0.+1.9590e+03j],
#>         [0.+1.9600e+03j, 0.+1.9610e+03j, 0.+1.9620e+03j,  ..., 0.+1.9970e+03j,
#>          0.+1.9980e+03j, 0.+1.9990e+03j]])
#> tensor([[[0.+0.j, 0.+0.j],
#>          [0.+0.j, 0.+0.j]],
#>
#>         [[0.+0.j, 0.+0.j],
#>          [0.+0.j, 0.+0.j]]])
#> torch.complex128 torch.complex64 torch.complex64 torch.complex128
#> torch.complex128 torch.complex128 False True
#> RuntimeError "lt_cpu" not implemented for 'ComplexFloat'
#> RuntimeError "div_floor_cpu" not implemented for 'ComplexFloat'
#> RuntimeError "max_all" not implemented for 'ComplexFloat'
#> RuntimeError imag is not implemented for tensors with non-complex dtypes.
#> RuntimeError Tensor must have a last dimension of size 2
#> RuntimeError floor is not supported for complex inputs
#> RuntimeError "sorting_kernel_method_name" not implemented for 'ComplexFloat'
#> RuntimeError view_as_real is only supported for complex tensors
#> RuntimeError Boolean value of Tensor with more than one value is ambiguous
#> RuntimeError value cannot be converted to type double without overflow
#> RuntimeError clamp is not supported for complex types
### conversions_and_functions
# source: PyTorch 1.13
import torch
import warnings
warnings.simplefilter("ignore")
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
x, i, z = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([1, 2]), torch.tensor([1 + 2j, -3j])
told(lambda: x.to(torch.complex64))
told(lambda: x.to(z))
told(lambda: i.to(torch.complex128))
told(lambda: x.type_as(z).dtype)
told(lambda: x.cfloat().dtype)
told(lambda: i.cdouble())
told(lambda: x.view(torch.complex64))
told(lambda: z.view(torch.float32))
told(lambda: z.real.dtype)
told(lambda: z.to(torch.float32))
told(lambda: z.to(torch.int64))
told(lambda: z.float())
told(lambda: x.clone().add_(1j))
told(lambda: i.clone().mul_(2j))
told(lambda: x.clone().copy_(torch.ones(4) * 2j))
def put(a, key, value):
    a = a.clone()
    a[key] = value
    return a
told(lambda: put(x, 0, 1j))
told(lambda: put(x, 0, z[0]))
told(lambda: put(z, 0, 2.5))
told(lambda: put(z, slice(None), i))
told(lambda: put(z, z.real == 0, 1 + 1j))
told(lambda: put(z, torch.tensor([1]), 7))
told(lambda: z.add_(x[:2]))
told(lambda: z.mul_(2))
told(lambda: torch.sum(z, dim=0, keepdim=True))
told(lambda: z.new_zeros(2))
told(lambda: torch.zeros_like(z))
told(lambda: torch.randn(3, dtype=torch.complex64).shape)
told(lambda: torch.rand_like(z).dtype)
told(lambda: torch.full_like(z, 2j))
told(lambda: z.squeeze().unsqueeze(0).expand(2, 2))
told(lambda: z.diagonal())
told(lambda: torch.ones(2, 2, dtype=torch.cfloat).diagonal().stride())
told(lambda: torch.diag(z))
told(lambda: z.std())
told(lambda: torch.var(z))
told(lambda: z.cumprod(0))
told(lambda: z.any())
told(lambda: z.all())
told(lambda: z.nonzero())
told(lambda: torch.sgn(z))
told(lambda: z.pow(0.5))
told(lambda: 2 ** z)
told(lambda: z ** z)
told(lambda: torch.sigmoid(z))
told(lambda: torch.kron(z, z))
told(lambda: torch.inner(z, z))
told(lambda: torch.einsum("i,i->", z, z))
told(lambda: torch.tensordot(z, z, 1))
told(lambda: torch.addmm(torch.zeros(2, 2, dtype=torch.cfloat), z.reshape(2, 1), z.reshape(1, 2)))
told(lambda: z.chunk(2))
told(lambda: torch.broadcast_to(z, (2, 2)))
told(lambda: torch.isnan(torch.tensor([complex("nan"), 1])))
told(lambda: [t.item() for t in z])
told(lambda: len(z))
told(lambda: f"{z[0]:.2f}")
told(lambda: z.masked_fill(z.real > 0, 0))
told(lambda: torch.equal(z, z))
told(lambda: torch.finfo(torch.complex64).max)
told(lambda: z.clone().zero_())
told(lambda: z.data_ptr() == z.real.data_ptr())
told(lambda: torch.tensor([1, 2j]) == torch.tensor([1, 0]))
told(lambda: z.type())
#> tensor([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
#> tensor([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
#> tensor([1.+0.j, 2.+0.j], dtype=torch.complex128)
#> torch.complex64
#> torch.complex64
#> tensor([1.+0.j, 2.+0.j], dtype=torch.complex128)
#> tensor([1.+2.j, 3.+4.j])
#> tensor([ 1.,  2., -0., -3.])
#> torch.float32
#> tensor([1., -0.])
#> tensor([1, 0])
#> tensor([1., -0.])
#> RuntimeError
#> RuntimeError
#> tensor([0., 0., 0., 0.])
#> RuntimeError
#> tensor([1., 2., 3., 4.])
#> tensor([2.5000+0.j, -0.0000-3.j])
#> tensor([1.+0.j, 2.+0.j])
#> tensor([1.+2.j, 1.+1.j])
#> tensor([1.+2.j, 7.+0.j])
#> tensor([2.+2.j, 2.-3.j])
#> tensor([4.+4.j, 4.-6.j])
#> tensor([8.-2.j])
#> tensor([0.+0.j, 0.+0.j])
#> tensor([0.+0.j, 0.+0.j])
#> torch.Size([3])
#> torch.complex64
#> tensor([0.+2.j, 0.+2.j])
#> tensor([[4.+4.j, 4.-6.j],
#>         [4.+4.j, 4.-6.j]])
#> IndexError
#> (3,)
#> tensor([[4.+4.j, 0.+0.j],
#>         [0.+0.j, 4.-6.j]])
#> tensor(7.0711)
#> tensor(50.)
#> tensor([ 4.+4.j, 40.-8.j])
#> tensor(True)
#> tensor(True)
#> tensor([[0],
#>         [1]])
#> tensor([0.7071+0.7071j, 0.5547-0.8321j])
#> tensor([2.1974+0.9102j, 2.3676-1.2671j])
#> tensor([-14.9230+5.7710j,  -8.4108+13.6110j])
#> tensor([-35.2734-26.7197j,  -7.4095+0.5712j])
#> tensor([1.0119-0.0142j, 0.9827+0.0049j])
#> tensor([  0.+32.j,  40.-8.j,  40.-8.j, -20.-48.j])
#> tensor(-20.-16.j)
#> tensor(-20.-16.j)
#> tensor(-20.-16.j)
#> tensor([[  0.+32.j,  40.-8.j],
#>         [ 40.-8.j, -20.-48.j]])
#> (tensor([4.+4.j]), tensor([4.-6.j]))
#> tensor([[4.+4.j, 4.-6.j],
#>         [4.+4.j, 4.-6.j]])
#> tensor([ True, False])
#> [(4+4j), (4-6j)]
#> 2
#> 4.00+4.00j
#> tensor([0.+0.j, 0.+0.j])
#> True
#> 3.4028234663852886e+38
#> tensor([0.+0.j, 0.+0.j])
#> True
#> tensor([ True, False])
#> torch.ComplexFloatTensor
### comparisons_within_a_tolerance
# source: PyTorch 1.13
import torch
z = torch.tensor([[1 + 2j, 3j], [0.5, -1j]])
torch.testing.assert_close(z, z + 1e-7)
for other in (z + torch.tensor([0, 1]), z.real, z[0], z.to(torch.complex128)):
    try:
        torch.testing.assert_close(z, other)
    except AssertionError as error:
        print(str(error).split("\n\n")[-1].split("Greatest relative")[0].strip())
#> Mismatched elements: 2 / 4 (50.0%)
#> Greatest absolute difference: 1.0 at index (0, 1) (up to 1e-05 allowed)
#> The values for attribute 'dtype' do not match: torch.complex64 != torch.float32.
#> The values for attribute 'shape' do not match: torch.Size([2, 2]) != torch.Size([2]).
#> The values for attribute 'dtype' do not match: torch.complex64 != torch.complex128.
