# SPDX-License-Identifier: Apache-2.0
# module: jax._src.lax.lax jax._src.lax.slicing jax._src.lax.parallel
"""`jax.lax` by the files that it is in."""

import jax.lax as _lax


def __getattr__(name):
    return getattr(_lax, name)
