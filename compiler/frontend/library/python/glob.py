# SPDX-License-Identifier: Apache-2.0
"""`glob`: the run's files whose paths fit a pattern."""

import fnmatch as _fnmatch
import os as _os


def has_magic(s):
    """Whether the text has a character that means others."""
    return any([c in s for c in "*?["])


def escape(pathname):
    """The pattern that fits the text alone."""
    return "".join([f"[{c}]" if c in "*?[" else c for c in pathname])


def _names(folder, isHiddenToo):
    names = _os.listdir(folder or ".") if _os.path.isdir(folder or ".") else []
    return [name for name in names if isHiddenToo or not name.startswith(".")]


def _below(folder, isHiddenToo, onlyFolders):
    for name in _names(folder, isHiddenToo):
        path = _os.path.join(folder, name) if folder else name
        if not onlyFolders or _os.path.isdir(path):
            yield path
        yield from _below(path, isHiddenToo, onlyFolders)


def _find(folder, parts, recursive, isHidden):
    first, rest = parts[0], parts[1:]
    if not first and not rest:  # a slash at the end
        return [folder + "/"] if _os.path.isdir(folder) else []
    if not first:
        return _find(folder, rest, recursive, isHidden)
    if first == "**" and recursive:
        paths = ([folder + "/"] if folder and not rest else [folder]) + list(_below(folder, isHidden, bool(rest)))
        if not rest:
            return [path for path in paths if path]
        return [found for path in paths for found in _find(path, rest, recursive, isHidden)]
    join = (lambda name: _os.path.join(folder, name)) if folder else (lambda name: name)
    if has_magic(first):
        names = _names(folder, isHidden or first.startswith("."))
        paths = [join(name) for name in names if _fnmatch.fnmatchcase(name, first)]
    else:
        paths = [join(first)] if _os.path.exists(join(first)) else []
    if not rest:
        return paths
    return [found for path in paths if _os.path.isdir(path) for found in _find(path, rest, recursive, isHidden)]


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths, one after the other."""
    return iter(glob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that fit a pattern."""
    parts = pathname.split("/")
    begin = "" if root_dir is None else _os.fspath(root_dir).rstrip("/")
    if pathname.startswith("/"):
        return _find("/", pathname.lstrip("/").split("/"), recursive, include_hidden)
    found = _find(begin, parts, recursive, include_hidden)
    return [path[len(begin) + 1 :] for path in found if path[len(begin) + 1 :]] if begin else found
