# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Functions of shapes and places: done to integers that say where each item lies, and the items are taken there."""

# One array, which results are views of where NumPy's are.
_of_shapes = (
    "reshape ravel transpose permute_dims matrix_transpose swapaxes moveaxis rollaxis expand_dims squeeze broadcast_to"
    " atleast_1d atleast_2d atleast_3d flip fliplr flipud rot90 split array_split hsplit vsplit dsplit diagonal"
).split()
# Which arguments are arrays whose items results are made of; zeros may come in between.
_of_places = {
    "take repeat roll tile diag diagflat tril triu take_along_axis delete": (0,),
    "concatenate concat stack vstack hstack dstack column_stack row_stack block broadcast_arrays": (0,),
    "where": (1, 2),
    "append": (0, 1),
    "choose": (1,),
    "compress extract": (1,),
}


def _mapped_results(results, function):
    if isinstance(results, (list, tuple)):
        return type(results)([_mapped_results(each, function) for each in results])
    return function(results)


def _shape_function(name):
    def f(*args, **kwargs):
        if (
            isinstance(args[0], (list, tuple))
            and name.startswith("atleast")
            or (name.startswith("atleast") and len(args) > 1)
        ):
            results = [f(each) for each in args] if len(args) > 1 else None
            if results is not None:
                return results
        a = asarray(args[0])
        if a.dtype.names is not None:
            return a._moved_by(name, args[1:], kwargs)
        results = getattr(np, name)(a._places, *args[1:], **kwargs)
        return _mapped_results(results, lambda places: a._at_places(places))

    return f


def _leaf_arrays(x):
    if isinstance(x, (list, tuple)):
        return [leaf for item in x for leaf in _leaf_arrays(item)]
    return [x]


def _chained(arrays, dtype=None):
    # A zero and the items of several arrays, in a row and of one dtype.
    if dtype is None:
        dtype = arrays[0].dtype
        for a in arrays[1:]:
            dtype = _promote(dtype, a.dtype)
    if not _is_items(dtype):
        raise TypeError("the arrays together are of numbers")
    if dtype.names is not None:
        return _chained_records([a.astype(dtype) if a.dtype != dtype else a for a in arrays], dtype)
    raw = [dtype._zero()]
    for a in arrays:
        raw += (a if a.dtype == dtype else _converted(a, dtype))._raw()
    return _made(raw, dtype, (len(raw),))


def _place_function(name, at):
    def f(*args, **kwargs):
        args, out, dtype = list(args), kwargs.pop("out", None), kwargs.pop("dtype", None)
        casting = kwargs.pop("casting", "same_kind")
        if name in ("take", "compress") and len(args) > 3 and args[3] is not None:
            out, args[3] = args[3], None
        if name == "where" and len(args) == 1:
            return nonzero(args[0])
        given = {}
        for k in at:
            if k < len(args):
                given[k] = _as_arrays(args[k], name)
        leaves = [leaf for value in given.values() for leaf in _leaf_arrays(value)]
        if not leaves:
            raise ValueError("need at least one array to " + ("stack" if name == "stack" else "concatenate"))
        target = _read_dtype(dtype) if dtype is not None else out.dtype if out is not None else None
        if target is not None:
            for a in leaves:
                if not _can_cast(a.dtype, target, casting):
                    raise TypeError(
                        f"Cannot cast array data from {a.dtype!r} to {target!r} according to the rule '{casting}'"
                    )
            if target.kind in "SUV" and _is_items(target) and not target.itemsize:
                target = None
        if target is not None and not _is_items(target):
            result = getattr(np, name)(
                *[_converted_all(given[k], target) if k in given else x for k, x in enumerate(args)], **kwargs
            )
        else:
            chain, offset = _chained(leaves, target), [1]

            def numbered(x):
                if isinstance(x, (list, tuple)):
                    return [numbered(each) for each in x]
                places = np.arange(offset[0], offset[0] + x.size).reshape(x.shape)
                offset[0] += x.size
                return places

            args = [numbered(given[k]) if k in given else x for k, x in enumerate(args)]
            results = getattr(np, name)(*args, **kwargs)
            result = _mapped_results(results, lambda places: chain._gather(places))
        if out is not None:
            if out.shape != result.shape:
                raise ValueError("Output array is the wrong shape")
            out[...] = result
            return out
        return (
            result[()] if isinstance(result, np.ndarray) and result.ndim == 0 and name in ("take", "choose") else result
        )

    return f


