# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-module 4:8 "jaxx"
# expect-note: "jax"
import jaxx.numpy as jnp
