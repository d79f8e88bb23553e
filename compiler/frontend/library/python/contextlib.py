# SPDX-License-Identifier: Apache-2.0
"""`contextlib`, as far as it is not in System.cpp."""

import sys
from abc import ABC, abstractmethod
from contextlib import _begin_capture, _read_capture, _end_capture

_shown = ("_GeneratorContextManager", "_AsyncGeneratorContextManager")


class AbstractContextManager(ABC):
    """The base of context managers that return themselves."""

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            return _hasMethods(C, "__enter__", "__exit__")
        return NotImplemented


class AbstractAsyncContextManager(ABC):
    """The base of asynchronous context managers that return themselves."""

    async def __aenter__(self):
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            return _hasMethods(C, "__aenter__", "__aexit__")
        return NotImplemented


def _hasMethods(C, *names):
    for name in names:
        held = [vars(base)[name] for base in C.__mro__ if name in vars(base)]
        if not held or held[0] is None:
            return NotImplemented
    return True


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


class aclosing(AbstractAsyncContextManager):
    """Awaits `aclose` at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


def _special(manager, name, kind):
    """A special method of the object's class, bound; TypeError where there is none."""
    method = getattr(type(manager), name, None)
    if method is None:
        method = getattr(manager, name, None)  # of managers that the library makes
        if method is None or hasattr(manager, "__dict__"):
            type_ = type(manager)
            raise TypeError(f"'{type_.__module__}.{type_.__qualname__}' object does not support the {kind} protocol")
        return method
    return lambda *args: method(manager, *args)


def _raise_as_it_is(error):
    kept = error.__context__
    try:
        raise error
    except BaseException:
        error.__context__ = kept
        raise


class _BaseExitStack:
    """What both stacks share: the calls to make at the end, each with whether it is awaited."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        """A new stack that takes over the calls."""
        other = type(self)()
        other._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return other

    def _push(self, call, isSync=True):
        self._exit_callbacks.append((isSync, call))

    def push(self, exit):
        """Calls a manager's `__exit__`, or a function with its signature, at the end."""
        method = getattr(type(exit), "__exit__", None)
        if method is not None:
            self._push(lambda *details: method(exit, *details))
        elif not hasattr(exit, "__dict__") and hasattr(exit, "__exit__"):
            self._push(exit.__exit__)
        else:
            self._push(exit)
        return exit

    def enter_context(self, cm):
        """Enters a manager, which is left at the end."""
        enter = _special(cm, "__enter__", "context manager")
        try:
            leave = _special(cm, "__exit__", "context manager")
        except TypeError as error:
            raise TypeError(str(error) + " (missed __exit__ method)") from None
        value = enter()
        self._push(leave)
        return value

    def callback(self, callback, /, *args, **kwds):
        """Calls a function at the end."""

        def leave(kind, error, traceback):
            callback(*args, **kwds)

        leave.__wrapped__ = callback
        self._push(leave)
        return callback


def _fixContext(fresh, old, frame):
    """What a call raised has the exception before it as its context, behind its own ones."""
    while True:
        context = fresh.__context__
        if context is None or context is old:
            return
        if context is frame:
            break
        fresh = context
    fresh.__context__ = old


class ExitStack(_BaseExitStack, AbstractContextManager):
    """A block of managers that are entered one after the other."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        received, frame = error is not None, sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if leave(None if error is None else type(error), error, None if error is None else error.__traceback__):
                    suppressed, pending, error = True, False, None
            except BaseException as other:
                _fixContext(other, error, frame)
                pending, error = True, other
        if pending:
            _raise_as_it_is(error)
        return received and suppressed

    def close(self):
        """Makes the calls now."""
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """The same for asynchronous managers, too."""

    async def enter_async_context(self, cm):
        """Enters an asynchronous manager, which is left at the end."""
        enter = _special(cm, "__aenter__", "asynchronous context manager")
        try:
            leave = _special(cm, "__aexit__", "asynchronous context manager")
        except TypeError as error:
            raise TypeError(str(error) + " (missed __aexit__ method)") from None
        value = await enter()
        self._push(leave, False)
        return value

    def push_async_exit(self, exit):
        """Awaits a manager's `__aexit__`, or a coroutine function with its signature, at the end."""
        method = getattr(type(exit), "__aexit__", None)
        self._push(exit if method is None else lambda *details: method(exit, *details), False)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Awaits a coroutine function at the end."""

        async def leave(kind, error, traceback):
            await callback(*args, **kwds)

        leave.__wrapped__ = callback
        self._push(leave, False)
        return callback

    async def aclose(self):
        """Makes the calls now."""
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, traceback):
        received, frame = error is not None, sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            isSync, leave = self._exit_callbacks.pop()
            try:
                answer = leave(
                    None if error is None else type(error), error, None if error is None else error.__traceback__
                )
                if not isSync:
                    answer = await answer
                if answer:
                    suppressed, pending, error = True, False, None
            except BaseException as other:
                _fixContext(other, error, frame)
                pending, error = True, other
        if pending:
            _raise_as_it_is(error)
        return received and suppressed


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    """The manager of a generator function, for classes that derive from it."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, error, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if error is None:
            error = kind()
        try:
            self.gen.throw(error)
        except StopIteration as stop:
            return stop is not error
        except RuntimeError as other:
            if other is error or (isinstance(error, StopIteration) and other.__cause__ is error):
                return False
            raise
        except BaseException as other:
            if other is not error:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


class AsyncContextDecorator:
    """A base that makes an asynchronous context manager a decorator, too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        from functools import wraps

        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)

        return inner


class _AsyncGeneratorContextManager(AbstractAsyncContextManager, AsyncContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await self.gen.__anext__()
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, kind, error, traceback):
        if error is None and kind is None:
            try:
                await self.gen.__anext__()
            except StopAsyncIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if error is None:
            error = kind()
        try:
            await self.gen.athrow(error)
        except StopAsyncIteration as stop:
            return stop is not error
        except RuntimeError as other:
            if other is error:
                return False
            if isinstance(error, (StopIteration, StopAsyncIteration)) and other.__cause__ is error:
                return False
            raise
        except BaseException as other:
            if other is not error:
                raise
            return False
        raise RuntimeError("generator didn't stop after athrow()")


def asynccontextmanager(func):
    """An asynchronous context manager from an asynchronous generator function."""
    from functools import wraps

    @wraps(func)
    def make(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)

    return make
