# SPDX-License-Identifier: Apache-2.0
"""The operations."""
from .rms_norm import RMSNorm, rms_norm
