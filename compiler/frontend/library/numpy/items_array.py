# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Arrays whose items are no numbers: a list of Python objects, and an array of integers that says where each item lies.

A view has the same list and other places, so that all that NumPy does with shapes, keys and memory is done to the array
of places. Records (items_records.py) have one array for each field instead of the list. Names of Python's own are taken
in this text, as in that of complex numbers; `_builtins` has them.
"""

import numpy as np

_Missing = object()


def _is_basic(key):
    # Whether indexing by the key gives a view.
    for part in key if isinstance(key, tuple) else (key,):
        if isinstance(part, bool) or not (part is None or part is Ellipsis or isinstance(part, (int, slice))):
            if not (hasattr(part, "__index__") and not isinstance(part, (list, np.ndarray))):
                return part is not None and isinstance(part, np.ndarray) and part.ndim == 0 and part.dtype.kind in "iu"
    return True


def _has_ellipsis(key):
    return key is Ellipsis or (isinstance(key, tuple) and _builtins.any(part is Ellipsis for part in key))


def _refuse_names(key):
    if isinstance(key, (str, bytes)) or (isinstance(key, list) and key and isinstance(key[0], str)):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are"
            " valid indices"
        )


def _with_order(a, order):
    # A fresh array laid out in columns where that is asked for.
    return a._in_columns() if order == "F" and hasattr(a, "_in_columns") else a


class ndarray(_ArrayInPython):
    """An array of Python objects."""

    _isItems = True

    def __init__(self, dtype, store, places, base=None):
        self._dtype, self._store, self._places, self._base = dtype, store, places, base
        self._is_read_only = base is not None and base._is_read_only

    # The places.
    def _where(self):
        return self._places.reshape(-1).tolist()

    def _raw(self):
        store = self._store
        return [store[k] for k in self._where()]

    def _view(self, places):
        base = self if self._base is None else self._base
        return ndarray(self._dtype, self._store, places, base)

    def _gather(self, places):
        # A copy of the items at places, in rows.
        store = self._store
        raw = [store[k] for k in places.reshape(-1).tolist()]
        return _made(raw, self._dtype, places.shape)

    def _moved(self, function):
        # A function of shapes: a view where it gives a view of the places.
        if self.ndim == 0 and self._places._memory()[0] is None:
            self._places = np.array(self._places)
        return self._at_places(function(self._places))

    def _at_places(self, places):
        # What a function of shapes made of the places: a view where that is one.
        if places is self._places or places._memory()[0] is not None or places.size <= 1:
            return self._view(places)
        return self._gather(places)

    def _pick(self, at):
        # A copy of the items at places in the flattened array.
        return self._gather(self._places.reshape(-1)[at])

    # Facts.
    @property
    def dtype(self):
        return self._dtype

    @dtype.setter
    def dtype(self, value):
        self._become(self.view(value))

    def _become(self, other):
        self._dtype, self._store, self._places = other._dtype, other._store, other._places

    @property
    def shape(self):
        return self._places.shape

    @shape.setter
    def shape(self, shape):
        places = self._places.reshape(shape)
        if places._memory()[0] is None and places.ndim > 1 and self._places._memory()[0] is not None:
            raise AttributeError(
                "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
            )
        self._places = places

    @property
    def ndim(self):
        return self._places.ndim

    @property
    def size(self):
        return self._places.size

    @property
    def itemsize(self):
        return self._dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def strides(self):
        return tuple([step * self.itemsize for step in self._places._memory()[2]])

    @property
    def base(self):
        return self._base

    def _memory(self):
        _, offset, steps, _ = self._places._memory()
        return self._base, offset, steps, self._is_read_only

    def _set_read_only(self, is_read_only):
        self._is_read_only = is_read_only

    @property
    def flags(self):
        return np.zeros(0).flags.__class__(self)

    def setflags(self, write=None, align=None, uic=None):
        """Whether the array may be changed."""
        if write is not None:
            self.flags.writeable = bool(write)
        if align is not None and not align:
            raise NotImplementedError("an array that is not aligned")
        if uic:
            raise ValueError("cannot set WRITEBACKIFCOPY flag to True")

    @property
    def flat(self):
        return _Flat(self)

    @flat.setter
    def flat(self, value):
        value = asarray(value, self._dtype)
        self.ravel()[...] = value if value.ndim == 0 else resize(value, self.size)

    @property
    def real(self):
        return self if self._dtype.kind != "O" else _with_parts(self, "real")

    @real.setter
    def real(self, value):
        self[...] = value

    @property
    def imag(self):
        if self._dtype.kind not in "O":
            raise TypeError(f"cannot get imaginary part of an array of dtype {self._dtype}")
        return _with_parts(self, "imag")

    @imag.setter
    def imag(self, value):
        raise TypeError("array does not have imaginary part to set")

    # Items.
    def _item(self, k):
        return self._dtype._give(self._store[k])

    def __getitem__(self, key):
        _refuse_names(key)
        if isinstance(key, tuple) and key == () and self.ndim == 0:
            return self._item(int(self._places))
        places = self._places[key]
        if _is_basic(key):
            return self._view(np.asarray(places)) if places.ndim or _has_ellipsis(key) else self._item(int(places))
        return self._gather(np.asarray(places)) if places.ndim or _has_ellipsis(key) else self._item(int(places))

    def __setitem__(self, key, value):
        _refuse_names(key)
        if self._is_read_only:
            raise ValueError("assignment destination is read-only")
        places = self._places[key]
        is_one = places.ndim == 0 and not _has_ellipsis(key) and not isinstance(key, (list, np.ndarray))
        if is_one:
            self._store[int(places)] = self._taken(value)
            return
        self._fill_places(places, value)

    def _taken(self, value):
        if self._dtype.kind == "O" and _is_plain_zero_dimensional(value):
            value = value[()]
        return self._dtype._take(value)

    def _fill_places(self, places, value):
        given = _as_values(value, self._dtype)
        shape = given.shape
        while len(shape) > places.ndim and shape[0] == 1:
            shape = shape[1:]
        given = given if shape == given.shape else given.reshape(shape)
        if shape != places.shape:
            try:
                given = broadcast_to(given, places.shape)
            except ValueError:
                raise ValueError(
                    f"could not broadcast input array from shape {_shape_text(shape)} into shape"
                    f" {_shape_text(places.shape)}"
                ) from None
        self._write(places, given)

    def _write(self, places, given):
        for k, raw in zip(places.reshape(-1).tolist(), given._raw()):
            self._store[k] = raw

    def __delitem__(self, key):
        raise ValueError("cannot delete array elements")

    def __contains__(self, value):
        return bool(np.any(self == value))

    def __bool__(self):
        if self.size == 0:
            import warnings

            warnings.warn(
                "The truth value of an empty array is ambiguous. Returning False, but in future this will result in an"
                " error. Use `array.size > 0` to check that an array is not empty.",
                DeprecationWarning,
                stacklevel=2,
            )
            return False
        self._refuse_several()
        return bool(self._dtype._is_true(self._raw()[0]))

    def _only(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        value = self.item()
        if _is_items_array(value) or isinstance(value, np.ndarray) and value.ndim == 0:
            raise TypeError("object array may be a recursive, containing itself") if value is self else None
        return value

    def __int__(self):
        return int(self._only())

    def __float__(self):
        return float(self._only())

    def __complex__(self):
        return complex(self._only())

    def __index__(self):
        raise TypeError("only integer scalar arrays can be converted to a scalar index")

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def item(self, *args):
        """The only item, or the one at an index, as Python has it."""
        if not args:
            if self.size != 1:
                raise ValueError("can only convert an array of size 1 to a Python scalar")
            return self._dtype._plain(self._raw()[0])
        key = args[0] if len(args) == 1 else args
        place = self._places[key] if isinstance(key, tuple) else self._places.reshape(-1)[key]
        return self._dtype._plain(self._store[int(place)])

    def itemset(self, *args):
        """Replaces one item."""
        if not args:
            raise ValueError("itemset must have at least one argument")
        if len(args) == 1:
            if self.size != 1:
                raise ValueError("can only place a scalar for an array of size 1")
            place = self._places.reshape(-1)[0]
        else:
            key = args[0] if len(args) == 2 else args[:-1]
            place = self._places[key] if isinstance(key, tuple) else self._places.reshape(-1)[key]
        self._store[int(place)] = self._dtype._take(args[-1])

    def tolist(self):
        """The items as nested lists."""
        plain = [self._dtype._plain(raw) for raw in self._raw()]
        return _nested(plain, self.shape)

    def fill(self, value):
        """Sets all items."""
        if self._is_read_only:
            raise ValueError("assignment destination is read-only")
        if self._dtype.kind == "O":
            raw = self._taken(value)
            for k in self._where():
                self._store[k] = raw
        else:
            self[...] = value

    def copy(self, order="C"):
        """A copy."""
        return self._gather(self._places)._laid(order, self)

    def _laid(self, order, like=None):
        # Of a fresh array: the places in the order that is asked for.
        if order in ("K", "A", None):
            order = "F" if like is not None and like.flags.fnc else "C"
        if order == "F" and self.ndim > 1:
            n = self.size
            line = np.arange(n)
            places = line.reshape(self.shape[::-1]).T
            store = [None] * n
            for k, raw in zip(places.reshape(-1).tolist(), self._raw()):
                store[k] = raw
            return ndarray(self._dtype, store, places)
        return self

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """The items as another dtype."""
        target = _read_dtype(dtype)
        if not _can_cast(self._dtype, target, casting):
            raise TypeError(
                f"Cannot cast array data from {self._dtype!r} to {target!r} according to the rule '{casting}'"
            )
        if not copy and target == self._dtype:
            return self
        return _converted(self, target)._laid(order, self) if _is_items(target) else _converted(self, target)

    def view(self, dtype=None, type=None):
        """The same memory under another dtype."""
        if dtype is np.ndarray or dtype is None:
            return self._view(self._places)
        if dtype is recarray or type is recarray:
            raise NotImplementedError("`recarray` of an array without fields")
        if type not in (None, np.ndarray):
            raise NotImplementedError("`type` of `ndarray.view`")
        return _viewed(self, _read_dtype(dtype))

    def reshape(self, *shape, order="C"):
        """Another shape, sharing memory where that can be."""
        shape = shape[0] if len(shape) == 1 else shape
        return self._moved(lambda places: places.reshape(shape, order=order))

    def ravel(self, order="C"):
        """All items in a row."""
        return self._moved(lambda places: places.ravel(order) if order != "C" else places.reshape(-1))

    def flatten(self, order="C"):
        """A copy in a row."""
        return self._gather(self._places.ravel(order) if order != "C" else self._places.reshape(-1))

    def transpose(self, *axes):
        """Axes in another order."""
        return self._moved(lambda places: places.transpose(*axes))

    def swapaxes(self, axis1, axis2):
        """Two axes exchanged."""
        return self._moved(lambda places: places.swapaxes(axis1, axis2))

    def squeeze(self, axis=None):
        """Without axes of size 1."""
        return self._moved(lambda places: places.squeeze(axis))

    def resize(self, *new_shape, refcheck=True):
        """Another shape in place, zeros where items lack."""
        if not new_shape or new_shape == (None,):
            return
        shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], (tuple, list)) else new_shape
        if _builtins.any(s < 0 for s in shape):
            raise ValueError("negative dimensions not allowed")
        n = _math.prod(shape)
        raw = self._raw()[:n]
        self._store = raw + [self._dtype._zero() for _ in range(n - len(raw))]
        self._places = np.arange(n).reshape(shape)

    def tobytes(self, order="C"):
        """The bytes of all items."""
        if order == "F":
            return self.T.tobytes()
        return b"".join([self._dtype._bytes(raw) for raw in self._raw()])

    def byteswap(self, inplace=False):
        """Bytes in reverse: texts and objects have no order of bytes."""
        if self._dtype.kind in "OSV":
            return self if inplace else self.copy()
        raise NotImplementedError("`byteswap` of texts and times")

    def sort(self, axis=-1, kind=None, order=None):
        """Sorts in place."""
        self[...] = sort(self, axis, kind, order)

    def partition(self, kth, axis=-1, kind="introselect", order=None):
        """Puts the least items first, in place; here all in order."""
        self[...] = sort(self, axis, kind, order)

    def put(self, indices, values, mode="raise"):
        """Replaces items of the flattened array in place."""
        put(self, indices, values, mode)

    def compress(self, condition, axis=None, out=None):
        """Entries where a condition holds."""
        return np.compress(condition, self, axis, out)

    def __deepcopy__(self, memo):
        import copy

        if self._dtype.kind != "O":
            return self.copy()
        return _made([copy.deepcopy(raw, memo) for raw in self._raw()], self._dtype, self.shape)

    def __reduce__(self):
        raise NotImplementedError("pickling an array whose items are no numbers")

    def __array__(self, dtype=None, copy=None):
        return self if dtype is None else self.astype(dtype)

    def __getattr__(self, name):
        if name in _methods:
            function = globals()[name]
            return lambda *args, **kwargs: function(self, *args, **kwargs)
        if not name.startswith("_") and hasattr(np.zeros(1), name):
            raise NotImplementedError(f"`{name}` of an array of dtype {self._dtype}")
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")

    def _nothing(self):
        # Where there is no value: NaN, NaT.
        raw = self._raw()
        return _of_bools([self._dtype._is_nothing(x) for x in raw], self.shape)


class _Flat:
    """The items in a row, to be read and assigned."""

    def __init__(self, a):
        self.base, self._k = a, 0

    def __len__(self):
        return self.base.size

    def __iter__(self):
        return iter(self.base.ravel())

    def __next__(self):
        if self._k >= self.base.size:
            raise StopIteration
        self._k += 1
        return self.base.ravel()[self._k - 1]

    def __getitem__(self, key):
        found = self.base.flatten()[key]
        return found

    def __setitem__(self, key, value):
        places = np.array(self.base._places.reshape(-1))[key]
        if self.base._is_read_only:
            raise ValueError("assignment destination is read-only")
        value = asarray(value, self.base._dtype)
        if places.ndim and value.ndim and value.shape != places.shape:
            value = resize(value, places.size)
        self.base._fill_places(np.asarray(places), value)

    def copy(self):
        return self.base.flatten()

    def __array__(self, dtype=None):
        return self.copy()


def _is_plain_zero_dimensional(value):
    return isinstance(value, np.ndarray) and value.ndim == 0


def _shape_text(shape):
    return "(" + ",".join([_builtins.str(n) for n in shape]) + ("," if len(shape) == 1 else "") + ")"


def _nested(items, shape):
    # A flat list as nested ones.
    if not shape:
        return items[0]
    if len(shape) == 1:
        return items
    step = len(items) // shape[0] if shape[0] else 0
    return [_nested(items[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def _made(raw, dtype, shape):
    # A fresh array of raw items in rows.
    return ndarray(dtype, raw, np.arange(len(raw)).reshape(shape))


def _of_bools(values, shape):
    return np.array(values, dtype=bool).reshape(shape)


def _values(x):
    # The items of an array of any kind as Python objects, in rows.
    if _is_items_array(x):
        return [x._dtype._give(raw) for raw in x._raw()]
    return x.reshape(-1).tolist()


def _with_parts(a, name):
    return _made([getattr(raw, name) for raw in a._raw()], _OBJECT, a.shape)
