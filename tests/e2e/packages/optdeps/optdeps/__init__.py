# SPDX-License-Identifier: Apache-2.0
"""Runs where most of what it would like to have is absent."""
from .compat import FEATURES, register_op
from .scan import cumsum
