# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Making arrays of items: the shape and the dtype that nested sequences have, conversions between dtypes, fills."""


class _Node:
    # An object among nested sequences: what is in it (None: it is an item), and the shape that all in it has.
    def __init__(self, value, kids):
        self.value, self.kids = value, kids


def _is_number(x):
    return isinstance(x, _numbers_of_python)


def _asked_array(x):
    # What an object that knows how to become an array becomes; the object itself where it does not.
    for name in ("__array__", "__array_interface__", "__array_struct__"):
        if isinstance(x, type):
            return x
        method = getattr(x, name, None)
        if method is None:
            continue
        if name == "__array__":
            made = method()
            if not isinstance(made, np.ndarray) and not isinstance(made, np.generic):
                raise ValueError("object __array__ method not producing an array")
            return made
        raise NotImplementedError(f"`{name}`")
    return x


def _children(x, are_tuples_items):
    if isinstance(x, (str, bytes)) or _is_number(x) or x is None:
        return None
    if isinstance(x, tuple) and are_tuples_items:
        return None
    if isinstance(x, (list, tuple)):
        return x
    if _is_items_array(x):
        return list(x) if x.ndim else None
    if isinstance(x, np.ndarray) or isinstance(x, np.generic):
        return (x.tolist() if x.ndim == 1 else list(x)) if x.ndim else None
    if _is_items(x) or isinstance(x, (type, dict, set, frozenset)):
        return None
    if isinstance(x, (memoryview, bytearray)):
        return list(x)
    if isinstance(x, range):
        return list(x)
    kind = type(x)
    if not hasattr(kind, "__getitem__") or not hasattr(kind, "__len__"):
        return None
    try:
        len(x)
    except (RecursionError, MemoryError):
        raise
    except Exception:
        return None
    return list(x)


def _tree(x, are_tuples_items, depth=0):
    if not isinstance(x, (list, tuple, str, bytes, int, float)) and x is not None and not isinstance(x, np.ndarray):
        x = _asked_array(x)
    kids = None if depth >= 32 else _children(x, are_tuples_items)
    if kids is None:
        return _Node(x, None)
    return _Node(x, [_tree(kid, are_tuples_items, depth + 1) for kid in kids])


def _node_shape(node):
    # The shape that all sequences in a node share, and whether some differ below.
    if node.kids is None:
        return (), False
    if not node.kids:
        if isinstance(node.value, np.ndarray):
            return tuple(node.value.shape), False
        return (0,), False
    common, is_ragged = _node_shape(node.kids[0])
    for kid in node.kids[1:]:
        shape, is_kid_ragged = _node_shape(kid)
        k = 0
        while k < len(common) and k < len(shape) and common[k] == shape[k]:
            k += 1
        is_ragged = is_ragged or is_kid_ragged or k < len(common) or k < len(shape)
        common = common[:k]
    return (len(node.kids),) + common, is_ragged


def _items_of(node, depth, items):
    if depth == 0:
        value = node.value
        items.append(value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value)
        return
    for kid in node.kids:
        _items_of(kid, depth - 1, items)


def _is_huge(x):
    return isinstance(x, int) and not -(1 << 63) <= x < (1 << 64)


def _dtype_of_item(x):
    if isinstance(x, bool):
        return np.dtype(bool)
    if isinstance(x, int):
        return _OBJECT if _is_huge(x) else np.dtype(int)
    if isinstance(x, float):
        return np.dtype(float)
    if isinstance(x, complex):
        return np.dtype(complex)
    if isinstance(x, str):
        return _DType("U", 4 * len(x))
    if isinstance(x, bytes):
        return _DType("S", len(x))
    if isinstance(x, (void, datetime64, timedelta64)) or isinstance(x, np.generic) or isinstance(x, np.ndarray):
        return x.dtype
    return _OBJECT


def _common_dtype(items):
    result = None
    for x in items:
        kind = _dtype_of_item(x)
        if kind.kind == "O":
            return _OBJECT
        result = kind if result is None or result == kind else _promote_items(result, kind)
    return np.dtype(float) if result is None else result


def _promote_items(a, b):
    try:
        return _promote(a, b)
    except TypeError:
        if "V" in (a.kind, b.kind):
            raise
        return _OBJECT


def _text_of_item(x):
    return x.decode("ascii") if isinstance(x, bytes) else _builtins.str(x)


