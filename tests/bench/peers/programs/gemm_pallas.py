# SPDX-License-Identifier: Apache-2.0
"""C = A @ B as a plain `pallas_call`: a grid with an axis of k and an accumulator in scratch memory. Measured by ../run.py; the host checks the first rows."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

M = 256
N = 256
K = 128
DTYPE = "bfloat16"
INPUTS = "normal"
BLOCK_M = 128
BLOCK_N = 256
BLOCK_K = 64

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
a = make_input(jax.random.key(0), (M, K)).astype(dtype)
b = make_input(jax.random.key(1), (K, N)).astype(dtype)
steps = K // BLOCK_K


def kernel(a_ref, b_ref, c_ref, total_ref):
    @pl.when(pl.program_id(2) == 0)
    def begin():
        total_ref[...] = jnp.zeros_like(total_ref)

    total_ref[...] += jnp.dot(a_ref[...], b_ref[...], preferred_element_type=jnp.float32)

    @pl.when(pl.program_id(2) == steps - 1)
    def end():
        c_ref[...] = total_ref[...].astype(dtype)


c = pl.pallas_call(
    kernel,
    grid=(M // BLOCK_M, N // BLOCK_N, steps),
    in_specs=[pl.BlockSpec((BLOCK_M, BLOCK_K), lambda i, j, k: (i, k)), pl.BlockSpec((BLOCK_K, BLOCK_N), lambda i, j, k: (k, j))],
    out_specs=pl.BlockSpec((BLOCK_M, BLOCK_N), lambda i, j, k: (i, j)),
    out_shape=jax.ShapeDtypeStruct((M, N), dtype),
    scratch_shapes=[pltpu.VMEM((BLOCK_M, BLOCK_N), jnp.float32)],
)(a, b)

wanted = jnp.dot(a[:4].astype(jnp.float32), b.astype(jnp.float32))
np.testing.assert_allclose(c[:4].astype(jnp.float32), wanted, rtol=1e-2, atol=1e-2 * np.sqrt(K))
