# SPDX-License-Identifier: Apache-2.0
"""`copyreg`: how objects are taken apart for `copy` and `pickle`."""


def pickle_complex(c):
    """A complex number's parts."""
    return complex, (c.real, c.imag)


dispatch_table = {complex: pickle_complex}
_extension_registry, _inverted_registry, _extension_cache = {}, {}, {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """The function takes objects of the class apart."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    """Nothing, if the object can be called."""
    if not callable(object):
        raise TypeError("constructors must be callable")


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    if base is tuple and hasattr(cls, "_fields"):
        return cls._make(state)
    made = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(made, state)
    return made


def __newobj__(cls, *args):
    """`cls.__new__(cls, *args)`."""
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    """`cls.__new__(cls, *args, **kwargs)`."""
    return cls.__new__(cls, *args, **kwargs)


def add_extension(module, name, code):
    """Gives a global name a number for pickles."""
    code = int(code)
    if not 1 <= code <= 0x7FFFFFFF:
        raise ValueError("code out of range")
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError(f"key {key} is already registered with code {_extension_registry[key]}")
    if code in _inverted_registry:
        raise ValueError(f"code {code} is already in use for key {_inverted_registry[code]}")
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    """Takes the number back."""
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f"key {key} is not registered with code {code}")
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    """Nothing is kept."""
    _extension_cache.clear()


_VALUES = (int, float, complex, str, bytes, bytearray, tuple, list, dict, set, frozenset)


def _value_class(cls):
    # The class of the language whose value the instances hold, or object.
    for base in cls.__mro__:
        if base in _VALUES:
            return base
    return object


def _slot_names(cls):
    names = []
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__") and base.__name__.strip("_"):
                name = "_" + base.__name__.lstrip("_") + name
            names.append(name)
    return names


def _state_of(obj):
    # What `object.__getstate__` gives: the attributes, and with slots a pair.
    state = getattr(obj, "__dict__", None)
    state = dict(state) if state else None
    slots = {}
    for name in _slot_names(type(obj)):
        try:
            slots[name] = getattr(obj, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state


_UNPICKLABLE = ("module", "generator", "coroutine", "async_generator", "frame", "traceback", "code", "memoryview")


def _reduce_by_copy(obj, protocol):
    # `object.__reduce_ex__` and `object.__reduce__`.
    cls = type(obj)
    if not isinstance(cls, type) or cls.__name__ in _UNPICKLABLE and cls.__module__ in ("builtins", "types"):
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    if isinstance(obj, BaseException):
        attributes = {name: value for name, value in obj.__dict__.items()} if hasattr(obj, "__dict__") else None
        return (cls, obj.args, attributes) if attributes else (cls, obj.args)
    if protocol < 2:
        base = _value_class(cls)
        if cls is base and base is not object:
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
        if "__getstate__" not in _defined(cls) and _slot_names(cls):
            raise TypeError(
                "a class that defines __slots__ without defining __getstate__ cannot be pickled with protocol"
                f" {protocol}"
            )
        state = obj.__getstate__()
        made = (_reconstructor, (cls, base, None if base is object else _plain(obj, base)))
        return made + (state,) if state else made
    if hasattr(cls, "__getnewargs_ex__"):
        given = obj.__getnewargs_ex__()
        if not isinstance(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(given).__name__}'")
        if len(given) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(given)}")
        args, kwargs = given
        if not isinstance(args, tuple):
            raise TypeError(
                f"first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '{type(args).__name__}'"
            )
        if not isinstance(kwargs, dict):
            raise TypeError(
                f"second item of the tuple returned by __getnewargs_ex__ must be a dict, not '{type(kwargs).__name__}'"
            )
        make, made = (__newobj_ex__, (cls, args, kwargs)) if kwargs else (__newobj__, (cls, *args))
    elif "__getnewargs__" in _defined(cls):
        args = obj.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        make, made = __newobj__, (cls, *args)
    else:
        base = _value_class(cls)
        if base is tuple and hasattr(cls, "_fields"):
            return __newobj__, (cls, *obj), obj.__getstate__(), None, None
        args = () if base in (object, list, dict) else (_plain(obj, base),)
        make, made = __newobj__, (cls, *args)
    items = iter(obj) if isinstance(obj, list) else None
    pairs = iter(obj.items()) if isinstance(obj, dict) else None
    return make, made, obj.__getstate__(), items, pairs


def _plain(obj, base):
    # The value without the class around it.
    if base is int:
        return int.__add__(obj, 0)
    if base is float:
        return float.__pos__(obj)
    if base is complex:
        return complex(obj.real, obj.imag)
    if base is str:
        return str.__getitem__(obj, slice(None)) if type(obj) is str else "".join(str.__iter__(obj))
    if base is bytes:
        return b"".join([bytes([x]) for x in bytes.__iter__(obj)])
    if base is tuple:
        return tuple([x for x in tuple.__iter__(obj)])
    return base(obj)


def _defined(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        names.update(base.__dict__)
    return names


def _reduce_set(obj):
    # Sets and bytearrays, whose `__reduce__` is their own.
    state = _state_of(obj)
    if isinstance(obj, bytearray):
        return type(obj), (bytes(obj),) if len(obj) else (), state
    return type(obj), ([x for x in obj],), state


def _reduce(obj, protocol):
    if isinstance(obj, (range, slice)):
        return type(obj), (obj.start, obj.stop, obj.step)
    if isinstance(obj, (set, frozenset, bytearray)):
        return _reduce_set(obj)
    return _reduce_by_copy(obj, protocol)


def _reduce_ex(obj, protocol):
    # A class's own `__reduce__` goes before what `object` does.
    for base in type(obj).__mro__[:-1]:
        if "__reduce__" in base.__dict__:
            return obj.__reduce__()
    if type(obj).__reduce__ is not object.__reduce__:
        return obj.__reduce__()
    return _reduce(obj, protocol)


def _advance(cls, args, count):
    # An iterator of itertools, `count` elements in.
    made = cls(*args)
    for _ in range(count):
        next(made)
    return made


def _zip_longest(fill, *sources):
    import itertools

    return itertools.zip_longest(*sources, fillvalue=fill)
