# SPDX-License-Identifier: Apache-2.0
"""Bias and gelu at once."""
from .fused import BiasGelu, bias_gelu

__all__ = ("BiasGelu", "bias_gelu")
