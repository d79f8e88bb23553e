# SPDX-License-Identifier: Apache-2.0
"""`types`, as far as it is not in C++."""


class SimpleNamespace:
    """An object with these attributes."""

    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return name + "(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


class MappingProxyType:
    """A dict that can be read only."""

    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __eq__(self, other):
        return self._mapping == (other._mapping if isinstance(other, MappingProxyType) else other)

    def __or__(self, other):
        return self._mapping | other

    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")

    def __delitem__(self, key):
        raise TypeError("'mappingproxy' object doesn't support item deletion")

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"


LambdaType = type(lambda: None)
BuiltinFunctionType = type(len)
BuiltinMethodType = type(len)


def _generator():
    yield


GeneratorType = type(_generator())
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class made without a `class` statement."""
    space = {}
    if exec_body is not None:
        exec_body(space)
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", type)
    return meta(name, tuple(bases), space, **kwds)
