# RUN: python3 %S/check-errors.py %tessera %s
# expect: recursion-limit 4:10 "recursion"
def f(n):
  return f(n + 1)
f(0)
