# SPDX-License-Identifier: Apache-2.0
# later: types
"""Types of the language by their names, coroutines of generators, and classes made by calls."""

LambdaType = type(lambda: None)
BuiltinFunctionType = type(len)
BuiltinMethodType = type(len)
WrapperDescriptorType = MethodWrapperType = MethodDescriptorType = ClassMethodDescriptorType = type(len)
GetSetDescriptorType = MemberDescriptorType = property


def _generator():
    yield


GeneratorType = type(_generator())
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)


async def _coroutine():
    pass


async def _asyncGenerator():
    yield


CoroutineType = type(_coroutine())
AsyncGeneratorType = type(_asyncGenerator())


def coroutine(func):
    """A generator function whose generators may be awaited."""
    import inspect

    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if inspect.iscoroutinefunction(func) or getattr(func, "__iterable_coroutine__", False):
        return func
    if inspect.isgeneratorfunction(func):
        func.__iterable_coroutine__ = True
        return func
    from functools import wraps

    @wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if type(made) is CoroutineType or not hasattr(made, "__next__") or not hasattr(made, "send"):
            return made
        return _GeneratorWrapper(made)

    return wrapped


class _GeneratorWrapper:
    """A generator-like object that may be awaited."""

    def __init__(self, generator):
        self._generator = generator
        self.__name__ = getattr(generator, "__name__", None)
        self.__qualname__ = getattr(generator, "__qualname__", None)

    def send(self, value):
        return self._generator.send(value)

    def throw(self, *args):
        return self._generator.throw(*args)

    def close(self):
        return self._generator.close()

    def __next__(self):
        return next(self._generator)

    def __iter__(self):
        return self

    __await__ = __iter__


def resolve_bases(bases):
    """Bases with those that are no classes replaced by what their `__mro_entries__` gives."""
    found, changed = [], False
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, "__mro_entries__", None)
        if entries is None:
            found.append(base)
            continue
        made = entries(bases)
        if not isinstance(made, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        found.extend(made)
        changed = True
    return tuple(found) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """`(metaclass, namespace, keywords)` of a class to be made."""
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", None)
    if meta is None:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        for base in bases:
            other = type(base)
            if issubclass(other, meta):
                meta = other
            elif not issubclass(meta, other):
                raise TypeError(
                    "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the"
                    " metaclasses of all its bases"
                )
    space = meta.__prepare__(name, bases, **kwds) if hasattr(meta, "__prepare__") else {}
    return meta, space, kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class made without a `class` statement."""
    resolved = resolve_bases(bases)
    meta, space, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(space)
    if resolved is not bases:
        space["__orig_bases__"] = bases
    return meta(name, resolved, space, **kwds)


def get_original_bases(cls, /):
    """The bases as the `class` statement had them."""
    return cls.__dict__.get("__orig_bases__", cls.__bases__)
