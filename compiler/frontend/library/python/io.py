# SPDX-License-Identifier: Apache-2.0
"""`io`."""

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
        self._text = self._text[: self._at] + s + self._text[self._at + len(s) :]
        self._at += len(s)
        return len(s)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def getvalue(self):
        return self._text

    def read(self, size=-1, /):
        end = len(self._text) if size is None or size < 0 else self._at + size
        part, self._at = self._text[self._at : end], min(end, len(self._text))
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
        self._data = self._data[: self._at] + bytes(b) + self._data[self._at + len(b) :]
        self._at += len(b)
        return len(b)

    def getvalue(self):
        return self._data

    def getbuffer(self):
        return self._data

    def read(self, size=-1, /):
        end = len(self._data) if size is None or size < 0 else self._at + size
        part, self._at = self._data[self._at : end], min(end, len(self._data))
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
