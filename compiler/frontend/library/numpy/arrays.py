# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Bodies of functions of arrays: parts, sets, indices, functions of functions. `np` is the module that the text
belongs to, `numpy` or `jax.numpy`; sizes that depend on values are asked for at once, so they work in the host
program only.
"""


def _size_of(shape):
    n = 1
    for s in shape:
        n *= s
    return n


def compress(condition, a, axis=None, out=None):
    """Entries where a condition holds."""
    a, condition = np.asarray(a), np.asarray(condition)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    picked = np.flatnonzero(condition)
    result = a.reshape(-1)[picked] if axis is None else np.take(a, picked, axis=axis)
    if out is None:
        return result
    out[...] = result
    return out


def extract(condition, arr):
    """Elements where a condition holds."""
    return np.asarray(arr).reshape(-1)[np.flatnonzero(np.asarray(condition).reshape(-1))]


def _positions_of(obj, n):
    if isinstance(obj, slice):
        return list(range(n))[obj], False
    single = isinstance(obj, int) or (hasattr(obj, "ndim") and obj.ndim == 0)
    if (
        hasattr(obj, "dtype")
        and obj.dtype == bool
        or isinstance(obj, list)
        and obj
        and all(isinstance(o, bool) for o in obj)
    ):
        return [i for i, o in enumerate(np.asarray(obj).tolist()) if o], False
    if isinstance(obj, float) or hasattr(obj, "dtype") and np.issubdtype(obj.dtype, np.floating) and obj.size:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    if not _JAX and isinstance(obj, np.ndarray) and obj.dtype.kind == "f":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    numbers = [] if single else np.asarray(obj).reshape(-1).tolist()
    if any(isinstance(i, float) for i in numbers):
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    indices = [int(obj)] if single else [int(i) for i in numbers]
    return indices, single


def _of_class(given, result):
    # The result with the class of what was given.
    return result if _JAX or not getattr(type(given), "_isOfClass", False) else given.__array_wrap__(result)


def delete(arr, obj, axis=None):
    """An array without some entries."""
    if not _JAX and isinstance(obj, bool):
        raise ValueError("boolean array argument obj to delete must be one dimensional and match the axis length")
    if getattr(type(arr), "_isOfClass", False):
        return _of_class(arr, delete(np.asarray(arr), obj, axis))
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    elif not _JAX:
        axis = np.normalize_axis_index(axis, arr.ndim)
    n = arr.shape[axis]
    if isinstance(obj, list) and obj and all(isinstance(o, bool) for o in obj) and not _JAX:
        obj = np.asarray(obj)
    if hasattr(obj, "dtype") and obj.dtype == bool and obj.shape != (n,):
        raise ValueError(
            f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}"
        )
    gone = set()
    for i in _positions_of(obj, n)[0]:
        if not -n <= i < n:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
        gone.add(i % n)
    return np.take(arr, np.array([i for i in range(n) if i not in gone], dtype=int), axis=axis)


def insert(arr, obj, values, axis=None):
    """An array with more entries."""
    if getattr(type(arr), "_isOfClass", False):
        return _of_class(arr, insert(np.asarray(arr), obj, values, axis))
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    elif not _JAX:
        axis = np.normalize_axis_index(axis, arr.ndim)
    axis %= arr.ndim
    n = arr.shape[axis]
    indices, single = _positions_of(obj, n)
    for i in indices:
        if not -n <= i <= n:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
    indices = [i + n if i < 0 else i for i in indices]
    values = np.array(values, dtype=arr.dtype)
    if len(indices) == 1 and not single:
        # One index in a list: values stand along the axis as they are given.
        if values.ndim and values.ndim < arr.ndim:
            values = values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)
    if single:
        if values.ndim == arr.ndim:
            indices = indices * values.shape[axis]
        elif values.ndim and axis != 0:
            values = np.expand_dims(values, axis)
    if len(indices) == 1 and values.ndim and values.ndim == arr.ndim:
        indices = indices * values.shape[axis]
    shape = list(arr.shape)
    shape[axis] = len(indices)
    values = np.broadcast_to(values, tuple(shape))
    order = sorted(range(len(indices)), key=lambda k: indices[k])
    parts, at = [], 0
    for k in order:
        if indices[k] > at:
            parts.append(np.take(arr, np.arange(at, indices[k]), axis=axis))
            at = indices[k]
        parts.append(np.take(values, np.array([k]), axis=axis))
    if at < n:
        parts.append(np.take(arr, np.arange(at, n), axis=axis))
    return np.concatenate(parts, axis=axis)


def resize(a, new_shape):
    """Another shape, elements repeated as needed."""
    a = np.asarray(a).reshape(-1)
    shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    if any(s < 0 for s in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    n = _size_of(shape)
    if a.size == 0:
        return np.zeros(shape, a.dtype)
    return np.tile(a, -(-n // a.size))[:n].reshape(shape)


def _trimmed_axes(a, trim, axis):
    # The slices of an array of several axes that leave out what is zero along whole axes.
    chosen = range(a.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    chosen = [np.normalize_axis_index(k, a.ndim) for k in chosen]
    key = [slice(None)] * a.ndim
    for k in chosen:
        others = tuple([other for other in range(a.ndim) if other != k])
        at = np.flatnonzero((a != 0).any(axis=others)).tolist()
        first, last = (at[0], at[-1] + 1) if at else (0, 0)
        key[k] = slice(first if "f" in trim.lower() else 0, last if "b" in trim.lower() else a.shape[k])
        if not at:
            return tuple([slice(0, 0) if k in chosen else slice(None) for k in range(a.ndim)])
    return tuple(key)


def trim_zeros(filt, trim="fb", axis=None):
    """An array without zeros at its ends, along all axes or the chosen ones."""
    if getattr(filt, "ndim", 1) > 1:
        return filt[_trimmed_axes(filt, trim, axis)]
    values = np.asarray(filt).tolist()
    first, last = 0, len(values)
    if "f" in trim.lower():
        while first < last and values[first] == 0:
            first += 1
    if "b" in trim.lower():
        while last > first and values[last - 1] == 0:
            last -= 1
    return filt[first:last]


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Whether elements are among others."""
    if kind not in (None, "sort", "table"):
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    element, tests = np.asarray(element), np.asarray(test_elements).reshape(-1)
    shape = element.shape
    element = element.reshape(-1)
    found = np.any(element[:, None] == tests, axis=-1) if tests.size else np.zeros(element.shape, dtype=bool)
    return (~found if invert else found).reshape(shape)


