# SPDX-License-Identifier: Apache-2.0
"""RMS normalization of rows as a plain `pallas_call`. Measured by ../run.py; the host checks the first rows."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

ROWS = 8
COLUMNS = 256
DTYPE = "bfloat16"
INPUTS = "normal"
BLOCK = 1
EPSILON = 1e-5

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
x = make_input(jax.random.key(0), (ROWS, COLUMNS)).astype(dtype)
weight = make_input(jax.random.key(1), (COLUMNS,)).astype(dtype)


def kernel(x_ref, weight_ref, o_ref):
    x = x_ref[...].astype(jnp.float32)
    scale = lax.rsqrt(jnp.mean(x * x, axis=1, keepdims=True) + EPSILON)
    o_ref[...] = (x * scale * weight_ref[...].astype(jnp.float32)).astype(dtype)


rows, vector = pl.BlockSpec((BLOCK, COLUMNS), lambda i: (i, 0)), pl.BlockSpec((COLUMNS,), lambda i: (0,))
o = pl.pallas_call(kernel, grid=(ROWS // BLOCK,), in_specs=[rows, vector], out_specs=rows, out_shape=jax.ShapeDtypeStruct((ROWS, COLUMNS), dtype))(x, weight)

first = x[:4].astype(jnp.float32)
wanted = first * lax.rsqrt((first * first).mean(axis=1, keepdims=True) + EPSILON) * weight.astype(jnp.float32)
np.testing.assert_allclose(o[:4].astype(jnp.float32), wanted, rtol=2e-2, atol=2e-2)
