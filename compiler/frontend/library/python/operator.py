# SPDX-License-Identifier: Apache-2.0
"""`operator`."""


def methodcaller(name, /, *args, **kwargs):
    """A function that calls a method."""
    return lambda obj: getattr(obj, name)(*args, **kwargs)


def concat(a, b):
    """`a + b` of sequences."""
    return a + b


def index(a):
    """`a` as an int, by `__index__`."""
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
    a += b
    return a


def call(obj, /, *args, **kwargs):
    """`obj(*args, **kwargs)`."""
    return obj(*args, **kwargs)


def length_hint(obj, default=0):
    """An estimate of the number of elements."""
    if hasattr(obj, "__len__"):
        return len(obj)
    return obj.__length_hint__() if hasattr(obj, "__length_hint__") else default
