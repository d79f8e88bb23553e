# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex
"""Functions of arrays of complex numbers, under the names that the library has for real ones."""


def _made(parts, *like):
    # A result; without axes it is a scalar.
    return ndarray(parts[0], parts[1], parts[0].ndim > 0)


def _finish(result, out=None, where=True, dtype=None):
    # The arguments that NumPy's elementwise functions have in common.
    if dtype is not None:
        result = result.astype(dtype)
    if isinstance(out, tuple):
        out = out[0]
    if where is not True:
        if out is None:
            raise NotImplementedError("`where` without `out` of a function of complex numbers")
        out[...] = globals()["where"](where, result, out)
        return out
    if out is None:
        return result
    if _is_complex_array(result) and not _is_complex_array(out):
        raise TypeError(
            f"Cannot cast ufunc output from dtype('{result.dtype.name}') to dtype('{out.dtype}') with casting rule"
            " 'same_kind'"
        )
    out[...] = result
    return out


def _unary(function, is_real=False):
    def f(x, /, out=None, *, where=True, dtype=None):
        result = function(*_of(x))
        return _finish(result if is_real else _made(result), out, where, dtype)

    return f


def _binary(function):
    def f(x1, x2, /, out=None, *, where=True, dtype=None):
        return _finish(_made(function(*_both(x1, x2))), out, where, dtype)

    return f


def _comparison(name):
    def f(x1, x2, /, out=None, *, where=True, dtype=None):
        return _finish(_compare(name, x1, x2), out, where, dtype)

    return f


# Arithmetic.
add = _binary(lambda a, b, c, d: (a + c, b + d))
subtract = sub = _binary(lambda a, b, c, d: (a - c, b - d))
multiply = mul = _binary(_multiply)


def divide(x1, x2, /, out=None, *, where=True, dtype=None):
    a, b, c, d = _both(x1, x2)
    if isinstance(x2, (bool, int, float)) and x2 != 0:  # the quotient below for an imaginary part of 0
        scale, ratio = 1.0 / c, d / c
        return _finish(_made(((a + b * ratio) * scale, (b - a * ratio) * scale)), out, where, dtype)
    return _finish(_made(_divide(a, b, c, d)), out, where, dtype)


true_divide = div = divide
negative = neg = _unary(lambda a, b: (-a, -b))
positive = _unary(lambda a, b: (a, b))
conjugate = conj = _unary(lambda a, b: (a, -b))
square = _unary(lambda a, b: (a * a - b * b, a * b + b * a))
absolute = abs = _unary(_length, True)
equal, not_equal = eq, ne = _comparison("eq"), _comparison("ne")
less, less_equal = lt, le = _comparison("lt"), _comparison("le")
greater, greater_equal = gt, ge = _comparison("gt"), _comparison("ge")
isnan = _unary(lambda a, b: np.isnan(a) | np.isnan(b), True)
isinf = _unary(lambda a, b: np.isinf(a) | np.isinf(b), True)
isfinite = is_finite = _unary(lambda a, b: np.isfinite(a) & np.isfinite(b), True)
logical_not = _unary(lambda a, b: (a == 0) & (b == 0), True)


def reciprocal(x, /, out=None, *, where=True, dtype=None):
    a, b = _of(x)
    return _finish(_made(_divide(np.ones_like(a), np.zeros_like(a), a, b)), out, where, dtype)


def sign(x, /, out=None, *, where=True, dtype=None):
    a, b = _of(x)
    size = _length(a, b)
    scale = np.where(size == 0, 1.0, size).astype(a.dtype)
    return _finish(_made((a / scale, b / scale)), out, where, dtype)


# Functions, by their formulas in parts.
def _exp(a, b):
    size = np.exp(a)
    return np.where(b == 0, size, size * np.cos(b)), np.where(b == 0, b, size * np.sin(b))


def _log(a, b):
    return np.log(_length(a, b)), np.arctan2(b, a)


def _sqrt(a, b):
    size = _length(a, b)
    larger = np.sqrt((size + np.abs(a)) * 0.5)
    smaller = np.where(larger == 0, 0.0, np.abs(b) / np.where(larger == 0, 1.0, 2 * larger)).astype(a.dtype)
    is_right = a >= 0
    return np.where(is_right, larger, smaller), np.copysign(np.where(is_right, smaller, larger), b)


