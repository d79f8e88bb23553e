# SPDX-License-Identifier: Apache-2.0
"""`abc`, as far as it is not in C++."""

from abc import ABCMeta, abstractmethod


def abstractproperty(fget=None, fset=None, fdel=None, doc=None):
    """A property that a derived class must have."""
    return property(None if fget is None else abstractmethod(fget), fset, fdel, doc)


def abstractclassmethod(callable):
    """A class method that a derived class must have."""
    return classmethod(abstractmethod(callable))


def abstractstaticmethod(callable):
    """A static method that a derived class must have."""
    return staticmethod(abstractmethod(callable))


def update_abstractmethods(cls):
    """The class, after its abstract methods were counted again."""
    if not isinstance(cls, ABCMeta) and not hasattr(cls, "__abstractmethods__"):
        return cls
    names = set()
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                names.add(name)
    for name, value in cls.__dict__.items():
        if getattr(value, "__isabstractmethod__", False):
            names.add(name)
    cls.__abstractmethods__ = frozenset(names)
    return cls


_token = 0


def get_cache_token():
    """A token that is another one after every `register`: here it is another one each time."""
    global _token
    _token += 1
    return _token
