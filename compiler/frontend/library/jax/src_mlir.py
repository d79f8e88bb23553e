# SPDX-License-Identifier: Apache-2.0
# module: jax._src.interpreters.mlir
"""`jax.interpreters.mlir`."""

import jax.interpreters.mlir as _mlir


def __getattr__(name):
    return getattr(_mlir, name)
