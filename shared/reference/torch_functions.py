# SPDX-License-Identifier: Apache-2.0
# Functions of torch, a statement each.
### elementwise
import torch

x = torch.tensor([0.25, 0.5, 0.75])
y = torch.tensor([0.5, 0.25, 2.0])
print(torch.neg(x))
#> tensor([-0.2500, -0.5000, -0.7500])
print(torch.exp2(x))
#> tensor([1.1892, 1.4142, 1.6818])
print(torch.log2(x))
#> tensor([-2.0000, -1.0000, -0.4150])
print(torch.log1p(x))
#> tensor([0.2231, 0.4055, 0.5596])
print(torch.cos(x))
#> tensor([0.9689, 0.8776, 0.7317])
print(torch.tan(x))
#> tensor([0.2553, 0.5463, 0.9316])
print(torch.acos(x))
#> tensor([1.3181, 1.0472, 0.7227])
print(torch.atan(x))
#> tensor([0.2450, 0.4636, 0.6435])
print(torch.sinh(x))
#> tensor([0.2526, 0.5211, 0.8223])
print(torch.cosh(x))
#> tensor([1.0314, 1.1276, 1.2947])
print(torch.asinh(x))
#> tensor([0.2475, 0.4812, 0.6931])
print(torch.atanh(x))
#> tensor([0.2554, 0.5493, 0.9730])
print(torch.log10(x))
#> tensor([-0.6021, -0.3010, -0.1249])
print(torch.expm1(x))
#> tensor([0.2840, 0.6487, 1.1170])
print(torch.erf(x))
#> tensor([0.2763, 0.5205, 0.7112])
print(torch.ceil(x))
#> tensor([1., 1., 1.])
print(torch.square(x))
#> tensor([0.0625, 0.2500, 0.5625])
print(torch.reciprocal(x))
#> tensor([4.0000, 2.0000, 1.3333])
print(torch.absolute(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.negative(x))
#> tensor([-0.2500, -0.5000, -0.7500])
print(torch.arccos(x))
#> tensor([1.3181, 1.0472, 0.7227])
print(torch.arctan(x))
#> tensor([0.2450, 0.4636, 0.6435])
print(torch.arcsin(x))
#> tensor([0.2527, 0.5236, 0.8481])
print(torch.arcsinh(x))
#> tensor([0.2475, 0.4812, 0.6931])
print(torch.arctanh(x))
#> tensor([0.2554, 0.5493, 0.9730])
print(torch.fix(x))
#> tensor([0., 0., 0.])
print(torch.rad2deg(x))
#> tensor([14.3239, 28.6479, 42.9718])
print(torch.lgamma(x))
#> tensor([1.2880, 0.5724, 0.2033])
print(torch.digamma(x))
#> tensor([-4.2275, -1.9635, -1.0859])
print(torch.erfinv(x))
#> tensor([0.2253, 0.4769, 0.8134])
print(torch.i0(x))
#> tensor([1.0157, 1.0635, 1.1456])
print(torch.logit(x))
#> tensor([-1.0986,  0.0000,  1.0986])
print(torch.sinc(x))
#> tensor([0.9003, 0.6366, 0.3001])
print(torch.celu(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.selu(x))
#> tensor([0.2627, 0.5254, 0.7880])
print(torch.isfinite(x))
#> tensor([True, True, True])
print(torch.isinf(x))
#> tensor([False, False, False])
print(torch.logical_not(x))
#> tensor([False, False, False])
print(torch.isposinf(x))
#> tensor([False, False, False])
print(torch.isneginf(x))
#> tensor([False, False, False])
print(torch.isreal(x))
#> tensor([True, True, True])
print(torch.conj(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.resolve_conj(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.resolve_neg(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.conj_physical(x))
#> tensor([0.2500, 0.5000, 0.7500])
print(torch.acosh(1 + x))
#> tensor([0.6931, 0.9624, 1.1588])
print(torch.arccosh(1 + x))
#> tensor([0.6931, 0.9624, 1.1588])
print(torch.clamp_min(x, 0.5))
#> tensor([0.5000, 0.5000, 0.7500])
print(torch.clamp_max(x, 0.5))
#> tensor([0.2500, 0.5000, 0.5000])
print(torch.clip(x, 0.3, 0.6))
#> tensor([0.3000, 0.5000, 0.6000])
print(torch.polygamma(0, x))
#> tensor([-4.2275, -1.9635, -1.0859])
print(torch.mvlgamma(x + 2, 2))
#> tensor([0.6128, 0.8570, 1.1725])
print(torch.frexp(x))
#> (tensor([0.5000, 0.5000, 0.7500]), tensor([-1,  0,  0], dtype=torch.int32))
print(torch.real(x))
#> tensor([0.2500, 0.5000, 0.7500])

print(torch.remainder(x, y))
#> tensor([0.2500, 0.0000, 0.7500])
print(torch.floor_divide(x, y))
#> tensor([0., 2., 0.])
print(torch.multiply(x, y))
#> tensor([0.1250, 0.1250, 1.5000])
print(torch.eq(x, y))
#> tensor([False, False, False])
print(torch.ne(x, y))
#> tensor([True, True, True])
print(torch.lt(x, y))
#> tensor([ True, False,  True])
print(torch.le(x, y))
#> tensor([ True, False,  True])
print(torch.gt(x, y))
#> tensor([False,  True, False])
print(torch.ge(x, y))
#> tensor([False,  True, False])
print(torch.greater(x, y))
#> tensor([False,  True, False])
print(torch.greater_equal(x, y))
#> tensor([False,  True, False])
print(torch.less(x, y))
#> tensor([ True, False,  True])
print(torch.less_equal(x, y))
#> tensor([ True, False,  True])
print(torch.not_equal(x, y))
#> tensor([True, True, True])
print(torch.arctan2(x, y))
#> tensor([0.4636, 1.1071, 0.3588])
print(torch.fmin(x, y))
#> tensor([0.2500, 0.2500, 0.7500])
print(torch.float_power(x, y))
#> tensor([0.5000, 0.8409, 0.5625], dtype=torch.float64)
print(torch.vdot(x, y))
#> tensor(1.7500)
print(torch.dist(x, y))
#> tensor(1.2990)
### bits_and_truth
import torch

a = torch.tensor([1, 6, 12])
b = torch.tensor([3, 5, 10])

print(torch.bitwise_and(a, b))
#> tensor([1, 4, 8])
print(torch.bitwise_or(a, b))
#> tensor([ 3,  7, 14])
print(torch.bitwise_xor(a, b))
#> tensor([2, 3, 6])
print(torch.bitwise_left_shift(a, b))
#> tensor([    8,   192, 12288])
print(torch.bitwise_right_shift(a, b))
#> tensor([0, 0, 0])
p = torch.tensor([True, True, False])
q = torch.tensor([True, False, False])

print(torch.logical_or(p, q))
#> tensor([ True,  True, False])
print(torch.logical_xor(p, q))
#> tensor([False,  True, False])
### reductions
import torch

x = torch.tensor([[3.0, 1.0], [2.0, 4.0]])
print(torch.prod(x))
#> tensor(24.)
print(torch.mean(x))
#> tensor(2.5000)
print(torch.amax(x, dim=0))
#> tensor([3., 4.])
print(torch.amin(x, dim=0))
#> tensor([2., 1.])
print(torch.all(x > 0))
#> tensor(True)
print(torch.argmin(x))
#> tensor(1)
print(torch.count_nonzero(x))
#> tensor(4)
print(torch.numel(x))
#> 4
print(torch.quantile(x, 0.5))
#> tensor(2.5000)
print(torch.nanquantile(x, 0.5))
#> tensor(2.5000)
print(torch.mode(torch.tensor([1, 2, 2])))
#> torch.return_types.mode(
#> values=tensor(2),
#> indices=tensor(2))
print(torch.histc(x, bins=2, min=0.0, max=4.0))
#> tensor([1., 3.])
print(torch.histogram(x.flatten(), bins=2))
#> (tensor([2., 2.]), tensor([1.0000, 2.5000, 4.0000]))
print(torch.bincount(torch.tensor([0, 1, 1])))
#> tensor([1, 2])
print(torch.msort(x))
#> tensor([[2., 1.],
#>         [3., 4.]])
print(torch.bucketize(torch.tensor([1.5]), torch.tensor([1.0, 2.0])))
#> tensor([1])
print(torch.cov(x))
#> tensor([[ 2., -2.],
#>         [-2.,  2.]])
print(torch.corrcoef(x))
#> tensor([[ 1., -1.],
#>         [-1.,  1.]])
print(torch.logcumsumexp(x, dim=1))
#> tensor([[3.0000, 3.1269],
#>         [2.0000, 4.1269]])
print(torch.trapezoid(x))
#> tensor([2., 3.])
print(torch.trapz(x))
#> tensor([2., 3.])
print(torch.cumulative_trapezoid(x))
#> tensor([[2.],
#>         [3.]])
print(torch.gradient(torch.tensor([1.0, 2.0, 4.0])))
#> (tensor([1.0000, 1.5000, 2.0000]),)
print(torch.unique_consecutive(torch.tensor([1, 1, 2])))
#> tensor([1, 2])
### shapes
import torch

x = torch.arange(6)
m = torch.arange(6).reshape(2, 3)
print(torch.reshape(x, (2, 3)))
#> tensor([[0, 1, 2],
#>         [3, 4, 5]])
print(torch.transpose(m, 0, 1))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.permute(m, (1, 0)))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.t(m))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.movedim(m, 0, 1))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.moveaxis(m, 0, 1))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.swapaxes(m, 0, 1))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.swapdims(m, 0, 1))
#> tensor([[0, 3],
#>         [1, 4],
#>         [2, 5]])
print(torch.squeeze(torch.zeros(1, 3)).shape)
#> torch.Size([3])
print(torch.unsqueeze(x, 0).shape)
#> torch.Size([1, 6])
print(torch.ravel(m))
#> tensor([0, 1, 2, 3, 4, 5])
print(torch.unflatten(x, 0, (2, 3)))
#> tensor([[0, 1, 2],
#>         [3, 4, 5]])
print(torch.tile(x, (2,)))
#> tensor([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
print(torch.select(m, 0, 1))
#> tensor([3, 4, 5])
print(torch.concat([m, m]).shape)
#> torch.Size([4, 3])
print(torch.concatenate([m, m]).shape)
#> torch.Size([4, 3])
print(torch.row_stack([x, x]).shape)
#> torch.Size([2, 6])
print(torch.dstack([m, m]).shape)
#> torch.Size([2, 3, 2])
print(torch.column_stack([x, x]).shape)
#> torch.Size([6, 2])
print(torch.tensor_split(x, 3))
#> (tensor([0, 1]), tensor([2, 3]), tensor([4, 5]))
print(torch.hsplit(m, 3))
#> (tensor([[0],
#>         [3]]), tensor([[1],
#>         [4]]), tensor([[2],
#>         [5]]))
print(torch.vsplit(m, 2))
#> (tensor([[0, 1, 2]]), tensor([[3, 4, 5]]))
print(torch.dsplit(torch.zeros(1, 1, 2), 2))
#> (tensor([[[0.]]]), tensor([[[0.]]]))
print(torch.atleast_1d(torch.tensor(1)))
#> tensor([1])
print(torch.atleast_2d(torch.tensor(1)))
#> tensor([[1]])
print(torch.atleast_3d(torch.tensor(1)))
#> tensor([[[1]]])
print(torch.diagonal(m))
#> tensor([0, 4])
print(torch.diag_embed(x[:2]))
#> tensor([[0, 0],
#>         [0, 1]])
print(torch.diagflat(x[:2]))
#> tensor([[0, 0],
#>         [0, 1]])
print(torch.block_diag(m, m).shape)
#> torch.Size([4, 6])
print(torch.narrow_copy(x, 0, 1, 2))
#> tensor([1, 2])
print(torch.as_strided(x, (2, 2), (2, 1)))
#> tensor([[0, 1],
#>         [2, 3]])
print(torch.tril_indices(2, 2))
#> tensor([[0, 1, 1],
#>         [0, 0, 1]])
print(torch.triu_indices(2, 2))
#> tensor([[0, 0, 1],
#>         [0, 1, 1]])
print(torch.unravel_index(torch.tensor(5), (2, 3)))
#> (tensor(1), tensor(2))
print(x[torch.newaxis].shape)
#> torch.Size([1, 6])
print(torch.clone(x))
#> tensor([0, 1, 2, 3, 4, 5])
print(torch.detach(x))
#> tensor([0, 1, 2, 3, 4, 5])
print(torch.ones_like(m))
#> tensor([[1, 1, 1],
#>         [1, 1, 1]])
print(torch.asarray([1, 2]))
#> tensor([1, 2])
print(torch.scalar_tensor(3.0))
#> tensor(3.)
print(torch.logspace(0, 2, 3))
#> tensor([  1.,  10., 100.])
print(torch.empty_strided((2, 2), (2, 1)).shape)
#> torch.Size([2, 2])
print(torch.pixel_shuffle(torch.zeros(1, 4, 1, 1), 2).shape)
#> torch.Size([1, 1, 2, 2])
print(torch.pixel_unshuffle(torch.zeros(1, 1, 2, 2), 2).shape)
#> torch.Size([1, 4, 1, 1])
print(torch.channel_shuffle(torch.zeros(1, 4, 1, 1), 2).shape)
#> torch.Size([1, 4, 1, 1])
### choosing_and_writing
import torch

