# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Functions of torch that are seldom used: special functions, shapes, statistics, windows and matrices."""

import math as _math
import torch


def _axis(x, dim):
    # An axis counted from the front; a tensor without axes has one, for torch.
    n = max(x.ndim, 1)
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    return dim % n


_kinds = {
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.int8: "Char",
    torch.uint8: "Byte",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.bool: "Bool",
}


def _kind(x):
    # What torch calls a tensor's dtype in its errors.
    return ("ComplexDouble" if x.dtype == torch.complex128 else "ComplexFloat") if x.is_complex() else _kinds[x.dtype]


def _real(x):
    if x.is_complex():
        raise NotImplementedError("this function of complex tensors")
    return x if x.is_floating_point() else x.to(torch.float32)


def _by(function, *tensors):
    # What NumPy's arrays are given to, in the precision that torch computes in.
    type = tensors[0].dtype
    for x in tensors[1:]:
        type = torch.promote_types(type, x.dtype)
    if type.is_complex:
        raise NotImplementedError("this function of complex tensors")
    type = type if type.is_floating_point else torch.float32
    wide = type if type in (torch.float32, torch.float64) else torch.float32
    device = tensors[0].device
    tensors = torch.broadcast_tensors(*tensors)
    result = function(*[x.detach().cpu().to(wide).numpy() for x in tensors])
    return torch.from_numpy(result).to(device).to(type)


def _tensors(input, other):
    # Two operands of a function of reals, a number as a tensor of the other's kind.
    if not torch.is_tensor(other):
        other = torch.tensor(other, dtype=input.dtype if input.is_floating_point() else None, device=input.device)
    if not torch.is_tensor(input):
        input = torch.tensor(input, dtype=other.dtype, device=other.device)
    return input, other


def _only_tensors(name, *operands):
    for k, x in enumerate(operands):
        if not torch.is_tensor(x):
            argument = f"argument '{('input', 'other')[k]}' (position {k + 1})"
            raise TypeError(f"{name}(): {argument} must be Tensor, not {type(x).__name__}")


def _no_integers(name, *tensors):
    if not any(torch.is_tensor(x) and x.is_floating_point() for x in tensors):
        raise RuntimeError(f"\"{name}\" not implemented for '{_kind(tensors[0])}'")


def _in_double(function, input):
    x = _real(input)
    return function(x.double()).to(x.dtype)


def _stirling(x):
    # log gamma of x >= 10.
    y = 1 / (x * x)
    series = 1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360)))))
    return (x - 0.5) * torch.log(x) - x + 0.5 * _math.log(2 * _math.pi) + series / x


def _log_gamma(x):
    # Of positive numbers, ten steps further up; the product of the steps is taken away.
    product = x
    for k in range(1, 10):
        product = product * (x + k)
    up = torch.where(x < 10, x + 10, x)
    value = _stirling(up) - torch.where(x < 10, torch.log(product), 0.0)
    return torch.where(torch.isinf(x), x, torch.where((x == 1) | (x == 2), 0.0, value))


def lgamma(input, *, out=None):
    def function(x):
        low = x < 0.5
        positive = _log_gamma(torch.where(low, 1 - x, x))
        sine = torch.abs(torch.sin(_math.pi * (x - torch.floor(x))))
        reflected = torch.log(_math.pi / sine) - positive
        pole = (x <= 0) & (x == torch.floor(x))
        return torch.where(pole | torch.isinf(x), _math.inf, torch.where(low, reflected, positive))

    return torch._out(_in_double(function, input), out)


