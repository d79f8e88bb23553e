# RUN: python3 %S/check-errors.py %tessera %s
# expect: type-error 6:1 "immutable"
# expect-note: ".at["
import jax.numpy as jnp
x = jnp.zeros(8)
x[0] = 1.0
