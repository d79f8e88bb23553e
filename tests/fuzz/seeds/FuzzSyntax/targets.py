1 = x
f() = 2
a + b = c
x == y = 3
(a, f()) = 1
del f()
for 1 in x: pass
with a as 1: pass