def _tanh(a, b):
    # For large real parts the quotient is one of exponentials.
    s, c = np.sinh(np.clip(a, -20.0, 20.0)), np.cosh(np.clip(a, -20.0, 20.0))
    sine, cosine = np.sin(b), np.cos(b)
    below = s * s + cosine * cosine
    is_large = np.abs(a) > 20.0
    far = 4.0 * sine * cosine * np.exp(-2.0 * np.abs(a))
    return np.where(is_large, np.copysign(np.ones_like(a), a), s * c / below), np.where(
        is_large, far, sine * cosine / below
    )


def _by_quarter_turn(function):
    # f(z) = -i * g(i z), as the sine is of the hyperbolic sine.
    def f(a, b):
        c, d = function(-b, a)
        return d, -c

    return f


def _arcsinh(a, b):
    # By square roots of both factors of 1 + z * z (Kahan).
    p, q = _sqrt(1 + b, -a)
    r, s = _sqrt(1 - b, a)
    return np.arcsinh(p * s - r * q), np.arctan2(b, p * r - q * s)


def _arccos(a, b):
    p, q = _sqrt(1 - a, -b)
    r, s = _sqrt(1 + a, b)
    return 2 * np.arctan2(p, r), np.arcsinh(r * q - s * p)


def _arccosh(a, b):
    p, q = _sqrt(a - 1, b)
    r, s = _sqrt(a + 1, b)
    return np.arcsinh(p * r + q * s), 2 * np.arctan2(q, r)


def _arctanh(a, b):
    # (log(1 + z) - log(1 - z)) / 2
    re = 0.25 * np.log1p(4 * a / ((1 - a) * (1 - a) + b * b))
    return re, 0.5 * np.arctan2(2 * b, (1 - a) * (1 + a) - b * b)


def _scaled_log(base):
    scale = 1.0 / _math.log(base)

    def f(a, b):
        re, im = _log(a, b)
        return re * scale, im * scale

    return f


exp, log, sqrt = _unary(_exp), _unary(_log), _unary(_sqrt)
log2, log10 = _unary(_scaled_log(2.0)), _unary(_scaled_log(10.0))
exp2 = _unary(lambda a, b: _exp(a * _math.log(2.0), b * _math.log(2.0)))
expm1 = _unary(lambda a, b: (np.expm1(a) * np.cos(b) - 2 * np.sin(b / 2) * np.sin(b / 2), np.exp(a) * np.sin(b)))
log1p = _unary(lambda a, b: _log(1 + a, b))
sinh = _unary(lambda a, b: (np.sinh(a) * np.cos(b), np.cosh(a) * np.sin(b)))
cosh = _unary(lambda a, b: (np.cosh(a) * np.cos(b), np.sinh(a) * np.sin(b)))
sin = _unary(lambda a, b: (np.sin(a) * np.cosh(b), np.cos(a) * np.sinh(b)))
cos = _unary(lambda a, b: (np.cos(a) * np.cosh(b), -(np.sin(a) * np.sinh(b))))
tanh, tan = _unary(_tanh), _unary(_by_quarter_turn(_tanh))
arcsinh = asinh = _unary(_arcsinh)
arcsin = asin = _unary(_by_quarter_turn(_arcsinh))
arccos = acos = _unary(_arccos)
arccosh = acosh = _unary(_arccosh)
arctanh = atanh = _unary(_arctanh)
arctan = atan = _unary(_by_quarter_turn(_arctanh))


def _to_integer(a, b, n):
    # By repeated products, as NumPy does.
    parts, count, power = None, n if n > 0 else -n, (a, b)
    if n == 3:
        return _multiply(a, b, *_multiply(a, b, a, b))
    while count:
        if count & 1:
            parts = power if parts is None else _multiply(*parts, *power)
        count >>= 1
        if count:
            power = _multiply(*power, *power)
    return parts if n > 0 else _divide(np.ones_like(a), np.zeros_like(a), *parts)


