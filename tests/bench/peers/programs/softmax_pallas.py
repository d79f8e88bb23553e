# SPDX-License-Identifier: Apache-2.0
"""Softmax of rows as a plain `pallas_call`. Measured by ../run.py; the host checks the first rows."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

ROWS = 8
COLUMNS = 256
DTYPE = "float32"
INPUTS = "normal"
BLOCK = 1

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
x = make_input(jax.random.key(0), (ROWS, COLUMNS)).astype(dtype)


def kernel(x_ref, o_ref):
    x = x_ref[...].astype(jnp.float32)
    powers = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
    o_ref[...] = (powers / jnp.sum(powers, axis=1, keepdims=True)).astype(dtype)


spec = pl.BlockSpec((BLOCK, COLUMNS), lambda i: (i, 0))
o = pl.pallas_call(kernel, grid=(ROWS // BLOCK,), in_specs=[spec], out_specs=spec, out_shape=jax.ShapeDtypeStruct((ROWS, COLUMNS), dtype))(x)
np.testing.assert_allclose(o[:4].astype(jnp.float32), jax.nn.softmax(x[:4].astype(jnp.float32), axis=1), rtol=1e-2, atol=1e-5)
