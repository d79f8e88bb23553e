# SPDX-License-Identifier: Apache-2.0
"""`importlib`: modules by their names."""

from importlib import _import


def _resolve(name, package):
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    if not package:
        raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return parts[0] + "." + name[level:] if name[level:] else parts[0]


def import_module(name, package=None):
    """The module of a dotted name; leading dots mean beside `package`."""
    return _import(_resolve(name, package))


def invalidate_caches():
    """Does nothing: folders are looked into each time."""
