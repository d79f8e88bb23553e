# SPDX-License-Identifier: Apache-2.0
# module: absl.flags
"""Flags of a program: their defaults, since there is no command line."""


class Error(Exception):
    """A flag that is not right."""


class UnparsedFlagAccessError(Error):
    """A flag that is read too early."""


class FlagHolder:
    """A flag with its value."""

    def __init__(self, name):
        self.name = name

    value = property(lambda self: getattr(FLAGS, self.name))


class _Flags:
    def __init__(self):
        self.__dict__["_values"] = {}

    def __getattr__(self, name):
        if name not in self._values:
            raise AttributeError(name)
        return self._values[name]

    def __setattr__(self, name, value):
        if name not in self._values:
            raise Error(f"Unknown command line flag '{name}'")
        self._values[name] = value

    def __getitem__(self, name):
        return FlagHolder(name)

    def __contains__(self, name):
        return name in self._values

    def __call__(self, argv, known_only=False):
        return list(argv)

    def mark_as_parsed(self):
        pass

    def is_parsed(self):
        return True


FLAGS = _Flags()


def _define(name, default, help="", **kwargs):
    FLAGS._values[name] = default
    return FlagHolder(name)


DEFINE_string = DEFINE_integer = DEFINE_float = DEFINE_bool = DEFINE_boolean = DEFINE_list = _define
DEFINE_multi_string = DEFINE_multi_integer = DEFINE_spaceseplist = _define


def DEFINE_enum(name, default, enum_values, help="", **kwargs):
    """A flag with one of several values."""
    if default is not None and default not in enum_values:
        raise Error(f"flag --{name}={default}: value should be one of <{'|'.join(enum_values)}>")
    return _define(name, default)


def DEFINE_enum_class(name, default, enum_class, help="", **kwargs):
    """A flag with a member of an enumeration."""
    return _define(name, enum_class[default] if isinstance(default, str) else default)


def mark_flag_as_required(flag_name, flag_values=None):
    """Changes nothing: there is no command line."""


def mark_flags_as_required(flag_names, flag_values=None):
    """Changes nothing: there is no command line."""
