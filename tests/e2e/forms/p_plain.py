# SPDX-License-Identifier: Apache-2.0
"""Whole K in a block."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

M = 256
N = 256
K = 256
BM = 128
BN = 128
BK = 64


def kernel(x_ref, y_ref, z_ref):
    z_ref[...] = (x_ref[...] @ y_ref[...]).astype(z_ref.dtype)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(k1, (M, K), jnp.bfloat16)
y = jax.random.normal(k2, (K, N), jnp.bfloat16)
z = pl.pallas_call(kernel, grid=(pl.cdiv(M, BM), pl.cdiv(N, BN)),
    in_specs=[pl.BlockSpec((BM, K), lambda i, j: (i, 0)),
        pl.BlockSpec((K, BN), lambda i, j: (0, j))], out_shape=jax.ShapeDtypeStruct((M,
            N), x.dtype), out_specs=pl.BlockSpec((BM, BN), lambda i, j: (i, j)))(x, y)
np.testing.assert_allclose(z.astype(jnp.float32), jnp.dot(x.astype(jnp.float32), y.astype(jnp.float32)), rtol=2e-2,
    atol=5e-1)
