# SPDX-License-Identifier: Apache-2.0
# class: numpy.ufunc jax.numpy.ufunc
"""Methods of elementwise functions, as `np.add.reduce`: the function is the first argument."""

_absent = object()
_reductions = {
    "add": np.sum,
    "multiply": np.prod,
    "maximum": np.max,
    "minimum": np.min,
    "logical_and": np.all,
    "logical_or": np.any,
}
_prefixes = {"add": np.cumsum, "multiply": np.cumprod}
# Exact whichever way the operands are grouped, with operands and results of one dtype.
_regroupable = "maximum minimum fmax fmin bitwise_and bitwise_or bitwise_xor logical_and logical_or logical_xor".split()
_identities = {
    "add": 0,
    "multiply": 1,
    "logical_and": True,
    "logical_or": False,
    "logical_xor": False,
    "bitwise_or": 0,
    "bitwise_xor": 0,
    "bitwise_and": -1,
}
_two_operands = (
    "add subtract multiply divide true_divide floor_divide mod remainder fmod power pow maximum minimum fmax fmin"
    " arctan2 atan2 copysign bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and logical_or"
    " logical_xor equal not_equal less less_equal greater greater_equal logaddexp logaddexp2 hypot heaviside nextafter"
    " float_power ldexp gcd lcm"
).split()
_one_operand = (
    "exp exp2 expm1 log log2 log10 log1p sqrt cbrt square reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh"
    " arcsinh arccosh arctanh abs absolute fabs negative positive sign floor ceil trunc rint isnan isinf isfinite"
    " logical_not invert bitwise_not bitwise_count signbit deg2rad radians rad2deg degrees"
).split()


def _check(f, method):
    if f.__name__ not in _two_operands:
        if f.__name__ in _one_operand:
            raise ValueError(f"{method} only supported for binary functions")
        raise AttributeError(f"'function' object has no attribute '{method}'")


@property
def nin(f):
    """How many operands there are."""
    if f.__name__ in _one_operand:
        return 1
    _check(f, "nin")
    return 2


@property
def identity(f):
    """The value that changes nothing."""
    nin(f)
    return _identities.get(f.__name__)


