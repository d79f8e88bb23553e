### dtypes_of_masked_and_integer_functions
# source: NumPy 1.24 (what random programs found)
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print("TypeError" if isinstance(error, TypeError) else type(error).__name__)
c = np.array([[2.875], [5.75], [7.0]], dtype=np.float16)
told(lambda: [f(c, where=c <= 3).dtype.name for f in (np.mean, np.var, np.std)])
told(lambda: [f(c.astype(np.float32)).dtype.name for f in (np.nanmean, np.nanvar, np.nanstd)])
told(lambda: [f(c.astype(np.int8)).dtype.name for f in (np.nanmean, np.nanvar, np.nanstd)])
told(lambda: np.mean(c, where=c <= 3, dtype=np.float64).dtype.name)
told(lambda: np.mean(np.array([1, 2], np.int8), where=[True, False]).dtype.name)
told(lambda: np.lcm(np.uint8(2), np.array([[False]])).dtype)
told(lambda: np.gcd(np.array([4], np.int64), np.array([6], np.uint64)))
told(lambda: np.gcd(np.int64(4), np.array([6], np.uint64)))
told(lambda: np.lcm(np.array([4, 6]), np.array([6, 9]), where=np.array([True, False]), out=np.zeros(2, np.int64)))
told(lambda: np.gcd(12, [8, 9], dtype=np.int32).dtype)
told(lambda: np.sin(np.arange(3), dtype=np.int32))
told(lambda: np.rad2deg(np.arange(3, dtype=np.int8), dtype=np.int64))
told(lambda: np.exp(np.zeros(3), dtype=np.float32).dtype)
told(lambda: np.add(np.arange(3), 1, dtype=np.int32).dtype)
told(lambda: np.vander(np.array([], np.float16)).dtype)
told(lambda: np.vander(np.array([16, 2], np.uint8), 4))
told(lambda: np.nancumsum(np.array([2, 3]), dtype=bool))
told(lambda: [np.reciprocal(np.array([0, 1, 2], t)).tolist() for t in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)])
told(lambda: np.trapz(np.array([9, 255, 9, 9, 9], np.uint8)))
told(lambda: np.linalg.det(np.ones((2, 2), np.float16)))
told(lambda: np.linalg.inv(np.ones((2, 2), np.float16)))
told(lambda: np.power(np.zeros(0, np.int8), -3).dtype)
told(lambda: np.power(np.zeros(1, np.int8), -3).dtype)
#> ['float16', 'float16', 'float16']
#> ['float32', 'float32', 'float32']
#> ['float64', 'float64', 'float64']
#> float64
#> float64
#> uint8
#> TypeError
#> TypeError
#> [12  0]
#> int32
#> TypeError
#> TypeError
#> float32
#> int32
#> float64
#> [[4096  256   16    1]
#>  [   8    4    2    1]]
#> [ True  True]
#> [[0, 1, 0], [0, 1, 0], [-2147483648, 1, 0], [-9223372036854775808, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
#> 26.0
#> TypeError
#> TypeError
#> int8
#> ValueError
### errors_and_empty_arrays
# source: NumPy 1.24 (what random programs found)
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
told(lambda: np.rot90(np.array(3)))
told(lambda: np.rot90(np.ones((2, 2)), axes=(0, 2)))
told(lambda: np.bincount(np.array([1, -1])))
told(lambda: np.tensordot(np.ones((2, 2)), np.ones(4)))
told(lambda: np.tensordot(np.ones((2, 2)), np.ones(2)))
told(lambda: np.apply_along_axis(lambda v: v.sum(), 0, np.zeros(0, np.float32)))
told(lambda: np.apply_along_axis(lambda v: v[:2], 1, np.arange(6).reshape(2, 3)))
told(lambda: np.unwrap(np.zeros((2, 0))).shape)
d = np.arange(9.0).reshape(3, 3).diagonal()
np.copyto(d, d)
told(lambda: np.copyto(d, 1))
z = np.zeros(3, np.uint8)
np.copyto(z, 5, where=[True, False, True])
told(lambda: np.copyto(z, 2.5))
print(z)
#> ValueError Axes=(0, 1) out of range for array of ndim=0.
#> ValueError Axes must be different.
#> ValueError 'list' argument must have no negative elements
#> ValueError shape-mismatch for sum
#> IndexError tuple index out of range
#> 0.0
#> [[0 1]
#>  [3 4]]
#> (2, 0)
#> ValueError assignment destination is read-only
#> TypeError Cannot cast scalar from dtype('float64') to dtype('uint8') according to the rule 'same_kind'
#> [5 0 5]
### the_order_of_a_conversion
# source: NumPy 1.24
import numpy as np
x = np.arange(6).reshape(2, 3)
z = np.zeros((2, 3, 4))
for order in "CFAK":
    for y in (x, x.T, x[:, ::2], z.transpose(1, 0, 2), z.transpose(1, 2, 0)):
        same = y.astype(y.dtype, order=order, copy=False)
        print(order, y.astype(np.float32, order=order).strides, y.astype(np.float32, order).strides, np.copy(y, order=order).strides, same.strides, same is y)
