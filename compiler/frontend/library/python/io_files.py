# SPDX-License-Identifier: Apache-2.0
# module: io
"""The files of the run: a tree that begins empty, apart from `/`, `/tmp` and `/dev/null`, and ends with the run.

What the program itself made is known, so what is absent there is an error of Python's. Of other places nothing is
known: a user's disk may have files there, so that reading them is refused by name. What is written outside of temporary
folders is recorded as well, and is among the run's results.
"""

import codecs as _codecs
import os as _os
from io import _is_known_text, _record_file

_MODES = "r", "w", "a", "x"


class _File:
    """A file: what was written to it, in parts. The run's results have it under `name`; None leaves it out."""

    def __init__(self, name):
        self.name, self.parts, self.isRecorded = name, [], False

    def isKnown(self):
        return all(isinstance(part, bytes) or _is_known_text(part) for part in self.parts)

    def data(self):
        """The bytes."""
        whole = b"".join([p if isinstance(p, bytes) else p.encode("utf-8", "surrogatepass") for p in self.parts])
        self.parts = [whole] if whole else []
        return whole

    def append(self, part):
        if _is_known_text(part) and not len(part):
            return
        self.parts.append(part)
        self._record(part, "append")

    def replace(self, data):
        """New contents."""
        self.parts = [data] if data else []
        self._record(data, "replace")

    def _record(self, part, how):
        if self.name is not None:
            self.isRecorded = True
            _record_file(self.name, part, how)

    def forget(self):
        """The file is gone, or has another name."""
        if self.isRecorded:
            self._record("", "remove")
        self.isRecorded = False

    def close(self, stream):
        """Ends the use of a stream over the file."""
        if stream.writable() and not self.isRecorded:
            self._record("", "append")  # an empty file is a file too
        _tree.close(stream)

    def numberOf(self, stream):
        for number, known in _tree.numbers.items():
            if known is stream:
                return number
        return _tree.number(stream)


class _NullFile(_File):
    """`/dev/null`."""

    def append(self, part):
        pass

    replace = append


class _Folder:
    """A folder. `isOwn`: the program made it, so all that is in it is known."""

    def __init__(self, isOwn):
        self.isOwn = isOwn


class _Tree:
    def __init__(self):
        self.nodes = {path: _Folder(False) for path in ("/", "/tmp", "/dev")}
        self.nodes["/dev/null"] = _NullFile(None)
        self.here, self.gone, self.temporary, self.numbers, self.made = "/", set(), [], {}, 0

    def number(self, stream):
        n = 3
        while n in self.numbers:
            n += 1
        self.numbers[n] = stream
        return n

    def close(self, stream):
        for n in [n for n, known in self.numbers.items() if known is stream]:
            del self.numbers[n]

    def path(self, given):
        """The place that a path means: absolute and without dots."""
        text = _os.fspath(given)
        if isinstance(text, bytes):
            text = text.decode()
        if "\0" in text:
            raise ValueError("embedded null byte")
        parts = []
        for part in (text if text.startswith("/") else self.here + "/" + text).split("/"):
            if part == "..":
                parts = parts[:-1]
            elif part not in ("", "."):
                parts.append(part)
        return "/" + "/".join(parts)

    def find(self, given):
        """What is there, or None."""
        text = _os.fspath(given)
        if not text:
            return None
        node = self.nodes.get(self.path(given))
        return None if isinstance(node, _File) and text[-1:] in ("/", b"/") else node

    def isCertain(self, path):
        """Whether what is not at this place is known not to be there."""
        if path in self.gone:
            return True
        while path not in self.nodes:
            path = self.parent(path)
            if path in self.gone:
                return True
        node = self.nodes[path]
        return isinstance(node, _File) or node.isOwn

    def parent(self, path):
        return path[: path.rfind("/")] or "/"

    def names(self, path):
        """The names in a folder, in the order in which they were made."""
        begin = path.rstrip("/") + "/"
        inner = [path[len(begin) :] for path in self.nodes if path.startswith(begin) and path != begin]
        return [name for name in inner if "/" not in name]

    def need(self, given, what):
        """What is there; an error where there is nothing."""
        node = self.find(given)
        if node is not None:
            return node
        text = _os.fspath(given)
        path = self.path(given)
        if not text:
            raise FileNotFoundError(2, "No such file or directory", text)
        if isinstance(self.nodes.get(self.parent(path)), _File) or isinstance(self.nodes.get(path), _File):
            raise NotADirectoryError(20, "Not a directory", text)
        if self.isCertain(path):
            raise FileNotFoundError(2, "No such file or directory", text)
        raise NotImplementedError(f"{what} `{text}`, which the program did not write,")

    def needFolder(self, given, what):
        node = self.need(given, what)
        if not isinstance(node, _Folder):
            raise NotADirectoryError(20, "Not a directory", _os.fspath(given))
        return node

    def needAll(self, given, what):
        """A folder all of whose contents are known."""
        if not self.needFolder(given, what).isOwn:
            text = _os.fspath(given)
            raise NotImplementedError(f"{what} `{text}`, a folder that the program did not make,")
        return self.path(given)

    def needParent(self, given):
        """The place of a new file or folder. Folders around it that a user may have are taken to be there."""
        path = self.path(given)
        parent = self.parent(path)
        if isinstance(self.nodes.get(parent), _File):
            raise NotADirectoryError(20, "Not a directory", _os.fspath(given))
        if parent not in self.nodes:
            if self.isCertain(parent) or not _os.fspath(given):
                raise FileNotFoundError(2, "No such file or directory", _os.fspath(given))
            while parent not in self.nodes:
                self.nodes[parent] = _Folder(False)
                parent = self.parent(parent)
        return path

    def addFile(self, given):
        path = self.needParent(given)
        isTemporary = any([path.startswith(folder + "/") or path == folder for folder in self.temporary])
        text = _os.fspath(given)
        name = None if isTemporary else text if isinstance(text, str) and self.here == "/" else path
        self.nodes[path] = file = _File(name)
        self.gone.discard(path)
        return file

    def addFolder(self, given):
        path = self.needParent(given)
        self.nodes[path] = _Folder(True)
        self.gone.discard(path)

    def remove(self, given):
        path = self.path(given)
        node = self.nodes.pop(path)
        self.gone.add(path)
        if isinstance(node, _File):
            node.forget()

    def newTemporary(self, prefix, suffix, folder, isFolder):
        """A path that was not there, for a file or folder that the run's results leave out."""
        while True:
            self.made += 1
            path = f"{folder}/{prefix}{self.made:08d}{suffix}"
            if self.path(path) not in self.nodes:
                break
        self.temporary.append(self.path(path))
        self.addFolder(path) if isFolder else self.addFile(path)
        return path


