# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Records by themselves: their fields read and write the array that they are of."""


class void:
    """A record: its fields read and write the array that it is of. Without fields, bytes."""

    _isItems = True
    ndim, shape, size, strides = 0, (), 1, ()

    def __new__(cls, value=b"", dtype=None):
        made = object.__new__(cls)
        if dtype is not None:
            kind = _read_dtype(dtype)
            if kind.names is not None:
                made._array = _records_of([value], kind, ())
                return made
            made._array = None
            made._data = _DType("V", kind.itemsize)._take(value)
            return made
        made._array = None
        if isinstance(value, int) and not isinstance(value, bool):
            made._data = b"\0" * value
        elif isinstance(value, (bytes, bytearray, memoryview)):
            made._data = bytes(value)
        elif isinstance(value, void):
            made._data = bytes(value)
        else:
            raise TypeError(f"a bytes-like object is required, not '{_type_name(value)}'")
        return made

    @property
    def dtype(self):
        return _DType("V", len(self._data)) if self._array is None else self._array._dtype

    @property
    def itemsize(self):
        return self.dtype.itemsize

    nbytes = itemsize

    @property
    def base(self):
        return None if self._array is None else self._array._base

    @property
    def flags(self):
        return self.__array__().flags

    @property
    def T(self):
        return self

    @property
    def real(self):
        return self

    def _fields(self):
        # The fields' values, as a tuple.
        return tuple([self[name] for name in self.dtype.names])

    def __bytes__(self):
        return self._data if self._array is None else self._array.tobytes()

    def tobytes(self):
        return bytes(self)

    def __array__(self, dtype=None):
        if self._array is None:
            return _made([self._data], self.dtype, ())
        return self._array if dtype is None else self._array.astype(dtype)

    def _refuse_plain(self):
        if self._array is None:
            raise IndexError("can't index void scalar without fields")

    def __getitem__(self, key):
        if key is Ellipsis or key == () and not isinstance(key, str):
            return self.__array__() if key is Ellipsis else self if self._array is None else self._array[()]
        self._refuse_plain()
        if isinstance(key, int) or (hasattr(key, "__index__") and not isinstance(key, (str, list))):
            names = self.dtype.names
            k = key.__index__()
            if not -len(names) <= k < len(names):
                raise IndexError(f"invalid index ({k})")
            key = names[k]
        if not isinstance(key, (str, list)):
            raise IndexError("invalid index")
        found = self._array[key]
        if isinstance(key, list):
            return _record_of(found)
        return found[()] if found.ndim == 0 else found

    def __setitem__(self, key, value):
        self._refuse_plain()
        if isinstance(key, int):
            if not -len(self.dtype.names) <= key < len(self.dtype.names):
                raise IndexError(f"invalid index ({key})")
            key = self.dtype.names[key]
        if key is Ellipsis or key == ():
            self._array[()] = value
            return
        self._array[key] = value

    def __len__(self):
        return len(self._data) if self._array is None else len(self.dtype.names)

    def __iter__(self):
        self._refuse_plain()
        return iter(self._fields())

    def __delitem__(self, key):
        raise ValueError("can't delete void scalar items")

    def item(self, *args):
        return self._data if self._array is None else self._array.item()

    tolist = item

    def copy(self):
        return _record_of(self._array.copy()) if self._array is not None else void(self._data)

    def astype(self, dtype, **options):
        return self.__array__().astype(dtype)[()]

    def view(self, dtype=None, type=None):
        return self.__array__().view(dtype)[()]

    def getfield(self, dtype, offset=0):
        raise NotImplementedError("`getfield` of a record")

    def setfield(self, value, dtype, offset=0):
        raise NotImplementedError("`setfield` of a record")

    def __eq__(self, other):
        return self._compared("equal", other)

    def __ne__(self, other):
        return self._compared("not_equal", other)

    def _compared(self, name, other):
        if isinstance(other, (bytes, bytearray)) and self._array is None:
            return (self._data == other) == (name == "equal")
        if not _is_items(other) and not isinstance(other, np.ndarray):
            if isinstance(other, tuple) and self._array is not None:
                try:
                    other = _records_of([other], self.dtype, ())
                except (TypeError, ValueError):
                    return name == "not_equal"
            else:
                return NotImplemented
        if isinstance(other, np.ndarray) and other.ndim:
            return NotImplemented
        first, second = self.__array__(), asarray(other)
        return bool(_compare_records(name, [first, second])) if second.ndim == 0 else NotImplemented

    def __bool__(self):
        return _builtins.any(self._data) if self._array is None else bool(self._array._truths())

    def __hash__(self):
        if self._array is not None and not self._array._is_read_only and not self._array._owner()._is_read_only:
            raise TypeError("unhashable type: 'writeable void-scalar'")
        return hash(bytes(self) if self._array is None else self.item())

    def _text(self):
        if self._array is None:
            return "b'" + "".join([f"\\x{byte:02X}" for byte in self._data]) + "'"
        parts = []
        for name in self.dtype.names:
            value = self[name]
            if isinstance(value, void):
                parts.append(value._text())
            elif isinstance(value, np.ndarray) and value.ndim:
                parts.append(np.array2string(value, separator=", "))
            elif isinstance(value, _Time):
                parts.append(_item_texts(array(value, value.dtype).reshape(1))[0])
            else:
                parts.append(repr(value.item()) if _is_items(value) else _scalar_text(value))
        return "(" + ", ".join(parts) + (",)" if len(parts) == 1 else ")")

    def __repr__(self):
        if self._array is None:
            return f"np.void({self._text()})"
        return f"np.void({self._text()}, dtype={self.dtype})"

    def __str__(self):
        return self._text()


def _scalar_text(value):
    return np.array2string(value.reshape(1))[1:-1] if isinstance(value, np.ndarray) else repr(value)


class record(void):
    """A record whose fields are attributes too."""

    def __getattr__(self, name):
        array = self.__dict__.get("_array")
        if name.startswith("_") or array is None or array._dtype._index(name) is None:
            raise AttributeError(f"'record' object has no attribute '{name}'")
        return self[name]

    def __setattr__(self, name, value):
        array = self.__dict__.get("_array")
        if array is not None and array._dtype._index(name) is not None:
            self[name] = value
        else:
            self.__dict__[name] = value

    def __repr__(self):
        return f"np.record({self._text()}, dtype={_record_text(self.dtype)})"

    def pprint(self):
        return "\n".join([f"{name}: {self[name]}" for name in self.dtype.names])


def _record_of(a):
    made = object.__new__(a._dtype.type)
    made.__dict__["_array"] = a
    return made
