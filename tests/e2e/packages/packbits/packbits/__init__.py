# SPDX-License-Identifier: Apache-2.0
"""Bits of masks in bytes."""
from .pack import pack, unpack
