# SPDX-License-Identifier: Apache-2.0
# module: enum
"""The class of enumerations, and the enumerations to derive from."""


Enum = ReprEnum = None
_flags = ()  # `Flag`, once the text of flags is read


class EnumType(type):
    """The class of enums."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        space = _EnumDict()
        space._cls_name = cls
        first = metacls._get_mixins_(cls, bases)[1]
        if first is not None:
            space["_generate_next_value_"] = getattr(first, "_generate_next_value_", None)
        return space

    def __new__(metacls, cls, bases, classdict, *, boundary=None, **kwds):
        classdict.setdefault("_ignore_", []).append("_ignore_")
        for name in classdict["_ignore_"]:
            classdict.pop(name, None)
        names = list(classdict._member_names)
        wrong = [name for name in names if name in ("mro", "")]
        if wrong:
            raise ValueError("invalid enum member name(s) " + ",".join([repr(name) for name in wrong]))
        order = classdict.pop("_order_", None)
        given = classdict.get("_generate_next_value_")
        if given is not None and not isinstance(given, staticmethod):
            dict.__setitem__(classdict, "_generate_next_value_", staticmethod(given))
        dataType, first = metacls._get_mixins_(cls, bases)
        make, isOwn, takesArguments = metacls._find_new_(classdict, dataType, first)
        own = {
            "_new_member_": make,
            "_use_args_": takesArguments,
            "_member_names_": [],
            "_member_map_": {},
            "_value2member_map_": {},
            "_unhashable_values_": [],
            "_member_type_": dataType,
            "_value_repr_": metacls._find_data_repr_(cls, bases),
        }
        if Enum is None or cls == "Flag" or (first is not None and issubclass(first, _flags)):
            own.update(
                _boundary_=boundary or getattr(first, "_boundary_", None),
                _flag_mask_=0,
                _singles_mask_=0,
                _all_bits_=0,
                _inverted_=None,
            )
        for name, value in own.items():
            dict.__setitem__(classdict, name, value)
        for name in names:
            dict.__setitem__(classdict, name, _Seed(classdict[name]))
        try:
            made = super().__new__(metacls, cls, bases, classdict, **kwds)
        except RuntimeError as error:
            raise (error.__cause__ or error)
        if Enum is not None:
            metacls._takeTexts(made, classdict, bases, first, dataType)
            if isOwn:
                type.__setattr__(made, "__new_member__", make)
            type.__setattr__(made, "__new__", Enum.__dict__["__new__"])
        if _isFlag(made):
            values = [each._value_ for each in made]
            if values != sorted(values):
                type.__setattr__(made, "_iter_member_", made._iter_member_by_def_)
        if order is not None:
            metacls._checkOrder(made, order)
        return made

    def __init__(cls, *args, **kwds):
        pass

    @staticmethod
    def _takeTexts(made, classdict, bases, first, dataType):
        """What a data type has of its own does not show in members, but where the enum asks for that (`ReprEnum`)."""
        if ReprEnum is not None and ReprEnum in bases:
            if dataType is object:
                raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
            if "__format__" not in classdict:
                type.__setattr__(made, "__format__", dataType.__format__)
            if "__str__" not in classdict:
                text = (
                    dataType.__repr__
                    if dataType in (int, float, complex, bytes, tuple, list, dict, set, frozenset)
                    else dataType.__str__
                )
                type.__setattr__(made, "__str__", text)
            classdict = {**classdict, "__format__": None, "__str__": None}
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            holder = _holderOf(made, name)
            if (
                name not in classdict
                and holder is not None
                and not isinstance(holder, EnumType)
                and holder in dataType.__mro__
            ):
                type.__setattr__(made, name, getattr(first, name))
        if _isFlag(made):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in classdict:
                    type.__setattr__(made, name, getattr(_flags[0], name))

    @staticmethod
    def _checkOrder(made, order):
        order = order.replace(",", " ").split() if isinstance(order, str) else list(order)
        names = made._member_names_
        if _isFlag(made):
            aliases = [name for name in made._member_map_ if name not in names]
            order = [name for name in order if name not in aliases]
        if order != names:
            raise TypeError(f"member order does not match _order_:\n  {names!r}\n  {order!r}")

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, member):
        if isinstance(member, cls):
            return True
        try:
            return member in cls._value2member_map_
        except TypeError:
            return member in cls._unhashable_values_

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __dir__(cls):
        names = [
            "__class__",
            "__contains__",
            "__doc__",
            "__getitem__",
            "__iter__",
            "__len__",
            "__members__",
            "__module__",
            "__name__",
            "__qualname__",
        ]
        names += cls._member_names_
        names.append("__init_subclass__")
        if cls._use_args_:
            names.append("__new__")
        if cls._member_type_ is not object:
            names += dir(cls._member_type_)
        return sorted(set(names))

    def __getattr__(cls, name):
        known = None if _is_dunder(name) else cls.__dict__.get("_member_map_", {}).get(name)
        if known is None:
            raise AttributeError(name)
        return known

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    @_plainProperty
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        return f"<flag {cls.__name__!r}>" if _isFlag(cls) else f"<enum {cls.__name__!r}>"

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        first = cls._get_mixins_(class_name, bases)[1]
        space = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            pairs, values = [], []
            for count, name in enumerate(names):
                values.append(first._generate_next_value_(name, start, count, values[:]))
                pairs.append((name, values[-1]))
            names = pairs
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            space[name] = value
        if module is not None:
            space["__module__"] = module
        if qualname is not None:
            space["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, space, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enum of those names of a module that pass the filter; the module gets its members."""
        import enum, sys

        space = sys.modules[module].__dict__
        source = source.__dict__ if source else space
        found = [(known, value) for known, value in source.items() if filter(known)]
        try:
            found.sort(key=lambda pair: (pair[1], pair[0]))
        except TypeError:
            found.sort(key=lambda pair: pair[0])
        made = cls(name, found, module=module, boundary=boundary or (KEEP if _isFlag(cls) else None))
        made.__reduce_ex__ = enum.pickle_by_global_name
        if as_global:
            enum.global_enum(made)
        else:
            sys.modules[made.__module__].__dict__.update(made.__members__)
        space[name] = made
        return made

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__ if isinstance(chain, type) else ():
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError(f"<enum {class_name!r}> cannot extend {base!r}")

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        if not bases:
            return object, Enum
        mcls._check_for_existing_members_(class_name, bases)
        first = bases[-1]
        if not isinstance(first, EnumType):
            raise TypeError(
                "new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`"
            )
        return mcls._find_data_type_(class_name, bases) or object, first

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        found = []
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        found.append(base._member_type_)
                        break
                elif (
                    base.__module__ == "builtins"
                    or "__new__" in base.__dict__
                    or "__dataclass_fields__" in base.__dict__
                ):
                    found.append(candidate or base)
                    break
                else:
                    candidate = candidate or base
        found = list(dict.fromkeys(found))
        if len(found) > 1:
            raise TypeError(f"too many data types for {class_name!r}: {set(found)!r}")
        return found[0] if found else None

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType):
                    return base._value_repr_
                if base is object:
                    continue
                if "__dataclass_fields__" in base.__dict__ and getattr(
                    base.__dict__.get("__dataclass_params__"), "repr", True
                ):
                    return _fieldsRepr
                if "__repr__" in base.__dict__ or base.__module__ == "builtins":
                    return base.__repr__
        return None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """What makes a member, whether it is kept for derived enums, and whether it takes the value."""
        make = classdict.get("__new__")
        isOwn = first_enum is not None and make is not None
        if make is not None:
            return getattr(make, "__func__", make), isOwn, True
        for name in ("__new_member__", "__new__"):
            for possible in (member_type, first_enum):
                for base in possible.__mro__ if possible is not None else ():
                    if _isBare(base):
                        continue
                    if name in base.__dict__ and not (name == "__new__" and isinstance(base, EnumType)):
                        held = base.__dict__[name]
                        return getattr(held, "__func__", held), isOwn, True
                    if name == "__new__" and base.__module__ == "builtins":
                        return base.__new__, isOwn, True
        return object.__new__, isOwn, False


