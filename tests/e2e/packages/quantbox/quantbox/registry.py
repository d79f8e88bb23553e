# SPDX-License-Identifier: Apache-2.0
"""Schemes by name."""
_schemes = {}


def register(name, *, bits):
    def decorate(cls):
        if name in _schemes:
            raise KeyError(f"{name} is registered twice")
        cls.name, cls.bits = name, bits
        _schemes[name] = cls
        return cls

    return decorate


def get(name):
    try:
        return _schemes[name]()
    except KeyError:
        raise KeyError(f"no scheme {name!r}; there are {', '.join(names())}") from None


def names():
    return sorted(_schemes)
