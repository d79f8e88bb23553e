# SPDX-License-Identifier: Apache-2.0
"""Norms by Pallas; what is public is imported from `_src`, as JAX does."""
from plnorms._src.layer_norm import layer_norm as layer_norm
from plnorms._src.softmax import softmax as softmax
from plnorms._src.util import BACKENDS as BACKENDS
