# Sizes that the blocks do not divide (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

ROWS = 300
COLUMNS = 500
BLOCK = 128


def double_kernel(x_ref, o_ref):
  o_ref[...] = 2 * x_ref[...]


x = jax.random.normal(jax.random.key(0), (ROWS, COLUMNS))
block = pl.BlockSpec((BLOCK, BLOCK), lambda i, j: (i, j))
o = pl.pallas_call(
    double_kernel,
    out_shape=jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32),
    grid=(pl.cdiv(ROWS, BLOCK), pl.cdiv(COLUMNS, BLOCK)),
    in_specs=[block],
    out_specs=block,
)(x)
np.testing.assert_allclose(o, 2 * x)
