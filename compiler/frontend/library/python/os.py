# SPDX-License-Identifier: Apache-2.0
"""`os`: the files of the run (io_files.py has the tree), and what else is not in C++."""

import abc as _abc
import builtins as _builtins
from io import _File, _Folder, _tree, _ByteStream
from os.path import join as _join, dirname as _dirname

curdir, pardir, extsep, altsep, pathsep, defpath, devnull = ".", "..", ".", None, ":", "/bin:/usr/bin", "/dev/null"
error = OSError
_random = None
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND = 0, 1, 2, 64, 128, 512, 1024
EX_OK = 0


class PathLike(_abc.ABC):
    """An object with `__fspath__`."""

    @_abc.abstractmethod
    def __fspath__(self):
        """The path as a text."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else NotImplemented


def fsencode(filename):
    """The path as bytes."""
    path = fspath(filename)
    return path.encode("utf-8", "surrogateescape") if isinstance(path, str) else path


def fsdecode(filename):
    """The path as a text."""
    path = fspath(filename)
    return path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path


def fspath(path):
    """The path as a text or bytes."""
    if isinstance(path, (str, bytes)):
        return path
    if not hasattr(type(path), "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    text = path.__fspath__()
    if not isinstance(text, (str, bytes)):
        kind, seen = type(path).__name__, type(text).__name__
        raise TypeError(f"expected {kind}.__fspath__() to return str or bytes, not {seen}")
    return text


def getcwd():
    """The folder that relative paths begin in: `/` until `chdir`."""
    return _tree.here


def getcwdb():
    """The same as bytes."""
    return _tree.here.encode()


def chdir(path):
    """Relative paths begin in another folder."""
    _tree.needFolder(path, "going to")
    _tree.here = _tree.path(path)


environ = {}


def getenv(key, default=None):
    """What the program put into `environ`: there are no environment variables else."""
    return environ.get(key, default)


def putenv(name, value, /):
    """Does nothing: no other process would see it."""


unsetenv = putenv


# --- folders ---


def mkdir(path, mode=511, *, dir_fd=None):
    """Makes a folder."""
    if _tree.find(path) is not None:
        raise FileExistsError(17, "File exists", fspath(path))
    _tree.addFolder(path)


def makedirs(name, mode=511, exist_ok=False):
    """Makes a folder and those around it."""
    if isinstance(_tree.find(name), _Folder):
        if not exist_ok:
            raise FileExistsError(17, "File exists", fspath(name))
        return
    parent = _dirname(fspath(name).rstrip("/"))
    if parent and _tree.find(parent) is None:
        makedirs(parent, exist_ok=True)
    mkdir(name, mode)


def rmdir(path, *, dir_fd=None):
    """Removes a folder with nothing in it."""
    _tree.needFolder(path, "removing")
    if _tree.names(_tree.path(path)):
        raise OSError(39, "Directory not empty", fspath(path))
    _tree.remove(path)


def removedirs(name):
    """Removes a folder, and those around it that have nothing else in them."""
    rmdir(name)
    name = _dirname(fspath(name).rstrip("/"))
    while name and isinstance(_tree.find(name), _Folder) and not _tree.names(_tree.path(name)) and name != "/":
        rmdir(name)
        name = _dirname(name)


def listdir(path="."):
    """The names in a folder that the program made."""
    path = "." if path is None else path
    names = _tree.names(_tree.needAll(path, "listing"))
    return [name.encode() for name in names] if isinstance(fspath(path), bytes) else names


class stat_result(tuple):
    """What `stat` tells; there are no times."""

    def __getattr__(self, name):
        names = ["st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size"]
        if name in names:
            return self[names.index(name)]
        if name.startswith(("st_atime", "st_mtime", "st_ctime")):
            raise NotImplementedError(f"`{name}` (a recorded program has no clock)")
        raise AttributeError(f"'os.stat_result' object has no attribute {name!r}")


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """The kind and size of a file."""
    if isinstance(path, int):
        return fstat(path)
    return _stat_of(_tree.need(path, "asking for"))


def _stat_of(node):
    isFolder = isinstance(node, _Folder)
    number = next((i + 2 for i, known in enumerate(_tree.nodes.values()) if known is node), 1)
    mode, size = (0o40755, 4096) if isFolder else (0o100644, len(node.data()))
    return stat_result((mode, number, 1, 1, 0, 0, size))


lstat = stat


def fstat(fd):
    """The kind and size of an open file."""
    return _stat_of(_stream(fd)._file)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    """Whether there is such a file."""
    return _tree.find(path) is not None


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    """Does nothing: all may read and write."""
    _tree.need(path, "changing")


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Does nothing: files have no times."""
    _tree.need(path, "changing")


class DirEntry:
    """A name in a folder."""

    def __init__(self, folder, name):
        self.name, self.path = name, _join(folder, name)

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def __fspath__(self):
        return self.path

    def is_dir(self, *, follow_symlinks=True):
        return isinstance(_tree.find(self.path), _Folder)

    def is_file(self, *, follow_symlinks=True):
        return isinstance(_tree.find(self.path), _File)

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)


