# SPDX-License-Identifier: Apache-2.0
# later: enum
"""What can be asked of an enum as a whole (`unique`, `verify`), and enums whose members are names of their module."""

from enum import Enum, Flag, ReprEnum, StrEnum, _is_single_bit, _iter_bits_lsb


def unique(enumeration):
    """Refuses an enum in which two members share a value."""
    duplicates = [(name, member.name) for name, member in enumeration.__members__.items() if name != member.name]
    if duplicates:
        details = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


class EnumCheck(StrEnum):
    """What `verify` can ask of an enum."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Refuses an enum that does not pass these checks."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        if not issubclass(enumeration, Enum):
            raise TypeError("the 'verify' decorator only works with Enum and Flag")
        for check in self.checks:
            if check is UNIQUE:
                self._checkUnique(enumeration)
            elif check is CONTINUOUS:
                self._checkContinuous(enumeration)
            elif check is NAMED_FLAGS:
                self._checkNamed(enumeration)
        return enumeration

    def _checkUnique(self, enumeration):
        aliases = [f"{name} -> {each.name}" for name, each in enumeration.__members__.items() if name != each.name]
        if aliases:
            raise ValueError(f"aliases found in {enumeration!r}: " + ", ".join(aliases))

    def _checkContinuous(self, enumeration):
        values = {each.value for each in enumeration}
        if len(values) < 2:
            return
        low, high = min(values), max(values)
        if issubclass(enumeration, Flag):
            kind, wanted = "flag", [1 << bit for bit in range(low.bit_length(), high.bit_length() - 1)]
        else:
            kind, wanted = "enum", range(low + 1, high)
        missing = [str(value) for value in wanted if value not in values]
        if missing:
            raise ValueError(f"invalid {kind} {enumeration.__name__!r}: missing values {', '.join(missing)}"[:256])

    def _checkNamed(self, enumeration):
        single = [each.value for each in enumeration]
        names, lacking = [], 0
        for name, alias in enumeration._member_map_.items():
            if name in enumeration._member_names_ or alias.value < 0:
                continue
            missed = [bit for bit in _iter_bits_lsb(alias.value) if bit not in single]
            if missed:
                names.append(name)
                for bit in missed:
                    lacking |= bit
        if not names:
            return
        which = (
            f"alias {names[0]} is missing"
            if len(names) == 1
            else f"aliases {', '.join(names[:-1])} and {names[-1]} are missing"
        )
        what = f"value 0x{lacking:x}" if _is_single_bit(lacking) else f"combined values of 0x{lacking:x}"
        raise ValueError(
            f"invalid Flag {enumeration.__name__!r}: {which} {what} [use enum.show_flag_values(value) for details]"
        )


def pickle_by_global_name(self, proto):
    """Members are stored as the global name that they have."""
    return self.name


_reduce_ex_by_global_name = pickle_by_global_name


def pickle_by_enum_name(self, proto):
    """Members are stored as an attribute of their enum."""
    return getattr, (self.__class__, self._name_)


def global_enum_repr(self):
    """`module.NAME`."""
    return f"{self.__class__.__module__.split('.')[-1]}.{self._name_}"


def global_flag_repr(self):
    """`module.NAME|module.NAME`."""
    module = self.__class__.__module__.split(".")[-1]
    if self._name_ is None:
        return f"{module}.{self.__class__.__name__}({self._value_!r})"
    return "|".join([name if name[0].isdigit() else f"{module}.{name}" for name in self._name_.split("|")])


def global_str(self):
    """The name alone."""
    return f"{self.__class__.__name__}({self._value_!r})" if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Makes the members names of the module, and shows them so."""
    import sys

    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