def _converted_all(x, dtype):
    if isinstance(x, (list, tuple)):
        return [_converted_all(each, dtype) for each in x]
    return _converted(x, dtype)


_of_lists = "concatenate concat stack vstack hstack dstack column_stack row_stack block broadcast_arrays choose".split()


def _as_arrays(x, name):
    if name in _of_lists:
        if isinstance(x, (list, tuple)):
            return [_as_arrays(each, name if name == "block" else "") for each in x]
        if isinstance(x, np.ndarray) and x.ndim:
            return [asarray(each) for each in x]
    return x if isinstance(x, np.ndarray) else asarray(x)


def _define_shape_functions():
    for name in _of_shapes:
        globals().setdefault(name, _shape_function(name))
    for names, at in _of_places.items():
        for name in names.split():
            globals().setdefault(name, _place_function(name, at))


_define_shape_functions()
broadcast_to, diagonal = _shape_function("broadcast_to"), _shape_function("diagonal")


def copy(a, order="K", subok=False):
    return asarray(a).copy(order)


def resize(a, new_shape):
    """A copy of another shape, its items repeated."""
    a = asarray(a)
    new_shape = _extents(new_shape)
    n = _math.prod(new_shape)
    if not a.size:
        return zeros(new_shape, a.dtype)
    return a.flatten()._gather(np.arange(n) % a.size).reshape(new_shape)