x = torch.zeros(4)
at = torch.tensor([0, 2])
by = torch.tensor([1.0, 2.0])
print(torch.take(torch.tensor([3, 4, 5]), at))
#> tensor([3, 5])
print(torch.masked_select(by, by > 1))
#> tensor([2.])
print(torch.masked_fill(by, by > 1, 0.0))
#> tensor([1., 0.])
print(torch.masked_scatter(by, by > 1, torch.tensor([9.0])))
#> tensor([1., 9.])
print(torch.argwhere(by > 1))
#> tensor([[1]])
print(torch.scatter(x, 0, at, by))
#> tensor([1., 0., 2., 0.])
print(torch.scatter_reduce(x, 0, at, by, 'sum'))
#> tensor([1., 0., 2., 0.])
print(torch.index_add(x, 0, at, by))
#> tensor([1., 0., 2., 0.])
print(torch.index_copy(x, 0, at, by))
#> tensor([1., 0., 2., 0.])
print(torch.index_put(x, (at,), by))
#> tensor([1., 0., 2., 0.])
print(torch.index_reduce(x, 0, at, by, 'amax'))
#> tensor([1., 0., 2., 0.])
print(torch.diagonal_scatter(torch.zeros(2, 2), by))
#> tensor([[1., 0.],
#>         [0., 2.]])
print(torch.select_scatter(torch.zeros(2, 2), by, 0, 1))
#> tensor([[0., 0.],
#>         [1., 2.]])
print(torch.slice_scatter(x, by, 0, 0, 2))
#> tensor([1., 2., 0., 0.])
### products_and_systems
import torch

