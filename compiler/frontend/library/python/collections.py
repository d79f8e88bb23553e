# SPDX-License-Identifier: Apache-2.0
"""`collections`."""

from collections.abc import Collection, Mapping, MutableMapping, MutableSequence, Reversible, Sequence
from reprlib import recursive_repr as _recursive_repr


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


class deque:
    """A queue with two ends."""

    __hash__ = None

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError("an integer is required")
            if maxlen < 0:
                raise ValueError("maxlen must be non-negative")
        self._items, self._start, self._maxlen = [], 0, maxlen
        self.extend(iterable)

    @property
    def maxlen(self):
        return self._maxlen

    def _tidy(self):
        # Elements before `_start` are gone; their places are given back when they are more than half.
        if self._start > 32 and self._start * 2 > len(self._items):
            del self._items[: self._start]
            self._start = 0

    def append(self, x, /):
        self._items.append(x)
        if self._maxlen is not None and len(self._items) - self._start > self._maxlen:
            self.popleft()

    def appendleft(self, x, /):
        if not self._start:
            room = len(self._items) + 8
            self._items[:0] = [None] * room
            self._start = room
        self._start -= 1
        self._items[self._start] = x
        if self._maxlen is not None and len(self._items) - self._start > self._maxlen:
            self._items.pop()

    def extend(self, iterable, /):
        for x in list(iterable) if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable, /):
        for x in list(iterable) if iterable is self else iterable:
            self.appendleft(x)

    def pop(self):
        if len(self._items) == self._start:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if len(self._items) == self._start:
            raise IndexError("pop from an empty deque")
        x = self._items[self._start]
        self._items[self._start] = None
        self._start += 1
        self._tidy()
        return x

    def _list(self):
        return self._items[self._start :]

    def _become(self, items):
        self._items, self._start = items, 0

    def clear(self):
        self._become([])

    def copy(self):
        cls = type(self)
        if cls is deque or self._maxlen is not None:
            return cls(self, self._maxlen)
        return cls(self)

    def __copy__(self):
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._items, made._start = self._list(), 0
        return made

    def __reduce__(self):
        state = {name: value for name, value in self.__dict__.items() if name not in ("_items", "_start", "_maxlen")}
        args = () if self._maxlen is None else ((), self._maxlen)
        from copyreg import _state_of

        full = _state_of(self)
        if isinstance(full, tuple):
            state = (state, {k: v for k, v in full[1].items()})
        return type(self), args, state or None, iter(self._list())

    def _same_size(self, size):
        if len(self) != size:
            raise RuntimeError("deque mutated during iteration")

    def count(self, x, /):
        size = len(self)
        n = self._list().count(x)
        self._same_size(size)
        return n

    def index(self, x, start=0, stop=None, /):
        size = len(self)
        stop = size if stop is None else stop
        start = max(start + size, 0) if start < 0 else start
        stop = max(stop + size, 0) if stop < 0 else min(stop, size)
        try:
            found = self._list().index(x, start, stop)
        except ValueError:
            found = None
        self._same_size(size)
        if found is not None:
            return found
        raise ValueError(f"{x!r} is not in deque")

    def insert(self, i, x, /):
        if self._maxlen is not None and len(self) >= self._maxlen:
            raise IndexError("deque already at its maximum size")
        items = self._list()
        items.insert(i, x)
        self._become(items)

    def remove(self, value, /):
        items = self._list()
        for i, x in enumerate(items):
            same = x is value or x == value
            if len(self) != len(items):
                raise IndexError("deque mutated during remove().")
            if same:
                del items[i]
                return self._become(items)
        raise ValueError(f"{value!r} is not in deque")

    def reverse(self):
        self._become(self._list()[::-1])

    def rotate(self, n=1, /):
        items = self._list()
        if items:
            n %= len(items)
            self._become(items[len(items) - n :] + items[: len(items) - n])

    def _place(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        size = len(self)
        at = i + size if i < 0 else i
        if not 0 <= at < size:
            raise IndexError("deque index out of range")
        return at + self._start

    def __getitem__(self, i):
        return self._items[self._place(i)]

    def __setitem__(self, i, x):
        self._items[self._place(i)] = x

    def __delitem__(self, i):
        del self._items[self._place(i)]

    def __len__(self):
        return len(self._items) - self._start

    def __bool__(self):
        return len(self._items) > self._start

    def __iter__(self):
        return _DequeIterator(self)

    def __reversed__(self):
        return _DequeReverseIterator(self)

    def __contains__(self, x):
        size = len(self)
        found = x in self._list()
        self._same_size(size)
        return found

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        return type(self)(self._list() + other._list(), self._maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._list() * n, self._maxlen)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._become((self * n)._list())
        return self

    def __eq__(self, other):
        return self._list() == other._list() if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._list() < other._list() if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._list() <= other._list() if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._list() > other._list() if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._list() >= other._list() if isinstance(other, deque) else NotImplemented

    @_recursive_repr("[...]")
    def __repr__(self):
        tail = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({self._list()!r}{tail})"

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


MutableSequence.register(deque)
Sequence.register(deque)
Reversible.register(deque)
Collection.register(deque)


class _DequeIterator:
    # The elements one after the other, refusing changes of the queue's length in between.
    def __init__(self, queue, index=0):
        if not isinstance(queue, deque):
            raise TypeError(f"argument 1 must be collections.deque, not {type(queue).__name__}")
        self._queue, self._size = queue, len(queue)
        self._left = max(self._size - index, 0)

    def __iter__(self):
        return self

    def __next__(self):
        queue, left = self._queue, self._left
        items = queue._items
        if len(items) - queue._start != self._size:
            self._left = 0
            raise RuntimeError("deque mutated during iteration")
        if not left:
            raise StopIteration
        self._left = left - 1
        return items[len(items) - left]

    def __length_hint__(self):
        return self._left

    def __reduce__(self):
        return type(self), (self._queue, self._size - self._left)


class _DequeReverseIterator(_DequeIterator):
    def __next__(self):
        queue, left = self._queue, self._left
        items = queue._items
        if len(items) - queue._start != self._size:
            self._left = 0
            raise RuntimeError("deque mutated during iteration")
        if not left:
            raise StopIteration
        self._left = left - 1
        return items[queue._start + left - 1]


_DequeIterator.__name__ = _DequeIterator.__qualname__ = "_deque_iterator"
_DequeReverseIterator.__name__ = _DequeReverseIterator.__qualname__ = "_deque_reverse_iterator"
_deque_iterator, _deque_reverse_iterator = _DequeIterator, _DequeReverseIterator


class ChainMap(MutableMapping):
    """Several dicts as one: the first that has a key answers, changes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return merged

    def __iter__(self):
        return iter(list(self._merged()))

    def __len__(self):
        return len(self._merged())

    def __bool__(self):
        return any(self.maps)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.")

    def clear(self):
        self.maps[0].clear()

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        made = dict(other)
        for mapping in reversed(self.maps):
            made.update(mapping)
        return self.__class__(made)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    @_recursive_repr()
    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([repr(m) for m in self.maps]) + ")"


class UserDict(MutableMapping):
    """A class to derive dict-like classes from; the dict is `data`."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"].copy()
        return made

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        data, self.data = self.data, {}
        try:
            made = self.__copy__()
        finally:
            self.data = data
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __or__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(self.data | other.data)
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(other.data | self.data)
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self