def _sized(dtype, items):
    # A dtype of texts or times whose size is open, as the items need it.
    if dtype.kind == "U" and not dtype.itemsize:
        return _DType("U", 4 * _builtins.max([1] + [len(_text_of_item(x).rstrip("\0")) for x in items]), dtype.metadata)
    if dtype.kind == "S" and not dtype.itemsize:
        sizes = [len(x) if isinstance(x, bytes) else len(_builtins.str(x)) for x in items]
        return _DType("S", _builtins.max([1] + sizes), dtype.metadata)
    if dtype.kind == "V" and not dtype.itemsize and dtype.names is None:
        return _common_dtype(items) if items else _DType("V", 1)
    if dtype.kind in "Mm" and dtype.unit is None:
        return _unit_of_items(dtype, items)
    return dtype


def _number(x, kind):
    # One item as a number of a kind of dtype.
    if _is_number(x):
        if isinstance(x, complex) and kind != "c":
            raise TypeError(
                f"{'float' if kind == 'f' else 'int'}() argument must be a string or a real number, not 'complex'"
            )
        if kind in "iu" and isinstance(x, float) and (x != x or x in (_math.inf, -_math.inf)):
            return x
        return x if kind != "b" else bool(x)
    if kind == "b":
        return bool(int(x)) if isinstance(x, (str, bytes)) and x.strip().lstrip("+-").isdigit() else bool(x)
    if isinstance(x, (list, tuple)) or (isinstance(x, np.ndarray) and x.ndim):
        raise ValueError("setting an array element with a sequence.")
    if isinstance(x, bytes):
        x = x.decode("ascii")
    if _is_items_array(x):
        x = x.item()
    if isinstance(x, timedelta64) and kind in "iuf":
        return x._ticks
    if kind == "f" and x is None:
        return _math.nan
    return float(x) if kind == "f" else complex(x) if kind == "c" else int(x)


def _numbers_from(items, dtype, shape):
    try:
        numbers = [_number(x, dtype.kind) for x in items]
    except (TypeError, ValueError) as error:
        if _builtins.any(hasattr(x, "__len__") and not isinstance(x, (str, bytes)) for x in items):
            raise ValueError("setting an array element with a sequence.") from error
        raise
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        for x in numbers:
            if isinstance(x, int) and not int(bounds.min) <= x <= int(bounds.max):
                if _is_huge(x):
                    raise OverflowError("Python int too large to convert to C long")
    if dtype.kind == "c":
        return np.array(numbers, dtype=dtype).reshape(shape)
    return np.array(numbers, dtype=dtype).reshape(shape)


def _numbers(value, dtype=None):
    """A value as numbers of a dtype, to be assigned to items of an array of them."""
    if isinstance(value, np.ndarray) or isinstance(value, (list, tuple)):
        return array(value, dtype)
    if isinstance(value, (void, datetime64)):
        return _converted(array(value), dtype)
    value = _asked_array(value)
    if isinstance(value, np.ndarray):
        return value if not _is_items(value) else _converted(value, dtype)
    node = _tree(value, False)
    return _from_node(node, dtype)


def _from_node(node, dtype):
    shape, is_ragged = _node_shape(node)
    is_object = dtype is not None and dtype.kind == "O"
    if is_ragged and not is_object:
        raise ValueError(
            "setting an array element with a sequence. The requested array has an inhomogeneous shape after"
            f" {len(shape)} dimensions. The detected shape was {shape} + inhomogeneous part."
        )
    items = []
    if 0 not in shape:
        _items_of(node, len(shape), items)
    if dtype is None:
        dtype = _common_dtype(items)
    if not _is_items(dtype):
        return _numbers_from(items, dtype, shape)
    dtype = _sized(dtype, items)
    if dtype.subdtype is not None:
        return _of_subarrays(items, dtype, shape)
    if dtype.names is not None:
        return _records_of(items, dtype, shape)
    return _made([dtype._take(x) for x in items], dtype, shape)


