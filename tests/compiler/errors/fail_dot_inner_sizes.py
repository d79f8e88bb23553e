# RUN: python3 %S/check-errors.py %tessera %s
# expect: dot-inner-size 8:16 "128x64"
# expect-note: "x_ref"
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, y_ref, z_ref):
  z_ref[...] = x_ref[...] @ y_ref[...]

pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((128, 128), jnp.float32))(jnp.ones((128, 64)), jnp.ones((32, 128)))
