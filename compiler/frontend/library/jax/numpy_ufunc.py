# SPDX-License-Identifier: Apache-2.0
# class: jax.numpy.ufunc
"""What ufunc.py asks about where it is."""

import jax.numpy as np

_JAX = True
