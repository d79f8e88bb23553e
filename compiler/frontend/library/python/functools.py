# SPDX-License-Identifier: Apache-2.0
"""`functools`, as far as it is not in Functools.cpp."""

from collections import namedtuple

_written_in_c = ("partial",)

_CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])
WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Gives a wrapper the wrapped function's name, text and attributes."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            pass
        else:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Gives a wrapper the wrapped function's name, text and attributes."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


class cached_property:
    """An attribute computed once."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(
                "Cannot assign the same cached_property to two different names " f"({self.attrname!r} and {name!r})."
            )

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            held = instance.__dict__
        except AttributeError:
            raise TypeError(
                f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache {name!r} property."
            ) from None
        if name in held:
            return held[name]
        value = self.func(instance)
        try:
            held[name] = value
        except TypeError:
            raise TypeError(
                f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item assignment "
                f"for caching {name!r} property."
            ) from None
        return value

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


def _cmp_to_key(mycmp):
    """A sort key made from a comparison."""

    class K:
        __slots__ = ("obj",)
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def _compare(self, other):
            if not isinstance(other, K):
                raise TypeError("other argument must be K instance")
            return mycmp(self.obj, other.obj)

        def __lt__(self, other):
            return self._compare(other) < 0

        def __gt__(self, other):
            return self._compare(other) > 0

        def __eq__(self, other):
            return self._compare(other) == 0

        def __le__(self, other):
            return self._compare(other) <= 0

        def __ge__(self, other):
            return self._compare(other) >= 0

    K.__module__ = "functools"
    K.__qualname__ = "KeyWrapper"
    return K


def total_ordering(cls):
    """All comparisons from one of them and `__eq__`."""

    def defined(name):
        return getattr(cls, name, None) is not getattr(object, name, None)

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


def _merge_orders(orders):
    # C3: the first head that stands in no other list's tail, until all lists are empty.
    result = []
    while True:
        orders = [order for order in orders if order]
        if not orders:
            return result
        for order in orders:
            head = order[0]
            if not any(head in other[1:] for other in orders):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        result.append(head)
        for order in orders:
            if order[0] is head:
                del order[0]


def _c3_mro(cls, abcs=None):
    # The order of the class's bases with abstract classes among them that it is a subclass of without naming them.
    boundary = 0
    for i, base in enumerate(reversed(cls.__bases__)):
        if hasattr(base, "__abstractmethods__"):
            boundary = len(cls.__bases__) - i
            break
    abcs = list(abcs) if abcs else []
    explicit = list(cls.__bases__[:boundary])
    other = list(cls.__bases__[boundary:])
    added = []
    for base in abcs:
        if issubclass(cls, base) and not any(issubclass(b, base) for b in cls.__bases__):
            added.append(base)
    for base in added:
        abcs.remove(base)
    lists = [_c3_mro(base, abcs) for base in explicit + added + other]
    return _merge_orders([[cls]] + lists + [explicit] + [added] + [other])


def _compose_mro(cls, types):
    bases = set(cls.__mro__)
    # What neither the class names as a base nor another one of the types has as a strict base among the class's own.
    related = [
        typ
        for typ in types
        if typ not in bases and hasattr(typ, "__mro__") and isinstance(typ, type) and issubclass(cls, typ)
    ]
    related = [typ for typ in related if not any(typ != other and typ in other.__mro__ for other in related)]
    kept, chosen = set(types), []
    for typ in related:
        found = []
        for sub in typ.__subclasses__():
            if sub not in bases and issubclass(cls, sub):
                found.append([s for s in sub.__mro__ if s in kept])
        if not found:
            chosen.append(typ)
            continue
        found.sort(key=len, reverse=True)
        for sub in found:
            for subcls in sub:
                if subcls not in chosen:
                    chosen.append(subcls)
    return _c3_mro(cls, abcs=chosen)


def _implementation(cls, registry):
    match = None
    for typ in _compose_mro(cls, registry.keys()):
        if match is not None:
            if typ in registry and typ not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, typ):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {typ}")
            break
        if typ in registry:
            match = typ
    return registry.get(match)


def _is_union(cls):
    # `int | str` has no origin, `typing.Union[int, str]` has the form.
    if isinstance(cls, type) or not hasattr(cls, "__args__"):
        return False
    return repr(getattr(cls, "__origin__", None)) in ("None", "typing.Union")


def _is_dispatchable(cls):
    return isinstance(cls, type) or _is_union(cls) and all(isinstance(arg, type) for arg in cls.__args__)


def singledispatch(func):
    """A function that chooses its implementation by the class of its first argument."""
    registry, known = {}, {}
    token = [None]

    def dispatch(cls):
        if token[0] is not None and token[0] != _cache_token():
            known.clear()
            token[0] = _cache_token()
        try:
            return known[cls]
        except KeyError:
            found = registry[cls] if cls in registry else _implementation(cls, registry)
            known[cls] = found
            return found

    def register(cls, func=None):
        if _is_dispatchable(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            hints = getattr(cls, "__annotations__", {})
            if not hints:
                raise TypeError(
                    f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain"
                    " `@register` on an annotated function."
                )
            func = cls
            import typing

            name, cls = next(iter(typing.get_type_hints(func).items()))
            if cls is None:
                cls = type(None)
            if not _is_dispatchable(cls):
                if _is_union(cls):
                    raise TypeError(f"Invalid annotation for {name!r}. {cls!r} not all arguments are classes.")
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        if _is_union(cls):
            for each in cls.__args__:
                registry[each] = func
        else:
            registry[cls] = func
        if token[0] is None and hasattr(cls, "__abstractmethods__"):
            token[0] = _cache_token()
        known.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, "__name__", "singledispatch function")
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = types.MappingProxyType(registry)
    wrapper._clear_cache = known.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """A method that chooses its implementation by the class of its first argument."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            found = self.dispatcher.dispatch(args[0].__class__)
            return found.__get__(obj, cls)(*args, **kwargs)

        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        update_wrapper(method, self.func)
        return method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)


class partialmethod:
    """A method with some arguments given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        parts = [repr(self.func), *[repr(x) for x in self.args], *[f"{k}={v!r}" for k, v in self.keywords.items()]]
        cls = type(self)
        return f"{cls.__module__}.{cls.__qualname__}({', '.join(parts)})"

    def _make_unbound_method(self):
        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})

        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, "__get__", None)
        if get is not None:
            bound = get(obj, cls)
            if bound is not self.func:
                made = partial(bound, *self.args, **self.keywords)
                try:
                    made.__self__ = bound.__self__
                except AttributeError:
                    pass
                return made
        return self._make_unbound_method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    def __class_getitem__(cls, item):
        return types.GenericAlias(cls, item)


import types
from abc import get_cache_token as _cache_token
from functools import partial
