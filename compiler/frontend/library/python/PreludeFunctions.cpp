// SPDX-License-Identifier: Apache-2.0
// `functools` and `operator`, as far as they are not in Functools.cpp, written in Python.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char functoolsText[] = R"py(
from collections import namedtuple

CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])
WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)

def total_ordering(cls):
    """All comparisons from one of them and `__eq__`."""
    def defined(name):
        return any(name in base.__dict__ for base in cls.__mro__[:-1])
    roots = [name for name in ("__lt__", "__gt__", "__le__", "__ge__") if defined(name)]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = roots[0]
    def either(self, other, strict, equal):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else strict(result, self, other)
    rules = {
        "__lt__": {"__gt__": lambda r, a, b: not r and a != b, "__le__": lambda r, a, b: r or a == b, "__ge__": lambda r, a, b: not r},
        "__gt__": {"__lt__": lambda r, a, b: not r and a != b, "__ge__": lambda r, a, b: r or a == b, "__le__": lambda r, a, b: not r},
        "__le__": {"__ge__": lambda r, a, b: not r or a == b, "__lt__": lambda r, a, b: r and a != b, "__gt__": lambda r, a, b: not r},
        "__ge__": {"__le__": lambda r, a, b: not r or a == b, "__gt__": lambda r, a, b: r and a != b, "__lt__": lambda r, a, b: not r},
    }[root]
    for name, rule in rules.items():
        if not defined(name):
            def compare(self, other, _rule=rule):
                return either(self, other, _rule, None)
            compare.__name__ = name
            setattr(cls, name, compare)
    return cls

def _implementation(cls, registry):
    if cls in registry:
        return registry[cls]
    for base in cls.__mro__[1:]:
        if base is not object and base in registry:
            return registry[base]
    found = [(known, function) for known, function in registry.items() if known is not object and issubclass(cls, known)]
    for known, function in found: # the most special of the abstract classes
        if not any(other is not known and issubclass(other, known) for other, _ in found):
            return function
    return registry[object]

def singledispatch(func):
    """A function that chooses its implementation by the class of its first argument."""
    registry = {object: func}
    def dispatch(cls):
        return _implementation(cls, registry)
    def register(cls, func=None):
        if func is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            if hasattr(cls, "__args__") and not hasattr(cls, "__annotations__"):
                return lambda f: register(cls, f)
            hints = list(getattr(cls, "__annotations__", {}).values())
            if not hints:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain `@register` on an annotated function.")
            func, cls = cls, hints[0]
        if cls is None:
            cls = type(None)
        for each in (getattr(cls, "__args__", None) if not isinstance(cls, type) else None) or [cls]:
            registry[each] = func
        return func
    @wraps(func)
    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **kw)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    wrapper._clear_cache = lambda: None
    return wrapper

class singledispatchmethod:
    """A method that chooses its implementation by the class of its first argument."""
    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func
    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)
    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            found = self.dispatcher.dispatch(type(args[0]))
            return found.__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        return method

class partialmethod:
    """A method with some arguments given."""
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords
    def __get__(self, obj, cls=None):
        bound = self.func.__get__(obj, cls)
        return partial(bound, *self.args, **self.keywords)
from functools import wraps, partial
)py";

static constexpr char operatorText[] = R"py(
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
)py";

llvm::ArrayRef<LibrarySource> library::functionSources() {
  static const LibrarySource sources[] = {{"functools", functoolsText}, {"operator", operatorText}};
  return sources;
}
