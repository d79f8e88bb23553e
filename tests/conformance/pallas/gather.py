### rows_by_an_array
# source: JAX, NDIndexer: the index array's shape, then the other axes
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, o_ref):
  o_ref[...] = x_ref[i_ref[...]]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32))(jnp.array([2, 0, 2]), jnp.arange(6).reshape(3, 2)))
#> [[4 5]
#>  [0 1]
#>  [4 5]]
### arrays_on_both_axes
# source: NumPy, advanced indexing: index arrays broadcast together
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  rows, columns = jnp.array([0, 2]), jnp.array([1, 3])
  o_ref[...] = x_ref[rows, columns]
  p_ref[...] = x_ref[rows[:, None], columns[None, :]]
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((2,), jnp.int32), jax.ShapeDtypeStruct((2, 2), jnp.int32)])(jnp.arange(12).reshape(3, 4)):
  print(y)
#> [ 1 11]
#> [[ 1  3]
#>  [ 9 11]]
### array_beside_a_slice
# source: JAX, NDIndexer: the shape of integers and arrays always stands in front
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[1:, jnp.array([3, 0, 1])]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32))(jnp.arange(12).reshape(3, 4)))
#> [[ 7 11]
#>  [ 4  8]
#>  [ 5  9]]
### integer_beside_an_array
# source: JAX, NDIndexer: a scalar broadcasts with the arrays
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, o_ref):
  o_ref[0, :] = x_ref[1, jnp.array([3, 0])]
  o_ref[1, :] = x_ref[i_ref[0], jnp.array([3, 0])]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32))(jnp.array([2]), jnp.arange(12).reshape(3, 4)))
#> [[ 7  4]
#>  [11  8]]
### scatter
# source: NumPy, assignment to advanced indices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.zeros((5,), jnp.int32)
  o_ref[jnp.array([3, 1, 4])] = x_ref[...]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((5,), jnp.int32))(jnp.array([7, 8, 9])))
#> [0 8 0 7 9]
### views_by_arrays
# source: pallas.md 1.1 and 1.3: ref.at[arrays] with load and store
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  rows, columns = jnp.arange(2), jnp.arange(4)
  view = x_ref.at[rows[:, None] + 1, columns[None, :]]
  x = plgpu.load(view, mask=(columns < 3)[None, :], other=-1)
  plgpu.store(o_ref.at[rows[:, None], columns[None, :]], x)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 4), jnp.int32))(jnp.arange(9).reshape(3, 3)))
#> [[ 3  4  5 -1]
#>  [ 6  7  8 -1]]
### gather_from_a_block
# source: ours: coordinates are the block's, in each program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[jnp.array([2, 1, 0])]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((3,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((3,), lambda i: (i,)))
print(f(jnp.arange(6)))
#> [2 1 0 5 4 3]
### gather_of_a_view
# source: ours: indices count within the view
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[0, :] = x_ref.at[pl.ds(2, 4)][jnp.array([0, 3])]
  o_ref[1, :] = x_ref.at[::2][jnp.array([0, 3])]
  o_ref[2, :] = x_ref.reshape(2, 4)[jnp.array([0, 1]), jnp.array([3, 2])]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32))(jnp.arange(8)))
#> [[2 5]
#>  [0 6]
#>  [3 6]]
### shapes_that_do_not_broadcast
# source: JAX, NDIndexer's own message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[jnp.array([0, 1]), jnp.array([0, 1, 2])]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(9).reshape(3, 3))
#! value-error: Cannot broadcast shapes for indexing: ((2,), (3,))
### index_array_outside
# source: ours: an index outside its Ref ends the run
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, o_ref):
  o_ref[...] = x_ref[i_ref[...]]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([0, 3]), jnp.arange(3))
#! out-of-bounds: x_ref
