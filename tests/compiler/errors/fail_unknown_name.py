# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-name 8:29 "'y_reff'"
# expect-note: "y_ref"
import jax
from jax.experimental import pallas as pl

def add_kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] + y_reff[...]

x = jax.numpy.ones((8, 128))
pl.pallas_call(add_kernel, out_shape=x)(x, x)
