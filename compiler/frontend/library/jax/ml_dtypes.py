# SPDX-License-Identifier: Apache-2.0
"""Small floats and integers as dtypes of NumPy."""

import jax.numpy as _jnp

bfloat16, float8_e4m3fn, float8_e5m2, int2, uint2, int4, uint4 = (
    _jnp.bfloat16,
    _jnp.float8_e4m3fn,
    _jnp.float8_e5m2,
    _jnp.int2,
    _jnp.uint2,
    _jnp.int4,
    _jnp.uint4,
)
finfo, iinfo = _jnp.finfo, _jnp.iinfo

__version__ = "0.5.4"
