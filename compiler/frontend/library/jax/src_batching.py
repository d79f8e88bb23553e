# SPDX-License-Identifier: Apache-2.0
# module: jax._src.interpreters.batching
"""`jax.interpreters.batching`."""

import jax.interpreters.batching as _batching


def __getattr__(name):
    return getattr(_batching, name)
