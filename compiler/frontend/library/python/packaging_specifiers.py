# SPDX-License-Identifier: Apache-2.0
# module: packaging.specifiers
"""`packaging.specifiers`: conditions on versions, as PEP 440 has them."""

import re as _re

from packaging.version import Version as _Version


class InvalidSpecifier(ValueError):
    """A text is no condition on versions."""


def _version(value):
    return value if isinstance(value, _Version) else _Version(value)


class Specifier:
    """One condition, as in `>=2.1`."""

    def __init__(self, spec="", prereleases=None):
        found = _re.fullmatch(r"\s*(~=|===|==|!=|<=|>=|<|>)\s*(\S+)\s*", spec)
        if not found:
            raise InvalidSpecifier(f"Invalid specifier: {spec!r}")
        self.operator, self.version = found.groups()
        base = self.version[:-2] if self.version.endswith(".*") else self.version
        wild = base != self.version
        if self.operator != "===":
            try:
                parsed = _Version(base)
            except ValueError:
                raise InvalidSpecifier(f"Invalid specifier: {spec!r}") from None
            if (wild and self.operator not in ("==", "!=")) or (self.operator == "~=" and len(parsed.release) < 2):
                raise InvalidSpecifier(f"Invalid specifier: {spec!r}")
        self._wild, self._base, self._prereleases = wild, base, prereleases

    @property
    def prereleases(self):
        if self._prereleases is not None:
            return self._prereleases
        asks = self.operator in ("==", ">=", "<=", "~=", "===") and not self._wild
        return asks and _Version(self._base).is_prerelease

    def __str__(self):
        return self.operator + self.version

    def __repr__(self):
        return f"<Specifier({str(self)!r})>"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def _begins(self, version, wanted):
        n = len(wanted.release)
        return version.epoch == wanted.epoch and (version.release + (0,) * n)[:n] == wanted.release

    def _holds(self, version):
        if self.operator == "===":
            return str(version).lower() == self.version.lower()
        wanted, public = _Version(self._base), _Version(version.public)
        if self.operator in ("==", "!="):
            if self._wild:
                same = self._begins(version, wanted)
            else:
                same = (version if wanted.local is not None else public) == wanted
            return same == (self.operator == "==")
        if self.operator == "~=":
            head = _Version(".".join(map(str, wanted.release[:-1])))
            head.epoch = wanted.epoch
            return public >= wanted and self._begins(version, head)
        if self.operator == "<=":
            return public <= wanted
        if self.operator == ">=":
            return public >= wanted
        same_base = _Version(version.base_version) == _Version(wanted.base_version)
        if self.operator == "<":
            return version < wanted and not (not wanted.is_prerelease and version.is_prerelease and same_base)
        after = (version.is_postrelease and not wanted.is_postrelease) or version.local is not None
        return version > wanted and not (after and same_base)

    def contains(self, item, prereleases=None):
        version = _version(item)
        allowed = self.prereleases if prereleases is None else prereleases
        return (allowed or not version.is_prerelease) and self._holds(version)

    def __contains__(self, item):
        return self.contains(item)

    def filter(self, iterable, prereleases=None):
        return SpecifierSet(str(self)).filter(iterable, prereleases)


class SpecifierSet:
    """Conditions that hold together, as in `>=2.1,<3`."""

    def __init__(self, specifiers="", prereleases=None):
        self._specs = [Specifier(s) for s in specifiers.split(",") if s.strip()]
        self._prereleases = prereleases

    @property
    def prereleases(self):
        if self._prereleases is not None:
            return self._prereleases
        return any(s.prereleases for s in self._specs) if self._specs else None

    def contains(self, item, prereleases=None, installed=None):
        version = _version(item)
        allowed = self.prereleases if prereleases is None else prereleases
        if version.is_prerelease and not allowed:
            return False
        return all(s._holds(version) for s in self._specs)

    def __contains__(self, item):
        return self.contains(item)

    def filter(self, iterable, prereleases=None):
        items = list(iterable)
        allowed = self.prereleases if prereleases is None else prereleases
        held = [i for i in items if all(s._holds(_version(i)) for s in self._specs)]
        final = [i for i in held if not _version(i).is_prerelease]
        return iter(held if allowed or (allowed is None and not final) else final)

    def __iter__(self):
        return iter(self._specs)

    def __len__(self):
        return len(self._specs)

    def __str__(self):
        return ",".join(sorted(str(s) for s in self._specs))

    def __repr__(self):
        return f"<SpecifierSet({str(self)!r})>"

    def __and__(self, other):
        made = SpecifierSet(",".join([str(self), str(other)]))
        return made

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))
