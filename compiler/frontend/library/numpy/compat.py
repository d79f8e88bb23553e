# SPDX-License-Identifier: Apache-2.0
# module: numpy.compat
"""What NumPy 1 has for programs of Python 2 and 3."""

import os as _os
import pickle as _pickle
from pathlib import Path

os_PathLike, os_fspath = _os.PathLike, _os.fspath

long, integer_types, basestring, unicode, bytes, strchar = int, (int,), str, str, bytes, "U"
_bytes = bytes


def asbytes(s):
    """The bytes of a text in Latin-1."""
    return s if isinstance(s, _bytes) else str(s).encode("latin1")


def asstr(s):
    """The text of bytes in Latin-1."""
    return s.decode("latin1") if isinstance(s, _bytes) else str(s)


asunicode = asstr


def is_pathlib_path(obj):
    """Whether something is a path of pathlib."""
    return isinstance(obj, Path)


def isfileobj(f):
    """Whether something is a file."""
    return hasattr(f, "fileno")


def __getattr__(name):
    # What a text imports is no name of its module.
    if name == "pickle":
        return _pickle
    raise AttributeError(f"module 'numpy.compat' has no attribute {name!r}")
