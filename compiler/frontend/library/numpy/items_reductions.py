# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""What combines items along axes, products of matrices of objects, whole arrays compared, functions of Python's."""


def _reduced_axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    return tuple([np.normalize_axis_index(k, ndim) for k in (axis if isinstance(axis, tuple) else (axis,))])


def _groups(a, axes):
    # The flat places that are combined to one, in order, and the shape of the results.
    rest = [k for k in range(a.ndim) if k not in axes]
    places = np.arange(a.size).reshape(a.shape).transpose(tuple(rest) + tuple(axes))
    shape = tuple([a.shape[k] for k in rest])
    n = _math.prod([a.shape[k] for k in axes])
    flat = places.reshape(-1).tolist()
    return [flat[k * n : (k + 1) * n] for k in range(_math.prod(shape))], shape


def _finish_reduction(results, a, axes, shape, keepdims, kind):
    if keepdims:
        shape = tuple([1 if k in axes else n for k, n in enumerate(a.shape)])
    if not shape:
        return results[0]
    if kind.kind == "O":
        return _made(results, kind, shape)
    return asarray(results, kind).reshape(shape)


def _reduce(name, a, axis, keepdims, initial, where, identity, kind=None):
    """Combines items along axes by a function of two."""
    a = asarray(a)
    if a.dtype.kind in "SU" and name in ("add", "multiply"):
        _no_loop(name, [a.dtype, a.dtype])
    if a.dtype.kind in "SUV":
        raise TypeError("cannot perform reduce with flexible type")
    axes = _reduced_axes(axis, a.ndim)
    groups, shape = _groups(a, axes)
    values, function = _values(a), _combine_of(name, a)
    chosen = None if where is True else np.broadcast_to(where, a.shape).reshape(-1).tolist()
    if chosen is not None and identity is _Missing and initial is _Missing:
        raise ValueError(
            f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify"
            " 'initial'"
        )
    results = []
    for group in groups:
        items = [values[k] for k in group if chosen is None or chosen[k]]
        if initial is not _Missing and initial is not None:
            items = [initial] + items
        if not items and (identity is _Missing or initial is None):
            raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
        if not items:
            results.append(identity)
            continue
        result = items[0]
        for x in items[1:]:
            result = function(result, x)
        results.append(result)
    return _finish_reduction(results, a, axes, shape, keepdims, a.dtype if kind is None else kind)


def _combine_of(name, a):
    if name in _binary:
        return _binary[name] if a.dtype.kind == "O" else _time_function(name)
    return name


def _no_value(x):
    return _Missing if x is _Missing else x


def _reduction(name, identity):
    def f(a, axis=None, dtype=None, out=None, keepdims=False, initial=_Missing, where=True):
        a = asarray(a)
        if dtype is not None:
            target = _read_dtype(dtype)
            if not _is_items(target):
                return getattr(np, {"add": "sum", "multiply": "prod"}[name])(
                    a.astype(target), axis=axis, out=out, keepdims=keepdims
                )
            a = a.astype(target)
        start = identity
        if a.dtype.kind in "m" and name == "add":
            start = timedelta64(0, a.dtype.unit)
        result = _reduce(name, a, axis, keepdims, initial, where, start)
        return _finished(name, result, out[0] if isinstance(out, tuple) else out, True, "unsafe")

    return f


sum = _reduction("add", 0)
prod = _reduction("multiply", 1)


def _extreme(name):
    def f(a, axis=None, out=None, keepdims=False, initial=_Missing, where=True):
        result = _reduce(name, a, axis, keepdims, initial, where, _Missing)
        return _finished(name, result, out, True, "unsafe")

    return f


max = amax = _extreme("maximum")
min = amin = _extreme("minimum")


def _logical(name, identity):
    def f(a, axis=None, out=None, keepdims=False, *, where=True, dtype=None):
        a = asarray(a)
        if a.dtype.kind == "O" and (dtype is None or _read_dtype(dtype).kind == "O"):
            result = _reduce(name, a, axis, keepdims, _Missing, where, identity)
        else:
            truths = _truths(a)
            options = {} if where is True else {"where": where}
            result = getattr(np, "all" if identity else "any")(truths, axis=axis, keepdims=keepdims, **options)
        return _finished(name, result, out, True, "unsafe")

    return f


