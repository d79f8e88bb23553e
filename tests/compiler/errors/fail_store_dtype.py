# RUN: python3 %S/check-errors.py %tessera %s
# expect: dtype-mismatch 7:3 "Invalid dtype for `swap`. Ref dtype: int32. Value dtype: float32."
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] / 2

x = jnp.ones(8, dtype=jnp.int32)
pl.pallas_call(kernel, out_shape=x)(x)
