# SPDX-License-Identifier: Apache-2.0
# module: jax._src.pallas.triton.core jax._src.pallas.triton.primitives
"""Pallas's Triton back end by the files that it is in: the names of `jax.experimental.pallas.triton`."""

import jax.experimental.pallas.triton as _triton


def __getattr__(name):
    return getattr(_triton, name)
