# RUN: python3 %S/check-errors.py %tessera %s
# expect: traced-bool 8:9 "traced"
import jax
import jax.numpy as jnp

@jax.jit
def halve(x):
  while x.max() > 1:
    x = x / 2
  return x

halve(jnp.ones(8))
