# SPDX-License-Identifier: Apache-2.0
"""Normalizations as Triton kernels, with their gradients."""
from ._version import __version__
from .ops import rms_norm, RMSNorm
from .utils.device import HAS_FLASH, is_hopper, supported_dtypes

__all__ = ["__version__", "rms_norm", "RMSNorm", "HAS_FLASH", "is_hopper", "supported_dtypes"]
