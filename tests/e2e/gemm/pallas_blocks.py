# Whole blocks, as in the quickstart: every program has all of K.
import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

M = 256
N = 256
K = 128
PROGRAMS_M = 2
PROGRAMS_N = 2
KIND = "plain"


def kernel(x_ref, y_ref, z_ref):
    z = x_ref[...] @ y_ref[...]
    if KIND == "activation":
        z = jax.nn.relu(z) * 0.5
    z_ref[...] = z.astype(z_ref.dtype)


@jax.jit
def matmul(x, y):
    m, n = M // PROGRAMS_M, N // PROGRAMS_N
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((M, N), x.dtype),
        grid=(PROGRAMS_M, PROGRAMS_N),
        in_specs=[pl.BlockSpec((m, K), lambda i, j: (i, 0)), pl.BlockSpec((K, n), lambda i, j: (0, j))],
        out_specs=pl.BlockSpec((m, n), lambda i, j: (i, j)),
    )(x, y)


k1, k2 = jax.random.split(jax.random.key(0))
x = jax.random.normal(k1, (M, K), jnp.bfloat16)
y = jax.random.normal(k2, (K, N), jnp.bfloat16)
expected = x @ y
if KIND == "activation":
    expected = jax.nn.relu(expected) * 0.5
np.testing.assert_allclose(matmul(x, y), expected, rtol=2e-2, atol=2e-1)
