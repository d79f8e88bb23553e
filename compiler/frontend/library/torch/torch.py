# SPDX-License-Identifier: Apache-2.0
"""Functions of torch over its own operations and NumPy's: a tensor's array is recorded like any other, so
`x.cpu().numpy()` costs nothing. None of them is a view of its argument unless it says so.
"""

import math as _math
import numpy as np
import torch


def _array(x):
    return x.cpu().numpy()  # with its gradient


def _like(array, x):
    return torch.from_numpy(array).to(x.device)


def _dims(x, dim):
    if dim is None:
        return tuple(i for i in range(x.ndim))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def _out(result, out):
    # An argument `out` takes the result's elements, and its shape.
    return result if out is None else out._adopt(result)


class finfo:
    def __init__(self, type=None):
        type = torch.float32 if type is None else getattr(type, "_part", type)  # a complex dtype has its part's
        figures = {
            torch.float16: (16, 10, 5),
            torch.bfloat16: (16, 7, 8),
            torch.float32: (32, 23, 8),
            torch.float64: (64, 52, 11),
        }
        if type in figures:
            self.bits, mantissa, exponent = figures[type]
            bias = 2 ** (exponent - 1) - 1
            self.max, self.tiny = (2.0 - 2.0**-mantissa) * 2.0**bias, 2.0 ** (1 - bias)
        elif type == torch.float8_e4m3fn:
            self.bits, mantissa, self.max, self.tiny = 8, 3, 448.0, 2.0**-6
        elif type == torch.float8_e5m2:
            self.bits, mantissa, self.max, self.tiny = 8, 2, 57344.0, 2.0**-14
        else:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        self.eps, self.min, self.smallest_normal = 2.0**-mantissa, -self.max, self.tiny
        self.resolution = 10.0 ** -_math.floor(mantissa * _math.log10(2.0))
        self.dtype = str(type).replace("torch.", "")

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g},"
            f" smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    def __init__(self, type):
        name = str(type).replace("torch.", "")
        if "int" not in name:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.bits, self.dtype = type.itemsize * 8, name
        self.min = 0 if name[0] == "u" else -(1 << (self.bits - 1))
        self.max = (1 << self.bits) - 1 if name[0] == "u" else (1 << (self.bits - 1)) - 1

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


inf = float("inf")
nan = float("nan")
pi = _math.pi
e = _math.e
strided = "torch.strided"
contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
channels_last = "torch.channels_last"


absolute, negative, subtract, multiply, divide = torch.abs, torch.neg, torch.sub, torch.mul, torch.div


def true_divide(input, other, *, out=None):
    return torch.div(input, other, out=out)


def rsub(input, other, *, alpha=1):
    return torch.sub(other, input, alpha=alpha)


def eq(input, other):
    return input == other


def ne(input, other):
    return input != other


def lt(input, other):
    return input < other


def le(input, other):
    return input <= other


def gt(input, other):
    return input > other


def ge(input, other):
    return input >= other


greater, greater_equal, less, less_equal, not_equal = gt, ge, lt, le, ne


def logical_and(input, other):
    torch._only_tensors("logical_and", input, other)
    return (input != 0) & (other != 0)


def logical_or(input, other):
    torch._only_tensors("logical_or", input, other)
    return (input != 0) | (other != 0)


def logical_xor(input, other):
    torch._only_tensors("logical_xor", input, other)
    return (input != 0) ^ (other != 0)


def bitwise_and(input, other):
    return input & other


def bitwise_or(input, other):
    return input | other


def bitwise_xor(input, other):
    return input ^ other


def bitwise_not(input, *, out=None):
    return _out(~input, out)


def bitwise_left_shift(input, other):
    return input << other


def bitwise_right_shift(input, other):
    return input >> other


def _floats(x):
    return x if x.is_floating_point() else x.float()


arccos, arctan, arcsin = torch.acos, torch.atan, torch.asin
arcsinh, arccosh, arctanh = torch.asinh, torch.acosh, torch.atanh
fix = torch.trunc


def frac(input, *, out=None):
    torch._no_integers("frac_cpu", input)
    return _out(input - torch.trunc(input), out)


def signbit(input, *, out=None):
    return _out(_like(np.signbit(_array(input)), input), out)


