# RUN: python3 %S/check-errors.py %tessera %s
# expect: traced-bool 8:6 "traced"
# expect-note: "pl.when"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  if x_ref[0] > 0:
    o_ref[...] = x_ref[...]

x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