def digamma(input, *, out=None):
    def positive(x):
        steps = torch.zeros_like(x)
        for k in range(10):
            steps = steps + 1 / (x + k)
        up = torch.where(x < 10, x + 10, x)
        y = 1 / (up * up)
        series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132 - y * (691 / 32760))))))
        return torch.log(up) - 0.5 / up - series - torch.where(x < 10, steps, 0.0)

    def function(x):
        low = x < 0.5
        value = positive(torch.where(low, 1 - x, x))
        reflected = value - _math.pi / torch.tan(_math.pi * (x - torch.floor(x)))
        result = torch.where(low, reflected, value)
        result = torch.where((x < 0) & (x == torch.floor(x)), _math.nan, result)
        return torch.where(x == 0, torch.copysign(torch.full_like(x, _math.inf), -x), result)

    return torch._out(_in_double(function, input), out)


def erfinv(input, *, out=None):
    def function(y):
        size = torch.abs(y)
        # A first value by logarithms, then Newton's steps; near 1 on erfc, which is exact there.
        w = torch.log1p(-size * size)
        half = 2 / (_math.pi * 0.147) + w / 2
        x = torch.sqrt(torch.sqrt(half * half - w / 0.147) - half)
        for _ in range(4):
            error = torch.where(size < 0.5, torch.erf(x) - size, (1 - size) - torch.erfc(x))
            x = x - error / (2 / _math.sqrt(_math.pi) * torch.exp(-x * x))
        x = torch.where(size == 1, _math.inf, torch.where(size == 0, 0.0, x))
        return torch.where(size > 1, _math.nan, torch.copysign(x, y))

    return torch._out(_in_double(function, input), out)


def polygamma(n, input):
    if n == 0:
        return digamma(input)
    raise NotImplementedError("`torch.polygamma` of order 1 and more is not supported yet")


def mvlgamma(input, p):
    result = p * (p - 1) / 4 * _math.log(_math.pi)
    for j in range(p):
        result = lgamma(input - j / 2) + result
    return result


def i0(input, *, out=None):
    import numpy as np

    return torch._out(_by(np.i0, input), out)


def logit(input, eps=None, *, out=None):
    x = _real(input)
    x = x if eps is None else torch.clamp(x, eps, 1 - eps)
    return torch._out(torch.log(x / (1 - x)), out)


def sinc(input, *, out=None):
    x = _real(input) * _math.pi
    return torch._out(torch.where(x == 0, 1.0, torch.sin(x) / torch.where(x == 0, 1.0, x)).to(x.dtype), out)


def deg2rad(input, *, out=None):
    return torch._out(_real(input) * (_math.pi / 180), out)


def rad2deg(input, *, out=None):
    return torch._out(_real(input) * (180 / _math.pi), out)


def angle(input):
    if input.is_complex():
        return torch._of_complex("angle", input)
    x = _real(input)
    return torch.where(torch.isnan(x), x, torch.where(x < 0, _math.pi, 0.0)).to(x.dtype)


def isposinf(input):
    return input == _math.inf


def isneginf(input):
    return input == -_math.inf


def isreal(input):
    if input.is_complex():
        return torch._of_complex("isreal", input)
    return torch.ones_like(input, dtype=torch.bool)


def conj(input):
    return torch._of_complex("conj", input) if input.is_complex() else input


def resolve_conj(input):
    return input


def resolve_neg(input):
    return input


def conj_physical(input):
    return torch._of_complex("conj_physical", input) if input.is_complex() else input


def real(input):
    return torch._of_complex("real", input) if input.is_complex() else input


def imag(input):
    if input.is_complex():
        return torch._of_complex("imag", input)
    raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


def adjoint(input):
    return conj(input.transpose(-2, -1))


def logaddexp(input, other):
    _only_tensors("logaddexp", input, other)
    _no_integers("logaddexp_cpu", input, other)
    most = torch.maximum(input, other)
    tail = torch.log1p(torch.exp(-torch.abs(input - other)))
    return torch.where(torch.isinf(most) & (input == other), input, most + tail)


def logaddexp2(input, other):
    _only_tensors("logaddexp2", input, other)
    _no_integers("logaddexp2_cpu", input, other)
    most = torch.maximum(input, other)
    tail = torch.log1p(torch.exp2(-torch.abs(input - other))) * (1 / _math.log(2))
    return torch.where(torch.isinf(most) & (input == other), input, most + tail)


