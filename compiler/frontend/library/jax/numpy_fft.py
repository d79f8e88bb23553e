# SPDX-License-Identifier: Apache-2.0
# module: jax.numpy.fft
"""Which library the transforms are of: JAX."""

import jax.numpy as np

_JAX = True
