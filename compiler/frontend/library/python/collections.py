# SPDX-License-Identifier: Apache-2.0
"""`collections`."""

from collections.abc import MutableMapping, MutableSequence, Sequence


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

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})"


class OrderedDict(dict):
    """A dict whose order counts in comparisons and can be changed."""

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
        else:
            rest = list(self.items())
            self.clear()
            self[key] = value
            self.update(rest)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __repr__(self):
        return f"{type(self).__name__}({dict.__repr__(self) if self else ''})"


class Counter(dict):
    """A dict that counts elements."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict) or hasattr(iterable, "items"):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) + count
            else:
                get = self.get
                for key in iterable:
                    self[key] = get(key, 0) + 1
        for key, count in kwds.items():
            self[key] = self.get(key, 0) + count

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

    __copy__ = copy

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
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable, /):
        for x in list(iterable):
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
        return type(self)(self._list(), self._maxlen)

    __copy__ = copy

    def count(self, x, /):
        return self._list().count(x)

    def index(self, x, start=0, stop=None, /):
        items = self._list()
        for i in range(*slice(start, stop).indices(len(items))):
            if items[i] is x or items[i] == x:
                return i
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
            if x is value or x == value:
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
        size, i = len(self), 0
        while i < len(self):
            yield self._items[self._start + i]
            i += 1
            if len(self) != size:
                raise RuntimeError("deque mutated during iteration")

    def __reversed__(self):
        return reversed(self._list())

    def __contains__(self, x):
        return x in self._list()

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

    def __repr__(self):
        tail = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({self._list()!r}{tail})"

    @classmethod
    def __class_getitem__(cls, item):
        return cls


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
            merged.update(mapping)
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

    def copy(self):
        return type(self)(self.data)

    def __or__(self, other):
        return type(self)({**self.data, **(other.data if isinstance(other, UserDict) else other)})


class UserList(MutableSequence):
    """A class to derive list-like classes from; the list is `data`."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(initlist)

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

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return type(self)(self.data + list(self._of(other)))

    def __radd__(self, other):
        return type(self)(list(self._of(other)) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def copy(self):
        return type(self)(self.data)


class UserString(Sequence):
    """A class to derive str-like classes from; the str is `data`."""

    def __init__(self, seq):
        self.data = str(seq)

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserString) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, UserString) else other)

    def __contains__(self, part):
        return str(part) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i])

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __radd__(self, other):
        return type(self)(str(other) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __getattr__(self, name):
        if name == "data":
            raise AttributeError(name)
        method = getattr(self.data, name)

        def call(*args, **kwargs):
            result = method(*[str(a) if isinstance(a, UserString) else a for a in args], **kwargs)
            return type(self)(result) if isinstance(result, str) else result

        return call
