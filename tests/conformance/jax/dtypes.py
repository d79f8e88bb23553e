### promotion_table_of_narrow_types
# source: numerics.md 2.1
import jax.numpy as jnp
types = [jnp.bool_, jnp.uint8, jnp.int8, jnp.int16, jnp.uint32, jnp.int32, jnp.bfloat16, jnp.float16, jnp.float32]
for a in types:
  print(*[(jnp.zeros(1, a) + jnp.zeros(1, b)).dtype for b in types])
#> bool uint8 int8 int16 uint32 int32 bfloat16 float16 float32
#> uint8 uint8 int16 int16 uint32 int32 bfloat16 float16 float32
#> int8 int16 int8 int16 int32 int32 bfloat16 float16 float32
#> int16 int16 int16 int16 int32 int32 bfloat16 float16 float32
#> uint32 uint32 int32 int32 uint32 int32 bfloat16 float16 float32
#> int32 int32 int32 int32 int32 int32 bfloat16 float16 float32
#> bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 float32 float32
#> float16 float16 float16 float16 float16 float16 float32 float16 float32
#> float32 float32 float32 float32 float32 float32 float32 float32 float32
### python_numbers_are_weak
# source: numerics.md 2.2
import jax.numpy as jnp
print((jnp.zeros(1, jnp.bfloat16) * 2.0).dtype, (jnp.zeros(1, jnp.int8) + 1).dtype, (jnp.zeros(1, jnp.int8) + 1.0).dtype, jnp.array(3).weak_type, jnp.array([3]).weak_type)
#> bfloat16 int8 float32 True False
### rounding_to_bfloat16
# source: numerics.md 2.7; NumPy prints these float32 so: where one number needs nine digits, all have exact ones
import jax.numpy as jnp
x = jnp.array([0.1, 1 / 3, 257.0, 258.9], jnp.float32).astype(jnp.bfloat16)
print([hex(int(v)) for v in [0x3dcd, 0x3eab]], x.astype(jnp.float32), x.view(jnp.uint16)[:2] == jnp.array([0x3dcd, 0x3eab], jnp.uint16))
#> ['0x3dcd', '0x3eab'] [1.00097656e-01 3.33984375e-01 2.56000000e+02 2.58000000e+02] [ True  True]
### rounding_to_float16
# source: numerics.md 2.7; 4.2: f16 prints in scientific notation from 1e3 on
import jax.numpy as jnp
x = jnp.array([0.1, 65519.0, 65520.0, 2049.0, 2051.0, 3e-8, 1e-8], jnp.float32).astype(jnp.float16)
print(x.view(jnp.uint16)[0], x[1:5], x[5] > 0, x[6])
#> 11878 [6.550e+04       inf 2.048e+03 2.052e+03] True 0.0
### rounding_to_fp8
# source: numerics.md 2.7
import jax.numpy as jnp
x = jnp.array([0.1, 1 / 3, 17.0, 18.0, 19.0, 464.0, 465.0], jnp.float32)
print(x.astype(jnp.float8_e4m3fn))
#> [0.101562 0.34375 16 18 20 448 nan]
print(jnp.array([0.1, 1 / 3, 9.0, 11.0, 61440.0, 57344.0], jnp.float32).astype(jnp.float8_e5m2))
#> [0.09375 0.3125 8 12 inf 57344]
### floats_to_integers_saturate
# source: numerics.md 2.7
import jax.numpy as jnp
print(jnp.arange(254.0, 258.0).astype("uint8"), jnp.array([jnp.nan, jnp.inf, -jnp.inf, -1.9]).astype(jnp.int32), jnp.array([-3.0, 300.0]).astype(jnp.int8), jnp.array([-1.0]).astype(jnp.uint32))
#> [254 255 255 255] [          0  2147483647 -2147483648          -1] [ -3 127] [0]
### integers_wrap
# source: numerics.md 2.5, 2.7
import jax.numpy as jnp
print(jnp.array([200, 100], jnp.uint8) + jnp.array([100, 100], jnp.uint8), jnp.array([300, -1]).astype(jnp.uint8), jnp.abs(jnp.array([-128], jnp.int8)), jnp.array([300, 0]).astype(bool))
#> [ 44 200] [ 44 255] [-128] [ True False]
### four_bit_integers
# source: numerics.md 2.7: wraps
import jax.numpy as jnp
print(jnp.array([7, 8, -9], jnp.int32).astype(jnp.int4), jnp.array([15, 16], jnp.int32).astype(jnp.uint4))
#> [7 -8 7] [15 0]
### sixty_four_bits_become_thirty_two
# source: numerics.md 2.3
import jax.numpy as jnp
import numpy as np
print(jnp.asarray(np.arange(3)).dtype, jnp.asarray(np.ones(2)).dtype, jnp.zeros(1, int).dtype, jnp.zeros(1, float).dtype)
#> int32 float32 int32 float32
### no_promotion_of_fp8
# source: numerics.md 2.1
import jax.numpy as jnp
jnp.zeros(1, jnp.float8_e4m3fn) + jnp.zeros(1, jnp.bfloat16)
#! dtype-mismatch
### comparisons_and_limits
# source: numpy.finfo, numpy.iinfo, and the text of float16 since NumPy 2.3
import jax.numpy as jnp
print(jnp.float32 == jnp.dtype("float32"), jnp.issubdtype(jnp.bfloat16, jnp.floating), jnp.iinfo(jnp.int16).max, float(jnp.finfo(jnp.float16).max), jnp.finfo(jnp.bfloat16).eps)
#> True True 32767 65504.0 0.0078125
### bitcasts
# source: IEEE 754
import jax
import jax.numpy as jnp
print(jax.lax.bitcast_convert_type(jnp.array([1.0, -2.0]), jnp.uint32), jax.lax.bitcast_convert_type(jnp.array([0x3f80], jnp.uint16), jnp.bfloat16), jnp.array([1.5]).view(jnp.int32))
#> [1065353216 3221225472] [1] [1069547520]
