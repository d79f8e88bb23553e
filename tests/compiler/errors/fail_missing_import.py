# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-attribute 3:20 "cannot import name 'pallass'"
from jax.nn import pallass as pl
