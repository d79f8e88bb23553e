# SPDX-License-Identifier: Apache-2.0
"""`tempfile`: files and folders below `/tmp`, whose names are counted; the run's results leave them out."""

import io as _io
import os as _os
from io import _tree

tempdir = None
template = "tmp"
TMP_MAX = 10000


def gettempdir():
    """`/tmp`."""
    return tempdir or "/tmp"


def gettempprefix():
    """`tmp`."""
    return template


def gettempdirb():
    """The same as bytes."""
    return gettempdir().encode()


def _new(suffix, prefix, folder, isFolder):
    folder = gettempdir() if folder is None else _os.fspath(folder)
    return _tree.newTemporary(template if prefix is None else prefix, suffix or "", folder, isFolder)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """A new folder."""
    return _new(suffix, prefix, dir, True)


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """A new file: its number, and its path."""
    path = _new(suffix, prefix, dir, False)
    return _os.open(path, _os.O_RDWR), path


def mktemp(suffix="", prefix=template, dir=None):
    """A path at which there is nothing."""
    path = _new(suffix, prefix, dir, False)
    _os.remove(path)
    return path


class TemporaryDirectory:
    """A folder that is removed at the end of a `with`."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def cleanup(self):
        """Removes the folder with all that is in it."""
        import shutil

        if _os.path.exists(self.name):
            shutil.rmtree(self.name)


class _TemporaryFile:
    def __init__(self, file, name, delete):
        self.file, self.name, self.delete = file, name, delete

    def __getattr__(self, name):
        return getattr(self.__dict__["file"], name)

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        return iter(self.file)

    def close(self):
        """Ends the use of the file, which is removed if it shall be."""
        if not self.file.closed:
            self.file.close()
            if self.delete:
                _os.remove(self.name)


def NamedTemporaryFile(
    mode="w+b",
    buffering=-1,
    encoding=None,
    newline=None,
    suffix=None,
    prefix=None,
    dir=None,
    delete=True,
    *,
    errors=None,
):
    """A file that is removed when it is closed."""
    path = _new(suffix, prefix, dir, False)
    return _TemporaryFile(open(path, mode, buffering, encoding, errors, newline), path, delete)


def TemporaryFile(
    mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None
):
    """A file without a name."""
    path = _new(suffix, prefix, dir, False)
    file = open(path, mode, buffering, encoding, errors, newline)
    _os.remove(path)
    return file


class SpooledTemporaryFile(_TemporaryFile, _io.IOBase):
    """A file without a name, which would stay in memory until it is large."""

    def __init__(
        self,
        max_size=0,
        mode="w+b",
        buffering=-1,
        encoding=None,
        newline=None,
        suffix=None,
        prefix=None,
        dir=None,
        *,
        errors=None,
    ):
        stream = _io.BytesIO()
        self.file = stream if "b" in mode else _io.TextIOWrapper(stream, encoding, errors, newline)
        self.name, self.delete, self.mode = None, False, mode

    def rollover(self):
        """Does nothing: all files are in memory."""
