# SPDX-License-Identifier: Apache-2.0
"""`pathlib`."""

import os.path as _path


class PurePath:
    """A path as text; it asks nothing of a file system."""

    def __init__(self, *segments):
        parts = [p.__fspath__() if hasattr(p, "__fspath__") else p for p in segments]
        for p in parts:
            if not isinstance(p, str):
                raise TypeError(f"expected str, bytes or os.PathLike object, not {type(p).__name__}")
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
