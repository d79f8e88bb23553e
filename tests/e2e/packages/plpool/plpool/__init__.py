# SPDX-License-Identifier: Apache-2.0
"""Pooling windows."""
from .pool import max_pool, mean_pool
