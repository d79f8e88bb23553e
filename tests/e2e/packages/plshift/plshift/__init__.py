# SPDX-License-Identifier: Apache-2.0
"""Neighbours along an axis; an old name still works."""
import warnings

from .roll import roll


def __getattr__(name):
    if name == "shift":
        warnings.warn("plshift.shift is now plshift.roll", DeprecationWarning)
        return roll
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
