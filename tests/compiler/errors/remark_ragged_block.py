# RUN: python3 %S/check-errors.py %tessera %s
# expect-remark: ragged-block 10:58 "axis 0 of `x_ref` has 20 elements, not a multiple of the block's 8"
# expect-remark: ragged-block 11:26 "`o_ref`"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
x = jax.numpy.ones((20, 128))
pl.pallas_call(kernel, out_shape=x, grid=(3,), in_specs=[pl.BlockSpec((8, 128), lambda i: (i, 0))],
               out_specs=pl.BlockSpec((8, 128), lambda i: (i, 0)))(x)