any = _logical("logical_or", False)
all = _logical("logical_and", True)


def _running(name):
    def f(a, axis=None, dtype=None, out=None):
        a = asarray(a) if dtype is None else asarray(a).astype(dtype)
        if axis is None:
            a, axis = a.ravel(), 0
        if not _is_items(a):
            return getattr(np, {"add": "cumsum", "multiply": "cumprod"}[name])(a, axis=axis, out=out)
        return accumulate(name, a, axis, out)

    return f


cumsum = _running("add")
cumprod = _running("multiply")


def accumulate(name, a, axis=0, out=None):
    """All prefixes combined, along an axis."""
    axis = np.normalize_axis_index(axis, a.ndim)
    lines, shape = _lines(a, axis)
    values, function, results = _values(a), _combine_of(name, a), [None] * a.size
    for line in lines:
        for k, place in enumerate(line):
            results[place] = values[place] if k == 0 else function(results[line[k - 1]], values[place])
    made = asarray(results, a.dtype).reshape(a.shape) if a.dtype.kind != "O" else _made(results, _OBJECT, a.shape)
    return _finished("accumulate", made, out, True, "same_kind")


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    a = asarray(a)
    if a.dtype.kind in "SUV":
        raise TypeError("cannot perform reduce with flexible type")
    axes = _reduced_axes(axis, a.ndim)
    count = _math.prod([a.shape[k] for k in axes])
    total = sum(a, axis, dtype, None, keepdims, where=where)
    if not count:
        import warnings

        warnings.warn("Mean of empty slice.", RuntimeWarning, stacklevel=2)
    return _finished("mean", total / count if count or a.dtype.kind == "m" else np.nan, out, True, "unsafe")


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    a = asarray(a)
    axes = _reduced_axes(axis, a.ndim)
    count = _math.prod([a.shape[k] for k in axes])
    distance = a - mean(a, axis=axes, keepdims=True)
    squares = distance * distance
    return _finished("var", sum(squares, axis=axes, keepdims=keepdims) / (count - ddof), out, True, "unsafe")


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    found = var(a, axis, dtype, None, ddof, keepdims)
    return globals()["sqrt"](found) if _is_items(found) else found ** 0.5


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    a = asarray(a)
    if weights is None:
        found, scale = mean(a, axis, keepdims=keepdims), a.size
    else:
        weights = asarray(weights)
        scale = weights.sum(axis=axis, keepdims=keepdims)
        found = sum(a * weights, axis, keepdims=keepdims) / scale
    return (found, scale) if returned else found


def _arg_extreme(is_last):
    def f(a, axis=None, out=None, *, keepdims=False):
        a = asarray(a)
        if a.dtype.kind == "V":
            raise TypeError("Cannot find extreme of records")
        axes = _reduced_axes(axis, a.ndim)
        groups, shape = _groups(a, axes)
        raw, results = _comparables(a), []
        key = _sort_key(a)
        is_nat = _not_a_time if a.dtype.kind in "Mm" else None
        for group in groups:
            if not group:
                raise ValueError(f"attempt to get {'argmax' if is_last else 'argmin'} of an empty sequence")
            best = 0
            for k in range(1, len(group)):
                x, y = raw[group[k]], raw[group[best]]
                if is_nat is not None and (x == is_nat or y == is_nat):
                    best = k if x == is_nat and y != is_nat else best
                elif (
                    (x > y if is_last else x < y) if key is None else (key(x) > key(y) if is_last else key(x) < key(y))
                ):
                    best = k
            results.append(best)
        if keepdims:
            shape = tuple([1 if k in axes else n for k, n in enumerate(a.shape)])
        return _finished("argmax", np.array(results, dtype=int).reshape(shape)[()], out, True, "same_kind")

    return f


argmax = _arg_extreme(True)
argmin = _arg_extreme(False)


# Products.
def _sum_of_products(xs, ys):
    total = None
    for x, y in zip(xs, ys):
        total = x * y if total is None else total + x * y
    return 0 if total is None else total


def _objects(x):
    a = asarray(x)
    if _is_items(a) and a.dtype.kind != "O":
        raise TypeError(f"Cannot cast array data from {a.dtype!r} to dtype('float64') according to the rule 'safe'")
    return a if _is_items(a) else _converted(a, _OBJECT)


