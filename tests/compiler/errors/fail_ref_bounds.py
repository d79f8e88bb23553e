# RUN: python3 %S/check-errors.py %tessera %s
# expect: out-of-bounds 7:14 "8"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[0] = x_ref[8]

x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