def array(object, dtype=None, copy=True, order="K", subok=False, ndmin=0, like=None):
    """An array of items, or of numbers where the dtype or all items are."""
    target = None if dtype is None else _read_dtype(dtype)
    if isinstance(object, np.ndarray) and (_is_items(object) or (target is not None and _is_items(target))):
        if target is None or (_is_items(object) and (target == object.dtype or _is_open(target, object.dtype))):
            made = object.copy(order) if copy else object
        else:
            made = object.astype(target, order=order)
            if copy and made is object:
                made = object.copy(order)
        if target is not None and target.metadata and _is_items(made):
            made._dtype = target
    else:
        if target is not None and getattr(target, "_is_character", False):
            object = _characters(object)
        node = _tree(object, target is not None and target.names is not None)
        if isinstance(node.value, np.ndarray) and node.value is not object:
            return array(node.value, dtype, copy, order, subok, ndmin)
        made = _from_node(node, target)
        if order == "F" and _is_items(made):
            made = made._laid("F")
    while made.ndim < ndmin:
        made = made[None]
    return made


def _as_values(value, dtype):
    # What is assigned, as an array of the dtype.
    if _is_items_array(value) and value.dtype == dtype:
        return value
    if isinstance(value, np.ndarray):
        return _converted(value, dtype)
    return array(value, dtype)


def _characters(x):
    # Of dtype "c": texts are sequences of their characters.
    if isinstance(x, (str, bytes)) and len(x) > 1:
        return [x[k : k + 1] for k in range(len(x))]
    return [_characters(each) for each in x] if isinstance(x, (list, tuple)) else x


def _is_open(dtype, other):
    # Whether a dtype without a size stands for the other one.
    if dtype.kind != other.kind or dtype.names is not None:
        return False
    return (dtype.kind in "SUV" and not dtype.itemsize) or (dtype.kind in "Mm" and dtype.unit is None)


def asarray(a, dtype=None, order=None, *, like=None, copy=None):
    """An array of items; one that is there already is passed through."""
    if _is_items_array(a):
        target = None if dtype is None else _read_dtype(dtype)
        if target is None or target == a.dtype or (_is_items(target) and _is_open(target, a.dtype)):
            is_laid = order not in ("C", "F") or (a.flags.f_contiguous if order == "F" else a.flags.c_contiguous)
            return a if is_laid else a.copy(order)
    elif isinstance(a, np.ndarray) and (dtype is None or np.dtype(dtype) == a.dtype):
        return np.asarray(a, dtype)
    return array(a, dtype, order=order or "K")


def asanyarray(a, dtype=None, order=None, **options):
    return asarray(a, dtype, order)


def ascontiguousarray(a, dtype=None, **options):
    return asarray(a, dtype, "C")


def asfortranarray(a, dtype=None, **options):
    return asarray(a, dtype, "F")


def _extents(shape):
    if isinstance(shape, np.ndarray):
        shape = shape.tolist()
    shape = tuple([n.__index__() for n in shape]) if isinstance(shape, (list, tuple)) else (shape.__index__(),)
    if _builtins.any(n < 0 for n in shape):
        raise ValueError("negative dimensions are not allowed")
    return shape


def _filled(shape, dtype, value, order="C"):
    # Of an array whose items are one raw value; records and dtypes of arrays have other memory.
    kind, shape = _read_dtype(dtype), _extents(shape)
    if not _is_items(kind):
        made = np.empty(shape, kind, order=order or "C")
        made[...] = value
        return made
    if kind.kind in "SUV" and not kind.itemsize and kind.names is None and kind.subdtype is None:
        kind = _DType(kind.kind, 4 if kind.kind == "U" else 1, kind.metadata)
    if kind.subdtype is not None:
        base, inner = kind.subdtype
        return np.full(shape + inner, value, base) if value is not None else np.zeros(shape + inner, base)
    if kind.names is not None:
        return _records_filled(shape, kind, value)
    return _made([kind._zero() if value is None else value] * _math.prod(shape), kind, shape)._laid(order or "C")


def zeros(shape, dtype=float, order="C", **options):
    return _filled(shape, dtype, None, order)


def empty(shape, dtype=float, order="C", **options):
    kind = _read_dtype(dtype)
    return _filled(shape, kind, None, order) if kind.kind != "O" else _object_fill(shape, kind, None, order)


def _object_fill(shape, kind, value, order):
    n = _math.prod(_extents(shape))
    return _made([value] * n, kind, _extents(shape))._laid(order or "C")


def ones(shape, dtype=float, order="C", **options):
    kind = _read_dtype(dtype)
    if kind.names is not None or kind.subdtype is not None:
        return _filled(shape, kind, 1, order)
    kind = _DType(kind.kind, 4 if kind.kind == "U" else 1) if kind.kind in "SU" and not kind.itemsize else kind
    return _filled(shape, kind, kind._take(1), order)


