# SPDX-License-Identifier: Apache-2.0
"""As int8, in seven steps."""
from ..registry import register
from .int8 import Int8


@register("int4", bits=4)
class Int4(Int8):
    limit = 7
