# RUN: python3 %S/check-errors.py %tessera %s
# expect: not-supported 7:16 "negative step"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[::-1]

x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
