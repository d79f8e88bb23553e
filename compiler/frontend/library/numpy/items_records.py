# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Arrays of records: an array for each field, a view like any other."""


def _lead(key, ndim):
    # A key of the records' own axes, to be used on fields that have more behind them.
    parts = list(key) if isinstance(key, tuple) else [key]
    at = [k for k, part in enumerate(parts) if part is Ellipsis]
    if not at:
        return key
    used = 0
    for part in parts:
        if part is None or part is Ellipsis:
            continue
        is_mask = isinstance(part, np.ndarray) and part.dtype.kind == "b"
        used += part.ndim if is_mask else 1
    parts[at[0] : at[0] + 1] = [slice(None)] * (ndim - used)
    return tuple(parts)


class _RecordArray(ndarray):
    """An array of records; `_columns` has the array of each field."""

    def __init__(self, dtype, columns, places, base=None):
        self._dtype, self._columns, self._places, self._base = dtype, columns, places, base
        self._store = columns
        self._is_read_only = base is not None and base._is_read_only

    def _kind(self):
        return _RecordArray

    def _same(self, columns, places, base=None, dtype=None):
        return self._kind()(self._dtype if dtype is None else dtype, columns, places, base)

    def _inner(self):
        # Of each field, the axes behind the records' own.
        return [kind.shape if kind.subdtype is not None else () for kind in self._dtype._formats]

    def _owner(self):
        return self if self._base is None else self._base

    def _by_fields(self, function):
        return [function(column, inner) for column, inner in zip(self._columns, self._inner())]

    def _set_read_only(self, is_read_only):
        self._is_read_only = is_read_only

    def _rows(self):
        # The items as tuples, in rows.
        n = self.size
        lines = []
        for column, inner, kind in zip(self._columns, self._inner(), self._dtype._formats):
            line = column.reshape((n,) + inner) if column.size or not inner else []
            if not n:
                lines.append([])
            elif kind.names is not None:
                lines.append(line._rows())
            elif inner:
                lines.append([np.array(part) if not _is_items(part) else part.copy() for part in line])
            else:
                lines.append(line.tolist() if n else [])
        return [tuple(row) for row in zip(*lines)] if lines else [()] * n

    _raw = _rows

    def _view(self, places):
        return self._same(self._columns, places, self._owner())

    def view(self, dtype=None, type=None):
        """The same memory under another dtype."""
        if (
            dtype is not None
            and not isinstance(dtype, np.dtype)
            and isinstance(dtype, builtin_type)
            and issubclass(dtype, ndarray)
        ):
            dtype, type = None, dtype
        kind = _RecordArray if dtype is np.ndarray or type is np.ndarray else self._kind() if type is None else type
        dtype = None if dtype is np.ndarray else dtype
        target = self._dtype if dtype is None else _read_dtype(dtype)
        if kind is recarray and target._type is None:
            target = _copied_type(target)
            target._type = record
        if target.names is None or not self._has_layout(target):
            return _viewed(self, target)
        columns = [
            column if a == b or b.names is None else column.view(b)
            for column, a, b in zip(self._columns, self._dtype._formats, target._formats)
        ]
        return kind(target, columns, self._places, self._owner())

    def _has_layout(self, target):
        own = self._dtype
        return own.itemsize == target.itemsize and own._offsets == target._offsets and own._formats == target._formats

    def _gather(self, places):
        raise NotImplementedError("places of records")

    def _pick(self, at):
        # A copy of the items at places in the flattened array.
        n = self.size
        columns = self._by_fields(lambda column, inner: column.reshape((n,) + inner)[at])
        return self._same(columns, np.arange(at.size).reshape(at.shape))

    def _at_places(self, places):
        raise NotImplementedError("this function of shapes of an array of records")

    def _moved_by(self, name, args, kwargs):
        if _builtins.any(self._inner()) and name not in ("expand_dims",):
            if name == "atleast_1d" or name == "ravel":
                return self.reshape(-1) if self.ndim == 0 or name == "ravel" else self
            if name == "transpose":
                return self.transpose(*args)
            if name in ("swapaxes",):
                return self.swapaxes(*args)
            if name == "reshape":
                return self.reshape(*args, **kwargs)
            places = getattr(np, name)(np.arange(self.size).reshape(self.shape), *args, **kwargs)
            return _mapped_results(places, self._pick)
        results = [getattr(np, name)(column, *args, **kwargs) for column in self._columns]
        places = getattr(np, name)(self._places, *args, **kwargs)
        return self._zipped(results, places)

    def _zipped(self, results, places):
        if isinstance(places, (list, tuple)):
            return type(places)([self._zipped([r[k] for r in results], each) for k, each in enumerate(places)])
        return self._same(results, places, self._owner())

    # Shapes.
    @property
    def shape(self):
        return self._places.shape

    @shape.setter
    def shape(self, shape):
        found = self.reshape(shape)
        self._columns, self._places = found._columns, found._places

    @property
    def strides(self):
        return tuple([step * self.itemsize for step in self._places._memory()[2]])

    def reshape(self, *shape, order="C"):
        """Another shape, sharing memory where that can be."""
        shape = shape[0] if len(shape) == 1 else shape
        places = self._places.reshape(shape, order=order)
        if order not in ("C", None):
            return self._pick(np.arange(self.size).reshape(self.shape).reshape(shape, order=order))
        columns = self._by_fields(lambda column, inner: column.reshape(places.shape + inner))
        return self._same(columns, places, self._owner())

    def ravel(self, order="C"):
        """All items in a row."""
        return (
            self.reshape(-1)
            if order in ("C", "K")
            else self._pick(np.arange(self.size).reshape(self.shape).ravel(order))
        )

    def flatten(self, order="C"):
        """A copy in a row."""
        return self.ravel(order).copy()

    def transpose(self, *axes):
        """Axes in another order."""
        axes = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        if not axes or axes == (None,):
            axes = tuple(range(self.ndim))[::-1]
        axes = tuple([np.normalize_axis_index(k, self.ndim) for k in axes])
        n = self.ndim
        columns = self._by_fields(lambda column, inner: column.transpose(axes + tuple(range(n, n + len(inner)))))
        return self._same(columns, self._places.transpose(axes), self._owner())

    @property
    def T(self):
        return self.transpose()

    def swapaxes(self, axis1, axis2):
        """Two axes exchanged."""
        axes = list(range(self.ndim))
        i, j = [np.normalize_axis_index(k, self.ndim) for k in (axis1, axis2)]
        axes[i], axes[j] = axes[j], axes[i]
        return self.transpose(axes)

    def squeeze(self, axis=None):
        """Without axes of size 1."""
        return self.reshape(self._places.squeeze(axis).shape)

    def _moved(self, function):
        raise NotImplementedError("this function of shapes of an array of records")

    def resize(self, *new_shape, refcheck=True):
        """Another shape in place, zeros where items lack."""
        if not new_shape or new_shape == (None,):
            return
        shape = _extents(new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], (tuple, list)) else new_shape)
        made, n = zeros(shape, self._dtype), _math.prod(shape)
        line = made.reshape(-1)
        k = _builtins.min(n, self.size)
        line[:k] = self.reshape(-1)[:k]
        self._columns, self._places = made._columns, made._places

    def copy(self, order="C"):
        """A copy."""
        columns = [column.copy() for column in self._columns]
        return self._same(columns, np.arange(self.size).reshape(self.shape))

    def _laid(self, order, like=None):
        if order in ("K", "A", None):
            order = "F" if like is not None and like.flags.fnc else "C"
        if order != "F" or self.ndim < 2:
            return self
        made = zeros(self.shape[::-1], self._dtype).T
        made[...] = self
        made._base = None
        return made

    # Items.
    def __getitem__(self, key):
        if isinstance(key, str):
            return self._field(key)
        if isinstance(key, list) and key and isinstance(key[0], str):
            return self._subset(key)
        if isinstance(key, (list, np.ndarray)) and _is_items(np.asarray(key)):
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        places = self._places[key]
        is_array = places.ndim or _has_ellipsis(key)
        if not is_array and not _is_basic(key):
            key = tuple([int(np.asarray(part)) for part in (key if isinstance(key, tuple) else (key,))])
        lead = _lead(key, self.ndim)
        if not is_array or _has_ellipsis(key):
            lead = (lead if isinstance(lead, tuple) else (lead,)) + (Ellipsis,)
        columns = [column[lead] for column in self._columns]
        places = np.asarray(places)
        if not is_array:
            return _record_of(_RecordArray(self._dtype, columns, places, self._owner()))
        return self._same(columns, places, self._owner() if _is_basic(key) else None)

    def _field(self, key):
        k = self._dtype._index(key)
        if k is None:
            raise ValueError(f"no field of name {key}")
        return self._columns[k]

    def _subset(self, names):
        dtype = self._dtype._subset(names)
        columns = [self._columns[self._dtype._index(name)] for name in names]
        return self._same(columns, self._places, self._owner(), dtype)

    def __setitem__(self, key, value):
        if self._is_read_only:
            raise ValueError("assignment destination is read-only")
        if isinstance(key, str):
            self._field(key)[...] = value
            return
        if isinstance(key, list) and key and isinstance(key[0], str):
            self._subset(key)[...] = value
            return
        places = self._places[key]
        is_one = places.ndim == 0 and not _has_ellipsis(key) and not isinstance(value, np.ndarray)
        given = _one_record(value, self._dtype) if is_one else _as_values(value, self._dtype)
        shape = given.shape
        while len(shape) > places.ndim and shape[0] == 1:
            shape = shape[1:]
        try:
            joined = np.broadcast_shapes(shape, places.shape)
        except ValueError:
            joined = None
        if joined != places.shape:
            raise ValueError(
                f"could not broadcast input array from shape {_shape_text(shape)} into shape"
                f" {_shape_text(places.shape)}"
            )
        lead = _lead(key, self.ndim)
        lead = (lead if isinstance(lead, tuple) else (lead,)) + (Ellipsis,)
        fill = (1,) * (places.ndim - len(shape))
        given = given if given._columns is not self._columns else given.copy()
        new = [np.array(part.reshape(fill + shape + inner)) for part, inner in zip(given._columns, self._inner())]
        for column, part in zip(self._columns, new):
            column[lead] = part

    def fill(self, value):
        """Sets all items."""
        self[...] = value

    def item(self, *args):
        """The only item, or the one at an index, as a tuple."""
        if not args and self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        line = self.reshape(-1)
        if not args:
            return line.tolist()[0]
        key = args[0] if len(args) == 1 else args
        return self[key].item() if isinstance(key, tuple) else line[key].item()

    def itemset(self, *args):
        """Replaces one item."""
        key = (args[0] if len(args) == 2 else args[:-1]) if len(args) > 1 else 0
        (self if isinstance(key, tuple) else self.reshape(-1))[key] = args[-1]

    def tolist(self):
        """The items as tuples in nested lists."""
        return _nested([_plain_row(row) for row in self._rows()], self.shape)

    def _item(self, k):
        return self.reshape(-1)[k]

    def _truths(self):
        found = np.zeros(self.shape, bool)
        for column, inner in zip(self._columns, self._inner()):
            truths = _truths(column)
            found = found | (truths.any(axis=tuple(range(self.ndim, self.ndim + len(inner)))) if inner else truths)
        return found

    def __bool__(self):
        return ndarray.__bool__(self) if self.size != 1 else bool(self._truths().reshape(-1)[0])

    def _nothing(self):
        return np.zeros(self.shape, bool)

    def tobytes(self, order="C"):
        """The bytes of all items."""
        n, size = self.size, self.itemsize
        parts = []
        for column, inner, kind in zip(self._columns, self._inner(), self._dtype._formats):
            data = column.tobytes() if n else b""
            parts.append([data[k * kind.itemsize : (k + 1) * kind.itemsize] for k in range(n)])
        rows = []
        for k in range(n):
            row = bytearray(size)
            for offset, part in zip(self._dtype._offsets, parts):
                row[offset : offset + len(part[k])] = part[k]
            rows.append(bytes(row))
        return b"".join(rows)

    def __deepcopy__(self, memo):
        import copy

        columns = [copy.deepcopy(column, memo) for column in self._columns]
        return self._same(columns, np.arange(self.size).reshape(self.shape))

    def sort(self, axis=-1, kind=None, order=None):
        """Sorts in place."""
        self[...] = sort(self, axis, kind, order).copy()