def dot(a, b, out=None):
    """The sum of products over the last axis of one and the last but one of the other."""
    a, b = _objects(a), _objects(b)
    if a.ndim == 0 or b.ndim == 0:
        return _product_out(_apply("multiply", (a, b)), out)
    n, inner = a.shape[-1], b.shape[0 if b.ndim == 1 else -2]
    if n != inner:
        at = 0 if b.ndim == 1 else b.ndim - 2
        raise ValueError(
            f"shapes {_shape_text(a.shape)} and {_shape_text(b.shape)} not aligned: {n} (dim {a.ndim - 1}) != {inner}"
            f" (dim {at})"
        )
    rows = a.reshape(-1, n) if n else np.zeros((_math.prod(a.shape[:-1]), 0))
    columns = b if b.ndim == 1 else np.moveaxis(b, -2, -1)
    shape = a.shape[:-1] + (() if b.ndim == 1 else columns.shape[:-1])
    if not n:
        return _product_out(_object_result([0] * _math.prod(shape), shape), out)
    rows, columns = rows.tolist(), columns.reshape(-1, n).tolist()
    return _product_out(_object_result([_sum_of_products(x, y) for x in rows for y in columns], shape), out)


def _product_out(result, out):
    if out is None:
        return result
    made = result if isinstance(result, np.ndarray) else asarray(result, _OBJECT)
    if out.shape != made.shape or out.dtype.kind != "O":
        raise ValueError(
            "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
        )
    out[...] = made
    return out


def matmul(x1, x2, /, out=None, **options):
    """The product of matrices, the axes before the last two broadcast."""
    for k, x in enumerate((x1, x2)):
        if np.ndim(x) == 0:
            raise ValueError(
                f"matmul: Input operand {k} does not have enough dimensions (has 0, gufunc core with signature"
                " (n?,k),(k,m?)->(n?,m?) requires 1)"
            )
    for x in (asarray(x1), asarray(x2)):
        if x.dtype.kind in "SUVMm":
            _no_loop("matmul", [asarray(x1).dtype, asarray(x2).dtype])
    a, b = _objects(x1), _objects(x2)
    rows, columns = (a[None] if a.ndim == 1 else a), (b[:, None] if b.ndim == 1 else b)
    if rows.shape[-1] != columns.shape[-2]:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature"
            f" (n?,k),(k,m?)->(n?,m?) (size {columns.shape[-2]} is different from {rows.shape[-1]})"
        )
    outer = np.broadcast_shapes(rows.shape[:-2], columns.shape[:-2])
    n, k, m = rows.shape[-2], rows.shape[-1], columns.shape[-1]
    left = broadcast_to(rows, outer + (n, k)).reshape(-1, n, k).tolist() if n * k * _math.prod(outer) else None
    right = (
        broadcast_to(columns.swapaxes(-1, -2), outer + (m, k)).reshape(-1, m, k).tolist()
        if m * k * _math.prod(outer)
        else None
    )
    results = []
    for i in range(_math.prod(outer)):
        for row in range(n):
            for column in range(m):
                results.append(_sum_of_products(left[i][row], right[i][column]) if k else 0)
    shape = outer + (() if a.ndim == 1 else (n,)) + (() if b.ndim == 1 else (m,))
    result = _object_result(results, shape)
    if out is not None:
        return _finished(
            "matmul", result, out[0] if isinstance(out, tuple) else out, True, options.get("casting", "same_kind")
        )
    return result


def inner(a, b):
    a, b = _objects(a), _objects(b)
    if a.ndim == 0 or b.ndim == 0:
        return _apply("multiply", (a, b))
    return dot(a, b if b.ndim == 1 else np.moveaxis(b, -1, -2))


def vdot(a, b):
    a, b = _objects(a).ravel(), _objects(b).ravel()
    return dot(_apply("_conjugate", (a,)) if a.size else a, b)


def outer(a, b, out=None):
    a, b = asarray(a).ravel(), asarray(b).ravel()
    return _finished("outer", _apply("multiply", (a[:, None], b[None, :])), out, True, "same_kind")


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return sum(diagonal(a, offset, axis1, axis2), -1, dtype, out)


