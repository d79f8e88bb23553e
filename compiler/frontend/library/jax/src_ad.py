# SPDX-License-Identifier: Apache-2.0
# module: jax._src.interpreters.ad
"""`jax.interpreters.ad`."""

import jax.interpreters.ad as _ad


def __getattr__(name):
    return getattr(_ad, name)
