# Iota: every program writes its own index (Pallas)
#
# A grid of `size` programs; `pl.program_id(0)` says which one this is.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl


def iota_kernel(o_ref):
  i = pl.program_id(0)
  o_ref[i] = i


def iota(size: int):
  return pl.pallas_call(
      iota_kernel,
      out_shape=jax.ShapeDtypeStruct((size,), jnp.int32),
      grid=(size,),
  )()


z = iota(8)
print(z)
np.testing.assert_array_equal(z, jnp.arange(8))