def _power(a, b, c, d):
    re, im = _log(a, b)
    re, im = _exp(*_multiply(re, im, c, d))
    # 0 to a power: 1, 0 or not a number.
    is_zero, is_one = (a == 0) & (b == 0), (c == 0) & (d == 0)
    at_zero = np.where(is_one, 1.0, np.where((c > 0) & (d == 0), 0.0, np.nan)).astype(a.dtype)
    at_zero_im = np.where(np.isnan(at_zero), np.nan, 0.0).astype(a.dtype)
    return (
        np.where(is_one, 1.0, np.where(is_zero, at_zero, re)).astype(a.dtype),
        np.where(is_one, 0.0, np.where(is_zero, at_zero_im, im)).astype(a.dtype),
    )


def power(x1, x2, /, out=None, *, where=True, dtype=None):
    a, b, c, d = _both(x1, x2)
    if isinstance(x2, _number) and complex(x2).imag == 0 and _builtins.abs(complex(x2).real) < 100:
        n = complex(x2).real
        if n == 0:
            return _finish(_made((np.ones_like(a), np.zeros_like(a))), out, where, dtype)
        if n == int(n):
            return _finish(_made(_to_integer(a, b, int(n))), out, where, dtype)
        if n == 0.5:
            return _finish(_made(_sqrt(a, b)), out, where, dtype)
    return _finish(_made(_power(a, b, c, d)), out, where, dtype)


pow = power


def integer_pow(x, y):
    return power(x, y)


# What NumPy itself has for real numbers only.
def _refused(name):
    def f(*operands, **options):
        _refuse_type(name)

    return f


for _name in (
    "floor_divide remainder mod fmod divmod arctan2 hypot copysign floor ceil trunc rint cbrt signbit deg2rad rad2deg"
    " degrees radians logaddexp logaddexp2 heaviside nextafter spacing ldexp frexp modf fabs bitwise_and bitwise_or"
    " bitwise_xor invert left_shift right_shift gcd lcm"
).split():
    globals()[_name] = _refused("remainder" if _name == "mod" else _name)


# Creation.
def array(object, dtype=None, copy=True, order="K", ndmin=0, **options):
    part = None if dtype is None else _part_type(dtype)
    if dtype is not None and part is None:
        return _real_array(object, dtype, ndmin)
    made = _from_nested(object, part)
    while made.ndim < ndmin:
        made = made._each(lambda p: p[None])
    made = ndarray(np.array(made._re), np.array(made._im), True)
    return made


def _real_array(object, dtype, ndmin=0):
    values = _from_nested(object, None)
    if np.issubdtype(dtype, np.bool_):
        return np.array((values._re != 0) | (values._im != 0), ndmin=ndmin)
    if not _is_complex_array(object):
        raise TypeError("float() argument must be a string or a real number, not 'complex'")
    return np.array(values._re, dtype=dtype, ndmin=ndmin)


def _from_nested(x, part):
    if isinstance(x, _number):
        wanted = part if part is not None else _canonical(np.dtype("float64"))
        return ndarray(*_parts(x, wanted), True)
    if isinstance(x, (list, tuple, range)) and not _holds_arrays(x):
        re, im = _split(list(x))
        wanted = part if part is not None else _canonical(np.dtype("float64"))
        return ndarray(np.array(re, dtype=wanted), np.array(im, dtype=wanted), True)
    if isinstance(x, (list, tuple)):
        items = [_from_nested(item, part) for item in x]
        wanted = _common_part(items)
        parts = [_parts(item, wanted) for item in items]
        return ndarray(np.stack([p[0] for p in parts]), np.stack([p[1] for p in parts]), True)
    if hasattr(x, "dtype"):
        x = _operand(x)
        wanted = part if part is not None else _common_part((x,))
        return ndarray(*_parts(x, wanted), True)
    if not _JAX and hasattr(x, "__array__"):
        return _from_nested(x.__array__(), part)
    return _from_nested(complex(x), part)


def _holds_arrays(x):
    if isinstance(x, (list, tuple)):
        return _builtins.any(_holds_arrays(item) for item in x)
    return hasattr(x, "dtype")