print(x.T.astype(np.float32).strides, x.T.astype(np.float32).flags.f_contiguous)
try:
    x.astype(np.float32, order="Z")
except ValueError as error:
    print(error)
#> C (12, 4) (12, 4) (24, 8) (24, 8) True
#> C (8, 4) (8, 4) (16, 8) (16, 8) False
#> C (8, 4) (8, 4) (16, 8) (16, 8) False
#> C (32, 16, 4) (32, 16, 4) (64, 32, 8) (64, 32, 8) False
#> C (32, 8, 4) (32, 8, 4) (64, 16, 8) (64, 16, 8) False
#> F (4, 8) (4, 8) (8, 16) (8, 16) False
#> F (4, 12) (4, 12) (8, 24) (8, 24) True
#> F (4, 8) (4, 8) (8, 16) (8, 16) False
#> F (4, 12, 24) (4, 12, 24) (8, 24, 48) (8, 24, 48) False
#> F (4, 12, 48) (4, 12, 48) (8, 24, 96) (8, 24, 96) False
#> A (12, 4) (12, 4) (24, 8) (24, 8) True
#> A (4, 12) (4, 12) (8, 24) (8, 24) True
#> A (8, 4) (8, 4) (16, 8) (16, 8) False
#> A (32, 16, 4) (32, 16, 4) (64, 32, 8) (64, 32, 8) False
#> A (32, 8, 4) (32, 8, 4) (64, 16, 8) (64, 16, 8) False
#> K (12, 4) (12, 4) (24, 8) (24, 8) True
#> K (4, 12) (4, 12) (8, 24) (8, 24) True
#> K (8, 4) (8, 4) (16, 8) (24, 16) True
#> K (16, 48, 4) (16, 48, 4) (32, 96, 8) (32, 96, 8) True
#> K (16, 4, 48) (16, 4, 48) (32, 8, 96) (32, 8, 96) True
#> (4, 12) True
#> order must be one of 'C', 'F', 'A', or 'K' (got 'Z')
### modes_of_floating_point_errors
# source: ours
import numpy as np
for mode in ("ignore", "warn", "loud"):
    for take in (np.errstate, np.seterr):
        try:
            take(divide=mode)
            print("taken")
        except ValueError as error:
            print(error)
with np.errstate(divide="print"):
    pass
#> taken
#> taken
#> taken
#> taken
#> invalid error mode 'loud'
#> invalid error mode 'loud'
#! not-supported: floating-point errors that are told by 'print' (`np.errstate`)
### floating_point_errors_told_to_a_function
# source: ours
import numpy as np
with np.errstate(all="call", call=print):
    pass
#! not-supported: floating-point errors that are told by 'call'
### long_lines_are_sorted_stably
# source: NumPy 1.24
import numpy as np
n = 700
base = np.arange(n) * 7919 % 1009 - 300
for kind in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float16, np.float32, np.float64, np.bool_):
    a = base.astype(kind)
    order = np.argsort(a, kind="stable")
    print(np.dtype(kind).name, a[order][[0, 1, 350, -1]].tolist(), order[[0, 1, 2, 350, -1]].tolist(), bool((np.sort(a) == a[order]).all()))
