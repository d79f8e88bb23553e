# RUN: python3 %S/check-errors.py %tessera %s
# expect: argument-error 6:9 "f() takes 2 positional arguments but 3 were given"
# expect-note: "f"
def f(a, b):
  return a
f(1, 2, 3)
