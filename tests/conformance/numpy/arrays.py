### defaults_are_64_bits
# source: NumPy 2 on Linux
import numpy as np
print(np.arange(3).dtype, np.zeros(2).dtype, np.array([1.5]).dtype, np.array([1, 2]).dtype, np.array([True]).dtype, np.linspace(0, 1, 3).dtype)
#> int64 float64 float64 int64 bool float64
### sums_widen_to_64_bits
# source: numpy.sum: integers narrower than the platform's are summed in it
import numpy as np
print(np.ones(2, np.int8).sum().dtype, np.ones(2, np.uint8).sum().dtype, np.ones(2, np.float32).sum().dtype, np.array([True, True]).sum(), np.arange(4).mean().dtype)
#> int64 uint64 float32 2 float64
### positions_are_64_bits
# source: numpy.argmax, numpy.argsort
import numpy as np
x = np.array([3, 1, 2])
print(np.argmax(x).dtype, np.argsort(x), np.argsort(x).dtype, np.cumsum(np.ones(2, np.int8)).dtype)
#> int64 [1 2 0] int64 int64
### promotion_of_integers_and_floats
# source: NumPy's table: int64 with float32 is float64, int8 with float16 float16
import numpy as np
print((np.arange(2) * np.ones(2, np.float32)).dtype, (np.ones(1, np.int8) + np.ones(1, np.float16)).dtype, (np.ones(1, np.float32) * 2.0).dtype, (np.ones(1, np.int32) / 2).dtype)
#> float64 float16 float32 float64
### lists_are_taken
# source: numpy: array_like
import numpy as np
print(np.sum([1, 2, 3]), np.maximum([1, 5], [4, 2]), np.concatenate([[1], [2, 3]]), np.stack([[1, 2], [3, 4]]).shape, np.sort([3, 1]))
#> 6 [4 5] [1 2 3] (2, 2) [1 3]
### indexing_with_lists_and_masks
# source: numpy indexing
import numpy as np
x = np.arange(5) * 2
print(x[[0, 3]], x[np.array([True, False, False, True, False])])
#> [0 6] [0 6]
### text_of_64_bit_arrays
# source: numerics.md 4.5
import numpy as np
print(np.array([1 / 3, 2 / 3, 1]))
#> [0.33333333 0.66666667 1.        ]
print(repr(np.arange(3)), repr(np.arange(3, dtype=np.int32)))
#> array([0, 1, 2]) array([0, 1, 2], dtype=int32)
### scalars_of_numbers_are_known_in_kernels
# source: NumPy's scalars are values: 1 / np.sqrt(16) is 0.25
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
scale = 1 / np.sqrt(16)
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * scale
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))(jnp.array([4.0, 8.0])))
#> [1. 2.]
### nan_functions_and_percentiles
# source: numpy.percentile: python3: 1 + 0.3 * 3
import numpy as np
x = np.array([1.0, 2.0, 3.0, 4.0])
print(np.percentile(x, 30), np.median(x), np.nanmean(np.array([1.0, np.nan])), np.quantile(x, [0.0, 1.0]))
#> 1.9 2.5 1.0 [1. 4.]
### shapes_by_numpy
# source: numpy
import numpy as np
x = np.arange(6).reshape(2, 3)
print(np.pad(x, 1)[0], np.tile(x, (1, 2)).shape, np.roll(x, 1, axis=1), np.einsum("ij,ij->i", x, x), np.tril(np.ones((2, 2))))
#> [0 0 0 0 0] (2, 6) [[2 0 1]
#>  [5 3 4]] [ 5 50] [[1. 0.]
#>  [1. 1.]]
### searches_by_numpy
# source: numpy.searchsorted, numpy.unique, numpy.nonzero, numpy.bincount
import numpy as np
print(np.searchsorted([1, 3, 5], [0, 3, 9]), np.unique(np.array([2, 1, 2])), np.nonzero(np.array([0, 3, 4]))[0], np.bincount(np.array([1, 1, 2])))
#> [0 1 3] [1 2] [1 2] [0 2 1]
### meeting_jax
# source: numerics.md 2.3: NumPy's arrays enter JAX in 32 bits
import jax.numpy as jnp
import numpy as np
print((np.arange(2) + jnp.ones(2)).dtype, jnp.sum(np.ones(3)).dtype, type(np.arange(2) + jnp.arange(2)).__name__ != "ndarray")
#> float32 float32 True
### allclose_of_different_types
# source: numerics.md 4.1
import jax.numpy as jnp
import numpy as np
np.testing.assert_allclose(jnp.array([1.0, 2.0]), [1.0, 2.0000001], rtol=1e-6)
np.testing.assert_array_equal(np.arange(3), jnp.arange(3))
print("equal")
#> equal
### allclose_fails
# source: numerics.md 4.1
import numpy as np
np.testing.assert_allclose(np.array([1.0]), np.array([1.1]))
#! check-failed: Not equal to tolerance
### masks_of_computed_arrays
# source: NumPy
import numpy as np
x = np.arange(6) * 0.5
print(x[x > 1], np.unique(np.array([2.5, 1.0, 2.5])), np.where(x > 2), np.bincount(np.arange(3) % 2))
#> [1.5 2.  2.5] [1.  2.5] (array([5]),) [2 1]
### assignment_in_place
# source: NumPy: assignment changes the array
import numpy as np
a = np.zeros(4, np.int32)
b = a
c = a.copy()
a[1] = 7
a[2:] = [8, 9]
a[a == 0] = -1
print(a, b, c)
#> [-1  7  8  9] [-1  7  8  9] [0 0 0 0]
m = np.arange(6).reshape(2, 3)
m[0, 1] += 10
m[:, 2] = 0
print(m)
#> [[ 0 11  0]
#>  [ 3  4  0]]
### assignment_outside
# source: NumPy raises IndexError
import numpy as np
a = np.zeros(3)
a[5] = 1.0
#! index-error
### assignment_beside_a_view
# source: NumPy 1.24: the view changes too
import numpy as np
a = np.zeros(3)
v = a[1:]
a[1] = 1.0
print(a, v)
#> [0. 1. 0.] [1. 0.]
### averages_and_edges
# source: NumPy 1.24
import numpy as np

