# SPDX-License-Identifier: Apache-2.0
# module: io
"""Streams of text, which have lines."""

import codecs as _codecs
import io as _io


class _Lines(_io.TextIOBase):
    """Text with a position in it: `_text()` is the whole, `_newline` how lines end in it."""

    def _lineEnd(self, text, begin):
        if self._newline is None or self._newline == "\n":
            found = text.find("\n", begin)
            return len(text) if found < 0 else found + 1
        if self._newline:
            found = text.find(self._newline, begin)
            return len(text) if found < 0 else found + len(self._newline)
        ends = [i for i in (text.find("\n", begin), text.find("\r", begin)) if i >= 0]
        if not ends:
            return len(text)
        return min(ends) + (2 if text[min(ends) : min(ends) + 2] == "\r\n" else 1)

    def read(self, size=-1, /):
        """As many characters, or all that are left."""
        text = self._text()
        end = len(text) if size is None or _io._index(size) < 0 else min(self._at + _io._index(size), len(text))
        part, self._at = text[self._at : end], max(self._at, end)
        return part

    def readline(self, size=-1, /):
        """The text up to and with the next end of a line."""
        text = self._text()
        count = max(self._lineEnd(text, self._at) - self._at, 0)
        return self.read(count if size is None or _io._index(size) < 0 else min(count, _io._index(size)))


class StringIO(_Lines):
    """A text as a file."""

    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        self._newline, self._held, self._at = newline, "", 0
        self.write(initial_value or "")
        self._at = 0

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def _text(self):
        self._check()
        return self._held

    def write(self, s, /):
        """Writes at the position."""
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        size = len(s) if _io._is_known_text(s) else _io._Later(lambda: len(s))
        if self._newline is None:
            s = s.replace("\r\n", "\n").replace("\r", "\n")
        elif self._newline:
            s = s if self._newline == "\n" else s.replace("\n", self._newline)
        if self._at is None or self._at == len(self._held):
            self._held += s
        else:
            self._held = self._held[: self._at].ljust(self._at, "\0") + s + self._held[self._at + len(s) :]
        self._at += len(s)
        return size

    def getvalue(self):
        """The whole text."""
        self._check()
        return self._held

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    @property
    def line_buffering(self):
        """False."""
        return False

    def truncate(self, size=None, /):
        """Cuts the text at this size."""
        self._check()
        size = self._at if size is None else _io._index(size)
        if size < 0:
            raise ValueError(f"Negative size value {size}")
        self._held = self._held[:size]
        return size

    def seek(self, cookie, whence=0, /):
        """Moves the position: from the beginning, or to the end."""
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0 and cookie < 0:
            raise ValueError(f"Negative seek position {cookie}")
        if whence and cookie:
            raise OSError("Can't do nonzero cur-relative seeks")
        self._at = cookie if whence == 0 else self._at if whence == 1 else len(self._held)
        return self._at

    def tell(self):
        """The position."""
        self._check()
        return self._at


class TextIOWrapper(_Lines):
    """Text in a stream of bytes."""

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        self.buffer, self.encoding, self.errors = buffer, encoding or "UTF-8", errors or "strict"
        self.line_buffering, self.write_through = bool(line_buffering), bool(write_through)
        self._isUtf8 = _codecs.lookup(self.encoding).name == "utf-8" and self.errors == "strict"
        self._newline, self._read, self._at = newline, None, 0

    def __repr__(self):
        parts = [f"{k}={getattr(self, k)!r}" for k in ("name", "mode") if hasattr(self, k)]
        return " ".join(["<_io.TextIOWrapper"] + parts + [f"encoding={self.encoding!r}>"])

    @property
    def name(self):
        """The path as it was given."""
        return self.buffer.name

    @property
    def closed(self):
        """Whether `close` was called."""
        return self.buffer.closed

    def _text(self):
        self._check()
        if not self.buffer.readable():
            self._refuse("not readable")
        if self._read is None:
            self._begin = self.buffer.tell() if isinstance(self.buffer, _io._ByteStream) else 0
            data = self.buffer.read()
            text = data.decode(self.encoding, self.errors)
            self._read = text if self._newline is not None else text.replace("\r\n", "\n").replace("\r", "\n")
            self._isPlain, self._at = len(text) == len(self._read), 0
        elif self._at >= len(self._read):  # what was written since
            more = self.buffer.read()
            self._read += more.decode(self.encoding, self.errors) if more else ""
        return self._read

    def write(self, s, /):
        """Writes the text, and gives its length."""
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        if not self.buffer.writable():
            self._refuse("not writable")
        self._read = None
        size = len(s) if _io._is_known_text(s) else _io._Later(lambda: len(s))
        if self._newline in ("\r", "\r\n"):
            s = s.replace("\n", self._newline)
        stream = self.buffer
        if self._isUtf8 and isinstance(stream, _io._ByteStream) and ("a" in stream.mode or stream._isEnd()):
            stream._at = None
            stream._file.append(s)
        else:
            stream.write(s.encode(self.encoding, self.errors))
        return size

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def seekable(self):
        return self.buffer.seekable()

    def fileno(self):
        return self.buffer.fileno()

    def flush(self):
        self._check()
        self.buffer.flush()

    def close(self):
        self.buffer.close()

    def detach(self):
        """The stream of bytes."""
        return self.buffer

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        """Changes how text is written."""
        self.encoding, self.errors = encoding or self.encoding, errors or self.errors
        self._isUtf8 = _codecs.lookup(self.encoding).name == "utf-8" and self.errors == "strict"

    def tell(self):
        """The position, in bytes."""
        self._check()
        if self._read is None:
            return self.buffer.tell()
        if not self._isPlain:
            raise NotImplementedError("`tell` of a text file whose line breaks are translated")
        return self._begin + len(self._read[: self._at].encode(self.encoding, self.errors))

    def seek(self, cookie, whence=0, /):
        """Moves to what `tell` gave, or to the end."""
        self._check()
        if whence == 1 and cookie != 0:
            raise _io.UnsupportedOperation("can't do nonzero cur-relative seeks")
        if whence == 2 and cookie != 0:
            raise _io.UnsupportedOperation("can't do nonzero end-relative seeks")
        if whence not in (0, 1, 2):
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0 and cookie < 0:
            raise ValueError(f"negative seek position {cookie}")
        if whence == 1:
            cookie, whence = self.tell(), 0
        self._read = None
        return self.buffer.seek(cookie, whence)

    def truncate(self, size=None, /):
        """Cuts the file at the position or at this size in bytes."""
        self._check()
        return self.buffer.truncate(self.tell() if size is None else size)
