# SPDX-License-Identifier: Apache-2.0
"""`types`, as far as it is not in C++."""

_shown = ("_GeneratorWrapper",)
_written_in_c = ("SimpleNamespace",)
_showing = []  # the namespaces whose text is being made


class SimpleNamespace:
    """An object with these attributes."""

    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if any([self is each for each in _showing]):
            return name + "(...)"
        _showing.append(self)
        try:
            return name + "(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"
        finally:
            _showing.pop()

    def __eq__(self, other):
        if issubclass(type(self), SimpleNamespace) and issubclass(type(other), SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


class mappingproxy:
    """A dict that can be read only."""

    def __init__(self, mapping):
        if not hasattr(type(mapping), "__getitem__") or isinstance(mapping, (list, tuple, str, bytes)):
            raise TypeError(f"mappingproxy() argument must be a mapping, not {type(mapping).__name__}")
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)

    def __reversed__(self):
        return reversed(self._mapping)

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
        return self._mapping == (other._mapping if isinstance(other, mappingproxy) else other)

    def __or__(self, other):
        return self._mapping | (other._mapping if isinstance(other, mappingproxy) else other)

    def __ror__(self, other):
        return other | self._mapping

    def __hash__(self):
        return hash(self._mapping)

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"

    def __str__(self):
        return str(self._mapping)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)

    def __ior__(self, other):
        raise TypeError("'|=' is not supported by mappingproxy; use '|' instead")


MappingProxyType = mappingproxy


class DynamicClassAttribute:
    """A property of instances; of the class it is what the metaclass says."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.overwrite_doc = doc is None
        self.__doc__ = doc if doc is not None else getattr(fget, "__doc__", None)
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        """A copy with this function to read."""
        made = type(self)(fget, self.fset, self.fdel, (fget.__doc__ if self.overwrite_doc else None) or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def setter(self, fset):
        """A copy with this function to write."""
        made = type(self)(self.fget, fset, self.fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def deleter(self, fdel):
        """A copy with this function to delete."""
        made = type(self)(self.fget, self.fset, fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made
