# RUN: python3 %S/check-errors.py %tessera %s
# expect: kernel-signature 10:1 "add_kernel() takes 2 positional arguments but 3 were given"
# expect-note: "`pallas_call` passes 3 Refs: 2 inputs, 1 output"
import jax
from jax.experimental import pallas as pl

def add_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
x = jax.numpy.ones((16, 128))
pl.pallas_call(add_kernel, out_shape=x)(x, x)
