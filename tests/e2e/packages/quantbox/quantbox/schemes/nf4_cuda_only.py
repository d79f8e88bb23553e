# SPDX-License-Identifier: Apache-2.0
"""Needs a package that few have."""
import bitsandbytes.functional as bnb

from ..registry import register


@register("nf4", bits=4)
class Nf4:
    quantize = staticmethod(bnb.quantize_nf4)
