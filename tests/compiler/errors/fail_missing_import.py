# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-attribute 5:1 "cannot import name 'pallass'"
# expect-note: "it comes from here"
from jax.nn import pallass as pl
pl.pallas_call(None)
