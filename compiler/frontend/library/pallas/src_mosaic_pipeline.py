# SPDX-License-Identifier: Apache-2.0
# module: jax._src.pallas.mosaic.pipeline jax._src.pallas.mosaic.helpers
"""The parts of Pallas for TPUs by the files that they are in: the names of `jax.experimental.pallas.tpu`."""

import jax.experimental.pallas.tpu as _tpu


def __getattr__(name):
    return getattr(_tpu, name)
