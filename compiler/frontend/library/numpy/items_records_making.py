# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Making arrays of records of values, of other arrays and of bytes; comparing, sorting and writing their records."""


def _plain_row(row):
    # A record as Python has it.
    values = []
    for x in row:
        values.append(_plain_row(x) if isinstance(x, tuple) else x)
    return tuple(values)


def _column(values, kind, shape):
    # The array of a field out of a value for each record.
    if kind.names is not None:
        return _records_of(values, kind, shape)
    if kind.subdtype is not None:
        return _of_subarrays(values, kind, shape)
    if _is_items(kind):
        return _made([kind._take(x) for x in values], kind, shape)
    return _numbers_from(values, kind, shape)


def _of_subarrays(values, kind, shape):
    base, inner = kind.subdtype
    n, leaves = len(values), []
    for x in values:
        made = x if isinstance(x, np.ndarray) and x.dtype == base else array(x, base)
        if made.shape != inner:
            made = broadcast_to(made, inner) if _is_items(made) else np.broadcast_to(made, inner)
        leaves.append(made)
    if not n:
        return zeros(tuple(shape) + inner, base) if _is_items(base) else np.zeros(tuple(shape) + inner, base)
    return np.stack(leaves).reshape(tuple(shape) + inner)


def _records_of(items, dtype, shape):
    rows = []
    for x in items:
        if _is_items_array(x) and x.ndim == 0:
            x = x[()]
        if isinstance(x, void) and x.dtype.names is not None:
            x = x._fields()
        if isinstance(x, list):
            raise ValueError("setting an array element with a sequence.")
        if isinstance(x, tuple):
            if len(x) != len(dtype._formats):
                raise ValueError(
                    f"could not assign tuple of length {len(x)} to structure with {len(dtype._formats)} fields."
                )
            rows.append(x)
        else:
            rows.append((x,) * len(dtype._formats))
    columns = []
    for k, kind in enumerate(dtype._formats):
        columns.append(_column([row[k] for row in rows], kind, shape))
    return _of_columns(dtype, columns, shape)


def _of_columns(dtype, columns, shape):
    return _RecordArray(dtype, columns, np.arange(_math.prod(shape)).reshape(shape))


def _records_filled(shape, dtype, value):
    columns = []
    for kind in dtype._formats:
        base, inner = kind.subdtype or (kind, ())
        if _is_items(base):
            filled = None if value is None else value if base.names is not None else base._take(value)
            columns.append(_filled(shape + inner, base, filled))
        else:
            columns.append(np.zeros(shape + inner, base) if value is None else np.full(shape + inner, value, base))
    return _of_columns(dtype, columns, shape)


def _one_record(value, dtype):
    if isinstance(value, void) and value.dtype.names is not None and value.dtype == dtype:
        return value._array
    return _records_of([value], dtype, ())


def _chained_records(arrays, dtype):
    columns = []
    for k, kind in enumerate(dtype._formats):
        base, inner = kind.subdtype or (kind, ())
        lines = [zeros((1,) + inner, base) if _is_items(base) else np.zeros((1,) + inner, base)]
        for a in arrays:
            lines.append(a._columns[k].reshape((a.size,) + inner))
        columns.append(np.concatenate(lines))
    n = 1 + _builtins.sum([a.size for a in arrays])
    return _Chain(dtype, columns, np.arange(n))


class _Chain(_RecordArray):
    # Records in a row to be picked from by their places.
    def _gather(self, places):
        made = self._pick(places)
        return _RecordArray(made._dtype, made._columns, made._places)


def _converted_records(a, target):
    if _is_items(target) and target.kind == "O":
        return _made(list(a.tolist()) if a.ndim == 1 else [_plain_row(row) for row in a._rows()], target, a.shape)
    if target.names is None and target.kind == "V" and _is_items(target):
        return _viewed(a, target if target.itemsize else _DType("V", a.itemsize))
    if a.dtype.names is None:
        if a.dtype.kind == "V":
            return _viewed(a, target)
        return _records_of([x for x in _values(a)], target, a.shape)
    if target.names is None:
        if len(a._columns) == 1:
            return a._columns[0].astype(target)
        if target.kind in "SU":
            return array([_builtins.str(row) for row in a.reshape(-1)], target).reshape(a.shape)
        raise TypeError(f"Cannot cast array data from {a.dtype!r} to {target!r} according to the rule 'unsafe'")
    if len(a._columns) != len(target._formats):
        raise TypeError(f"Cannot cast array data from {a.dtype!r} to {target!r} according to the rule 'unsafe'")
    columns = []
    for column, own, kind in zip(a._columns, a.dtype._formats, target._formats):
        base, inner = kind.subdtype or (kind, ())
        own_inner = own.shape if own.subdtype is not None else ()
        if inner != own_inner:
            if own_inner:
                raise TypeError("casts between arrays of other shapes in records")
            column = column.reshape(column.shape + (1,) * len(inner))
            column = (broadcast_to if _is_items(column) else np.broadcast_to)(column, a.shape + inner)
        columns.append(_converted(column, base) if column.dtype != base else column.copy())
    return _of_columns(target, columns, a.shape)


