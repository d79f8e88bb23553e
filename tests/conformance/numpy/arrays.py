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
