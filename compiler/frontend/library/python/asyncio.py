# SPDX-License-Identifier: Apache-2.0
"""`asyncio`: coroutines in turns; no time passes, so that sleepers wake in the order of their times."""

import heapq as _heapq


class CancelledError(BaseException):
    """The task was cancelled."""


class InvalidStateError(Exception):
    """The future can't do that in its state."""


class QueueEmpty(Exception):
    """Nothing is in the queue."""


class QueueFull(Exception):
    """The queue has no room."""


TimeoutError = TimeoutError
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class _Loop:
    """What is ready runs in order; then the sleeper whose time is the least."""

    def __init__(self):
        self._ready, self._sleepers, self._now, self._count, self._current = [], [], 0.0, 0, None

    def call_soon(self, callback, *args):
        self._ready.append((callback, args))

    def call_later(self, delay, callback, *args):
        self._count += 1
        _heapq.heappush(self._sleepers, (self._now + max(delay, 0), self._count, callback, args))

    def create_future(self):
        return Future()

    def create_task(self, coro, *, name=None):
        return Task(coro, self, name)

    def is_running(self):
        return _loops and _loops[-1] is self

    def time(self):
        import time

        return time.monotonic()

    def run_in_executor(self, executor, func, *args):
        future = Future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def run_until_complete(self, future):
        _loops.append(self)
        try:
            task = ensure_future(future)
            while not task.done():
                self._turn()
            return task.result()
        finally:
            _loops.pop()

    def _turn(self):
        if not self._ready:
            if not self._sleepers:
                raise RuntimeError("deadlock: every task waits for what nobody does")
            self._now = self._sleepers[0][0]
            while self._sleepers and self._sleepers[0][0] <= self._now:
                _, _, callback, args = _heapq.heappop(self._sleepers)
                self._ready.append((callback, args))
        callback, args = self._ready.pop(0)
        callback(*args)

    def close(self):
        """Does nothing."""


_loops = []


def get_running_loop():
    """The loop that runs."""
    if not _loops:
        raise RuntimeError("no running event loop")
    return _loops[-1]


def new_event_loop():
    """A loop."""
    return _Loop()


def get_event_loop():
    """The loop that runs, or a new one."""
    return _loops[-1] if _loops else _Loop()


class Future:
    """A result to come."""

    def __init__(self):
        self._state, self._result, self._error, self._callbacks = "pending", None, None, []

    def _end(self, state):
        self._state = state
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            get_event_loop().call_soon(callback, self)

    def done(self):
        return self._state != "pending"

    def cancelled(self):
        return self._state == "cancelled"

    def cancel(self, msg=None):
        if self.done():
            return False
        self._end("cancelled")
        return True

    def result(self):
        if self._state == "cancelled":
            raise CancelledError()
        if self._state == "pending":
            raise InvalidStateError("Result is not set.")
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self):
        if self._state == "cancelled":
            raise CancelledError()
        if self._state == "pending":
            raise InvalidStateError("Exception is not set.")
        return self._error

    def set_result(self, result):
        if self.done():
            raise InvalidStateError("invalid state")
        self._result = result
        self._end("finished")

    def set_exception(self, exception):
        if self.done():
            raise InvalidStateError("invalid state")
        self._error = exception() if isinstance(exception, type) else exception
        self._end("finished")

    def add_done_callback(self, fn, *, context=None):
        if self.done():
            get_event_loop().call_soon(fn, self)
        else:
            self._callbacks.append(fn)

    def remove_done_callback(self, fn):
        before = len(self._callbacks)
        self._callbacks = [c for c in self._callbacks if c is not fn]
        return before - len(self._callbacks)

    def __await__(self):
        if not self.done():
            yield self
        return self.result()

    __iter__ = __await__


class _Turn:
    """Awaited, it lets the others run."""

    def __await__(self):
        yield None


