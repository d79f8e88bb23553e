# SPDX-License-Identifier: Apache-2.0
from . import part
from .part import half
print(__name__, __package__, part.__name__, half(9))