def put(a, ind, v, mode="raise"):
    """Replaces items of the flattened array in place."""
    if not isinstance(a, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {_type_name(a)}")
    at, n = np.asarray(ind).reshape(-1).tolist(), a.size
    if not at:
        return
    v = asarray(v, a.dtype).ravel()
    for k, i in enumerate(at):
        if mode == "wrap":
            i %= n
        elif mode == "clip":
            i = _builtins.min(_builtins.max(i, 0), n - 1)
        elif not -n <= i < n:
            raise IndexError(f"index {i} is out of bounds for axis 0 with size {n}")
        a[tuple([int(x) for x in np.unravel_index(i % n, a.shape)]) if a.ndim else ()] = v[k % v.size]


def place(arr, mask, vals):
    """Replaces items by a mask, values in order."""
    if not isinstance(arr, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {_type_name(arr)}")
    at = np.flatnonzero(_truths(asarray(mask))).tolist()
    if at and not len(vals):
        raise ValueError("Cannot insert from an empty array!")
    if at:
        put(arr, at, vals)


def putmask(a, mask, values):
    """Replaces items by a mask, values at the same places."""
    mask, values = np.asarray(mask), asarray(values, a.dtype)
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    values = values.ravel()
    for k in np.flatnonzero(mask).tolist():
        put(a, [k], values[k % values.size : k % values.size + 1])


def copyto(dst, src, casting="same_kind", where=True):
    """Copies items into an array."""
    src = asarray(src)
    if not isinstance(dst, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {_type_name(dst)}")
    if not _can_cast(src.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {src.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    if where is True:
        dst[...] = src
    else:
        where = np.broadcast_to(where, dst.shape)
        dst[where] = broadcast_to(src, dst.shape)[where]


def shares_memory(a, b, max_work=None):
    """Whether two arrays overlap."""
    if not (_is_items_array(a) and _is_items_array(b)) or a._store is not b._store:
        return False
    return not set(a._where()).isdisjoint(b._where())


may_share_memory = shares_memory


# Order.
def _sort_key(a, order=None):
    if order is not None and a.dtype.names is None:
        raise ValueError("Cannot specify order when the array has no fields.")
    return _key_of_records(a, order) if a.dtype.names is not None else a._dtype._sort_key()


def _lines(a, axis):
    # The flat places of each line along an axis, and the shape of the lines together.
    places = np.moveaxis(np.arange(a.size).reshape(a.shape), axis, -1)
    n = a.shape[axis]
    flat = places.reshape(-1).tolist()
    return [flat[k : k + n] for k in range(0, len(flat), n or 1)], places.shape


def _argsorted(a, axis, order, stable=True):
    axis = np.normalize_axis_index(axis, a.ndim)
    key, raw = _sort_key(a, order), _comparables(a)
    lines, shape = _lines(a, axis)
    result = []
    for line in lines:
        result += (
            sorted(range(len(line)), key=lambda k: key(raw[line[k]]))
            if key
            else sorted(range(len(line)), key=lambda k: raw[line[k]])
        )
    return np.moveaxis(np.array(result, dtype=int).reshape(shape), -1, axis)


def _comparables(a):
    return a._rows() if a.dtype.names is not None else a._raw()


def _check_kind(kind):
    if kind is not None and not isinstance(kind, str):
        raise TypeError(f"sort kind must be str, not {type(kind).__name__}")
    if kind is not None and (not kind or kind[0].lower() not in "qhms"):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")


def argsort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    if a.ndim == 0:
        a = a.reshape(1)
    return _argsorted(a, axis, order)


def sort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return np.take_along_axis(a, _argsorted(a, axis, order), np.normalize_axis_index(axis, a.ndim))


def take_along_axis(arr, indices, axis):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    return arr._pick(np.take_along_axis(np.arange(arr.size).reshape(arr.shape), indices, axis=axis))


def _partition_check(a, kth, axis):
    kth = np.asarray(kth)
    if kth.dtype.kind not in "iu":
        raise TypeError("Partition index must be integer")
    n = a.shape[axis]
    for k in kth.reshape(-1).tolist():
        if not -n <= k < n:
            raise ValueError(f"kth(={k}) out of bounds ({n})")


def partition(a, kth, axis=-1, kind="introselect", order=None):
    a = asarray(a)
    if a.size:
        _partition_check(a, kth, -1 if axis is None else axis)
    return sort(a, axis, None, order)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    a = asarray(a)
    if a.size:
        _partition_check(a, kth, -1 if axis is None else axis)
    return argsort(a, axis, None, order)


def searchsorted(a, v, side="left", sorter=None):
    """Where items would be inserted."""
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got '{side}')")
    a, v = asarray(a), asarray(v)
    if sorter is not None:
        sorter = np.asarray(sorter)
        if sorter.dtype.kind not in "iu":
            raise TypeError("sorter must only contain integers")
        if sorter.size != a.size:
            raise ValueError("sorter.size must equal a.size")
        a = a[sorter]
    dtype = _promote(a.dtype, v.dtype)
    a, v = asarray(a, dtype), asarray(v, dtype)
    key = _sort_key(a) or (lambda x: x)
    line = [key(x) for x in _comparables(a)]
    found = []
    for x in _comparables(v):
        x, low, high = key(x), 0, len(line)
        while low < high:
            middle = (low + high) // 2
            if line[middle] < x if side == "left" else not x < line[middle]:
                low = middle + 1
            else:
                high = middle
        found.append(low)
    return np.array(found, dtype=int).reshape(v.shape)[()]


def lexsort(keys, axis=-1):
    """The order by several keys, the last one first."""
    keys = [asarray(key) for key in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    n = keys[0].size
    lines = []
    for key in keys:
        rank = _sort_key(key) if _is_items(key) else None
        lines.append([rank(x) if rank else x for x in (_comparables(key) if _is_items(key) else key.tolist())])
    if keys[0].ndim != 1:
        raise NotImplementedError("`lexsort` of keys with several axes")
    at = list(range(n))
    for line in lines:
        at = sorted(at, key=lambda k: line[k])
    return np.array(at, dtype=int)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    """Distinct items, sorted."""
    a = asarray(ar).ravel()
    if axis is not None and asarray(ar).ndim != 1:
        raise NotImplementedError("`axis` of `np.unique` of an array of " + _builtins.str(a.dtype))
    at = argsort(a).tolist()
    raw, first, counts, inverse = _comparables(a), [], [], [0] * a.size
    previous = None
    for k in at:
        if not first or not (raw[k] == previous or (equal_nan and raw[k] != raw[k] and previous != previous)):
            first.append(k)
            counts.append(0)
            previous = raw[k]
        counts[-1] += 1
        inverse[k] = len(first) - 1
    results = [a._pick(np.array(first, dtype=int))]
    results += [np.array(first, dtype=int)] if return_index else []
    results += [np.array(inverse, dtype=int)] if return_inverse else []
    results += [np.array(counts, dtype=int)] if return_counts else []
    return tuple(results) if len(results) > 1 else results[0]


def _truths(a):
    if not _is_items(a):
        return a.astype(bool)
    if a.dtype.names is not None:
        return a._truths()
    return _of_bools([bool(a._dtype._is_true(raw)) for raw in a._raw()], a.shape)


def count_nonzero(a, axis=None, *, keepdims=False):
    found = np.count_nonzero(_truths(asarray(a)), axis=axis, keepdims=keepdims)
    return found if axis is not None else int(found)
