### classes_of_arrays
# source: CPython 3.11 with NumPy 1.24
import numpy as np
class A(np.ndarray):
    pass
a = np.arange(6).view(A)
print(type(a).__name__, isinstance(a, np.ndarray), isinstance(a, A), issubclass(A, np.ndarray), a, repr(a))
for x in (a + 1, 1 + a, a * a, -a, abs(a), a[1:], a[[0, 1]], a.reshape(2, 3), a.T, a.copy(), np.sin(a), a == 2, a.astype(float), a.cumsum(), np.zeros_like(a), np.asanyarray(a)):
    print(type(x).__name__, x.dtype, x.shape, end=";")
print()
for x in (np.asarray(a), np.array(a), a.view(np.ndarray), np.array(a, subok=True), np.where(a > 1, a, 0), np.concatenate([a, a]), a.tolist(), len(a), np.zeros_like(a, subok=False)):
    print(type(x).__name__, end=";")
print()
a[0] = 9
a += 1
print(a, type(a).__name__, a.sum(), a.max(), a.shape, a.dtype, a.ndim, a.size, float(a[0]), 9 in a, [int(v) for v in a])
b = A((2, 2), dtype=int)
print(type(b).__name__, b.shape, b.dtype, type(np.ones((2, 2)).view(A) @ np.ones((2, 2))).__name__)
#> A True True True [0 1 2 3 4 5] A([0, 1, 2, 3, 4, 5])
#> A int64 (6,);A int64 (6,);A int64 (6,);A int64 (6,);A int64 (6,);A int64 (5,);A int64 (2,);A int64 (2, 3);A int64 (6,);A int64 (6,);A float64 (6,);A bool (6,);A float64 (6,);A int64 (6,);A int64 (6,);A int64 (6,);
#> ndarray;ndarray;ndarray;A;ndarray;ndarray;list;int;ndarray;
#> [10  2  3  4  5  6] A 30 10 (6,) int64 1 6 10.0 False [10, 2, 3, 4, 5, 6]
#> A (2, 2) int64 A
### array_finalize
# source: CPython 3.11 with NumPy 1.24
import numpy as np
class Info(np.ndarray):
    def __new__(cls, values, info=None):
        obj = np.asarray(values).view(cls)
        obj.info = info
        return obj
    def __array_finalize__(self, obj):
        if obj is None:
            return
        self.info = getattr(obj, "info", None)
x = Info([1, 2, 3], "kept")
print(x.info, x[1:].info, (x + 1).info, x.reshape(3, 1).info, x.copy().info, np.sqrt(x).info, x.view(np.ndarray), Info([1]).info)
class Loud(np.ndarray):
    def __array_wrap__(self, out, context=None):
        print("wrap", None if context is None else context[0].__name__)
        return super().__array_wrap__(out, context)
y = np.arange(2).view(Loud)
z = np.add(y, 1)
w = y[0:1]
print(type(z).__name__, z)
#> kept kept kept kept kept kept [1 2 3] None
#> wrap add
#> Loud [1 2]
### array_ufunc
# source: CPython 3.11 with NumPy 1.24
import numpy as np
class U:
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc.__name__, method, len(inputs), sorted(kwargs)
u = U()
print(np.add(u, 1), np.sin(u), np.multiply(np.arange(2), u), np.add(1, u, out=np.zeros(1)))
print(np.arange(2) + u if hasattr(U, "__radd__") else "no operator")
class No:
    __array_ufunc__ = None
    def __radd__(self, other):
        return "radd"
print(np.arange(3) + No())
try:
    np.add(No(), 1)
except TypeError as e:
    print(e)
class Log(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        print(ufunc.__name__, method)
        plain = [np.asarray(x) if isinstance(x, Log) else x for x in inputs]
        return getattr(ufunc, method)(*plain, **kwargs)
v = np.arange(3).view(Log)
print(v + 1, type(v + 1).__name__, np.maximum(v, 1))
class Never:
    def __array_ufunc__(self, *args, **kwargs):
        return NotImplemented
try:
    np.add(Never(), 1)
except TypeError as e:
    print(str(e)[:60])
#> ('add', '__call__', 2, []) ('sin', '__call__', 1, []) ('multiply', '__call__', 2, []) ('add', '__call__', 2, ['out'])
#> no operator
#> radd
#> operand 'No' does not support ufuncs (__array_ufunc__=None)
#> add __call__
#> add __call__
#> maximum __call__
#> [1 2 3] ndarray [1 1 2]
#> operand type(s) all returned NotImplemented from __array_ufu
### array_function
# source: CPython 3.11 with NumPy 1.24
import numpy as np
class F:
    def __array_function__(self, func, types, args, kwargs):
        return func.__name__, [t.__name__ for t in types], len(args)
print(np.concatenate([F(), np.ones(2)]), np.mean(F()), np.sum(F(), axis=0))
class V:
    def __array__(self, dtype=None):
        return np.array([1, 2, 3])
print(np.array(V()), np.sum(V()), np.asarray(V()).dtype, np.concatenate([V(), [4]]), np.add(V(), 1))
#> ('concatenate', ['F', 'ndarray'], 1) ('mean', ['F'], 1) ('sum', ['F'], 1)
#> [1 2 3] 6 int64 [1 2 3 4] [2 3 4]
### priorities
# source: CPython 3.11 with NumPy 1.24
import numpy as np
class Low(np.ndarray):
    __array_priority__ = -1.0
class High(np.ndarray):
    __array_priority__ = 15.0
l, h, b = np.ones(2).view(Low), np.ones(2).view(High), np.ones(2)
print(type(l + b).__name__, type(b + l).__name__, type(l + h).__name__, type(h + l).__name__, type(b * h).__name__, type(np.add(b, l)).__name__)
class Other:
    __array_priority__ = 1000.0
    def __radd__(self, other):
        return "other"
    __rmul__ = __radd__
print(h + Other(), type(np.concatenate([b, h])).__name__)
#> Low Low High High High Low
#> other High
### matrices
# source: CPython 3.11 with NumPy 1.24
import numpy as np
m = np.matrix("1 2; 3 4")
print(m, m * m, m ** 2, m.T, m[0], m[0, 1], m[:, 0].shape, m.sum(axis=0), m.sum(), m.A1, type(m + 1).__name__, repr(m))
print(np.asmatrix([1, 2]).shape, m * [[1], [1]], 2 * m, m.I.shape, isinstance(m, np.ndarray), np.multiply(m, m))
#> [[1 2]
#>  [3 4]] [[ 7 10]
#>  [15 22]] [[ 7 10]
#>  [15 22]] [[1 3]
#>  [2 4]] [[1 2]] 2 (2, 1) [[4 6]] 10 [1 2 3 4] matrix matrix([[1, 2],
#>         [3, 4]])
#> (1, 2) [[3]
#>  [7]] [[2 4]
#>  [6 8]] (2, 2) True [[ 1  4]
#>  [ 9 16]]