f = base * 0.25
f[[3, 77, 500]] = np.nan
f[10], f[11], f[12], f[13] = -np.inf, np.inf, -0.0, 0.0
print(np.argsort(f, kind="stable")[[0, 1, -5, -4, -3, -2, -1]].tolist(), np.sort(f)[[0, -4, -1]].tolist())
print(np.lexsort((base % 7, base % 5, np.arange(n) % 2))[[0, 1, 2, 349, 350, -1]].tolist())
m = (base * 31 % 257).reshape(350, 2)
print(np.argsort(m, axis=0, kind="stable")[[0, 1, -1]].tolist(), np.sort(m, axis=0)[::120].tolist())
big = np.array([2**63, 1, 2**64 - 1] * 100, dtype=np.uint64)
print(np.sort(big)[[0, 100, 200]].tolist(), np.argsort(big, kind="stable")[[0, 1, 100, 200]].tolist())
values, counts = np.unique(base % 12, return_counts=True)
print(values.tolist(), counts.tolist())
#> int8 [-128, -128, 2, 127] [317, 411, 505, 31, 355] True
#> uint8 [0, 0, 126, 255] [364, 458, 552, 111, 402] True
#> int16 [-300, -299, 205, 707] [0, 244, 488, 122, 521] True
#> uint16 [0, 2, 507, 65535] [552, 31, 275, 153, 308] True
#> int32 [-300, -299, 205, 707] [0, 244, 488, 122, 521] True
#> uint32 [0, 2, 507, 4294967295] [552, 31, 275, 153, 308] True
#> int64 [-300, -299, 205, 707] [0, 244, 488, 122, 521] True
#> uint64 [0, 2, 507, 18446744073709551615] [552, 31, 275, 153, 308] True
#> float16 [-300.0, -299.0, 205.0, 707.0] [0, 244, 488, 122, 521] True
#> float32 [-300.0, -299.0, 205.0, 707.0] [0, 244, 488, 122, 521] True
#> float64 [-300.0, -299.0, 205.0, 707.0] [0, 244, 488, 122, 521] True
#> bool [False, True, True, True] [552, 0, 1, 349, 699] True
#> [10, 0, 521, 11, 3, 77, 500] [-inf, inf, nan]
#> [84, 114, 230, 660, 11, 587]
#> [[201, 16], [276, 3], [289, 349]] [[0, 10], [188, 73], [221, 105]]
#> [1, 9223372036854775808, 18446744073709551615] [1, 4, 0, 2]
#> [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] [57, 60, 58, 58, 58, 59, 58, 60, 56, 58, 60, 58]
### functions_without_a_loop_for_the_dtype
# source: NumPy 1.24 (what random programs found)
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print("TypeError" if isinstance(error, TypeError) else type(error).__name__)
x = np.array([1.0, 2.0])
for function in (np.isnan, np.isinf, np.isfinite, np.signbit, np.logical_not):
    for kind in (np.float64, np.float32, bool, int):
        told(lambda: (function.__name__, function(x, dtype=kind)))
for function in (np.equal, np.less_equal, np.logical_and):
    for kind in (np.float64, bool, int):
        told(lambda: (function.__name__, function(x, 2, dtype=kind)))
told(lambda: np.positive(np.array([True])))
told(lambda: +np.array([True]))
told(lambda: +np.array([3]))
for count in (0, 1, 2, 3):
    told(lambda: np.arange(count, dtype=bool))
told(lambda: np.arange(1, 3, dtype=bool))
told(lambda: np.concatenate([np.array(1), np.array(2)]))
b, v = np.array([4, 0, 7], np.uint8), np.array([[[1, 2, 3]]], np.uint8)
np.copyto(b, v)
print(b)
#> TypeError
#> TypeError
#> ('isnan', array([False, False]))
#> TypeError
#> TypeError
#> TypeError
#> ('isinf', array([False, False]))
#> TypeError
#> TypeError
#> TypeError
#> ('isfinite', array([ True,  True]))
#> TypeError
#> TypeError
#> TypeError
#> ('signbit', array([False, False]))
#> TypeError
#> TypeError
#> TypeError
#> ('logical_not', array([False, False]))
#> TypeError
#> TypeError
#> ('equal', array([False,  True]))
#> TypeError
#> TypeError
#> ('less_equal', array([ True,  True]))
#> TypeError
#> TypeError
#> ('logical_and', array([ True,  True]))
#> TypeError
#> TypeError
#> [ True]
#> [3]
#> []
#> [False]
#> [False  True]
#> TypeError
#> [ True  True]
#> ValueError
#> [1 2 3]
### quantiles_that_are_elements
# source: NumPy 1.24 (what random programs found)
import numpy as np
for q in (1, 0, [0, 1], np.array([1, 0]), True):
    for a in (np.array([3, 1, 2]), np.array([True, False]), np.array([3, 1, 2], np.uint8), np.array([[3.5, 1], [2, 4]], np.float16)):
        print(str(np.quantile(a, q)), np.quantile(a, q).dtype.name)
for method in ("lower", "higher", "nearest", "midpoint", "linear"):
    print(np.quantile(np.array([3, 1, 2, 8]), 0.5, method=method).dtype, np.percentile(np.array([3, 1]), 100, method=method).dtype)
