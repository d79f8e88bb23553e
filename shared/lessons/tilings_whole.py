# One program sees everything (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

ROWS = 256
COLUMNS = 512


def double_kernel(x_ref, o_ref):
  o_ref[...] = 2 * x_ref[...]


x = jax.random.normal(jax.random.key(0), (ROWS, COLUMNS))
o = pl.pallas_call(
    double_kernel,
    out_shape=jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32),
)(x)
np.testing.assert_allclose(o, 2 * x)
