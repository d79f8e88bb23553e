# SPDX-License-Identifier: Apache-2.0
# hidden: jax.numpy.complex
"""Which library the arrays of complex numbers are of: JAX."""

import jax.numpy as np

_JAX = True