#> 3 int64
#> True bool
#> 3 uint8
#> 4.0 float16
#> 1 int64
#> False bool
#> 1 uint8
#> 1.0 float16
#> [1 3] int64
#> [False  True] bool
#> [1 3] uint8
#> [1. 4.] float16
#> [3 1] int64
#> [ True False] bool
#> [3 1] uint8
#> [4. 1.] float16
#> 3 int64
#> True bool
#> 3 uint8
#> 4.0 float16
#> int64 int64
#> int64 int64
#> int64 int64
#> float64 float64
#> float64 float64
### dtypes_of_booleans_with_a_number
# source: NumPy 1.24 (what random programs found)
import numpy as np
b, i = np.array([True, False]), np.array([1], np.int8)
print(np.arctan2(0, b).dtype, np.arctan2(b, 1).dtype, np.hypot(b, 2).dtype, np.angle(b).dtype, np.logaddexp(b, 1).dtype, np.copysign(b, 1).dtype, np.heaviside(b, 1).dtype, np.fmod(b, 1).dtype)
print(np.arctan2(0, i).dtype, np.arctan2(i, 1).dtype, np.hypot(i, 2).dtype, np.arctan2(True, i).dtype, np.arctan2(b, i).dtype)
for kind in (np.int8, np.int16, np.int32, np.float16, np.float32):
    print(np.angle(np.array([1, 0, -2]).astype(kind)), np.angle(np.array([1, 0, -2]).astype(kind), deg=True).dtype)
#> float64 float64 float64 float64 float64 float64 float64 int64
#> float16 float16 float16 float16 float16
#> [0.   0.   3.14] float16
#> [0.        0.        3.1415927] float32
#> [0.         0.         3.14159265] float64
#> [0.   0.   3.14] float16
#> [0.        0.        3.1415927] float32
### more_of_booleans_and_of_no_elements
# source: NumPy 1.24 (what random programs found)
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print("TypeError" if isinstance(error, TypeError) else type(error).__name__)
b = np.array([True, False, True])
told(lambda: np.quantile(b, 0.5))
told(lambda: np.percentile(b, 1))
told(lambda: np.quantile(b, 0.5, method="lower"))
told(lambda: np.median(b))
for a in (np.zeros((2, 0)), np.zeros(0, np.uint8), np.zeros((3, 0, 2))):
    told(lambda: np.quantile(a, 0.5))
    told(lambda: np.percentile(a, [1, 2], axis=0))
told(lambda: np.trapz(np.zeros(0, np.float16)))
told(lambda: np.trapz(np.zeros(1)))
told(lambda: np.trapz(np.zeros((2, 0)), axis=0))
told(lambda: np.correlate(np.array(1), np.array([1, 2])))
told(lambda: np.correlate(np.ones((2, 2)), np.array([1, 2])))
told(lambda: np.correlate([1, 2, 3], [0, 1, 0.5]))
for kind in (np.float16, np.float32, np.float64, np.int8):
    x = np.array([[1, 2, 4], [3, 5, 9]]).astype(kind)
    told(lambda: [part.dtype.name for part in np.gradient(x)] + [np.gradient(x, 2.0, axis=1).dtype.name, np.gradient(x, 2, axis=0).dtype.name])
    told(lambda: np.gradient(x, np.array([1.0, 2, 4], np.float32), axis=1).dtype.name)
told(lambda: np.spacing(b, dtype=np.int32))
told(lambda: np.spacing(np.zeros((2, 0), bool), dtype=np.int32))
i = np.array([1, 2, 3], np.int8)
np.maximum.at(i, [0, 0, 1], 2)
np.add.at(i, [2, 2], np.int8(5))
print(i)
#> TypeError
#> TypeError
#> True
#> 1.0
#> IndexError
#> []
#> IndexError
#> IndexError
#> IndexError
#> []
#> 0.0
#> 0.0
#> []
#> ValueError
#> ValueError
#> [3.5]
#> ['float16', 'float16', 'float16', 'float16']
#> float16
#> ['float32', 'float32', 'float32', 'float32']
#> float32
#> ['float64', 'float64', 'float64', 'float64']
#> float64
#> ['float64', 'float64', 'float64', 'float64']
#> float64
#> TypeError
#> TypeError
#> [ 2  2 13]
### convolutions_of_infinities
# source: NumPy 1.24 (what a random program found)
import numpy as np
inf = np.inf
for a in ([False, True, False, False], [1, 2, 3], [1.5, inf, -2.0]):
    for v in ([1.375, -4.25, inf, -inf], [1], [True, False], [2, 1, 0]):
        for t in (None, np.float32):
            a1, v1 = np.array(a), np.array(v, dtype=t)
            for mode in ('full', 'same', 'valid'):
                x = np.convolve(a1, v1, mode); y = np.correlate(a1, v1, mode)
                print(x.dtype, x.tolist(), y.dtype, y.tolist())
