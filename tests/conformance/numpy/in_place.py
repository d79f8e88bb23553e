### in_place_operators
# source: CPython 3.11 with NumPy 1.24
import numpy as np
a = np.arange(4); b = a
b += 1
print(a, b)
a[...] += 10
print(a, b)
a[1:3] *= 2
print(b)
def f(x): x -= 1
f(a); print(a)
c = np.zeros((2,2)); d=[c]; d[0] += 5; print(c)
e = a.copy(); e += 100; print(a, e)
x = np.ones(3); y = x; x = x + 1; print(x, y)
x = np.ones(3); x /= 2; print(x)
z = np.arange(3); 
z **= 2; print(z)
z //= 2; print(z); z %= 2; print(z)
#> [1 2 3 4] [1 2 3 4]
#> [11 12 13 14] [11 12 13 14]
#> [11 24 26 14]
#> [10 23 25 13]
#> [[5. 5.]
#>  [5. 5.]]
#> [10 23 25 13] [110 123 125 113]
#> [2. 2. 2.] [1. 1. 1.]
#> [0.5 0.5 0.5]
#> [0 1 4]
#> [0 0 2]
#> [0 0 0]
