# SPDX-License-Identifier: Apache-2.0
"""C = A @ B as Pallas's quickstart writes it: four programs, each a quarter of C, with whole rows of A and columns of B. Measured by ../run.py; the host
checks the first rows."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

M = 256
N = 256
K = 128
DTYPE = "bfloat16"
INPUTS = "normal"

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
a = make_input(jax.random.key(0), (M, K)).astype(dtype)
b = make_input(jax.random.key(1), (K, N)).astype(dtype)


def kernel(a_ref, b_ref, c_ref):
    c_ref[...] = a_ref[...] @ b_ref[...]


c = pl.pallas_call(
    kernel,
    grid=(2, 2),
    in_specs=[pl.BlockSpec((M // 2, K), lambda i, j: (i, 0)), pl.BlockSpec((K, N // 2), lambda i, j: (0, j))],
    out_specs=pl.BlockSpec((M // 2, N // 2), lambda i, j: (i, j)),
    out_shape=jax.ShapeDtypeStruct((M, N), dtype),
)(a, b)

wanted = jnp.dot(a[:4].astype(jnp.float32), b.astype(jnp.float32))
np.testing.assert_allclose(c[:4].astype(jnp.float32), wanted, rtol=1e-2, atol=1e-2 * np.sqrt(K))