rng = np.random.default_rng(1)
print(np.convolve(rng.integers(0, 9, 40), rng.integers(0, 9, 7)).tolist())
print(np.round(np.convolve(np.arange(30) / 8, np.arange(9) / 4), 6).tolist())
#> float64 [0.0, 1.375, nan, nan, nan, nan, nan] float64 [nan, nan, nan, nan, nan, 0.0, 0.0]
#> float64 [1.375, nan, nan, nan] float64 [nan, nan, nan, nan]
#> float64 [nan] float64 [nan]
#> float32 [0.0, 1.375, nan, nan, nan, nan, nan] float32 [nan, nan, nan, nan, nan, 0.0, 0.0]
#> float32 [1.375, nan, nan, nan] float32 [nan, nan, nan, nan]
#> float32 [nan] float32 [nan]
#> int64 [0, 1, 0, 0] int64 [0, 1, 0, 0]
#> int64 [0, 1, 0, 0] int64 [0, 1, 0, 0]
#> int64 [0, 1, 0, 0] int64 [0, 1, 0, 0]
#> float32 [0.0, 1.0, 0.0, 0.0] float32 [0.0, 1.0, 0.0, 0.0]
#> float32 [0.0, 1.0, 0.0, 0.0] float32 [0.0, 1.0, 0.0, 0.0]
#> float32 [0.0, 1.0, 0.0, 0.0] float32 [0.0, 1.0, 0.0, 0.0]
#> bool [False, True, False, False, False] bool [False, False, True, False, False]
#> bool [False, True, False, False] bool [False, False, True, False]
#> bool [True, False, False] bool [False, True, False]
#> float32 [0.0, 1.0, 0.0, 0.0, 0.0] float32 [0.0, 0.0, 1.0, 0.0, 0.0]
#> float32 [0.0, 1.0, 0.0, 0.0] float32 [0.0, 0.0, 1.0, 0.0]
#> float32 [1.0, 0.0, 0.0] float32 [0.0, 1.0, 0.0]
#> int64 [0, 2, 1, 0, 0, 0] int64 [0, 0, 1, 2, 0, 0]
#> int64 [2, 1, 0, 0] int64 [0, 1, 2, 0]
#> int64 [1, 0] int64 [1, 2]
#> float32 [0.0, 2.0, 1.0, 0.0, 0.0, 0.0] float32 [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]
#> float32 [2.0, 1.0, 0.0, 0.0] float32 [0.0, 1.0, 2.0, 0.0]
#> float32 [1.0, 0.0] float32 [1.0, 2.0]
#> float64 [1.375, -1.5, inf, nan, nan, -inf] float64 [-inf, nan, nan, inf, -10.0, 4.125]
#> float64 [-1.5, inf, nan, nan] float64 [nan, nan, inf, -10.0]
#> float64 [inf, nan] float64 [nan, inf]
#> float64 [1.375, -1.5, inf, nan, nan, -inf] float64 [-inf, nan, nan, inf, -10.0, 4.125]
#> float64 [-1.5, inf, nan, nan] float64 [nan, nan, inf, -10.0]
#> float64 [inf, nan] float64 [nan, inf]
#> int64 [1, 2, 3] int64 [1, 2, 3]
#> int64 [1, 2, 3] int64 [1, 2, 3]
#> int64 [1, 2, 3] int64 [1, 2, 3]
#> float64 [1.0, 2.0, 3.0] float64 [1.0, 2.0, 3.0]
#> float64 [1.0, 2.0, 3.0] float64 [1.0, 2.0, 3.0]
#> float64 [1.0, 2.0, 3.0] float64 [1.0, 2.0, 3.0]
#> int64 [1, 2, 3, 0] int64 [0, 1, 2, 3]
#> int64 [1, 2, 3] int64 [0, 1, 2]
#> int64 [2, 3] int64 [1, 2]
#> float64 [1.0, 2.0, 3.0, 0.0] float64 [0.0, 1.0, 2.0, 3.0]
#> float64 [1.0, 2.0, 3.0] float64 [0.0, 1.0, 2.0]
#> float64 [2.0, 3.0] float64 [1.0, 2.0]
#> int64 [2, 5, 8, 3, 0] int64 [0, 1, 4, 7, 6]
#> int64 [5, 8, 3] int64 [1, 4, 7]
#> int64 [8] int64 [4]
#> float64 [2.0, 5.0, 8.0, 3.0, 0.0] float64 [0.0, 1.0, 4.0, 7.0, 6.0]
#> float64 [5.0, 8.0, 3.0] float64 [1.0, 4.0, 7.0]
#> float64 [8.0] float64 [4.0]
#> float64 [2.0625, inf, nan, nan, -inf, inf] float64 [-inf, nan, inf, -inf, inf, -2.75]
#> float64 [inf, nan, nan, -inf] float64 [nan, inf, -inf, inf]
#> float64 [nan, nan] float64 [inf, -inf]
#> float64 [2.0625, inf, nan, nan, -inf, inf] float64 [-inf, nan, inf, -inf, inf, -2.75]
#> float64 [inf, nan, nan, -inf] float64 [nan, inf, -inf, inf]
#> float64 [nan, nan] float64 [inf, -inf]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, -2.0] float64 [1.5, inf, -2.0]
#> float64 [1.5, inf, nan, 0.0] float64 [0.0, nan, inf, -2.0]
#> float64 [1.5, inf, nan] float64 [0.0, nan, inf]
#> float64 [inf, nan] float64 [nan, inf]
#> float64 [1.5, inf, nan, 0.0] float64 [0.0, nan, inf, -2.0]
#> float64 [1.5, inf, nan] float64 [0.0, nan, inf]
#> float64 [inf, nan] float64 [nan, inf]
#> float64 [3.0, inf, inf, nan, 0.0] float64 [0.0, nan, inf, inf, -4.0]
#> float64 [inf, inf, nan] float64 [nan, inf, inf]
#> float64 [inf] float64 [inf]
#> float64 [3.0, inf, inf, nan, 0.0] float64 [0.0, nan, inf, inf, -4.0]
#> float64 [inf, inf, nan] float64 [nan, inf, inf]
#> float64 [inf] float64 [inf]
#> [0, 24, 24, 44, 72, 44, 66, 102, 88, 38, 60, 107, 69, 50, 86, 58, 59, 73, 68, 37, 42, 81, 57, 60, 64, 108, 79, 88, 97, 54, 57, 54, 64, 69, 27, 56, 69, 94, 36, 65, 61, 47, 32, 25, 12, 2]
#> [0.0, 0.0, 0.03125, 0.125, 0.3125, 0.625, 1.09375, 1.75, 2.625, 3.75, 4.875, 6.0, 7.125, 8.25, 9.375, 10.5, 11.625, 12.75, 13.875, 15.0, 16.125, 17.25, 18.375, 19.5, 20.625, 21.75, 22.875, 24.0, 25.125, 26.25, 27.375, 27.5625, 26.78125, 25.0, 22.1875, 18.3125, 13.34375, 7.25]
### sums_of_complex_numbers_in_a_dtype
# source: NumPy 1.24 (what a random program found)
import numpy as np
z = np.array([1 + 2j, 3])
for kind in (np.complex128, np.complex64, "c8", complex, None):
    for call in (lambda: z.sum(dtype=kind), lambda: z.sum(0, kind), lambda: z.cumsum(dtype=kind), lambda: z.mean(dtype=kind), lambda: np.sum(z, 0, kind), lambda: z.reshape(2, 1).trace(0, 0, 1, kind), lambda: z.sum(0, kind, keepdims=True)):
        print(call().dtype, call().tolist())
