# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-attribute 6:23 "sgimoid"
# expect-note: "sigmoid"
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jax.nn.sgimoid(x))
f(jnp.ones(8))
