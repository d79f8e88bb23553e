# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental.hijax
"""Types and primitives of a program's own: classes may be derived from these and are not supported when used."""


class _Absent:
    def __init__(self, *args, **kwargs):
        raise NotImplementedError(f"`{type(self).__name__}`: types and primitives of `jax.experimental.hijax`")


class HiType(_Absent):
    """A type of a program's own."""


class MutableHiType(_Absent):
    """A mutable type of a program's own."""


class HiPrimitive(_Absent):
    """An operation of a program's own."""


class VJPHiPrimitive(_Absent):
    """An operation of a program's own, with its derivative."""


class HiPspec(_Absent):
    """How a value of a program's own type lies on several devices."""


class MappingSpec(_Absent):
    """How a value of a program's own type is mapped."""


class Box(_Absent):
    """A place for values of any type."""


def register_hitype(value_type, type_of):
    """Makes instances of a class values of a type of a program's own."""
    raise NotImplementedError("`jax.experimental.hijax.register_hitype`")