#> complex128 (4+2j)
#> complex128 (4+2j)
#> complex128 [(1+2j), (4+2j)]
#> complex128 (2+1j)
#> complex128 (4+2j)
#> complex128 (1+2j)
#> complex128 [(4+2j)]
#> complex64 (4+2j)
#> complex64 (4+2j)
#> complex64 [(1+2j), (4+2j)]
#> complex64 (2+1j)
#> complex64 (4+2j)
#> complex64 (1+2j)
#> complex64 [(4+2j)]
#> complex64 (4+2j)
#> complex64 (4+2j)
#> complex64 [(1+2j), (4+2j)]
#> complex64 (2+1j)
#> complex64 (4+2j)
#> complex64 (1+2j)
#> complex64 [(4+2j)]
#> complex128 (4+2j)
#> complex128 (4+2j)
#> complex128 [(1+2j), (4+2j)]
#> complex128 (2+1j)
#> complex128 (4+2j)
#> complex128 (1+2j)
#> complex128 [(4+2j)]
#> complex128 (4+2j)
#> complex128 (4+2j)
#> complex128 [(1+2j), (4+2j)]
#> complex128 (2+1j)
#> complex128 (4+2j)
#> complex128 (1+2j)
#> complex128 [(4+2j)]
### quantiles_by_truth_values
# source: NumPy 1.24 (what a random program found)
import numpy as np
a = np.array([1.0, 2.0, 4.0])
print(np.quantile(a, np.True_), np.quantile(a, np.False_), np.quantile(a, True), np.percentile(a, np.False_))
print(np.quantile(a, np.array([True, False])), np.nanquantile(a, np.True_))
#> 4.0 1.0 4.0 1.0
#> [4. 1.] 4.0
### sums_by_their_dtype
# source: NumPy 1.24: truths are added by or, multiplied by and; ufuncs' own reductions keep the dtype they are given
import warnings

