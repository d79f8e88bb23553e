# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Dtypes of records and of arrays within them: what lists of fields, pairs and dictionaries say, casts."""


def _field_text(kind):
    # How a field's dtype is written in the text of the whole.
    if kind.names is not None:
        return _record_text(kind)
    if kind.subdtype is not None:
        base, inner = kind.subdtype
        return f"({_field_text(base)}, {inner})"
    return repr(kind.str.lstrip("|"))


def _record_text(kind, is_short=True):
    # As a list of fields where that says all; with `align=True` beside it (`is_short`) for an aligned dtype.
    if kind._is_packed() and not kind.isalignedstruct or (is_short and kind.isalignedstruct and kind._is_aligned()):
        parts = []
        for name, each, title in kind._fields():
            label = f"({title!r}, {name!r})" if title is not None else repr(name)
            if each.subdtype is not None:
                base, inner = each.subdtype
                parts.append(f"({label}, {_field_text(base)}, {inner})")
            else:
                parts.append(f"({label}, {_field_text(each)})")
        return "[" + ", ".join(parts) + "]"
    formats = ", ".join([_field_text(each) for each in kind._formats])
    text = f"{{'names': {list(kind.names)}, 'formats': [{formats}], 'offsets': {list(kind._offsets)}"
    if _builtins.any(title is not None for title in kind._titles):
        text += f", 'titles': {list(kind._titles)}"
    text += f", 'itemsize': {kind.itemsize}"
    return text + (", 'aligned': True}" if kind.isalignedstruct else "}")


class _Fields(dict):
    # `dtype.fields`, which may be read only.
    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")


class _RecordDType(_DType):
    """A dtype of records: names, the dtypes of the fields, and where they lie."""

    def __init__(self, names, formats, offsets, titles, itemsize, is_aligned=False, of=None):
        _DType.__init__(self, "V", itemsize)
        self._names, self._formats, self._offsets = tuple(names), list(formats), list(offsets)
        self._titles, self.isalignedstruct, self._type = list(titles), is_aligned, of

    @property
    def names(self):
        return self._names

    @names.setter
    def names(self, names):
        if isinstance(names, str) or not hasattr(names, "__len__"):
            raise ValueError(f"must replace all names at once with a sequence of length {len(self._names)}")
        names = tuple(names)
        if len(names) != len(self._names):
            raise ValueError(f"must replace all names at once with a sequence of length {len(self._names)}")
        for k, name in enumerate(names):
            if not isinstance(name, str):
                raise ValueError(f"item #{k} of names is of type {_type_name(name)} and not string")
        if len(set(names)) != len(names):
            raise ValueError("Duplicate field names given.")
        self._names = names

    @property
    def fields(self):
        found = {}
        for name, kind, offset, title in zip(self._names, self._formats, self._offsets, self._titles):
            entry = (kind, offset) if title is None else (kind, offset, title)
            found[name] = entry
            if title is not None:
                found[title] = entry
        return _Fields(found)

    @property
    def type(self):
        return void if self._type is None else self._type

    @property
    def hasobject(self):
        return _builtins.any(kind.hasobject for kind in self._formats)

    @property
    def flags(self):
        return 27 if self.hasobject else 16

    @property
    def alignment(self):
        return _builtins.max([1] + [kind.alignment for kind in self._formats]) if self.isalignedstruct else 1

    @property
    def descr(self):
        parts, end = [], 0
        for name, kind, title, offset in zip(self._names, self._formats, self._titles, self._offsets):
            if offset < end:
                raise ValueError("dtype.descr is not defined for types with overlapping or out-of-order fields")
            if offset > end:
                parts.append(("", f"|V{offset - end}"))
            label = name if title is None else (title, name)
            base, inner = kind.subdtype or (kind, None)
            code = base.descr if base.names is not None else base.str
            parts.append((label, code) if inner is None else (label, code, inner))
            end = offset + kind.itemsize
        if self.itemsize > end:
            parts.append(("", f"|V{self.itemsize - end}"))
        return parts

    def _fields(self):
        return list(zip(self._names, self._formats, self._titles))

    def _is_packed(self):
        end = 0
        for kind, offset in zip(self._formats, self._offsets):
            if offset != end:
                return False
            end += kind.itemsize
        return end == self.itemsize

    def _is_aligned(self):
        offsets, size = _laid_out(self._formats, True)
        return offsets == self._offsets and size == self.itemsize

    def _key(self):
        formats = [kind._key() if _is_items(kind) else kind for kind in self._formats]
        return ("V", self._names, tuple(formats), tuple(self._offsets), tuple(self._titles), self.itemsize)

    def __hash__(self):
        return hash(self._key())

    def _index(self, key):
        if key in self._names:
            return self._names.index(key)
        if key is not None and key in self._titles:
            return self._titles.index(key)
        return None

    def __getitem__(self, key):
        if isinstance(key, str):
            k = self._index(key)
            if k is None:
                raise KeyError(f"Field named {key!r} not found.")
            return self._formats[k]
        if isinstance(key, list):
            if not _builtins.all(isinstance(name, str) for name in key):
                raise TypeError("Field key must be an integer field offset, single field name, or list of field names.")
            return self._subset(key)
        if isinstance(key, bool) or not hasattr(key, "__index__"):
            raise TypeError("Field key must be an integer field offset, single field name, or list of field names.")
        k = key.__index__()
        if not -len(self._names) <= k < len(self._names):
            raise IndexError(f"Field index {k} out of range.")
        return self._formats[k]

    def _subset(self, names):
        found = []
        for name in names:
            k = self._index(name)
            if k is None:
                raise KeyError(name)
            if self._names[k] in [self._names[j] for j in found]:
                raise ValueError(f"duplicate field of name {name!r}")
            found.append(k)
        pick = lambda line: [line[k] for k in found]
        return _RecordDType(
            pick(self._names), pick(self._formats), pick(self._offsets), pick(self._titles), self.itemsize, False
        )

    def newbyteorder(self, new_order="S"):
        raise NotImplementedError("byte orders of records")

    def __repr__(self):
        text = _record_text(self)
        kind = f"({_scalar_name(self._type)}, {text})" if self._type is not None else text
        aligned = ", align=True" if self.isalignedstruct and text[:1] == "[" else ""
        return f"dtype({kind}{aligned})"

    def __str__(self):
        text = _record_text(self, False)
        return f"({_scalar_name(self._type)}, {text})" if self._type is not None else text

    @property
    def str(self):
        return f"|V{self.itemsize}"

    # Items.
    def _give(self, raw):
        raise NotImplementedError("a record as one object")


