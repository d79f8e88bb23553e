# SPDX-License-Identifier: Apache-2.0
# module: concurrent.futures
"""`concurrent.futures`: functions that run at once when they are submitted, one after the other."""

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class Error(Exception):
    """What errors of futures are derived from."""


class CancelledError(Error):
    """The future was cancelled."""


class InvalidStateError(Error):
    """The future can't do that any more."""


class BrokenExecutor(RuntimeError):
    """The executor can't be used."""


TimeoutError = TimeoutError


class Future:
    """A result that is there, or an exception."""

    def __init__(self):
        self._state, self._result, self._exception, self._callbacks = "PENDING", None, None, []

    def _end(self, state):
        self._state = state
        for callback in self._callbacks:
            callback(self)

    def cancel(self):
        if self._state == "FINISHED":
            return False
        if self._state == "PENDING":
            self._end("CANCELLED")
        return True

    def cancelled(self):
        return self._state == "CANCELLED"

    def running(self):
        return False

    def done(self):
        return self._state != "PENDING"

    def _wait(self, timeout):
        if self._state == "CANCELLED":
            raise CancelledError()
        if self._state == "PENDING":
            if timeout is not None:
                raise TimeoutError()
            raise RuntimeError("deadlock: nobody would set the future's result")

    def result(self, timeout=None):
        self._wait(timeout)
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._wait(timeout)
        return self._exception

    def add_done_callback(self, fn):
        if self.done():
            fn(self)
        else:
            self._callbacks.append(fn)

    def set_running_or_notify_cancel(self):
        return self._state != "CANCELLED"

    def set_result(self, result):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._result = result
        self._end("FINISHED")

    def set_exception(self, exception):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._exception = exception
        self._end("FINISHED")


class Executor:
    """Runs functions."""

    _open = True

    def submit(self, fn, /, *args, **kwargs):
        if not self._open:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return iter([]) if not futures else (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._open = False

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    """Runs functions in the order in which they are submitted."""

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None:
            initializer(*initargs)


class ProcessPoolExecutor(ThreadPoolExecutor):
    """Runs functions in the order in which they are submitted, in the program's own process."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        ThreadPoolExecutor.__init__(self, max_workers, "", initializer, initargs)


class DoneAndNotDoneFutures(tuple):
    """Futures that are done, and those that are not."""

    @property
    def done(self):
        return self[0]

    @property
    def not_done(self):
        return self[1]

    def __repr__(self):
        return f"DoneAndNotDoneFutures(done={self[0]!r}, not_done={self[1]!r})"


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """The futures that are done, and those that are not."""
    fs = set(fs)
    done = {f for f in fs if f.done()}
    return DoneAndNotDoneFutures((done, fs - done))


def as_completed(fs, timeout=None):
    """The futures in the order in which they were given."""
    futures = []
    for future in fs:
        if future not in futures:
            futures.append(future)
    return iter(futures)
