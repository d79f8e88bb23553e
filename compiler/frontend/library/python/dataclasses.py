# SPDX-License-Identifier: Apache-2.0
"""`dataclasses`: classes with `__init__`, `__repr__` and comparisons from their annotated fields.

Only `__init__` has a signature of its own, so only its text is made and run; the other methods are closures over the
names of the fields.
"""

from dataclasses import _with_note
from types import GenericAlias, MappingProxyType


class FrozenInstanceError(AttributeError):
    """Raised by assigning to a frozen dataclass."""


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


class _Factory:
    def __repr__(self):
        return "<factory>"


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_factory = _Factory()
_none = MappingProxyType({})


class InitVar:
    """Marks an argument of `__init__` that is no field."""

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        shown = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f"dataclasses.InitVar[{shown}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


_showing = []  # the objects whose text is being made


def _showOnce(method):
    """`...` for an object inside itself."""

    def __repr__(self):
        if any([self is each for each in _showing]):
            return "..."
        _showing.append(self)
        try:
            return method(self)
        finally:
            _showing.pop()

    __repr__.__wrapped__ = method
    return __repr__


class Field:
    """A field's description."""

    __slots__ = (
        "name",
        "type",
        "default",
        "default_factory",
        "repr",
        "hash",
        "init",
        "compare",
        "metadata",
        "kw_only",
        "_field_type",
    )

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare, self.kw_only = init, repr, hash, compare, kw_only
        self.metadata = _none if metadata is None else MappingProxyType(metadata)

    @_showOnce
    def __repr__(self):
        names = ("name", "type", "default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only")
        parts = [f"{name}={getattr(self, name)!r}" for name in names]
        return "Field(" + ",".join(parts) + f",_field_type={self._field_type})"

    def __set_name__(self, owner, name):
        method = getattr(type(self.default), "__set_name__", None)
        if method:
            method(self.default, owner, name)

    __class_getitem__ = classmethod(GenericAlias)


class _Kind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_isField, _isClassVar, _isInitVar = _Kind("_FIELD"), _Kind("_FIELD_CLASSVAR"), _Kind("_FIELD_INITVAR")


class _DataclassParams:
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq, self.order, self.unsafe_hash, self.frozen = (
            init,
            repr,
            eq,
            order,
            unsafe_hash,
            frozen,
        )

    def __repr__(self):
        return "_DataclassParams(" + ",".join([f"{name}={getattr(self, name)!r}" for name in self.__slots__]) + ")"


def field(
    *,
    default=MISSING,
    default_factory=MISSING,
    init=True,
    repr=True,
    hash=None,
    compare=True,
    metadata=None,
    kw_only=MISSING,
):
    """What is special about a field."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


# ---- what an annotation says --------------------------------------------------------------------------------------


def _named(annotation, cls):
    """What an annotation that is a text begins with (`ClassVar`, `typing.ClassVar[int]`); None for nothing known."""
    import sys

    def word(text):
        text = text.lstrip()
        size = 0
        while size < len(text) and (text[size].isalnum() or text[size] == "_"):
            size += 1
        return text[:size], text[size:].lstrip()

    first, rest = word(annotation)
    second = word(rest[1:])[0] if rest.startswith(".") else ""
    module = sys.modules.get(cls.__module__)
    found = getattr(module, "__dict__", {}).get(first)
    return getattr(found, second, None) if second else found


def _kindOf(annotation, cls):
    from typing import ClassVar

    if isinstance(annotation, str):
        annotation = _named(annotation, cls)
    if annotation is ClassVar or getattr(annotation, "__origin__", None) is ClassVar:
        return _isClassVar
    if annotation is InitVar or type(annotation) is InitVar:
        return _isInitVar
    return _isField


def _isKeywordMark(annotation, cls):
    return annotation is KW_ONLY or (isinstance(annotation, str) and _named(annotation, cls) is KW_ONLY)


def _readField(cls, name, annotation, keywordOnly):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        made = default
    else:
        if type(default).__name__ in ("member_descriptor", "getset_descriptor"):  # a name of `__slots__`
            default = MISSING
        made = field(default=default)
    made.name, made.type, made._field_type = name, annotation, _kindOf(annotation, cls)
    if made._field_type is not _isField and made.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if made._field_type is _isClassVar:
        if made.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
    elif made.kw_only is MISSING:
        made.kw_only = keywordOnly
    if (
        made._field_type is _isField
        and made.default is not MISSING
        and getattr(type(made.default), "__hash__", None) is None
    ):
        raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
    return made


# ---- the methods --------------------------------------------------------------------------------------------------


def dataclass(
    cls=None,
    /,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    """A class with `__init__`, `__repr__` and comparisons from its annotated fields."""

    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)

    return wrap if cls is None else wrap(cls)


# ---- with dataclasses ---------------------------------------------------------------------------------------------


def _fieldNames(obj):
    """The names of an instance's fields. The library's own records have a dict of values."""
    known = (
        type(obj).__dataclass_fields__
        if isinstance(getattr(type(obj), "__dataclass_fields__", None), dict)
        else obj.__dataclass_fields__
    )
    return [name for name, each in known.items() if not isinstance(each, Field) or each._field_type is _isField]


def fields(class_or_instance):
    """The fields' descriptions."""
    try:
        known = class_or_instance.__dataclass_fields__
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(
        [
            _described(name, each)
            for name, each in known.items()
            if not isinstance(each, Field) or each._field_type is _isField
        ]
    )


