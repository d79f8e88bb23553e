# Slices: read and write parts of a Ref (Pallas)
#
# Rows are picked with an index, with `pl.ds(start, size)` and through views made by `.at[...]`.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl


def shuffle_rows_kernel(x_ref, o_ref):
  # An integer drops its axis, a slice keeps it.
  o_ref[0, :] = x_ref[3, :] + 1.0
  o_ref[pl.ds(1, 2), :] = x_ref[pl.dslice(0, 2), :] * 2.0
  # A view of the right half of the last row; nothing is read until it is indexed with [...].
  right = x_ref.at[3, 4:]
  o_ref[3, 4:] = -right[...]
  o_ref.at[3, :4][...] = jnp.zeros((4,), x_ref.dtype)


def shuffle_rows(x):
  return pl.pallas_call(
      shuffle_rows_kernel,
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
  )(x)


x = jnp.arange(32, dtype=jnp.float32).reshape(4, 8)
out = shuffle_rows(x)
print(out)

expected = jnp.zeros((4, 8))
expected = expected.at[0].set(x[3] + 1)
expected = expected.at[1:3].set(x[:2] * 2)
expected = expected.at[3, 4:].set(-x[3, 4:])
np.testing.assert_array_equal(out, expected)
