# Saxpy: a scalar times a vector plus a vector (Pallas)
#
# The grid cuts a million elements into blocks of 4096; the factor is one element that every program reads.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

BLOCK = 4096


def saxpy_kernel(a_ref, x_ref, y_ref, o_ref):
  o_ref[...] = a_ref[0] * x_ref[...] + y_ref[...]


@jax.jit
def saxpy(a, x, y):
  block = pl.BlockSpec((BLOCK,), lambda i: (i,))
  return pl.pallas_call(
      saxpy_kernel,
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
      grid=(pl.cdiv(x.size, BLOCK),),
      in_specs=[pl.BlockSpec((1,), lambda i: (0,)), block, block],
      out_specs=block,
  )(a.reshape(1), x, y)


kx, ky = jax.random.split(jax.random.key(7))
x = jax.random.normal(kx, (1 << 20,))
y = jax.random.normal(ky, (1 << 20,))
a = jnp.float32(2.5)
z = saxpy(a, x, y)
np.testing.assert_allclose(z, a * x + y, rtol=1e-6)
print(z[:4])