def round(input, *, decimals=0, out=None):
    if decimals == 0:
        return torch._round(input, out=out)
    torch._no_integers("round_cpu", input)
    scale = 10.0 ** abs(decimals)
    x = input if input.dtype == torch.float64 else input.float()
    rounded = torch._round(x * scale) / scale if decimals > 0 else torch._round(x / scale) * scale
    return _out(rounded.to(input.dtype), out)


def positive(input):
    if input.dtype == torch.bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def sgn(input, *, out=None):
    if input.is_complex():
        return torch._of_complex("sgn", input, out=out)
    return torch.sign(input, out=out)


arctan2 = torch.atan2


def hypot(input, other):
    torch._only_tensors("hypot", input, other)
    torch._no_integers("hypot_cpu", input, other)
    a, b = torch.abs(input), torch.abs(other)
    high, low = torch.maximum(a, b), torch.minimum(a, b)
    ratio = low / torch.where(high == 0, 1, high)
    return torch.where(torch.isinf(a) | torch.isinf(b), inf, high * torch.sqrt(1 + ratio * ratio)).to(high.dtype)


def fmax(input, other):
    torch._only_tensors("fmax", input, other)
    return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.maximum(input, other)))


def fmin(input, other):
    torch._only_tensors("fmin", input, other)
    return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.minimum(input, other)))


def addcmul(input, tensor1, tensor2, *, value=1):
    return input + _scaled(value, tensor1 * tensor2)


def addcdiv(input, tensor1, tensor2, *, value=1):
    if not (tensor1.is_floating_point() or tensor2.is_floating_point()):
        raise RuntimeError("Integer division with addcdiv is no longer supported")
    return input + _scaled(value, tensor1 / tensor2)


def _scaled(value, x):
    # A factor of another kind than the tensor's would change its dtype.
    if isinstance(value, float) and not x.is_floating_point():
        value = int(value)
    return x if value == 1 else value * x


def lerp(input, end, weight):
    if not input.is_floating_point():
        raise RuntimeError(f"\"lerp_kernel\" not implemented for '{torch._kind(input)}'")
    if input.dtype != end.dtype:
        raise RuntimeError(f"expected dtype {input.dtype} for `end` but got dtype {end.dtype}")
    # From the nearer end, so that a weight of 1 gives `end` itself.
    far = torch.where(torch.as_tensor(weight) < 0.5, input, end)
    return far + torch.where(torch.as_tensor(weight) < 0.5, weight, weight - 1).to(input.dtype) * (end - input)


def clamp_min(input, min):
    return torch.clamp(input, min=min)


def clamp_max(input, max):
    return torch.clamp(input, max=max)


clip = torch.clamp


def nan_to_num(input, nan=0.0, posinf=None, neginf=None, *, out=None):
    if not input.is_floating_point():
        return _out(input.clone(), out)
    limits = torch.finfo(input.dtype)
    result = torch.where(torch.isnan(input), nan, input)
    result = torch.where(result == inf, limits.max if posinf is None else posinf, result)
    return _out(torch.where(result == -inf, limits.min if neginf is None else neginf, result).to(input.dtype), out)


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return beta * input + alpha * (mat1 @ mat2)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return beta * input + alpha * (batch1 @ batch2)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    return beta * input + alpha * (mat @ vec)


def mv(input, vec):
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {vec.ndim}, {input.ndim}, {vec.ndim}")
    return input @ vec


def dot(input, tensor):
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.dtype != tensor.dtype:
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {input.dtype} and {tensor.dtype}"
        )
    if input.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{input.numel()}] and src [{tensor.numel()}] to have the same"
            " number of elements"
        )
    return input @ tensor


def vdot(input, other):
    return torch._of_complex("vdot", input, other) if input.is_complex() else dot(input, other)


def inner(input, other):
    if input.ndim == 0 or other.ndim == 0:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes"
            f" {list(input.shape)} and {list(other.shape)}"
        )
    return tensordot(input, other, ([-1], [-1]))


def einsum(equation, *operands):
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    dtype = operands[0].dtype
    if len(operands) == 1 and not (dtype.is_floating_point or dtype.is_complex) and "->" in equation:
        # An axis that is summed alone makes integers wide, as `sum` does.
        left, right = equation.replace(" ", "").split("->")
        if set(left) - set(right) - {"."}:
            dtype = torch.int64
            operands = [operands[0].to(dtype)]
    try:
        result = np.einsum(equation, *[_array(x) for x in operands])
    except ValueError as error:
        raise RuntimeError(f"einsum(): {error}") from None
    return _like(result, operands[0]).to(dtype)


