# RUN: python3 %S/check-errors.py %tessera %s
# expect: indentation 5:1 "block of `def`"
import jax
def f(x):
return x
