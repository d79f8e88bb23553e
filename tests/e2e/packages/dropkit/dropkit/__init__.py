# SPDX-License-Identifier: Apache-2.0
"""Dropout by a seed."""
from .module import SeededDropout
from .functional import dropout
