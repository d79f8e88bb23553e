# SPDX-License-Identifier: Apache-2.0
# module: packaging.version
"""`packaging.version`: versions as PEP 440 has them, and their order."""

import re as _re

VERSION_PATTERN = r"""
    v?(?:(?P<epoch>[0-9]+)!)?(?P<release>[0-9]+(?:\.[0-9]+)*)
    (?P<pre>[-_\.]?(?P<pre_l>alpha|a|beta|b|preview|pre|c|rc)[-_\.]?(?P<pre_n>[0-9]+)?)?
    (?P<post>(?:-(?P<post_n1>[0-9]+))|(?:[-_\.]?(?P<post_l>post|rev|r)[-_\.]?(?P<post_n2>[0-9]+)?))?
    (?P<dev>[-_\.]?(?P<dev_l>dev)[-_\.]?(?P<dev_n>[0-9]+)?)?
    (?:\+(?P<local>[a-z0-9]+(?:[-_\.][a-z0-9]+)*))?
"""
_pattern = _re.compile(r"\s*" + "".join(VERSION_PATTERN.split()) + r"\s*", _re.IGNORECASE)


class InvalidVersion(ValueError):
    """A text is no version."""


def parse(version):
    """The version that a text says."""
    return Version(version)


class Version:
    """A version: epoch, release, pre-release, post-release, development release, local part."""

    def __init__(self, version):
        found = _pattern.fullmatch(version)
        if not found:
            raise InvalidVersion(f"Invalid version: {version!r}")
        part = found.groupdict()
        self.epoch = int(part["epoch"] or 0)
        self.release = tuple([int(n) for n in part["release"].split(".")])
        names = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}
        letter = (part["pre_l"] or "").lower()
        self.pre = (names.get(letter, letter), int(part["pre_n"] or 0)) if letter else None
        self.post = int(part["post_n1"] or part["post_n2"] or 0) if part["post"] else None
        self.dev = int(part["dev_n"] or 0) if part["dev"] else None
        local = part["local"]
        parts = [int(p) if p.isdigit() else p for p in _re.split(r"[-_.]", local.lower())] if local else None
        self.local = None if parts is None else ".".join(map(str, parts))
        release = self.release
        while len(release) > 1 and not release[-1]:
            release = release[:-1]
        if self.pre is not None:
            pre = (0,) + self.pre
        elif self.post is None and self.dev is not None:
            pre = (-1,)
        else:
            pre = (1,)
        post = -1 if self.post is None else self.post
        dev = (1, 0) if self.dev is None else (0, self.dev)
        own = () if parts is None else tuple([(1, p, "") if isinstance(p, int) else (0, 0, p) for p in parts])
        self._key = self.epoch, release, pre, post, dev, parts is not None, own

    @property
    def major(self):
        return self.release[0]

    @property
    def minor(self):
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        return self.release[2] if len(self.release) > 2 else 0

    @property
    def is_prerelease(self):
        return self.dev is not None or self.pre is not None

    @property
    def is_postrelease(self):
        return self.post is not None

    @property
    def is_devrelease(self):
        return self.dev is not None

    @property
    def base_version(self):
        return (f"{self.epoch}!" if self.epoch else "") + ".".join(map(str, self.release))

    @property
    def public(self):
        return str(self).split("+")[0]

    def __str__(self):
        text = self.base_version
        if self.pre is not None:
            text += f"{self.pre[0]}{self.pre[1]}"
        if self.post is not None:
            text += f".post{self.post}"
        if self.dev is not None:
            text += f".dev{self.dev}"
        return text + (f"+{self.local}" if self.local is not None else "")

    def __repr__(self):
        return f"<Version('{self}')>"

    def __hash__(self):
        return hash(self._key)

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self._key < other._key if isinstance(other, Version) else NotImplemented

    def __le__(self, other):
        return self._key <= other._key if isinstance(other, Version) else NotImplemented

    def __gt__(self, other):
        return self._key > other._key if isinstance(other, Version) else NotImplemented

    def __ge__(self, other):
        return self._key >= other._key if isinstance(other, Version) else NotImplemented
