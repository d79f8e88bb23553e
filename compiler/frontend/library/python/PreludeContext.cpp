// SPDX-License-Identifier: Apache-2.0
// `contextlib`, as far as it is not in System.cpp, `io` and `traceback`, written in Python.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char contextlibText[] = R"py(
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
)py";

static constexpr char ioText[] = R"py(
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2

class UnsupportedOperation(OSError, ValueError):
    """Raised for what a stream can't do."""

class StringIO:
    """A text as a file."""
    def __init__(self, initial_value="", newline="\n"):
        self._text, self._at, self.closed = initial_value, 0, False
    def write(self, s, /):
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        self._text = self._text[:self._at] + s + self._text[self._at + len(s):]
        self._at += len(s)
        return len(s)
    def writelines(self, lines, /):
        for line in lines:
            self.write(line)
    def getvalue(self):
        return self._text
    def read(self, size=-1, /):
        end = len(self._text) if size is None or size < 0 else self._at + size
        part, self._at = self._text[self._at:end], min(end, len(self._text))
        return part
    def readline(self):
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)
    def readlines(self):
        return self.read().splitlines(True)
    def __iter__(self):
        return self
    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line
    def readable(self):
        return True
    def writable(self):
        return True
    def seekable(self):
        return True
    def truncate(self, size=None, /):
        size = self._at if size is None else size
        self._text = self._text[:size]
        return size
    def seek(self, pos, whence=0, /):
        self._at = pos if whence == 0 else len(self._text)
        return self._at
    def tell(self):
        return self._at
    def flush(self):
        pass
    def close(self):
        self.closed = True
    def __enter__(self):
        return self
    def __exit__(self, *exc_info):
        self.close()

class BytesIO:
    """Bytes as a file."""
    def __init__(self, initial_bytes=b""):
        self._data, self._at, self.closed = bytes(initial_bytes), 0, False
    def write(self, b, /):
        self._data = self._data[:self._at] + bytes(b) + self._data[self._at + len(b):]
        self._at += len(b)
        return len(b)
    def getvalue(self):
        return self._data
    def getbuffer(self):
        return self._data
    def read(self, size=-1, /):
        end = len(self._data) if size is None or size < 0 else self._at + size
        part, self._at = self._data[self._at:end], min(end, len(self._data))
        return part
    def readline(self):
        end = self._data.find(b"\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)
    def seek(self, pos, whence=0, /):
        self._at = pos if whence == 0 else self._at + pos if whence == 1 else len(self._data) + pos
        return self._at
    def tell(self):
        return self._at
    def close(self):
        self.closed = True
    def __enter__(self):
        return self
    def __exit__(self, *exc_info):
        self.close()
)py";

static constexpr char tracebackText[] = R"py(
def format_exception_only(exc, value=None, /):
    """The class and message of an exception, as lines."""
    error = exc if value is None else value
    text = str(error)
    return [type(error).__name__ + (": " + text if text else "") + "\n"]

def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    """The exception's text as lines: its class and message, without the calls that led there."""
    error = exc if value is None else value
    return ["Traceback (most recent call last):\n"] + format_exception_only(error)

def format_exc(limit=None, chain=True):
    """The text of the exception being handled."""
    import sys
    error = sys.exc_info()[1]
    return "".join(format_exception(error)) if error is not None else "NoneType: None\n"

def print_exc(limit=None, file=None, chain=True):
    """Writes the text of the exception being handled to `file` or `sys.stderr`."""
    import sys
    print(format_exc(), end="", file=sys.stderr if file is None else file)

def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    """Writes the exception's text to `file` or `sys.stderr`."""
    import sys
    print("".join(format_exception(exc, value)), end="", file=sys.stderr if file is None else file)

def extract_tb(tb, limit=None):
    """An empty list: the calls that led to an exception are told in its diagnostic."""
    return []

def format_tb(tb, limit=None):
    """An empty list: the calls that led to an exception are told in its diagnostic."""
    return []
)py";

llvm::ArrayRef<LibrarySource> library::contextSources() {
  static const LibrarySource sources[] = {{"contextlib", contextlibText}, {"io", ioText}, {"traceback", tracebackText}};
  return sources;
}
