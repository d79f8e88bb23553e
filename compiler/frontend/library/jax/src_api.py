# SPDX-License-Identifier: Apache-2.0
# module: jax._src.api jax._src.custom_derivatives jax._src.ad_util
"""Functions of `jax` by the files that they are in."""

import jax as _jax


def __getattr__(name):
    return getattr(_jax, name)
