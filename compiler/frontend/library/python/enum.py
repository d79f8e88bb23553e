# SPDX-License-Identifier: Apache-2.0
"""`enum`: a metaclass that makes members of the names in a class's body.

The body's names come to `_EnumDict`, which says what is a member and resolves `auto()`. `EnumType` puts a `_Seed` in
the place of each member's value; when the class is there, its seeds are told their names in order (`__set_name__`), and
each makes its member. A member is found again by `_member_map_` (names) and `_value2member_map_` (values).
Combinations of a flag's bits are made when they are first asked for.
"""

from types import DynamicClassAttribute, MappingProxyType

_shown = (
    "_is_descriptor",
    "_is_dunder",
    "_is_sunder",
    "_is_private",
    "_iter_bits_lsb",
    "_auto_null",
    "_EnumDict",
    "_reduce_ex_by_global_name",
)
_plainProperty = property
_auto_null = object()


def _is_descriptor(value):
    return any([hasattr(value, name) for name in ("__get__", "__set__", "__delete__")])


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_private(typeName, name):
    prefix = "_" + typeName + "__"
    return len(name) > len(prefix) and name.startswith(prefix) and not name.endswith("__")


def _is_single_bit(number):
    return number > 0 and number & (number - 1) == 0


def _iter_bits_lsb(number):
    """The bits of a number, lowest first."""
    number = number.value if Enum is not None and isinstance(number, Enum) else number
    if number < 0:
        raise ValueError(f"{number!r} is not a positive integer")
    while number:
        bit = number & -number
        yield bit
        number ^= bit


def bin(num, max_bits=None):
    """A number in two's complement, its sign apart: `0b0 0101`, `0b1 1010`."""
    num = num.__index__()
    digits = f"{num:b}" if num >= 0 else f"{(1 << num.bit_length()) + num:b}".rjust(num.bit_length(), "0")
    sign = "0" if num >= 0 else "1"
    return f"0b{sign} " + digits.rjust(max_bits or 0, sign)


def show_flag_values(value):
    """The bits of a flag, as numbers."""
    return list(_iter_bits_lsb(value.value if isinstance(value, Enum) else value))


class nonmember:
    """Keeps a value of an enum's body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of what would be none, a nested class or a function."""

    def __init__(self, value):
        self.value = value


class auto:
    """The next value."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return "auto(_auto_null)" if self.value is _auto_null else f"auto({self.value!r})"


class property(DynamicClassAttribute):
    """A property of members that leaves its name free for a member."""

    member = None
    name = None
    clsname = None

    def __set_name__(self, owner, name):
        self.name, self.clsname = name, owner.__name__

    def __get__(self, instance, ownerclass=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        if self.member is None:
            raise AttributeError(f"{ownerclass!r} has no attribute {self.name!r}")
        return self.member

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        self.fdel(instance)


class _EnumDict(dict):
    """The names of an enum's body, in order, with those of its members."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignored = []
        self._usesAuto = False
        self._next = None
        self._cls_name = ""

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            value = self._takeSunder(key, value)
        elif _is_dunder(key):
            key = "_order_" if key == "__order__" else key
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignored:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not isinstance(value, member) and _is_descriptor(value):
            pass
        else:
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            if isinstance(value, type) and value.__qualname__.endswith(f"{self._cls_name}.{value.__name__}"):
                import warnings

                text = "In 3.13 classes created inside an enum will not become a member.  "
                text += "Use the `member` decorator to keep the current behavior."
                warnings.warn(text, DeprecationWarning, stacklevel=2)
            value = self._memberValue(key, value.value if isinstance(value, member) else value)
        super().__setitem__(key, value)

    def _takeSunder(self, key, value):
        known = (
            "_order_",
            "_generate_next_value_",
            "_missing_",
            "_ignore_",
            "_iter_member_",
            "_iter_member_by_value_",
            "_iter_member_by_def_",
            "_numeric_repr_",
        )
        if key not in known:
            raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
        if key == "_generate_next_value_":
            if self._usesAuto:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._next = getattr(value, "__func__", value)
        elif key == "_ignore_":
            value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            self._ignored = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError(f"_ignore_ cannot specify already set names: {already!r}")
        return value

    def _memberValue(self, key, value):
        parts = (value,) if isinstance(value, auto) else value
        if type(parts) is tuple and any([isinstance(part, auto) for part in parts]):
            resolved = []
            for part in parts:
                if isinstance(part, auto):
                    if part.value is _auto_null:
                        self._usesAuto = True
                        part.value = self._next(key, 1, len(self._member_names), self._last_values[:])
                    part = part.value
                    self._last_values.append(part)
                resolved.append(part)
            value = resolved[0] if isinstance(value, auto) else tuple(resolved)
        else:
            self._last_values.append(value)
        self._member_names[key] = None
        return value

    def update(self, *others, **more):
        """Adds names with their values, as the body does."""
        for other in (*others, more):
            for key, value in dict(other).items():
                self[key] = value


class _Seed:
    """What stands for a member until its class is there."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, owner, name):
        type.__delattr__(owner, name)
        made = self._make(owner, name)
        value = made._value_
        bits = value if isinstance(value, int) and _isFlag(owner) else None
        same = self._findSame(owner, value)
        if same is not None:
            made = same
        elif bits is None or _is_single_bit(bits):
            owner._member_names_.append(name)
        self._bind(owner, name, made)
        owner._member_map_[name] = made
        if bits is not None:
            self._countBits(owner, bits)
        try:
            owner._value2member_map_.setdefault(value, made)
        except TypeError:
            owner._unhashable_values_.append(value)

    def _make(self, owner, name):
        value = self.value
        arguments = value if isinstance(value, tuple) else (value,)
        if owner._member_type_ is tuple:
            arguments = (arguments,)
        made = owner._new_member_(owner, *arguments) if owner._use_args_ else owner._new_member_(owner)
        if not hasattr(made, "_value_"):
            if owner._member_type_ is object:
                made._value_ = value
            else:
                try:
                    made._value_ = owner._member_type_(*arguments)
                except Exception as error:
                    raise TypeError("_value_ not set in __new__, unable to create it") from error
        made._name_ = name
        made.__objclass__ = owner
        made.__init__(*arguments)
        made._sort_order_ = len(owner._member_names_)
        return made

    def _findSame(self, owner, value):
        try:
            return owner._value2member_map_.get(value)
        except TypeError:
            for known in owner._member_map_.values():
                if known._value_ == value:
                    return known
        return None

    def _bind(self, owner, name, made):
        found = None
        for base in owner.__mro__[1:]:
            held = base.__dict__.get(name)
            if held is not None and isinstance(held, (DynamicClassAttribute, _plainProperty)):
                found = held
                break
        if found is None:
            type.__setattr__(owner, name, made)
            return
        redirect = property(found.fget, found.fset, found.fdel)
        redirect.__set_name__(owner, name)
        redirect.member = made
        type.__setattr__(owner, name, redirect)

    def _countBits(self, owner, bits):
        type.__setattr__(owner, "_flag_mask_", owner._flag_mask_ | bits)
        if _is_single_bit(bits):
            type.__setattr__(owner, "_singles_mask_", owner._singles_mask_ | bits)
        type.__setattr__(owner, "_all_bits_", (1 << owner._flag_mask_.bit_length()) - 1)


def _isFlag(enumeration):
    return issubclass(enumeration, _flags)
