# SPDX-License-Identifier: Apache-2.0
"""Means and variances in one pass."""
from .ops import mean_and_variance
