# SPDX-License-Identifier: Apache-2.0
# module: jax._src.pallas.mosaic_gpu.core jax._src.pallas.mosaic_gpu.primitives
"""The parts of Mosaic GPU by the files that they are in: the names of `jax.experimental.pallas.mosaic_gpu`."""

import jax.experimental.pallas.mosaic_gpu as _mosaic_gpu


def __getattr__(name):
    return getattr(_mosaic_gpu, name)
