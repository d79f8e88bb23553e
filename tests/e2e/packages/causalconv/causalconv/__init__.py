# SPDX-License-Identifier: Apache-2.0
"""Causal convolution along a sequence."""
from .ops import causal_conv, reference

WIDTHS = range(2, 5)