def _split(x):
    # Nested lists of numbers as those of their parts.
    if isinstance(x, (list, tuple)):
        pairs = [_split(item) for item in x]
        return [p[0] for p in pairs], [p[1] for p in pairs]
    x = x if isinstance(x, complex) else complex(x)
    return x.real, x.imag


def asarray(a, dtype=None, order=None, *, copy=None, **options):
    a = _operand(a) if hasattr(a, "_isComplex") else a
    if _is_complex_array(a) and not copy and (dtype is None or a.dtype == dtype):
        return a
    return array(a, dtype)


asanyarray = ascontiguousarray = asfortranarray = asarray


def _ordered(made, order):
    # A fresh array laid out in columns where that is asked for.
    return made._in_columns() if not _JAX and order == "F" and made.ndim > 1 else made


def zeros(shape, dtype=None, order="C", **options):
    part = _part_type(dtype)
    return _ordered(ndarray(np.zeros(shape, part), np.zeros(shape, part), True), order)


empty = zeros


def ones(shape, dtype=None, order="C", **options):
    part = _part_type(dtype)
    return _ordered(ndarray(np.ones(shape, part), np.zeros(shape, part), True), order)


def full(shape, fill_value, dtype=None, order="C", **options):
    if dtype is not None and _part_type(dtype) is None:
        return np.full(shape, _real_array(fill_value, dtype), dtype)
    value = array(fill_value, dtype)
    return _ordered(ndarray(np.full(shape, value._re), np.full(shape, value._im), True), order)


def _shape_like(a, dtype, shape):
    shape = np.shape(a) if shape is None else shape
    return shape, (asarray(a).dtype if dtype is None else dtype)


def _laid_like(made, a, order):
    # A fresh array laid out as another one.
    if _JAX or order == "C" or made.ndim < 2:
        return made
    if order == "F":
        return _ordered(made, "F")
    like = a._re if hasattr(a, "_isComplex") else np.asarray(a)
    if like.ndim != made.ndim:
        return made
    if order == "A":
        return _ordered(made, "F") if like.flags.fnc else made
    pattern = np.empty_like(like, np.int8, order, shape=made.shape)
    parts = []
    for part in (made._re, made._im):
        laid = np.empty_like(pattern, part.dtype)
        laid[...] = part
        parts.append(laid)
    return ndarray(parts[0], parts[1], True)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None, **options):
    shape, dtype = _shape_like(a, dtype, shape)
    return _laid_like(np.zeros(shape, dtype), a, order)


empty_like = zeros_like


def ones_like(a, dtype=None, order="K", subok=True, shape=None, **options):
    shape, dtype = _shape_like(a, dtype, shape)
    return _laid_like(np.ones(shape, dtype), a, order)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, **options):
    shape = np.shape(a) if shape is None else shape
    if dtype is None:
        dtype = a.dtype if hasattr(a, "dtype") else None
    return np.full(shape, fill_value, dtype)


def eye(N, M=None, k=0, dtype=None, **options):
    return _from_nested(np.eye(N, M, k=k), _part_type(dtype))


def identity(n, dtype=None):
    return eye(n, dtype=dtype)


def arange(start, stop=None, step=None, dtype=None, **options):
    if _holds_complex([start, stop, step]):
        raise NotImplementedError("`arange` of complex numbers")
    return _from_nested(np.arange(start, stop, step), _part_type(dtype))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    start, stop = asarray(start), asarray(stop)
    re = np.linspace(start.real, stop.real, num, endpoint, axis=axis)
    im = np.linspace(start.imag, stop.imag, num, endpoint, axis=axis)
    made = ndarray(re, im, True)
    made = made if dtype is None else made.astype(dtype)
    return (made, (stop - start) / _builtins.max(num - 1 if endpoint else num, 1)) if retstep else made


def astype(a, dtype, order="K", casting="unsafe", subok=True, copy=True, **options):
    part = _part_type(dtype)
    a = _operand(a)
    if part is not None:
        re, im = _parts(a, part)
        return ndarray(np.array(re), np.array(im), True if a.ndim else getattr(a, "_is_array", False))
    if np.issubdtype(dtype, np.bool_):
        return (a._re != 0) | (a._im != 0)
    _warn_of_parts(4)
    return a._re.astype(dtype)
