# RUN: python3 %S/check-errors.py %tessera %s
# expect: shape-mismatch 5:10 "`x` is (8, 128) but `jnp.ones((8, 64))` is (8, 64)"
import jax.numpy as jnp
x = jnp.ones((8, 128))
y = 2 * (x + jnp.ones((8, 64)))