import numpy as np

warnings.simplefilter("ignore")
a = np.array([1, 8, 127, -4, 4, 2], dtype=np.int8)
print(np.sum(a, dtype=np.bool_, initial=0), np.sum(a, dtype=np.bool_), a.sum(dtype=bool))
print(np.prod(a, dtype=bool), np.cumsum(a, dtype=bool), np.mean(a, dtype=float), np.add.reduce(a, dtype=bool))
print(np.add.accumulate(a, dtype=bool), np.cumprod([2, 0, 4], dtype=bool))
print(np.multiply.accumulate([2, 0, 4], dtype=bool))
print(np.array([2, 2]).sum(dtype=bool), np.array([2, 2, 0]).prod(dtype=bool), np.array([0.5, 0.5]).sum(dtype=bool))
print(np.array([0.5, 0.5]).sum(dtype=int), np.array([2, 2]).prod(dtype="int8").dtype, np.zeros((0,)).prod(dtype=bool))
for dtype in ("int8", "uint8", "int16", "float16", "float32", "bool"):
    for x in (np.add.reduce(a, dtype=dtype), np.multiply.reduce(a, dtype=dtype)):
        print(x.dtype, x.tolist(), end=" ")
    print()
    print(repr(np.add.accumulate(a, dtype=dtype)), repr(np.multiply.accumulate(a, dtype=dtype)))
b = np.array([[1, 0], [0, 0]], dtype=bool)
print(b.sum(0, dtype=bool), b.prod(1, dtype=bool), b.sum(1), b.sum(dtype="int8"), np.sum(b, 0, bool, keepdims=True))
print(np.sum(b, 0, dtype=bool, where=[[False, True], [True, True]]), np.sum(b, 0, dtype=bool, initial=True))
z = np.array([[1 + 2j, 3 + 0j], [2 - 1j, 4j]])
print(z.sum(dtype=float), z.sum(0, dtype="float32"), z.mean(dtype=float), z.prod(dtype=float), z.cumsum(dtype=int))
print(np.cumprod(z, dtype="int16"), z.trace(dtype=float), z.sum(dtype=bool))
print(z.sum(1, dtype=bool), z.sum(dtype="complex64"))
warnings.simplefilter("error")
try:
    z.sum(dtype=float)
except np.ComplexWarning as warning:
    print(warning)
#> True True True
#> True [ True  True  True  True  True  True] 23.0 True
#> [ True  True  True  True  True  True] [ True False False]
#> [ True False False]
#> True False True
#> 0 int8 True
#> int8 -118 int8 0 
#> array([   1,    9, -120, -124, -120, -118], dtype=int8) array([   1,    8,   -8,   32, -128,    0], dtype=int8)
#> uint8 138 uint8 0 
#> array([  1,   9, 136, 132, 136, 138], dtype=uint8) array([  1,   8, 248,  32, 128,   0], dtype=uint8)
#> int16 138 int16 -32512 
#> array([  1,   9, 136, 132, 136, 138], dtype=int16) array([     1,      8,   1016,  -4064, -16256, -32512], dtype=int16)
#> float16 138.0 float16 -32512.0 
#> array([  1.,   9., 136., 132., 136., 138.], dtype=float16) array([ 1.000e+00,  8.000e+00,  1.016e+03, -4.064e+03, -1.626e+04,
#>        -3.251e+04], dtype=float16)
#> float32 138.0 float32 -32512.0 
#> array([  1.,   9., 136., 132., 136., 138.], dtype=float32) array([ 1.0000e+00,  8.0000e+00,  1.0160e+03, -4.0640e+03, -1.6256e+04,
#>        -3.2512e+04], dtype=float32)
#> bool True bool True 
#> array([ True,  True,  True,  True,  True,  True]) array([ True,  True,  True,  True,  True,  True])
#> [ True False] [False False] [1 0] 1 [[ True False]]
#> [False False] [ True  True]
#> 6.0 [3. 3.] 1.5 0.0 [1 4 6 6]
#> [1 3 6 0] 1.0 True
#> [ True  True] (6+5j)
#> Casting complex values to real discards the imaginary part
### errors_of_elements_left_out
# source: NumPy 1.24: an exponent that the mask leaves out is no error; truths have no difference
import numpy as np
a = np.array([2, -7, 3], dtype=np.int16)
out = np.zeros_like(a)
print(np.power(a, a, where=a > 0, out=out), np.power(a, a, where=[True, False, True], out=out))
b = np.array([[-1], [2]])
print(np.power(a, b, where=b > 0, out=np.zeros((2, 3), int)))
print(np.power(a, np.int8(-2), where=a > 9, out=out), np.power(np.int8(3), a, where=a > 0, out=out))
try:
    np.power(a, a, where=a < 3, out=out)
