# SPDX-License-Identifier: Apache-2.0
# module: jax._src.lax.control_flow.loops jax._src.lax.control_flow.conditionals
"""`jax.lax` by the files that it is in."""

import jax.lax as _lax


def __getattr__(name):
    return getattr(_lax, name)
