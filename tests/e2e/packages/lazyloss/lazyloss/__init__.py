# SPDX-License-Identifier: Apache-2.0
"""Losses; each is imported when it is asked for."""
import importlib
import typing

if typing.TYPE_CHECKING:
    from .cross_entropy import cross_entropy

_names = {"cross_entropy": "cross_entropy", "softmax": "rows", "bench": "bench"}
__all__ = ["cross_entropy", "softmax"]


def __getattr__(name):
    if name not in _names:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module("." + _names[name], __name__)
    value = module if name == "bench" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(globals()) | set(_names))