builtin_type = _builtins.type


class recarray(_RecordArray):
    """An array of records whose fields are attributes too."""

    def __init__(self, shape, dtype=None, *rest, **options):
        if isinstance(shape, _RecordDType):
            _RecordArray.__init__(self, shape, dtype, *rest)
            return
        made = zeros(shape, _rec_type(dtype, **options))
        _RecordArray.__init__(self, made._dtype, made._columns, made._places)

    @property
    def __class__(self):
        return recarray

    def _kind(self):
        return recarray

    def __getattr__(self, name):
        dtype = self.__dict__.get("_dtype")
        if dtype is not None and dtype._index(name) is not None:
            found = self._field(name)
            return found if not isinstance(found, _RecordArray) else found.view(recarray)
        return _RecordArray.__getattr__(self, name)

    def __setattr__(self, name, value):
        dtype = self.__dict__.get("_dtype")
        if (
            dtype is not None
            and not name.startswith("_")
            and dtype._index(name) is not None
            and name not in ("shape", "dtype")
        ):
            self._field(name)[...] = value
        else:
            object.__setattr__(self, name, value)

    def field(self, attr, val=None):
        """A field by its name or number."""
        name = self._dtype.names[attr] if isinstance(attr, int) else attr
        if val is None:
            return self._field(name)
        self._field(name)[...] = val

    def __repr__(self):
        text = _text(self, ", ", "rec.array(", ")")
        return f"rec.array({text},\n          dtype={_record_text(self._dtype)})"


def _rec_type(dtype=None, formats=None, names=None, titles=None, aligned=False, **options):
    kind = _copied_type(_read_dtype(dtype)) if dtype is not None else _formatted(formats, names, titles, aligned)
    kind._type = record
    return kind


def _formatted(formats, names, titles=None, aligned=False):
    if isinstance(formats, (list, tuple)):
        formats = [_read_dtype(each) for each in formats]
    else:
        read = _read_dtype(formats)
        formats = list(read._formats) if read.names is not None else [read]
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    names = list(names or [])
    names += [f"f{k}" for k in range(len(names), len(formats))]
    titles = list(titles or []) + [None] * (len(formats) - len(titles or []))
    _check_names(names, titles)
    return _record_type(names, formats, titles, aligned)
