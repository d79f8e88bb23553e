# SPDX-License-Identifier: Apache-2.0
# module: dataclasses
"""The methods that a dataclass gets, and the class with slots."""


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
