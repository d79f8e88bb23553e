# SPDX-License-Identifier: Apache-2.0
"""`typing`, as far as it is not in C++."""


def get_origin(tp):
    """The class of `list[int]`; None for what has no arguments."""
    return getattr(tp, "__origin__", None) if hasattr(tp, "__args__") else None


def get_args(tp):
    """The arguments of `list[int]`."""
    return getattr(tp, "__args__", ())


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function or class, those of base classes too; texts are evaluated."""
    hints = {}
    sources = reversed(obj.__mro__) if isinstance(obj, type) else [obj]
    for source in sources:
        own = (
            source.__dict__.get("__annotations__", {})
            if isinstance(source, type)
            else getattr(source, "__annotations__", {})
        )
        for name, value in own.items():
            if isinstance(value, str):
                value = eval(value, dict(getattr(source, "__globals__", None) or globalns or {}), dict(localns or {}))
            hints[name] = type(None) if value is None else value
    return hints


def no_type_check(arg):
    """The argument itself."""
    return arg


def assert_type(val, typ, /):
    """The value itself."""
    return val


def reveal_type(obj, /):
    """The object itself."""
    return obj


def assert_never(arg, /):
    """Raises: this place must not be reached."""
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def override(method, /):
    """The method itself."""
    return method


def dataclass_transform(**kwargs):
    """A decorator that changes nothing."""
    return lambda cls: cls


def is_typeddict(tp):
    """Whether the class derives from TypedDict."""
    return isinstance(tp, type) and hasattr(tp, "__total__")
