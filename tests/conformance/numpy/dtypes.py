# Which dtype NumPy's elementwise functions give, and what they refuse.
### floats_of_small_integers
# source: NumPy 1.24 and 2: the smallest float that holds the dtype
import numpy as np
for dtype in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32"):
    x = np.array([0, 1], dtype=dtype)
    print(dtype, *[getattr(np, name)(x).dtype for name in ("sin", "exp", "sqrt", "arctan", "cbrt", "fabs", "rint", "log1p", "tanh", "deg2rad", "degrees", "exp2", "spacing")])
print(np.sin(np.array([1, 2], np.int8)), np.sqrt(np.array([2, 3], np.uint16)), np.sin(1).dtype, np.exp(True).dtype, np.rint(np.array([3], np.int16)), np.fabs(np.array([-3], np.int8)))
#> bool float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16
#> int8 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16
#> uint8 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16
#> int16 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32
#> uint16 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32
#> int32 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64
#> uint32 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64
#> int64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64
#> uint64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64
#> float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16 float16
#> float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32 float32
#> [0.8413 0.909 ] [1.4142135 1.7320508] float64 float16 [3.] [3.]
### floats_of_two_small_integers
# source: NumPy 1.24 and 2
import numpy as np
i, u, s, w, b = np.array([2], np.int8), np.array([3], np.uint8), np.array([4], np.int16), np.array([5]), np.array([True])
for name in ("arctan2", "copysign", "hypot", "logaddexp", "logaddexp2", "heaviside", "nextafter", "true_divide", "float_power"):
    f = getattr(np, name)
    print(name, *[f(x, y).dtype for x, y in ((i, i), (i, u), (i, s), (s, u), (i, w), (b, i), (b, b), (i, np.float16(1)), (s, np.array([1], np.float16)))])
print(np.copysign(i, -1).dtype, np.hypot(s, 2).dtype, np.logaddexp(np.array([1], np.float32), 1.5).dtype, np.arctan2(i, 1.5).dtype)
#> arctan2 float16 float16 float32 float32 float64 float16 float16 float16 float32
#> copysign float16 float16 float32 float32 float64 float16 float16 float16 float32
#> hypot float16 float16 float32 float32 float64 float16 float16 float16 float32
#> logaddexp float16 float16 float32 float32 float64 float16 float16 float16 float32
#> logaddexp2 float16 float16 float32 float32 float64 float16 float16 float16 float32
#> heaviside float16 float16 float32 float32 float64 float16 float16 float16 float32
#> nextafter float16 float16 float32 float32 float64 float16 float16 float16 float32
#> true_divide float64 float64 float64 float64 float64 float64 float64 float16 float32
#> float_power float64 float64 float64 float64 float64 float64 float64 float64 float64
#> float16 float32 float32 float64
### integers_only
# source: NumPy 1.24 and 2: TypeError
import numpy as np
for f in (lambda: np.gcd(1.5, 2), lambda: np.lcm(np.array([1.0]), 2), lambda: np.gcd(True, False), lambda: np.sign(np.array([True])), lambda: np.negative(np.array([True])), lambda: np.array([1.0]) & 1):
    try:
        print(f())
    except TypeError:
        print("TypeError", end=" ")