class UserList(MutableSequence):
    """A class to derive list-like classes from; the list is `data`."""

    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            if isinstance(initlist, UserList):
                self.data[:] = initlist.data[:]
            elif type(initlist) is list:
                self.data[:] = initlist
            else:
                self.data = list(initlist)

    def __repr__(self):
        return repr(self.data)

    def _of(self, other):
        return other.data if isinstance(other, UserList) else other

    def __eq__(self, other):
        return self.data == self._of(other)

    def __lt__(self, other):
        return self.data < self._of(other)

    def __le__(self, other):
        return self.data <= self._of(other)

    def __gt__(self, other):
        return self.data > self._of(other)

    def __ge__(self, other):
        return self.data >= self._of(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _list_of(self, other):
        if isinstance(other, UserList):
            return other.data
        return other if isinstance(other, type(self.data)) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._list_of(other))

    def __radd__(self, other):
        return self.__class__(self._list_of(other) + self.data)

    def __iadd__(self, other):
        self.data += self._list_of(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"][:]
        return made

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(self._of(other))


def _text_of(x):
    return x.data if isinstance(x, UserString) else x


class UserString(Sequence):
    """A class to derive str-like classes from; the str is `data`."""

    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else seq.data[:] if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _text_of(other)

    def __lt__(self, other):
        return self.data < _text_of(other)

    def __le__(self, other):
        return self.data <= _text_of(other)

    def __gt__(self, other):
        return self.data > _text_of(other)

    def __ge__(self, other):
        return self.data >= _text_of(other)

    def __contains__(self, part):
        return _text_of(part) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i])

    def __add__(self, other):
        if isinstance(other, (UserString, str)):
            return self.__class__(self.data + _text_of(other))
        return self.__class__(self.data + str(other))

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def encode(self, encoding="utf-8", errors="strict"):
        return self.data.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)

    def join(self, seq):
        return self.data.join(seq)

    def split(self, sep=None, maxsplit=-1):
        return self.data.split(sep, maxsplit)

    def rsplit(self, sep=None, maxsplit=-1):
        return self.data.rsplit(sep, maxsplit)

    def splitlines(self, keepends=False):
        return self.data.splitlines(keepends)

    def partition(self, sep):
        return self.data.partition(sep)

    def rpartition(self, sep):
        return self.data.rpartition(sep)

    def translate(self, *args):
        return self.__class__(self.data.translate(*args))

    def format(self, /, *args, **kwds):
        return self.data.format(*args, **kwds)

    def format_map(self, mapping):
        return self.data.format_map(mapping)

    def endswith(self, suffix, *args):
        return self.data.endswith(suffix, *args)

    def startswith(self, prefix, *args):
        return self.data.startswith(prefix, *args)

    def replace(self, old, new, maxsplit=-1):
        return self.__class__(self.data.replace(_text_of(old), _text_of(new), maxsplit))

    def strip(self, chars=None):
        return self.__class__(self.data.strip(_text_of(chars)))

    def lstrip(self, chars=None):
        return self.__class__(self.data.lstrip(_text_of(chars)))

    def rstrip(self, chars=None):
        return self.__class__(self.data.rstrip(_text_of(chars)))

    def removeprefix(self, prefix, /):
        return self.__class__(self.data.removeprefix(_text_of(prefix)))

    def removesuffix(self, suffix, /):
        return self.__class__(self.data.removesuffix(_text_of(suffix)))

    maketrans = str.maketrans


def _searching(name):
    def search(self, sub, *args):
        return getattr(self.data, name)(_text_of(sub), *args)

    search.__name__ = name
    return search


def _made_by(name):
    def make(self, *args):
        return self.__class__(getattr(self.data, name)(*args))

    make.__name__ = name
    return make


def _asking(name):
    def ask(self):
        return getattr(self.data, name)()

    ask.__name__ = name
    return ask


for _name in ("count", "find", "index", "rfind", "rindex"):
    setattr(UserString, _name, _searching(_name))
for _name in "capitalize casefold center expandtabs ljust lower rjust swapcase title upper zfill".split():
    setattr(UserString, _name, _made_by(_name))
for _name in "alpha alnum ascii decimal digit identifier lower numeric printable space title upper".split():
    setattr(UserString, "is" + _name, _asking("is" + _name))
