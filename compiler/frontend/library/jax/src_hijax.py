# SPDX-License-Identifier: Apache-2.0
# module: jax._src.hijax
"""`jax.experimental.hijax`."""

import jax.experimental.hijax as _hijax


def __getattr__(name):
    return getattr(_hijax, name)