a = torch.tensor([[2.0, 0.0], [0.0, 4.0]])
v = torch.tensor([3.0, 4.0])
print(torch.baddbmm(a[None], a[None], a[None]))
#> tensor([[[ 6.,  0.],
#>          [ 0., 20.]]])
print(torch.addbmm(a, a[None], a[None]))
#> tensor([[ 6.,  0.],
#>         [ 0., 20.]])
print(torch.addmv(v, a, v))
#> tensor([ 9., 20.])
print(torch.addr(a, v, v))
#> tensor([[11., 12.],
#>         [12., 20.]])
print(torch.ger(v, v))
#> tensor([[ 9., 12.],
#>         [12., 16.]])
print(torch.vander(v))
#> tensor([[3., 1.],
#>         [4., 1.]])
print(torch.matrix_power(a, 2))
#> tensor([[ 4.,  0.],
#>         [ 0., 16.]])
print(torch.matrix_exp(torch.zeros(2, 2)))
#> tensor([[1., 0.],
#>         [0., 1.]])
print(torch.det(a))
#> tensor(8.)
print(torch.slogdet(a))
#> slogdet(sign=tensor(1.), logabsdet=tensor(2.0794))
print(torch.logdet(a))
#> tensor(2.0794)
print(torch.inverse(a))
#> tensor([[0.5000, 0.0000],
#>         [0.0000, 0.2500]])
print(torch.cholesky(a))
#> tensor([[1.4142, 0.0000],
#>         [0.0000, 2.0000]])
print(torch.cholesky_solve(v[:, None], torch.cholesky(a)))
#> tensor([[1.5000],
#>         [1.0000]])
print(torch.cholesky_inverse(torch.cholesky(a)))
#> tensor([[0.5000, 0.0000],
#>         [0.0000, 0.2500]])
print(torch.pdist(a))
#> tensor([4.4721])
print(torch.renorm(a, 2, 0, 1.0))
#> tensor([[1., 0.],
#>         [0., 1.]])
q, r = torch.qr(torch.eye(2))
print((q @ r).abs())
#> tensor([[1.0000, 0.0000],
#>         [0.0000, 1.0000]])
### layers_as_functions
import torch

