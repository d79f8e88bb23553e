# SPDX-License-Identifier: Apache-2.0
"""Masks as functions, given to one kernel."""
from .api import apply_mask
from .masks import MASKS
