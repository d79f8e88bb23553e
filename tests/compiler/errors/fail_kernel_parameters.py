# RUN: python3 %S/check-errors.py %tessera %s
# expect: kernel-signature 10:1 "kernel `add_kernel` has 2 parameters (`x_ref`, `o_ref`) but `pallas_call` passes 3 Refs"
# expect-note: "add_kernel"
import jax
from jax.experimental import pallas as pl

def add_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
x = jax.numpy.ones((16, 128))
pl.pallas_call(add_kernel, out_shape=x)(x, x)
