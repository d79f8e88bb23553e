### wrap_around
# source: JAX, dtypes: int4 and uint4 are two's complement of 4 bits
import jax.numpy as jnp
for kind in (jnp.int4, jnp.uint4):
  x = jnp.arange(4).astype(kind)
  most = jnp.full(4, jnp.iinfo(kind).max, kind)
  print(x + most, x - most, x * most, -x, ~x)
#> [7 -8 -7 -6] [-7 -6 -5 -4] [0 7 -2 5] [0 -1 -2 -3] [-1 -2 -3 -4]
#> [15 0 1 2] [1 2 3 4] [0 15 14 13] [0 15 14 13] [15 14 13 12]
### comparisons_and_extremes
# source: JAX, dtypes: uint4 is from 0 to 15
import jax.numpy as jnp
x, y = jnp.array([0, 7, 8, 15]).astype(jnp.uint4), jnp.array([15, 8, 7, 0]).astype(jnp.uint4)
print(x < y, x >= y, jnp.maximum(x, y), jnp.minimum(x, y), x.max(), x.argmax(), jnp.sort(y))
a, b = x.astype(jnp.int4), y.astype(jnp.int4)
print(a, b, a < b, jnp.maximum(a, b), a.min(), jnp.sort(a))
#> [ True  True False False] [False False  True  True] [15 8 8 15] [0 7 7 0] 15 3 [0 7 8 15]
#> [0 7 -8 -1] [-1 -8 7 0] [False False  True  True] [0 7 7 0] -8 [-8 -1 0 7]
### shifts
# source: JAX, lax.shift_left and its kin: a shift by the width or more leaves 0, or the sign
import jax.numpy as jnp
from jax import lax
x = jnp.array([1, 7, 8, 15]).astype(jnp.uint4)
for n in (1, 3, 4):
  k = jnp.full(4, n, jnp.uint4)
  print(x << k, x >> k, (x.astype(jnp.int4) >> k.astype(jnp.int4)), lax.shift_right_logical(x.astype(jnp.int4), k.astype(jnp.int4)))
