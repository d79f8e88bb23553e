# SPDX-License-Identifier: Apache-2.0
"""Counts of numbers."""
from .count import histogram