EnumMeta = EnumType


def _isBare(base):
    return base is object or base is Enum


def _holderOf(type, name):
    """The first class in line that has the attribute of its own."""
    for base in type.__mro__:
        if name in base.__dict__ or base.__module__ == "builtins":
            return base
    return None


def _fieldsRepr(value):
    """The fields of a dataclass, as in its own text."""
    return ", ".join(
        [f"{name}={getattr(value, name)!r}" for name, field in value.__dataclass_fields__.items() if field.repr]
    )


class Enum(metaclass=EnumType):
    """A class of named constants."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for known in cls._member_map_.values():
                if known._value_ == value:
                    return known
        error = result = None
        try:
            result = cls._missing_(value)
        except Exception as raised:
            error = raised
        if isinstance(result, cls) or (_isFlag(cls) and cls._boundary_ is EJECT and isinstance(result, int)):
            return result
        unknown = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if error is None and result is None:
            raise unknown
        if error is None:
            error = TypeError(
                f"error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member"
            )
        if not isinstance(error, ValueError):
            error.__context__ = unknown
        raise error

    def __init__(self, *args, **kwds):
        pass

    def _generate_next_value_(name, start, count, last_values):
        """The value of an `auto()`: one more than the greatest before."""
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            import warnings

            warnings.warn(
                "In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable "
                "and support adding +1",
                DeprecationWarning,
                stacklevel=3,
            )
        for value in reversed(last_values):
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        """The member for a value that none has; None for none."""
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return f"<{self.__class__.__name__}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __dir__(self):
        names = {"__class__", "__doc__", "__eq__", "__hash__", "__module__"}
        if self.__class__._member_type_ is not object:
            names.update(object.__dir__(self))
        names.update([name for name in getattr(self, "__dict__", ()) if name[0] != "_"])
        for base in self.__class__.mro():
            for name, held in base.__dict__.items():
                if name[0] == "_":
                    continue
                if not isinstance(held, property) or held.fget is not None or name not in self._member_map_:
                    names.add(name)
                else:
                    names.discard(name)
        return sorted(names)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The member's name."""
        return self._name_

    @property
    def value(self):
        """The member's value."""
        return self._value_


class ReprEnum(Enum):
    """An enum whose members have the texts of their values, but for `repr`."""


class IntEnum(int, ReprEnum):
    """Named integers."""


class StrEnum(str, ReprEnum):
    """Named strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f"encoding must be a string, not {values[1]!r}")
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError(f"errors must be a string, not {values[2]!r}")
        text = str(*values)
        made = str.__new__(cls, text)
        made._value_ = text
        return made

    def _generate_next_value_(name, start, count, last_values):
        """The name in lower case."""
        return name.lower()
