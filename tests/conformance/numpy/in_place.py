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
### kinds_of_casts
# source: NumPy 1.24
import numpy as np

u, i = np.arange(3, dtype=np.uint32), np.arange(3, dtype=np.int16)


def attempt(f):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__.replace("UFuncTypeError", "TypeError").replace("_UFuncOutputCastingError", "TypeError"), error)


def update(a, b, name):
    return getattr(a, name)(b)


attempt(lambda: np.multiply(u, i, out=u))
attempt(lambda: np.multiply(u, i[:, None], out=u))
attempt(lambda: np.add(i, i, out=u))
attempt(lambda: np.add(u, u, out=i))
attempt(lambda: np.add(u, 1, out=np.zeros(3, np.int64)))
attempt(lambda: update(i, np.ones((3, 1)), "__iadd__"))
attempt(lambda: np.copyto(np.zeros(2, bool), np.array([1, 0])))
attempt(lambda: np.copyto(np.zeros(2, np.uint8), np.array([1, 0], np.int8)))
attempt(lambda: np.cumsum(i, out=np.zeros(3, np.uint64)))
try:
    i *= 2.5
except TypeError as error:
    print(error)
#> TypeError Cannot cast ufunc 'multiply' output from dtype('int64') to dtype('uint32') with casting rule 'same_kind'
#> TypeError Cannot cast ufunc 'multiply' output from dtype('int64') to dtype('uint32') with casting rule 'same_kind'
#> TypeError Cannot cast ufunc 'add' output from dtype('int16') to dtype('uint32') with casting rule 'same_kind'
#> [0 2 4]
#> [1 2 3]
#> TypeError Cannot cast ufunc 'add' output from dtype('float64') to dtype('int16') with casting rule 'same_kind'
#> TypeError Cannot cast array data from dtype('int64') to dtype('bool') according to the rule 'same_kind'
#> TypeError Cannot cast array data from dtype('int8') to dtype('uint8') according to the rule 'same_kind'
#> [0 2 6]
#> Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('int16') with casting rule 'same_kind'
### arrays_without_axes_change_in_place
# source: NumPy 1.24 (what random programs found)
import numpy as np
a = np.array(3)
b, c, d = a.T, a[()], a[...]
a += 2
print(a, b, c, d)
def told(call):
    try:
        call()
        print("changed")
    except TypeError:
        print("TypeError")
def add():
    global a
    a += 2.5
def scale():
    a[...] *= 0.5
x = np.arange(6).reshape(2, 3)
def row():
    x[0, ...] += 1.5
told(add)
told(scale)
told(row)
s = np.arange(3.0).sum()
t = s
s *= 2
print(s, t)
u = np.float32(2)
v = u
u += 1
print(u, v)
z = np.zeros(())
y = z
z -= 4
print(y, repr(z), repr(z.T), repr(z.squeeze()), repr(np.ones((1, 1)).squeeze()), repr(z.astype(int)), repr(np.broadcast_to(z, ())))
total = np.zeros(())
for k in range(3):
    total += k
print(total)
v = np.split(x, 1)[0]
v.shape = (-1,)
v[0] = 7
print(x.shape, v.shape, x[0, 0])
w = x.T
try:
    w.shape = (6,)
except AttributeError:
    print("AttributeError", w.shape)
x[[0, 0]] += 1
print(w.tolist())
#> 5 5 3 5
#> TypeError
#> TypeError
#> TypeError
#> 6.0 3.0
#> 3.0 2.0
#> -4.0 array(-4.) array(-4.) array(-4.) array(1.) array(-4) array(-4.)
#> 3.0
#> (2, 3) (6,) 7
#> AttributeError (3, 2)
#> [[8, 3], [2, 4], [3, 5]]
