# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""Functions of complex tensors: arithmetic and shapes on the parts or the pair, others by NumPy's functions of complex
arrays, whose operations are recorded with their gradients like any other.
"""


# Parts.
def _refuse_out(name, out):
    if out is not None:
        raise NotImplementedError(f"`out` of `torch.{name}` of complex numbers")


def complex(real, imag, *, out=None):
    # Of parts; Python's own is `_complex` here.
    _refuse_out("complex", out)
    for x in (real, imag):
        if x.dtype not in (torch.float32, torch.float64):
            raise RuntimeError(
                f"Expected both inputs to be Half, Float or Double tensors but got {real.dtype} and {imag.dtype}"
            )
    if real.dtype != imag.dtype:
        raise RuntimeError(f"Expected object of scalar type {real.dtype} but got scalar type {imag.dtype} for argument")
    return _made(*torch.broadcast_tensors(real, imag))


def polar(abs, angle, *, out=None):
    _refuse_out("polar", out)
    return complex(abs * torch.cos(angle), abs * torch.sin(angle))


def view_as_real(input):
    """The pair itself: a view."""
    return input._pair


def view_as_complex(input):
    """A view of pairs along the last axis."""
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError(f"view_as_complex is only supported for floating point tensors, but got {input.dtype}")
    if input.ndim == 0:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if input.stride(-1) != 1:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    return Tensor(input)


def real(input):
    return input._re


def imag(input):
    return input._im


def conj(input):
    return _made(input._re, -input._im)


conj_physical = conj


def resolve_conj(input):
    return input


resolve_neg = resolve_conj


def adjoint(input):
    return conj(input.transpose(-2, -1))


def angle(input):
    return torch.atan2(input._im, input._re)


def isreal(input):
    return input._im == 0


def is_tensor(obj):
    return _is_complex(obj)


def numel(input):
    return input.numel()


# Arithmetic.
def _out(result, out):
    return result if out is None else out._adopt(result)


def add(input, other, *, alpha=1, out=None):
    a, b, c, d = _both(input, other if alpha == 1 else other * alpha)
    return _out(_made(a + c, b + d), out)


def sub(input, other, *, alpha=1, out=None):
    a, b, c, d = _both(input, other if alpha == 1 else other * alpha)
    return _out(_made(a - c, b - d), out)


def mul(input, other, *, out=None):
    return _out(_made(*_multiply(*_both(input, other))), out)


def div(input, other, *, rounding_mode=None, out=None):
    if rounding_mode is not None:
        _refuse("div_" + rounding_mode, input if _is_complex(input) else other)
    return _out(_made(*_divide(*_both(input, other))), out)


def neg(input, *, out=None):
    return _out(-input, out)


def abs(input, *, out=None):
    return _out(_length(*_of(input)), out)


def square(input, *, out=None):
    return mul(input, input, out=out)


def reciprocal(input, *, out=None):
    return div(1, input, out=out)


def sgn(input, *, out=None):
    size = abs(input)
    safe = torch.where(size == 0, 1.0, size).to(size.dtype)
    return _out(_made(input._re / safe, input._im / safe), out)


def pow(input, other, *, out=None):
    if isinstance(other, int) and not isinstance(other, bool) and 0 < other <= 64 and _is_complex(input):
        result = input  # products, whose gradients are those of products
        for bit in bin(other)[3:]:
            result = result * result
            result = result * input if bit == "1" else result
        return _out(result.clone() if result is input else result, out)
    return _out(_by_numpy(_np.power, input, other), out)


def _array(x, part, device):
    if not hasattr(x, "dtype"):
        return x
    return x.cpu().numpy() if _is_complex(x) else Tensor(torch.stack(_parts(x, part, device), -1)).cpu().numpy()


def _by_numpy(function, *operands):
    part = _common_part(operands[0], operands[-1]) if len(operands) > 1 else operands[0]._pair.dtype
    device = _device_of(*operands)
    result = torch.from_numpy(function(*[_array(x, part, device) for x in operands])).to(device)
    return result.to(_dtype_of(part)) if _is_complex(result) else result


def _unary(function):
    def f(input, *, out=None):
        return _out(_by_numpy(function, input), out)

    return f


exp, log, sqrt = _unary(_np.exp), _unary(_np.log), _unary(_np.sqrt)
exp2, log2, log10 = _unary(_np.exp2), _unary(_np.log2), _unary(_np.log10)
expm1, log1p = _unary(_np.expm1), _unary(_np.log1p)
sin, cos, tan = _unary(_np.sin), _unary(_np.cos), _unary(_np.tan)
sinh, cosh, tanh = _unary(_np.sinh), _unary(_np.cosh), _unary(_np.tanh)
asin, acos, atan = _unary(_np.arcsin), _unary(_np.arccos), _unary(_np.arctan)
asinh, acosh, atanh = _unary(_np.arcsinh), _unary(_np.arccosh), _unary(_np.arctanh)


def rsqrt(input, *, out=None):
    return reciprocal(sqrt(input), out=out)


def sigmoid(input, *, out=None):
    return reciprocal(exp(-input) + 1, out=out)


def isnan(input):
    return torch.isnan(input._re) | torch.isnan(input._im)


def isinf(input):
    return torch.isinf(input._re) | torch.isinf(input._im)


def isfinite(input):
    return torch.isfinite(input._re) & torch.isfinite(input._im)


def logical_not(input):
    return (input._re == 0) & (input._im == 0)


def where(condition, input, other):
    a, b, c, d = _both(input, other)
    return _made(torch.where(condition, a, c), torch.where(condition, b, d))


# What torch itself has for real numbers only.
def _refused(name):
    def f(input, *args, **kwargs):
        if name in ("floor", "ceil", "trunc", "_round"):
            raise RuntimeError(f"{name.strip('_')} is not supported for complex inputs")
        if name == "clamp":
            raise RuntimeError("clamp is not supported for complex types")
        is_whole = name in ("max", "min") and not args and not kwargs
        _refuse("sorting_kernel_method_name" if name == "sort" else name + "_all" * is_whole, input)

    return f


for _name in (
    "floor ceil trunc _round clamp max min amax amin argmax argmin maximum minimum sort topk remainder fmod atan2"
    " copysign floor_divide sign erf erfc relu"
).split():
    globals()[_name] = _refused(_name)


# Creation.
def _shape_of(sizes, size):
    sizes = sizes if size is None else (size,)
    return tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else tuple(sizes)


def _filler(name):
    function = getattr(torch, name)
    is_of_zeros = name != "ones"

    def f(*sizes, size=None, dtype=None, device=None, requires_grad=False, **options):
        shape = _shape_of(sizes, size)
        part = function(shape, dtype=_part_type(dtype), device=device)
        made = _made(part, part if is_of_zeros else torch.zeros_like(part))
        return made.requires_grad_() if requires_grad else made

    return f


def _drawer(name, scale):
    function = getattr(torch, name)

    def f(*sizes, size=None, dtype=None, device=None, requires_grad=False, **options):
        pair = function(_shape_of(sizes, size) + (2,), dtype=_part_type(dtype), device=device) * scale
        return Tensor(pair).requires_grad_() if requires_grad else Tensor(pair)

    return f


zeros, ones, empty = _filler("zeros"), _filler("ones"), _filler("zeros")
rand, randn = _drawer("rand", 1.0), _drawer("randn", _math.sqrt(0.5))


def _like(function):
    def f(input, *args, dtype=None, device=None, **options):
        dtype, device = dtype or input.dtype, device or input.device
        options.pop("memory_format", None)
        return function(tuple(input.shape), *args, dtype=dtype, device=device, **options)

    return f


zeros_like, ones_like, empty_like = _like(torch.zeros), _like(torch.ones), _like(torch.empty)
rand_like, randn_like = _like(torch.rand), _like(torch.randn)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False, out=None):
    _refuse_out("full", out)
    value = tensor(fill_value, dtype=dtype, device=device)
    made = value.expand(*_shape_of((), size)).clone()
    return made.requires_grad_() if requires_grad else made


full_like = _like(torch.full)


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    part = _part_type(dtype)
    if _is_complex(data):
        made = Tensor(data._pair.detach().clone().to(part or data._pair.dtype).to(device or data.device))
    elif torch.is_tensor(data):
        made = _made(*_parts(data.detach(), part))
    elif hasattr(data, "_isComplex"):  # NumPy's
        made = torch.from_numpy(data)
        made = made if part is None else made.to(dtype)
    else:
        if dtype is not None and part is None:
            raise RuntimeError(f"value cannot be converted to type {dtype} without overflow")
        made = _made(*[torch.tensor(x, dtype=part or torch.float32, device=device) for x in _split(data)])
    return made.requires_grad_() if requires_grad else made


def _split(x):
    # Nested lists of numbers and of tensors without axes as those of their parts.
    if isinstance(x, (list, tuple)):
        pairs = [_split(item) for item in x]
        return [p[0] for p in pairs], [p[1] for p in pairs]
    if _is_complex(x) and x.ndim:
        return _split(x.tolist())
    x = x.item() if hasattr(x, "item") else x
    x = _complex(x)
    return x.real, x.imag


def from_numpy(ndarray):
    return _made(torch.from_numpy(ndarray.real), torch.from_numpy(ndarray.imag))


def eye(n, m=None, *, dtype=None, device=None):
    part = torch.eye(n, m, dtype=_part_type(dtype), device=device)
    return _made(part, torch.zeros_like(part))


# Shapes.
def _by_parts(name):
    # What gives the same for the imaginary part as for the real one.
    function = getattr(torch, name)

    def f(input, *args, **kwargs):
        if "dtype" in kwargs:
            dtype = kwargs.pop("dtype")
            input = input if dtype is None else input.to(dtype)
        return _made(function(input._re, *args, **kwargs), function(input._im, *args, **kwargs))

    return f


tril, triu, cumsum = _by_parts("tril"), _by_parts("triu"), _by_parts("cumsum")
sum, mean = _by_parts("sum"), _by_parts("mean")


def _join(name):
    function = getattr(torch, name)

    def f(tensors, dim=0):
        part = torch.float32
        for x in tensors:
            part = torch.promote_types(part, x._pair.dtype if _is_complex(x) else _check_part(x.dtype))
        parts = [_parts(x, part) for x in tensors]
        return _made(function([p[0] for p in parts], dim), function([p[1] for p in parts], dim))

    return f


cat, stack = _join("cat"), _join("stack")


def _views(name):
    # A tuple of views of the pair.
    function = getattr(torch, name)

    def f(input, *args, dim=0):
        *args, dim = args if len(args) > (name != "unbind") else args + (dim,)
        return tuple([Tensor(part) for part in function(input._pair, *args, dim=input._axis(dim))])

    return f


chunk, split, unbind = _views("chunk"), _views("split"), _views("unbind")


def squeeze(input, dim=None):
    if dim is None:
        return Tensor(input._pair.squeeze())
    return Tensor(input._pair.squeeze(input._axis(dim))) if input.ndim else input


def transpose(input, dim0, dim1):
    return Tensor(input._pair.transpose(input._axis(dim0), input._axis(dim1))) if input.ndim else input


def reshape(input, shape):
    return input.reshape(shape)


def masked_fill(input, mask, value):
    return torch.where(mask, value, input).to(input.dtype)


def as_strided(input, size, stride, storage_offset=None):
    offset = None if storage_offset is None else 2 * storage_offset
    return Tensor(input._pair.as_strided(tuple(size) + (2,), tuple([2 * step for step in stride]) + (1,), offset))


# Sums and products.
def prod(input, dim=None, keepdim=False, *, dtype=None):
    x = input if dtype is None else input.to(dtype)
    return _by_numpy(lambda z: _np.prod(z, axis=dim, keepdims=keepdim), x)


def cumprod(input, dim, *, dtype=None):
    x = input if dtype is None else input.to(dtype)
    return _by_numpy(lambda z: _np.cumprod(z, dim), x)


def any(input, dim=None, keepdim=False):
    return torch.any(input != 0) if dim is None else torch.any(input != 0, dim, keepdim)


def all(input, dim=None, keepdim=False):
    return torch.all(input != 0) if dim is None else torch.all(input != 0, dim, keepdim)


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    parts = [torch.var(x, dim, unbiased, keepdim, correction=correction) for x in _of(input)]
    return parts[0] + parts[1]


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return torch.sqrt(var(input, dim, unbiased, keepdim, correction=correction))


def _product(name):
    function = getattr(torch, name)

    def f(input, other):
        for x, y in ((input, other), (other, input)):
            if x.dtype != y.dtype:
                raise RuntimeError(
                    f"expected m1 and m2 to have the same dtype, but got: {input.dtype} != {other.dtype}"
                )
        a, b, c, d = _both(input, other)
        return _made(function(a, c) - function(b, d), function(a, d) + function(b, c))

    return f


def vdot(input, other):
    return torch.dot(conj(input), other)


matmul, mm, bmm, outer = _product("matmul"), _product("mm"), _product("bmm"), _product("outer")


# Gradients, of the pairs.
def _pairs(tensors):
    if tensors is None or torch.is_tensor(tensors):
        return tensors._pair if _is_complex(tensors) else tensors
    return [_pairs(x) for x in tensors]


def grad(outputs, inputs, grad_outputs=None, *args, **options):
    given = [inputs] if torch.is_tensor(inputs) else list(inputs)
    for y in [outputs] if torch.is_tensor(outputs) else outputs:
        if _is_complex(y) and grad_outputs is None:
            raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {y.dtype}")
    found = torch.autograd.grad(_pairs(outputs), _pairs(given), _pairs(grad_outputs), *args, **options)
    return tuple([Tensor(g) if g is not None and _is_complex(x) else g for x, g in zip(given, found)])


# Methods that torch has no function for, or that are views here.
def _sizes(shape):
    return tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape


def _view(z, *shape):
    if len(shape) == 1 and not isinstance(shape[0], (int, tuple, list)):
        dtype = shape[0]
        if _part_type(dtype) is None:
            return z._pair.flatten(-2).view(dtype) if z.ndim else z._pair.view(dtype)
        return z if dtype == z.dtype else _refuse("view", z)
    return Tensor(z._pair.view(*_sizes(shape), 2))


def _reshaped(z, *shape):
    return Tensor(z._pair.reshape(*_sizes(shape), 2))


def _permuted(z, *dims):
    return Tensor(z._pair.permute(*[z._axis(dim) for dim in _sizes(dims)], z.ndim))


def _expanded(z, *size):
    return Tensor(z._pair.expand(*_sizes(size), 2))


def _repeated(z, *sizes):
    return Tensor(z._pair.repeat(*_sizes(sizes), 1))


def _converted(z, *args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None):
    for x in args:
        if torch.is_tensor(x):
            device, dtype = x.device, x.dtype
        elif isinstance(x, torch.dtype) or x is _complex:
            dtype = x
        elif not isinstance(x, bool):
            device = x
    part = z._pair.dtype if dtype is None else _part_type(dtype)
    if part is None:
        import warnings

        warnings.warn("Casting complex values to real discards the imaginary part", UserWarning, 3)
        return z._re.to(device or z.device, dtype)
    return Tensor(z._pair.to(device or z.device, part, copy=copy))


def to(input, *args, **kwargs):
    """A real tensor as complex numbers, or of the dtype that a complex one has."""
    if not _is_complex(input):
        input = Tensor(torch.stack(_parts(input, _check_part(input.dtype)), -1))
    return _converted(input, *args, **kwargs)


def view(input, dtype):
    """Of a real tensor as complex numbers."""
    pairs = input.unflatten(-1, (-1, 2))
    if pairs.dtype != _part_type(dtype):
        raise NotImplementedError(f"a view of {input.dtype} as {dtype}")
    return view_as_complex(pairs)


def copy_(input, src, non_blocking=False):
    return input.copy_(_converted(src, dtype=input.dtype))


def __setitem__(input, key, value):
    # Of a real tensor.
    if isinstance(value, _complex):
        raise RuntimeError(f"value cannot be converted to type {str(input.dtype)[6:]} without overflow")
    input[key] = _converted(value, dtype=input.dtype)


def _into_real(input, *args, **kwargs):
    raise RuntimeError(f"result type ComplexFloat can't be cast to the desired output type {torch._kind(input)}")


add_ = sub_ = mul_ = div_ = fill_ = _into_real


def _transposed(z):
    if z.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {z.ndim}D")
    return z if z.ndim < 2 else transpose(z, 0, 1)


def _as(dtype):
    return lambda z: _converted(z, dtype=dtype)


_methods = {
    "view": _view,
    "reshape": _reshaped,
    "permute": _permuted,
    "expand": _expanded,
    "repeat": _repeated,
    "to": _converted,
    "flip": lambda z, *dims: torch.flip(z, _sizes(dims)),
    "tile": lambda z, *dims: torch.tile(z, _sizes(dims)),
    "t": _transposed,
    "float": _as(torch.float32),
    "double": _as(torch.float64),
    "cfloat": _as(complex64),
    "cdouble": _as(complex128),
    "bool": lambda z: z != 0,
    "view_as": lambda z, other: _view(z, other.shape),
    "expand_as": lambda z, other: _expanded(z, other.shape),
    "type_as": lambda z, other: _converted(z, other.dtype),
    "unsqueeze": lambda z, dim: Tensor(z._pair.unsqueeze(z._axis(dim, 1))),
    "contiguous": lambda z, memory_format=None: z if z.is_contiguous() else Tensor(z._pair.contiguous()),
    "clone": lambda z, memory_format=None: Tensor(z._pair.clone()),
    "cpu": lambda z: Tensor(z._pair.cpu()),
    "cuda": lambda z, device=None, non_blocking=False: Tensor(z._pair.cuda()),
    "new_zeros": lambda z, *size, dtype=None, device=None: torch.zeros(
        *size, dtype=dtype or z.dtype, device=device or z.device
    ),
    "new_ones": lambda z, *size, dtype=None, device=None: torch.ones(
        *size, dtype=dtype or z.dtype, device=device or z.device
    ),
    "normal_": lambda z, mean=0.0, std=1.0: z.copy_(torch.randn(z.shape, dtype=z.dtype) * std + mean),
}
Tensor.T = property(lambda z: _permuted(z, *reversed(range(z.ndim))))
Tensor.mT = property(lambda z: transpose(z, -2, -1))
Tensor.H = property(lambda z: conj(_transposed(z)))
Tensor.mH = property(adjoint)