def in1d(ar1, ar2, assume_unique=False, invert=False, *, kind=None):
    """Whether elements are among others, flattened."""
    return isin(np.asarray(ar1).reshape(-1), ar2, assume_unique, invert, kind=kind)


def _joined(ar1, ar2):
    return np.concatenate([np.asarray(ar1).reshape(-1), np.asarray(ar2).reshape(-1)])


def _sized(values, size, fill_value):
    if size is None:
        return values
    if values.shape[0] >= size:
        return values[:size]
    if fill_value is None:
        fill_value = values[0] if values.shape[0] else 0
    return np.concatenate([values, np.full((size - values.shape[0],), fill_value, values.dtype)])


def _unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    equal_nan=True,
    size=None,
    fill_value=None,
):
    ar = np.asarray(ar)
    if axis is not None:
        if size is not None:
            raise NotImplementedError("`size` of `unique` along an axis")
        lines = np.moveaxis(ar, axis, 0)
        rows = lines.reshape((lines.shape[0], -1)).tolist()
        first, members, inverse = {}, {}, [0] * len(rows)
        for k, row in enumerate(rows):
            first.setdefault(tuple(row), k)
            members.setdefault(tuple(row), []).append(k)
        ordered = sorted(first)
        for i, row in enumerate(ordered):
            for k in members[row]:
                inverse[k] = i
        index = [first[row] for row in ordered]
        counts = [len(members[row]) for row in ordered]
        result = [np.moveaxis(lines[np.array(index, dtype=int)], 0, axis)]
        extras = [(return_index, index), (return_inverse, inverse), (return_counts, counts)]
        result += [np.array(values, dtype=int) for wanted, values in extras if wanted]
        return result[0] if len(result) == 1 else tuple(result)
    flat = ar.reshape(-1)
    n = flat.shape[0]
    order = np.argsort(flat)
    line = flat[order]
    differs = line[1:] != line[:-1]
    if equal_nan and np.issubdtype(ar.dtype, np.floating):
        differs = differs & ~(np.isnan(line[1:]) & np.isnan(line[:-1]))
    is_first = np.concatenate([np.ones((min(n, 1),), dtype=bool), differs])
    if size is None:
        starts = np.flatnonzero(is_first)
        ends = np.concatenate([starts[1:], np.array([n], dtype=starts.dtype)])
        result = [line[starts]]
    else:
        starts = np.flatnonzero(is_first, size=size, fill_value=n)
        ends = np.concatenate([starts[1:], np.array([n], dtype=starts.dtype)])
        picked = line[np.clip(starts, 0, n - 1)]
        result = [np.where(starts < n, picked, line[0] if fill_value is None else fill_value).astype(ar.dtype)]
    if return_index:
        result.append(order[np.clip(starts, 0, max(n - 1, 0))])
    if return_inverse:
        group = np.cumsum(is_first.astype(int)) - 1
        result.append(group[np.argsort(order)].reshape(ar.shape))
    if return_counts:
        result.append(ends - starts)
    return result[0] if len(result) == 1 else tuple(result)


