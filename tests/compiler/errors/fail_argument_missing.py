# RUN: python3 %S/check-errors.py %tessera %s
# expect: argument-error 5:1 "missing 1 required positional argument: 'b'"
def f(a, b):
  return a
f(1)
