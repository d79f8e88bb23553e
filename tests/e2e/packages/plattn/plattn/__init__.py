# SPDX-License-Identifier: Apache-2.0
"""Attention by Pallas."""
from plattn._src.attention import BlockSizes as BlockSizes
from plattn._src.attention import attention as attention
from plattn._src.reference import reference as reference