a = np.array([100, 120, 90], np.int8)
print(np.average(a, weights=a), np.average(a, weights=a).dtype, np.average(a, weights=[1, 2, 1]))
f = np.array([1, 2.5, 4], np.float32)
print(np.average(f, weights=a).dtype, np.average(f, weights=f).dtype, np.average(f.astype(np.float16), weights=a).dtype)
m = np.arange(6, dtype=np.uint8).reshape(2, 3)
print(np.average(m, axis=0, weights=[3, 1]), np.average(m, axis=1, weights=np.array([1, 1, 2], np.int8)))
print(np.average(m, axis=1, weights=m, returned=True))
print(np.average(m, axis=1, weights=m, keepdims=True).shape)
for weights, axis in (([0, 0], 0), ([1, 2, 3], None), (np.zeros((2, 3)), None)):
    try:
        np.average(m, axis, weights)
    except (ZeroDivisionError, TypeError) as error:
        print(type(error).__name__, error)
for kind in (np.float16, np.float32, np.float64, np.int8, np.uint32):
    counts, edges = np.histogram(np.array([1, 2, 2, 5]).astype(kind), bins=2)
    print(counts, edges, edges.dtype, np.histogram_bin_edges(np.array([1, 1]).astype(kind), 2, (0, 4)).dtype)
#> 104.83870967741936 float64 107.5
#> float32 float32 float16
#> [0.75 1.75 2.75] [1.25 4.25]
#> (array([1.66666667, 4.16666667]), array([ 3., 12.]))
#> (2, 1)
#> ZeroDivisionError Weights sum to zero, can't be normalized
#> TypeError Axis must be specified when shapes of a and weights differ.
#> ZeroDivisionError Weights sum to zero, can't be normalized
#> [3 1] [1. 3. 5.] float16 float16
#> [3 1] [1. 3. 5.] float32 float32
#> [3 1] [1. 3. 5.] float64 float64
#> [3 1] [1. 3. 5.] float64 float64
#> [3 1] [1. 3. 5.] float64 float64
### causes_of_random_programs
# source: NumPy 1.24
import numpy as np

