# SPDX-License-Identifier: Apache-2.0
"""Mixture of experts: a grouped product whose blocks' experts are prefetched scalars."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

M = 512
E = 4
N = 128
K = 128
BM = 128
BN = 128
BK = 64


def kernel(e_ref, x_ref, w_ref, y_ref, acc_ref):
    @pl.when(pl.program_id(2) == 0)
    def begin():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    acc_ref[...] += jnp.dot(x_ref[...], w_ref[...], preferred_element_type=jnp.float32)

    @pl.when(pl.program_id(2) == pl.num_programs(2) - 1)
    def end():
        y_ref[...] = acc_ref[...].astype(y_ref.dtype)


blocks = M // BM
experts = jnp.arange(blocks) * E // blocks
x = jax.random.normal(jax.random.key(0), (M, K), jnp.bfloat16)
w = jax.random.normal(jax.random.key(1), (E, K, N), jnp.bfloat16)
spec = pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, grid=(blocks, N // BN, K // BK),
    in_specs=[pl.BlockSpec((BM, BK), lambda i, j, k, e: (i, k)),
        pl.BlockSpec((None, BK, BN), lambda i, j, k, e: (e[i], k, j))],
    out_specs=pl.BlockSpec((BM, BN), lambda i, j, k, e: (i, j)), scratch_shapes=[pltpu.VMEM((BM, BN), jnp.float32)])
y = pl.pallas_call(kernel, grid_spec=spec, out_shape=jax.ShapeDtypeStruct((M, N), x.dtype))(experts, x, w)
expected = jnp.concatenate([jnp.dot(x[i * BM:(i + 1) * BM].astype(jnp.float32),
    w[i * E // blocks].astype(jnp.float32)) for i in range(blocks)])
np.testing.assert_allclose(y.astype(jnp.float32), expected, rtol=2e-2, atol=2e-1)