print(np.gcd(np.array([12, -18], np.int8), 8), np.gcd(np.array([12], np.int8), 8).dtype, np.lcm(np.array([4, 6], np.int16), np.array([6, 0], np.int8)), np.lcm(4, 6), np.gcd(0, 0))
#> TypeError TypeError TypeError TypeError TypeError TypeError [4 2] int8 [12  0] 12 0
### next_numbers_of_integers
# source: NumPy 1.24 and 2
import numpy as np
print(np.nextafter(np.array([1, 2], np.int8), np.array([5], np.int8)), np.nextafter(np.array([3], np.int16), 0).dtype, np.nextafter(np.array([3]), 4))
m, e = np.frexp(np.array([8.0, 0.3, 0.0, -5e-324]))
print(m, e, e.dtype, np.frexp(np.array([3], np.int8))[0].dtype, np.frexp(np.array([6.0], np.float16)))
#> [1.001 2.002] float32 [3.]
#> [ 0.5  0.6  0.  -0.5] [    4    -1     0 -1073] int32 float16 (array([0.75], dtype=float16), array([3], dtype=int32))
### integers_divided_by_zero
# source: NumPy 1.24 and 2: 0, with a warning
import numpy as np
a, z = np.array([5, -5, 0, 7], np.int8), np.array([0, 0, 0, 2], np.int8)
print(a // z, a % z, np.fmod(a, z), np.divmod(np.array([3], np.uint8), 0), np.array([True]) // np.array([False]))
#> [0 0 0 3] [0 0 0 1] [0 0 0 1] (array([0], dtype=uint8), array([0], dtype=uint8)) [0]
### powers_and_reciprocals_of_small_types
# source: NumPy 1.24 and 2
import numpy as np
b, i = np.array([True, False]), np.array([1, 2, -1, -3])
print((b**2).dtype, (b**b).dtype, np.square(b).dtype, np.reciprocal(i), np.reciprocal(np.array([4.0])), (np.array([3], np.int8) ** 2).dtype)
#> int8 int8 int8 [ 1  0 -1  0] [0.25] int8
### rounding_of_integers
# source: NumPy 1.24 and 2
import numpy as np
print(np.round(np.array([1, 25, 35, -15]), 1), np.round(np.array([1, 25, 35, -15]), -1), np.round(np.array([12.5, 25.0, 1234.5678]), -1), np.round(np.array([7], np.uint8), 2).dtype)
#> [  1  25  35 -15] [  0  20  40 -20] [  10.   20. 1230.] uint8
### python_integers_of_another_size
# source: NumPy 2: Python integers do not wrap; comparisons are by value
import numpy as np
u, i = np.array([1, 200], np.uint8), np.array([1, -5], np.int8)
print(u == -1, u > -1, -1 <= u, u < 256, i < 1000, i != 300, 128 > i)
for f in (lambda: u + 256, lambda: u | -1, lambda: i * 1000, lambda: np.maximum(i, 128)):
    try:
        print(f())
    except OverflowError:
        print("OverflowError", end=" ")
print(u + 255, i + 127)
#> [False False] [ True  True] [ True  True] [ True  True] [ True  True] [ True  True] [ True  True]
#> OverflowError OverflowError OverflowError OverflowError [  0 199] [-128  122]
### products_that_do_not_fit
# source: NumPy 1.24 and 2: ValueError
import numpy as np
a, b = np.ones((2, 3)), np.ones(2)
for f in (lambda: a @ b, lambda: np.dot(a, a), lambda: np.matmul(b, a.T), lambda: a + b):
    try:
        print(f())
    except ValueError:
        print("ValueError", end=" ")
print()
#> ValueError ValueError ValueError ValueError 
### numbers_of_a_higher_kind
# source: NumPy 1.24 with weak promotion
import numpy as np
b, i = np.array([True]), np.array([2], np.int8)
print(np.hypot(b, 3).dtype, np.logaddexp(3, b).dtype, np.hypot(i, 2).dtype, np.hypot(i, 2.5).dtype, np.hypot(np.float32([1]), 2).dtype, np.hypot(b, True).dtype)
#> float64 float64 float16 float64 float32 float16
### astype_with_options
# source: NumPy 1.24
import numpy as np

a = np.arange(3, dtype=np.int32)
print(a.astype(np.int32, copy=False) is a, a.astype(np.int32) is a, a.astype(np.int64, copy=False) is a, a.astype(np.int32, copy=True) is a)
print(a.astype(np.float64, casting="safe"), a.astype(np.int16, casting="same_kind").dtype, a.astype("f4", order="C").dtype)
for kind, casting in ((np.int16, "safe"), (np.uint32, "same_kind"), (np.int64, "equiv"), (np.bool_, "same_kind"), (np.float32, "safe")):
    try:
        print(a.astype(kind, casting=casting))
    except TypeError as error:
        print(error)
b = a.astype(np.int32, copy=False)
b += 5
print(a, [np.can_cast(np.int8, np.uint8, c) for c in ("no", "equiv", "safe", "same_kind", "unsafe")], np.can_cast(np.uint8, np.int16))
#> True False False False
#> [0. 1. 2.] int16 float32
#> Cannot cast array data from dtype('int32') to dtype('int16') according to the rule 'safe'
#> Cannot cast array data from dtype('int32') to dtype('uint32') according to the rule 'same_kind'
#> Cannot cast array data from dtype('int32') to dtype('int64') according to the rule 'equiv'
#> Cannot cast array data from dtype('int32') to dtype('bool') according to the rule 'same_kind'
#> Cannot cast array data from dtype('int32') to dtype('float32') according to the rule 'safe'
#> [5 6 7] [False, False, False, False, True] True
### floats_as_integers
# source: NumPy 1.24
import numpy as np

a = np.array([-1.0, 300.0, -129.0, 2.9, -2.9, 3e9, -3e9, 1e20, np.nan, np.inf, -np.inf])
with np.errstate(all="ignore"):
    for kind in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64):
        print(kind.__name__, a.astype(kind).tolist())
        print(a.astype(np.float32)[:6].astype(kind).tolist(), a[:3].astype(np.float16).astype(kind).tolist())
    print(a[:6].astype(np.uint32).tolist(), np.asarray(a[:3], dtype=np.uint32).tolist())
    b = np.zeros(3, np.uint8)
    b[...] = [256.0, -2.0, 255.9]
    c = np.array([5, 6, 7], np.int8)
    c[1:] = np.array([1000.0, -1000.0])
    print(b, c, np.linspace(3, -3, 5).astype(np.uint8), np.full(2, -1.5).astype(np.uint16))
    print(np.sum(np.array([np.nan, 2.0], np.float32), dtype=np.int32), np.array([True, False]).astype(np.uint8))
