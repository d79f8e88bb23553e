# SPDX-License-Identifier: Apache-2.0
"""silu(gate) * up, the middle of a gated MLP, as two Triton kernels and an autograd function."""
from . import reference
from .function import gated

__all__ = ["gated", "reference"]