def diff(a, n=1, axis=-1, **options):
    a = asarray(a)
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    if options:
        raise NotImplementedError("`prepend` and `append` of `np.diff` of " + _builtins.str(a.dtype))
    for _ in range(n):
        lines = np.moveaxis(a, axis, 0)
        a = np.moveaxis(lines[1:] - lines[:-1], 0, axis)
    return a


def clip(a, a_min=None, a_max=None, out=None, **options):
    """Limits each item to a range."""
    result = asarray(a)
    if a_min is not None:
        result = _apply("maximum", (result, a_min), **options)
    if a_max is not None:
        result = _apply("minimum", (result, a_max), **options)
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    return _finished("clip", result, out, True, options.get("casting", "same_kind"))


def round(a, decimals=0, out=None):
    a = asarray(a)
    if a.dtype.kind != "O":
        _refuse_input("rint")
    results = [_builtins.round(x, decimals) if decimals else _method_caller("rint")(x) for x in a._raw()]
    return _finished("round", _object_result(results, a.shape), out, True, "same_kind")


around = round_ = round


# Whole arrays compared.
def array_equal(a1, a2, equal_nan=False):
    try:
        a1, a2 = asarray(a1), asarray(a2)
    except Exception:
        return False
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan:
        same = same | ((a1 != a1) & (a2 != a2))
    return bool(np.all(same))


def array_equiv(a1, a2):
    try:
        a1, a2 = asarray(a1), asarray(a2)
        np.broadcast_shapes(a1.shape, a2.shape)
    except Exception:
        return False
    return bool(np.all(a1 == a2))


def isin(element, test_elements, assume_unique=False, invert=False, **options):
    element, known = asarray(element), asarray(test_elements).ravel()
    known = _values(known)
    found = [_builtins.any(x is y or bool(x == y) for y in known) != invert for x in _values(element)]
    return _of_bools(found, element.shape)


in1d = isin


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a), asarray(b)
    if "m" in _kinds([a, b]) and not isinstance(atol, (float, int)):
        return abs_array(a - b) <= _apply("add", (asarray(atol), _scaled(abs_array(b), rtol)))
    near = abs_array(a - b) <= (atol + rtol * abs_array(b))
    return near | (a == b)


def _scaled(a, factor):
    return a * factor


def abs_array(a):
    return _apply("absolute", (a,))


def _same_items(actual, desired):
    # Whether items are equal or both are no values, each; None where the shapes differ.
    if actual.shape != desired.shape and actual.shape != () and desired.shape != ():
        return None
    same = actual == desired
    if same is False or same is True:
        return np.full(np.broadcast_shapes(actual.shape, desired.shape), same)
    if isinstance(same, np.ndarray) and not bool(np.all(same)):
        first, second = [a._nothing() if _is_items(a) else a != a for a in (actual, desired)]
        same = same | (first & second)
    return np.asarray(same)


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    _assert_same(actual, desired, "Arrays are not equal", err_msg)


def _assert_same(actual, desired, header, err_msg):
    actual, desired = asarray(actual), asarray(desired)
    same = _same_items(actual, desired)
    if same is None:
        raise AssertionError(f"\n{header}\n\n(shapes {actual.shape}, {desired.shape} mismatch)")
    count = int(np.sum(~same)) if same.size else 0
    if count:
        lines = ["", header + (f"\n{err_msg}" if err_msg else ""), ""]
        lines.append(f"Mismatched elements: {count} / {same.size} ({100 * count / same.size:.3g}%)")
        raise AssertionError("\n".join(lines + [f" ACTUAL: {actual!r}", f" DESIRED: {desired!r}"]))


def _as_floats(x):
    a = asarray(x)
    return a.astype(float) if _is_items(a) and a.dtype.kind == "O" else a


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    first, second = asarray(actual), asarray(desired)
    if "O" not in _kinds([first, second]):
        return _assert_same(first, second, f"Arrays are not almost equal to {decimal} decimals", err_msg)
    np.testing.assert_array_almost_equal(_as_floats(first), _as_floats(second), decimal, err_msg)


