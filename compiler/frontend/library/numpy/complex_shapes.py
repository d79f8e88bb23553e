# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex
"""Arrays of complex numbers: what is done to both parts alike, sums and products, whole arrays compared, dtypes."""

# Functions that do to the imaginary part what they do to the real one; the numbers say which arguments are values.
_by_parts = {
    "transpose permute_dims matrix_transpose reshape ravel squeeze expand_dims swapaxes moveaxis rollaxis": (0,),
    "broadcast_to atleast_1d atleast_2d atleast_3d flip fliplr flipud rot90 roll tile repeat take take_along_axis": (
        0,
    ),
    "diag diagonal diagflat trace tril triu split array_split hsplit vsplit dsplit": (0,),
    "sum cumsum mean diff round round_ unstack rev pad trapezoid nansum": (0,),
    "concatenate concat stack vstack hstack dstack column_stack block": (0,),
    "broadcast_arrays meshgrid": None,
    "where": (1, 2),
    "append": (0, 1),
    "select": (1, 2),
    "choose": (1,),
}
_methods_by_parts = ("reshape ravel flatten transpose squeeze swapaxes take repeat diagonal round compress").split()
_dtype_places = {"sum": 2, "cumsum": 2, "mean": 2, "trace": 4}  # of the functions that take one


def _mapped(x, part, function):
    # Each array among `x` replaced by a part of it.
    if isinstance(x, (list, tuple)):
        return type(x)([_mapped(item, part, function) for item in x])
    return function(_parts(_operand(x), part))


def _leaves(x):
    return [leaf for item in x for leaf in _leaves(item)] if isinstance(x, (list, tuple)) else [_operand(x)]


def _of_real_parts(name, args, dtype, options):
    # `dtype` is real: what it is asked of is cast first, which warns of the parts that are lost.
    return getattr(np, name)(astype(args[0], dtype), *args[1:], dtype=dtype, **options)


def _parts_function(name, places):
    def f(*args, **kwargs):
        args = list(args)
        out = kwargs.pop("out", None)
        dtype = kwargs.pop("dtype", None)
        if len(args) > _dtype_places.get(name, 9):
            dtype, args[_dtype_places[name]] = args[_dtype_places[name]], None
        at = range(len(args)) if places is None else [k for k in places if k < len(args)]
        part = _part_type(dtype)
        if dtype is not None and part is None:  # a real dtype: the real parts are combined
            return _of_real_parts(name, args, dtype, kwargs if out is None else {**kwargs, "out": out})
        part = _common_part(_leaves([args[k] for k in at])) if part is None else part
        results = []
        for take in (lambda pair: pair[0], lambda pair: pair[1]):
            given = [_mapped(x, part, take) if k in at else x for k, x in enumerate(args)]
            results.append(getattr(np, name)(*given, **kwargs))
        return _joined(*results) if out is None else _finish(_joined(*results), out)

    return f


for _names, _places in _by_parts.items():
    for _name in _names.split():
        globals().setdefault(_name, _parts_function(_name, _places))


# Products.
def _bilinear(name, function=None):
    # A product of two arrays, out of four of their parts.
    def f(x1, x2, *args, **kwargs):
        call = getattr(np, name)
        a, b, c, d = _both(x1, x2)
        re = call(a, c, *args, **kwargs) - call(b, d, *args, **kwargs)
        return _made((re, call(a, d, *args, **kwargs) + call(b, c, *args, **kwargs)))

    return f


def _product_of(name):
    # Of two lines, the sum of products: the parts' own products would be rounded apart.
    products = _bilinear(name)

    def f(a, b, *args, **kwargs):
        a, b = _operand(a), _operand(b)
        if np.ndim(a) == np.ndim(b) == 1 and np.shape(a) == np.shape(b):
            return sum(multiply(a, b))
        return products(a, b, *args, **kwargs)

    return f


for _name in "matmul dot inner".split():
    globals()[_name] = _product_of(_name)
