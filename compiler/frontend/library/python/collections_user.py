# SPDX-License-Identifier: Apache-2.0
# module: collections
"""Classes to derive from that keep a mapping, a list or a text in `data`, and chains of mappings."""

import operator as _operator


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


def _comparing(data_of):
    """==, <, <=, >, >= of the data."""

    def comparison(compare):
        return lambda self, other: compare(self.data, data_of(other))

    return [comparison(compare) for compare in (_operator.eq, _operator.lt, _operator.le, _operator.gt, _operator.ge)]


def _list_of(x):
    return x.data if isinstance(x, UserList) else x


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

    __eq__, __lt__, __le__, __gt__, __ge__ = _comparing(_list_of)

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

    def _items_of(self, other):
        if isinstance(other, UserList):
            return other.data
        return other if isinstance(other, type(self.data)) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._items_of(other))

    def __radd__(self, other):
        return self.__class__(self._items_of(other) + self.data)

    def __iadd__(self, other):
        self.data += self._items_of(other)
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
        self.data.extend(_list_of(other))


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

    __eq__, __lt__, __le__, __gt__, __ge__ = _comparing(_text_of)

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