print(np.isscalar(2.5), np.isscalar(3), np.isscalar(2j), np.isscalar("x"), np.isscalar(np.array(3)), np.isscalar([1]))


def attempt(f):
    try:
        r = f()
        print(r.tolist(), r.dtype)
    except Exception as error:
        print(type(error).__name__.replace("UFuncTypeError", "TypeError"), error)


b = np.array([-2, 2, 8], dtype=np.int64)
for kind in (np.int64, np.uint64, np.int8, np.uint8, np.float32, np.bool_):
    c = b.astype(kind)
    attempt(lambda: np.min(c, initial=kind(1), where=c == 99))
    attempt(lambda: np.max(c, initial=kind(0), where=c == 99))
v = np.array([1, 2, 3], np.int8)
attempt(lambda: np.triu(v))
attempt(lambda: np.tril(v, -1))
attempt(lambda: np.rot90(v))
attempt(lambda: np.rot90(np.eye(2), 1, (0, -2)))
attempt(lambda: np.tensordot(v, v))
attempt(lambda: np.convolve(np.array(3), v))
attempt(lambda: np.convolve(2, 5))
attempt(lambda: np.linalg.det(v))
attempt(lambda: np.linalg.inv(np.ones((2, 3))))
attempt(lambda: np.linalg.matrix_power(np.ones((3, 2)), 2))
attempt(lambda: np.array([np.array(0), v]))
attempt(lambda: np.array([v, np.ones((1, 3))]))
attempt(lambda: np.array([v, v[::-1]]))
attempt(lambda: np.array(True).round(1))
attempt(lambda: np.array([True, False]).round())
attempt(lambda: np.sort(np.array(3)))
attempt(lambda: np.sort(np.array(3), axis=None))
attempt(lambda: np.partition(np.array(3), 0))
attempt(lambda: np.array(3).sort())
#> True True True True False False
#> 1 int64
#> 0 int64
#> 1 uint64
#> 0 uint64
#> 1 int8
#> 0 int8
#> 1 uint8
#> 0 uint8
#> 1.0 float32
#> 0.0 float32
#> True bool
#> False bool
#> [[1, 2, 3], [0, 2, 3], [0, 0, 3]] int8
#> [[0, 0, 0], [1, 0, 0], [1, 2, 0]] int8
#> ValueError Axes must be different.
#> ValueError Axes must be different.
#> IndexError tuple index out of range
#> [3, 6, 9] int64
#> [10] int64
#> LinAlgError 1-dimensional array given. Array must be at least two-dimensional
#> LinAlgError Last 2 dimensions of the array must be square
#> LinAlgError Last 2 dimensions of the array must be square
#> ValueError setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part.
#> ValueError setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part.
#> [[1, 2, 3], [3, 2, 1]] int8
#> TypeError Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'
#> [1.0, 0.0] float16
#> AxisError axis -1 is out of bounds for array of dimension 0
#> [3] int64
#> AxisError axis -1 is out of bounds for array of dimension 0
#> AxisError axis -1 is out of bounds for array of dimension 0
### more_causes_of_random_programs
# source: NumPy 1.24
import numpy as np


def attempt(f):
    try:
        r = f()
        print(r.tolist(), r.dtype)
    except Exception as error:
        print(type(error).__name__.replace("UFuncTypeError", "TypeError"), error)


