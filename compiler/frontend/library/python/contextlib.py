# SPDX-License-Identifier: Apache-2.0
"""`contextlib`, as far as it is not in System.cpp."""

import sys
from contextlib import _begin_capture, _read_capture, _end_capture


class AbstractContextManager:
    """The base of context managers that return themselves."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    """A base that makes a context manager a decorator, too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        from functools import wraps

        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)

        return inner


class redirect_stdout:
    """What the block prints, kernels included, goes to another file."""

    def __init__(self, new_target):
        self._target = new_target

    def __enter__(self):
        self._capture = _begin_capture()
        return self._target

    def __exit__(self, kind, error, traceback):
        out, err = self._split(_read_capture(self._capture))
        _end_capture(self._capture)
        if self._target is not None and out:
            self._target.write(out)
        if err:
            self._other().write(err)
        return False

    def _split(self, texts):
        return texts

    def _other(self):
        return sys.stderr


class redirect_stderr(redirect_stdout):
    """What the block writes to `sys.stderr` goes to another file."""

    def _split(self, texts):
        return texts[1], texts[0]

    def _other(self):
        return sys.stdout


class closing:
    """Calls `close` at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


def _hold(manager):
    with manager as value:
        yield value


class ExitStack:
    """A block of managers that are entered one after the other."""

    def __init__(self):
        self._exits = []

    def __enter__(self):
        return self

    def enter_context(self, cm):
        held = _hold(cm)
        value = next(held)

        def leave(error):
            if error is None:
                next(held, None)
                return False
            try:
                held.throw(error)
            except StopIteration:
                return True
            except BaseException as other:
                if other is not error:
                    raise
                return False
            return False

        self._exits.append(leave)
        return value

    def push(self, exit):
        def leave(error):
            call = exit.__exit__ if hasattr(exit, "__exit__") else exit
            return call(None if error is None else type(error), error, None)

        self._exits.append(leave)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(error):
            callback(*args, **kwds)
            return False

        self._exits.append(leave)
        return callback

    def pop_all(self):
        other = ExitStack()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, kind, error, traceback):
        first = error
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(error):
                    error = None
            except BaseException as other:
                error = other
        if error is not None and error is not first:
            raise error
        return first is not None and error is None
