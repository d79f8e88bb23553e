# SPDX-License-Identifier: Apache-2.0
"""`functools`, as far as it is not in Functools.cpp."""

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
        "__lt__": {
            "__gt__": lambda r, a, b: not r and a != b,
            "__le__": lambda r, a, b: r or a == b,
            "__ge__": lambda r, a, b: not r,
        },
        "__gt__": {
            "__lt__": lambda r, a, b: not r and a != b,
            "__ge__": lambda r, a, b: r or a == b,
            "__le__": lambda r, a, b: not r,
        },
        "__le__": {
            "__ge__": lambda r, a, b: not r or a == b,
            "__lt__": lambda r, a, b: r and a != b,
            "__gt__": lambda r, a, b: not r,
        },
        "__ge__": {
            "__le__": lambda r, a, b: not r or a == b,
            "__gt__": lambda r, a, b: r and a != b,
            "__lt__": lambda r, a, b: not r,
        },
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
    found = [
        (known, function) for known, function in registry.items() if known is not object and issubclass(cls, known)
    ]
    for known, function in found:  # the most special of the abstract classes
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
                raise TypeError(
                    f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain"
                    " `@register` on an annotated function."
                )
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
