# A product in 2 by 2 blocks: every block of x and y is read by 2 programs (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

SIZE = 256
PARTS = 2
BLOCK = SIZE // PARTS


def product_kernel(x_ref, y_ref, z_ref):
  z_ref[...] = x_ref[...] @ y_ref[...]


key_x, key_y = jax.random.split(jax.random.key(0))
x = jax.random.normal(key_x, (SIZE, SIZE))
y = jax.random.normal(key_y, (SIZE, SIZE))
z = pl.pallas_call(
    product_kernel,
    out_shape=jax.ShapeDtypeStruct((SIZE, SIZE), jnp.float32),
    grid=(PARTS, PARTS),
    in_specs=[
        pl.BlockSpec((BLOCK, SIZE), lambda i, j: (i, 0)),
        pl.BlockSpec((SIZE, BLOCK), lambda i, j: (0, j)),
    ],
    out_specs=pl.BlockSpec((BLOCK, BLOCK), lambda i, j: (i, j)),
)(x, y)
np.testing.assert_allclose(z, x @ y, rtol=1e-4, atol=1e-3)
