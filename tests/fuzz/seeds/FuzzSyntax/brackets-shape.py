x = foo(a]
y = foo[a)
z = {a: (b}
