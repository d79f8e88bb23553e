# Bytes along K in both operands, summed exactly.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

M = 128
N = 128
K = 128


def kernel(x_ref, y_ref, z_ref):
    z_ref[...] = jax.lax.dot_general(x_ref[...], y_ref[...], (((1,), (1,)), ((), ())), preferred_element_type=jnp.int32)


def matmul(x, y):
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((M, N), jnp.int32),
        grid=(2, 2),
        in_specs=[pl.BlockSpec((M // 2, K), lambda i, j: (i, 0)), pl.BlockSpec((N // 2, K), lambda i, j: (j, 0))],
        out_specs=pl.BlockSpec((M // 2, N // 2), lambda i, j: (i, j)),
    )(x, y)


x = (jnp.arange(M * K).reshape(M, K) % 17 - 8).astype(jnp.int8)
y = (jnp.arange(N * K).reshape(N, K) % 13 - 6).astype(jnp.int8)
np.testing.assert_array_equal(matmul(x, y), x.astype(jnp.int32) @ y.astype(jnp.int32).T)
