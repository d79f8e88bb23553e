# RUN: python3 %S/check-errors.py %tessera %s
# expect: indentation 6:1 "matches no block"
import jax
def f(x):
    y = x + 1
  return y
