# SPDX-License-Identifier: Apache-2.0
"""`pickle`: objects as bytes, in the protocols 0 to 5, and back."""

import copyreg
import io
import struct
import sys
import types

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]


class PickleError(Exception):
    """Something of `pickle` failed."""


class PicklingError(PickleError):
    """An object can't be written."""


class UnpicklingError(PickleError):
    """Bytes can't be read."""


class PickleBuffer:
    """Bytes that may be written apart."""

    def __init__(self, buffer):
        self._buffer = buffer

    def raw(self):
        return memoryview(self._buffer)

    def release(self):
        self._buffer = b""


_MISSING = object()
_OLD_NAMES = {"builtins": "__builtin__", "copyreg": "copy_reg"}  # as protocols below 3 call them
_NEW_NAMES = {"__builtin__": "builtins", "copy_reg": "copyreg"}
_OLD_GLOBALS = {("builtins", "range"): ("__builtin__", "xrange"), ("functools", "reduce"): ("__builtin__", "reduce")}
_NEW_GLOBALS = {("__builtin__", "xrange"): ("builtins", "range"), ("__builtin__", "reduce"): ("functools", "reduce")}
for _name in ("filter", "map", "zip"):
    _OLD_GLOBALS["builtins", _name] = ("itertools", "i" + _name)
    _NEW_GLOBALS["itertools", "i" + _name] = ("builtins", _name)


