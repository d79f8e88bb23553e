# SPDX-License-Identifier: Apache-2.0
"""`collections`."""

from collections.abc import Collection, Mapping, MutableMapping, MutableSequence, Reversible, Sequence
from reprlib import recursive_repr as _recursive_repr

_written_in_c = ("OrderedDict", "defaultdict", "deque")


class defaultdict(dict):
    """A dict that makes missing values by calling its first argument."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        args = () if self.default_factory is None else (self.default_factory,)
        return type(self), args, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, other)
        made.update(self)
        return made

    @_recursive_repr("...")
    def _factory_text(self):
        return repr(self.default_factory)

    def __repr__(self):
        return f"{type(self).__name__}({self._factory_text()}, {dict.__repr__(self)})"


_absent = object()


class OrderedDict(dict):
    """A dict whose order counts in comparisons and can be changed."""

    def move_to_end(self, key, last=True):
        if not dict.__contains__(self, key):
            raise KeyError(key)
        value = self._take(key)
        if last:
            dict.__setitem__(self, key, value)
        else:
            rest = list(dict.items(self))
            dict.clear(self)
            dict.__setitem__(self, key, value)
            dict.update(self, rest)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(dict.__reversed__(self) if last else dict.__iter__(self))
        return key, self._take(key)

    def pop(self, key, default=_absent):
        if dict.__contains__(self, key):
            return self._take(key)
        if default is not _absent:
            return default
        raise KeyError(key)

    def _take(self, key):
        value = dict.__getitem__(self, key)
        dict.__delitem__(self, key)
        return value

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def update(self, other=(), /, **kwds):
        MutableMapping.update(self, other, **kwds)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.__class__(self)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.__class__(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        return self.__class__(self)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __reduce__(self):
        from copyreg import _state_of

        return self.__class__, (), _state_of(self), None, iter(self.items())

    @_recursive_repr("...")
    def __repr__(self):
        return f"{type(self).__name__}({list(self.items())!r})" if self else f"{type(self).__name__}()"


def _count_elements(mapping, iterable):
    get = mapping.get
    for element in iterable:
        mapping[element] = get(element, 0) + 1


class Counter(dict):
    """A dict that counts elements."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict) or isinstance(iterable, Mapping):
                if self:
                    for key, count in iterable.items():
                        self[key] = count + self.get(key, 0)
                else:
                    super().update(iterable)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict) or hasattr(iterable, "items"):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        for key, count in kwds.items():
            self[key] = self.get(key, 0) - count

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[: max(n, 0)]

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] == other[key] for each in (self, other) for key in each)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] <= other[key] for each in (self, other) for key in each)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other <= self

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other < self

    def _combined(self, other, combine):
        made = Counter()
        for key in self:
            count = combine(self[key], other[key])
            if count > 0:
                made[key] = count
        for key in other:
            if key not in self:
                count = combine(0, other[key])
                if count > 0:
                    made[key] = count
        return made

    def __add__(self, other):
        return self._combined(other, lambda a, b: a + b) if isinstance(other, Counter) else NotImplemented

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b) if isinstance(other, Counter) else NotImplemented

    def __or__(self, other):
        return self._combined(other, max) if isinstance(other, Counter) else NotImplemented

    def __and__(self, other):
        return self._combined(other, min) if isinstance(other, Counter) else NotImplemented

    def __pos__(self):
        return self._combined(Counter(), lambda a, b: a)

    def __neg__(self):
        return Counter()._combined(self, lambda a, b: -b)

    def _become(self, other):
        self.clear()
        self.update(other)
        return self

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __ior__(self, other):
        return self._become(self | other)

    def __iand__(self, other):
        return self._become(self & other)

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        try:
            pairs = self.most_common()
        except TypeError:
            pairs = self.items()
        return f"{type(self).__name__}({{" + ", ".join([f"{key!r}: {count!r}" for key, count in pairs]) + "})"