x = torch.arange(4.0).reshape(1, 4)
print(torch.dropout(x, 0.5, False))
#> tensor([[0., 1., 2., 3.]])
print(torch.layer_norm(x, (4,)))
#> tensor([[-1.3416, -0.4472,  0.4472,  1.3416]])
print(torch.rms_norm(x, (4,)))
#> tensor([[0.0000, 0.5345, 1.0690, 1.6036]])
print(torch.group_norm(x, 2))
#> tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
print(torch.embedding(torch.eye(3), torch.tensor([2, 0])))
#> tensor([[0., 0., 1.],
#>         [1., 0., 0.]])
print(torch.selu_(torch.tensor([1.0])))
#> tensor([1.0507])
print(torch.celu_(torch.tensor([-1.0])))
#> tensor([-0.6321])
print(torch.rrelu_(torch.tensor([2.0])))
#> tensor([2.])
### random_and_windows
import torch

torch.manual_seed(0)
print(torch.normal(0.0, 1.0, (2,)).shape)
#> torch.Size([2])
print(torch.bernoulli(torch.tensor([0.0, 1.0])))
#> tensor([0., 1.])
print(torch.randperm(4).sort().values)
#> tensor([0, 1, 2, 3])
print(torch.randint_like(torch.zeros(3), 1))
#> tensor([0., 0., 0.])
print(torch.multinomial(torch.tensor([0.0, 1.0]), 1))
#> tensor([1])
print(torch.hann_window(4))
#> tensor([0.0000, 0.5000, 1.0000, 0.5000])
print(torch.hamming_window(4))
#> tensor([0.0800, 0.5400, 1.0000, 0.5400])
print(torch.bartlett_window(4))
#> tensor([0.0000, 0.5000, 1.0000, 0.5000])
print(torch.blackman_window(4))
#> tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
print(torch.initial_seed())
#> 0
generator = torch.Generator()
generator.manual_seed(3)
print(generator.initial_seed())
#> 3
print(generator.seed() is not None)
#> True
print(torch.seed() is not None)
#> True
### dtypes_and_devices
import torch


