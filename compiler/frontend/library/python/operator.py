# SPDX-License-Identifier: Apache-2.0
"""`operator`."""

_written_in_c = ("attrgetter", "itemgetter", "methodcaller")


__all__ = """
abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat
ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter
itruediv ixor le length_hint lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub
truediv truth xor
""".split()


class itemgetter:
    """A function that gets items: one, or a tuple of several."""

    __slots__ = ("_items",)

    def __init__(self, item, /, *items):
        self._items = (item,) + items

    def __call__(self, obj, /):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[item] for item in self._items])

    def __repr__(self):
        cls = type(self)
        return f"{cls.__module__}.{cls.__qualname__}({', '.join([repr(item) for item in self._items])})"

    def __reduce__(self):
        return self.__class__, self._items


class attrgetter:
    """A function that gets attributes, dotted ones too: one, or a tuple of several."""

    __slots__ = ("_names",)

    def __init__(self, attr, /, *attrs):
        self._names = (attr,) + attrs
        for name in self._names:
            if not isinstance(name, str):
                raise TypeError("attribute name must be a string")

    def _one(self, obj, name):
        for part in name.split("."):
            obj = getattr(obj, part)
        return obj

    def __call__(self, obj, /):
        if len(self._names) == 1:
            return self._one(obj, self._names[0])
        return tuple([self._one(obj, name) for name in self._names])

    def __repr__(self):
        cls = type(self)
        return f"{cls.__module__}.{cls.__qualname__}({', '.join([repr(name) for name in self._names])})"

    def __reduce__(self):
        return self.__class__, self._names


class methodcaller:
    """A function that calls a method."""

    __slots__ = ("_name", "_args", "_kwargs")

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError("method name must be a string")
        self._name, self._args, self._kwargs = name, args, kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        cls = type(self)
        parts = [repr(self._name), *[repr(x) for x in self._args], *[f"{k}={v!r}" for k, v in self._kwargs.items()]]
        return f"{cls.__module__}.{cls.__qualname__}({', '.join(parts)})"

    def __reduce__(self):
        if not self._kwargs:
            return self.__class__, (self._name,) + self._args
        from functools import partial

        return partial(self.__class__, self._name, **self._kwargs), self._args


def concat(a, b):
    """`a + b` of sequences."""
    if not hasattr(a, "__getitem__"):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    return a + b


def index(a):
    """`a` as an int, by `__index__`."""
    if isinstance(a, int):
        return int.__add__(a, 0)
    if not hasattr(type(a), "__index__"):
        raise TypeError(f"'{type(a).__name__}' object cannot be interpreted as an integer")
    return range(a).stop


def setitem(a, b, c):
    """`a[b] = c`."""
    a[b] = c


def delitem(a, b):
    """`del a[b]`."""
    del a[b]


def countOf(a, b):
    """How often `b` occurs in `a`."""
    return sum([1 for x in a if x is b or x == b])


def indexOf(a, b):
    """The first place of `b` in `a`."""
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError("sequence.index(x): x not in sequence")


def inv(a):
    """`~a`."""
    return ~a


def abs(a):
    """`abs(a)`."""
    return a.__abs__() if hasattr(a, "__abs__") else max(a, -a)


def iadd(a, b):
    """`a += b`."""
    a += b
    return a


def isub(a, b):
    """`a -= b`."""
    a -= b
    return a


def imul(a, b):
    """`a *= b`."""
    a *= b
    return a


def ior(a, b):
    """`a |= b`."""
    a |= b
    return a


def iand(a, b):
    """`a &= b`."""
    a &= b
    return a


def ixor(a, b):
    """`a ^= b`."""
    a ^= b
    return a


def itruediv(a, b):
    """`a /= b`."""
    a /= b
    return a


def ifloordiv(a, b):
    """`a //= b`."""
    a //= b
    return a


def imod(a, b):
    """`a %= b`."""
    a %= b
    return a


def ipow(a, b):
    """`a **= b`."""
    a **= b
    return a


def ilshift(a, b):
    """`a <<= b`."""
    a <<= b
    return a


def irshift(a, b):
    """`a >>= b`."""
    a >>= b
    return a


def imatmul(a, b):
    """`a @= b`."""
    a @= b
    return a


def iconcat(a, b):
    """`a += b` of sequences."""
    if not hasattr(a, "__getitem__"):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    a += b
    return a


def call(obj, /, *args, **kwargs):
    """`obj(*args, **kwargs)`."""
    return obj(*args, **kwargs)


def length_hint(obj, default=0):
    """An estimate of the number of elements."""
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be interpreted as an integer")
    if hasattr(type(obj), "__len__"):
        try:
            return len(obj)
        except TypeError:
            pass
    ask = getattr(type(obj), "__length_hint__", None)
    if ask is None:
        return default
    try:
        hint = ask(obj)
    except TypeError:
        return default
    if hint is NotImplemented:
        return default
    if not isinstance(hint, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type(hint).__name__}")
    if hint < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return hint
