# Pipelining: blocks that come in turn (Pallas)
#
# A grid that runs in order is a pipeline: while a program works, the next one's blocks are on their way. A block that stays the
# same from one program to the next is fetched once and kept, so a kernel may add to its output over an axis of the grid.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

M = 256
N = 256
K = 512
BLOCK = 128
STEPS = 8


# A sum in steps, one slice of the leading axis at a time. The first program clears the output, all of them add to it.
def sum_kernel(x_ref, o_ref):
  @pl.when(pl.program_id(2) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)

  o_ref[...] += x_ref[...]


def blocked_sum(x):
  steps, m, n = x.shape
  return pl.pallas_call(
      sum_kernel,
      grid=(m // BLOCK, n // BLOCK, steps),
      in_specs=[pl.BlockSpec((None, BLOCK, BLOCK), lambda i, j, k: (k, i, j))],
      out_specs=pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (i, j)),
      out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
      compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel", "parallel", "arbitrary")),
  )(x)


# A product whose accumulator is a scratch buffer: the output is written once, in its own dtype, at the end of the axis.
def matmul_kernel(x_ref, y_ref, z_ref, acc_ref):
  @pl.when(pl.program_id(2) == 0)
  def _():
    acc_ref[...] = jnp.zeros_like(acc_ref)

  acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)

  @pl.when(pl.program_id(2) == pl.num_programs(2) - 1)
  def _():
    z_ref[...] = acc_ref[...].astype(z_ref.dtype)


def matmul(x, y):
  (m, k), (_, n) = x.shape, y.shape
  return pl.pallas_call(
      matmul_kernel,
      grid=(m // BLOCK, n // BLOCK, k // BLOCK),
      in_specs=[
          pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (i, k), pipeline_mode=pl.Buffered(2)),
          pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (k, j)),
      ],
      out_specs=pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (i, j)),
      out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
      scratch_shapes=[pltpu.VMEM((BLOCK, BLOCK), jnp.float32)],
  )(x, y)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(k1, (STEPS, M, N))
total = blocked_sum(x)
np.testing.assert_allclose(total, jnp.sum(x, axis=0), rtol=1e-5, atol=1e-5)

a = jax.random.normal(k2, (M, K), jnp.bfloat16)
b = jax.random.normal(k3, (K, N), jnp.bfloat16)
product = matmul(a, b)
expected = jnp.dot(a, b, preferred_element_type=jnp.float32)
np.testing.assert_allclose(product.astype(jnp.float32), expected, rtol=1e-2, atol=1e-2)
print(f"sums up to {total.max():.3f}, products up to {product.astype(jnp.float32).max():.3f}")