class Task(Future):
    """A coroutine that takes its turns."""

    def __init__(self, coro, loop=None, name=None):
        Future.__init__(self)
        self._coro, self._loop = coro, loop or get_running_loop()
        self._loop._count += 1
        self._name = f"Task-{self._loop._count}" if name is None else str(name)
        self._waits_for, self._must_cancel = None, False
        self._loop.call_soon(self._step)

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_coro(self):
        return self._coro

    def cancel(self, msg=None):
        if self.done():
            return False
        if self._waits_for is None or not self._waits_for.cancel():
            self._must_cancel = True
        return True

    def _step(self, woken_by=None):
        if self.done():
            return
        before, self._loop._current, self._waits_for = self._loop._current, self, None
        try:
            if self._must_cancel:
                self._must_cancel = False
                waits_for = self._coro.throw(CancelledError())
            else:
                waits_for = self._coro.send(None)
        except StopIteration as stop:
            if self._must_cancel:
                self._end("cancelled")
            else:
                self.set_result(stop.value)
        except CancelledError:
            self._end("cancelled")
        except Exception as error:
            self.set_exception(error)
        else:
            if waits_for is None:
                self._loop.call_soon(self._step)
            elif isinstance(waits_for, Future):
                self._waits_for = waits_for
                waits_for.add_done_callback(self._step)
                if self._must_cancel and waits_for.cancel():
                    self._must_cancel = False
            else:
                self.set_exception(RuntimeError(f"Task got bad yield: {waits_for!r}"))
        finally:
            self._loop._current = before


def iscoroutine(obj):
    """Whether it is a coroutine that was called."""
    return hasattr(obj, "send") and hasattr(obj, "__await__")


def isfuture(obj):
    """Whether it is a future."""
    return isinstance(obj, Future)


async def _awaited(awaitable):
    return await awaitable


def ensure_future(coro_or_future):
    """The future itself, or a task of the coroutine."""
    if isinstance(coro_or_future, Future):
        return coro_or_future
    if iscoroutine(coro_or_future):
        return get_running_loop().create_task(coro_or_future)
    if hasattr(coro_or_future, "__await__"):
        return get_running_loop().create_task(_awaited(coro_or_future))
    raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")


def create_task(coro, *, name=None):
    """A task of the coroutine, which begins with the next turn."""
    return get_running_loop().create_task(coro, name=name)


def current_task():
    """The task whose turn it is."""
    return get_running_loop()._current


def run(main, *, debug=None):
    """Runs a coroutine to its end and gives its result."""
    if _loops:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    if not iscoroutine(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    return _Loop().run_until_complete(main)


async def sleep(delay, result=None):
    """Lets others run, and goes on after those that sleep less; no time passes."""
    if delay <= 0:
        await _Turn()
        return result
    loop, future = get_running_loop(), Future()
    loop.call_later(delay, lambda: future.done() or future.set_result(result))
    return await future


def gather(*coros_or_futures, return_exceptions=False):
    """The results of all, in order; the first error is raised."""
    outer, futures = Future(), [ensure_future(c) for c in coros_or_futures]
    left = [len(futures)]

    def finish(future):
        left[0] -= 1
        if outer.done():
            return
        error = CancelledError() if future.cancelled() else future.exception()
        if error is not None and not return_exceptions:
            outer.set_exception(error)
        elif not left[0]:
            found = []
            for f in futures:
                wrong = CancelledError() if f.cancelled() else f.exception()
                found.append(f.result() if wrong is None else wrong)
            outer.set_result(found)

    for future in futures:
        future.add_done_callback(finish)
    if not futures:
        outer.set_result([])
    return outer


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """The futures that are done, and those that are not."""
    futures = set(fs)
    if not futures:
        raise ValueError("Set of Tasks/Futures is empty.")
    if any(iscoroutine(f) for f in futures):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    over = Future()

    def check(future=None):
        done = [f for f in futures if f.done()]
        failed = any(not f.cancelled() and f.exception() is not None for f in done)
        first = return_when == FIRST_COMPLETED and done or return_when == FIRST_EXCEPTION and failed
        if (first or len(done) == len(futures)) and not over.done():
            over.set_result(None)

    for f in futures:
        f.add_done_callback(check)
    if timeout is not None:
        get_running_loop().call_later(timeout, lambda: over.done() or over.set_result(None))
    check()
    await over
    done = {f for f in futures if f.done()}
    return done, futures - done


async def wait_for(fut, timeout):
    """The result; TimeoutError where it sleeps longer than `timeout`."""
    task = ensure_future(fut)
    if timeout is None:
        return await task
    await wait([task], timeout=timeout)
    if task.done():
        return task.result()
    task.cancel()
    try:
        await task
    except CancelledError:
        pass
    raise TimeoutError()


async def _next_done(futures, seen):
    left = [f for f in futures if f not in seen]
    done, _ = await wait(left, return_when=FIRST_COMPLETED)
    first = [f for f in left if f in done][0]
    seen.append(first)
    return first.result()


def as_completed(fs, *, timeout=None):
    """Coroutines that give the results in the order in which they come."""
    if timeout is not None:
        raise NotImplementedError("`timeout` of `asyncio.as_completed`")
    futures, seen = [ensure_future(f) for f in fs], []
    return iter([_next_done(futures, seen) for _ in futures])


async def to_thread(func, /, *args, **kwargs):
    """The function's result; it runs at once."""
    return func(*args, **kwargs)


class TaskGroup:
    """Tasks that are waited for at the block's end."""

    def __init__(self):
        self._tasks = []

    async def __aenter__(self):
        return self

    def create_task(self, coro, *, name=None):
        task = create_task(coro, name=name)
        self._tasks.append(task)
        return task

    async def __aexit__(self, kind, error, traceback):
        errors = [] if error is None else [error]
        while any(not t.done() for t in self._tasks):
            failed = [t for t in self._tasks if t.done() and not t.cancelled() and t.exception() is not None]
            if errors or failed:
                for t in self._tasks:
                    t.cancel()
            await wait([t for t in self._tasks if not t.done()], return_when=FIRST_EXCEPTION)
        errors += [t.exception() for t in self._tasks if not t.cancelled() and t.exception() is not None]
        if errors:
            raise ExceptionGroup("unhandled errors in a TaskGroup", errors)


class _Waiting:
    """Futures of those who wait."""

    def __init__(self):
        self._waiters = []

    def _wake(self):
        while self._waiters:
            future = self._waiters.pop(0)
            if not future.done():
                future.set_result(True)
                break

    async def _wait(self):
        future = Future()
        self._waiters.append(future)
        await future


class Lock(_Waiting):
    """One holder at a time, in the order in which they came."""

    def __init__(self):
        _Waiting.__init__(self)
        self._held = False

    def locked(self):
        return self._held

    async def acquire(self):
        while self._held:
            await self._wait()
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("Lock is not acquired.")
        self._held = False
        self._wake()

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *exc_info):
        self.release()


