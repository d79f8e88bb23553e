# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Dtypes of items that are no numbers: objects, bytes, texts, times, records, and how their names are read."""

import builtins as _builtins
import math as _math
import re as _re

_JAX = False
_numbers_of_python = (bool, int, float, complex)


class _DType:
    """A dtype whose arrays are lists of Python objects: `O`, `S`, `U`, `V`, and in subclasses times and records."""

    _isItems = True
    ndim, shape, isnative, isbuiltin = 0, (), True, 1
    fields = names = subdtype = metadata = None
    isalignedstruct = False

    def __init__(self, kind, itemsize=0, metadata=None):
        self.kind, self.itemsize, self._is_character = kind, itemsize, False
        if metadata:
            self.metadata = metadata

    # `isinstance(x, np.dtype)`
    @property
    def __class__(self):
        return np.dtype

    @property
    def char(self):
        return "c" if self._is_character else self.kind

    @property
    def num(self):
        return {"O": 17, "S": 18, "U": 19, "V": 20, "M": 21, "m": 22}[self.kind]

    @property
    def byteorder(self):
        return "=" if self.kind in "UMm" else "|"

    @property
    def alignment(self):
        return {"O": 8, "U": 4, "M": 8, "m": 8}.get(self.kind, 1)

    @property
    def hasobject(self):
        return self.kind == "O"

    @property
    def flags(self):
        return 63 if self.kind == "O" else 0

    @property
    def base(self):
        return self

    @property
    def type(self):
        return {"O": object_, "S": bytes_, "U": str_, "V": void}[self.kind]

    @property
    def name(self):
        word = {"O": "object", "S": "bytes", "U": "str", "V": "void"}[self.kind]
        return word + (str(8 * self.itemsize) if self.itemsize and self.kind != "O" else "")

    @property
    def str(self):
        if self.kind == "O":
            return "|O"
        return ("<" if self.kind == "U" else "|") + self.kind + str(self._count())

    @property
    def descr(self):
        return [("", self.str)]

    def _count(self):
        return self.itemsize // 4 if self.kind == "U" else self.itemsize

    def newbyteorder(self, new_order="S"):
        if self.kind in "OSV":
            return self
        raise NotImplementedError("byte orders of texts and times")

    def __eq__(self, other):
        if other is None:
            return False
        try:
            other = dtype(other)
        except TypeError:
            return False
        return _is_items(other) and self._key() == other._key()

    def __ne__(self, other):
        return not self == other

    def _key(self):
        return self.kind, self.itemsize

    def __hash__(self):
        return hash(self._key())

    def __bool__(self):
        return self.names is None or len(self.names) > 0

    def __len__(self):
        return 0 if self.names is None else len(self.names)

    def __getitem__(self, key):
        raise KeyError(f"There are no fields in dtype {self}.")

    def __lt__(self, other):
        return self != other and can_cast(self, other)

    def __le__(self, other):
        return can_cast(self, other)

    def __gt__(self, other):
        return self != other and can_cast(other, self)

    def __ge__(self, other):
        return can_cast(other, self)

    def __repr__(self):
        if self.kind == "O":
            return "dtype('O')"
        code = ("<" if self.kind == "U" else "") + self.kind + (str(self._count()) if self.itemsize else "")
        return f"dtype('{code if self.itemsize or self.kind != 'V' else 'V'}')"

    def __str__(self):
        if self.kind == "O":
            return "object"
        return self.str

    def __call__(self, *args):
        raise TypeError("'numpy.dtype' object is not callable")

    @staticmethod
    def _named(name):
        # For other texts: what this one has under a name.
        return globals()[name]

    # What is kept in the list of an array, and what it is outside.
    def _zero(self):
        return {"O": 0, "S": b"", "U": "", "V": b"\0" * self.itemsize}[self.kind]

    def _empty(self):
        return None if self.kind == "O" else self._zero()

    def _take(self, value):
        if self.kind == "O":
            return value
        if _is_items_array(value) and value.ndim == 0:
            value = value.item()
        elif isinstance(value, np.ndarray) and value.ndim == 0:
            value = value.item()
        elif isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim):
            raise ValueError("setting an array element with a sequence")
        if self.kind == "U":
            text = value.decode("ascii") if isinstance(value, bytes) else _builtins.str(value)
            return _builtins.str(text)[: self.itemsize // 4].rstrip("\0")
        if isinstance(value, (bytearray, memoryview)):
            value = bytes(value)
        if self.kind == "V":
            if isinstance(value, bytes):
                return bytes(value)[: self.itemsize].ljust(self.itemsize, b"\0")
            raise TypeError(f"a bytes-like object is required, not '{_type_name(value)}'")
        data = value if isinstance(value, bytes) else _builtins.str(value).encode("ascii")
        return bytes(data)[: self.itemsize].rstrip(b"\0")

    def _give(self, raw):
        if self.kind == "O":
            return raw
        return self.type(raw)

    def _plain(self, raw):
        # As `tolist` and `item` give it.
        return raw

    def _sort_key(self):
        # What raw items are compared by; None: by themselves.
        return None

    def _is_nothing(self, raw):
        return self.kind == "O" and isinstance(raw, float) and raw != raw

    def _is_true(self, raw):
        if self.kind in "SU":
            return raw not in ("", b"")
        if self.kind == "V":
            return _builtins.any(raw)
        return bool(raw)

    def _bytes(self, raw):
        if self.kind == "U":
            return raw.encode("utf-32-le").ljust(self.itemsize, b"\0")
        if self.kind == "O":
            raise NotImplementedError("the bytes of an array of objects")
        return raw.ljust(self.itemsize, b"\0")

    def _of_bytes(self, data):
        if self.kind == "U":
            return data.decode("utf-32-le").rstrip("\0")
        if self.kind == "O":
            raise TypeError("Cannot change data-type for object array.")
        return bytes(data).rstrip(b"\0") if self.kind == "S" else bytes(data)


def _type_name(value):
    return type(value).__name__


def _is_items(x):
    return hasattr(x, "_isItems")


def _is_items_array(x):
    return isinstance(x, ndarray)


class _Scalar:
    # What items of an array of texts know in addition to Python's texts.
    _isItems = True
    ndim, shape, size, strides = 0, (), 1, ()

    @property
    def dtype(self):
        return _DType("S", len(self)) if isinstance(self, bytes) else _DType("U", 4 * len(self))

    @property
    def itemsize(self):
        return self.dtype.itemsize

    nbytes = itemsize

    @property
    def T(self):
        return self

    def item(self, *args):
        return bytes(self) if isinstance(self, bytes) else _builtins.str(self)

    tolist = item

    def __array__(self, dtype=None):
        return array(self.item(), self.dtype if dtype is None else dtype)

    def __getitem__(self, key):
        if key == ():
            return self
        if key is Ellipsis:
            return array(self.item(), self.dtype)
        return self.item()[key]

    def astype(self, dtype, **options):
        return array(self.item(), self.dtype).astype(dtype, **options)[()]

    def view(self, dtype):
        return array(self.item(), self.dtype).view(dtype)[()]

    def tobytes(self):
        return self.dtype._bytes(self.item())


class str_(_Scalar, str):
    """A text out of an array."""

    def __new__(cls, value="", *args):
        value = value.decode(*args) if isinstance(value, bytes) and args else value
        return str.__new__(cls, value.decode("ascii") if isinstance(value, bytes) and not args else value)

    def __repr__(self):
        return f"np.str_({_builtins.str(self)!r})"

    def __reduce__(self):
        return str_, (_builtins.str(self),)


class bytes_(_Scalar, bytes):
    """Bytes out of an array."""

    def __new__(cls, value=b"", *args):
        if isinstance(value, str):
            value = value.encode(*args) if args else value.encode("ascii")
        return bytes.__new__(cls, value)

    def __repr__(self):
        return f"np.bytes_({bytes(self)!r})"

    def __reduce__(self):
        return bytes_, (bytes(self),)


class object_:
    """The scalar type of arrays of objects: calling it gives the object."""

    _isItems = True

    def __new__(cls, value=None):
        return _as_object(value)


def _as_object(value):
    return array(value, _OBJECT) if isinstance(value, (list, tuple)) else value


_OBJECT = _DType("O", 8)
_units = {"Y": 0, "M": 0, "W": 0, "D": 0, "h": 0, "m": 0, "s": 0, "ms": 0, "us": 0, "ns": 0, "ps": 0, "fs": 0, "as": 0}
_words = {"object": "O", "object_": "O", "str": "U", "str_": "U", "unicode": "U", "bytes": "S", "bytes_": "S"}
_words.update({"void": "V", "c": "S1", "string_": "S", "unicode_": "U"})


def _not_understood(spec):
    raise TypeError(
        f"data type {spec!r} not understood" if isinstance(spec, str) else f"Cannot interpret '{spec!r}' as a data type"
    )


def _of_name(name, align=False):
    code = _words.get(name, name)
    if name == "c":
        made = _DType("S", 1)
        made._is_character = True
        return made
    found = _re.fullmatch(r"(datetime64|timedelta64|[<>=|]?[Mm]8?)(\[.*\])?", code)
    if found:
        kind = {"d": "M", "t": "m"}.get(found.group(1)[0]) or found.group(1).lstrip("<>=|")[0]
        return _TimeDType(kind, *_read_unit((found.group(2) or "[]")[1:-1]))
    found = _re.fullmatch(r"[<>=|]?([OSUVa])(\d*)", code)
    if found is None:
        if "," in code or code.lstrip("<>=|").startswith("(") or _re.fullmatch(r"\d+[<>=|]?[a-zA-Z?]\d*", code):
            return _of_commas(code, align)
        return np.dtype(name)
    kind, count = found.group(1), int(found.group(2) or 0)
    if kind == "O":
        if count not in (0, 4, 8):
            raise TypeError(f"data type {name!r} not understood")
        return _OBJECT
    if kind == "U" and code[0] == ">":
        raise NotImplementedError("byte orders of texts")
    return _DType("S" if kind == "a" else kind, 4 * count if kind == "U" else count)


def _with_metadata(found, metadata):
    if not metadata:
        return found
    if not _is_items(found):
        raise NotImplementedError("`metadata` of a dtype of numbers")
    import copy

    found = copy.copy(found)
    found.metadata = metadata
    return found


def dtype(dtype=None, align=False, copy=False, metadata=None):
    """A dtype of a name, a class, or a list of fields."""
    if not isinstance(align, (bool, int)):
        raise TypeError(f"an integer is required (got type {_type_name(align)})")
    return _with_metadata(_read_dtype(dtype, bool(align)), metadata)


def _read_dtype(spec, align=False):
    if isinstance(spec, _DType):
        return spec
    if not _is_items(spec) and isinstance(spec, np.dtype):
        return np.dtype(spec)
    if isinstance(spec, str):
        return _of_name(spec, align)
    if isinstance(spec, bytes):
        return _of_name(spec.decode("ascii"))
    if spec is None or spec in (bool, int, float, complex):
        return np.dtype(float if spec is None else spec)
    if isinstance(spec, type) and (_is_items(spec) or not hasattr(spec, "dtype")):
        if spec is object_ or spec is object:
            return _OBJECT
        if issubclass(spec, str):
            return _DType("U")
        if issubclass(spec, bytes):
            return _DType("S")
        if issubclass(spec, void):
            return _DType("V")
        if issubclass(spec, (datetime64, timedelta64)):
            return _TimeDType("M" if issubclass(spec, datetime64) else "m", None)
        return _OBJECT
    if isinstance(spec, list):
        return _of_fields(spec, align)
    if isinstance(spec, tuple):
        return _of_pair(spec, align)
    if isinstance(spec, dict):
        return _of_dict(spec, align)
    inner = getattr(spec, "dtype", None)
    if inner is not None and not isinstance(spec, type):
        return _read_dtype(inner)
    if inner is not None and not isinstance(inner, property):
        return _read_dtype(inner)
    return np.dtype(spec)


# What several together become.
_lengths = {"b": 5, "i1": 4, "u1": 3, "i2": 6, "u2": 5, "i4": 11, "u4": 10, "i8": 21, "u8": 20, "f": 32, "c": 64}


def _text_length(kind):
    # The characters that a number of the dtype may need.
    return _lengths.get(kind.kind) or _lengths[kind.kind + str(kind.itemsize)]


def _promote(a, b):
    if a == b:
        return a if _is_items(a) and not a.metadata else b if not _is_items(a) else a
    kinds = {getattr(a, "kind"), getattr(b, "kind")}
    if "V" in kinds:
        return _promote_records(a, b)
    if "O" in kinds:
        return _OBJECT
    if not _is_items(a) and not _is_items(b):
        return np.promote_types(a, b)
    if kinds & set("Mm"):
        return _promote_times(a, b)
    kind = "U" if "U" in kinds else "S"
    sizes = [each._count() if _is_items(each) else _text_length(each) for each in (a, b)]
    return _DType(kind, _builtins.max(sizes) * (4 if kind == "U" else 1))


def promote_types(type1, type2):
    return _promote(_read_dtype(type1), _read_dtype(type2))


def result_type(*arrays_and_dtypes):
    kinds = []
    for x in arrays_and_dtypes:
        if isinstance(x, (str, type, list, dict)) or isinstance(x, np.dtype):
            kinds.append(_read_dtype(x))
        elif hasattr(x, "dtype"):
            kinds.append(x.dtype)
        else:
            kinds.append(asarray(x).dtype)
    result = kinds[0]
    for kind in kinds[1:]:
        result = _promote(result, kind)
    return result


_order_of_kinds = {"b": 0, "u": 1, "i": 2, "f": 3, "c": 4, "m": 5, "S": 6, "U": 7, "M": 5, "V": 8, "O": 9}


def can_cast(from_, to, casting="safe"):
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '{casting}')")
    if isinstance(from_, (np.ndarray, np.generic)) or (
        _is_items(from_) and hasattr(from_, "dtype") and not isinstance(from_, type)
    ):
        from_ = from_.dtype
    return _can_cast(_read_dtype(from_), _read_dtype(to), casting)


