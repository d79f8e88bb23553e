# SPDX-License-Identifier: Apache-2.0
"""Layers of torch.nn that call kernels."""
from .layers import Linear, Mlp

__all__ = ["Linear", "Mlp"]