for _name in "outer kron tensordot convolve cross matvec".split():
    globals()[_name] = _bilinear(_name)


def vdot(a, b, **options):
    """The dot product of flattened arrays, the first one conjugated."""
    return np.dot(conj(a).ravel(), _operand(b).ravel())


def vecdot(x1, x2, /, *, axis=-1, **options):
    return sum(multiply(conj(x1), x2), axis=axis)


def einsum(subscripts, *operands, **options):
    if not isinstance(subscripts, str):
        raise NotImplementedError("`einsum` of complex numbers without a text of subscripts")
    operands = [_operand(x) for x in operands]
    part = _common_part(operands)
    terms = [(1, 0, [])]  # a sign, the power of i, and a part of each operand
    for x in operands:
        re, im = _parts(x, part)
        if _is_complex_array(x):
            terms = [(s, p, t + [re]) for s, p, t in terms] + [(-s if p else s, 1 - p, t + [im]) for s, p, t in terms]
        else:
            terms = [(s, p, t + [re]) for s, p, t in terms]
    parts = [None, None]
    for s, p, t in terms:
        value = np.einsum(subscripts, *t, **options)
        value = value if s > 0 else -value
        parts[p] = value if parts[p] is None else parts[p] + value
    return _made((parts[0], np.zeros_like(parts[0]) if parts[1] is None else parts[1]))


def _axes(a, axis):
    if axis is None:
        return tuple(range(a.ndim))
    return tuple([k % a.ndim for k in ((axis,) if isinstance(axis, int) else axis)])


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    if out is not None or where is not None:
        raise NotImplementedError("`out` and `where` of `prod` of complex numbers")
    if dtype is not None and _part_type(dtype) is None:
        options = {"keepdims": keepdims} if initial is None else {"keepdims": keepdims, "initial": initial}
        return _of_real_parts("prod", [a, axis], dtype, options)
    a = asarray(a, dtype)
    axes = _axes(a, axis)
    shape = tuple([1 if k in axes else n for k, n in enumerate(a.shape)])
    rest = [k for k in range(a.ndim) if k not in axes]
    lines = a.transpose(list(axes) + rest).reshape((-1,) + tuple([a.shape[k] for k in rest]))
    while lines.shape[0] > 1:  # halves multiplied
        half = lines.shape[0] // 2
        first = multiply(lines[:half], lines[half : 2 * half])
        lines = np.concatenate([first, lines[2 * half :]]) if lines.shape[0] % 2 else first
    result = lines[0] if lines.shape[0] else np.ones(lines.shape[1:], a.dtype)
    result = result if initial is None else multiply(result, initial)
    return result.reshape(shape) if keepdims else result


def cumprod(a, axis=None, dtype=None, out=None):
    if out is not None:
        raise NotImplementedError("`out` of `cumprod` of complex numbers")
    if dtype is not None and _part_type(dtype) is None:
        return _of_real_parts("cumprod", [a, axis], dtype, {})
    a = asarray(a, dtype)
    a = a.ravel() if axis is None else a
    lines = np.moveaxis(a, 0 if axis is None else axis, 0)
    results = [lines[0]] if lines.shape[0] else []
    for k in range(1, lines.shape[0]):
        results.append(multiply(results[-1], lines[k]))
    return np.moveaxis(np.stack(results), 0, 0 if axis is None else axis) if results else a


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
    """The mean of the squared distances from the mean."""
    a = asarray(a)
    distance = subtract(a, a.mean(axis=axis, keepdims=True))
    squares = distance._re * distance._re + distance._im * distance._im
    count = 1
    for k in _axes(a, axis):
        count *= a.shape[k]
    result = np.sum(squares, axis=axis, keepdims=keepdims) / (count - ddof)
    return _into(result if dtype is None else np.asarray(result).astype(dtype), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **options):
    return _into(np.sqrt(var(a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)), out)


def _truths(a):
    return (a._re != 0) | (a._im != 0)


