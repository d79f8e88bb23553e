### options_of_printing
# source: NumPy 1.24
import numpy as np
a = np.array([1.23456789, 2.0, 1e-7])
np.set_printoptions(precision=3); print(a)
np.set_printoptions(suppress=True); print(a)
np.set_printoptions(precision=8, suppress=False, linewidth=20); print(np.arange(20))
np.set_printoptions(linewidth=75, threshold=5, edgeitems=2); print(np.arange(20))
print(np.arange(20.).reshape(4, 5))
print(np.set_printoptions(threshold=1000, edgeitems=3))
with np.printoptions(precision=2): print(np.array([1.23456]))
print(np.array([1.23456]))
#> [1.235e+00 2.000e+00 1.000e-07]
#> [1.235 2.    0.   ]
#> [ 0  1  2  3  4  5
#>   6  7  8  9 10 11
#>  12 13 14 15 16 17
#>  18 19]
#> [ 0  1 ... 18 19]
#> [[ 0.  1. ...  3.  4.]
#>  [ 5.  6. ...  8.  9.]
#>  [10. 11. ... 13. 14.]
#>  [15. 16. ... 18. 19.]]
#> None
#> [1.23]
#> [1.23456]
### array2string
# source: NumPy 1.24
import numpy as np
print(np.array2string(np.array([1.123456789]), precision=3), np.array2string(np.arange(3.), separator=', '), np.array_str(np.arange(3)), np.array_repr(np.arange(3)))
print(np.array2string(np.array([1e-10, 1.0]), suppress_small=True), np.array2string(np.arange(20), max_line_width=30))
#> [1.123] [0., 1., 2.] [0 1 2] array([0, 1, 2])
#> [0. 1.] [ 0  1  2  3  4  5  6  7  8
#>   9 10 11 12 13 14 15 16 17
#>  18 19]
### unique_with_extras
# source: NumPy 1.24
import numpy as np
u, i, v, c = np.unique([3, 1, 2, 3, 1, 3], return_index=True, return_inverse=True, return_counts=True)
print(u, i, v, c)
print(np.unique([1,1,2,2,3,3],return_counts=True))
print(np.unique(np.array([[1,0],[0,1],[1,0]]),axis=0), np.unique(np.array([1.,np.nan,np.nan]),return_counts=True))
print(np.intersect1d([1,3,4,3],[3,1,2,1],return_indices=True))
#> [1 2 3] [1 2 0] [2 0 1 2 0 2] [2 1 3]
#> (array([1, 2, 3]), array([2, 2, 2]))
#> [[0 1]
#>  [1 0]] (array([ 1., nan]), array([1, 2]))
#> (array([1, 3]), array([0, 1]), array([1, 0]))
### errors_of_indices
# source: NumPy 1.24
import numpy as np
try: np.arange(5)[7]
except IndexError as e: print(e)
try: np.zeros((2,3))[:, -4]
except IndexError as e: print(e)
try: np.zeros((2,3))[..., 3]
except IndexError as e: print(e)
#> index 7 is out of bounds for axis 0 with size 5
#> index -4 is out of bounds for axis 1 with size 3
#> index 3 is out of bounds for axis 1 with size 3
### more_in_place
# source: NumPy 1.24
import numpy as np
a = np.arange(5); np.put(a, [0, 2], [-44, -55]); print(a)
a = np.arange(5); a.put([0, 2], [-44, -55]); print(a)
a = np.arange(6).reshape(2, 3); a.flat[2] = 100; print(a)
a = np.arange(4); np.place(a, a > 1, [44, 55]); print(a)
print(np.frombuffer(b'\x01\x02\x03\x04', dtype=np.uint16), np.min_scalar_type(300), np.diagflat([1, 2]))
print(np.choose([2, 3, 1, 0], [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]]), np.concatenate((np.array([[1, 2]]), np.array([3])), axis=None))
with np.errstate(divide='ignore'): print(np.array([1.]) / 0)
print(np.testing.assert_array_less([1, 2], [2, 3]))
with np.testing.assert_raises(ValueError): int('x')
#> [-44   1 -55   3   4]
#> [-44   1 -55   3   4]
#> [[  0   1 100]
#>  [  3   4   5]]
#> [ 0  1 44 55]
#> [ 513 1027] uint16 [[1 0]
#>  [0 2]]
#> [20 31 12  3] [1 2 3]
#> [inf]
#> None
### items_without_elements
# source: NumPy 1.24
import numpy as np

for shape in ((0,), (0, 3), (2, 0), (1, 0, 2)):
    for kind in (object, "U2", "datetime64[s]", [("x", "i4")]):
        print(repr(np.zeros(shape, kind)))
print(repr(np.zeros(3, [("x", "i4"), ("y", "f8")])))
print(repr(np.zeros((2, 2), [("x", "i4"), ("y", "f8")])))
print(repr(np.zeros(13, [("x", "i4")])))
print(repr(np.zeros((), [("x", "i4"), ("y", "f8")])))
#> array([], dtype=object)
#> array([], dtype='<U2')
#> array([], dtype='datetime64[s]')
#> array([], dtype=[('x', '<i4')])
#> array([], shape=(0, 3), dtype=object)
#> array([], shape=(0, 3), dtype='<U2')
#> array([], shape=(0, 3), dtype='datetime64[s]')
#> array([], shape=(0, 3), dtype=[('x', '<i4')])
#> array([], shape=(2, 0), dtype=object)
#> array([], shape=(2, 0), dtype='<U2')
#> array([], shape=(2, 0), dtype='datetime64[s]')
#> array([], shape=(2, 0), dtype=[('x', '<i4')])
#> array([], shape=(1, 0, 2), dtype=object)
#> array([], shape=(1, 0, 2), dtype='<U2')
#> array([], shape=(1, 0, 2), dtype='datetime64[s]')
#> array([], shape=(1, 0, 2), dtype=[('x', '<i4')])
#> array([(0, 0.), (0, 0.), (0, 0.)], dtype=[('x', '<i4'), ('y', '<f8')])
#> array([[(0, 0.), (0, 0.)],
#>        [(0, 0.), (0, 0.)]], dtype=[('x', '<i4'), ('y', '<f8')])
#> array([(0,), (0,), (0,), (0,), (0,), (0,), (0,), (0,), (0,), (0,), (0,),
#>        (0,), (0,)], dtype=[('x', '<i4')])
#> array((0, 0.), dtype=[('x', '<i4'), ('y', '<f8')])
### rounded_and_suppressed
# source: NumPy 1.24
import numpy as np