def _can_cast(source, target, casting):
    if casting == "unsafe":
        return True
    if not _is_items(source) and not _is_items(target):
        return np.can_cast(source, target, casting)
    if source.names is not None or target.names is not None or "V" in (source.kind, target.kind):
        return _can_cast_records(source, target, casting)
    if source.kind in "Mm" and target.kind in "Mm":
        return _can_cast_times(source, target, casting)
    if casting in ("no", "equiv"):
        return source == target
    if target.kind == "O":
        return True
    if source.kind == "O":
        return False
    if target.kind in "SU" and source.kind in "SU":
        if source.kind == "U" and target.kind == "S":
            return False
        return casting == "same_kind" or target.itemsize == 0 or target._count() >= source._count()
    if target.kind in "SU" and source.kind in "biufc":
        return casting == "same_kind" or target.itemsize == 0 or target._count() >= _text_length(source)
    if target.kind in "SU":
        return casting == "same_kind"
    if target.kind == "m" and source.kind in "biu":
        return casting == "same_kind" or source.itemsize < 8 or source.kind == "i"
    return False


def issubdtype(arg1, arg2):
    parents = {"O": (), "S": ("flexible", "character"), "U": ("flexible", "character"), "V": ("flexible",)}
    parents.update({"M": (), "m": ("integer", "signedinteger", "number")})
    kind = getattr(arg2, "kind", None) if not isinstance(arg2, (str, type)) else None
    try:
        first = _read_dtype(arg1)
    except TypeError:
        return False
    if isinstance(kind, str) and len(kind) > 1:
        return _is_items(first) and (kind == "generic" or kind in parents[first.kind])
    if not _is_items(first):
        return False
    if arg2 in (character, flexible):
        return arg2.__name__ in parents[first.kind]
    try:
        return first.type is _read_dtype(arg2).type
    except TypeError:
        return False


class flexible:
    """What texts and records are."""

    _isItems = True


class character(flexible):
    """What texts are."""


def __instancecheck__(kind, instance):
    """`isinstance(x, np.generic)` of a scalar."""
    name = getattr(kind, "kind", None)
    if isinstance(instance, timedelta64):
        return name in ("generic", "number", "integer", "signedinteger")
    return isinstance(instance, (_Scalar, void, _Time)) and name == "generic"