def _finish(result, out):
    if out is None:
        return result
    if _JAX:
        raise NotImplementedError("`out` of a method of `jnp`'s elementwise functions")
    if isinstance(out, tuple):
        out = out[0]
    if not isinstance(out, np.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    result = np.asarray(result)
    if out.shape != result.shape:
        raise ValueError(
            f"output parameter for reduction operation has the wrong shape {out.shape}: the result's is {result.shape}"
        )
    out[...] = result.astype(out.dtype)
    return out


def _check_initial(f, a, axes, initial, where):
    # What has no identity needs an element or an initial value.
    if initial is None and f.__name__ in _identities and f.__name__ in ("add", "multiply"):
        if any(a.shape[k] == 0 for k in axes):
            raise ValueError(f"zero-size array to reduction operation {f.__name__} which has no identity")


_reorderable = ("add multiply maximum minimum fmax fmin logaddexp logaddexp2 hypot gcd lcm").split()


def reduce(f, a, axis=0, dtype=None, out=None, keepdims=False, initial=_absent, where=True):
    """Combines the elements along an axis."""
    _check(f, "reduce")
    a = np.asarray(a) if dtype is None else np.asarray(a).astype(dtype)
    if initial is _absent or (not _JAX and initial is np._NoValue):
        initial = None
    elif initial is None and not _JAX:
        _check_initial(f, a, range(a.ndim) if axis is None else [axis] if isinstance(axis, int) else axis, None, where)
    if not _JAX and isinstance(axis, tuple) and len(axis) > 1 and f.__name__ in _two_operands:
        if f.__name__ not in _identities and f.__name__ not in _reorderable:
            raise ValueError(
                f"reduction operation '{f.__name__}' is not reorderable, so at most one axis may be specified"
            )
    if not _JAX and a.ndim == 0 and axis in (0, -1):
        axis = None  # as `np.sum(3, axis=0)`
    known = _reductions.get(f.__name__)
    options = {} if where is True else {"where": where}
    if known is not None and not (f.__name__.startswith("logical") and initial is not None):
        if initial is not None:
            options["initial"] = initial
        if dtype is not None and f.__name__ in ("add", "multiply"):
            options["dtype"] = a.dtype  # or small integers would be widened, as without a dtype
        return _finish(known(a, axis=axis, keepdims=keepdims, **options), out)
    axes = (
        tuple(range(a.ndim))
        if axis is None
        else tuple([k % a.ndim for k in ((axis,) if isinstance(axis, int) else axis)])
    )
    if where is not True:
        if f.__name__ not in _identities:
            raise ValueError(
                f"reduction operation '{f.__name__}' does not have an identity, so to use a where mask one has to"
                " specify 'initial'"
            )
        a = np.where(where, a, np.asarray(_identities[f.__name__]).astype(a.dtype))
    for k in sorted(axes, reverse=True):
        lines = np.moveaxis(a, k, 0)
        if lines.shape[0] == 0:
            if f.__name__ not in _identities:
                raise ValueError(f"zero-size array to reduction operation {f.__name__} which has no identity")
            result = np.broadcast_to(np.asarray(_identities[f.__name__]).astype(a.dtype), lines.shape[1:])
        else:
            result = lines[0]
            for i in range(1, lines.shape[0]):
                result = f(result, lines[i])
        a = np.expand_dims(result, k) if keepdims else result
    if initial is not None:
        a = f(initial, a)
    return _finish(a, out)


def accumulate(f, a, axis=0, dtype=None, out=None):
    """Combines all prefixes along an axis."""
    _check(f, "accumulate")
    a = np.asarray(a) if dtype is None else np.asarray(a).astype(dtype)
    if not _JAX and a.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    known = _prefixes.get(f.__name__)
    if known is not None:
        options = {"dtype": a.dtype} if dtype is not None and f.__name__ in ("add", "multiply") else {}
        return _finish(known(a, axis=axis, **options), out)
    a = a.astype(bool) if f.__name__.startswith("logical") else a
    if not _JAX and a.size == 0:
        return _finish(f(a, a), out)
    lines = np.moveaxis(a, axis, 0)
    if f.__name__ in _regroupable:
        reach = 1  # how many elements each one stands for so far
        while reach < lines.shape[0]:
            lines = np.concatenate([lines[:reach], f(lines[:-reach], lines[reach:])])
            reach *= 2
        return _finish(np.moveaxis(lines, 0, axis), out)
    results = [lines[0]]
    for i in range(1, lines.shape[0]):
        results.append(f(results[-1], lines[i]))
    return _finish(np.moveaxis(np.stack(results), 0, axis), out)


def outer(f, A, B):
    """Applies the function to all pairs."""
    _check(f, "outer")
    A, B = np.asarray(A), np.asarray(B)
    return f(A.reshape(A.shape + (1,) * B.ndim), B)


def reduceat(f, a, indices, axis=0, dtype=None, out=None):
    """Combines slices along an axis."""
    _check(f, "reduceat")
    a = np.asarray(a)
    if not _JAX and a.ndim == 0:
        raise TypeError("cannot reduceat on a scalar")
    a = a.astype(bool) if f.__name__.startswith("logical") else a
    at = np.asarray(indices).tolist()
    n = a.shape[axis]
    lines, results = np.moveaxis(a, axis, 0), []
    for k, i in enumerate(at):
        if not 0 <= i < n:
            raise IndexError(f"index {i} out-of-bounds in {f.__name__}.reduceat [0, {n})")
        end = at[k + 1] if k + 1 < len(at) else n
        results.append(reduce(f, lines[i:end], 0, dtype) if end > i else lines[i])
    return _finish(np.moveaxis(np.stack(results), 0, axis), out)


def at(f, a, indices, b=None, /, *, inplace=None):
    """Applies the function at indices, repeated ones too: in place, or in JAX with `inplace=False` as a new array."""
    if inplace is not None and not _JAX:
        raise TypeError("at() takes no keyword arguments")
    if f.__name__ in _one_operand:
        if _JAX:
            return a.at[indices].apply(f)
        a[indices] = f(a[indices])
        return None
    _check(f, "at")
    methods = {
        "add": "add",
        "subtract": "subtract",
        "multiply": "multiply",
        "divide": "divide",
        "true_divide": "divide",
        "maximum": "max",
        "minimum": "min",
        "power": "power",
    }
    name = methods.get(f.__name__)
    if _JAX:
        if inplace is None or inplace:
            raise NotImplementedError("jnp.ufunc.at with inplace=True: JAX arrays are immutable, pass inplace=False")
        if name is None:
            raise NotImplementedError(f"`jnp.{f.__name__}.at`")
        return getattr(a.at[indices], name)(b)
    if not isinstance(a, np.ndarray):
        raise TypeError("first operand must be array")
    narrow = isinstance(b, (bool, int)) or (hasattr(b, "dtype") and b.dtype == a.dtype)
    if name is None or name in ("divide", "power") or not narrow or not hasattr(a, "_places"):
        return _one_by_one(f, a, indices, b)
    made = f(a.reshape(-1)[:0], b if isinstance(b, int) else b.reshape(-1)[:0])  # refuses a number that the dtype lacks
    if not np.can_cast(made.dtype, a.dtype, "same_kind"):
        raise TypeError(
            f"Cannot cast ufunc '{f.__name__}' output from {made.dtype!r} to {a.dtype!r} with casting rule 'same_kind'"
        )
    if made.dtype != a.dtype:
        return _one_by_one(f, a, indices, b)
    a[...] = getattr(a._places()[indices], name)(b)


def _one_by_one(f, a, indices, b):
    # Each place takes one element after the other, in the dtype that the function computes in and back.
    places = np.arange(a.size).reshape(a.shape)[indices]
    values = np.broadcast_to(np.asarray(b), places.shape).reshape(-1)
    line = np.array(np.array(a).reshape(-1))
    rest = list(range(places.size))
    at = places.reshape(-1).tolist() if places.ndim else [int(places)]
    while rest:
        # The places that do not repeat take theirs at once.
        seen, now, later = set(), [], []
        for k in rest:
            (later if at[k] in seen else now).append(k)
            seen.add(at[k])
        where = np.array([at[k] for k in now])
        line[where] = f(line[where], values[np.array(now)]).astype(a.dtype)
        rest = later
    a[...] = line.reshape(a.shape)
