# SPDX-License-Identifier: Apache-2.0
# module: importlib.util
"""`importlib.util`: whether a module is there, without running it."""

from importlib import _import, _locate
from importlib.machinery import ModuleSpec


def resolve_name(name, package):
    """The absolute name of a module that is named relative to `package`."""
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return parts[0] + "." + name[level:] if name[level:] else parts[0]


def find_spec(name, package=None):
    """What is known of a module, or None where there is none. The packages around it are imported."""
    full = resolve_name(name, package) if name.startswith(".") else name
    parent = full.rpartition(".")[0]
    if parent:
        _import(parent)
    found = _locate(full)
    if found is None:
        return None
    origin, folders = found
    spec = ModuleSpec(full, None, origin=origin, is_package=folders is not None)
    spec.submodule_search_locations = folders
    return spec
