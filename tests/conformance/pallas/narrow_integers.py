### arithmetic_in_a_kernel
# source: JAX, dtypes: two's complement of 4 bits; all 256 pairs against Python's integers
import jax, jax.numpy as jnp, numpy as np
from jax.experimental import pallas as pl
def kernel(a_ref, b_ref, *outs):
  x, y = a_ref[...], b_ref[...]
  one = jnp.array(1, x.dtype)
  results = [x + y, x - y, x * y, -x, ~x, x & y, x ^ y, x << one, x >> one, jnp.maximum(x, y), (x + y) >> one, jnp.where(x < y, x, y), (x * y) // (y | one)]
  for out, result in zip(outs, results):
    out[...] = result.astype(jnp.int32)
def run(kind, wrap):
  n = np.arange(256)
  a, b = wrap(n // 16), wrap(n % 16)
  got = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((256,), jnp.int32)] * 13)(jnp.asarray(a).astype(kind), jnp.asarray(b).astype(kind))
  want = [a + b, a - b, a * b, -a, ~a, a & b, a ^ b, a << 1, a >> 1, np.maximum(a, b), wrap(a + b) >> 1, np.where(a < b, a, b), wrap(a * b) // wrap(b | 1)]
  print([bool((np.asarray(x) == wrap(y)).all()) for x, y in zip(got, want)].count(True))
run(jnp.uint4, lambda v: v % 16)
run(jnp.int4, lambda v: (v + 8) % 16 - 8)
#> 13
#> 13
### stored_as_narrow_integers
# source: JAX, dtypes: what a kernel stores as 4 bits is read as 4 bits
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, u_ref):
  o_ref[...] = x_ref[...].astype(jnp.int4)
  u_ref[...] = x_ref[...].astype(jnp.uint4) * jnp.uint4(3)
shapes = [jax.ShapeDtypeStruct((4,), kind) for kind in (jnp.int4, jnp.uint4)]
for z in pl.pallas_call(kernel, out_shape=shapes)(jnp.array([-1, 7, 8, 18])):
  print(z, z.astype(jnp.float32))
#> [-1 7 -8 2] [-1.  7. -8.  2.]
#> [13 5 8 6] [13.  5.  8.  6.]
### quantized_product
# source: NumPy: w of uint4 with a zero point of 8, each row scaled
import jax, jax.numpy as jnp, numpy as np
from jax.experimental import pallas as pl
def kernel(x_ref, w_ref, s_ref, o_ref):
  w = (w_ref[...].astype(jnp.int8) - 8).astype(jnp.float32) * s_ref[...]
  o_ref[...] = jnp.dot(x_ref[...], w)
x = np.arange(16 * 32).reshape(16, 32) % 7 - 3.0
w = np.arange(32 * 16).reshape(32, 16) * 5 % 16
s = 2.0 ** (np.arange(32) % 3)[:, None]
got = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((16, 16), jnp.float32))(
    jnp.asarray(x, jnp.float32), jnp.asarray(w).astype(jnp.uint4), jnp.asarray(s, jnp.float32))
print(np.array_equal(np.asarray(got), x @ ((w - 8) * s)))
#> True
### two_bits_in_a_kernel
# source: JAX, dtypes: two's complement of 2 bits; all 16 pairs against Python's integers, and what is stored as 2 bits
import jax, jax.numpy as jnp, numpy as np
from jax.experimental import pallas as pl
def kernel(a_ref, b_ref, *outs):
  x, y = a_ref[...], b_ref[...]
  one = jnp.array(1, x.dtype)
  results = [x + y, x - y, x * y, -x, ~x, x & y, x ^ y, x << one, x >> one, jnp.maximum(x, y), (x + y) >> one, jnp.where(x < y, x, y), (x * y) // (y | one)]
  for out, result in zip(outs, results):
    out[...] = result.astype(out.dtype)
def run(kind, wrap, stored):
  n = np.arange(16)
  a, b = wrap(n // 4), wrap(n % 4)
  got = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((16,), stored)] * 13)(jnp.asarray(a).astype(kind), jnp.asarray(b).astype(kind))
  want = [a + b, a - b, a * b, -a, ~a, a & b, a ^ b, a << 1, a >> 1, np.maximum(a, b), wrap(a + b) >> 1, np.where(a < b, a, b), wrap(a * b) // wrap(b | 1)]
  print([bool((np.asarray(x.astype(jnp.int32)) == wrap(y)).all()) for x, y in zip(got, want)].count(True))
for stored in (jnp.int32, jnp.uint2):
  run(jnp.uint2, lambda v: v % 4, stored)
for stored in (jnp.int32, jnp.int2):
  run(jnp.int2, lambda v: (v + 2) % 4 - 2, stored)
#> 13
#> 13
#> 13
#> 13
