# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""What `numpy.rec` makes: arrays of records whose fields are attributes."""


def _as_recarray(a, kind=None):
    if kind is not None:
        a = a.astype(kind)
    return a.view(recarray)


def _rec_fromarrays(
    arrayList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None
):
    arrays = [asarray(a) for a in arrayList]
    shape = arrays[0].shape if shape is None else _extents(shape)
    if dtype is None and formats is None:
        formats = [a.dtype for a in arrays]
    kind = _rec_type(dtype, formats=formats, names=names, titles=titles, aligned=aligned)
    if len(kind._formats) != len(arrays):
        raise ValueError("mismatch between the number of fields and the number of arrays")
    columns = []
    for k, (a, each) in enumerate(zip(arrays, kind._formats)):
        base, inner = each.subdtype or (each, ())
        if a.shape != shape + inner:
            raise ValueError(f'mismatch in shape of array {k} ("{kind.names[k]}")')
        columns.append(_converted(a, base) if a.dtype != base else a.copy())
    return recarray(kind, columns, np.arange(_math.prod(shape)).reshape(shape))


def _rec_fromrecords(
    recList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None
):
    if dtype is None and formats is None:
        rows = asarray(recList, _OBJECT)
        if rows.ndim < 2:
            rows = _made([x for row in recList for x in row], _OBJECT, (len(recList), len(recList[0])))
        arrays = [array(rows[..., k].tolist()) for k in range(rows.shape[-1])]
        return _rec_fromarrays(arrays, names=names, titles=titles, aligned=aligned)
    kind = _rec_type(dtype, formats=formats, names=names, titles=titles, aligned=aligned)
    made = array([tuple(row) if isinstance(row, list) else row for row in recList], kind)
    return made.view(recarray)


def _rec_array(
    obj,
    dtype=None,
    shape=None,
    offset=0,
    strides=None,
    formats=None,
    names=None,
    titles=None,
    aligned=False,
    byteorder=None,
    copy=True,
):
    if dtype is None and formats is None and names is None and not isinstance(obj, (list, tuple, np.ndarray)):
        raise ValueError("Must define formats (or dtype) if object is None, string, or an open file")
    kind = None
    if dtype is not None or formats is not None:
        kind = _rec_type(dtype, formats=formats, names=names, titles=titles, aligned=aligned)
    if obj is None:
        return recarray(shape, kind)
    if isinstance(obj, (bytes, bytearray)):
        return frombuffer(obj, kind, -1 if shape is None else _math.prod(_extents(shape)), offset).view(recarray)
    if isinstance(obj, np.ndarray):
        return _as_recarray(obj.copy() if copy else obj, kind)
    if isinstance(obj, (list, tuple)):
        if isinstance(obj[0], (tuple, list)):
            return _rec_fromrecords(obj, kind, names=names, titles=titles, aligned=aligned)
        if isinstance(obj[0], np.ndarray):
            return _rec_fromarrays(obj, kind, names=names, titles=titles, aligned=aligned)
        return _rec_fromrecords(obj, kind, names=names, titles=titles, aligned=aligned)
    raise ValueError("Unknown input type")


def _rec_find_duplicate(list):
    return [x for k, x in enumerate(list) if x in list[:k] and x not in list[: list.index(x)]]


class _rec_format_parser:
    """A dtype of records out of formats and names."""

    def __init__(self, formats, names, titles, aligned=False, byteorder=None):
        self.dtype = _formatted(formats, names, titles, aligned)
