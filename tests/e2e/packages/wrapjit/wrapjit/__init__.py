# SPDX-License-Identifier: Apache-2.0
"""Wrappers around jit functions: signatures, counters, checks."""
from .wrap import checked, counted
