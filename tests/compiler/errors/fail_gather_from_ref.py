# RUN: python3 %S/check-errors.py %tessera %s
# expect: not-supported 8:16 "array of indices"
# expect-note: "pl.ds"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[jax.numpy.arange(8)]

x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
