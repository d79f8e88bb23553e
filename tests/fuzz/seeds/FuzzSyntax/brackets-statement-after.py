x = (1, 2
y = 3
def f():
  return [1, 2
z = )
