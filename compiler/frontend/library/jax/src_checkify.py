# SPDX-License-Identifier: Apache-2.0
# module: jax._src.checkify
"""`jax.experimental.checkify`."""

import jax.experimental.checkify as _checkify


def __getattr__(name):
    return getattr(_checkify, name)
