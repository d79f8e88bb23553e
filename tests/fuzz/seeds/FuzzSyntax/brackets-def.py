def f(x:
  return x
y = foo(a
