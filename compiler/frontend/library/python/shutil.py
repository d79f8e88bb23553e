# SPDX-License-Identifier: Apache-2.0
"""`shutil`: copies, moves and removes the run's files."""

import fnmatch as _fnmatch
import os as _os
from collections import namedtuple as _namedtuple


class Error(OSError):
    """Something of a copy failed."""


class SameFileError(Error):
    """Source and destination are the same file."""


class SpecialFileError(OSError):
    """The file is of a kind that is not copied."""


def copyfileobj(fsrc, fdst, length=0):
    """Writes what one stream has left to another."""
    fdst.write(fsrc.read())


def copyfile(src, dst, *, follow_symlinks=True):
    """Copies a file's contents."""
    if _os.path.exists(src) and _os.path.exists(dst) and _os.path.samefile(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    with open(src, "rb") as file, open(dst, "wb") as to:
        to.write(file.read())
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Does nothing: all may read and write."""


copystat = copymode


def copy(src, dst, *, follow_symlinks=True):
    """Copies a file to another, or into a folder."""
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def ignore_patterns(*patterns):
    """For `copytree`: leaves out the names that fit."""

    def ignore(path, names):
        return {name for name in names for pattern in patterns if _fnmatch.fnmatch(name, pattern)}

    return ignore


def copytree(
    src,
    dst,
    symlinks=False,
    ignore=None,
    copy_function=copy2,
    ignore_dangling_symlinks=False,
    dirs_exist_ok=False,
):
    """Copies a folder with all that is in it."""
    names = _os.listdir(src)
    ignored = set(ignore(_os.fspath(src), names)) if ignore is not None else set()
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in ignored:
            continue
        old, new = _os.path.join(src, name), _os.path.join(dst, name)
        if _os.path.isdir(old):
            copytree(old, new, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(old, new)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Removes a folder with all that is in it."""
    try:
        names = _os.listdir(path)
    except OSError:
        if ignore_errors:
            return
        raise
    for name in names:
        inner = _os.path.join(path, name)
        if _os.path.isdir(inner):
            rmtree(inner)
        else:
            _os.remove(inner)
    _os.rmdir(path)


def move(src, dst, copy_function=copy2):
    """Moves a file or folder, into a folder where the destination is one."""
    to = dst
    if _os.path.isdir(dst):
        to = _os.path.join(dst, _os.path.basename(_os.fspath(src).rstrip("/")))
        if _os.path.exists(to):
            raise Error(f"Destination path '{to}' already exists")
    _os.rename(src, to)
    return to


def which(cmd, mode=1, path=None):
    """None: there are no programs to run."""
    return None


_TerminalSize = _namedtuple("terminal_size", "columns lines")


def get_terminal_size(fallback=(80, 24)):
    """The given size: there is no terminal."""
    return _TerminalSize(*fallback)
