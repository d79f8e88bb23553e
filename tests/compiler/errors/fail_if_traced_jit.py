# RUN: python3 %S/check-errors.py %tessera %s
# expect: traced-bool 9:6 "traced"
# expect-note: "jnp.where"
import jax
import jax.numpy as jnp

@jax.jit
def relu(x):
  if x.sum() > 0:
    return x
  return jnp.zeros_like(x)

relu(jnp.ones(8))