class _Entries:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self._entries

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(path="."):
    """The names in a folder that the program made, with what they are."""
    path = "." if path is None else fspath(path)
    return _Entries([DirEntry(path, name) for name in listdir(path)])


def walk(top, topdown=True, onerror=None, followlinks=False):
    """All folders below one: path, names of folders, names of files."""
    top = fspath(top)
    try:
        entries = list(scandir(top))
    except OSError as problem:
        if onerror is not None:
            onerror(problem)
        return
    folders, files = [e.name for e in entries if e.is_dir()], [e.name for e in entries if not e.is_dir()]
    if topdown:
        yield top, folders, files
    for name in folders:
        yield from walk(_join(top, name), topdown, onerror, followlinks)
    if not topdown:
        yield top, folders, files


# --- files ---


def remove(path, *, dir_fd=None):
    """Removes a file."""
    if isinstance(_tree.need(path, "removing"), _Folder):
        raise IsADirectoryError(21, "Is a directory", fspath(path))
    _tree.remove(path)


def unlink(path, *, dir_fd=None):
    """Removes a file."""
    remove(path)


def _move(src, dst):
    try:
        node = _tree.need(src, "renaming")
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, fspath(src), None, fspath(dst)) from None
    old, new, there = _tree.path(src), _tree.path(dst), _tree.find(dst)
    if old == new:
        return
    if isinstance(there, _Folder) and isinstance(node, _File):
        raise IsADirectoryError(21, "Is a directory", fspath(src), None, fspath(dst))
    if isinstance(there, _File) and isinstance(node, _Folder):
        raise NotADirectoryError(20, "Not a directory", fspath(src), None, fspath(dst))
    if isinstance(there, _Folder) and _tree.names(new):
        raise OSError(39, "Directory not empty", fspath(src), None, fspath(dst))
    if new.startswith(old + "/"):
        raise OSError(22, "Invalid argument", fspath(src), None, fspath(dst))
    for path in [p for p in _tree.nodes if p == old or p.startswith(old + "/")]:
        moved, to = _tree.nodes[path], fspath(dst) + path[len(old) :]
        if isinstance(moved, _Folder):
            _tree.addFolder(to)
            _tree.nodes[_tree.path(to)].isOwn = moved.isOwn
        else:
            parts = list(moved.parts)
            if isinstance(_tree.find(to), _File):
                _tree.remove(to)
            file = _tree.addFile(to)
            for part in parts or [""]:
                file._record(part, "append")
            file.parts = parts
        _tree.remove(path)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """Gives a file or folder another name."""
    _move(src, dst)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """Gives a file or folder another name."""
    _move(src, dst)


def renames(old, new):
    """The same, with the folders that it takes."""
    if _dirname(fspath(new)):
        makedirs(_dirname(fspath(new)), exist_ok=True)
    _move(old, new)


def truncate(path, length):
    """Cuts a file, or fills it with zeros."""
    with _builtins.open(path, "r+b") as file:
        file.truncate(length)


# --- numbers of open files ---


def _stream(fd):
    if fd not in _tree.numbers:
        raise OSError(9, "Bad file descriptor")
    return _tree.numbers[fd]


def open(path, flags, mode=511, *, dir_fd=None):
    """The number of a file that is opened."""
    isThere = _tree.find(path) is not None
    if flags & O_CREAT and flags & O_EXCL and isThere:
        raise FileExistsError(17, "File exists", fspath(path))
    if flags & O_CREAT and not isThere:
        _tree.addFile(path)
    node = _tree.need(path, "opening")
    if isinstance(node, _Folder):
        raise IsADirectoryError(21, "Is a directory", fspath(path))
    if flags & O_TRUNC:
        node.replace(b"")
    kind = "a" if flags & O_APPEND else "r" if flags & 3 == O_RDONLY else "w"
    return _tree.number(_ByteStream(node, kind + ("+" if flags & 3 == O_RDWR else ""), fspath(path)))


def close(fd):
    """Ends the use of an open file."""
    _stream(fd).close()


def read(fd, length, /):
    """At most so many bytes of an open file."""
    return _stream(fd).read(length)


def write(fd, data, /):
    """Writes bytes to an open file."""
    return _stream(fd).write(data)


def lseek(fd, position, whence, /):
    """Moves in an open file."""
    return int(_stream(fd).seek(position, whence))


def fsync(fd):
    """Does nothing: what is written is there."""


def ftruncate(fd, length, /):
    """Cuts an open file."""
    _stream(fd).truncate(length)


def fdopen(fd, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """The stream over an open file."""
    return _builtins.open(fd, mode, buffering, encoding, errors, newline)


def urandom(size, /):
    """Random bytes, the same in each run; the program's own random numbers stay what they are."""
    global _random
    if _random is None:
        import random

        _random = random.Random(4)
    return _random.randbytes(size)


def strerror(code, /):
    """What an error's number means."""
    import errno

    return errno._texts.get(code, f"Unknown error {code}")


def getlogin():
    raise NotImplementedError("`os.getlogin`")
