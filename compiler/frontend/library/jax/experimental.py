# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental
"""What JAX tries out."""

import jax


def enable_x64(new_val=True):
    """JAX's 64-bit mode, inside of a `with`."""
    return jax.enable_x64(new_val)


def disable_x64():
    """JAX's 32-bit mode, inside of a `with`."""
    return jax.enable_x64(False)