def full(shape, fill_value, dtype=None, order="C", **options):
    kind = asarray(fill_value).dtype if dtype is None else _read_dtype(dtype)
    if _is_items(kind):
        kind = _sized(kind, [fill_value])
    made = empty(shape, kind, order)
    made[...] = fill_value
    return made


def _like(a, dtype, shape):
    a = a if isinstance(a, np.ndarray) else asarray(a)
    dtype = a.dtype if dtype is None else _read_dtype(dtype)
    if dtype.kind in "SU" and not dtype.itemsize and a.dtype.kind in "SU":
        # The size of the prototype's items, in the other kind's characters.
        dtype = _DType(dtype.kind, a.dtype._count() * (4 if dtype.kind == "U" else 1))
    return a, dtype, a.shape if shape is None else _extents(shape)


def _order_like(a, order):
    return "F" if order in ("K", "A", None) and a.flags.fnc else "C" if order in ("K", "A", None) else order


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    a, dtype, shape = _like(a, dtype, shape)
    return zeros(shape, dtype, _order_like(a, order))


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    a, dtype, shape = _like(a, dtype, shape)
    return ones(shape, dtype, _order_like(a, order))


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None):
    a, dtype, shape = _like(prototype, dtype, shape)
    return empty(shape, dtype, _order_like(a, order))


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    a, dtype, shape = _like(a, dtype, shape)
    return full(shape, fill_value, dtype, _order_like(a, order))


def arange(*args, dtype=None, **options):
    """Evenly spaced times; other items have no steps."""
    kind = None if dtype is None else _read_dtype(dtype)
    if (kind is None or kind.kind in "Mm") and (kind or _builtins.any(isinstance(x, _Time) for x in args)):
        return _times_between(kind, *args, **options)
    if kind is not None and kind.kind == "O":
        start, stop, step = ((0,) + args + (1,)) if len(args) == 1 else (args + (1,))[:3]
        items, count = [], _builtins.max(0, _math.ceil((stop - start) / step))
        for k in range(count):
            items.append(start + k * step)
        return _made(items, kind, (count,))
    kind = asarray(args[0]).dtype if kind is None else kind
    raise TypeError(f"arange() not supported for inputs with DType <class 'numpy.dtype[{kind.type.__name__}]'>.")


def fromiter(iter, dtype, count=-1, **options):
    """An array in a row out of an iterator."""
    kind = _read_dtype(dtype)
    if not _is_items(kind):
        return np.fromiter(iter, kind, count)
    if kind.kind in "SUV" and not kind.itemsize and kind.names is None and kind.subdtype is None:
        raise ValueError("Must specify length when using variable-size data-type.")
    items = []
    for x in iter:
        if len(items) == count:
            break
        items.append(x)
    if count > len(items):
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    if kind.names is not None:
        return _records_of(items, kind, (len(items),))
    if kind.subdtype is not None:
        return _of_subarrays(items, kind, (len(items),))
    return _made([kind._take(x) for x in items], kind, (len(items),))


