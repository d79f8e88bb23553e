# SPDX-License-Identifier: Apache-2.0
"""Copies and transposes by block pointers."""
from .transpose import transpose as transpose