def kron(input, other):
    return _like(np.kron(_array(input), _array(other)), input)


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    if a.dtype != b.dtype:
        raise RuntimeError(f"expected both inputs to have same dtype, but got {a.dtype} and {b.dtype}")
    left, right = (range(a.ndim - dims, a.ndim), range(dims)) if isinstance(dims, int) else dims
    for i, j in zip(left, right):
        if a.shape[i] != b.shape[j] and 1 not in (a.shape[i], b.shape[j]):
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[i]} in dim {i} and second has"
                f" size {b.shape[j]} in dim {j}"
            )
        # An axis of one element goes with any, whose sum it takes.
        if a.shape[i] != b.shape[j]:
            a, b = (a, b.sum(j, True)) if a.shape[i] == 1 else (a.sum(i, True), b)
    if a.dtype != b.dtype:
        raise RuntimeError(f"expected scalar type {a.dtype} but found {b.dtype}")
    return _like(np.tensordot(_array(a), _array(b), dims), a)


def diag(input, diagonal=0):
    if input.ndim not in (1, 2):
        raise RuntimeError("diag(): Supports 1D or 2D tensors. Got " + str(input.ndim) + "D")
    return torch.diag_embed(input, diagonal) if input.ndim == 1 else torch.diagonal(input, diagonal).clone()


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A view of the elements at equal positions along two axes, as the last axis."""
    dim1, dim2 = torch._axis(input, dim1), torch._axis(input, dim2)
    if dim1 == dim2:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    rows, columns = input.shape[dim1], input.shape[dim2]
    size = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    strides = input.stride()
    kept = [axis for axis in range(input.ndim) if axis not in (dim1, dim2)]
    first = input.storage_offset()
    if size:
        first += offset * strides[dim2] if offset > 0 else -offset * strides[dim1]
    return input.as_strided(
        [input.shape[axis] for axis in kept] + [size],
        [strides[axis] for axis in kept] + [strides[dim1] + strides[dim2]],
        first,
    )


def trace(input):
    if input.ndim != 2:
        raise RuntimeError("trace: expected a matrix, but got tensor with dim " + str(input.ndim))
    return diagonal(input).sum()


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    pairs = [(i, j) for i in range(row) for j in range(col) if j - i <= offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]], dtype=dtype or torch.int64, device=device)


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    pairs = [(i, j) for i in range(row) for j in range(col) if j - i >= offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]], dtype=dtype or torch.int64, device=device)


def flip(input, dims):
    if isinstance(dims, int):
        raise TypeError("flip(): argument 'dims' must be tuple of ints, not int")
    dims = _distinct_axes(input, dims)
    return _like(np.flip(_array(input), dims), input)


def fliplr(input):
    return flip(input, (1,))


def flipud(input):
    return flip(input, (0,))


def _distinct_axes(input, dims):
    # None are left of a tensor without axes.
    axes = []
    for dim in dims:
        axis = torch._axis(input, dim)
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.append(axis)
    return tuple(axes) if input.ndim else ()


def roll(input, shifts, dims=None):
    if dims is not None and input.ndim == 0 and input.numel():
        dims = (dims,) if isinstance(dims, int) else dims
        for dim in dims:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if isinstance(dims, int):
        dims = torch._axis(input, dims)
    return _like(np.roll(_array(input), shifts, dims), input)


def rot90(input, k=1, dims=(0, 1)):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.ndim:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    return _like(np.rot90(_array(input), k, dims), input)


def tile(input, dims):
    return _like(np.tile(_array(input), dims), input)


def repeat_interleave(input, repeats, dim=None):
    if torch.is_tensor(repeats):
        repeats = repeats.tolist()
    return _like(np.repeat(_array(input), repeats, dim), input)


def flatten(input, start_dim=0, end_dim=-1):
    n = input.ndim
    if n == 0:
        return input.reshape(1)
    start, end = start_dim % n, end_dim % n
    shape = tuple(input.shape)
    size = 1
    for s in shape[start : end + 1]:
        size *= s
    return input.reshape(shape[:start] + (size,) + shape[end + 1 :])


def unflatten(input, dim, sizes):
    shape = tuple(input.shape)
    dim = dim % len(shape)
    return input.reshape(shape[:dim] + tuple(sizes) + shape[dim + 1 :])


def ravel(input):
    return input.reshape(-1)


def unsqueeze(input, dim):
    return input.unsqueeze(dim)


def permute(input, dims):
    return input.permute(*dims)


def movedim(input, source, destination):
    source = (source,) if isinstance(source, int) else tuple(source)
    destination = (destination,) if isinstance(destination, int) else tuple(destination)
    source, destination = [torch._axis(input, s) for s in source], [torch._axis(input, d) for d in destination]
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({source} dims) should contain the same number of"
            f" dims as destination ({destination} dims)"
        )
    for name, axes in (("source", source), ("destination", destination)):
        if len(set(axes)) < len(axes):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({axes})")
    if input.ndim == 0:
        return input.view(())
    order = [i for i in range(input.ndim) if i not in source]
    for d, s in sorted(zip(destination, source)):
        order.insert(d, s)
    return input.permute(*order)


moveaxis = movedim


def swapaxes(input, axis0, axis1):
    return input.transpose(axis0, axis1)


swapdims = swapaxes


def t(input):
    return input.t()


def narrow(input, dim, start, length):
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = torch._axis(input, dim)
    start = int(start) + input.shape[dim] if start < 0 else int(start)
    if length < 0 or not 0 <= start <= input.shape[dim] - length:
        raise RuntimeError(
            f"start ({start}) + length ({length}) exceeds dimension size ({input.shape[dim]})."
            if length >= 0
            else "narrow(): length must be non-negative."
        )
    return input[(slice(None),) * (dim % input.ndim) + (slice(start, start + length),)]


def select(input, dim, index):
    if input.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = torch._axis(input, dim)
    return input[(slice(None),) * (dim % input.ndim) + (index,)]


def concat(tensors, dim=0):
    return torch.cat(tensors, dim)


concatenate = concat


def hstack(tensors):
    return torch.cat([x.reshape(1) if x.ndim == 0 else x for x in tensors], 0 if tensors[0].ndim <= 1 else 1)


def vstack(tensors):
    return torch.cat([x.reshape(1, -1) if x.ndim <= 1 else x for x in tensors], 0)


row_stack = vstack


def dstack(tensors):
    return torch.cat(
        [
            x.reshape(1, -1, 1) if x.ndim <= 1 else x.reshape(tuple(x.shape) + (1,)) if x.ndim == 2 else x
            for x in tensors
        ],
        2,
    )


def column_stack(tensors):
    return torch.cat([x.reshape(-1, 1) if x.ndim <= 1 else x for x in tensors], 1)


def tensor_split(input, indices_or_sections, dim=0):
    """Views: so many of nearly equal size, or between the positions given."""
    if input.ndim == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim, places = torch._axis(input, dim), indices_or_sections
    if torch.is_tensor(places):
        places = places.tolist()
    n = input.shape[dim]
    if isinstance(places, int):
        if places <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {places}")
        small, larger = divmod(n, places)
        places = [k * small + min(k, larger) for k in range(1, places)]
    bounds = [0, *places, n]
    front = (slice(None),) * dim
    return tuple(input[front + (slice(a, b),)] for a, b in zip(bounds, bounds[1:]))


def broadcast_to(input, shape):
    return input.expand(*shape)


def broadcast_tensors(*tensors):
    shape = broadcast_shapes(*[x.shape for x in tensors])
    return tuple(x.expand(*shape) for x in tensors)


def broadcast_shapes(*shapes):
    try:
        return torch.Size(np.broadcast_shapes(*[tuple(s) for s in shapes]))
    except ValueError as error:
        raise RuntimeError(f"The sizes of the tensors do not go together: {error}") from None


def atleast_1d(input):
    return input.reshape(1) if input.ndim == 0 else input


def atleast_2d(input):
    return input.reshape(1, -1) if input.ndim <= 1 else input


def meshgrid(*tensors, indexing="ij"):
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}")
        if x.dtype != tensors[0].dtype:
            raise RuntimeError("torch.meshgrid expects all tensors to have the same dtype")
    return tuple(_like(part, tensors[0]) for part in np.meshgrid(*[_array(x) for x in tensors], indexing=indexing))


def cartesian_prod(*tensors):
    return torch.stack([x.reshape(-1) for x in meshgrid(*tensors)], 1)


def gather(input, dim, index):
    dim = torch._axis(input, dim)
    if input.ndim == 0 or index.ndim == 0:
        index = index.reshape(1) if index.ndim == 0 else index
        return gather(input.reshape(-1), 0, index).reshape(index.shape if input.ndim else ())
    return _like(np.take_along_axis(_array(_head(input, index, dim)), _array(index), dim), input)


def _head(input, index, dim):
    # `index` may be smaller along the other axes.
    return input[tuple(slice(None) if i == dim % input.ndim else slice(0, s) for i, s in enumerate(index.shape))]


def take_along_dim(input, indices, dim):
    dim = torch._axis(input, dim)
    if input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return _like(np.take_along_axis(_array(input), _array(indices), dim), input)


def index_select(input, dim, index):
    dim = torch._axis(input, dim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    index = index.reshape(-1)
    if input.ndim and input.shape[dim] == 0 and index.numel():
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    size = input.shape[dim] if input.ndim else 1
    if index.numel() and bool(((index < 0) | (index >= size)).any()):
        raise IndexError("index out of range in self")
    if input.ndim == 0:
        return input.clone()
    return input[(slice(None),) * dim + (index,)]


def take(input, index):
    return input.reshape(-1)[index]


def masked_select(input, mask):
    input, mask = broadcast_tensors(input, mask)
    return input.reshape(-1)[mask.reshape(-1)]


def nonzero(input, *, as_tuple=False):
    parts = [_like(part, input) for part in np.nonzero(_array(input))]
    return tuple(parts) if as_tuple else torch.stack(parts, 1)


def argwhere(input):
    return nonzero(input)


def count_nonzero(input, dim=None):
    return (input != 0).sum(dim)


def argsort(input, dim=-1, descending=False, stable=False):
    return torch.sort(input, dim=dim, descending=descending, stable=stable)[1]


def msort(input):
    return torch.sort(input, dim=0)[0]


def kthvalue(input, k, dim=-1, keepdim=False):
    values, indices = torch.sort(input, dim=dim)
    part = (slice(None),) * (dim % input.ndim) + (slice(k - 1, k) if keepdim else k - 1,)
    return torch._pair(values[part], indices[part], "kthvalue")


def median(input, dim=None, keepdim=False):
    if dim is None:
        return torch.sort(input.reshape(-1))[0][(input.numel() - 1) // 2]
    return torch._pair(*kthvalue(input, (input.shape[dim] + 1) // 2, dim, keepdim), "median")


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("`dim` of `torch.unique` is not supported yet")
    values = _like(np.unique(_array(input)), input)
    if not (return_inverse or return_counts):
        return values
    parts = [values]
    places = searchsorted(values, input.reshape(-1))
    if return_inverse:
        parts.append(places.reshape(input.shape))
    if return_counts:
        parts.append(bincount(places, minlength=values.numel()))
    return tuple(parts)


def bincount(input, weights=None, minlength=0):
    if input.is_floating_point() or input.dtype == torch.bool:
        raise RuntimeError(f"\"bincount_cpu\" not implemented for '{torch._kind(input)}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if input.ndim != 1 or (input.numel() and bool((input < 0).any())):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return _like(np.bincount(_array(input), None, minlength), input)
    if weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    type = weights.dtype if weights.dtype == torch.float32 else torch.float64
    return _like(np.bincount(_array(input), _array(weights.to(torch.float64)), minlength), input).to(type)


def histc(input, bins=100, min=0, max=0):
    if min == 0 and max == 0:
        min, max = input.min().item(), input.max().item()
    return _like(np.histogram(_array(input), bins, (min, max))[0], input).to(input.dtype)


def searchsorted(sorted_sequence, values, *, right=False, side=None):
    where = "right" if right or side == "right" else "left"
    return _like(np.searchsorted(_array(sorted_sequence), _array(values), where), values)


def bucketize(input, boundaries, *, right=False):
    return searchsorted(boundaries, input, right=right)


def isin(elements, test_elements):
    return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)


def diff(input, n=1, dim=-1):
    if input.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    dim = torch._axis(input, dim)
    return _like(np.diff(_array(input), n, dim), input)


def _prefixes(x, dim, best):
    if x.ndim == 0:
        return x.clone()
    # Twice as far each time.
    apart = 1
    while apart < x.shape[dim]:
        start, rest, before = (
            narrow(x, dim, 0, apart),
            narrow(x, dim, apart, x.shape[dim] - apart),
            narrow(x, dim, 0, x.shape[dim] - apart),
        )
        x = torch.cat([start, best(rest, before)], dim)
        apart *= 2
    return x


def _running(input, dim, best):
    dim = torch._axis(input, dim)
    if input.ndim == 0:
        return input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)
    values = _prefixes(input, dim, best)
    shape = [1] * input.ndim
    shape[dim] = -1
    positions = torch.arange(input.shape[dim], device=input.device).reshape(shape).expand(*input.shape)
    is_new = (input == values) | (input != input)  # a NaN stays the greatest and the least
    return values, _prefixes(torch.where(is_new, positions, 0), dim, torch.maximum)


def cummax(input, dim):
    return torch._pair(*_running(input, dim, torch.maximum), "cummax")


def cummin(input, dim):
    return torch._pair(*_running(input, dim, torch.minimum), "cummin")


def logcumsumexp(input, dim):
    return _prefixes(input, torch._axis(input, dim), torch.logaddexp)


def logsumexp(input, dim, keepdim=False):
    most = torch.amax(input, dim, True)
    most = torch.where(torch.abs(most) == inf, 0.0, most).to(input.dtype)
    total = torch.log(torch.sum(torch.exp(input - most), dim, True)) + most
    return total if keepdim else total.sum(dim)


def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    input = input if dtype is None else input.to(dtype)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {input.dtype}"
        )
    x = torch.abs(input)
    dim = _dims(input, dim)
    if p == "fro" or p == 2:
        return torch.sqrt(torch.sum(x * x, dim, keepdim))
    if p == inf:
        return torch.amax(x, dim, keepdim)
    if p == -inf:
        return torch.amin(x, dim, keepdim)
    if p == 0:
        return torch.sum((x != 0).to(x.dtype), dim, keepdim)
    return torch.sum(x**p, dim, keepdim) ** (1.0 / p)


def aminmax(input, *, dim=None, keepdim=False):
    if dim is None:
        return torch.min(input), torch.max(input)
    return torch.amin(input, dim, keepdim), torch.amax(input, dim, keepdim)


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return torch.var(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, dim, keepdim)


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return torch.std(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, dim, keepdim)


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    if dim is not None and not isinstance(dim, int):
        dim = tuple(dim) or None
    if input.is_floating_point():
        input = torch.where(torch.isnan(input), 0.0, input)
    return torch.sum(input, dim, keepdim, dtype=dtype)


def nanmean(input, dim=None, keepdim=False):
    if not input.is_floating_point():
        raise RuntimeError(f"nanmean(): expected input to have floating point dtype but got {input.dtype}")
    return nansum(input, dim, keepdim) / torch.sum(~torch.isnan(input), dim, keepdim)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    n = torch.clamp(norm(x1, 2, dim), min=eps) * torch.clamp(norm(x2, 2, dim), min=eps)
    return (x1 * x2).sum(dim) / n


def cdist(x1, x2, p=2.0):
    for k, x in enumerate((x1, x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, X{k + 1} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def scalar_tensor(s, *, dtype=None, device=None):
    return torch.tensor(s, dtype=dtype, device=device)


def as_tensor(data, dtype=None, device=None):
    if torch.is_tensor(data):
        return data.to(data.device if device is None else device, data.dtype if dtype is None else dtype)
    return torch.tensor(data, dtype=dtype, device=device)


asarray = as_tensor


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None):
    return base ** torch.linspace(start, end, steps, dtype=dtype, device=device)


def normal(mean=0.0, std=1.0, size=None, *, dtype=None, device=None):
    if size is not None:
        return torch.randn(size, dtype=dtype, device=device) * std + mean
    like = mean if torch.is_tensor(mean) else std
    return torch.randn_like(like) * std + mean


def bernoulli(input):
    return (torch.rand_like(input) < input).to(input.dtype)


def randperm(n, *, generator=None, dtype=None, device=None):
    order = torch.argsort(torch.rand(n, device=device))
    return order if dtype is None else order.to(dtype)


def randint_like(input, low, high=None, *, dtype=None, device=None):
    low, high = (0, low) if high is None else (low, high)
    return torch.randint(low, high, tuple(input.shape), dtype=dtype or input.dtype, device=device or input.device)


def clone(input):
    return input.clone()


def detach(input):
    return input.detach()


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def is_nonzero(input):
    return input.item() != 0


def is_same_size(input, other):
    return input.shape == other.shape


def is_storage(obj):
    return False


def result_type(a, b):
    # Operands keep what they are: a tensor with axes, one without, or a number.
    if not (torch.is_tensor(a) or torch.is_tensor(b)):
        a = torch.tensor(a)
    sample = [(x[..., :0] if x.ndim else x) if torch.is_tensor(x) else x for x in (a, b)]
    sample = [x.reshape(-1) if torch.is_tensor(x) and x.ndim else x for x in sample]
    return torch.where(True, *sample).dtype


def promote_types(a, b):
    return (torch.empty(0, dtype=a) + torch.empty(0, dtype=b)).dtype


def can_cast(from_, to):
    def rank(type):
        return 3 if type.is_complex else 2 if type.is_floating_point else 0 if type == torch.bool else 1

    return rank(from_) <= rank(to)


def _of_complex(name, *args, **kwargs):
    # A function of complex tensors (complex_operations.py).
    return torch.complex64._function(name)(*args, **kwargs)


def complex(real, imag, *, out=None):
    """A complex tensor of its parts."""
    return _of_complex("complex", real, imag, out=out)


def polar(abs, angle, *, out=None):
    """A complex tensor of lengths and angles."""
    return _of_complex("polar", abs, angle, out=out)


def view_as_real(input):
    """A view: the parts along an axis more."""
    if not input.is_complex():
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return _of_complex("view_as_real", input)


def view_as_complex(input):
    """A view of pairs along the last axis as complex numbers."""
    return _of_complex("view_as_complex", input)


def scatter(input, dim, index, src, reduce=None):
    return input.clone().scatter_(dim, index, src, **({} if reduce is None else {"reduce": reduce}))


def scatter_add(input, dim, index, src):
    return input.clone().scatter_add_(dim, index, src)


def index_add(input, dim, index, source, *, alpha=1):
    return input.clone().index_add_(dim, index, source, alpha=alpha)


def index_fill(input, dim, index, value):
    return input.clone().index_fill_(dim, index, value)


def index_copy(input, dim, index, source):
    return input.clone().index_copy_(dim, index, source)


def masked_scatter(input, mask, source):
    result = input.clone()
    result[mask] = source.reshape(-1)[: int(mask.sum().item())]
    return result


def log_softmax(input, dim, dtype=None):
    x = input if dtype is None else input.to(dtype)
    if x.numel() == 0:
        torch._axis(x, dim)
        return x.clone()
    shifted = x - torch.amax(x, dim, True).detach()
    return shifted - torch.log(torch.sum(torch.exp(shifted), dim, True))


def dropout(input, p, train):
    return torch.nn.functional.dropout(input, p, train)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return torch.nn.functional.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    return torch.nn.functional.rms_norm(input, normalized_shape, weight, eps)


def set_default_device(device):
    if device is not None and torch.device(device).type != "cpu":
        raise NotImplementedError("a default device other than the CPU is not supported yet")


def set_float32_matmul_precision(precision):
    return None


def get_float32_matmul_precision():
    return "highest"


def use_deterministic_algorithms(mode, *, warn_only=False):
    return None


def set_printoptions(**options):
    raise NotImplementedError("`torch.set_printoptions` is not supported yet")


def seed():
    return 0


def initial_seed():
    return 0


def get_default_dtype():
    return torch.float32


def set_default_dtype(d):
    if d != torch.float32:
        raise NotImplementedError("a default dtype other than `torch.float32` is not supported yet")


def compile(model=None, **options):
    # torch's own compiler changes no result.
    return (lambda function: function) if model is None else model


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Calls the function for each position of its arguments' mapped axes, and stacks what it gives."""

    def each(*args):
        axes = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        sizes = {x.shape[axis] for x, axis in zip(args, axes) if axis is not None}
        if len(sizes) != 1:
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got {sizes}")
        results = []
        for k in range(sizes.pop()):
            results.append(func(*[x if axis is None else x.select(axis, k) for x, axis in zip(args, axes)]))
        if isinstance(results[0], (tuple, list)):
            outs = out_dims if isinstance(out_dims, (tuple, list)) else (out_dims,) * len(results[0])
            return tuple(torch.stack(list(parts), out) for parts, out in zip(zip(*results), outs))
        return torch.stack(results, out_dims)

    return each
