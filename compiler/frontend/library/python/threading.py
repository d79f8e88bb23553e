# SPDX-License-Identifier: Apache-2.0
"""`threading`: a thread runs from beginning to end when it is started; a wait that nobody would end is an error."""

TIMEOUT_MAX = 9223372036.0
_count = [0]


def _deadlock(what):
    raise RuntimeError(f"deadlock: `{what}` would wait for ever, since a thread runs to its end when it is started")


class Thread:
    """A function that runs when `start` is called, to its end."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if group is not None:
            raise AssertionError("group argument must be None for now")
        _count[0] += 1
        if name is None:
            name = f"Thread-{_count[0]}" + (f" ({target.__name__})" if hasattr(target, "__name__") else "")
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self.name, self.daemon, self.ident, self._state = name, bool(daemon), None, "initial"

    @property
    def native_id(self):
        return self.ident

    def start(self):
        if self._state != "initial":
            raise RuntimeError("threads can only be started once")
        self._state, self.ident = "running", _count[0] + 1
        _running.append(self)
        try:
            self.run()
        except SystemExit:
            pass
        except Exception as error:
            excepthook(ExceptHookArgs((type(error), error, error.__traceback__, self)))
        finally:
            _running.pop()
            self._state = "stopped"

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        if self._state == "initial":
            raise RuntimeError("cannot join thread before it is started")
        if self is _running[-1]:
            raise RuntimeError("cannot join current thread")
        if self._state == "running" and timeout is None:
            _deadlock("join")

    def is_alive(self):
        return self._state == "running"

    def __repr__(self):
        return f"<{type(self).__name__}({self.name}, {self._state}{' daemon' if self.daemon else ''})>"


class ExceptHookArgs(tuple):
    """What `excepthook` is told: `exc_type`, `exc_value`, `exc_traceback`, `thread`."""

    @property
    def exc_type(self):
        return self[0]

    @property
    def exc_value(self):
        return self[1]

    @property
    def exc_traceback(self):
        return self[2]

    @property
    def thread(self):
        return self[3]


def excepthook(args, /):
    """Tells of an exception that ended a thread."""
    import sys

    print(f"Exception in thread {args.thread.name}:\n{args.exc_type.__name__}: {args.exc_value}", file=sys.stderr)


class _MainThread(Thread):
    pass


_main = _MainThread(name="MainThread")
_main._state, _main.ident = "running", 1
_running = [_main]
_count[0] = 0


class Timer(Thread):
    """A function that runs when `start` is called: no time passes here."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval, self.function = interval, function
        self.args, self.kwargs = args or [], kwargs or {}
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


def current_thread():
    """The thread that runs."""
    return _running[-1]


def main_thread():
    """The program's first thread."""
    return _main


def get_ident():
    """The number of the thread that runs."""
    return _running[-1].ident


get_native_id = get_ident


def active_count():
    """How many threads are not at their end."""
    return len(_running)


def enumerate():
    """The threads that are not at their end."""
    return list(_running)


class _Lock:
    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if self._held:
            if blocking and timeout == -1:
                _deadlock("acquire")
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self):
        return self._held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


def Lock():
    """A lock that one holder has at a time."""
    return _Lock()


class _RLock:
    def __init__(self):
        self._owner, self._depth = None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = current_thread()
        if self._depth and self._owner is not me:
            if blocking and timeout == -1:
                _deadlock("acquire")
            return False
        self._owner, self._depth = me, self._depth + 1
        return True

    def release(self):
        if not self._depth or self._owner is not current_thread():
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


def RLock():
    """A lock that its holder may take again."""
    return _RLock()


class Condition:
    """A lock with a place to wait."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def wait(self, timeout=None):
        if timeout is None:
            _deadlock("wait")
        return False

    def wait_for(self, predicate, timeout=None):
        found = predicate()
        if not found and timeout is None:
            _deadlock("wait_for")
        return found

    def notify(self, n=1):
        """Does nothing: nobody waits."""

    def notify_all(self):
        """Does nothing: nobody waits."""


class Semaphore:
    """A counter that does not go below zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not self._value:
            if blocking and timeout is None:
                _deadlock("acquire")
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    """A counter that does not go above its first value either."""

    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        Semaphore.release(self, n)


class Event:
    """A flag that is waited for."""

    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag and timeout is None:
            _deadlock("wait")
        return self._flag


class Barrier:
    """A meeting of threads. They run one after the other, so only a meeting of one takes place."""

    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self.n_waiting, self.broken = parties, action, 0, False

    def wait(self, timeout=None):
        if self.parties > 1:
            _deadlock("wait")
        if self._action is not None:
            self._action()
        return 0


class BrokenBarrierError(RuntimeError):
    """A barrier was broken."""


class local:
    """Attributes of each thread's own."""

    def _own(self):
        own = object.__getattribute__(self, "__dict__").setdefault("_by_thread", {})
        return own.setdefault(id(current_thread()), {})

    def __getattribute__(self, name):
        if name.startswith("__") or name == "_own":
            return object.__getattribute__(self, name)
        own = self._own()
        return own[name] if name in own else object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        self._own()[name] = value

    def __delattr__(self, name):
        own = self._own()
        if name not in own:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        del own[name]