_tree = _Tree()


def _check_mode(mode, buffering, encoding, errors, newline):
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    if set(mode) - set("rwaxbt+") or len(mode) > len(set(mode)):
        raise ValueError(f"invalid mode: {mode!r}")
    if "b" in mode and "t" in mode:
        raise ValueError("can't have text and binary mode at once")
    if sum([mode.count(m) for m in _MODES]) > 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    if not any([m in mode for m in _MODES]):
        raise ValueError("Must have exactly one of create/read/write/append mode and at most one plus")
    if "b" in mode:
        for what, value in (("n encoding", encoding), ("n errors", errors), (" newline", newline)):
            if value is not None:
                raise ValueError(f"binary mode doesn't take a{what} argument")
    elif buffering == 0:
        raise ValueError("can't have unbuffered text I/O")
    if newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline}")
    if encoding is not None:
        _codecs.lookup(encoding)


def _open_file(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """`open`."""
    from io import BufferedRandom, BufferedReader, BufferedWriter, FileIO, TextIOWrapper

    _check_mode(mode, buffering, encoding, errors, newline)
    if opener is not None:
        raise NotImplementedError("`open` with an opener")
    if isinstance(file, int):
        if file not in _tree.numbers:
            raise OSError(9, "Bad file descriptor", file)
        node, name = _tree.numbers[file]._file, file
        held = _tree.numbers[file]
    else:
        node, name = _tree.find(file), _os.fspath(file)
        node = _open_node(node, file, mode)
    kind = next(m for m in _MODES if m in mode) + ("+" if "+" in mode else "")
    maker = BufferedRandom if "+" in mode else BufferedReader if "r" in mode else BufferedWriter
    stream = (FileIO if buffering == 0 else maker)(node, kind, name)
    if isinstance(file, int):
        stream._at, _tree.numbers[file] = held._at, stream
    if "b" in mode:
        stream.mode = {"r": "rb", "w": "wb", "a": "ab", "x": "xb"}.get(kind, "rb+" if kind[0] in "rw" else kind + "b")
        return stream
    text = TextIOWrapper(stream, encoding, errors, newline, buffering == 1)
    text.mode = mode
    return text


def _open_node(node, file, mode):
    if isinstance(node, _Folder):
        raise IsADirectoryError(21, "Is a directory", _os.fspath(file))
    if node is None and "r" in mode:
        node = _tree.need(file, "opening")
    elif node is not None and "x" in mode:
        raise FileExistsError(17, "File exists", _os.fspath(file))
    elif node is None:
        node = _tree.addFile(file)
    elif "w" in mode and node.parts:
        node.replace(b"")
    return node
