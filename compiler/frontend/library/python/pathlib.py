# SPDX-License-Identifier: Apache-2.0
"""`pathlib`."""

import os as _os
import os.path as _path


class PurePath:
    """A path as text; it asks nothing of a file system."""

    def __new__(cls, *args):
        return object.__new__(PurePosixPath if cls is PurePath else cls)

    def __init__(self, *segments):
        parts = [_os.fspath(p) for p in segments]
        for p in parts:
            if not isinstance(p, str):
                raise TypeError(
                    f"argument should be a str object or an os.PathLike object returning str, not {type(p)!r}"
                )
        text = _path.join(*parts) if parts else ""
        self._root = (
            "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
        )
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

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    def __bytes__(self):
        return str(self).encode()

    def __reduce__(self):
        return type(self), tuple(self.parts)

    def as_uri(self):
        """The path as `file://...`."""
        if not self._root:
            raise ValueError("relative path can't be expressed as a file URI")
        safe = "-._~/@:!$&'()*+,;="
        text = bytes(self)
        quoted = [chr(c) if chr(c) in safe or (c < 128 and chr(c).isalnum()) else f"%{c:02X}" for c in text]
        return "file://" + "".join(quoted)

    def is_reserved(self):
        return False

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
        return self.name[: len(self.name) - len(self.suffix)] if self.suffix else self.name

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
        return base._root == self._root and self._tail[: len(base._tail)] == base._tail

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


class Path(PurePath):
    """A path to one of the run's files."""

    def __new__(cls, *args, **kwargs):
        return object.__new__(PosixPath if cls is Path else cls)

    @classmethod
    def cwd(cls):
        """The folder that relative paths begin in."""
        return cls(_os.getcwd())

    @classmethod
    def home(cls):
        raise NotImplementedError("`Path.home`")

    def exists(self):
        """Whether there is such a file or folder."""
        return _path.exists(self)

    def is_file(self):
        return _path.isfile(self)

    def is_dir(self):
        return _path.isdir(self)

    def is_mount(self):
        return _path.ismount(self)

    def is_symlink(self):
        return False

    is_socket = is_fifo = is_block_device = is_char_device = is_symlink

    def stat(self, *, follow_symlinks=True):
        return _os.stat(self)

    lstat = stat

    def samefile(self, other_path):
        return _path.samefile(self, other_path)

    def absolute(self):
        return self if self._root else type(self)(_os.getcwd(), self)

    def resolve(self, strict=False):
        """The path from the root, without dots."""
        if strict:
            _os.stat(self)
        return type(self)(_path.normpath(str(self.absolute())))

    def expanduser(self):
        if self._tail and not self._root and self._tail[0].startswith("~"):
            raise RuntimeError("Could not determine home directory.")
        return self

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        """Opens the file."""
        return open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        """The file's text."""
        with self.open("r", -1, encoding, errors) as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Makes the file have this text."""
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s" % type(data).__name__)
        with self.open("w", -1, encoding, errors, newline) as file:
            return file.write(data)

    def read_bytes(self):
        """The file's bytes."""
        with self.open("rb") as file:
            return file.read()

    def write_bytes(self, data):
        """Makes the file have these bytes."""
        with self.open("wb") as file:
            return file.write(data)

    def touch(self, mode=438, exist_ok=True):
        """Makes an empty file where there is none."""
        if not exist_ok or not self.exists():
            self.open("x").close()

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        """Makes the folder."""
        if self.is_dir() and exist_ok:
            return
        if parents and self.parent != self and not self.parent.exists():
            self.parent.mkdir(parents=True, exist_ok=True)
        _os.mkdir(self, mode)

    def rmdir(self):
        """Removes the folder, which is empty."""
        _os.rmdir(self)

    def unlink(self, missing_ok=False):
        """Removes the file."""
        if not missing_ok or self.exists():
            _os.remove(self)

    def rename(self, target):
        """Gives the file another path."""
        _os.rename(self, target)
        return type(self)(target)

    def replace(self, target):
        """Gives the file another path."""
        _os.replace(self, target)
        return type(self)(target)

    def chmod(self, mode, *, follow_symlinks=True):
        _os.chmod(self, mode)

    def iterdir(self):
        """The paths in the folder."""
        return iter([self / name for name in _os.listdir(self)])

    def glob(self, pattern):
        """The paths below the folder that fit a pattern."""
        pattern = str(pattern)
        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        if pattern.startswith("/"):
            raise NotImplementedError("Non-relative patterns are unsupported")
        parts = PurePath(pattern)._tail
        if any(["**" in part and part != "**" for part in parts]):
            raise ValueError("Invalid pattern: '**' can only be an entire path component")
        found = []
        for path in self._fitting(parts):
            if path not in found:
                found.append(path)
                yield path

    def rglob(self, pattern):
        """The same, at all depths."""
        return self.glob("**/" + str(pattern))

    def _fitting(self, parts):
        from fnmatch import fnmatchcase

        if not parts:
            return [self]
        found, first, rest = [], parts[0], parts[1:]
        if first == "**":
            for folder in self._folders():
                found += folder._fitting(rest)
        elif not any([c in first for c in "*?["]):
            next = self / first
            found = next._fitting(rest) if (next.is_dir() if rest else next.exists()) else []
        elif self.is_dir():
            for path in self.iterdir():
                if fnmatchcase(path.name, first) and (not rest or path.is_dir()):
                    found += path._fitting(rest)
        return found

    def _folders(self):
        found = [self]
        for path in self.iterdir():
            found += path._folders() if path.is_dir() else []
        return found


class PosixPath(Path, PurePosixPath):
    """A path with slashes to one of the run's files."""