#> int8 [-1, 44, 127, 2, -2, 0, 0, 0, 0, 0, 0]
#> [-1, 44, 127, 2, -2, 0] [-1, 44, 127]
#> uint8 [255, 44, 127, 2, 254, 0, 0, 0, 0, 0, 0]
#> [255, 44, 127, 2, 254, 0] [255, 44, 127]
#> int16 [-1, 300, -129, 2, -2, 0, 0, 0, 0, 0, 0]
#> [-1, 300, -129, 2, -2, 0] [-1, 300, -129]
#> uint16 [65535, 300, 65407, 2, 65534, 0, 0, 0, 0, 0, 0]
#> [65535, 300, 65407, 2, 65534, 0] [65535, 300, 65407]
#> int32 [-1, 300, -129, 2, -2, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648]
#> [-1, 300, -129, 2, -2, -2147483648] [-1, 300, -129]
#> int64 [-1, 300, -129, 2, -2, 3000000000, -3000000000, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808]
#> [-1, 300, -129, 2, -2, 3000000000] [-1, 300, -129]
#> uint64 [18446744073709551615, 300, 18446744073709551487, 2, 18446744073709551614, 3000000000, 18446744070709551616, 0, 9223372036854775808, 0, 9223372036854775808]
#> [18446744073709551615, 300, 18446744073709551487, 2, 18446744073709551614, 3000000000] [18446744073709551615, 300, 18446744073709551487]
#> [4294967295, 300, 4294967167, 2, 4294967294, 3000000000] [4294967295, 300, 4294967167]
#> [  0 254 255] [  5 -24  24] [  3   1   0 255 253] [65535 65535]
#> -2147483646 [1 0]