def _dotted(owner, name):
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError(f"Can't get local attribute {name!r} on {owner!r}")
        try:
            owner = getattr(owner, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {owner!r}") from None
    return owner


def _module(name):
    __import__(name)
    return sys.modules[name]


def encode_long(x):
    """The number's bytes, the lowest first, with a sign."""
    if x == 0:
        return b""
    size = (x.bit_length() >> 3) + 1
    made = x.to_bytes(size, "little", signed=True)
    if x < 0 and size > 1 and made[-1] == 0xFF and made[-2] & 0x80:
        made = made[:-1]
    return made


def decode_long(data):
    """The number of such bytes."""
    return int.from_bytes(data, "little", signed=True)


class Pickler:
    """Writes objects to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        protocol = HIGHEST_PROTOCOL if protocol < 0 else protocol
        if not 0 <= protocol <= HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        self._file, self.proto, self.bin = file, protocol, protocol >= 1
        self.fix_imports = fix_imports and protocol < 3
        self.memo, self._parts, self._kept, self.fast = {}, [], [], False

    def clear_memo(self):
        self.memo.clear()

    def dump(self, obj):
        self._parts = []
        if self.proto >= 2:
            self._put(b"\x80" + bytes([self.proto]))
        self._save(obj)
        self._put(b".")
        data = b"".join(self._parts)
        if self.proto >= 4:
            data = data[:2] + b"\x95" + struct.pack("<Q", len(data) - 2) + data[2:]
        self._file.write(data)

    def persistent_id(self, obj):
        return None

    def _put(self, data):
        self._parts.append(data)

    def _memoize(self, obj):
        if self.fast:
            return
        number = len(self.memo)
        self.memo[id(obj)] = (number, obj)
        if self.proto >= 4:
            self._put(b"\x94")
        elif self.bin:
            self._put(b"q" + bytes([number]) if number < 256 else b"r" + struct.pack("<I", number))
        else:
            self._put(b"p" + str(number).encode() + b"\n")

    def _get(self, number):
        if self.bin:
            self._put(b"h" + bytes([number]) if number < 256 else b"j" + struct.pack("<I", number))
        else:
            self._put(b"g" + str(number).encode() + b"\n")

    def _save(self, obj, persistent=True):
        if persistent:
            own = self.persistent_id(obj)
            if own is not None:
                if self.bin:
                    self._save(own, False)
                    return self._put(b"Q")
                return self._put(b"P" + str(own).encode("ascii") + b"\n")
        cls = type(obj)
        if cls not in (int, bool, float) and obj is not None:
            known = self.memo.get(id(obj))
            if known is not None:
                return self._get(known[0])
        override = getattr(self, "reducer_override", None)
        reduced = override(obj) if override is not None else NotImplemented
        if reduced is NotImplemented:
            save = _SAVERS.get(cls)
            if save is not None:
                return save(self, obj)
            table = getattr(self, "dispatch_table", copyreg.dispatch_table)
            reduce = table.get(cls)
            if reduce is not None:
                reduced = reduce(obj)
            elif isinstance(obj, type):
                return self._save_global(obj)
            elif (
                isinstance(obj, types.FunctionType)
                or cls.__name__ == "builtin_function_or_method"
                and not isinstance(
                    getattr(obj, "__self__", None), (list, dict, tuple, str, bytes, int, float, set, frozenset)
                )
            ):
                return self._save_global(obj)
            elif cls.__name__ in ("method", "builtin_function_or_method"):
                reduced = (getattr, (obj.__self__, obj.__name__))
            else:
                reduce = getattr(obj, "__reduce_ex__", None)
                if reduce is not None:
                    reduced = reduce(self.proto)
                else:
                    reduced = obj.__reduce__()
        if isinstance(reduced, str):
            return self._save_global(obj, reduced)
        if not isinstance(reduced, tuple):
            raise PicklingError(f"{reduce} must return string or tuple")
        if not 2 <= len(reduced) <= 6:
            raise PicklingError(f"Tuple returned by {reduce} must have two to six elements")
        self._kept.append(reduced)
        self._save_reduced(obj, *reduced)

    def _save_reduced(self, obj, func, args, state=None, items=None, pairs=None, setter=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        name = getattr(func, "__name__", "")
        if self.proto >= 2 and name == "__newobj_ex__":
            cls, positional, keywords = args
            if self.proto >= 4:
                for part in (cls, positional, keywords):
                    self._save(part)
                self._put(b"\x92")
            else:
                import functools

                self._save(functools.partial(cls.__new__, cls, *positional, **keywords))
                self._save(())
                self._put(b"R")
        elif self.proto >= 2 and name == "__newobj__":
            cls = args[0]
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            self._save(cls)
            self._save(args[1:])
            self._put(b"\x81")
        else:
            self._save(func)
            self._save(args)
            self._put(b"R")
        if obj is not None:
            known = self.memo.get(id(obj))
            if known is not None:  # made while its arguments were written
                self._put(b"0")
                return self._get(known[0])
            self._memoize(obj)
        if items is not None:
            self._append_all(items)
        if pairs is not None:
            self._set_all(pairs)
        if state is not None:
            if setter is None:
                self._save(state)
                self._put(b"b")
            else:
                for part in (setter, obj, state):
                    self._save(part)
                self._put(b"\x86R0")

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None) or obj.__name__
        module = getattr(obj, "__module__", None)
        if module is None:
            module = _whichmodule(obj, name)
        try:
            found = _dotted(_module(module), name)
        except (ImportError, KeyError, AttributeError):
            raise PicklingError(f"Can't pickle {obj!r}: it's not found as {module}.{name}") from None
        if found is not obj and found != obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module}.{name}")
        code = copyreg._extension_registry.get((module, name)) if self.proto >= 2 else None
        if code is not None:
            return self._put(
                b"\x82" + bytes([code])
                if code < 256
                else b"\x83" + struct.pack("<H", code)
                if code < 65536
                else b"\x84" + struct.pack("<i", code)
            )
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._put(b"\x93")
        elif "." in name:
            owner, _, last = name.rpartition(".")
            self._save(getattr)
            self._save((_dotted(_module(module), owner), last))
            self._put(b"R")
        else:
            if self.fix_imports:
                module, name = _OLD_GLOBALS.get((module, name), (_OLD_NAMES.get(module, module), name))
            self._put(b"c" + module.encode() + b"\n" + name.encode() + b"\n")
        self._memoize(obj)

    def _save_none(self, obj):
        self._put(b"N")

    def _save_bool(self, obj):
        if self.proto >= 2:
            self._put(b"\x88" if obj else b"\x89")
        else:
            self._put(b"I01\n" if obj else b"I00\n")

    def _save_int(self, obj):
        if self.bin and -0x80000000 <= obj <= 0x7FFFFFFF:
            if 0 <= obj < 256:
                self._put(b"K" + bytes([obj]))
            elif 0 <= obj < 65536:
                self._put(b"M" + struct.pack("<H", obj))
            else:
                self._put(b"J" + struct.pack("<i", obj))
        elif self.proto >= 2:
            data = encode_long(obj)
            head = b"\x8a" + bytes([len(data)]) if len(data) < 256 else b"\x8b" + struct.pack("<i", len(data))
            self._put(head + data)
        elif -0x80000000 <= obj <= 0x7FFFFFFF:
            self._put(b"I" + str(obj).encode() + b"\n")
        else:
            self._put(b"L" + str(obj).encode() + b"L\n")

    def _save_float(self, obj):
        self._put(b"G" + struct.pack(">d", obj) if self.bin else b"F" + repr(obj).encode() + b"\n")

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode("utf-8", "surrogatepass")
            if len(data) < 256 and self.proto >= 4:
                self._put(b"\x8c" + bytes([len(data)]) + data)
            elif len(data) > 0xFFFFFFFF and self.proto >= 4:
                self._put(b"\x8d" + struct.pack("<Q", len(data)) + data)
            else:
                self._put(b"X" + struct.pack("<I", len(data)) + data)
        else:
            made = ""
            for c in obj:
                code = ord(c)
                if c in "\\\0\n\r\x1a":
                    made += f"\\u{code:04x}"
                elif code > 0xFFFF:
                    made += f"\\U{code:08x}"
                else:
                    made += c if code < 256 else f"\\u{code:04x}"
            self._put(b"V" + made.encode("latin-1") + b"\n")
        self._memoize(obj)

    def _save_bytes(self, obj):
        if self.proto < 3:
            if not obj:
                return self._save_reduced(obj, bytes, ())
            import codecs

            return self._save_reduced(obj, codecs.encode, (str(obj, "latin-1"), "latin1"))
        if len(obj) < 256:
            self._put(b"C" + bytes([len(obj)]) + obj)
        else:
            self._put(b"B" + struct.pack("<I", len(obj)) + obj)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        if self.proto < 5:
            if not obj:
                return self._save_reduced(obj, bytearray, ())
            return self._save_reduced(obj, bytearray, (bytes(obj),))
        self._put(b"\x96" + struct.pack("<Q", len(obj)) + bytes(obj))
        self._memoize(obj)

    def _save_tuple(self, obj):
        if not obj:
            return self._put(b")" if self.bin else b"(t")
        if len(obj) <= 3 and self.proto >= 2:
            for x in obj:
                self._save(x)
            known = self.memo.get(id(obj))
            if known is not None:
                self._put(b"0" * len(obj))
                return self._get(known[0])
            self._put((b"\x85", b"\x86", b"\x87")[len(obj) - 1])
            return self._memoize(obj)
        self._put(b"(")
        for x in obj:
            self._save(x)
        known = self.memo.get(id(obj))
        if known is not None:
            self._put(b"1" if self.bin else b"0" * (len(obj) + 1))
            return self._get(known[0])
        self._put(b"t")
        self._memoize(obj)

    def _save_list(self, obj):
        self._put(b"]" if self.bin else b"(l")
        self._memoize(obj)
        self._append_all(obj)

    def _save_dict(self, obj):
        self._put(b"}" if self.bin else b"(d")
        self._memoize(obj)
        self._set_all(obj.items())

    def _batches(self, items):
        items = list(items)
        return [items[i : i + 1000] for i in range(0, len(items), 1000)]

    def _append_all(self, items):
        for batch in self._batches(items):
            if not self.bin or len(batch) == 1:
                for x in batch:
                    self._save(x)
                    self._put(b"a")
                continue
            self._put(b"(")
            for x in batch:
                self._save(x)
            self._put(b"e")

    def _set_all(self, pairs):
        for batch in self._batches(pairs):
            if not self.bin or len(batch) == 1:
                for key, value in batch:
                    self._save(key)
                    self._save(value)
                    self._put(b"s")
                continue
            self._put(b"(")
            for key, value in batch:
                self._save(key)
                self._save(value)
            self._put(b"u")

    def _save_set(self, obj):
        if self.proto < 4:
            return self._save_reduced(obj, set, (list(obj),))
        self._put(b"\x8f")
        self._memoize(obj)
        for batch in self._batches(obj):
            self._put(b"(")
            for x in batch:
                self._save(x)
            self._put(b"\x90")

    def _save_frozenset(self, obj):
        if self.proto < 4:
            return self._save_reduced(obj, frozenset, (list(obj),))
        self._put(b"(")
        for x in obj:
            self._save(x)
        known = self.memo.get(id(obj))
        if known is not None:
            self._put(b"1")
            return self._get(known[0])
        self._put(b"\x91")
        self._memoize(obj)

    def _save_type(self, obj):
        for value in (None, NotImplemented, ...):
            if obj is type(value):
                return self._save_reduced(obj, type, (value,))
        self._save_global(obj)

    def _save_named(self, obj):
        self._save_global(obj, "Ellipsis" if obj is ... else "NotImplemented")


_SAVERS = {
    type(None): Pickler._save_none,
    bool: Pickler._save_bool,
    int: Pickler._save_int,
    float: Pickler._save_float,
    str: Pickler._save_str,
    bytes: Pickler._save_bytes,
    bytearray: Pickler._save_bytearray,
    tuple: Pickler._save_tuple,
    list: Pickler._save_list,
    dict: Pickler._save_dict,
    set: Pickler._save_set,
    frozenset: Pickler._save_frozenset,
    type: Pickler._save_type,
}


def _whichmodule(obj, name):
    for module_name, module in list(sys.modules.items()):
        if module_name == "__main__" or module is None:
            continue
        try:
            if _dotted(module, name) is obj:
                return module_name
        except AttributeError:
            pass
    return "__main__"


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The object as bytes."""
    file = io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """The object of such bytes."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    file = io.BytesIO(bytes(data))
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes the object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """Reads an object from a file."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()
