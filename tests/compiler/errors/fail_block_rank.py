# RUN: python3 %S/check-errors.py %tessera %s
# expect: block-spec 11:26 "Block shape for args[0] (= (8,)) must have the same number of dimensions as the array shape (16, 128)"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]

x = jax.numpy.ones((16, 128))
pl.pallas_call(kernel, out_shape=x, grid=(2,),
               in_specs=[pl.BlockSpec((8,), lambda i: (i,))],
               out_specs=pl.BlockSpec((8, 128), lambda i: (i, 0)))(x)