class Semaphore(_Waiting):
    """A counter that does not go below zero."""

    def __init__(self, value=1):
        _Waiting.__init__(self)
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value = value

    def locked(self):
        return self._value == 0

    async def acquire(self):
        while self._value <= 0:
            await self._wait()
        self._value -= 1
        return True

    def release(self):
        self._value += 1
        self._wake()

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *exc_info):
        self.release()


class Event(_Waiting):
    """A flag that is waited for."""

    def __init__(self):
        _Waiting.__init__(self)
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True
        for _ in list(self._waiters):
            self._wake()

    def clear(self):
        self._flag = False

    async def wait(self):
        if not self._flag:
            await self._wait()
        return True


class Queue:
    """First in, first out, between tasks."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._items, self._unfinished = [], 0
        self._getters, self._putters, self._joiners = _Waiting(), _Waiting(), _Waiting()

    def _insert(self, item):
        self._items.append(item)

    def _take(self):
        return self._items.pop(0)

    def qsize(self):
        return len(self._items)

    def empty(self):
        return not self._items

    def full(self):
        return 0 < self.maxsize <= len(self._items)

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._insert(item)
        self._unfinished += 1
        self._getters._wake()

    def get_nowait(self):
        if not self._items:
            raise QueueEmpty
        item = self._take()
        self._putters._wake()
        return item

    async def put(self, item):
        while self.full():
            await self._putters._wait()
        self.put_nowait(item)

    async def get(self):
        while not self._items:
            await self._getters._wait()
        return self.get_nowait()

    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished -= 1
        if not self._unfinished:
            for _ in list(self._joiners._waiters):
                self._joiners._wake()

    async def join(self):
        while self._unfinished:
            await self._joiners._wait()


class LifoQueue(Queue):
    """Last in, first out."""

    def _take(self):
        return self._items.pop()


class PriorityQueue(Queue):
    """The least first."""

    def _insert(self, item):
        _heapq.heappush(self._items, item)

    def _take(self):
        return _heapq.heappop(self._items)
