# SPDX-License-Identifier: Apache-2.0
# module: jax.numpy.linalg
"""Linear algebra."""

import jax.numpy as np

_JAX = True
