# K is an axis of the grid, the sum in scratch memory; an epilogue with a bias, and batches.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

BATCH = 2
M = 256
N = 192
K = 256
BLOCK_M = 64
BLOCK_N = 64
BLOCK_K = 64


def kernel(x_ref, y_ref, bias_ref, z_ref, acc_ref):
    step = pl.program_id(3)

    @pl.when(step == 0)
    def _():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)

    @pl.when(step == pl.num_programs(3) - 1)
    def _():
        z_ref[...] = jnp.maximum(acc_ref[...] + bias_ref[...], 0).astype(z_ref.dtype)


@jax.jit
def matmul(x, y, bias):
    return pl.pallas_call(
        kernel,
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=0,
            grid=(BATCH, pl.cdiv(M, BLOCK_M), pl.cdiv(N, BLOCK_N), K // BLOCK_K),
            in_specs=[
                pl.BlockSpec((None, BLOCK_M, BLOCK_K), lambda b, i, j, k: (b, i, k)),
                pl.BlockSpec((None, BLOCK_K, BLOCK_N), lambda b, i, j, k: (b, k, j)),
                pl.BlockSpec((1, BLOCK_N), lambda b, i, j, k: (0, j)),
            ],
            out_specs=pl.BlockSpec((None, BLOCK_M, BLOCK_N), lambda b, i, j, k: (b, i, j)),
            scratch_shapes=[pltpu.VMEM((BLOCK_M, BLOCK_N), jnp.float32)],
        ),
        out_shape=jax.ShapeDtypeStruct((BATCH, M, N), x.dtype),
    )(x, y, bias)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(k1, (BATCH, M, K), jnp.bfloat16)
y = jax.random.normal(k2, (BATCH, K, N), jnp.bfloat16)
bias = jax.random.normal(k3, (1, N), jnp.float32)
expected = jnp.maximum(jnp.einsum("bmk,bkn->bmn", x, y, preferred_element_type=jnp.float32) + bias, 0).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(x, y, bias), expected, rtol=2e-2, atol=2e-2)
