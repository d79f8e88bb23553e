### out_where_dtype
# source: NumPy 1.24
import numpy as np
a = np.arange(4.)
np.exp(a, out=a); print(a)
a = np.arange(4.)
np.add(a, 1, out=a); print(a)
np.multiply(a, 2, where=a > 1, out=a); print(a)
print(np.add(1, 2, dtype=np.float32).dtype, np.sqrt(np.float32(4)).dtype)
try: np.add(np.arange(3), 0.5, out=np.arange(3))
except TypeError as e: print(e)
#> [ 1.          2.71828183  7.3890561  20.08553692]
#> [1. 2. 3. 4.]
#> [1. 4. 6. 8.]
#> float32 float32
#> Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting rule 'same_kind'
### methods_of_ufuncs
# source: NumPy 1.24
import numpy as np
print(np.maximum.reduce([[1,2],[3,0]]), np.add.reduce(np.arange(4)), np.add.accumulate(np.arange(4)), np.multiply.outer([1,2],[3,4]))
print(np.logical_and.reduce([True,False]), np.bitwise_or.reduce([1,2,4]), np.subtract.reduce([10,1,2]), np.equal.outer([1,2],[1,3]))
print(np.add.reduceat(np.arange(8),[0,4,1,5]), np.minimum.accumulate([3,1,2]))
a = np.zeros(3)
np.add.at(a, [0, 0, 1], 1); print(a)
#> [3 2] 6 [0 1 3 6] [[3 4]
#>  [6 8]]
#> False 7 7 [[ True False]
#>  [False False]]
#> [ 6  4 10 18] [3 1 1]
#> [2. 1. 0.]
### methods_in_place
# source: NumPy 1.24
import numpy as np
a = np.zeros(4); a.fill(3); print(a)
a = np.array([3, 1, 2]); a.sort(); print(a)
a = np.array([[3, 1], [2, 5]]); a.sort(axis=0); print(a)
a = np.arange(6); a.shape = (2, 3); print(a)
a = np.arange(6).reshape(2, 3); a.flat = 7; print(a)
a = np.arange(6).reshape(2, 3); a.resize((3, 2)); print(a)
a = np.zeros((3, 3)); np.fill_diagonal(a, 5); print(a)
a = np.arange(4); np.copyto(a, 7); print(a)
a = np.arange(4.); np.putmask(a, a > 1, 0); print(a)
print(np.arange(6).reshape(2, 3).flat[3], [int(x) for x in np.arange(4).flat])
#> [3. 3. 3. 3.]
#> [1 2 3]
#> [[2 1]
#>  [3 5]]
#> [[0 1 2]
#>  [3 4 5]]
#> [[7 7 7]
#>  [7 7 7]]
#> [[0 1]
#>  [2 3]
#>  [4 5]]
#> [[5. 0. 0.]
#>  [0. 5. 0.]
#>  [0. 0. 5.]]
#> [7 7 7 7]
#> [0. 1. 0. 0.]
#> 3 [0, 1, 2, 3]
### dtypes
# source: NumPy 1.24
import numpy as np
print(np.dtype('f4'), np.dtype('<i8'), np.dtype('float64').str, np.dtype('uint8').char, np.dtype(np.int16).kind, np.dtype('f4').itemsize)
print(np.result_type(np.int8,np.float32), np.promote_types('i4','f4'), np.can_cast(np.int32,np.int64), np.can_cast('f8','f4'), np.can_cast('f8','f4','same_kind'))
print(np.issubdtype(np.float32,np.floating), np.issubdtype(np.int8,np.integer), np.broadcast_shapes((1,2),(3,1),(3,2)))
print(np.finfo(np.float64).nmant, np.finfo(np.float32).precision, np.finfo(np.float32).eps, np.finfo(np.float32).tiny, np.iinfo(np.int16).bits)
print(np.float32('inf'), np.float64(), np.array([1,2,3],ndmin=2), np.size(np.ones((2,3)),1))
#> float32 int64 <f8 B i 4
#> float32 float64 True False True
#> True True (3, 2)
#> 52 6 1.1920929e-07 1.1754944e-38 16
#> inf 0.0 [[1 2 3]] 3
### methods_of_logic
# source: NumPy 1.24
import numpy as np

a = np.array([[-2, 9, 0], [0, 1, 1]], dtype=np.int32)
f = np.array([0.5, 0.0, np.nan], np.float16)
for g in (np.logical_and, np.logical_or, np.logical_xor):
    print(g.accumulate(a).tolist(), g.accumulate(a, axis=1).tolist(), g.reduceat(a[0], [0, 2]), g.reduceat(a.ravel(), [0, 0, 3]).dtype)
    print(g.accumulate(f), g.accumulate(f).dtype, g.reduce(a, axis=0))
print(np.maximum.accumulate(a, axis=1).tolist(), np.maximum.reduceat(a[0], [0, 2]).dtype)
#> [[True, True, False], [False, True, False]] [[True, True, False], [False, False, False]] [ True False] bool
#> [ True False False] bool [False  True False]
#> [[True, True, False], [True, True, True]] [[True, True, True], [False, True, True]] [ True False] bool
#> [ True  True  True] bool [ True  True  True]
#> [[True, True, False], [True, False, True]] [[True, False, False], [False, True, False]] [False False] bool
#> [ True  True False] bool [ True False  True]
#> [[-2, 9, 9], [0, 1, 1]] int32

### angles_of_two_zeros
# source: C, atan2: of zeros the angle is the first one's sign and 0, or pi where the second has a sign
import jax.numpy as jnp
import numpy as np

print(np.arctan2(0.0, 0.0), np.arctan2(np.float64(0), 0), np.arctan2(-0.0, 0.0), np.arctan2(0.0, -0.0), np.arctan2(-0.0, -0.0))
print(np.arctan2(np.float32(0), np.float32(-0.0)), np.arctan2(0, 0), np.arctan2(np.zeros(2), np.array([0.0, -0.0])))
print(jnp.arctan2(0.0, 0.0), jnp.arctan2(-0.0, -0.0))
#> 0.0 0.0 -0.0 3.141592653589793 -3.141592653589793
#> 3.1415927 0.0 [0.         3.14159265]
#> 0.0 -3.1415927
