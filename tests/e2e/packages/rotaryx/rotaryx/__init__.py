# SPDX-License-Identifier: Apache-2.0
"""Rotary embeddings, with switches by environment."""
from . import flags
from .rotary import Rotary, apply_rotary