except ValueError as error:
    print(error)
try:
    np.gradient(np.array([True, False, True]))
except TypeError as error:
    print(error)
print(np.gradient(np.array([1, 4, 9], dtype=np.uint8)), np.gradient([1, 4, 9]))
#> [ 4  0 27] [ 4  0 27]
#> [[ 0  0  0]
#>  [ 4 49  9]]
#> [ 9  0 27] [ 9  0 27]
#> Integers to negative integer powers are not allowed.
#> numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.
#> [3. 4. 5.] [3. 4. 5.]
### spacing_of_both_signs
# source: NumPy 1.24
import numpy as np
for dtype in (np.float16, np.float32, np.float64):
    x = np.array([-16, 16, -15, -(2**-14), -(2**-13), -(2**-24), 2**-12, -65504, 0.0, -0.0, np.nan, np.inf, -np.inf], dtype)
    print(np.spacing(x).tolist())
#> [0.0078125, 0.015625, 0.0078125, 5.960464477539063e-08, 5.960464477539063e-08, 5.960464477539063e-08, 2.384185791015625e-07, 32.0, 5.960464477539063e-08, 5.960464477539063e-08, nan, nan, nan]
#> [-1.9073486328125e-06, 1.9073486328125e-06, -9.5367431640625e-07, -7.275957614183426e-12, -1.4551915228366852e-11, -7.105427357601002e-15, 2.9103830456733704e-11, -0.00390625, 1.401298464324817e-45, 1.401298464324817e-45, nan, nan, nan]
#> [-3.552713678800501e-15, 3.552713678800501e-15, -1.7763568394002505e-15, -1.3552527156068805e-20, -2.710505431213761e-20, -1.3234889800848443e-23, 5.421010862427522e-20, -7.275957614183426e-12, 5e-324, 5e-324, nan, nan, nan]
### points_powers_and_running_sums_of_other_types
# source: NumPy 1.24
import numpy as np
print(np.linspace(3, 0, 4, dtype=np.float32), np.linspace(3, False, 4, dtype=np.uint8))
c = np.array([[4.0, -np.inf], [0.0, 2.0]])
for n in range(4):
    print(np.linalg.matrix_power(c, n).tolist())
b = np.array([1.5, np.nan, 4.75])
print(np.nancumsum(b, dtype=np.uint64), np.nancumprod(b, dtype=np.int32))
#> [3. 2. 1. 0.] [3 2 1 0]
#> [[1.0, 0.0], [0.0, 1.0]]
#> [[4.0, -inf], [0.0, 2.0]]
#> [[nan, -inf], [0.0, nan]]
#> [[nan, nan], [nan, nan]]
#> [1 1 5] [1 1 4]
### points_of_whole_numbers_and_running_sums_of_float16
# source: NumPy 1.24
import numpy as np
print(np.linspace(-1.5, True, 1, dtype=np.int8), np.linspace(-1.5, 2.5, 1, dtype=np.int16), np.linspace(0.5, 2, 1, dtype=bool), np.linspace(0, 2, 1, dtype=bool))
print(np.linspace(-1, 2, 5, dtype=np.bool_), np.linspace(-1, 2, 5, endpoint=False, dtype=bool), np.linspace(2, -1.5, 4, dtype=np.int64))
x = np.array([8, 1, 7, 5, 6, 7, 3, 3, 1, 8, 0, 9], np.float16)
print(np.cumprod(x).tolist(), x.cumprod()[-2:], np.multiply.accumulate(x)[-3:])
print(np.cumsum(x * np.float16(.3)).tolist(), np.cumsum(x * np.float16(900)).tolist())
print(np.cumsum(np.array([2048, 1, 1, 1, -2048], np.float16)).tolist())
#> [-2] [-2] [ True] [False]
#> [ True  True  True  True  True] [ True  True  True  True  True] [ 2  0 -1 -2]
#> [8.0, 8.0, 56.0, 280.0, 1680.0, 11760.0, 35264.0, inf, inf, inf, nan, nan] [nan nan] [inf nan nan]
#> [2.400390625, 2.701171875, 4.80078125, 6.30078125, 8.1015625, 10.203125, 11.1015625, 12.0, 12.296875, 14.6953125, 14.6953125, 17.390625] [7200.0, 8100.0, 14400.0, 18896.0, 24288.0, 30592.0, 33280.0, 35968.0, 36864.0, 44064.0, 44064.0, 52160.0]
#> [2048.0, 2048.0, 2048.0, 2048.0, 0.0]
