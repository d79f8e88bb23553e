# SPDX-License-Identifier: Apache-2.0
# module: numpy.rec numpy.core.records
"""Arrays of records whose fields are attributes."""

import numpy as _numpy


def _part(name):
    return _numpy.dtype("O")._named("_rec_" + name)


def fromarrays(*args, **kwargs):
    """Records of an array for each field."""
    return _part("fromarrays")(*args, **kwargs)


def fromrecords(*args, **kwargs):
    """Records of a list of tuples."""
    return _part("fromrecords")(*args, **kwargs)


def array(*args, **kwargs):
    """Records of anything."""
    return _part("array")(*args, **kwargs)


def find_duplicate(list):
    """What is in a list twice."""
    return _part("find_duplicate")(list)


def __getattr__(name):
    if name in ("recarray", "record"):
        return _numpy.dtype("O")._named(name)
    if name == "format_parser":
        return _part(name)
    raise AttributeError(f"module 'numpy.rec' has no attribute {name!r}")
