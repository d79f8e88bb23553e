# A product with an axis of the grid for the sum (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

SIZE = 256
BLOCK = 64


def product_kernel(x_ref, y_ref, z_ref):
  @pl.when(pl.program_id(2) == 0)
  def _():
    z_ref[...] = jnp.zeros_like(z_ref)

  z_ref[...] += x_ref[...] @ y_ref[...]


key_x, key_y = jax.random.split(jax.random.key(0))
x = jax.random.normal(key_x, (SIZE, SIZE))
y = jax.random.normal(key_y, (SIZE, SIZE))
z = pl.pallas_call(
    product_kernel,
    out_shape=jax.ShapeDtypeStruct((SIZE, SIZE), jnp.float32),
    grid=(SIZE // BLOCK, SIZE // BLOCK, SIZE // BLOCK),
    in_specs=[
        pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (i, k)),
        pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (k, j)),
    ],
    out_specs=pl.BlockSpec((BLOCK, BLOCK), lambda i, j, k: (i, j)),
)(x, y)
np.testing.assert_allclose(z, x @ y, rtol=1e-4, atol=1e-3)
