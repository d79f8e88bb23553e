# Masked softmax: rows of any length (Pallas, Triton back end)
#
# Each program takes a row into a vector whose length is the next power of two. A mask keeps the access inside the row, and `other`
# fills the rest with minus infinity, which adds nothing to the sum.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

ROWS = 64
COLUMNS = 781
WARPS = 8


def softmax_kernel(x_ref, o_ref, *, columns, block):
  index = jnp.arange(block)
  mask = index < columns
  row = plgpu.load(x_ref.at[pl.ds(0, block)], mask=mask, other=-float("inf"))
  numerator = jnp.exp(row.astype(jnp.float32) - jnp.max(row, axis=0))
  softmax = numerator / jnp.sum(numerator, axis=0)
  plgpu.store(o_ref.at[pl.ds(0, block)], softmax.astype(o_ref.dtype), mask=mask)


@jax.jit
def softmax(x):
  rows, columns = x.shape
  block = pl.next_power_of_2(columns)
  row = pl.BlockSpec((None, block), lambda i: (i, 0))
  return pl.pallas_call(
      functools.partial(softmax_kernel, columns=columns, block=block),
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
      grid=rows,
      in_specs=[row],
      out_specs=row,
      compiler_params=plgpu.CompilerParams(num_warps=WARPS, num_stages=1),
      name="masked_softmax",
  )(x)


x = jax.random.normal(jax.random.key(0), (ROWS, COLUMNS))
y = softmax(x)
np.testing.assert_allclose(y, jax.nn.softmax(x, axis=-1), rtol=1e-5, atol=1e-7)

half = x.astype(jnp.float16)
np.testing.assert_allclose(softmax(half).astype(jnp.float32), jax.nn.softmax(half.astype(jnp.float32), axis=-1), rtol=2e-3, atol=1e-6)
print(f"rows add up to {y.sum(axis=1).min():.4f} at least")