def xlogy(input, other):
    input, other = _tensors(input, other)
    _real(input), _real(other)
    a = input if input.is_floating_point() or other.is_floating_point() else input.float()
    product = a * torch.log(other)
    return torch.where(torch.isnan(product) & torch.isnan(_real(other)), product, torch.where(a == 0, 0.0, product))


def float_power(input, exponent):
    a = _real(input).double() if torch.is_tensor(input) else float(input)
    b = _real(exponent).double() if torch.is_tensor(exponent) else float(exponent)
    return a**b


def heaviside(input, values):
    _only_tensors("heaviside", input, values)
    if input.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    step = torch.where(input > 0, 1, torch.where(input == 0, values, 0)).to(input.dtype)
    return torch.where(torch.isnan(_real(input)), 0, step).to(input.dtype)


def ldexp(input, other):
    if not torch.is_tensor(other):
        raise TypeError(f"ldexp(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    input, other = _tensors(input, other)
    return input * torch.pow(torch.tensor(2.0, device=input.device), other)


def nextafter(input, other):
    import numpy as np

    _only_tensors("nextafter", input, other)

    _no_integers("nextafter_cpu", input, other)
    return _by(np.nextafter, input, other)


def frexp(input):
    import numpy as np

    _no_integers("frexp", input)
    mantissa, exponent = np.frexp(input.detach().cpu().numpy())
    parts = torch.from_numpy(mantissa), torch.from_numpy(exponent).to(torch.int32)
    return tuple(part.to(input.device) for part in parts)


def _whole(name, input, other):
    _only_tensors(name, input, other)
    type = torch.promote_types(input.dtype, other.dtype)
    if type.is_floating_point or type == torch.bool:
        raise RuntimeError(f"\"{name}_cpu\" not implemented for '{_kinds[type]}'")
    return type


def gcd(input, other):
    type = _whole("gcd", input, other)
    a, b = torch.broadcast_tensors(torch.abs(input.to(type)), torch.abs(other.to(type)))
    for _ in range(12 * type.itemsize):
        rest = torch.where(b == 0, 0, a % torch.where(b == 0, 1, b))
        a, b = torch.where(b == 0, a, b), rest
    return a


def lcm(input, other):
    type = _whole("lcm", input, other)
    d = gcd(input.to(type), other.to(type))
    return torch.where(d == 0, 0, torch.abs(input.to(type) // torch.where(d == 0, 1, d) * other.to(type)))


# Shapes


def atleast_3d(input):
    if input.ndim == 0:
        return input.reshape(1, 1, 1)
    return input.reshape(1, -1, 1) if input.ndim == 1 else input.unsqueeze(-1) if input.ndim == 2 else input


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    n = input.shape[-1] + abs(offset)
    result = torch.zeros(tuple(input.shape[:-1]) + (n, n), dtype=input.dtype, device=input.device)
    size = input.shape[-1]
    rows = torch.arange(size, device=input.device) + max(-offset, 0)
    columns = torch.arange(size, device=input.device) + max(offset, 0)
    if size:
        result[..., rows, columns] = input
    rank = result.ndim
    return result if (dim1 % rank, dim2 % rank) == (rank - 2, rank - 1) else result.movedim((-2, -1), (dim1, dim2))


def diagflat(input, offset=0):
    return diag_embed(input.reshape(-1), offset)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    result = input.clone()
    result.diagonal(offset, dim1, dim2).copy_(src)
    return result


def select_scatter(input, src, dim, index):
    result = input.clone()
    result.select(dim, index).copy_(src)
    return result


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    result = input.clone()
    part = result[(slice(None),) * _axis(input, dim) + (slice(start, end, step),)]
    if part.shape != src.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self."
            f" src size = {list(src.shape)}, slice size = {list(part.shape)}"
        )
    part.copy_(src)
    return result


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def hsplit(input, indices_or_sections):
    if input.ndim == 0:
        raise RuntimeError("torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dims")
    return input.tensor_split(indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    if input.ndim < 2:
        raise RuntimeError(f"torch.vsplit requires a tensor with at least 2 dimension, but got {input.ndim}")
    return input.tensor_split(indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    if input.ndim < 3:
        raise RuntimeError(f"torch.dsplit requires a tensor with at least 3 dimension, but got {input.ndim}")
    return input.tensor_split(indices_or_sections, 2)


def block_diag(*tensors):
    parts = [x.reshape(1, -1) if x.ndim < 2 else x for x in tensors]
    type = parts[0].dtype
    for x in parts[1:]:
        type = torch.promote_types(type, x.dtype)
    shape = sum(x.shape[0] for x in parts), sum(x.shape[1] for x in parts)
    result = torch.zeros(shape, dtype=type, device=parts[0].device)
    row = column = 0
    for x in parts:
        result[row : row + x.shape[0], column : column + x.shape[1]] = x
        row, column = row + x.shape[0], column + x.shape[1]
    return result


def combinations(input, r=2, with_replacement=False):
    import itertools

    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")

    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(input.shape[0]), r))
    return input[torch.tensor(rows)] if rows else torch.empty(0, dtype=input.dtype)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """A tensor of any strides, whose elements say nothing."""
    count = 1 + sum((n - 1) * step for n, step in zip(size, stride)) if all(size) else 0
    result = torch.empty(count, dtype=dtype, device=device).as_strided(size, stride)
    result.requires_grad = requires_grad
    return result


def unravel_index(indices, shape):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    parts = []
    for n in reversed(shape):
        parts.append(indices % n)
        indices = indices // n
    return tuple(reversed(parts))


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("`dim` of `torch.unique_consecutive` is not supported yet")
    x = input.reshape(-1)
    starts = torch.ones_like(x, dtype=torch.bool)
    if x.numel() > 1:
        starts[1:] = x[1:] != x[:-1]
    parts = [x[starts]]
    places = torch.cumsum(starts, 0) - 1
    if return_inverse:
        parts.append(places.reshape(input.shape))
    if return_counts:
        parts.append(torch.bincount(places, minlength=parts[0].numel()))
    return parts[0] if len(parts) == 1 else tuple(parts)


def vander(x, N=None, increasing=False):
    n = x.shape[-1] if N is None else N
    powers = torch.arange(n, device=x.device)
    return x.unsqueeze(-1) ** (powers if increasing else powers.flip((0,)))


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    import numpy as np

    data = torch.from_numpy(np.frombuffer(buffer, np.uint8, -1, offset)).view(dtype)
    return data if count < 0 else data[:count]


def index_put(input, indices, values, accumulate=False):
    return input.clone().index_put_(indices, values, accumulate)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    return input.clone().scatter_reduce_(dim, index, src, reduce, include_self=include_self)


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    kinds = {"amax": "max", "amin": "min"}
    if reduce not in kinds or not include_self:
        raise NotImplementedError(f"`index_reduce` with reduce={reduce!r}, include_self={include_self}")
    key = (slice(None),) * _axis(input, dim) + (index,)
    return input.clone()._put(key, source, kinds[reduce])


def channel_shuffle(input, groups):
    shape = tuple(input.shape)
    x = input.reshape((shape[0], groups, shape[1] // groups) + shape[2:])
    return x.transpose(1, 2).reshape(shape)


def pixel_shuffle(input, upscale_factor):
    return torch.nn.functional.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    return torch.nn.functional.pixel_unshuffle(input, downscale_factor)


# Statistics and sums


def mode(input, dim=-1, keepdim=False):
    """The most frequent value, the least of several, and the last place where it stands."""
    dim = _axis(input, dim)
    same = (input.unsqueeze(dim) == input.unsqueeze(dim + 1)).sum(dim + 1)
    candidates = torch.where(same == torch.amax(same, dim, True), 0, 1)
    order = torch.argsort(input, dim=dim, stable=True)
    sorted_ones = torch.take_along_dim(candidates, order, dim)
    first = torch.argmin(sorted_ones, dim, True)
    values = torch.take_along_dim(torch.take_along_dim(input, order, dim), first, dim)
    shape = [1] * input.ndim
    shape[dim] = -1
    places = torch.arange(input.shape[dim], device=input.device).reshape(shape)
    indices = torch.where(input == values, places, -1).amax(dim, True)
    if not keepdim:
        values, indices = values.squeeze(dim), indices.squeeze(dim)
    return torch._pair(values, indices, "mode")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", _ignore_nan=False):
    import numpy as np

    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    x = input.detach().cpu().numpy()
    at = q.detach().cpu().numpy() if torch.is_tensor(q) else q
    function = np.nanquantile if _ignore_nan else np.quantile
    result = function(x, at, axis=dim, keepdims=keepdim, method=interpolation)
    return torch.from_numpy(np.asarray(result)).to(input.device).to(input.dtype)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return quantile(input, q, dim, keepdim, interpolation=interpolation, _ignore_nan=True)


def nanmedian(input, dim=None, keepdim=False):
    x = torch.where(torch.isnan(_real(input)), _math.inf, input).to(input.dtype)
    counted = (~torch.isnan(_real(input))).sum() if dim is None else (~torch.isnan(_real(input))).sum(dim, True)
    place = torch.clamp((counted - 1) // 2, min=0)
    if dim is None:
        return torch.where(counted == 0, _math.nan, torch.sort(x.reshape(-1))[0][place]).to(input.dtype)
    values, order = torch.sort(x, dim=dim)
    found = torch.take_along_dim(values, place, dim), torch.take_along_dim(order, place, dim)
    return torch._pair(*[part if keepdim else part.squeeze(dim) for part in found], "nanmedian")


def cov(input, *, correction=1, fweights=None, aweights=None):
    import numpy as np

    weights = [None if w is None else w.cpu().numpy() for w in (fweights, aweights)]
    result = np.cov(input.detach().cpu().numpy(), ddof=correction, fweights=weights[0], aweights=weights[1])
    return torch.from_numpy(np.asarray(result)).to(input.device).to(_real(input).dtype)


def corrcoef(input):
    c = cov(input)
    if c.ndim == 0:
        return c / c
    d = torch.sqrt(torch.diagonal(c))
    return torch.clamp(c / d.unsqueeze(1) / d.unsqueeze(0), -1, 1)


def dist(input, other, p=2):
    return torch.norm(input - other, p)


def pdist(input, p=2.0):
    n = input.shape[0]
    rows, columns = torch.triu_indices(n, n, 1)
    return torch.norm(input[rows] - input[columns], p, -1)


def renorm(input, p, dim, maxnorm):
    dim = _axis(input, dim)
    others = tuple(k for k in range(input.ndim) if k != dim)
    size = torch.norm(input, p, others, True)
    return input * torch.where(size > maxnorm, maxnorm / (size + 1e-7), 1.0).to(input.dtype)


def trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.shape[dim]
    width = dx if x is None else x.diff() if x.ndim == 1 and y.ndim == 1 else x.diff(dim=dim)
    return ((y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)) * width).sum(dim) / 2


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.shape[dim]
    width = dx if x is None else x.diff(dim=dim)
    return torch.cumsum((y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)) * width / 2, dim)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    import numpy as np

    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    results = []
    for k in dims:
        part = np.gradient(input.detach().cpu().numpy(), spacing, axis=k, edge_order=edge_order)
        results.append(torch.from_numpy(part).to(input.device).to(_real(input).dtype))
    return tuple(results)


def histogram(input, bins, *, range=None, weight=None, density=False):
    import numpy as np

    at = bins.cpu().numpy() if torch.is_tensor(bins) else bins
    w = None if weight is None else weight.cpu().numpy()
    counts, edges = np.histogram(input.detach().cpu().numpy(), at, range, density=density, weights=w)
    return torch.from_numpy(counts).to(input.dtype), torch.from_numpy(edges).to(input.dtype)


# Products


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return torch.add(input * beta if beta != 1 else input, (batch1 @ batch2).sum(0) * alpha)


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    product = torch.outer(vec1, vec2)
    return (input * beta if beta != 1 else input) + (product * alpha if alpha != 1 else product)


def ger(input, vec2):
    return torch.outer(input, vec2)


def chain_matmul(*matrices):
    return torch.linalg.multi_dot(matrices)


def cross(input, other, dim=None):
    if dim is None:
        dim = next((k for k, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return torch.linalg.cross(input, other, dim=dim)


def matrix_power(input, n):
    return torch.linalg.matrix_power(input, n)


def matrix_exp(input):
    return torch.linalg.matrix_exp(input)


def det(input):
    return torch.linalg.det(input)


def slogdet(input):
    return torch.linalg.slogdet(input)


def logdet(input):
    sign, size = torch.linalg.slogdet(input)
    return torch.where(sign < 0, _math.nan, size).to(input.dtype)


def inverse(input):
    return torch.linalg.inv(input)


def cholesky(input, upper=False):
    return torch.linalg.cholesky(input, upper=upper)


def cholesky_solve(input, L, upper=False):
    factor = L.mT if upper else L
    return torch.linalg.solve(factor @ factor.mT, input)


def cholesky_inverse(input, upper=False):
    factor = input.mT if upper else input
    return torch.linalg.inv(factor @ factor.mT)


def qr(input, some=True):
    return torch.linalg.qr(input, "reduced" if some else "complete")


# Windows


def _window(name, length, periodic, dtype, device, shape):
    if length == 1:
        return torch.ones(1, dtype=dtype, device=device)
    at = torch.arange(length, dtype=torch.float64, device=device) / (length if periodic else length - 1)
    return shape(at).to(dtype or torch.float32)


def hann_window(window_length, periodic=True, *, dtype=None, device=None):
    return _window("hann", window_length, periodic, dtype, device, lambda t: 0.5 - 0.5 * torch.cos(2 * _math.pi * t))


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None):
    return _window(
        "hamming", window_length, periodic, dtype, device, lambda t: alpha - beta * torch.cos(2 * _math.pi * t)
    )


def bartlett_window(window_length, periodic=True, *, dtype=None, device=None):
    return _window("bartlett", window_length, periodic, dtype, device, lambda t: 1 - torch.abs(2 * t - 1))


def blackman_window(window_length, periodic=True, *, dtype=None, device=None):
    def shape(t):
        return 0.42 - 0.5 * torch.cos(2 * _math.pi * t) + 0.08 * torch.cos(4 * _math.pi * t)

    return _window("blackman", window_length, periodic, dtype, device, shape)


# Activations and the like that torch has beside torch.nn.functional's


def celu(input, alpha=1.0):
    return torch.nn.functional.celu(input, alpha)


def selu(input):
    return torch.nn.functional.selu(input)


def prelu(input, weight):
    return torch.nn.functional.prelu(input, weight)


def hardshrink(input, lambd=0.5):
    return torch.nn.functional.hardshrink(input, lambd)


def embedding(weight, indices):
    return weight[indices]


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    return torch.nn.functional.group_norm(input, num_groups, weight, bias, eps)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return torch.nn.functional.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return torch.nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Draws positions with the probabilities given; our own stream, not torch's."""
    rows = input.reshape(-1, input.shape[-1]).to(torch.float32)
    if replacement:
        bounds = torch.cumsum(rows, -1) / rows.sum(-1, True)
        drawn = torch.rand(rows.shape[0], num_samples, device=input.device)
        places = (drawn.unsqueeze(-1) >= bounds.unsqueeze(-2)).sum(-1)
        places = torch.clamp(places, max=input.shape[-1] - 1)
    else:
        # The greatest of x / w, with x exponential, come in the order of draws without replacement.
        noise = -torch.log1p(-torch.rand(tuple(rows.shape), device=input.device))
        places = torch.topk(torch.where(rows > 0, rows / noise, -1.0), num_samples, -1)[1]
    return places.reshape(tuple(input.shape[:-1]) + (num_samples,))


class _Storage:
    """The memory of a tensor: its size and address."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.dtype = tensor.dtype
        self.device = tensor.device

    def data_ptr(self):
        return self.tensor.data_ptr() - self.tensor.storage_offset() * self.tensor.element_size()

    def nbytes(self):
        raise NotImplementedError("the size of a tensor's storage")


class _LegacyTensor:
    # torch.FloatTensor and its kin: they make tensors of a dtype, and stand for it in `isinstance`.
    def __init__(self, dtype, device="cpu"):
        self.dtype, self.device = dtype, device

    def __call__(self, *args):
        if len(args) == 1 and not isinstance(args[0], int):
            return torch.tensor(args[0], dtype=self.dtype, device=self.device)
        return torch.empty(*args, dtype=self.dtype, device=self.device)

    def __instancecheck__(self, instance):
        return torch.is_tensor(instance) and instance.dtype == self.dtype


FloatTensor, DoubleTensor, HalfTensor = [_LegacyTensor(t) for t in (torch.float32, torch.float64, torch.float16)]
LongTensor, IntTensor, ShortTensor = [_LegacyTensor(t) for t in (torch.int64, torch.int32, torch.int16)]
BoolTensor, ByteTensor, CharTensor = [_LegacyTensor(t) for t in (torch.bool, torch.uint8, torch.int8)]
BFloat16Tensor = _LegacyTensor(torch.bfloat16)
channels_last_3d = "torch.channels_last_3d"
newaxis = None


class layout:
    """How a tensor's elements are kept; all are strided."""


class memory_format:
    """In which order a tensor's axes lie."""


class Generator:
    """A stream of random numbers of its own; the numbers are not torch's."""

    def __init__(self, device="cpu"):
        self.device = torch.device(device)
        self._seed = 0

    def manual_seed(self, seed):
        self._seed = seed
        return self

    def initial_seed(self):
        return self._seed

    def seed(self):
        return self._seed


def get_num_threads():
    return 1


def set_num_threads(int):
    return None


def get_num_interop_threads():
    return 1


def are_deterministic_algorithms_enabled():
    return True


def is_deterministic_algorithms_warn_only_enabled():
    return False


def typename(obj):
    return obj.type() if torch.is_tensor(obj) else f"{type(obj).__module__}.{type(obj).__qualname__}"


def set_default_tensor_type(t):
    if getattr(t, "dtype", None) != torch.float32 and t != "torch.FloatTensor":
        raise NotImplementedError("a default dtype other than `torch.float32` is not supported yet")


def _assert(condition, message):
    assert condition, message


class _Nothing:
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False

    def __call__(self, function):
        return function


set_grad_enabled = enable_grad = _Nothing


def is_grad_enabled():
    return True


def is_inference_mode_enabled():
    return not torch.is_grad_enabled()


class _OperatorsOf:
    # The operators of a namespace, by name.
    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if not name.startswith("__"):
            found = torch.library._operators.get(f"{self._name}::{name}")
            if found is not None:
                return found
            if self._name == "aten" and hasattr(torch, name):
                return getattr(torch, name)
        raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")


class _Operators:
    """Operators by namespace and name: `torch.ops.mylib.myop(x)`."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _OperatorsOf(name)

    def load_library(self, path):
        raise NotImplementedError("`torch.ops.load_library`: there is no machine code to load")


ops = _Operators()


def autocast(device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
    """Products of the device's float tensors are computed in `dtype`; a context and a decorator."""
    return torch.amp.autocast(device_type, dtype, enabled, cache_enabled)


def is_autocast_enabled(device_type="cuda"):
    before = torch._autocast(device_type, None)
    torch._autocast(device_type, before)
    return before is not None
