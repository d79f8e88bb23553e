# RUN: python3 %S/check-errors.py %tessera %s
# expect: index-map 11:26 "must return 2 values to match block_shape=(8, 64). Currently returning 3 values."
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]

x = jax.numpy.ones((16, 128))
pl.pallas_call(kernel, out_shape=x, grid=(2, 2),
               in_specs=[pl.BlockSpec((8, 64), lambda i, j: (i, j, 0))],
               out_specs=pl.BlockSpec((8, 64), lambda i, j: (i, j)))(x)
