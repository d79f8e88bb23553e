# SPDX-License-Identifier: Apache-2.0
# module: collections.abc
"""`collections.abc`."""

from abc import ABC, abstractmethod


def _alias(cls, item):
    import types

    return types.GenericAlias(cls, item)


# What `dict.keys()` and the like give.
_keys, _values, _items = type({}.keys()), type({}.values()), type({}.items())


def _check(cls, methods):
    for name in methods:
        for base in cls.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            if not hasattr(cls, name):
                return NotImplemented
    return True


def _known(*classes):
    def register(cls):
        for each in classes:
            cls.register(each)
        return cls

    return register


class Hashable(ABC):
    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        if cls is not Hashable:
            return NotImplemented
        if issubclass(C, (list, dict, set, bytearray)):
            for base in C.__mro__:
                if "__hash__" in base.__dict__:
                    return base.__dict__["__hash__"] is not None
            return False
        for base in C.__mro__:
            if "__hash__" in base.__dict__:
                return base.__dict__["__hash__"] is not None
            if "__eq__" in base.__dict__:
                return False
        return True


class Iterable(ABC):
    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__iter__"]) if cls is Iterable else NotImplemented


class Iterator(Iterable):
    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__iter__", "__next__"]) if cls is Iterator else NotImplemented


def _raise(typ, val, tb):
    if val is None:
        if tb is None:
            raise typ
        val = typ()
    if tb is not None:
        val = val.with_traceback(tb)
    raise val


def _close(self, what):
    try:
        self.throw(GeneratorExit)
    except (GeneratorExit, StopIteration):
        pass
    else:
        raise RuntimeError(f"{what} ignored GeneratorExit")


class Generator(Iterator):
    def __next__(self):
        return self.send(None)

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        _raise(typ, val, tb)

    def close(self):
        _close(self, "generator")

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__iter__", "__next__", "send", "throw", "close"]) if cls is Generator else NotImplemented


@_known(tuple, list, str, range, bytes, bytearray, memoryview, dict, _keys, _values, _items)
class Reversible(Iterable):
    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__reversed__", "__iter__"]) if cls is Reversible else NotImplemented


class Sized(ABC):
    @abstractmethod
    def __len__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__len__"]) if cls is Sized else NotImplemented


@_known(_keys, _values, _items)
class Container(ABC):
    @abstractmethod
    def __contains__(self, x):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__contains__"]) if cls is Container else NotImplemented


class Callable(ABC):
    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        if cls is not Callable:
            return NotImplemented
        if C.__name__ in ("function", "method", "builtin_function_or_method", "type", "partial"):
            return True
        return _check(C, ["__call__"])


@_known(_keys, _values, _items, tuple, list, str, range, bytes, bytearray, memoryview, dict, set, frozenset)
class Collection(Sized, Iterable, Container):
    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__len__", "__iter__", "__contains__"]) if cls is Collection else NotImplemented


@_known(tuple, list, str, range, bytes, bytearray, memoryview)
class Sequence(Reversible, Collection):
    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        for v in self:
            if v is value or v == value:
                return True
        return False

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                v = self[i]
            except IndexError:
                break
            if v is value or v == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        return sum([1 for v in self if v is value or v == value])

    @classmethod
    def __subclasshook__(cls, C):
        return NotImplemented


@_known(list, bytearray)
class MutableSequence(Sequence):
    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for v in list(values) if values is self else values:
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


@_known(bytes, bytearray)
class ByteString(Sequence):
    pass


@_known(set, frozenset, _keys, _items)
class Set(Collection):
    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(elem in other for elem in self)

    def __lt__(self, other):
        return len(self) < len(other) and self <= other if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self >= other if isinstance(other, Set) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(elem in self for elem in other)

    def __eq__(self, other):
        return len(self) == len(other) and self <= other if isinstance(other, Set) else NotImplemented

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __and__(self, other):
        return self._from_iterable([v for v in other if v in self]) if isinstance(other, Iterable) else NotImplemented

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(v in self for v in other)

    def __or__(self, other):
        return (
            self._from_iterable([e for s in (self, other) for e in s])
            if isinstance(other, Iterable)
            else NotImplemented
        )

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return self._from_iterable([v for v in self if v not in other])

    def __rsub__(self, other):
        return (
            self._from_iterable([v for v in other if v not in self]) if isinstance(other, Iterable) else NotImplemented
        )

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        # Equal sets have equal hashes, frozensets among them.
        return hash(frozenset(self))

    @classmethod
    def __subclasshook__(cls, C):
        return NotImplemented


@_known(set)
class MutableSet(Set):
    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        try:
            value = next(iter(self))
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
        else:
            for value in list(it):
                if value in self:
                    self.discard(value)
                else:
                    self.add(value)
        return self

    def __isub__(self, it):
        for value in list(it):
            self.discard(value)
        return self


@_known(_keys, _values, _items)
class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


@_known(_keys)
class KeysView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


@_known(_items)
class ItemsView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            v = self._mapping[key]
        except KeyError:
            return False
        return v is value or v == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


@_known(_values)
class ValuesView(MappingView, Collection):
    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


@_known(dict)
class Mapping(Collection):
    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None

    @classmethod
    def __subclasshook__(cls, C):
        return NotImplemented


_absent = object()


@_known(dict)
class MutableMapping(Mapping):
    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_absent):
        try:
            value = self[key]
        except KeyError:
            if default is _absent:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default
