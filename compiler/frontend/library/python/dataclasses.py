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


def _name(cls, function, name):
    function.__name__ = name
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    return function


def _makeInit(cls, fields, frozen, slotted):
    given = [each for each in fields if each._field_type is not _isClassVar]
    plain, keywordOnly = [each for each in given if each.init and not each.kw_only], [
        each for each in given if each.init and each.kw_only
    ]
    sawDefault = False
    for each in plain:
        hasDefault = each.default is not MISSING or each.default_factory is not MISSING
        if sawDefault and not hasDefault:
            raise TypeError(f"non-default argument {each.name!r} follows default argument")
        sawDefault = sawDefault or hasDefault
    self = "__dataclass_self__" if any([each.name == "self" for each in given]) else "self"
    space = {"__dataclass_set__": object.__setattr__, "__dataclass_factory__": _factory}

    def parameter(each):
        space["__dataclass_type_" + each.name + "__"] = each.type
        text = f"{each.name}: __dataclass_type_{each.name}__"
        if each.default_factory is not MISSING:
            return text + "=__dataclass_factory__"
        if each.default is MISSING:
            return text
        space["__dataclass_default_" + each.name + "__"] = each.default
        return text + f"=__dataclass_default_{each.name}__"

    def store(each):
        value = each.name
        if each.default_factory is not MISSING:
            factory = f"__dataclass_make_{each.name}__"
            space[factory] = each.default_factory
            value = (
                f"{factory}() if {each.name} is __dataclass_factory__ else {each.name}" if each.init else f"{factory}()"
            )
        elif not each.init:
            if each.default is MISSING or not slotted:
                return None
            value = f"__dataclass_default_{each.name}__"
            space[value] = each.default
        if frozen:
            return f"__dataclass_set__({self}, {each.name!r}, {value})"
        return f"{self}.{each.name} = {value}"

    parameters = [parameter(each) for each in plain]
    if keywordOnly:
        parameters += ["*"] + [parameter(each) for each in keywordOnly]
    body = [store(each) for each in given if each._field_type is _isField]
    if hasattr(cls, "__post_init__"):
        body.append(
            f"{self}.__post_init__(" + ", ".join([each.name for each in given if each._field_type is _isInitVar]) + ")"
        )
    body = [line for line in body if line] or ["pass"]
    exec(
        f"def __init__({', '.join([self] + parameters)}) -> None:\n" + "".join([f"  {line}\n" for line in body]), space
    )
    made = _name(cls, space["__init__"], "__init__")
    return made


def _makeRepr(names):
    def __repr__(self):
        return (
            self.__class__.__qualname__ + "(" + ", ".join([f"{name}={getattr(self, name)!r}" for name in names]) + ")"
        )

    __repr__.__qualname__ = "__create_fn__.<locals>.__repr__"  # how `pprint` knows it
    return _showOnce(__repr__)


