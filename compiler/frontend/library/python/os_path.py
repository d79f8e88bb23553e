# SPDX-License-Identifier: Apache-2.0
# module: os.path
"""`os.path`: paths as text, and what the files of the run tell (io_files.py)."""

import os as _os

sep, curdir, pardir, extsep, altsep, pathsep = "/", ".", "..", ".", None, ":"


def _text(path):
    return path if isinstance(path, str) else _os.fspath(path)


def join(a, *p):
    """The paths one after the other, from the last absolute one on."""
    path = _text(a)
    for part in p:
        part = _text(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(p):
    """What is before the last slash, and what is behind it."""
    p = _text(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


def basename(p):
    """The path's last part."""
    return split(p)[1]


def dirname(p):
    """The path without its last part."""
    return split(p)[0]


def splitext(p):
    """The path without its extension, and the extension."""
    p = _text(p)
    slash, dot = p.rfind("/"), p.rfind(".")
    if dot > slash and p[slash + 1 : dot].strip(".") != "":
        return p[:dot], p[dot:]
    return p, ""


def splitdrive(p):
    """No drive, and the path."""
    return "", _text(p)


def isabs(s):
    """Whether the path begins at the root."""
    return _text(s).startswith("/")


def normpath(path):
    """The path without `.`, `..` and repeated slashes."""
    path = _text(path)
    if not path:
        return "."
    slashes = 2 if path.startswith("//") and not path.startswith("///") else 1 if path.startswith("/") else 0
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or (not slashes and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return "/" * slashes + "/".join(parts) or "."


def normcase(s):
    """The path itself."""
    return _text(s)


def abspath(path):
    """The path from the root."""
    return normpath(join(_os.getcwd(), path))


realpath = abspath


def relpath(path, start="."):
    """The path as seen from `start`."""
    here, there = [p for p in abspath(start).split("/") if p], [p for p in abspath(path).split("/") if p]
    n = 0
    while n < len(here) and n < len(there) and here[n] == there[n]:
        n += 1
    return "/".join([".."] * (len(here) - n) + there[n:]) or "."


def commonprefix(m):
    """The characters that all begin with."""
    if not m:
        return ""
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    """The folders that all begin with."""
    parts = [[p for p in path.split("/") if p and p != "."] for path in paths]
    low, high = min(parts), max(parts)
    common = low
    for i, c in enumerate(low):
        if c != high[i]:
            common = low[:i]
            break
    return ("/" if isabs(list(paths)[0]) else "") + "/".join(common)


def expanduser(path):
    """The path itself: nobody has a home here."""
    return _text(path)


def expandvars(path):
    """The path itself: there are no environment variables."""
    return _text(path)


def exists(path):
    """Whether there is such a file or folder; a program has no files but those it writes."""
    from io import _tree

    return path in _tree.numbers if isinstance(path, int) else _tree.find(path) is not None


lexists = exists


def isfile(path):
    """Whether there is such a file."""
    from io import _File, _tree

    return isinstance(_tree.find(path), _File)


def isdir(s):
    """Whether there is such a folder."""
    from io import _Folder, _tree

    return isinstance(_tree.find(s), _Folder)


def islink(path):
    """False: there are no links."""
    return False


def ismount(path):
    """Whether the path is the root."""
    return abspath(path) == "/"


def getsize(filename):
    """How many bytes a file has."""
    return _os.stat(filename).st_size


def getmtime(filename):
    """Refused: files have no times."""
    return _os.stat(filename).st_mtime


getatime = getctime = getmtime


def samefile(f1, f2):
    """Whether two paths mean the same file."""
    return samestat(_os.stat(f1), _os.stat(f2))


def samestat(s1, s2):
    """Whether two results of `stat` are of the same file."""
    return s1.st_ino == s2.st_ino


def sameopenfile(fp1, fp2):
    """Whether two numbers of open files mean the same file."""
    return samestat(_os.fstat(fp1), _os.fstat(fp2))
