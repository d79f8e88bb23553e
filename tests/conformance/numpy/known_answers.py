### searches_and_memory_of_complex_arrays
# source: CPython 3.11 with NumPy 1.24
import numpy as np
z = np.array([3 + 1j, 1 + 5j, 3 + 4j, 1 + 2j])
print(np.argmax(z), np.argmin(z), z.argmax(), np.sort(z).searchsorted([2, 3 + 1j]), z.clip(2, 3 + 2j))
print(z.flags.c_contiguous, np.zeros((2, 3), complex, order="F").flags.f_contiguous, np.zeros_like(z.reshape(2, 2).T).strides)
print(z[:2].tobytes()[:8], np.frombuffer(z.tobytes(), complex), z.view(float), np.arange(4.0).view(complex), z.astype("F").dtype, np.dtype("D"))
print(np.cov(np.array([[1, 2, 3], [1j, 2j, 3j]])), np.corrcoef(np.array([[1, 2, 3]]), np.array([[1j, 2j, 3j]])))
print(np.interp(0.5, [0, 1], [1j, 2 + 3j]), np.linspace(0, 1 + 2j, 3), complex(np.array([7])), np.array([1, 2]) + [3, 4], np.arange(2) == [0, 5])
import warnings
x = np.zeros(2)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    x[:] = z[:2]
    print(x, w[0].category.__name__)
for wrong in (lambda: np.digitize(z, [1.0]), lambda: np.i0(z), lambda: np.quantile(z, 0.5)):
    try:
        wrong()
    except TypeError as e:
        print("TypeError")
