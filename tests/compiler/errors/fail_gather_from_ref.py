# RUN: python3 %S/check-errors.py %tessera %s
# expect-run: out-of-bounds 7:16 "reads `x_ref[8]`"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[jax.numpy.arange(8) + 1]

x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
