# SPDX-License-Identifier: Apache-2.0
"""`reprlib`: short texts of long objects."""

import builtins
from itertools import islice


def recursive_repr(fillvalue="..."):
    """A decorator of `__repr__`: an object inside itself shows as this text."""

    def decorate(function):
        inside = set()

        def wrapper(self):
            key = id(self)
            if key in inside:
                return fillvalue
            inside.add(key)
            try:
                return function(self)
            finally:
                inside.discard(key)

        wrapper.__module__ = getattr(function, "__module__")
        wrapper.__doc__ = getattr(function, "__doc__")
        wrapper.__name__ = getattr(function, "__name__")
        wrapper.__qualname__ = getattr(function, "__qualname__")
        wrapper.__annotations__ = getattr(function, "__annotations__", {})
        return wrapper

    return decorate


class Repr:
    """Texts within limits, which are attributes."""

    def __init__(self):
        self.fillvalue = "..."
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = self.maxother = 30
        self.maxlong = 40

    def repr(self, x):
        """The short text."""
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        """The same, so many levels deep."""
        method = getattr(self, "repr_" + type(x).__name__.replace(" ", "_"), None)
        return method(x, level) if method is not None else self.repr_instance(x, level)

    def _items(self, x, level, left, right, most, trail=""):
        if level <= 0 and len(x):
            inner = self.fillvalue
        else:
            parts = [self.repr1(item, level - 1) for item in islice(x, most)]
            if len(x) > most:
                parts.append(self.fillvalue)
            inner = ", ".join(parts)
            if len(x) == 1 and trail:
                right = trail + right
        return left + inner + right

    def repr_tuple(self, x, level):
        return self._items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._items(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return "array('%s')" % x.typecode
        return self._items(x, level, "array('%s', [" % x.typecode, "])", self.maxarray)

    def _ordered(self, x):
        try:
            return sorted(x)
        except Exception:
            return list(x)

    def repr_set(self, x, level):
        return self._items(self._ordered(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        return self._items(self._ordered(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_deque(self, x, level):
        return self._items(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        parts = [
            self.repr1(key, level - 1) + ": " + self.repr1(x[key], level - 1)
            for key in islice(self._ordered(x), self.maxdict)
        ]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + ", ".join(parts) + "}"

    def _cut(self, text, most):
        if len(text) <= most:
            return text
        before = max(0, (most - 3) // 2)
        after = max(0, most - 3 - before)
        return text[:before] + self.fillvalue + text[len(text) - after :]

    def repr_str(self, x, level):
        text = builtins.repr(x[: self.maxstring])
        if len(text) <= self.maxstring:
            return text
        before = max(0, (self.maxstring - 3) // 2)
        after = max(0, self.maxstring - 3 - before)
        text = builtins.repr(x[:before] + x[len(x) - after :])
        return text[:before] + self.fillvalue + text[len(text) - after :]

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return f"<{type(x).__name__} instance at {id(x):#x}>"
        return self._cut(text, self.maxother)


aRepr = Repr()
repr = aRepr.repr