#> 2 3 2 [2 2] [3.+1.j 2.+0.j 3.+2.j 2.+0.j]
#> True True (16, 32)
#> b'\x00\x00\x00\x00\x00\x00\x08@' [3.+1.j 1.+5.j 3.+4.j 1.+2.j] [3. 1. 1. 5. 3. 4. 1. 2.] [0.+1.j 2.+3.j] complex64 complex128
#> [[1.+0.j 0.-1.j]
#>  [0.+1.j 1.+0.j]] [[1.+0.j 0.-1.j]
#>  [0.+1.j 1.+0.j]]
#> (1+2j) [0. +0.j 0.5+1.j 1. +2.j] (7+0j) [4 6] [ True False]
#> [3. 1.] ComplexWarning
#> TypeError
#> TypeError
### indices_and_casts_that_are_refused
# source: CPython 3.11 with NumPy 1.24
import numpy as np
def refused(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
refused(lambda: np.take(np.array(5), [1]))
refused(lambda: np.take(np.arange(6).reshape(2, 3), [0, 2], axis=0))
refused(lambda: np.arange(3).take([-3, 2]))
def assign(f):
    f()
    return "done"
d = np.eye(3).diagonal()
print(d.flags.writeable)
refused(lambda: assign(lambda: d.__setitem__(0, 3)))
a = np.array([1, 2])
refused(lambda: assign(lambda: np.copyto(a, 2.5)))
refused(lambda: assign(lambda: np.copyto(a, np.array([1.5, 2.5]))))
np.copyto(a, [7.5, 8], casting="unsafe")
print(a)
np.copyto(a, 5, where=[True, False])
print(a)
refused(lambda: assign(lambda: np.putmask(a, [True], [1])))
x = np.array([1, 2, 3])
np.putmask(x, (x < 1) & (x > 3), [7])
print(x)
np.putmask(x, x > 1, [])
print(x)
#> IndexError index 1 is out of bounds for axis 0 with size 1
#> IndexError index 2 is out of bounds for axis 0 with size 2
#> [0 2]
#> False
#> ValueError assignment destination is read-only
#> TypeError Cannot cast scalar from dtype('float64') to dtype('int64') according to the rule 'same_kind'
#> TypeError Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'same_kind'
#> [7 8]
#> [5 8]
#> ValueError putmask: mask and data must be the same size
#> [1 2 3]
#> [1 2 3]
### dtypes_of_results
# source: CPython 3.11 with NumPy 1.24
import numpy as np
print(np.round(np.array([True, False])), np.round(np.array([True])).dtype)
for method in ("lower", "higher", "nearest", "midpoint", "linear"):
    print(np.quantile(np.array([1, 2, 4]), 0.4, method=method).dtype, np.percentile(np.array([1, 2, 4], np.int8), [10, 60], method=method).dtype)
calls = []
def f(v):
    calls.append(type(v).__name__ != "int")
    return v
print(np.vectorize(f)(np.array([1, 2], np.int8)).dtype, len(calls), np.vectorize(lambda v: v * 2.0)(np.array([1, 2], np.float32)))
print(np.logical_and.reduceat(np.array([1, 0, 2, 3]), [0, 2]), np.longdouble(1.5) * 2, np.arange(2, dtype="d") * np.longdouble(1))
b = np.arange(10)
np.power.at(b, [1, 2, 3, 2], 3.5)
print(b)
c = np.arange(6)
np.equal.at(c, c % 2 == 0, [0, 2, 5])
print(c, np.hanning(4), np.hamming(3), np.kaiser(3, 4).round(4), np.bartlett(5), np.blackman(1))
#> [1. 0.] float16
#> int64 int8
#> int64 int8
#> int64 int8
#> float64 float64
#> float64 float64
#> int8 3 [2. 4.]
#> [False  True] 3.0 [0. 1.]
#> [   0    1 4414   46    4    5    6    7    8    9]
#> [1 1 1 3 0 5] [0.   0.75 0.75 0.  ] [0.08 1.   0.08] [0.0885 1.     0.0885] [0.  0.5 1.  0.5 0. ] [1.]
### means_of_nothing_warn
# source: CPython 3.11 with NumPy 1.24
import warnings
import numpy as np
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(np.mean([]), np.zeros((0, 2)).mean(axis=0), np.var([]), np.std(np.zeros((2, 0)), axis=1))
    print(np.var([1.0], ddof=1))
    print(np.mean([1, 2]), np.zeros((2, 0)).mean(axis=0))
print(sorted({str(x.message) for x in w if "slice" in str(x.message)}), {x.category.__name__ for x in w})
#> nan [nan nan] nan [nan nan]
#> nan
#> 1.5 []
#> ['Degrees of freedom <= 0 for slice', 'Mean of empty slice.'] {'RuntimeWarning'}
### memoryviews_of_arrays
# source: CPython 3.11 with NumPy 1.24
import numpy as np
a = np.arange(6, dtype=np.int32).reshape(2, 3)
m = memoryview(a)
print(m.format, m.shape, m.strides, m.ndim, m.itemsize, m.nbytes, m.readonly, m.tolist(), m.tobytes()[:8], m.obj is a, len(m))
v = memoryview(np.array([1.5, 2]))
v[0] = 9
print(v.tolist(), v[1], np.asarray(v), memoryview(np.array([1], ">i2")).format, memoryview(a[:, 1]).contiguous, a.data.shape)
print(np.array(m), np.asarray(m).flags.owndata, np.array(m).flags.owndata)
#> i (2, 3) (12, 4) 2 4 24 False [[0, 1, 2], [3, 4, 5]] b'\x00\x00\x00\x00\x01\x00\x00\x00' True 2
#> [9.0, 2.0] 2.0 [9. 2.] >h False (2, 3)
#> [[0 1 2]
#>  [3 4 5]] False True
### axes_given_twice
# source: CPython 3.11 with NumPy 1.24
import numpy as np
x = np.ones((1, 2, 3))
for f in (lambda: np.moveaxis(x, [0, 0], [0, 1]), lambda: np.moveaxis(x, [0, 1], [1, 1]), lambda: np.moveaxis(x, 0, [0, 1]), lambda: np.expand_dims(x, (1, 1)), lambda: np.broadcast(1, x=1)):
    try:
        print(f().shape)
    except ValueError as e:
        print(e)
for start in (-5, 4, 3, -3):
    try:
        print(np.rollaxis(x, 0, start).shape)
    except np.AxisError:
        print("AxisError")
#> repeated axis in `source` argument
#> repeated axis in `destination` argument
#> `source` and `destination` arguments must have the same number of elements
#> repeated axis
#> keyword arguments not accepted.
#> AxisError
#> AxisError
#> (2, 3, 1)
#> (1, 2, 3)
### complex_numbers_with_nan_come_last
# source: CPython 3.11 with NumPy 1.24
import numpy as np
z = np.array([complex(np.nan, 1), complex(1, np.nan), 2, 1j, complex(np.nan, np.nan), complex(0, np.nan)])
print(np.sort(z), np.argsort(z), np.argmax(z), np.argmin(z))
w = z.copy()
w.partition(2)
print(w[2], np.ndarray(shape=2, buffer=b"\0" * 32, dtype=complex))
o = np.zeros(2, complex)
print(np.array([1.26 + 1j, 2]).round(1, out=o) is o, o)
try:
    z.argpartition(10)
except ValueError as e:
    print(e)
#> [ 0. +1.j  2. +0.j  0.+nanj  1.+nanj nan +1.j nan+nanj] [3 2 5 1 0 4] 0 0
#> nanj [0.+0.j 0.+0.j]
#> True [1.3+1.j 2. +0.j]
#> kth(=10) out of bounds (6)