def ediff1d(ary, to_end=None, to_begin=None):
    """Differences of the flattened array."""
    ary = np.asarray(ary).reshape(-1)
    parts = [ary[1:] - ary[:-1]]
    if to_begin is not None:
        parts.insert(0, np.asarray(to_begin, dtype=ary.dtype).reshape(-1))
    if to_end is not None:
        parts.append(np.asarray(to_end, dtype=ary.dtype).reshape(-1))
    return np.concatenate(parts)


def _pad(array, pad_width, mode, kwargs):
    x = np.asarray(array)
    allowed = {"linear_ramp": ("end_values",), "empty": ()}.get(mode, ("stat_length",))
    for name in kwargs:
        if name not in allowed:
            raise ValueError(f"unsupported keyword arguments for mode '{mode}': {{{name!r}}}")

    def of_axis(value, axis):
        if not isinstance(value, (tuple, list)):
            return value, value
        value = value[min(axis, len(value) - 1)] if isinstance(value[0], (tuple, list)) else value
        return (value[0], value[-1])

    for axis, (before, after) in enumerate(pad_width):
        n = x.shape[axis]
        parts = [x]
        for count, is_before in ((before, True), (after, False)):
            if count == 0:
                continue
            if mode == "linear_ramp":
                end = of_axis(kwargs.get("end_values", 0), axis)[0 if is_before else 1]
                edge = np.take(x, np.array([0 if is_before else n - 1]), axis=axis)
                share = np.arange(count).reshape((-1,) + (1,) * (x.ndim - axis - 1))
                step = (edge - end) / count
                ramp = end + step * (share if is_before else count - 1 - share)
                part = (np.floor(ramp) if np.issubdtype(x.dtype, np.integer) else ramp).astype(x.dtype)
            elif mode == "empty":
                shape = list(x.shape)
                shape[axis] = count
                part = np.zeros(tuple(shape), x.dtype)
            else:
                length = of_axis(kwargs.get("stat_length", None), axis)[0 if is_before else 1]
                length = n if length is None else min(length, n)
                window = np.take(x, np.arange(length) if is_before else np.arange(n - length, n), axis=axis)
                reduce = {"maximum": np.max, "minimum": np.min, "mean": np.mean, "median": np.median}[mode]
                value = reduce(window, axis=axis, keepdims=True)
                if mode in ("mean", "median") and np.issubdtype(x.dtype, np.integer):
                    value = np.round(value)
                part = np.repeat(value.astype(x.dtype), count, axis=axis)
            parts.insert(0, part) if is_before else parts.append(part)
        x = np.concatenate(parts, axis=axis)
    return x


