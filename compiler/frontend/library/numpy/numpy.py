# SPDX-License-Identifier: Apache-2.0
# module: numpy
"""Bodies of what only `numpy` has: functions that change an array in place."""

import numpy as np

_JAX = False
_written_in_c = ("ndarray",)


def _set_shape(a, shape):
    a._rebind(np.array(a).reshape(shape), False)


def _set_flat(a, value):
    value = np.asarray(value)
    a[...] = value if value.ndim == 0 else resize(value, a.size).reshape(a.shape)


def put(a, ind, v, mode="raise"):
    """Replaces elements of the flattened array in place."""
    if not isinstance(a, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    if not a.flags.writeable:
        raise ValueError("put: output array is read-only")
    at = np.asarray(ind).reshape(-1)
    at = at if at.size else at.astype(int)
    n = a.size
    if mode == "wrap":
        at = at % n
    elif mode == "clip":
        at = np.clip(at, 0, n - 1)
    elif bool(np.any((at < -n) | (at >= n))):
        raise IndexError(f"index out of bounds for array with size {n}")
    at = np.where(at < 0, at + n, at)
    values = resize(np.asarray(v).astype(a.dtype), at.shape[0])
    flat = np.array(np.array(a).reshape(-1))
    flat[at] = values
    a[...] = flat.reshape(a.shape)


def fill_diagonal(a, val, wrap=False):
    """Fills the diagonal in place."""
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    indices = _fill_indices(a, wrap)
    val = np.asarray(val)
    a[indices] = val if val.ndim == 0 else resize(val, indices[0].shape[0])


def copyto(dst, src, casting="same_kind", where=True):
    """Copies elements into an array."""
    if not isinstance(dst, np.ndarray):
        raise TypeError(f"copyto() argument 1 must be numpy.ndarray, not {type(dst).__name__}")
    if src is dst and where is True:
        return
    given, src = src, np.asarray(src)
    is_number = isinstance(given, int) and dst.dtype.kind in ("biufc" if isinstance(given, bool) else "iufc")
    if casting != "unsafe" and not is_number and not np.can_cast(src.dtype, dst.dtype, casting):
        what = "array data" if src.ndim else "scalar"
        raise TypeError(f"Cannot cast {what} from {src.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    if is_number and dst.dtype.kind in "iu":
        limits = np.iinfo(dst.dtype)
        if not limits.min <= given <= limits.max:
            raise OverflowError(f"Python integer {given} out of bounds for {dst.dtype}")
    while src.ndim > dst.ndim and src.shape[0] == 1:
        src = src[0]
    src = np.broadcast_to(src, dst.shape)
    dst[...] = src if where is True else np.where(where, src.astype(dst.dtype), dst)


def place(arr, mask, vals):
    """Replaces elements by a mask, values in order."""
    if not isinstance(arr, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(arr).__name__}")
    if not arr.flags.writeable:
        raise ValueError("WRITEBACKIFCOPY base is read-only")
    at = np.flatnonzero(np.asarray(mask).reshape(-1))
    if np.asarray(mask).size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    if at.size == 0:
        return
    if np.asarray(vals).size == 0:
        raise ValueError("Cannot insert from an empty array!")
    flat = np.array(np.array(arr).reshape(-1))
    flat[at] = resize(np.asarray(vals).astype(arr.dtype), at.shape[0])
    arr[...] = flat.reshape(arr.shape)


def putmask(a, mask, values):
    """Replaces elements by a mask."""
    if not isinstance(a, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    if not a.flags.writeable:
        raise ValueError("putmask: output array is read-only")
    mask = np.asarray(mask).astype(bool)
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    mask = mask.reshape(a.shape)
    values = np.asarray(values)
    if values.size == 0:
        return
    values = resize(values.astype(a.dtype), a.shape)
    a[...] = np.where(mask, values, a)


def ndenumerate(arr):
    """Each index with its element."""
    arr = np.asarray(arr)
    flat = arr.reshape(-1)
    for k, index in enumerate(ndindex(arr.shape)):
        yield index, flat[k]


def ndindex(*shape):
    """All indices of a shape."""
    if len(shape) == 1 and isinstance(shape[0], tuple):
        shape = shape[0]
    from itertools import product

    return product(*[range(n) for n in shape])


def frombuffer(buffer, dtype=None, count=-1, offset=0):
    """The bytes of an object as an array."""
    dtype = np.dtype(float if dtype is None else dtype)
    if hasattr(dtype, "_isItems"):
        return np.dtype("O")._named("frombuffer")(buffer, dtype, count, offset)
    if dtype.kind == "c":
        part = np.float32 if dtype.itemsize == 8 else np.float64
        line = frombuffer(buffer, part, -1 if count < 0 else 2 * count, offset)
        return dtype._paired(np.array(line[::2]), np.array(line[1::2]))
    size = dtype.itemsize
    if isinstance(buffer, np.ndarray):
        data = buffer.reshape(-1).view(np.uint8)
    else:
        data = buffer if isinstance(buffer, bytes) else bytes(buffer)
    if offset < 0 or offset > len(data):
        raise ValueError("offset must be non-negative and no greater than buffer length (%d)" % len(data))
    if count < 0:
        if (len(data) - offset) % size:
            raise ValueError("buffer size must be a multiple of element size")
        count = (len(data) - offset) // size
    if offset + count * size > len(data):
        raise ValueError("buffer is smaller than requested size")
    data = data[offset : offset + count * size]
    data = np.array(list(data), dtype=np.uint8) if isinstance(data, bytes) else data
    if not count:
        return np.zeros((0,), dtype)
    result = data.view(dtype) if dtype.isnative else _swapped_bytes(data._bits(dtype))._set_swapped(True)
    if isinstance(buffer, bytes):
        result._set_read_only(True)
    return result


def _swapped_bytes(a):
    # The bytes of each element the other way round, as an array of the same dtype.
    size = a.dtype.itemsize
    if size == 1:
        return np.array(a)
    line = np.array(a).reshape(-1)._set_swapped(False)
    return line._bits(np.uint8).reshape(-1, size)[:, ::-1].reshape(-1)._bits(line.dtype).reshape(a.shape)


_requirements = {
    **dict.fromkeys(("C", "C_CONTIGUOUS", "CONTIGUOUS"), "C"),
    **dict.fromkeys(("F", "F_CONTIGUOUS", "FORTRAN"), "F"),
    **dict.fromkeys(("A", "ALIGNED", "W", "WRITEABLE", "O", "OWNDATA", "E", "ENSUREARRAY"), ""),
}


def require(a, dtype=None, requirements=None):
    """Makes an array, or passes one through."""
    wanted = {_requirements[name.upper()] for name in requirements or ()}
    if wanted >= {"C", "F"}:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in wanted else "C" if "C" in wanted else None
    return np.asarray(a, dtype=dtype) if order is None else np.asarray(a, dtype=dtype, order=order)


def asarray_chkfinite(a, dtype=None, order=None):
    """Makes an array, and checks that it is finite."""
    a = np.asarray(a, dtype=dtype, order=order)
    if np.issubdtype(a.dtype, np.floating) and not bool(np.isfinite(a).all()):
        raise ValueError("array must not contain infs or NaNs")
    return a


def min_scalar_type(a, /):
    """The smallest dtype that holds a number."""
    if hasattr(a, "dtype") and a.ndim:
        return a.dtype
    value = a.item() if hasattr(a, "item") else a
    if isinstance(value, bool):
        return np.dtype(bool)
    if isinstance(value, float):
        return np.dtype(
            np.float16
            if abs(value) <= 65504 or value != value or abs(value) == np.inf
            else np.float32
            if abs(value) < 3.4e38
            else np.float64
        )
    for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if value >= 0 else (np.int8, np.int16, np.int32, np.int64):
        if np.iinfo(kind).min <= value <= np.iinfo(kind).max:
            return np.dtype(kind)
    raise NotImplementedError("integers beyond 64 bits in `min_scalar_type`")


_error_modes = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


_shown = ("_NoValue", "_no_nep50_warning")
_NoValue = type("_NoValueType", (), {"__repr__": lambda self: "<no value>"})()


class _Quiet:
    # A block in which nothing is different.
    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return False

    def __call__(self, f):
        return f


_no_nep50_warning = _Quiet


class _Errors:
    def __init__(self, given):
        self.given = given

    def __enter__(self):
        self.saved = seterr(**self.given)

    def __exit__(self, *exception):
        seterr(**self.saved)
        return False

    def __call__(self, f):
        return f


def errstate(**kwargs):
    """Changes nothing: there are no warnings of floating-point errors here."""
    call = kwargs.pop("call", None)
    _check_error_modes("np.errstate", kwargs.values())
    if call is not None:
        raise NotImplementedError("floating-point errors told to a function (`call` of `np.errstate`)")
    return _Errors(kwargs)


def _check_error_modes(name, modes):
    # What would be seen is refused, since nobody looks for floating-point errors; "warn" is NumPy's default.
    for mode in modes:
        if mode == "raise":
            raise NotImplementedError(f"floating-point errors as exceptions (`{name}`)")
        if mode in ("call", "print", "log"):
            raise NotImplementedError(f"floating-point errors that are told by {mode!r} (`{name}`)")
        if mode not in (None, "ignore", "warn"):
            raise ValueError(f"invalid error mode {mode!r}")


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Keeps what is asked for and does nothing with it: there are no warnings of floating-point errors here."""
    _check_error_modes("np.seterr", (all, divide, over, under, invalid))
    before = dict(_error_modes)
    for name, mode in (("divide", divide), ("over", over), ("under", under), ("invalid", invalid)):
        mode = all if mode is None else mode
        if mode is not None:
            _error_modes[name] = mode
    return before


def geterr():
    """What floating-point errors are asked to do."""
    return dict(_error_modes)


def _places_in_memory(a):
    steps = a._memory()[2]
    places = [a._memory()[1]]
    for n, step in zip(a.shape, steps):
        places = [place + k * step for place in places for k in range(n)]
    return set(places)


def _is_same_memory(a, b):
    if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray)) or not (a.size and b.size):
        return False
    first, second = a._memory()[0], b._memory()[0]
    return (a if first is None else first) is (b if second is None else second)


def shares_memory(a, b, max_work=None):
    """Whether two arrays overlap."""
    return _is_same_memory(a, b) and not _places_in_memory(a).isdisjoint(_places_in_memory(b))


def union1d(ar1, ar2):
    """Elements of either, sorted."""
    return np.unique(_joined(ar1, ar2))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """Elements of both, sorted."""
    first, at1 = np.unique(ar1, return_index=True)
    second, at2 = np.unique(ar2, return_index=True)
    common = first[np.isin(first, second)].astype(np.result_type(first.dtype, second.dtype))
    if return_indices:
        return common, at1[np.isin(first, second)], at2[np.isin(second, first)]
    return common


def setdiff1d(ar1, ar2, assume_unique=False):
    """Elements of one that are not in the other."""
    first = np.asarray(ar1).reshape(-1) if assume_unique else np.unique(ar1)
    return first[np.isin(first, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    """Elements of one of both, sorted."""
    first, second = np.unique(ar1), np.unique(ar2)
    both = np.concatenate([first[np.isin(first, second, invert=True)], second[np.isin(second, first, invert=True)]])
    return np.sort(both)


class AxisError(ValueError, IndexError):
    """An axis is not one of the array's."""

    def __init__(self, axis, ndim=None, msg_prefix=None):
        text = axis if ndim is None else f"axis {axis} is out of bounds for array of dimension {ndim}"
        super().__init__(f"{msg_prefix}: {text}" if msg_prefix else text)
        self.axis, self.ndim = (None, None) if ndim is None else (axis, ndim)


def _bounds_in_memory(a):
    _, low, steps, _ = a._memory()
    high = low
    for n, step in zip(a.shape, steps):
        low, high = low + min(step * (n - 1), 0), high + max(step * (n - 1), 0)
    return low, high


def may_share_memory(a, b, max_work=None):
    """Whether two arrays might overlap: whether the stretches of memory that they are in do."""
    if max_work == -1:
        return shares_memory(a, b)
    if not _is_same_memory(a, b):
        return False
    (low, high), (other_low, other_high) = _bounds_in_memory(a), _bounds_in_memory(b)
    return low <= other_high and other_low <= high


def histogram(a, bins=10, range=None, density=None, weights=None):
    """Counts and edges of bins."""
    return np._histogram(a, bins, range, weights, density)


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """Counts of pairs, and the edges of both axes."""
    return np._histogram2d(x, y, bins, range, weights, density)
