# SPDX-License-Identifier: Apache-2.0
"""Chooses by versions, in the ways that people compare them."""
import sys

import torch
import triton


def _parts(text):
    return tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in text.split("+")[0].split(".")[:3])


TORCH, TRITON = _parts(torch.__version__), _parts(triton.__version__)
if sys.version_info < (3, 8):
    raise RuntimeError("needs Python 3.8")
if TRITON >= (3, 0):
    from ._new import scale
else:
    from ._old import scale
try:
    from triton.language.extra.cuda import libdevice
except ImportError:
    try:
        from triton.language.extra import libdevice
    except ImportError:
        from triton.language import libdevice