#> [2 14 0 14] [0 3 4 7] [0 3 -4 -1] [0 3 4 7]
#> [8 8 0 8] [0 0 1 1] [0 0 -1 -1] [0 0 1 1]
#> [0 0 0 0] [0 0 0 0] [0 0 -1 -1] [0 0 0 0]
### division
# source: Python reference, // and %: floor; 4 bits hold each result
import jax.numpy as jnp
x, y = jnp.array([13, 9, 15, 14]).astype(jnp.uint4), jnp.array([3, 2, 15, 4]).astype(jnp.uint4)
print(x // y, x % y)
a, b = jnp.array([-7, 7, -8, 5]).astype(jnp.int4), jnp.array([2, -2, 3, -5]).astype(jnp.int4)
print(a // b, a % b)
#> [4 4 1 3] [1 1 0 2]
#> [-4 -4 -3 -1] [1 -1 1 0]
### conversions
# source: JAX, lax.convert_element_type: integers wrap, floats saturate (XLA), narrow integers keep their value
import jax.numpy as jnp
wide = jnp.array([-9, -1, 8, 16, 255])
print(wide.astype(jnp.int4), wide.astype(jnp.uint4))
u = jnp.array([0, 9, 15]).astype(jnp.uint4)
print(u.astype(jnp.int32), u.astype(jnp.float32), u.astype(jnp.int8), u.astype(jnp.int4), u.astype(bool), (u + u).astype(jnp.int32))
s = (u + jnp.uint4(8)).astype(jnp.int4)
print(s, s.astype(jnp.int32), s.astype(jnp.bfloat16), s.astype(jnp.uint8))
#> [7 -1 -8 0 -1] [7 15 8 0 15]
#> [ 0  9 15] [ 0.  9. 15.] [ 0  9 15] [0 -7 -1] [False  True  True] [ 0  2 14]
#> [-8 1 7] [-8  1  7] [-8 1 7] [248   1   7]
### sums_and_products
# source: JAX, jnp.sum of a narrow integer: the dtype asked for counts
import jax.numpy as jnp
u = jnp.array([9, 9, 15]).astype(jnp.uint4)
print(u.sum(dtype=jnp.int32), u.prod(dtype=jnp.int32), jnp.dot(u, u, preferred_element_type=jnp.int32))
s = u.astype(jnp.int4)
print(s.sum(dtype=jnp.int32), jnp.dot(s, s, preferred_element_type=jnp.int32))
#> 33 1215 387
#> -15 99
### bits
# source: JAX, lax.population_count, lax.clz, lax.bitcast_convert_type
import jax.numpy as jnp
from jax import lax
x = jnp.array([0, 1, 7, 8, 15]).astype(jnp.uint4)
print(lax.population_count(x), lax.clz(x), lax.clz(x.astype(jnp.int4)), jnp.abs(x.astype(jnp.int4)), jnp.sign(x.astype(jnp.int4)))
print(lax.bitcast_convert_type(x, jnp.int4), lax.bitcast_convert_type(jnp.array([0x4F, 0x80], jnp.uint8), jnp.uint4))
print(lax.bitcast_convert_type(jnp.array([[15, 4], [0, 8]]).astype(jnp.uint4), jnp.uint8))
#> [0 1 3 1 4] [4 3 1 0 0] [4 3 1 0 0] [0 1 7 -8 1] [0 1 1 -1 -1]
#> [0 1 7 -8 -1] [[15 4]
#>  [0 8]]
#> [ 79 128]
### limits_and_names
# source: JAX, jnp.iinfo; ml_dtypes
import jax.numpy as jnp
for kind in (jnp.int4, jnp.uint4):
  info = jnp.iinfo(kind)
  print(jnp.dtype(kind).name, info.min, info.max, info.bits, jnp.dtype(kind).itemsize, jnp.zeros(1, kind).dtype == kind)
#> int4 -8 7 4 1 True
#> uint4 0 15 4 1 True
### promotion
# source: JAX, type promotion: a Python number takes the array's dtype; 4 bits go with no other dtype implicitly
import jax.numpy as jnp
x = jnp.array([7, -8]).astype(jnp.int4)
print(x + 1, (x + 1).dtype)
x + jnp.int8(1)
#> [-8 -7] int4
#! dtype-mismatch
### two_bits
# source: ml_dtypes: int2 is from -2 to 1, uint2 from 0 to 3, both two's complement of 2 bits
import jax.numpy as jnp
import ml_dtypes
for kind in (jnp.int2, jnp.uint2):
  x = jnp.arange(4).astype(kind)
  most = jnp.full(4, jnp.iinfo(kind).max, kind)
  print(x + most, x - most, x * most, -x, ~x)
  info = jnp.iinfo(kind)
  print(jnp.dtype(kind).name, info.min, info.max, info.bits, jnp.dtype(kind).itemsize, (x + 1).dtype, x.dtype == getattr(ml_dtypes, jnp.dtype(kind).name))
x + jnp.array([1, 2, 3, 4]).astype(jnp.int4)
#> [1 -2 -1 0] [-1 0 1 -2] [0 1 -2 -1] [0 -1 -2 1] [-1 -2 1 0]
#> int2 -2 1 2 1 int2 True
#> [3 0 1 2] [1 2 3 0] [0 3 2 1] [0 3 2 1] [3 2 1 0]
#> uint2 0 3 2 1 uint2 True
#! dtype-mismatch
### two_bits_ordered_converted_and_counted
# source: JAX, lax.convert_element_type: integers wrap, floats saturate; comparisons, sorts and sums of 2 bits
import jax.numpy as jnp
from jax import lax
u = jnp.array([0, 1, 2, 3]).astype(jnp.uint2)
s = u.astype(jnp.int2)
print(u < u[::-1], s < s[::-1], jnp.sort(s), s.min(), u.max(), u.argmax(), jnp.maximum(s, -s))
wide = jnp.array([-3, -1, 2, 3, 7])
print(wide.astype(jnp.int2), wide.astype(jnp.uint2), jnp.array([-5.0, -1.5, 0.7, 9.0]).astype(jnp.int2), jnp.array([-5.0, 1.5, 0.7, 9.0]).astype(jnp.uint2))
print(s.astype(jnp.int32), s.astype(jnp.float32), s.astype(jnp.uint8), u.astype(jnp.int4), s.astype(bool))
print(u.sum(dtype=jnp.int32), s.sum(dtype=jnp.int32), u.prod(dtype=jnp.int32), jnp.dot(s, s, preferred_element_type=jnp.int32))
print(lax.population_count(u), lax.clz(u), u << jnp.uint2(1), s >> jnp.int2(1), u // (u | jnp.uint2(1)))
print(lax.bitcast_convert_type(jnp.array([0b11100100], jnp.uint8), jnp.uint2), lax.bitcast_convert_type(u, jnp.uint8), lax.bitcast_convert_type(u, jnp.int2))
#> [ True  True False False] [False False  True  True] [-2 -1 0 1] -2 3 3 [0 1 -2 1]
#> [1 -1 -2 -1 -1] [1 3 2 3 3] [-2 -1 0 1] [0 1 0 3]
#> [ 0  1 -2 -1] [ 0.  1. -2. -1.] [  0   1 254 255] [0 1 2 3] [False  True  True  True]
#> 6 -2 0 6
#> [0 1 1 2] [2 1 0 0] [0 2 0 2] [0 0 -1 -1] [0 1 0 1]
#> [[0 1 2 3]] 228 [0 1 -2 -1]