t, v = np.array([True, False]), np.array([3, -2, 5], np.int8)
attempt(lambda: np.array([1, 2, 4]) ** np.array([2, 0, -1]))
attempt(lambda: np.power(v, -1))
attempt(lambda: np.power(v, np.array([1, 2, 3], np.uint8)))
attempt(lambda: np.array([2.0]) ** np.array([-1]))
attempt(lambda: t**3)
attempt(lambda: t**t)
attempt(lambda: np.where(100, 3, 4))
attempt(lambda: np.where(0, 3, 4.5))
attempt(lambda: np.gcd(t, np.array([4, 6], np.uint8)))
attempt(lambda: np.lcm(1, t))
attempt(lambda: np.spacing(np.array([-13.0, 0.0], np.float16)))
attempt(lambda: np.spacing(np.array([-13.0, 2.0], np.float32)))
attempt(lambda: np.spacing(v[:2], dtype=np.float64))
attempt(lambda: np.maximum.accumulate(np.array(3)))
attempt(lambda: np.fliplr(v))
attempt(lambda: np.flipud(np.array(3)))
attempt(lambda: np.lexsort((np.array(3), np.array(4))))
attempt(lambda: np.ravel_multi_index((), ()))
attempt(lambda: np.linspace(3, -3, 5, dtype=np.uint64))
attempt(lambda: np.triu(np.array([[True, True], [True, True]])))
attempt(lambda: np.tril(np.ones((2, 2), np.float16)))
attempt(lambda: np.diff(np.array(3)))
attempt(lambda: np.trapz(np.array(3)))
attempt(lambda: np.intersect1d(np.array([1, 2], np.uint8), np.array([2, 3], np.int16)))
a = np.array([5, 6, 7], np.uint32)
np.subtract.at(a, [0, 0, 2], 1)
print(a)
m = np.arange(12.0).reshape(4, 3)
d = m.diagonal().reshape(3, 1)
print(np.shares_memory(m, d), np.shares_memory(d, d.ravel()), np.shares_memory(m, m.ravel()), np.shares_memory(m, m.T.ravel()))
print(np.shares_memory(m, m[:, 0].ravel()), np.shares_memory(m, m.T.ravel("F")), np.shares_memory(m, m[1:3].ravel()))
a = np.array([8, -9, 3, 4], np.int32)
p, c, r = +a, np.conj(a), np.roll(a, 0)
a += 1
print(p, c, r, a**100, np.array([3, 5], np.uint64) ** np.array([64, 1000], np.uint64), np.power(a, np.array([70, 1, 65, 0])))
print((t**2).dtype, np.power(t, 2).dtype, 3 ** np.array([100, 2]), 2.0**-24, [5.684341886080802e-14])
#> ValueError Integers to negative integer powers are not allowed.
#> ValueError Integers to negative integer powers are not allowed.
#> [3, 4, 125] int16
#> [0.5] float64
#> [1, 0] int64
#> [1, 1] int8
#> 3 int64
#> 4.5 float64
#> [1, 6] uint8
#> [1, 0] int64
#> [0.0078125, 5.960464477539063e-08] float16
#> [-9.5367431640625e-07, 2.384185791015625e-07] float32
#> [4.440892098500626e-16, -4.440892098500626e-16] float64
#> TypeError cannot accumulate on a scalar
#> ValueError Input must be >= 2-d.
#> ValueError Input must be >= 1-d.
#> 0 int64
#> 0 int64
#> [3, 1, 0, 18446744073709551614, 18446744073709551613] uint64
#> [[True, True], [False, True]] bool
#> [[1.0, 0.0], [1.0, 1.0]] float16
#> ValueError diff requires input that is at least one dimensional
#> IndexError list assignment index out of range
#> [2] int16
#> [3 6 6]
#> True False True False
#> False True True
#> [ 8 -9  3  4] [ 8 -9  3  4] [ 8 -9  3  4] [-1426542431           0           0 -1971132175] [ 8733086111712066817 12060435554516215393] [6515384588548634097                  -8                   0
#>                    1]
#> int8 int64 [-2984622845537545263                    9] 5.960464477539063e-08 [5.684341886080802e-14]
### splits_and_covariances
# source: NumPy 1.24
import numpy as np


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


