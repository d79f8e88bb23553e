# SPDX-License-Identifier: Apache-2.0
# module: numpy
"""Bodies of what only `numpy` has: functions that change an array in place."""

import numpy as np

_JAX = False


def _set_shape(a, shape):
    a._rebind(a.reshape(shape))


def _set_flat(a, value):
    value = np.asarray(value)
    a[...] = value if value.ndim == 0 else resize(value, a.size).reshape(a.shape)


def put(a, ind, v, mode="raise"):
    """Replaces elements of the flattened array in place."""
    at = np.asarray(ind).reshape(-1)
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
    src = np.broadcast_to(np.asarray(src), dst.shape)
    dst[...] = src if where is True else np.where(where, src.astype(dst.dtype), dst)


def place(arr, mask, vals):
    """Replaces elements by a mask, values in order."""
    at = np.flatnonzero(np.asarray(mask).reshape(-1))
    flat = np.array(np.array(arr).reshape(-1))
    flat[at] = resize(np.asarray(vals).astype(arr.dtype), at.shape[0])
    arr[...] = flat.reshape(arr.shape)


def putmask(a, mask, values):
    """Replaces elements by a mask."""
    values = resize(np.asarray(values).astype(a.dtype), a.shape)
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
    dtype = float if dtype is None else dtype
    data = np.array([buffer[i] for i in range(offset, len(buffer))], dtype=np.uint8)
    size = np.dtype(dtype).itemsize
    if count >= 0:
        data = data[: count * size]
    if data.shape[0] % size:
        raise ValueError("buffer size must be a multiple of element size")
    return data._bits(dtype)


def require(a, dtype=None, requirements=None):
    """Makes an array, or passes one through."""
    return np.asarray(a, dtype=dtype)


def asarray_chkfinite(a, dtype=None, order=None):
    """Makes an array, and checks that it is finite."""
    a = np.asarray(a, dtype=dtype)
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


class _Errors:
    def __init__(self, given=None):
        self.given = given

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return False

    def __call__(self, f):
        return f


def errstate(**kwargs):
    """Changes nothing: there are no warnings of floating-point errors here."""
    if "raise" in kwargs.values() or "call" in kwargs.values():
        raise NotImplementedError("floating-point errors as exceptions (`np.errstate`)")
    return _Errors()


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Changes nothing: there are no warnings of floating-point errors here."""
    if "raise" in (all, divide, over, under, invalid):
        raise NotImplementedError("floating-point errors as exceptions (`np.seterr`)")
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def geterr():
    """What floating-point errors do, as NumPy begins."""
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def shares_memory(a, b, max_work=None):
    """Whether two arrays overlap."""
    raise NotImplementedError("`np.shares_memory`")


def union1d(ar1, ar2):
    """Elements of either, sorted."""
    return np.unique(_joined(ar1, ar2))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """Elements of both, sorted."""
    first, at1 = np.unique(ar1, return_index=True)
    second, at2 = np.unique(ar2, return_index=True)
    common = first[np.isin(first, second)]
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


def may_share_memory(a, b, max_work=None):
    """Whether two arrays might overlap."""
    return np.shares_memory(a, b)