print(torch.half)
#> torch.float16
print(torch.double)
#> torch.float64
print(torch.int)
#> torch.int32
print(torch.long)
#> torch.int64
print(torch.short)
#> torch.int16
print(torch.uint16)
#> torch.uint16
print(torch.inf)
#> inf
print(torch.nan)
#> nan
print(torch.pi)
#> 3.141592653589793
print(torch.e)
#> 2.718281828459045
print(torch.strided)
#> torch.strided
print(torch.preserve_format)
#> torch.preserve_format
print(torch.device('cuda'))
#> cuda
print(isinstance(torch.float32, torch.dtype))
#> True
print(isinstance(torch.strided, torch.layout))
#> False
print(isinstance(torch.preserve_format, torch.memory_format))
#> False
print(torch.is_floating_point(torch.zeros(1)))
#> True
print(torch.is_nonzero(torch.ones(1)))
#> True
print(torch.is_same_size(torch.ones(1), torch.zeros(1)))
#> True
print(torch.is_storage(1))
#> False
print(torch.get_default_dtype())
#> torch.float32
print(torch.DoubleTensor([1]))
#> tensor([1.], dtype=torch.float64)
print(torch.HalfTensor([1]))
#> tensor([1.], dtype=torch.float16)
print(torch.LongTensor([1]))
#> tensor([1])
print(torch.IntTensor([1]))
#> tensor([1], dtype=torch.int32)
print(torch.ShortTensor([1]))
#> tensor([1], dtype=torch.int16)
print(torch.BoolTensor([1]))
#> tensor([True])
print(torch.ByteTensor([1]))
#> tensor([1], dtype=torch.uint8)
print(torch.CharTensor([1]))
#> tensor([1], dtype=torch.int8)
print(torch.BFloat16Tensor([1]))
#> tensor([1.], dtype=torch.bfloat16)
### settings
import torch

torch.set_default_dtype(torch.float32)
print(torch.zeros(1).dtype)
#> torch.float32

torch.set_default_tensor_type(torch.FloatTensor)
torch.set_default_device("cpu")
torch.set_float32_matmul_precision("high")
print(torch.get_float32_matmul_precision())
#> highest
torch.use_deterministic_algorithms(True)
print(torch.are_deterministic_algorithms_enabled())
#> True
print(torch.is_deterministic_algorithms_warn_only_enabled())
#> False
print(torch.tensor([1 / 3]))
#> tensor([0.3333])
torch.set_num_threads(1)
print(torch.get_num_threads() >= 1, torch.get_num_interop_threads() >= 1)
#> True True
with torch.inference_mode():
    print(torch.is_inference_mode_enabled())
#> True
print(torch.is_autocast_enabled())
#> False
double = torch.compile(lambda x: 2 * x)
print(double(torch.ones(2)))
#> tensor([2., 2.])
print(torch.vmap(torch.sum)(torch.ones(2, 3)))
#> tensor([3., 3.])
