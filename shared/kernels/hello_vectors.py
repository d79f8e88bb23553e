# Hello vectors: add two arrays with one program (Pallas)
#
# A kernel receives Refs, not arrays: `x_ref[...]` reads the whole block, assigning to `o_ref[...]` writes it.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl


def add_vectors_kernel(x_ref, y_ref, o_ref):
  x, y = x_ref[...], y_ref[...]
  o_ref[...] = x + y


@jax.jit
def add_vectors(x: jax.Array, y: jax.Array) -> jax.Array:
  return pl.pallas_call(
      add_vectors_kernel,
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
  )(x, y)


x = jnp.arange(8)
z = add_vectors(x, x)
print(z)
np.testing.assert_array_equal(z, 2 * x)
