# RUN: python3 %S/check-errors.py %tessera %s
# expect: grid-error 9:37 "axis 0 of the grid is `'2'`"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
x = jax.numpy.ones((16, 128))
pl.pallas_call(kernel, out_shape=x, grid=('2',))(x)
