# SPDX-License-Identifier: Apache-2.0
# module: jax._src.pallas.core jax._src.pallas.primitives jax._src.pallas.utils
"""The parts of Pallas by the files that they are in: the names of `jax.experimental.pallas`."""

import jax.experimental.pallas as _pallas


def __getattr__(name):
    return getattr(_pallas, name)
