# SPDX-License-Identifier: Apache-2.0
"""Kernels, listed."""
from .elementwise import add, mul
from .elementwise import add_kernel as _add_kernel

__all__ = ["add", "mul"]
