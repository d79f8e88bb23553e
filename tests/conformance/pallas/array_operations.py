### take_of_a_loaded_block
# source: jax.numpy.take, mode clip for x[...] at computed indices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, i_ref, o_ref):
    o_ref[...] = (x_ref[...] * 2)[i_ref[...]]
x = jnp.arange(7 * 3, dtype=jnp.int32).reshape(7, 3)
i = jnp.array([6, 0, 3, 3, 9], dtype=jnp.int32)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((5, 3), jnp.int32))(x, i).tolist())
#> [[36, 38, 40], [0, 2, 4], [18, 20, 22], [18, 20, 22], [36, 38, 40]]
### updates_that_meet
# source: jax.numpy.ndarray.at: add accumulates repeated indices, indices outside are dropped
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, u_ref, a_ref, m_ref):
    zeros = jnp.zeros((5,), jnp.float32)
    a_ref[...] = zeros.at[i_ref[...]].add(u_ref[...])
    m_ref[...] = zeros.at[i_ref[...]].max(u_ref[...])
i = jnp.array([1, 4, 1, 7, 0, 1], dtype=jnp.int32)
u = jnp.array([1, 2, 3, 4, 5, 6], dtype=jnp.float32)
shape = jax.ShapeDtypeStruct((5,), jnp.float32)
a, m = pl.pallas_call(kernel, out_shape=(shape, shape))(i, u)
print(a.tolist(), m.tolist())
#> [5.0, 10.0, 0.0, 0.0, 2.0] [5.0, 6.0, 0.0, 0.0, 2.0]
### histogram_of_many
# source: jax.numpy.ndarray.at: add accumulates repeated indices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = jnp.zeros((8,), jnp.int32).at[x_ref[...]].add(1)
x = jnp.arange(1000, dtype=jnp.int32) % 7
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.int32))(x).tolist())
#> [143, 143, 143, 143, 143, 143, 142, 0]
### slices_of_values
# source: jax.lax.dynamic_slice clamps its start; NumPy's slices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, n_ref, a_ref, b_ref, c_ref, d_ref):
    x = x_ref[...] + 1
    a_ref[...] = jax.lax.dynamic_slice(x, (n_ref[0],), (5,))
    b_ref[...] = x[8:]
    c_ref[...] = x[1::4]
    d_ref[...] = jnp.concatenate([x[3:10], x[:2]])
x = jnp.arange(16, dtype=jnp.int32)
shapes = [jax.ShapeDtypeStruct((n,), jnp.int32) for n in (5, 8, 4, 9)]
for y in pl.pallas_call(kernel, out_shape=shapes)(x, jnp.array([13], dtype=jnp.int32)):
    print(y.tolist())
#> [12, 13, 14, 15, 16]
#> [9, 10, 11, 12, 13, 14, 15, 16]
#> [2, 6, 10, 14]
#> [4, 5, 6, 7, 8, 9, 10, 1, 2]
### dynamic_update_of_a_value
# source: jax.lax.dynamic_update_slice
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, n_ref, o_ref):
    part = jnp.full((2, 3), 9, jnp.int32)
    o_ref[...] = jax.lax.dynamic_update_slice(x_ref[...], part, (n_ref[0], 1))
x = jnp.arange(20, dtype=jnp.int32).reshape(4, 5)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4, 5), jnp.int32))(x, jnp.array([1], dtype=jnp.int32)).tolist())
#> [[0, 1, 2, 3, 4], [5, 9, 9, 9, 9], [10, 9, 9, 9, 14], [15, 16, 17, 18, 19]]
### sort_of_odd_lengths
# source: jax.lax.sort is stable, NaNs are last; jax.numpy.argmax takes the first
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, k_ref, v_ref, m_ref):
    keys, order = jax.lax.sort((x_ref[...], jax.lax.broadcasted_iota(jnp.int32, (2, 5), 1)), dimension=1, num_keys=1)
    k_ref[...] = keys
    v_ref[...] = order
    m_ref[...] = jnp.argmax(x_ref[...], axis=1)
x = jnp.array([[3, 1, 3, -2, 1], [0, 5, 4, 5, -1]], dtype=jnp.float32)
shapes = [jax.ShapeDtypeStruct((2, 5), jnp.float32), jax.ShapeDtypeStruct((2, 5), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.int32)]
for y in pl.pallas_call(kernel, out_shape=shapes)(x):
    print(y.tolist())
