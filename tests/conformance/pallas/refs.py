### integers_slices_ellipsis
# source: Pallas, Refs are indexed as NumPy arrays are
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, a_ref, b_ref, c_ref):
  a_ref[...] = x_ref[1]
  b_ref[...] = x_ref[:, 2]
  c_ref[...] = x_ref[1:, ::2]
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct(s, jnp.int32) for s in ((4,), (3,), (2, 2))])
for y in f(jnp.arange(12).reshape(3, 4)):
  print(y)
#> [4 5 6 7]
#> [ 2  6 10]
#> [[ 4  6]
#>  [ 8 10]]
### dynamic_slice_with_stride
# source: Pallas, ds(start, size, stride)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, o_ref):
  i = i_ref[0]
  o_ref[0, :] = x_ref[pl.ds(i, 3, 2)]
  o_ref[1, :] = x_ref[pl.dslice(i, 3)]
  o_ref[2, :] = x_ref[pl.ds(3)]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 3), jnp.int32))(jnp.array([2]), jnp.arange(10)))
#> [[2 4 6]
#>  [2 3 4]
#>  [0 1 2]]
### store_to_a_slice
# source: Pallas, ref[idx] = value
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.zeros((3, 4), jnp.int32)
  o_ref[1, 1:3] = jnp.array([5, 6])
  o_ref[:, 0] = 9
  o_ref[2, pl.ds(1, 2, 2)] = jnp.array([7, 8])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 4), jnp.int32))())
#> [[9 0 0 0]
#>  [9 5 6 0]
#>  [9 7 0 8]]
### augmented_assignment
# source: Python: ref[i] += x reads, adds and writes
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
  o_ref[0] += 10
  o_ref[1:] *= 2
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.array([1, 2, 3])))
#> [11  4  6]
### new_axis
# source: NumPy, None adds an axis
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[:, None] * x_ref[None, :]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 3), jnp.int32))(jnp.array([1, 2, 3])))
#> [[1 2 3]
#>  [2 4 6]
#>  [3 6 9]]
### attributes
# source: pallas.md 1.1: a Ref has shape, dtype and ndim
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  print(x_ref.shape, x_ref.dtype, x_ref.ndim, x_ref.size, len(x_ref), x_ref)
  o_ref[...] = jnp.zeros_like(o_ref)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.zeros((2, 3), jnp.bfloat16))
#> (2, 3) bfloat16 2 6 2 Ref{bfloat16[2,3]}
### at_chains
# source: pallas.md 1.1: ref.at[idx] chains
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref.at[1].at[pl.ds(1, 2)][...]
  o_ref.at[pl.ds(1, 1)][...] = jnp.full((1,), 77)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(8).reshape(2, 4)))
#> [ 5 77]
### at_chain_of_strided_slices
# source: ours: slices compose: elements 1, 3, 5, 7 and of these the second and fourth
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref.at[1::2].at[pl.ds(1, 2, 2)][...]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(8)))
#> [3 7]
### get_set_swap_addupdate
# source: pallas.md 1.1: Ref methods
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref.set(x_ref.get())
  p_ref[...] = o_ref.swap(jnp.array([7, 8, 9]))
  o_ref.at[0].set(70)
  o_ref.addupdate(jnp.array([1, 1, 1]))
  o_ref.addupdate(100, idx=(2,))
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3,), jnp.int32)] * 2)(jnp.array([1, 2, 3])):
  print(y)
#> [ 71   9 110]
#> [1 2 3]
### transpose_of_a_ref
# source: pallas.md 1.1: ref.T and ref.transpose are views
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref.T[...]
  o_ref.T[0, :] = jnp.array([7, 8, 9])
  p_ref[...] = x_ref.T.at[1:][0, :]
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3, 2), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.int32)])(jnp.arange(6).reshape(2, 3)):
  print(y)
#> [[7 3]
#>  [8 4]
#>  [9 5]]
#> [1 4]
### transpose_of_three_axes
# source: NumPy, transpose: axis k of the result is axis permutation[k]
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  view = x_ref.transpose(2, 0, 1)
  assert view.shape == (4, 2, 3)
  o_ref[...] = view.at[1, :, pl.ds(1, 2)][...]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32))(jnp.arange(24).reshape(2, 3, 4)))
#> [[ 5  9]
#>  [17 21]]
### reshape_of_a_ref
# source: pallas.md 1.1: ref.reshape is a view in row-major order
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref.reshape(3, 2)[...]
  o_ref.reshape(6)[...] = o_ref.reshape((6,))[...] * 10
  p_ref[...] = x_ref.reshape(-1, 2)[1:, 1]
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3, 2), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.int32)])(jnp.arange(6).reshape(2, 3)):
  print(y)
#> [[ 0 10]
#>  [20 30]
#>  [40 50]]
#> [3 5]
### store_into_a_reshaped_part
# source: ours: element (1, 0) of the 3x2 view is element (0, 2) of the Ref
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.zeros((2, 3), jnp.int32)
  o_ref.reshape(3, 2)[1, :] = jnp.array([5, 6])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 3), jnp.int32))())
#> [[0 0 5]
#>  [6 0 0]]
### bitcast_of_a_ref
# source: IEEE 754: 1.0 is 0x3f800000
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref.bitcast(jnp.int32)[...]
  p_ref.bitcast(jnp.int32)[...] = jnp.array([0x40000000, 0x3f000000])
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((2,), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.float32)])(jnp.array([1.0, -2.0])):
  print(y)
#> [ 1065353216 -1073741824]
#> [2.  0.5]
### bitcast_to_another_width
# source: ours: not supported
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref.bitcast(jnp.int16)[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1.0, -2.0]))
#! not-supported: another width
### weak_values_take_the_dtype
# source: JAX: a Python number takes the Ref's dtype
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.full((2,), 1.5).astype(jnp.bfloat16)
  o_ref[0] = 3
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.bfloat16))().astype(jnp.float32))
#> [3.  1.5]
### store_of_another_dtype
# source: JAX: swap checks dtypes
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1.5, 2.5]))
#! dtype-mismatch: Invalid dtype for `swap`. Ref dtype: int32. Value dtype: float32.
### store_of_another_shape
# source: JAX: swap checks shapes, and does not broadcast
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32))(jnp.array([1, 2]))
#! shape-mismatch: Invalid shape for `swap`. Ref shape: (2, 2). Expected shape: (2, 2). Value shape: (2,).
### slice_past_the_end
# source: Pallas: static slices of Refs are checked
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[1:4]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.arange(3))
#! out-of-bounds: x_ref
### ref_instead_of_its_value
# source: JAX: Attempting to pass a Ref ... did you forget to unpack ([...]) the ref?
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.sin(x_ref)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.float32))(jnp.arange(3.0))
#! value-error: Attempting to pass a Ref MemRef<None>{float32[3]} to a primitive: sin - did you forget to unpack ([...]) the ref?