def _check_kth(a, kth, axis):
    if _JAX:
        return
    n = a.size if axis is None else a.shape[np.normalize_axis_index(axis, max(a.ndim, 1))] if a.ndim else 1
    kth = np.asarray(kth)
    if kth.dtype != bool and not np.issubdtype(kth.dtype, np.integer):
        raise TypeError("Partition index must be integer")
    if kth.ndim > 1:
        raise ValueError("object too deep for desired array")
    for k in kth.reshape(-1).tolist():
        if not -n <= k < n and a.size:
            raise ValueError(f"kth(={k + n if k < 0 else k}) out of bounds ({n})")


def _check_select(kind):
    if not isinstance(kind, str):
        raise TypeError(f"select kind must be str, not {type(kind).__name__}")
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r})")


def partition(a, kth, axis=-1, kind="introselect", order=None):
    """The least elements first; here all in order."""
    _check_select(kind)
    _check_kth(np.asarray(a), kth, axis)
    return np.sort(a, axis=axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Positions that put the least elements first; here all in order."""
    _check_select(kind)
    _check_kth(np.asarray(a), kth, axis)
    return np.argsort(a, axis=axis)


def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    """Angles without jumps."""
    p = np.asarray(p)
    steps = np.diff(p, axis=axis)
    if discont is None:
        discont = period / 2
    whole = not _JAX and np.issubdtype(p.dtype, np.integer) and isinstance(period, int)
    if whole:
        half, odd = divmod(period, 2)
        turned = np.mod(steps + half, period) - half
        if not odd:
            turned = np.where((turned == -half) & (steps > 0), half, turned)
        fixed = np.where(np.abs(steps) < discont, 0, turned - steps)
        first, rest = np.take(p, np.array([0]), axis=axis), np.take(p, np.arange(1, p.shape[axis]), axis=axis)
        return np.concatenate([first, rest + np.cumsum(fixed, axis=axis)], axis=axis).astype(p.dtype)
    turned = np.mod(steps + period / 2, period) - period / 2
    turned = np.where((turned == -period / 2) & (steps > 0), period / 2, turned)
    correction = np.where(np.abs(steps) < discont, 0.0, turned - steps)
    if p.shape[axis] == 0:
        return p + 0.0
    first = np.take(p, np.array([0]), axis=axis)
    rest = np.take(p, np.arange(1, p.shape[axis]), axis=axis) + np.cumsum(correction, axis=axis)
    return np.concatenate([first + 0.0, rest], axis=axis)


def unravel_index(indices, shape):
    """Coordinates of positions in a flattened array."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if isinstance(indices, int) and not _JAX:
        if not 0 <= indices < _size_of(shape):
            raise ValueError(f"index {indices} is out of bounds for array with size {_size_of(shape)}")
        rest, parts = indices, []
        for s in reversed(shape):
            parts.append(np.int64(rest % s))
            rest //= s
        return tuple(reversed(parts))
    rest, parts = np.asarray(indices), []
    if _JAX:
        n = _size_of(shape)
        rest = np.where(rest < 0, rest + n, rest)
        rest = np.clip(rest, 0, n - 1)
    for s in reversed(shape):
        parts.append(rest % s)
        rest = rest // s
    return tuple(reversed(parts))


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Positions in a flattened array, of coordinates."""
    parts = [np.asarray(m) for m in multi_index]
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(parts) != len(dims):
        raise ValueError("parameter multi_index must be a sequence of length %d" % len(dims))
    modes = (mode,) * len(dims) if isinstance(mode, str) else tuple(mode)
    where = list(zip(parts, dims, modes))
    if order == "F":
        where.reverse()
    result = 0 if parts or _JAX else np.int64(0)
    for part, d, m in where:
        if m == "clip":
            part = np.clip(part, 0, d - 1)
        elif m == "wrap":
            part = part % d
        elif bool(np.any((part < 0) | (part >= d))):
            raise ValueError("invalid entry in coordinates array")
        result = result * d + part
    return result


def ix_(*args):
    """Index arrays of a product of index vectors."""
    result = []
    for k, a in enumerate(args):
        a = np.asarray(a)
        if a.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if a.dtype == bool:
            a = np.flatnonzero(a)
        result.append(a.reshape((1,) * k + (a.size,) + (1,) * (len(args) - k - 1)))
    return tuple(result)


def _triangle(n, m, keep):
    pairs = [(i, j) for i in range(n) for j in range(n if m is None else m) if keep(i, j)]
    return (np.array([p[0] for p in pairs], dtype=int), np.array([p[1] for p in pairs], dtype=int))


def tril_indices(n, k=0, m=None):
    """Coordinates of the lower triangle."""
    return _triangle(n, m, lambda i, j: j - i <= k)


def triu_indices(n, k=0, m=None):
    """Coordinates of the upper triangle."""
    return _triangle(n, m, lambda i, j: j - i >= k)


def tril_indices_from(arr, k=0):
    """Coordinates of an array's lower triangle."""
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr, k=0):
    """Coordinates of an array's upper triangle."""
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices(arr.shape[0], k, arr.shape[1])


