# RUN: python3 %S/check-errors.py %tessera %s
# expect: argument-error 9:24 "out_shapes"
# expect-note: "out_shape"
import jax
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
x = jax.numpy.ones(8)
pl.pallas_call(kernel, out_shapes=x)(x)
