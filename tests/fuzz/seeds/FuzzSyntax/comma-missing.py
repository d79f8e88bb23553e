x = foo(a b)
y = [1 2]
z = a b
