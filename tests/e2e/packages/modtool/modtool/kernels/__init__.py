# SPDX-License-Identifier: Apache-2.0
"""Kernels."""
from .scaling import scale
