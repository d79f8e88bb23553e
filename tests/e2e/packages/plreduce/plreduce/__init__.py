# SPDX-License-Identifier: Apache-2.0
"""Sums and maxima along the grid."""
from .ops import reduce_rows, OPS
