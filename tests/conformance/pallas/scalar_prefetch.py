### index_map_reads_scalars
# source: Pallas TPU, scalar prefetch: index maps get the scalars' Refs after the grid's indices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(order_ref, x_ref, o_ref):
  o_ref[...] = x_ref[...]
spec = pltpu.PrefetchScalarGridSpec(
    num_scalar_prefetch=1, grid=(3,),
    in_specs=[pl.BlockSpec((2,), lambda i, order_ref: (order_ref[i],))],
    out_specs=pl.BlockSpec((2,), lambda i, order_ref: (i,)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid_spec=spec)
print(f(jnp.array([2, 0, 1]), jnp.arange(6)))
#> [4 5 0 1 2 3]
### kernel_reads_scalars
# source: Pallas TPU, scalar prefetch: the kernel gets the scalars' Refs first
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(a_ref, b_ref, x_ref, o_ref):
  o_ref[...] = x_ref[...] * a_ref[0] + b_ref[pl.program_id(0)]
spec = pltpu.PrefetchScalarGridSpec(
    num_scalar_prefetch=2, grid=(2,),
    in_specs=[pl.BlockSpec((2,), lambda i, a, b: (i,))], out_specs=pl.BlockSpec((2,), lambda i, a, b: (i,)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid_spec=spec)
print(f(jnp.array([10]), jnp.array([1, 2]), jnp.arange(4)))
#> [ 1 11 22 32]
### scatter_by_scalars
# source: Pallas TPU, scalar prefetch: an output's block may depend on the scalars
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(place_ref, x_ref, o_ref):
  o_ref[...] = x_ref[...]
spec = pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, grid=(3,), in_specs=[pl.BlockSpec((1,), lambda i, place: (i,))],
                                    out_specs=pl.BlockSpec((1,), lambda i, place: (place[i],)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32), grid_spec=spec)
print(f(jnp.array([1, 2, 0]), jnp.array([10, 20, 30])))
#> [30 10 20]
### block_sparse_product
# source: Pallas TPU, scalar prefetch and block-sparse computation: only the blocks that are listed are multiplied
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(columns_ref, x_ref, y_ref, o_ref):
  @pl.when(pl.program_id(1) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)
  o_ref[...] += x_ref[...] @ y_ref[...]
columns = jnp.array([[0], [1]])  # of each row of blocks
spec = pltpu.PrefetchScalarGridSpec(
    num_scalar_prefetch=1, grid=(2, 1),
    in_specs=[pl.BlockSpec((2, 2), lambda i, k, columns: (i, columns[i, k])), pl.BlockSpec((2, 2), lambda i, k, columns: (columns[i, k], 0))],
    out_specs=pl.BlockSpec((2, 2), lambda i, k, columns: (i, 0)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4, 2), jnp.float32), grid_spec=spec)
x = jnp.zeros((4, 4)).at[:2, :2].set(1.0).at[2:, 2:].set(2.0) if False else jnp.array([[1., 1, 0, 0], [1, 1, 0, 0], [0, 0, 2, 2], [0, 0, 2, 2]])
print(f(columns, x, jnp.arange(8.0).reshape(4, 2)))
#> [[ 2.  4.]
#>  [ 2.  4.]
#>  [20. 24.]
#>  [20. 24.]]
### no_scalars
# source: Pallas TPU, PrefetchScalarGridSpec with 0 scalars is a GridSpec with scratch
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref, scratch_ref):
  scratch_ref[...] = x_ref[...]
  o_ref[...] = scratch_ref[...] + 1
spec = pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=0, grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                                    out_specs=pl.BlockSpec((2,), lambda i: (i,)), scratch_shapes=[pltpu.SMEM((2,), jnp.int32)])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid_spec=spec)(jnp.arange(4)))
#> [1 2 3 4]
### missing_scalar_parameter
# source: CPython: too many positional arguments
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def index_map(i):
  return (i,)
spec = pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, grid=(2,), in_specs=[pl.BlockSpec((2,), index_map)], out_specs=pl.BlockSpec((2,), lambda i, s: (i,)))
pl.pallas_call(lambda s_ref, x_ref, o_ref: None, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid_spec=spec)(jnp.array([1]), jnp.arange(4))
#! index-map: takes 1 positional argument but 2 were given
### vmap_over_prefetched_scalars
# source: JAX, vmap: f of each entry, stacked
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(order_ref, x_ref, o_ref):
  o_ref[...] = x_ref[...]
spec = pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, grid=(2,), in_specs=[pl.BlockSpec((1,), lambda i, order: (order[i],))],
                                    out_specs=pl.BlockSpec((1,), lambda i, order: (i,)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid_spec=spec)
print(jax.vmap(f)(jnp.array([[1, 0], [0, 0]]), jnp.array([[5, 6], [7, 8]])))
#> [[6 5]
#>  [7 7]]
