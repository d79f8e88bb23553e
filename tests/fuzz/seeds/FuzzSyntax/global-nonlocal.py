global x
nonlocal y
def f():
  print(x)
  global x
def g():
  nonlocal q