def frombuffer(buffer, dtype=float, count=-1, offset=0, **options):
    """The bytes of an object as an array."""
    kind, data = _read_dtype(dtype), bytes(buffer)[offset:]
    if kind.kind == "O":
        raise ValueError("cannot create an OBJECT array from memory buffer")
    if not kind.itemsize:
        raise ValueError("itemsize cannot be zero in type")
    n = kind.itemsize
    if count >= 0:
        data = data[: count * n]
    if len(data) % n:
        raise ValueError("buffer size must be a multiple of element size")
    made = _of_data(data, kind, (len(data) // n,))
    if not isinstance(buffer, bytearray):
        made.flags.writeable = False
    return made


# Other dtypes.
def _converted(a, target):
    # A copy of an array of any kind as another dtype.
    if not _is_items(a) and not _is_items(target):
        return a.astype(target)
    if target.subdtype is not None:
        return _of_subarrays(_values(a), target, a.shape)
    if target.names is not None or a.dtype.names is not None:
        return _converted_records(a, target)
    if _is_items(a) and a.dtype.kind in "Mm" and target.kind in "Mm":
        return _converted_times(a, target)
    values = [a.dtype._plain(raw) for raw in a._raw()] if _is_items(a) and a.dtype.kind not in "Mm" else _values(a)
    if not _is_items(target):
        if a.dtype.kind in "M" and target.kind not in "biu":
            raise TypeError(f"Cannot cast {a.dtype!r} to {target!r}")
        if a.dtype.kind in "Mm":
            values = [int(raw) for raw in a._raw()]
        return _numbers_from(values, target, a.shape)
    if target.kind in "SU" and not target.itemsize and not _is_items(a):
        target = _DType(target.kind, _text_length(a.dtype) * (4 if target.kind == "U" else 1), target.metadata)
    elif target.kind in "SU" and not target.itemsize and a.dtype.kind in "SU":
        target = _DType(target.kind, a.dtype._count() * (4 if target.kind == "U" else 1), target.metadata)
    target = _sized(target, values)
    if target.kind == "O" and _is_items(a) and a.dtype.kind in "Mm":
        values = [a.dtype._plain(raw) for raw in a._raw()]
    if target.kind == "V" and _is_items(a):
        values = [a.dtype._bytes(raw) for raw in a._raw()]
    return _made([target._take(x) for x in values], target, a.shape)


def astype(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
    """An array of numbers as items."""
    if _is_items(a):
        return a.astype(dtype, order, casting, subok, copy)
    target = _read_dtype(dtype)
    if not _can_cast(a.dtype, target, casting):
        raise TypeError(f"Cannot cast array data from {a.dtype!r} to {target!r} according to the rule '{casting}'")
    return _converted(a, target)._laid(order, a)


def _data_of(a):
    # The bytes of an array of any kind, in rows.
    return a.tobytes()


def _of_data(data, kind, shape):
    if not _is_items(kind):
        return np.frombuffer(data, kind).reshape(shape) if len(data) else np.zeros(shape, kind)
    if kind.names is not None:
        return _records_of_data(data, kind, shape)
    n = kind.itemsize
    return _made([kind._of_bytes(data[k : k + n]) for k in range(0, len(data), n)], kind, shape)


def _viewed(a, kind):
    # The bytes of an array under another dtype: a copy that may not be changed, for the memory is not shared.
    if _is_items(kind) and kind == a.dtype:
        return a._view(a._places)
    if a.dtype.hasobject or kind.hasobject:
        raise TypeError("Cannot change data-type for object array.")
    if a.dtype.names is None and kind.names is None and kind.kind in "SUV" and not kind.itemsize:
        size = a.dtype.itemsize
        kind = _DType(kind.kind, size)
    shape, own, new = a.shape, a.dtype.itemsize, kind.itemsize
    shared = _viewed_as_records(a, kind)
    if shared is not None:
        return shared
    if own != new:
        if a.ndim == 0:
            raise ValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
        if not own or not new:
            if not own and not new:
                return _of_data(b"", kind, shape)
            if not new:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last"
                    " axis of the array."
                )
            shape = shape[:-1] + (0,)
        elif new < own:
            if own % new:
                raise ValueError(
                    "When changing to a smaller dtype, its size must be a divisor of the size of original dtype"
                )
            shape = shape[:-1] + (shape[-1] * (own // new),)
        else:
            if shape[-1] * own % new:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last"
                    " axis of the array."
                )
            shape = shape[:-1] + (shape[-1] * own // new,)
    made = _of_data(_data_of(a), kind, shape)
    made.flags.writeable = False
    return made


def _viewed_as_records(a, kind):
    # Numbers that follow each other in memory as records of them; None where the memory can't be shared.
    if _is_items(a) or kind.names is None or not kind._is_packed() or not kind.names or a.ndim == 0:
        return None
    if _builtins.any(each != a.dtype for each in kind._formats) or not a.flags.c_contiguous:
        return None
    n = len(kind._formats)
    if a.shape[-1] % n:
        return None
    shape = a.shape[:-1] + (a.shape[-1] // n,)
    parts = a.reshape(shape + (n,))
    made = _RecordArray(kind, [parts[..., k] for k in range(n)], np.arange(_math.prod(shape)).reshape(shape))
    made._base = a
    return made


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """A number of evenly spaced points between objects."""
    start, stop = _objects(start), _objects(stop)
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else np.nan
    points = [start + step * k if parts > 0 else start + (stop - start) * k for k in range(num)]
    if endpoint and num > 1:
        points[-1] = stop + (start - start)
    made = np.stack([_objects(point) for point in points]) if points else _made([], _OBJECT, (0,))
    made = np.moveaxis(made, 0, axis) if axis else made
    made = made if dtype is None else made.astype(dtype)
    return (made, step) if retstep else made
