# SPDX-License-Identifier: Apache-2.0
"""Custom operations of torch that launch kernels."""
from . import ops
from .ops import add_scaled
