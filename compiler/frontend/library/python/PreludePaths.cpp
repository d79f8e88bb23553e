// SPDX-License-Identifier: Apache-2.0
// `os.path`, `pathlib` and `fnmatch`, written in Python.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char osPathText[] = R"py(
sep, curdir, pardir, extsep, altsep, pathsep = "/", ".", "..", ".", None, ":"

def _text(path):
    return path.__fspath__() if hasattr(path, "__fspath__") else path

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
    if dot > slash and p[slash + 1:dot].strip(".") != "":
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
    """The path from the root; programs stand in `/`."""
    return normpath(join("/", path))

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
    """False: a program has no files but those it writes."""
    return False

isfile = isdir = islink = lexists = exists
)py";

static constexpr char pathlibText[] = R"py(
import os.path as _path

class PurePath:
    """A path as text; it asks nothing of a file system."""
    def __init__(self, *segments):
        parts = [p.__fspath__() if hasattr(p, "__fspath__") else p for p in segments]
        for p in parts:
            if not isinstance(p, str):
                raise TypeError(f"expected str, bytes or os.PathLike object, not {type(p).__name__}")
        text = _path.join(*parts) if parts else ""
        self._root = "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
        self._tail = [p for p in text.split("/") if p and p != "."]
    def _with(self, root, tail):
        made = object.__new__(type(self))
        made._root, made._tail = root, tail
        return made
    def __str__(self):
        return self._root + "/".join(self._tail) or "."
    __fspath__ = __str__
    as_posix = __str__
    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"
    def __truediv__(self, key):
        return type(self)(self, key) if isinstance(key, (str, PurePath)) else NotImplemented
    def __rtruediv__(self, key):
        return type(self)(key, self) if isinstance(key, (str, PurePath)) else NotImplemented
    def joinpath(self, *others):
        return type(self)(self, *others)
    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented
    def __hash__(self):
        return hash(str(self))
    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented
    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented
    @property
    def parts(self):
        return tuple(([self._root] if self._root else []) + self._tail)
    @property
    def root(self):
        return self._root
    @property
    def drive(self):
        return ""
    @property
    def anchor(self):
        return self._root
    @property
    def name(self):
        return self._tail[-1] if self._tail else ""
    @property
    def suffix(self):
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""
    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith(".") else ["." + s for s in name.lstrip(".").split(".")[1:]]
    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)] if self.suffix else self.name
    @property
    def parent(self):
        return self._with(self._root, self._tail[:-1]) if self._tail else self
    @property
    def parents(self):
        return tuple([self._with(self._root, self._tail[:i]) for i in range(len(self._tail) - 1, -1, -1)])
    def is_absolute(self):
        return bool(self._root)
    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._with(self._root, self._tail[:-1] + [name])
    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)
    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "." or "/" in suffix):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)
    def relative_to(self, *other):
        base = type(self)(*other)
        n = len(base._tail)
        if base._root != self._root or self._tail[:n] != base._tail:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return self._with("", self._tail[n:])
    def is_relative_to(self, *other):
        base = type(self)(*other)
        return base._root == self._root and self._tail[:len(base._tail)] == base._tail
    def match(self, path_pattern):
        from fnmatch import fnmatchcase
        pattern = type(self)(path_pattern)
        own, wanted = list(self.parts), list(pattern.parts)
        if not wanted:
            raise ValueError("empty pattern")
        if len(wanted) > len(own) or (pattern._root and len(wanted) != len(own)):
            return False
        return all(fnmatchcase(a, b) for a, b in zip(own[::-1], wanted[::-1]))

class PurePosixPath(PurePath):
    """A path with slashes."""

class Path(PurePosixPath):
    """A path. A program has no files but those it writes, so that nothing exists until it does."""
    def __repr__(self):
        return f"{'PosixPath' if type(self) is Path else type(self).__name__}({str(self)!r})"
    @classmethod
    def cwd(cls):
        return cls("/")
    def exists(self):
        return False
    is_file = is_dir = is_symlink = exists
    def absolute(self):
        return self if self._root else type(self)("/", self)
    def resolve(self, strict=False):
        return type(self)(_path.normpath(str(self.absolute())))
    def expanduser(self):
        return self
    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode)
    def write_text(self, data, encoding=None, errors=None, newline=None):
        with open(str(self), "w") as f:
            return f.write(data)
    def read_text(self, encoding=None, errors=None):
        return open(str(self), "r").read()
    def mkdir(self, mode=511, parents=False, exist_ok=False):
        """Does nothing: folders are made by what is written into them."""

PosixPath = Path
)py";

static constexpr char fnmatchText[] = R"py(
import re

def translate(pat):
    """A shell pattern as a regular expression."""
    out, i = "", 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            out += ".*"
        elif c == "?":
            out += "."
        elif c == "[":
            j = i
            if j < len(pat) and pat[j] == "!":
                j += 1
            if j < len(pat) and pat[j] == "]":
                j += 1
            while j < len(pat) and pat[j] != "]":
                j += 1
            if j >= len(pat):
                out += "\\["
            else:
                stuff = pat[i:j].replace("\\", "\\\\")
                i = j + 1
                out += "[" + ("^" + stuff[1:] if stuff[0] == "!" else "\\^" + stuff[1:] if stuff[0] == "^" else stuff) + "]"
        else:
            out += re.escape(c)
    return "(?s:" + out + ")\\Z"

def fnmatchcase(name, pat):
    """Whether the name matches the shell pattern."""
    return re.match(translate(pat), name) is not None

fnmatch = fnmatchcase

def filter(names, pat):
    """The names that match."""
    return [name for name in names if fnmatchcase(name, pat)]
)py";

llvm::ArrayRef<LibrarySource> library::pathSources() {
  static const LibrarySource sources[] = {{"os.path", osPathText}, {"pathlib", pathlibText}, {"fnmatch", fnmatchText}};
  return sources;
}