def _described(name, value):
    """The field, or one for the value of a record of the library."""
    if isinstance(value, Field):
        return value
    made = field()
    made.name, made._field_type = name, _isField
    return made


def _isInstance(obj):
    return (
        not isinstance(obj, type)
        and hasattr(obj, "__dataclass_fields__")
        and (hasattr(type(obj), "__dataclass_fields__"))
    )


def is_dataclass(obj):
    """Whether it is a dataclass or an instance of one."""
    cls = obj if isinstance(obj, type) and not hasattr(obj, "__origin__") else type(obj)
    return hasattr(cls, "__dataclass_fields__")


def asdict(obj, *, dict_factory=dict):
    """The fields as a dict, deeply."""
    if not _isInstance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _plain(obj, lambda pairs: dict_factory(pairs))


def astuple(obj, *, tuple_factory=tuple):
    """The fields as a tuple, deeply."""
    if not _isInstance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _plain(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


def _plain(obj, make):
    if _isInstance(obj):
        return make([(name, _plain(getattr(obj, name), make)) for name in _fieldNames(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_plain(each, make) for each in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_plain(each, make) for each in obj])
    if isinstance(obj, dict):
        pairs = [(_plain(key, make), _plain(value, make)) for key, value in obj.items()]
        return type(obj)(obj.default_factory, pairs) if hasattr(type(obj), "default_factory") else type(obj)(pairs)
    import copy

    return copy.deepcopy(obj)


def make_dataclass(
    cls_name,
    fields,
    *,
    bases=(),
    namespace=None,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    """A dataclass made from names."""
    import keyword
    import types

    space = {} if namespace is None else dict(namespace)
    annotations, defaults = {}, {}
    for item in fields:
        if isinstance(item, str):
            name, annotation = item, "typing.Any"
        elif len(item) == 2:
            name, annotation = item
        elif len(item) == 3:
            name, annotation, defaults[name] = item[0], item[1], item[2]
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = annotation

    def fill(target):
        target.update(space)
        target.update(defaults)
        target["__annotations__"] = annotations

    made = types.new_class(cls_name, bases, {}, fill)
    return dataclass(
        made,
        init=init,
        repr=repr,
        eq=eq,
        order=order,
        unsafe_hash=unsafe_hash,
        frozen=frozen,
        match_args=match_args,
        kw_only=kw_only,
        slots=slots,
        weakref_slot=weakref_slot,
    )


def replace(obj, /, **changes):
    """A copy with some fields changed."""
    if not _isInstance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for name, each in obj.__dataclass_fields__.items():
        if not isinstance(each, Field):  # a record of the library
            changes.setdefault(name, each)
        elif each._field_type is _isClassVar:
            continue
        elif not each.init:
            if name in changes:
                raise ValueError(f"field {name} is declared with init=False, it cannot be specified with replace()")
        elif name not in changes:
            if each._field_type is _isInitVar and each.default is MISSING:
                raise ValueError(f"InitVar {name!r} must be specified with replace()")
            changes[name] = getattr(obj, name)
    inOrder = {name: changes.pop(name) for name in obj.__dataclass_fields__ if name in changes}
    return obj.__class__(**inOrder, **changes)