def _makeComparison(names, compare):
    def method(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compare(tuple([getattr(self, name) for name in names]), tuple([getattr(other, name) for name in names]))

    return method


def _makeHash(names):
    def __hash__(self):
        return hash(tuple([getattr(self, name) for name in names]))

    return __hash__


def _makeFrozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            way = f"`dataclasses.replace(instance, {name}=...)` makes a changed copy"
            note = f"`{type(self).__name__}` is frozen: {way}"
            raise _with_note(FrozenInstanceError(f"cannot assign to field {name!r}"), note)
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _setNew(cls, name, method):
    """Whether the class has the name already; else it gets the method."""
    if name in cls.__dict__:
        return True
    setattr(cls, name, _name(cls, method, name))
    return False


def _docOf(cls, fields):
    def shown(annotation):
        if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
            return (
                annotation.__qualname__
                if annotation.__module__ == "builtins"
                else f"{annotation.__module__}.{annotation.__qualname__}"
            )
        return repr(annotation).replace("typing.", "")

    def parameter(each):
        text = f"{each.name}: {shown(each.type)}"
        if each.default_factory is not MISSING:
            return text + " = <factory>"
        return text if each.default is MISSING else text + f" = {each.default!r}"

    given = [each for each in fields if each._field_type is not _isClassVar and each.init]
    parts = [parameter(each) for each in given if not each.kw_only]
    keywordOnly = [parameter(each) for each in given if each.kw_only]
    return f"{cls.__name__}({', '.join(parts + (['*'] + keywordOnly if keywordOnly else []))})"


# ---- the class ----------------------------------------------------------------------------------------------------


def _collect(cls, frozen, keywordOnly):
    """All fields by name: inherited ones first, a redefined one in its old place. And whether a base is a dataclass."""
    fields, bases = {}, []
    for base in cls.__mro__[:0:-1]:
        inherited = getattr(base, "__dataclass_fields__", None)
        if inherited is not None:
            fields.update(inherited)
            bases.append(base.__dataclass_params__.frozen)
    annotations = cls.__dict__.get("__annotations__", {})
    own, sawMark = [], False
    for name, annotation in annotations.items():
        if _isKeywordMark(annotation, cls):
            if sawMark:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            sawMark = keywordOnly = True
        else:
            own.append(_readField(cls, name, annotation, keywordOnly))
    for each in own:
        fields[each.name] = each
        if isinstance(getattr(cls, each.name, None), Field):
            if each.default is MISSING:
                delattr(cls, each.name)
            else:
                setattr(cls, each.name, each.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    if bases and any(bases) and not frozen:
        raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    if bases and not any(bases) and frozen:
        raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    return fields


def _addHash(cls, fields, unsafe, eq, frozen, isExplicit):
    names = [each.name for each in fields if (each.compare if each.hash is None else each.hash)]
    if unsafe:
        if isExplicit:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    elif not eq or isExplicit:
        return
    elif not frozen:
        cls.__hash__ = None
        return
    cls.__hash__ = _name(cls, _makeHash(names), "__hash__")


def _addOrder(cls, names):
    methods = {
        "__lt__": lambda a, b: a < b,
        "__le__": lambda a, b: a <= b,
        "__gt__": lambda a, b: a > b,
        "__ge__": lambda a, b: a >= b,
    }
    for name, compare in methods.items():
        if _setNew(cls, name, _makeComparison(names, compare)):
            raise TypeError(
                f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering"
            )


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    fields = _collect(cls, frozen, kw_only)
    cls.__dataclass_params__ = _DataclassParams(init, repr, eq, order, unsafe_hash, frozen)
    cls.__dataclass_fields__ = fields
    known = cls.__dict__.get("__hash__", MISSING)
    isExplicit = not (known is MISSING or (known is None and "__eq__" in cls.__dict__))
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    every = list(fields.values())
    real = [each for each in every if each._field_type is _isField]
    compared = [each.name for each in real if each.compare]
    if init:
        made = _makeInit(cls, every, frozen, slots)
        _setNew(cls, "__init__", made)
    if repr:
        _setNew(cls, "__repr__", _makeRepr([each.name for each in real if each.repr]))
    if eq:
        _setNew(cls, "__eq__", _makeComparison(compared, lambda a, b: a == b))
    if order:
        _addOrder(cls, compared)
    if frozen:
        for name, method in zip(("__setattr__", "__delattr__"), _makeFrozen(cls, [each.name for each in real])):
            if _setNew(cls, name, method):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
    _addHash(cls, real, unsafe_hash, eq, frozen, isExplicit)
    if not getattr(cls, "__doc__", None):
        cls.__doc__ = _docOf(cls, every)
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple(
            [each.name for each in every if each.init and not each.kw_only and each._field_type is not _isClassVar]
        )
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = _addSlots(cls, [each.name for each in real], frozen, weakref_slot)
    from abc import update_abstractmethods

    return update_abstractmethods(cls)


def _slotsOf(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return []
    if isinstance(slots, str):
        return [slots]
    if hasattr(slots, "__next__"):
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")
    return list(slots)


def _getState(self):
    return [getattr(self, each.name) for each in fields(self)]


def _setState(self, state):
    for each, value in zip(fields(self), state):
        object.__setattr__(self, each.name, value)


def _addSlots(cls, names, frozen, weakref_slot):
    """The class anew, with `__slots__`: a class that is made can't get them."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    space = dict(cls.__dict__)
    inherited = [name for base in cls.__mro__[1:-1] for name in _slotsOf(base)]
    slots = [name for name in names if name not in inherited]
    if weakref_slot and "__weakref__" not in inherited:
        slots.append("__weakref__")
    space["__slots__"] = tuple(slots)
    for name in (*names, "__dict__", "__weakref__"):
        space.pop(name, None)
    qualified = getattr(cls, "__qualname__", None)
    space.setdefault("__module__", cls.__module__)
    cls = type(cls)(cls.__name__, cls.__bases__, space)
    if qualified is not None:
        cls.__qualname__ = qualified
    if frozen:
        for name, method in (("__getstate__", _getState), ("__setstate__", _setState)):
            if name not in cls.__dict__:
                setattr(cls, name, method)
    return cls


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
