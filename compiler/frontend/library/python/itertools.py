# SPDX-License-Identifier: Apache-2.0
"""`itertools`, as far as it is not in Iteration.cpp."""

_written_in_c = (
    "accumulate",
    "chain",
    "combinations",
    "combinations_with_replacement",
    "compress",
    "count",
    "cycle",
    "dropwhile",
    "filterfalse",
    "groupby",
    "islice",
    "pairwise",
    "permutations",
    "product",
    "repeat",
    "starmap",
    "takewhile",
    "zip_longest",
)


class compress:
    """The elements whose selector is true."""

    def __init__(self, data, selectors):
        self._data, self._selectors = iter(data), iter(selectors)

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            value, selected = next(self._data), next(self._selectors)
            if selected:
                return value

    def __reduce__(self):
        return self.__class__, (self._data, self._selectors)


class _tee:
    # One of several iterators over one source: they share a chain of [value, next link], which grows at its end.
    def __init__(self, iterable, /):
        if isinstance(iterable, _tee):
            self._source, self._link, self._busy = iterable._source, iterable._link, iterable._busy
        else:
            self._source, self._link, self._busy = iter(iterable), [None, None], [False]

    def __iter__(self):
        return self

    def __next__(self):
        link = self._link
        if link[1] is None:
            if self._busy[0]:
                raise RuntimeError("cannot re-enter the tee iterator")
            self._busy[0] = True
            try:
                value = next(self._source)
            finally:
                self._busy[0] = False
            link[0], link[1] = value, [None, None]
        value, self._link = link
        return value

    def __copy__(self):
        return _tee(self)

    def __reduce__(self):
        rest, link = [], self._link
        while link[1] is not None:
            rest.append(link[0])
            link = link[1]
        return _tee, (chain(rest, self._source),) if rest else (self._source,)


def tee(iterable, n=2, /):
    """Several iterators from one."""
    if n < 0:
        raise ValueError("n must be >= 0")
    if n == 0:
        return ()
    own = (
        getattr(iterable, "__copy__", None)
        if not isinstance(iterable, _tee) and hasattr(iterable, "__next__")
        else None
    )
    if own is not None:
        return (iterable, *[own() for _ in range(n - 1)])
    first = _tee(iterable)
    return (first, *[_tee(first) for _ in range(n - 1)])


_tee.__name__ = _tee.__qualname__ = "_tee"


class groupby:
    """Runs of elements with the same key."""

    def __init__(self, iterable, key=None):
        self._source, self._function = iter(iterable), key
        self._has = self._isOver = False
        self._wanted = self._key = self._value = self._group = None

    def __iter__(self):
        return self

    def _advance(self):
        value = next(self._source)
        self._key = value if self._function is None else self._function(value)
        self._value, self._has = value, True

    def __next__(self):
        self._group = None
        while not self._has or self._wanted is not None and self._key == self._wanted[0]:
            self._advance()
        self._wanted = (self._key,)
        self._group = _Grouper(self, self._key)
        return self._key, self._group

    def __reduce__(self):
        if self._has:
            rest = chain([self._value], self._source)
            return self.__class__, (rest, self._function) if self._function is not None else (rest,)
        return self.__class__, (self._source, self._function) if self._function is not None else (self._source,)


class _Grouper:
    # The elements of the run that its parent stands in; nothing once that has gone on.
    def __init__(self, parent, key):
        if not isinstance(parent, groupby):
            raise TypeError("argument 1 must be itertools.groupby")
        self._parent, self._key, self._isNew = parent, key, True

    def __iter__(self):
        return self

    def __next__(self):
        parent = self._parent
        if parent._group is not self:
            raise StopIteration
        if not self._isNew:
            try:
                parent._advance()
            except StopIteration:
                parent._has = False
                parent._group = None
                parent._wanted = None
                raise
        if not parent._key == self._key:
            raise StopIteration
        self._isNew = False
        return parent._value


from itertools import chain


def batched(iterable, n):
    """Tuples of `n` elements, the last may be shorter."""
    if n < 1:
        raise ValueError("n must be at least one")
    source = iter(iterable)
    while True:
        batch = []
        for value in source:
            batch.append(value)
            if len(batch) == n:
                break
        if not batch:
            return
        yield tuple(batch)
