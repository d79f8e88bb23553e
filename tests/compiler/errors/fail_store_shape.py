# RUN: python3 %S/check-errors.py %tessera %s
# expect: shape-mismatch 7:3 "Invalid shape for `swap`. Ref shape: (8,). Expected shape: (8,). Value shape: (4,)."
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[:4]

x = jnp.ones(8)
pl.pallas_call(kernel, out_shape=x)(x)