f = np.array([[1, 2], [3, 5]], np.float32)
print(np.cov(f).dtype, np.corrcoef(f).dtype, np.cov(f, dtype=np.float32).dtype, np.cov(f.astype(np.int8)))
print(np.arange(-3, 3.5, 0.5, dtype=np.int8), np.arange(0.5, 3, 0.7, dtype=np.int64), np.arange(1.5, 4).dtype, np.arange(2.9, -1, -1, dtype=int))
attempt(lambda: np.hsplit(np.array(3), 1))
attempt(lambda: np.vsplit(np.arange(3), 1))
attempt(lambda: np.dsplit(f, 1))
attempt(lambda: np.split(np.array(3), 1))
attempt(lambda: np.array_split(f, 2, axis=2))
attempt(lambda: [part.tolist() for part in np.hsplit(f, 2)])
attempt(lambda: [part.tolist() for part in np.split(f, 2, axis=-1)])
c = np.arange(4, dtype=np.uint8)
attempt(lambda: c.__setitem__([1, -5, 1], 1))
attempt(lambda: c.__setitem__(([1, 4],), 1))
attempt(lambda: c.reshape(2, 2).__setitem__((0, [0, 2]), 1))
attempt(lambda: c.__setitem__(np.array([3, -4]), 9))
print(c, c.squeeze() is c, f.squeeze() is f, f[None].squeeze() is f)
attempt(lambda: np.histogram(np.array([1.0, -np.inf, 25.0])))
attempt(lambda: np.histogram(np.array([1.0, 2.0]), range=(0, np.nan)))
#> float64 float64 float32 [[0.5 1. ]
#>  [1.  2. ]]
#> [-3 -2 -1  0  1  2  3  4  5  6  7  8  9] [0 1 2 3] float64 [ 2  1  0 -1]
#> ValueError hsplit only works on arrays of 1 or more dimensions
#> ValueError vsplit only works on arrays of 2 or more dimensions
#> ValueError dsplit only works on arrays of 3 or more dimensions
#> IndexError tuple index out of range
#> IndexError tuple index out of range
#> [[[1.0], [3.0]], [[2.0], [5.0]]]
#> [[[1.0], [3.0]], [[2.0], [5.0]]]
#> IndexError index -5 is out of bounds for axis 0 with size 4
#> IndexError index 4 is out of bounds for axis 0 with size 4
#> IndexError index 2 is out of bounds for axis 1 with size 2
#> None
#> [9 1 2 9] True True False
#> ValueError autodetected range of [-inf, 25.0] is not finite
#> ValueError supplied range of [0, nan] is not finite
### kinds_of_sorts
# source: numpy.sort, argsort, partition: NumPy 1.24's words
import numpy as np
def told(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)
for kind in ["quicksort", "heapsort", "MergeSort", "stable", "s", None, "foo", "", 3]:
    calls = lambda: np.sort([2, 1], kind=kind), lambda: np.argsort([2, 1], kind=kind), lambda: np.array([2, 1]).sort(kind=kind), lambda: np.array([2, 1]).argsort(kind=kind)
    print(kind, *[told(f) for f in calls])
    print(told(lambda: np.partition([2, 1], 0, kind=kind)), told(lambda: np.argpartition([2, 1], 0, kind=kind)))
print(np.partition([2, 1], 0, kind="introselect"))
#> quicksort [1 2] [1 0] None [1 0]
#> ValueError: select kind must be 'introselect' (got 'quicksort') ValueError: select kind must be 'introselect' (got 'quicksort')
#> heapsort [1 2] [1 0] None [1 0]
#> ValueError: select kind must be 'introselect' (got 'heapsort') ValueError: select kind must be 'introselect' (got 'heapsort')
#> MergeSort [1 2] [1 0] None [1 0]
#> ValueError: select kind must be 'introselect' (got 'MergeSort') ValueError: select kind must be 'introselect' (got 'MergeSort')
#> stable [1 2] [1 0] None [1 0]
#> ValueError: select kind must be 'introselect' (got 'stable') ValueError: select kind must be 'introselect' (got 'stable')
#> s [1 2] [1 0] None [1 0]
#> ValueError: select kind must be 'introselect' (got 's') ValueError: select kind must be 'introselect' (got 's')
#> None [1 2] [1 0] None [1 0]
#> TypeError: select kind must be str, not NoneType TypeError: select kind must be str, not NoneType
#> foo ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got 'foo') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got 'foo') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got 'foo') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got 'foo')
#> ValueError: select kind must be 'introselect' (got 'foo') ValueError: select kind must be 'introselect' (got 'foo')
#>  ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got '') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got '') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got '') ValueError: sort kind must be one of 'quick', 'heap', or 'stable' (got '')
#> ValueError: select kind must be 'introselect' (got '') ValueError: select kind must be 'introselect' (got '')
#> 3 TypeError: sort kind must be str, not int TypeError: sort kind must be str, not int TypeError: sort kind must be str, not int TypeError: sort kind must be str, not int
#> TypeError: select kind must be str, not int TypeError: select kind must be str, not int
#> [1 2]