assert_almost_equal = assert_array_almost_equal


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    np.testing.assert_allclose(_as_floats(actual), _as_floats(desired), rtol, atol, equal_nan, err_msg)


# Functions of Python's as elementwise ones.
class _PythonUfunc:
    """What `np.frompyfunc` gives."""

    _isUfunc = True
    ntypes, signature = 1, None

    def __init__(self, function, nin, nout, identity=_Missing):
        if not callable(function):
            raise TypeError("function must be callable")
        self._function, self.nin, self.nout, self.nargs = function, nin, nout, nin + nout
        self.__name__ = f"{getattr(function, '__name__', '?')} (vectorized)"
        self.identity = None if identity is _Missing else identity
        self._start, self.types = identity, ["O" * nin + "->" + "O" * nout]
        self.__doc__ = "a function of Python's, item by item"

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args, out=None, where=True, **options):
        if len(args) > self.nin:
            out, args = args[self.nin], args[: self.nin]
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but {len(args)} were"
                " given"
            )
        arrays = _operands(args)
        shape = _broadcast_shape(arrays) if arrays else ()
        lines = _lined_up(arrays)[1] if arrays else [[]]
        rows = (
            [self._function(*[line[k] for line in lines]) for k in range(_math.prod(shape))]
            if arrays
            else [self._function()]
        )
        if self.nout == 1:
            return _finished(
                self.__name__,
                _object_result(rows, shape),
                out[0] if isinstance(out, tuple) else out,
                where,
                "same_kind",
            )
        if self.nout == 0:
            return None
        return tuple([_object_result([row[k] for row in rows], shape) for k in range(self.nout)])

    def _check(self, method):
        if self.nin != 2 or self.nout != 1:
            raise ValueError(f"{method} only supported for binary functions")

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=_Missing, where=True):
        self._check("reduce")
        a = _objects(array)
        if not a.size and self._start is _Missing and initial is _Missing:
            raise ValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
        if (
            isinstance(axis, tuple)
            and len(axis) > 1
            and self._start is _Missing
            or axis is None
            and a.ndim > 1
            and self._start is _Missing
        ):
            raise ValueError(
                f"reduction operation '{self.__name__}' is not reorderable, so at most one axis may be specified"
            )
        function, identity = self._function, self._start
        result = _reduce(function, a, axis, keepdims, initial, where, identity)
        return _finished(self.__name__, result, out, True, "same_kind")

    def accumulate(self, array, axis=0, dtype=None, out=None):
        self._check("accumulate")
        return accumulate(self._function, _objects(array), axis, out)

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        self._check("reduceat")
        a, at = _objects(array), np.asarray(indices).tolist()
        lines, n, results = np.moveaxis(a, axis, 0), a.shape[axis], []
        for k, i in enumerate(at):
            if not 0 <= i < n:
                raise IndexError(f"index {i} out-of-bounds in {self.__name__}.reduceat [0, {n})")
            end = at[k + 1] if k + 1 < len(at) else n
            results.append(self.reduce(lines[i:end]) if end > i else lines[i])
        return _finished(self.__name__, np.moveaxis(array_of_objects(results), 0, axis), out, True, "same_kind")

    def outer(self, A, B, **options):
        A, B = asarray(A), asarray(B)
        return self(A.reshape(A.shape + (1,) * B.ndim), B, **options)

    def at(self, a, indices, b=_Missing):
        places = np.arange(a.size).reshape(a.shape)[indices].reshape(-1).tolist()
        others = (
            None
            if b is _Missing
            else _values(broadcast_to(_objects(b), np.arange(a.size).reshape(a.shape)[indices].shape))
        )
        for k, place in enumerate(places):
            old = a.item(place) if not _is_items(a) else a.flat[place]
            new = self._function(old) if others is None else self._function(old, others[k])
            a.flat[place] = new


def array_of_objects(values):
    if values and _is_items_array(values[0]):
        return np.stack(values)
    return _made(list(values), _OBJECT, (len(values),))


def frompyfunc(func, nin, nout, identity=_Missing):
    return _PythonUfunc(func, nin, nout, identity)


_methods = (
    "sum prod min max any all cumsum cumprod mean var std argmax argmin argsort argpartition dot trace diagonal take"
    " repeat nonzero searchsorted choose clip round conj conjugate"
).split()