def diag_indices(n, ndim=2):
    """Coordinates of the main diagonal."""
    return (np.arange(n),) * ndim


def diag_indices_from(arr):
    """Coordinates of an array's main diagonal."""
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def mask_indices(n, mask_func, k=0):
    """Coordinates where a mask of a square array holds."""
    return np.nonzero(mask_func(np.ones((n, n), dtype=int), k) != 0)


def _line_of(key):
    start = 0 if key.start is None else key.start
    step = 1 if key.step is None else key.step
    if key.stop is None:
        raise ValueError("a slice of a grid needs a stop")
    return np.arange(start, key.stop, step)


class _Grid:
    def __init__(self, is_sparse):
        self.is_sparse = is_sparse

    def __getitem__(self, key):
        if isinstance(key, slice):
            return _line_of(key)
        lines = [_line_of(k) for k in key]
        common = lines[0].dtype
        for line in lines:
            common = (np.zeros((), common) + np.zeros((), line.dtype)).dtype
        shape = tuple([line.shape[0] for line in lines])
        result = []
        for k, line in enumerate(lines):
            line = line.astype(common).reshape((1,) * k + (-1,) + (1,) * (len(lines) - k - 1))
            result.append(line if self.is_sparse else np.broadcast_to(line, shape))
        if not self.is_sparse:
            return np.stack(result)
        return tuple(result)


mgrid = _Grid(False)
ogrid = _Grid(True)


class _Joiner:
    def __init__(self, is_column):
        self.is_column = is_column

    def __getitem__(self, key):
        parts = []
        for k in key if isinstance(key, tuple) else (key,):
            if isinstance(k, str):
                raise NotImplementedError("a string in the brackets of `r_` and `c_`")
            part = _line_of(k) if isinstance(k, slice) else np.atleast_1d(k)
            parts.append(part[:, None] if self.is_column and part.ndim == 1 else part)
        return np.concatenate(parts, axis=-1 if self.is_column else 0)


r_ = _Joiner(False)
c_ = _Joiner(True)


class _Index:
    def __init__(self, always_tuple):
        self.always_tuple = always_tuple

    def __getitem__(self, key):
        return (key,) if self.always_tuple and not isinstance(key, tuple) else key


s_ = _Index(False)
index_exp = _Index(True)


def _fill_indices(a, wrap):
    n, m = a.shape[0], a.shape[-1]
    if a.ndim == 2 and not wrap:
        k = min(n, m)
        return (np.arange(k), np.arange(k))
    if a.ndim == 2:
        flat = list(range(0, n * m, m + 1))
        return (np.array([f // m for f in flat]), np.array([f % m for f in flat]))
    if len(set(a.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return (np.arange(n),) * a.ndim
