# SPDX-License-Identifier: Apache-2.0
# module: collections
"""Queues with two ends."""


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