def _scalar_name(kind):
    return f"numpy.{kind.__name__}"


class _ArrayDType(_DType):
    """A dtype of arrays of one shape: `("i4", (2, 3))`."""

    def __init__(self, base, shape):
        _DType.__init__(self, "V", base.itemsize * _math.prod(shape))
        self._base, self._shape = base, shape

    @property
    def subdtype(self):
        return self._base, self._shape

    @property
    def base(self):
        return self._base

    @property
    def shape(self):
        return self._shape

    @property
    def ndim(self):
        return len(self._shape)

    @property
    def alignment(self):
        return self._base.alignment

    @property
    def hasobject(self):
        return self._base.hasobject

    def _key(self):
        return ("V", self._base._key() if _is_items(self._base) else self._base, self._shape)

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"dtype({self})"

    def __str__(self):
        return f"({_field_text(self._base)}, {self._shape})"


def _laid_out(formats, is_aligned):
    # Offsets one after the other, and the size of the whole.
    offsets, end, widest = [], 0, 1
    for kind in formats:
        if is_aligned:
            step = kind.alignment
            widest = _builtins.max(widest, step)
            end = -(-end // step) * step
        offsets.append(end)
        end += kind.itemsize
    return offsets, -(-end // widest) * widest if is_aligned else end


def _record_type(names, formats, titles, is_aligned=False, of=None):
    offsets, size = _laid_out(formats, is_aligned)
    return _RecordDType(names, formats, offsets, titles, size, is_aligned, of)


def _check_names(names, titles):
    seen = set()
    for name in (*names, *[title for title in titles if title is not None]):
        if name in seen:
            raise ValueError(f"field {name!r} occurs more than once")
        seen.add(name)


def _of_fields(spec, align):
    names, formats, titles = [], [], []
    for k, part in enumerate(spec):
        if not isinstance(part, tuple) or len(part) not in (2, 3):
            raise TypeError("Field elements must be 2- or 3-tuples, got '" + repr(part) + "'")
        label, title = part[0], None
        if isinstance(label, tuple):
            if len(label) != 2:
                raise TypeError("field names must be strings")
            title, label = label
        if isinstance(label, bytes) or not isinstance(label, str):
            raise TypeError("Field name must be a str" if isinstance(label, bytes) else "field names must be strings")
        kind = _read_dtype(part[1], align)
        if len(part) == 3:
            kind = _of_pair((kind, part[2]), align)
        names.append(label if label else f"f{k}" if title is None else title)
        formats.append(kind)
        titles.append(title)
    _check_names(names, titles)
    return _record_type(names, formats, titles, align)


def _of_pair(spec, align):
    if len(spec) != 2:
        raise TypeError(f"Tuple must have size 2, but has size {len(spec)}")
    first, second = spec
    kind = _read_dtype(first, align)
    if isinstance(second, dict):
        return _with_metadata(kind, second)
    if (
        isinstance(second, (list, str))
        and not isinstance(second, tuple)
        and (isinstance(second, str) or (second and isinstance(second[0], tuple)))
    ):
        fields = _read_dtype(second, align)
        if isinstance(first, type) and first in (void, record):
            fields._type = None if first is void else first
            return fields
        if fields.itemsize != kind.itemsize:
            raise ValueError("mismatch in size of old and new data-descriptor")
        raise NotImplementedError("a dtype of numbers with fields")
    if isinstance(first, type) and issubclass(first, void) and isinstance(second, np.dtype):
        made = _copied_type(second)
        made._type = None if first is void else first
        return made
    if kind.kind in "SUV" and _is_items(kind) and not kind.itemsize and kind.names is None and isinstance(second, int):
        return _DType(kind.kind, 4 * second if kind.kind == "U" else second)
    shape = tuple(second) if isinstance(second, (tuple, list)) else (second,)
    if not _builtins.all(hasattr(n, "__index__") for n in shape):
        raise TypeError(f"Cannot interpret {spec!r} as a data type")
    shape = tuple([n.__index__() for n in shape])
    if _builtins.any(n < 0 for n in shape):
        raise ValueError("invalid shape in fixed-type tuple: dimension smaller than zero.")
    if _builtins.any(n >= 1 << 31 for n in shape) or _math.prod(shape) * kind.itemsize >= 1 << 31:
        raise ValueError("invalid shape in fixed-type tuple: dtype size in bytes must fit into a C int.")
    if not shape or (shape == (1,) and isinstance(second, int)):
        return kind
    if kind.subdtype is not None:
        kind, shape = kind.subdtype[0], shape + kind.subdtype[1]
    return _ArrayDType(kind, shape)


def _copied_type(kind):
    return _RecordDType(
        kind.names, kind._formats, kind._offsets, kind._titles, kind.itemsize, kind.isalignedstruct, kind._type
    )


def _of_dict(spec, align):
    if "names" not in spec and "formats" not in spec:
        return _of_named_fields(spec, align)
    if "names" not in spec or "formats" not in spec:
        raise ValueError("entry not a 2- or 3- tuple")
    names, formats = list(spec["names"]), [_read_dtype(kind, align) for kind in spec["formats"]]
    if len(names) != len(formats):
        raise ValueError("'names', 'formats', 'offsets', and 'titles' dict entries must have the same length")
    titles = list(spec.get("titles") or [None] * len(names))
    if not _builtins.all(isinstance(name, str) for name in names):
        raise ValueError("field names must be strings")
    _check_names(names, titles)
    align = bool(spec.get("aligned", align))
    offsets, size = _laid_out(formats, align)
    if "offsets" in spec:
        offsets = [int(offset) for offset in spec["offsets"]]
        size = _builtins.max([0] + [offset + kind.itemsize for offset, kind in zip(offsets, formats)])
        if align:
            widest = _builtins.max([1] + [kind.alignment for kind in formats])
            for offset, kind in zip(offsets, formats):
                if offset % kind.alignment:
                    raise ValueError(
                        f"offset {offset} for NumPy dtype with fields is not divisible by the field alignment"
                        f" {kind.alignment} with align=True"
                    )
            size = -(-size // widest) * widest
    if "itemsize" in spec:
        if spec["itemsize"] < size:
            raise ValueError(
                f"NumPy dtype descriptor requires {size} bytes, cannot override to smaller itemsize of"
                f" {spec['itemsize']}"
            )
        size = spec["itemsize"]
    return _RecordDType(names, formats, offsets, titles, size, align)


def _of_named_fields(spec, align):
    # `{"x": ("f8", 0), "y": ("i4", 8)}`
    entries = sorted([(entry[1], name, entry) for name, entry in spec.items()], key=lambda each: each[0])
    titles = [entry[2] if len(entry) > 2 else None for _, _, entry in entries]
    formats = [_read_dtype(entry[0], align) for _, _, entry in entries]
    offsets = [offset for offset, _, _ in entries]
    size = _builtins.max([0] + [offset + kind.itemsize for offset, kind in zip(offsets, formats)])
    return _RecordDType([name for _, name, _ in entries], formats, offsets, titles, size, align)


def _of_commas(text, align=False):
    # `"i4, (2,3)f8, S5"`
    parts, depth, start = [], 0, 0
    for k, c in enumerate(text + ","):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(text[start:k].strip())
            start = k + 1
    if parts and parts[-1] == "" and len(parts) > 1:
        parts.pop()
        is_one = False
    else:
        is_one = len(parts) == 1
    formats = []
    for part in parts:
        found = _re.fullmatch(r"([<>=|]?)\s*(\([\d,\s]*\)|\d+)?\s*([<>=|]?)\s*([A-Za-z?].*)", part)
        if found is None:
            raise TypeError(f"data type {text!r} not understood")
        kind = _of_name(found.group(1) + found.group(3) + found.group(4))
        count = found.group(2)
        if count:
            numbers = [int(n) for n in count.strip("()").split(",") if n.strip()]
            kind = _of_pair((kind, numbers[0] if not count.startswith("(") else tuple(numbers)), False)
        formats.append(kind)
    if is_one:
        return formats[0]
    return _record_type([f"f{k}" for k in range(len(formats))], formats, [None] * len(formats), align)


# Several together.
def _promote_records(a, b):
    if a.names is not None and b.names is not None:
        if len(a.names) != len(b.names) or a.names != b.names:
            raise TypeError(f"field names `{a.names}` and `{b.names}` mismatch.")
        if a._titles != b._titles:
            raise TypeError("field titles of field 'a' mismatch")
        formats = [_promote(x, y) for x, y in zip(a._formats, b._formats)]
        return _record_type(a.names, formats, a._titles, a.isalignedstruct or b.isalignedstruct, a._type)
    if a.subdtype is not None or b.subdtype is not None:
        if a.subdtype is None or b.subdtype is None or a.shape != b.shape:
            raise TypeError("invalid type promotion with subarray datatypes (shape mismatch).")
        return _ArrayDType(_promote(a.base, b.base), a.shape)
    if a.names is not None or b.names is not None:
        other = b if a.names is not None else a
        if other.kind == "O":
            return _OBJECT
        raise TypeError("invalid type promotion with structured datatype(s).")
    if "O" in (a.kind, b.kind):
        return _OBJECT
    if a.kind == b.kind == "V":
        if a.itemsize == b.itemsize or not a.itemsize or not b.itemsize:
            return a if a.itemsize else b
        raise TypeError(
            "Invalid type promotion with void datatypes of different lengths. Use the `np.bytes_` datatype instead to"
            " pad the shorter value with trailing zero bytes."
        )
    raise TypeError(f"The DType {a!r} and {b!r} do not have a common DType.")


def _can_cast_records(source, target, casting):
    if source.names is not None and target.names is not None:
        if len(source.names) != len(target.names):
            return False
        if casting in ("no", "equiv") and source.names != target.names:
            return False
        if casting == "no" and (source._offsets != target._offsets or source.itemsize != target.itemsize):
            return False
        return _builtins.all(_can_cast(x, y, casting) for x, y in zip(source._formats, target._formats))
    if source.subdtype is not None or target.subdtype is not None:
        if source.subdtype is not None and target.subdtype is not None:
            return source.shape == target.shape and _can_cast(source.base, target.base, casting)
        return target.subdtype is not None and casting != "no" and _can_cast(source, target.base, casting)
    if source.names is not None:
        if target.kind == "O":
            return casting not in ("no", "equiv")
        if target.kind == "V":
            return casting not in ("no", "equiv") and (not target.itemsize or target.itemsize == source.itemsize)
        return len(source.names) == 1 and casting == "same_kind" and _can_cast(source._formats[0], target, casting)
    if target.names is not None:
        return False
    if target.kind == "V":
        if source.kind == "V":
            return (
                source.itemsize == target.itemsize
                or casting in ("safe", "same_kind")
                and source.itemsize < target.itemsize
            )
        return (
            casting not in ("no", "equiv")
            and source.kind != "O"
            and (not target.itemsize or source.itemsize <= target.itemsize)
        )
    return target.kind == "O" and casting not in ("no", "equiv")
