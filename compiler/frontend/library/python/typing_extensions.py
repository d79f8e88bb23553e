# SPDX-License-Identifier: Apache-2.0
"""`typing_extensions`: names of `typing` that came later, or come in a later version."""

import typing as _typing

Annotated = _typing.Annotated
Any = _typing.Any
Callable = _typing.Callable
ClassVar = _typing.ClassVar
Concatenate = _typing.Concatenate
Dict = _typing.Dict
Final = _typing.Final
Generic = _typing.Generic
List = _typing.List
Literal = _typing.Literal
LiteralString = _typing.LiteralString
NamedTuple = _typing.NamedTuple
Never = _typing.Never
NoReturn = _typing.NoReturn
NotRequired = _typing.NotRequired
Optional = _typing.Optional
ParamSpec = _typing.ParamSpec
Protocol = _typing.Protocol
Required = _typing.Required
Self = _typing.Self
Tuple = _typing.Tuple
Type = _typing.Type
TypeAlias = _typing.TypeAlias
TypeGuard = _typing.TypeGuard
TypedDict = _typing.TypedDict
TypeVar = _typing.TypeVar
TypeVarTuple = _typing.TypeVarTuple
Union = _typing.Union
Unpack = _typing.Unpack
cast = _typing.cast
get_args = _typing.get_args
get_origin = _typing.get_origin
get_type_hints = _typing.get_type_hints
overload = _typing.overload
runtime_checkable = _typing.runtime_checkable


def override(arg, /):
    """The method itself, marked as one that overrides."""
    try:
        arg.__override__ = True
    except (AttributeError, TypeError):
        pass
    return arg


def deprecated(message, /, *, category=DeprecationWarning, stacklevel=1):
    """The function itself; calling it warns."""

    def decorate(arg):
        import functools
        import warnings

        if isinstance(arg, type) or category is None:
            arg.__deprecated__ = message
            return arg

        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warnings.warn(message, category, stacklevel=stacklevel + 1)
            return arg(*args, **kwargs)

        arg.__deprecated__ = wrapper.__deprecated__ = message
        return wrapper

    return decorate


def dataclass_transform(**kwargs):
    """The decorator or class itself, marked as one that makes dataclasses."""

    def decorate(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = kwargs
        return cls_or_fn

    return decorate


def assert_never(arg, /):
    """Fails: the line should not be reached."""
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def assert_type(val, typ, /):
    """The value itself."""
    return val


def reveal_type(obj, /):
    """The value itself; its type is told."""
    import sys

    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def final(f):
    """The class or method itself."""
    return f


def get_original_bases(cls, /):
    """The bases as they were written."""
    return cls.__dict__.get("__orig_bases__", cls.__bases__)
