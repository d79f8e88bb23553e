# SPDX-License-Identifier: Apache-2.0
"""`contextvars`: values that belong to a context."""

_missing = object()


class Token:
    """What a variable held before it was set."""

    MISSING = _missing

    def __init__(self, context, var, old_value):
        self.var = var
        self.old_value = old_value
        self._context, self._used = context, False


class Context:
    """A mapping of variables to values, in which functions can run."""

    def __init__(self):
        self._values, self._entered = {}, False

    def run(self, callable, *args, **kwargs):
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        self._entered = True
        _stack.append(self)
        try:
            return callable(*args, **kwargs)
        finally:
            _stack.pop()
            self._entered = False

    def copy(self):
        made = Context()
        made._values = dict(self._values)
        return made

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def get(self, var, default=None):
        return self._values.get(var, default)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_stack = [Context()]


def copy_context():
    """A copy of the current context."""
    return _stack[-1].copy()


class ContextVar:
    """A variable of the context."""

    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self.name = name
        self._default = default

    def __class_getitem__(cls, item):
        return cls

    def get(self, default=_missing, /):
        values = _stack[-1]._values
        if self in values:
            return values[self]
        if default is not _missing:
            return default
        if self._default is not _missing:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        context = _stack[-1]
        token = Token(context, self, context._values.get(self, _missing))
        context._values[self] = value
        return token

    def reset(self, token, /):
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        if token._context is not _stack[-1]:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token.old_value is _missing:
            del _stack[-1]._values[self]
        else:
            _stack[-1]._values[self] = token.old_value
