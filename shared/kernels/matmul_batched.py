# Batched product: a grid with a batch axis (Pallas)
#
# The batch is one more axis of the grid, whose block is one matrix without the batch's axis. Sizes need not be multiples of the
# blocks: what a block reads past the inner axis's end is set to zero before it is multiplied.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

BATCH = 3
M = 200
K = 150
N = 120
BLOCK_M = 64
BLOCK_K = 64
BLOCK_N = 64


def matmul_kernel(x_ref, y_ref, z_ref, acc_ref, *, k, block_k):
  step = pl.program_id(3)

  @pl.when(step == 0)
  def _():
    acc_ref[...] = jnp.zeros_like(acc_ref)

  inside = step * block_k + jnp.arange(block_k) < k
  x = jnp.where(inside[None, :], x_ref[...], 0)
  y = jnp.where(inside[:, None], y_ref[...], 0)
  acc_ref[...] += jnp.dot(x, y, preferred_element_type=jnp.float32)

  @pl.when(step == pl.num_programs(3) - 1)
  def _():
    z_ref[...] = acc_ref[...].astype(z_ref.dtype)


@jax.jit
def matmul(x, y):
  batch, m, k = x.shape
  n = y.shape[2]
  return pl.pallas_call(
      functools.partial(matmul_kernel, k=k, block_k=BLOCK_K),
      grid_spec=pltpu.PrefetchScalarGridSpec(
          num_scalar_prefetch=0,
          grid=(batch, pl.cdiv(m, BLOCK_M), pl.cdiv(n, BLOCK_N), pl.cdiv(k, BLOCK_K)),
          in_specs=[
              pl.BlockSpec((None, BLOCK_M, BLOCK_K), lambda b, i, j, k: (b, i, k)),
              pl.BlockSpec((None, BLOCK_K, BLOCK_N), lambda b, i, j, k: (b, k, j)),
          ],
          out_specs=pl.BlockSpec((None, BLOCK_M, BLOCK_N), lambda b, i, j, k: (b, i, j)),
          scratch_shapes=[pltpu.VMEM((BLOCK_M, BLOCK_N), jnp.float32)],
      ),
      out_shape=jax.ShapeDtypeStruct((batch, m, n), x.dtype),
      name="batched_matmul",
  )(x, y)


k1, k2 = jax.random.split(jax.random.key(0))
x = jax.random.normal(k1, (BATCH, M, K))
y = jax.random.normal(k2, (BATCH, K, N))
z = matmul(x, y)
np.testing.assert_allclose(z, x @ y, rtol=1e-4, atol=1e-4)
print(f"{BATCH} products of {M}x{K} and {K}x{N}, largest element {z.max():.3f}")
