# SPDX-License-Identifier: Apache-2.0
# later: enum
"""The flags of `enum`: members that are bits, and what a flag does with bits that no member has."""

from enum import Enum, ReprEnum, StrEnum, auto, bin, _iter_bits_lsb


class FlagBoundary(StrEnum):
    """What a flag does with bits that no member has."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _checked(combine):
    """An operator of flags: on a flag of the same class, or on a value of its data type."""

    def apply(self, other):
        if isinstance(other, self.__class__):
            value = other._value_
        elif self._member_type_ is not object and isinstance(other, self._member_type_):
            value = other
        else:
            return NotImplemented
        return self.__class__(combine(self._value_, value))

    return apply


class Flag(Enum, boundary=STRICT):
    """Named bits."""

    _numeric_repr_ = repr

    def _generate_next_value_(name, start, count, last_values):
        """The next bit."""
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 1 << last.bit_length()
        except Exception:
            raise TypeError(f"invalid flag value {last!r}") from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        """The members that a value has the bits of, lowest first."""
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        """The members that a value has the bits of, in the order of the class."""
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask, every = cls._flag_mask_, cls._all_bits_
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(
                    f"{cls!r} invalid value {value!r}\n    given {bin(value, width)}\n  allowed {bin(mask, width)}"
                )
            if cls._boundary_ is CONFORM:
                value = value & mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value += max(every + 1, 1 << value.bit_length())
            else:
                raise ValueError(f"{cls!r} unknown flag boundary {cls._boundary_!r}")
        negative = value if value < 0 else None
        if value < 0:
            value += every + 1
        unknown, known = value & ~mask, value & mask
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError(f"{cls.__name__}({value!r}) -->  unknown values {unknown!r} [{bin(unknown)}]")
        return cls._combination(value, known, unknown, negative)

    @classmethod
    def _combination(cls, value, known, unknown, negative):
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        if not hasattr(made, "_value_"):
            made._value_ = value
        made._name_ = cls._namesOf(value, known, unknown)
        if not unknown:
            made = cls._value2member_map_.setdefault(value, made)
            if negative is not None:
                cls._value2member_map_[negative] = made
        return made

    @classmethod
    def _namesOf(cls, value, known, unknown):
        """The names of the bits; where a bit has none of its own, those of all members inside. None for none."""
        members = list(cls._iter_member_(known))
        if any([each is None or each._name_ is None for each in members]):
            members = [each for each in members if each is not None and each._name_ is not None]
            members += [
                each
                for each in cls._member_map_.values()
                if each not in members and each._value_ and each._value_ & value == each._value_
            ]
            covered = 0
            for each in members:
                covered |= each._value_
            unknown = value & ~covered
            if members and unknown and cls._boundary_ is not KEEP:
                raise ValueError(f"{cls!r}: no members with value {unknown!r}")
        names = [each._name_ for each in members]
        if names and unknown:
            names.append(cls._numeric_repr_(unknown))
        return "|".join(names) or None

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(
                f"unsupported operand type(s) for 'in': {type(other).__qualname__!r}"
                f" and {self.__class__.__qualname__!r}"
            )
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name, show = self.__class__.__name__, self.__class__._value_repr_ or repr
        return (
            f"<{name}: {show(self._value_)}>"
            if self._name_ is None
            else f"<{name}.{self._name_}: {show(self._value_)}>"
        )

    def __str__(self):
        name = self.__class__.__name__
        return f"{name}({self._value_!r})" if self._name_ is None else f"{name}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    __or__ = __ror__ = _checked(lambda mine, other: mine | other)
    __and__ = __rand__ = _checked(lambda mine, other: mine & other)
    __xor__ = __rxor__ = _checked(lambda mine, other: mine ^ other)

    def __invert__(self):
        if self._inverted_ is None:
            keeps = self._boundary_ in (EJECT, KEEP)
            self._inverted_ = self.__class__(~self._value_ if keeps else self._singles_mask_ & ~self._value_)
        return self._inverted_


_flags = (Flag,)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Named bits that are integers."""
