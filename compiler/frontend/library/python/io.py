# SPDX-License-Identifier: Apache-2.0
"""`io`: streams over texts, bytes and the files of the run.

The files are in io_files.py, texts in io_text.py. A stream over a file shows what other streams wrote at
once, since there is no buffer to flush. Text that only the run knows (an array's) stays unknown while it is appended.
"""

import builtins as _builtins
import io as _io

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192
BlockingIOError = _builtins.BlockingIOError
open = _builtins.open


class UnsupportedOperation(OSError, ValueError):
    """Raised for what a stream can't do."""


class IOBase:
    """What all streams have."""

    closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _refuse(self, what):
        raise UnsupportedOperation(what)

    def close(self):
        """Ends the use of the stream."""
        self.closed = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=-1, /):
        """The lines that are left; with `hint` no more than it takes to have that many characters."""
        lines, size = [], 0
        for line in self:
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def writelines(self, lines, /):
        """Writes each of the texts."""
        self._check()
        for line in lines:
            self.write(line)

    def flush(self):
        """Does nothing: what is written is there at once."""
        self._check()

    def readable(self):
        """Whether the stream can be read."""
        self._check()
        return False

    def writable(self):
        """Whether the stream can be written to."""
        self._check()
        return False

    def seekable(self):
        """Whether the stream has a position."""
        self._check()
        return False

    def isatty(self):
        """False."""
        self._check()
        return False

    def fileno(self):
        """Refused: the stream is no file of an operating system."""
        self._refuse("fileno")

    def seek(self, offset, whence=0, /):
        self._refuse("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        self._refuse("truncate")

    def readline(self, size=-1, /):
        """The bytes up to and with the next line break."""
        self._check()
        line = b""
        while size is None or size < 0 or len(line) < size:
            part = self.read(1)
            line += part
            if not part or part == b"\n":
                break
        return line


class RawIOBase(IOBase):
    """Bytes without a buffer."""

    def readall(self):
        """The bytes that are left."""
        return self.read(-1)


class BufferedIOBase(IOBase):
    """Bytes with a buffer."""

    def readinto(self, buffer, /):
        """Reads into a bytearray; how many bytes there were."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    readinto1 = readinto

    def read1(self, size=-1, /):
        """As `read`."""
        return self.read(size)

    def detach(self):
        self._refuse("detach")


class TextIOBase(IOBase):
    """Texts."""

    encoding = errors = newlines = None

    def read(self, size=-1, /):
        self._refuse("read")

    def write(self, s, /):
        self._refuse("write")

    def detach(self):
        self._refuse("detach")


def _index(value, what="integer"):
    if not hasattr(value, "__index__"):
        raise TypeError(f"argument should be {what} or None, not {type(value).__name__!r}")
    return value.__index__()


class _ByteStream(BufferedIOBase):
    """A position in the bytes of a file; None is the end, whose place the run may be the first to know."""

    def __init__(self, file, mode, name):
        self._file, self.mode, self._name = file, mode, name
        self._at = None if "a" in mode else 0

    @property
    def name(self):
        """The path as it was given."""
        if self._name is None:
            raise AttributeError(f"'{type(self).__module__}.{type(self).__name__}' object has no attribute 'name'")
        return self._name

    def __repr__(self):
        return f"<_io.{type(self).__name__} name={self.name!r}>"

    def readable(self):
        self._check()
        return "r" in self.mode or "+" in self.mode

    def writable(self):
        self._check()
        return "r" not in self.mode or "+" in self.mode

    def seekable(self):
        self._check()
        return True

    def _isEnd(self):
        return self._at is None or (self._at == 0 and not self._file.parts)

    def read(self, size=-1, /):
        """As many bytes, or all that are left."""
        if not self.readable():
            self._refuse("read")
        data = self._file.data()
        begin = len(data) if self._at is None else self._at
        end = len(data) if size is None or _index(size) < 0 else min(begin + _index(size), len(data))
        self._at = max(begin, end)
        return data[begin:end]

    def readline(self, size=-1, /):
        if not self.readable():
            self._refuse("read")
        data = self._file.data()
        begin = len(data) if self._at is None else self._at
        found = data.find(b"\n", begin)
        end = len(data) if found < 0 else found + 1
        return self.read(end - begin if size is None or _index(size) < 0 else min(end - begin, _index(size)))

    def peek(self, size=0, /):
        """The bytes that are left; the position stays."""
        self._check()
        data = self._file.data()
        return b"" if self._at is None else data[self._at :]

    def write(self, b, /):
        """Writes bytes at the position, at the end in a file that is appended to."""
        if not self.writable():
            self._refuse("write")
        if isinstance(b, str) or not hasattr(b, "__len__"):
            raise TypeError(f"a bytes-like object is required, not '{type(b).__name__}'")
        new = bytes(b)
        if "a" in self.mode or self._isEnd():
            self._at = None
            self._file.append(new)
            return len(new)
        data = self._file.data()
        if self._at == len(data):
            self._file.append(new)
        else:
            begin = data[: self._at].ljust(self._at, b"\0")
            self._file.replace(begin + new + data[self._at + len(new) :])
        self._at += len(new)
        return len(new)

    def seek(self, offset, whence=0, /):
        """Moves the position: from the beginning, from where it is, or from the end."""
        self._check()
        offset = _index(offset)
        if whence == 2 and offset == 0:
            self._at = None
            return len(self._file.data()) if self._file.isKnown() else _Later(lambda: len(self._file.data()))
        if whence not in (0, 1, 2):
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0 and offset < 0:
            raise ValueError(f"negative seek value {offset}") if self._name is None else OSError(22, "Invalid argument")
        size = len(self._file.data())
        base = 0 if whence == 0 else size if whence == 2 or self._at is None else self._at
        if base + offset < 0 and self._name is not None:
            raise OSError(22, "Invalid argument")
        self._at = max(base + offset, 0)
        return self._at

    def tell(self):
        """The position."""
        self._check()
        return len(self._file.data()) if self._at is None else self._at

    def truncate(self, size=None, /):
        """Cuts the file, or fills it with zeros, to this size."""
        if not self.writable():
            self._refuse("truncate")
        size = self.tell() if size is None else _index(size)
        if size < 0:
            raise ValueError(f"negative size value {size}") if self._name is None else OSError(22, "Invalid argument")
        data = self._file.data()
        self._at = len(data) if self._at is None else self._at
        self._file.replace(data[:size] if self._name is None else data[:size].ljust(size, b"\0"))
        return size

    def fileno(self):
        """A number that `os.read`, `os.write`, `os.fstat` and `os.close` take."""
        self._check()
        return self._file.numberOf(self)

    def close(self):
        if not self.closed:
            self._file.close(self)
        self.closed = True


class BufferedReader(_ByteStream):
    """A binary file that is read."""


class BufferedWriter(_ByteStream):
    """A binary file that is written."""


class BufferedRandom(_ByteStream):
    """A binary file that is read and written."""


class FileIO(_ByteStream, RawIOBase):
    """A binary file without a buffer."""

    def __repr__(self):
        mode = {"r": "rb", "w": "wb", "a": "ab", "x": "xb"}.get(self.mode, self.mode)
        return f"<_io.FileIO name={self._name!r} mode={mode!r} closefd=True>"


class BytesIO(_ByteStream):
    """Bytes as a file."""

    def __init__(self, initial_bytes=b""):
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        file = _io._File(None)
        file.parts = [bytes(initial_bytes or b"")]
        _ByteStream.__init__(self, file, "w+", None)

    def __repr__(self):
        return object.__repr__(self)

    def getvalue(self):
        """All bytes."""
        self._check()
        return self._file.data()

    def getbuffer(self):
        """All bytes; what is written later does not show."""
        self._check()
        return self._file.data()

    def fileno(self):
        self._refuse("fileno")


class _Later:
    """A length that only the run knows, until somebody asks for it."""

    def __init__(self, length):
        self._length = length

    def __index__(self):
        return self._length()

    __int__ = __hash__ = __index__

    def __repr__(self):
        return repr(int(self))

    def __eq__(self, other):
        return int(self) == other

    def __lt__(self, other):
        return int(self) < other

    def __gt__(self, other):
        return int(self) > other

    def __add__(self, other):
        return int(self) + other

    __radd__ = __add__

    def __sub__(self, other):
        return int(self) - other


def open_code(path):
    """The file, to read bytes."""
    return _builtins.open(path, "rb")


def text_encoding(encoding, stacklevel=2, /):
    """The encoding, or the usual one."""
    return "locale" if encoding is None else encoding