def any(a, axis=None, out=None, keepdims=False, **options):
    return _into(np.any(_truths(asarray(a)), axis=axis, keepdims=keepdims), out)


def all(a, axis=None, out=None, keepdims=False, **options):
    return _into(np.all(_truths(asarray(a)), axis=axis, keepdims=keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    return np.count_nonzero(_truths(asarray(a)), axis=axis, keepdims=keepdims)


def average(a, axis=None, weights=None, **options):
    a = asarray(a)
    if weights is None:
        return a.mean(axis=axis)
    weights = np.asarray(weights)
    return divide(sum(multiply(a, weights), axis=axis), np.sum(np.broadcast_to(weights, a.shape), axis=axis))


# In the order of the real parts, then of the imaginary ones.
def _order(a, axis):
    by_imaginary = np.argsort(a._im, axis=axis, kind="stable")
    re = np.take_along_axis(a._re, by_imaginary, axis=axis)
    order = np.take_along_axis(by_imaginary, np.argsort(re, axis=axis, kind="stable"), axis=axis)
    if _JAX:
        return order
    # Numbers with NaN come last: in the imaginary part alone, in the real part alone, in both.
    group = np.isnan(a._im).astype(np.int8) + 2 * np.isnan(a._re).astype(np.int8)
    group = np.take_along_axis(group, order, axis=axis)
    return np.take_along_axis(order, np.argsort(group, axis=axis, kind="stable"), axis=axis)


def _check_kind(kind):
    np.argsort(np.zeros(0), kind=kind)


def argsort(a, axis=-1, kind=None, **options):
    _check_kind(kind)
    a = asarray(a)
    return _order(a.ravel(), 0) if axis is None else _order(a, axis)


def sort(a, axis=-1, kind=None, **options):
    _check_kind(kind)
    a = asarray(a)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    at = _order(a, axis)
    return a._each(lambda part: np.take_along_axis(part, at, axis=axis))


def _extreme(is_last):
    def f(a, axis=None, out=None, keepdims=False, **options):
        if out is not None or options:
            raise NotImplementedError("`out`, `initial` and `where` of an extremum of complex numbers")
        a = asarray(a)
        flat = a.ravel() if axis is None else a
        at = np.take(_order(flat, axis or 0), -1 if is_last else 0, axis=axis or 0)
        at = np.expand_dims(at, axis or 0)
        found = flat._each(lambda part: np.take_along_axis(part, at, axis=axis or 0))
        if axis is None:
            return found.reshape((1,) * a.ndim) if keepdims else found[0]
        return found if keepdims else found.squeeze(axis)

    return f


max, min = amax, amin = _extreme(True), _extreme(False)


def maximum(x1, x2, /, out=None, **options):
    a, b, c, d = _both(x1, x2)
    first = ~_less(a, b, c, d)
    return _finish(_made((np.where(first, a, c), np.where(first, b, d))), out)


def minimum(x1, x2, /, out=None, **options):
    a, b, c, d = _both(x1, x2)
    first = ~_less(c, d, a, b)
    return _finish(_made((np.where(first, a, c), np.where(first, b, d))), out)


# Whole arrays compared.
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b, c, d = _both(a, b)
    distance, size = _length(a - c, b - d), _length(c, d)
    is_finite = np.isfinite(c) & np.isfinite(d)
    close = (is_finite & (distance <= atol + rtol * size)) | ((a == c) & (b == d))
    if equal_nan:
        close = close | ((np.isnan(a) | np.isnan(b)) & (np.isnan(c) | np.isnan(d)))
    return close


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = np.all(isclose(a, b, rtol, atol, equal_nan))
    return close if _JAX else bool(close)


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = _operand(a1), _operand(a2)
    if np.shape(a1) != np.shape(a2):
        return False
    same = _compare("eq", a1, a2)
    if equal_nan:
        same = same | (np.isnan(a1) & np.isnan(a2))
    return bool(np.all(same))


def array_equiv(a1, a2):
    return bool(np.all(_compare("eq", a1, a2)))


def polyval(p, x):
    p, x = asarray(p), _operand(x)
    result = np.zeros_like(x)
    for k in range(p.shape[0]):
        result = add(multiply(result, x), p[k])
    return result


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    result = asarray(x)._each(lambda part: np.nan_to_num(part, nan=nan, posinf=posinf, neginf=neginf))
    return result if copy or not hasattr(x, "_isComplex") else _into(result, x)


def _mismatches(actual, desired, close, header, err_msg):
    a, b = np.broadcast_arrays(asarray(actual), asarray(desired))
    count = int(np.sum(~close))
    if not count:
        return
    distance = np.abs(a - b)
    size = np.abs(b)
    ratio = np.max(np.where(size == 0, 0.0, distance / np.where(size == 0, 1.0, size)))
    lines = ["", header + (f"\n{err_msg}" if err_msg else ""), ""]
    lines.append(f"Mismatched elements: {count} / {a.size} ({100 * count / a.size:.3g}%)")
    lines.append(f"Max absolute difference among violations: {np.max(distance)}")
    lines.append(f"Max relative difference among violations: {ratio}")
    lines += [f" ACTUAL: {actual!r}", f" DESIRED: {desired!r}"]
    raise AssertionError("\n".join(lines))


def _same_shape(actual, desired, header):
    a, b = np.shape(actual), np.shape(desired)
    if a != b and a != () and b != ():
        raise AssertionError(f"\n{header}\n\n(shapes {a}, {b} mismatch)")


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    header = f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}"
    _same_shape(actual, desired, header)
    _mismatches(actual, desired, isclose(actual, desired, rtol, atol, equal_nan), header, err_msg)


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    header = "Arrays are not equal"
    _same_shape(actual, desired, header)
    _mismatches(actual, desired, isclose(actual, desired, 0, 0, True), header, err_msg)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    header = f"Arrays are not almost equal to {decimal} decimals"
    _same_shape(actual, desired, header)
    _mismatches(actual, desired, isclose(actual, desired, 0, 1.5 * 10.0**-decimal, True), header, err_msg)


assert_almost_equal = assert_array_almost_equal


# Dtypes.
def dtype(dtype, align=False, copy=False):
    return _DType(dtype.name if isinstance(dtype, _DType) else _dtype_name(dtype))


def issubdtype(arg1, arg2):
    # Of complex dtypes among the abstract ones, which are records with a kind.
    name = _dtype_name(arg1)
    if name is None:
        return False
    kind = getattr(arg2, "kind", None)
    if isinstance(arg2, _DType) or arg2 is complex or isinstance(arg2, str):
        return name == _dtype_name(arg2)
    return kind in ("complexfloating", "inexact", "number", "generic")


def __instancecheck__(kind, instance):
    """`isinstance(z, np.complexfloating)`: of scalars, not of arrays."""
    if not _is_complex_array(instance) or instance.ndim or instance._is_array:
        return False
    return getattr(kind, "kind", None) in ("complexfloating", "inexact", "number", "generic")


def result_type(*arrays_and_dtypes):
    operands = []
    for x in arrays_and_dtypes:
        if _dtype_name(x) is not None:
            x = np.zeros(1, x)
        elif not isinstance(x, _number) and not isinstance(x, np.ndarray):
            x = np.zeros(1, x)
        operands.append(x)
    return _DType("complex128" if _common_part(operands).itemsize == 8 else "complex64")


def promote_types(type1, type2):
    return result_type(type1, type2)


def can_cast(from_, to, casting="safe"):
    if casting == "unsafe":
        return True
    source, target = _dtype_name(from_), _dtype_name(to)
    if target is None:
        return False
    if casting in ("no", "equiv"):
        return source == target
    return casting == "same_kind" or promote_types(from_, to).name == target


def finfo(dtype):
    return np.finfo(_part_type(dtype))


_methods = {
    name: name
    for name in ("astype conj conjugate dot prod cumprod var std any all nonzero max min argsort view tobytes").split()
}