#> [[-2.0, 1.0, 1.0, 3.0, 3.0], [-1.0, 0.0, 4.0, 5.0, 5.0]]
#> [[3, 1, 4, 0, 2], [4, 0, 2, 1, 3]]
#> [0, 1]
### reshape_of_odd_extents
# source: NumPy's row-major order
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = (x_ref[...] * 10).reshape(2, 6).T
x = jnp.arange(12, dtype=jnp.int32).reshape(4, 3)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6, 2), jnp.int32))(x).tolist())
#> [[0, 60], [10, 70], [20, 80], [30, 90], [40, 100], [50, 110]]
### reductions_of_odd_extents
# source: NumPy: max, min, product and cumulative sum
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, a_ref, b_ref, c_ref, d_ref):
    x = x_ref[...]
    a_ref[...] = jnp.max(-x, axis=1)
    b_ref[...] = jnp.min(x, axis=0)
    c_ref[...] = jnp.prod(x, axis=1)
    d_ref[...] = jnp.cumsum(x, axis=1)
x = jnp.array([[1, 2, 3], [3, 1, 2], [2, 2, 2], [5, 1, 1], [1, 1, 7]], dtype=jnp.float32)
shapes = [jax.ShapeDtypeStruct(s, jnp.float32) for s in ((5,), (3,), (5,), (5, 3))]
for y in pl.pallas_call(kernel, out_shape=shapes)(x):
    print(y.tolist())
#> [-1.0, -1.0, -2.0, -1.0, -1.0]
#> [1.0, 1.0, 1.0]
#> [6.0, 6.0, 8.0, 5.0, 7.0]
#> [[1.0, 3.0, 6.0], [3.0, 4.0, 6.0], [2.0, 4.0, 6.0], [5.0, 6.0, 7.0], [1.0, 2.0, 9.0]]
### random_numbers_are_the_hosts
# source: jax.random: a function of the key and the shape alone
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(a_ref, b_ref, c_ref):
    key = jax.random.fold_in(jax.random.key(3), 7)
    first, second = jax.random.split(key)
    a_ref[...] = jax.random.normal(first, (3, 5))
    b_ref[...] = jax.random.uniform(second, (6,), minval=-2.0, maxval=3.0)
    c_ref[...] = jax.random.bits(key, (4,), jnp.uint32)
shapes = [jax.ShapeDtypeStruct((3, 5), jnp.float32), jax.ShapeDtypeStruct((6,), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.uint32)]
a, b, c = pl.pallas_call(kernel, out_shape=shapes)()
key = jax.random.fold_in(jax.random.key(3), 7)
first, second = jax.random.split(key)
print((a == jax.random.normal(first, (3, 5))).all(), (b == jax.random.uniform(second, (6,), minval=-2.0, maxval=3.0)).all(), (c == jax.random.bits(key, (4,), jnp.uint32)).all())
#> True True True
### eight_bit_floats
# source: ml_dtypes: float8_e4m3fn has 448 as its largest number and no infinity, float8_e5m2 rounds 70000 to infinity
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, a_ref, b_ref):
    small = x_ref[...].astype(jnp.float8_e4m3fn)
    a_ref[...] = (small + small).astype(jnp.float32)
    b_ref[...] = x_ref[...].astype(jnp.float8_e5m2).astype(jnp.float32)
x = jnp.array([1.0, 0.3, -17.0, 448.0, 70000.0], dtype=jnp.float32)
shape = jax.ShapeDtypeStruct((5,), jnp.float32)
a, b = pl.pallas_call(kernel, out_shape=(shape, shape))(x)
print(a.tolist(), b.tolist())
#> [2.0, 0.625, -32.0, nan, nan] [1.0, 0.3125, -16.0, 448.0, inf]
### constants_of_different_elements
# source: NumPy
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * jnp.array([[3, 1, 4], [1, 5, 9]], dtype=jnp.int32) + jnp.array([10, 20, 30], dtype=jnp.int32)
x = jnp.ones((2, 3), jnp.int32)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 3), jnp.int32))(x).tolist())
#> [[13, 21, 34], [11, 25, 39]]
