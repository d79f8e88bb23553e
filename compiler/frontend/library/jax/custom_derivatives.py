# SPDX-License-Identifier: Apache-2.0
# module: jax.custom_derivatives jax.version jax.ref
"""Names of `jax` by other modules: functions with their own derivatives, its version, its Refs."""

import jax as _jax


def __getattr__(name):
    return getattr(_jax, name)