a = np.array([19.0, 32.0, -9.25, 0.0, 4.25, 3.375, 33.0]) * 1e-8
print(a)
print(a[4:5], a * 1e-3, np.array([1 / 3, 2e-9]), np.array([4.2500000000000003e-08, 1.23456789123e-5]))
with np.printoptions(suppress=True):
    print(a, np.array([1e9, 2.5]), np.array([1e7, 1e-7]), np.array([5.0, np.inf, 4e11]))
#> [ 1.900e-07  3.200e-07 -9.250e-08  0.000e+00  4.250e-08  3.375e-08
#>   3.300e-07]
#> [4.25e-08] [ 1.900e-10  3.200e-10 -9.250e-11  0.000e+00  4.250e-11  3.375e-11
#>   3.300e-10] [3.33333333e-01 2.00000000e-09] [4.25000000e-08 1.23456789e-05]
#> [ 0.00000019  0.00000032 -0.00000009  0.          0.00000004  0.00000003
#>   0.00000033] [1.0e+09 2.5e+00] [10000000.               0.0000001] [5.e+00    inf 4.e+11]
### arrays_in_lists_inside_themselves
# source: NumPy 1.24
import numpy as np
a = [np.arange(2), 'x']; a += [a, a, {'k': a}, (a,)]; print(a)
t = ([np.arange(3)],); t[0].append(t); print(t, str(t))
#> [array([0, 1]), 'x', [...], [...], {'k': [...]}, ([...],)]
#> ([array([0, 1, 2]), (...)],) ([array([0, 1, 2]), (...)],)
### exponents_of_an_array_have_the_digits_of_the_value
# source: NumPy 1.24 (what random programs found)
import numpy as np
print(np.array([18.5, 4.5, 1e-8, 1000], np.float16) * np.float16(1e-5))
print(np.array([1e-5, 1.2345678e-5], np.float32))
print(np.array([1e-5, 3e-5, 7e-9, 1.2345678e-5], np.float32))
print(np.array([1e-5, 3e-5, 7e-9, 1.2345678e-5]))
print(np.array([2e-7, 1.238e-5], np.float16), np.array([2e-7, 1.2e-5], np.float16))
print(np.array([5e-324, 1.238e-5]), np.array([5e-324, 1.24234e-5]))
print(np.array([1e22, 1.2382342346], np.float32), np.array([1e23, 1.2382342346]))
#> [1.853e-04 4.506e-05 0.000e+00 1.001e-02]
#> [9.9999997e-06 1.2345678e-05]
#> [9.9999997e-06 2.9999999e-05 7.0000001e-09 1.2345678e-05]
#> [1.0000000e-05 3.0000000e-05 7.0000000e-09 1.2345678e-05]
#> [1.79e-07 1.24e-05] [1.8e-07 1.2e-05]
#> [4.941e-324 1.238e-005] [4.94066e-324 1.24234e-005]
#> [9.9999998e+21 1.2382343e+00] [1.00000000e+23 1.23823423e+00]
### array2string_of_a_number
# source: NumPy 1.24: a number's text is what it would be among others
import numpy as np
for v in (-12.5e10, 1e-5, 1.5, 3.0, 123456789.0, 1e16, np.nan, 0.1+0.2, 1e8, 99999999.0):
    a = np.array(v)
    among = np.array2string(np.array([v]), precision=3)
    print(np.array2string(a), np.array2string(a, precision=3), str(a), among, np.array2string(a.astype(np.float32)))
half, nothing = np.array(2.5, dtype=np.float16), np.array(None, dtype=object)
for a in (np.array(3), np.array(True), np.array("x"), half, np.array(1 + 2j), nothing, np.float64(2), np.array([[1.0]])):
    print(np.array2string(a), np.array2string(a, precision=2))
#> -1.25e+11 -1.25e+11 -125000000000.0 [-1.25e+11] -1.25e+11
#> 1.e-05 1.e-05 1e-05 [1.e-05] 1.e-05
#> 1.5 1.5 1.5 [1.5] 1.5
#> 3. 3. 3.0 [3.] 3.
#> 1.23456789e+08 1.235e+08 123456789.0 [1.235e+08] 1.2345679e+08
#> 1.e+16 1.e+16 1e+16 [1.e+16] 1.e+16
#> nan nan nan [nan] nan
#> 0.3 0.3 0.30000000000000004 [0.3] 0.3
#> 1.e+08 1.e+08 100000000.0 [1.e+08] 1.e+08
#> 99999999. 99999999. 99999999.0 [99999999.] 1.e+08
#> 3 3
#> True True
#> 'x' 'x'
#> 2.5 2.5
#> 1.+2.j 1.+2.j
#> None None
#> 2. 2.
#> [[1.]] [[1.]]
