# SPDX-License-Identifier: Apache-2.0
# module: pickle
"""Objects from bytes: a machine with a stack."""


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._file, self.encoding, self.errors = file, encoding, errors
        self.fix_imports, self.memo, self.proto = fix_imports, {}, 0

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        if self.proto < 3 and self.fix_imports:
            module, name = _NEW_GLOBALS.get((module, name), (_NEW_NAMES.get(module, module), name))
        found = _module(module)
        return _dotted(found, name) if self.proto >= 4 else getattr(found, name)

    def _read(self, size):
        data = self._file.read(size)
        if len(data) < size:
            raise EOFError("Ran out of input") if not data else UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        line = self._file.readline()
        if not line.endswith(b"\n"):
            raise UnpicklingError("pickle data was truncated") if line else EOFError("Ran out of input")
        return line[:-1]

    def _number(self, kind, size):
        return struct.unpack(kind, self._read(size))[0]

    def _items(self):
        items, self.stack = self.stack, self._marks.pop()
        return items

    def load(self):
        self.stack, self._marks = [], []
        while True:
            code = self._file.read(1)
            if not code:
                raise EOFError("Ran out of input")
            if code == b".":
                return self.stack.pop()
            step = _STEPS.get(code[0])
            if step is None:
                raise UnpicklingError(f"invalid load key, {chr(code[0])!r}.")
            try:
                step(self)
            except IndexError:
                raise UnpicklingError("unexpected MARK found" if not self.stack else "stack underflow") from None

    def _push(self, value):
        self.stack.append(value)

    def _set_proto(self):
        self.proto = self._read(1)[0]
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {self.proto}")

    def _mark(self):
        self._marks.append(self.stack)
        self.stack = []

    def _int(self):
        line = self._line()
        self._push(line == b"01" if line in (b"00", b"01") else int(line, 0))

    def _long(self):
        self._push(int(self._line().rstrip(b"L"), 0))

    def _text(self, size):
        self._push(str(self._read(size), "utf-8", "surrogatepass"))

    def _old_text(self, data):
        self._push(data if self.encoding == "bytes" else data.decode(self.encoding, self.errors))

    def _quoted(self):
        line = self._line()
        if len(line) < 2 or line[0] != line[-1] or line[0] not in b"\"'":
            raise UnpicklingError("the STRING opcode argument must be quoted")
        import codecs

        self._old_text(codecs.escape_decode(line[1:-1])[0])

    def _unicode(self):
        text, made, i = self._line().decode("latin-1"), [], 0
        while i < len(text):
            if text[i] == "\\" and text[i + 1 : i + 2] in ("u", "U"):
                size = 4 if text[i + 1] == "u" else 8
                made.append(chr(int(text[i + 2 : i + 2 + size], 16)))
                i += 2 + size
            else:
                made.append(text[i])
                i += 1
        self._push("".join(made))

    def _tuple_of(self, n):
        self.stack[-n:] = [tuple(self.stack[-n:])]

    def _dict(self):
        items = self._items()
        self._push({items[i]: items[i + 1] for i in range(0, len(items), 2)})

    def _instance(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__"):
            value = cls(*args)
        else:
            value = cls.__new__(cls)
        self._push(value)

    def _inst(self):
        module, name = self._line().decode(), self._line().decode()
        self._instance(self.find_class(module, name), self._items())

    def _obj(self):
        items = self._items()
        self._instance(items[0], items[1:])

    def _newobj(self):
        args = self.stack.pop()
        self.stack[-1] = self.stack[-1].__new__(self.stack[-1], *args)

    def _newobj_ex(self):
        kwargs, args = self.stack.pop(), self.stack.pop()
        self.stack[-1] = self.stack[-1].__new__(self.stack[-1], *args, **kwargs)

    def _global(self):
        module, name = self._line().decode(), self._line().decode()
        self._push(self.find_class(module, name))

    def _stack_global(self):
        name, module = self.stack.pop(), self.stack.pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self._push(self.find_class(module, name))

    def _extension(self, code):
        key = copyreg._inverted_registry.get(code)
        if key is None:
            raise ValueError(f"unregistered extension code {code}")
        self._push(self.find_class(*key))

    def _reduce(self):
        args = self.stack.pop()
        self.stack[-1] = self.stack[-1](*args)

    def _pop(self):
        if self.stack:
            self.stack.pop()
        else:
            self._items()

    def _append(self):
        value = self.stack.pop()
        self.stack[-1].append(value)

    def _appends(self):
        items = self._items()
        target = self.stack[-1]
        if isinstance(target, list) or hasattr(target, "extend"):
            target.extend(items)
        else:
            for x in items:
                target.append(x)

    def _setitem(self):
        value, key = self.stack.pop(), self.stack.pop()
        self.stack[-1][key] = value

    def _setitems(self):
        items = self._items()
        target = self.stack[-1]
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def _additems(self):
        items = self._items()
        self.stack[-1].update(items)

    def _build(self):
        state = self.stack.pop()
        made = self.stack[-1]
        complete = getattr(made, "_complete", None) if type(made).__module__.startswith("numpy") else None
        if complete is None:
            return _set_state(made, state)
        # An array or dtype of NumPy can't be changed into another one: it is made here.
        self.stack[-1] = whole = complete(state)
        for key, value in self.memo.items():
            if value is made:
                self.memo[key] = whole


def _set_state(made, state):
    setter = getattr(made, "__setstate__", None)
    if setter is not None:
        return setter(state)
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state:
        made.__dict__.update(state)
    for name, value in (slots or {}).items():
        setattr(made, name, value)


def _constant(value):
    return lambda self: self._push(value)


_STEPS = {
    ord("("): Unpickler._mark,
    ord("0"): Unpickler._pop,
    ord("1"): lambda self: self._items(),
    ord("2"): lambda self: self._push(self.stack[-1]),
    ord("F"): lambda self: self._push(float(self._line())),
    ord("I"): Unpickler._int,
    ord("J"): lambda self: self._push(self._number("<i", 4)),
    ord("K"): lambda self: self._push(self._read(1)[0]),
    ord("L"): Unpickler._long,
    ord("M"): lambda self: self._push(self._number("<H", 2)),
    ord("N"): _constant(None),
    ord("P"): lambda self: self._push(self.persistent_load(self._line().decode("ascii"))),
    ord("Q"): lambda self: self._push(self.persistent_load(self.stack.pop())),
    ord("R"): Unpickler._reduce,
    ord("S"): Unpickler._quoted,
    ord("T"): lambda self: self._old_text(self._read(self._number("<i", 4))),
    ord("U"): lambda self: self._old_text(self._read(self._read(1)[0])),
    ord("V"): Unpickler._unicode,
    ord("X"): lambda self: self._text(self._number("<I", 4)),
    ord("a"): Unpickler._append,
    ord("b"): Unpickler._build,
    ord("c"): Unpickler._global,
    ord("d"): Unpickler._dict,
    ord("}"): lambda self: self._push({}),
    ord("e"): Unpickler._appends,
    ord("g"): lambda self: self._push(self.memo[int(self._line())]),
    ord("h"): lambda self: self._push(self.memo[self._read(1)[0]]),
    ord("j"): lambda self: self._push(self.memo[self._number("<I", 4)]),
    ord("i"): Unpickler._inst,
    ord("l"): lambda self: self._push(self._items()),
    ord("]"): lambda self: self._push([]),
    ord("o"): Unpickler._obj,
    ord("p"): lambda self: self.memo.__setitem__(int(self._line()), self.stack[-1]),
    ord("q"): lambda self: self.memo.__setitem__(self._read(1)[0], self.stack[-1]),
    ord("r"): lambda self: self.memo.__setitem__(self._number("<I", 4), self.stack[-1]),
    ord("s"): Unpickler._setitem,
    ord("t"): lambda self: self._push(tuple(self._items())),
    ord(")"): _constant(()),
    ord("u"): Unpickler._setitems,
    ord("G"): lambda self: self._push(self._number(">d", 8)),
    ord("B"): lambda self: self._push(self._read(self._number("<I", 4))),
    ord("C"): lambda self: self._push(self._read(self._read(1)[0])),
    0x80: Unpickler._set_proto,
    0x81: Unpickler._newobj,
    0x82: lambda self: self._extension(self._read(1)[0]),
    0x83: lambda self: self._extension(self._number("<H", 2)),
    0x84: lambda self: self._extension(self._number("<i", 4)),
    0x85: lambda self: self._tuple_of(1),
    0x86: lambda self: self._tuple_of(2),
    0x87: lambda self: self._tuple_of(3),
    0x88: _constant(True),
    0x89: _constant(False),
    0x8A: lambda self: self._push(decode_long(self._read(self._read(1)[0]))),
    0x8B: lambda self: self._push(decode_long(self._read(self._number("<i", 4)))),
    0x8C: lambda self: self._text(self._read(1)[0]),
    0x8D: lambda self: self._text(self._number("<Q", 8)),
    0x8E: lambda self: self._push(self._read(self._number("<Q", 8))),
    0x8F: lambda self: self._push(set()),
    0x90: Unpickler._additems,
    0x91: lambda self: self._push(frozenset(self._items())),
    0x92: Unpickler._newobj_ex,
    0x93: Unpickler._stack_global,
    0x94: lambda self: self.memo.__setitem__(len(self.memo), self.stack[-1]),
    0x95: lambda self: self._read(8),
    0x96: lambda self: self._push(bytearray(self._read(self._number("<Q", 8)))),
}