def _records_of_data(data, dtype, shape):
    n, size = _math.prod(shape), dtype.itemsize
    columns = []
    for kind, offset in zip(dtype._formats, dtype._offsets):
        base, inner = kind.subdtype or (kind, ())
        part = b"".join([data[k * size + offset : k * size + offset + kind.itemsize] for k in range(n)])
        column = _of_data(part, base, tuple(shape) + inner)
        columns.append(np.array(column))
    return _of_columns(dtype, columns, shape)


def _compare_records(name, arrays):
    """`==` and `!=` of records, field by field."""
    a, b = arrays
    if a.dtype.names is None or b.dtype.names is None:
        return _compare_voids(name, a, b)
    if a.dtype.names != b.dtype.names or len(a._columns) != len(b._columns):
        return _mismatch(name)
    shape = _broadcast_shape(arrays)
    same = np.ones(shape, bool)
    for x, y, inner, other in zip(a._columns, b._columns, a._inner(), b._inner()):
        if inner != other:
            return _mismatch(name)
        x = x.reshape((1,) * (len(shape) - a.ndim) + x.shape)
        y = y.reshape((1,) * (len(shape) - b.ndim) + y.shape)
        found = x == y
        if isinstance(found, bool):
            found = np.full(shape + inner, found)
        if inner:
            found = np.asarray(found).all(axis=tuple(range(len(shape), len(shape) + len(inner))))
        same = same & found
    return same[()] if name == "equal" else ~same if same.ndim else np.logical_not(same)


def _mismatch(name):
    import warnings

    warnings.warn("elementwise comparison failed; this will raise an error in the future.", FutureWarning, stacklevel=5)
    return name == "not_equal"


def _compare_voids(name, a, b):
    if (
        a.dtype.kind == b.dtype.kind == "V"
        and a.dtype.names is None
        and b.dtype.names is None
        and a.itemsize == b.itemsize
    ):
        shape, lines = _lined_up([a, b])
        return _of_bools([(bytes(x) == bytes(y)) == (name == "equal") for x, y in zip(*lines)], shape)[()]
    if "O" in (a.dtype.kind, b.dtype.kind):
        shape, lines = _lined_up([a, b])
        return _of_bools([_comparisons[name](x, y) for x, y in zip(*lines)], shape)[()]
    return _mismatch(name)


def _key_of_records(a, order=None):
    names = list(a.dtype.names)
    chosen = [] if order is None else [order] if isinstance(order, str) else list(order)
    for name in chosen:
        if name not in names:
            raise ValueError(f"unknown field name: {name}")
    if len(set(chosen)) != len(chosen):
        raise ValueError("duplicate field name: " + chosen[0])
    at = [names.index(name) for name in chosen + [name for name in names if name not in chosen]]
    return lambda row: tuple([_sortable(row[k]) for k in at])


def _sortable(x):
    return x.tolist() if isinstance(x, np.ndarray) else x


def _texts_of_records(a):
    return _aligned_texts(a)


def _aligned_texts(a):
    # Each field's texts as the column alone would write them.
    columns, n = [], a.size
    for column, inner, kind in zip(a._columns, a._inner(), a.dtype._formats):
        line = column.reshape((n,) + inner)
        if kind.names is not None:
            columns.append(_aligned_texts(line))
        elif inner:
            texts = _flat_texts(line.reshape(-1))
            size = _math.prod(inner)
            columns.append(
                [_joined_lines(texts[k * size : (k + 1) * size], inner, ", ", "", 1 << 30, None) for k in range(n)]
            )
        else:
            columns.append(_flat_texts(line))
    if len(columns) == 1:
        return [f"({x},)" for x in columns[0]]
    return ["(" + ", ".join(row) + ")" for row in zip(*columns)] if columns else ["()"] * n


def _flat_texts(line):
    if not line.size:
        return []
    if _is_items(line):
        return _item_texts(line)
    text = np.array2string(line, separator=", ", threshold=1 << 40, max_line_width=1 << 30)
    return text[1:-1].split(", ")
