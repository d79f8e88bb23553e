# SPDX-License-Identifier: Apache-2.0
# module: jax._src.numpy.lax_numpy jax._src.numpy.reductions jax._src.numpy.ufuncs
"""`jax.numpy` by the files that it is in."""

import jax.numpy as _numpy


def __getattr__(name):
    return getattr(_numpy, name)
