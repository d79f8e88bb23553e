# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-attribute 5:5 "tahn"
# expect-note: "tan"
import jax.numpy as jnp
y = jnp.tahn(jnp.ones(8))
