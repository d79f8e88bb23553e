# SPDX-License-Identifier: Apache-2.0
"""Sorted rows and their heads."""
from .rows import sort_rows, top_rows
