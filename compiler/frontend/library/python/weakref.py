# SPDX-License-Identifier: Apache-2.0
"""`weakref`: nothing is freed while a program is evaluated, so every reference stays alive."""


def _check(object, what):
    if object is None or type(object) in (int, float, complex, bool, str, bytes, tuple, list, dict):
        raise TypeError(f"cannot create {what} to '{type(object).__name__}' object")


class ref:
    """A call gives the object."""

    def __init__(self, object, callback=None, /):
        _check(object, "weak reference")
        self._object = object
        self.__callback__ = callback

    def __call__(self):
        return self._object

    def __eq__(self, other):
        if not isinstance(other, ref):
            return NotImplemented
        return self._object == other._object

    def __hash__(self):
        return hash(self._object)

    def __repr__(self):
        return f"<weakref to '{type(self._object).__name__}'>"

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


ReferenceType = ref


class WeakMethod(ref):
    """A reference to a bound method."""


def proxy(object, callback=None, /):
    """The object itself: it can't vanish."""
    _check(object, "weak reference")
    return object


def getweakrefcount(object, /):
    """0: references are not counted."""
    return 0


def getweakrefs(object, /):
    """An empty list: references are not counted."""
    return []


class WeakKeyDictionary(dict):
    """A dict."""

    def keyrefs(self):
        """References to the keys."""
        return [ref(key) for key in self]

    def copy(self):
        """A dict of the same pairs."""
        return type(self)(self)

    def __repr__(self):
        return "<WeakKeyDictionary>"


class WeakValueDictionary(dict):
    """A dict."""

    def valuerefs(self):
        """References to the values."""
        return [ref(value) for value in self.values()]

    def itervaluerefs(self):
        """References to the values."""
        return iter(self.valuerefs())

    def copy(self):
        """A dict of the same pairs."""
        return type(self)(self)

    def __repr__(self):
        return "<WeakValueDictionary>"


class WeakSet(set):
    """A set."""


class finalize:
    """A call to make when an object is freed, which never happens, or earlier by hand."""

    def __init__(self, obj, func, /, *args, **kwargs):
        self._call = (obj, func, args, kwargs)
        self.atexit = True

    def __call__(self, _=None):
        held, self._call = self._call, None
        if held is not None:
            return held[1](*held[2], **held[3])

    def detach(self):
        """Takes the call back."""
        held, self._call = self._call, None
        return held

    def peek(self):
        """What would be called."""
        return self._call

    @property
    def alive(self):
        """Whether the call is still to be made."""
        return self._call is not None
