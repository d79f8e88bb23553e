### blocks_of_both_axes
# source: Pallas, grids and BlockSpecs: block (i, j) begins at element (i * 2, j * 3)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.full((1, 1), x_ref[0, 0])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2, 2),
                   in_specs=[pl.BlockSpec((2, 3), lambda i, j: (i, j))], out_specs=pl.BlockSpec((1, 1), lambda i, j: (i, j)))
print(f(jnp.arange(24).reshape(4, 6)))
#> [[ 0  3]
#>  [12 15]]
### index_map_permutes_axes
# source: Pallas, BlockSpec: any function of the grid's indices
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...].T
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4, 2), jnp.int32), grid=(2, 1),
                   in_specs=[pl.BlockSpec((2, 2), lambda i, j: (j, i))], out_specs=pl.BlockSpec((2, 2), lambda i, j: (i, j)))
print(f(jnp.arange(8).reshape(2, 4)))
#> [[0 4]
#>  [1 5]
#>  [2 6]
#>  [3 7]]
### index_map_none
# source: Pallas, BlockSpec: without an index map every program gets block 0
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + pl.program_id(0)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,))], out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(10, 14)))
#> [10 11 11 12]
### block_shape_none
# source: Pallas, BlockSpec: without a block shape the block is the array
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.full((1,), x_ref[...].sum() + pl.program_id(0))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,),
                   in_specs=[pl.BlockSpec(None, lambda i: (0, 0))], out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f(jnp.ones((2, 3), jnp.int32)))
#> [6 7]
### none_squeezes
# source: Pallas, BlockSpec: None is an axis of size 1 that the kernel does not see
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  print(x_ref.shape, o_ref.shape)
  o_ref[...] = x_ref[...] * 10
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32), grid=(3,), in_specs=[pl.BlockSpec((None, 2), lambda i: (2 - i, 0))],
                   out_specs=pl.BlockSpec((None, 2), lambda i: (i, 0)))
print(f(jnp.arange(6).reshape(3, 2)))
#> (2,) (2,)
#> [[40 50]
#>  [20 30]
#>  [ 0 10]]
### squeezed_to_a_scalar
# source: Pallas, Squeezed: all axes may go
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
spec = pl.BlockSpec((pl.Squeezed(), pl.squeezed), lambda i, j: (i, j))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2, 2), in_specs=[spec], out_specs=spec)
print(f(jnp.arange(4).reshape(2, 2)))
#> [[1 2]
#>  [3 4]]
### blocked_is_an_integer
# source: Pallas, Blocked(n) means what n means
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((pl.Blocked(2),), lambda i: (1 - i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4)))
#> [2 3 0 1]
### element_overlaps
# source: Pallas, Element: the index map counts elements, so blocks may overlap
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...].sum(keepdims=True)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(4,), in_specs=[pl.BlockSpec((pl.Element(3),), lambda i: (i,))],
                   out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f(jnp.arange(6)))
#> [ 3  6  9 12]
### element_with_padding
# source: Pallas, grids and BlockSpecs, the element mode: block i begins at element 2 i - 1, and what lies in the padding is not written
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.full(o_ref.shape, 10 * pl.program_id(1) + pl.program_id(0))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((7, 7), jnp.int32), grid=(4, 3),
                   out_specs=pl.BlockSpec((pl.Element(2, (1, 0)), pl.Element(3, (2, 0))), lambda i, j: (2 * i, 3 * j)))
print(f())
#> [[ 0 10 10 10 20 20 20]
#>  [ 1 11 11 11 21 21 21]
#>  [ 1 11 11 11 21 21 21]
#>  [ 2 12 12 12 22 22 22]
#>  [ 2 12 12 12 22 22 22]
#>  [ 3 13 13 13 23 23 23]
#>  [ 3 13 13 13 23 23 23]]
### padding_reads_as_uninitialized
# source: Pallas, padding values are not specified; ours: NaN for floats
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.float32), grid=(2,), in_specs=[pl.BlockSpec((pl.Element(3, (1, 1)),), lambda i: (3 * i,))],
                   out_specs=pl.BlockSpec((3,), lambda i: (i,)))
print(f(jnp.arange(4.0)))
#> [nan  0.  1.  2.  3. nan]
### padding_in_an_accumulated_output
# source: Pallas, Element with padding: a window of three elements around each one
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  x = x_ref[...]
  o_ref[...] = jnp.where(jnp.isnan(x), 0, x).sum(keepdims=True)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32), grid=(4,), in_specs=[pl.BlockSpec((pl.Element(3, (1, 1)),), lambda i: (i,))],
                   out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f(jnp.array([1.0, 10.0, 100.0, 1000.0])))
#> [  11.  111. 1110. 1100.]
### unblocked_indexing_mode
# source: Pallas before Element: indexing_mode=pl.Unblocked() counts elements along every axis
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,),
                   in_specs=[pl.BlockSpec((2,), lambda i: (3 * i,), indexing_mode=pl.Unblocked())], out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(5)))
#> [0 1 3 4]
### bounded_slice
# source: pallas.md 1.1: the index map gives a slice, whose start may be anywhere
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((pl.BoundedSlice(3),), lambda i: (pl.ds(4 - i, 3),))],
                   out_specs=pl.BlockSpec((3,), lambda i: (i,)))
print(f(jnp.arange(16)))
#> [4 5 6 3 4 5]
### bounded_slice_that_is_short
# source: pallas.md 1.1: the slice may be shorter than its bound on TPUs; ours: refused
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
f = pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jax.ShapeDtypeStruct((8,), jnp.int32), grid=(1,),
                   in_specs=[pl.BlockSpec((pl.BoundedSlice(8),), lambda i: (pl.ds(4, 6),))])
f(jnp.arange(16))
#! not-supported: shorter than its bound
### bounded_slice_without_a_slice
# source: pallas.md 1.1: an index map gives a `pl.ds` for a BoundedSlice
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
f = pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jax.ShapeDtypeStruct((8,), jnp.int32), grid=(1,),
                   in_specs=[pl.BlockSpec((pl.BoundedSlice(8),), lambda i: (i,))])
f(jnp.arange(16))
#! index-map: must return a `pl.ds` for the dimension 0
### buffered_blocks
# source: pallas.md 1.1: pipeline_mode says how blocks are buffered
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
mode = pl.Buffered(3, use_lookahead=True)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i,), pipeline_mode=mode)],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,), memory_space=pl.ANY))
print(f(jnp.arange(4)), mode.buffer_count)
#> [1 2 3 4] 3
### no_block_spec
# source: Pallas, no_block_spec is the default of in_specs and out_specs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] + y_ref[...].sum()
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), in_specs=[pl.BlockSpec((2,), lambda: (0,)), pl.no_block_spec], out_specs=pl.no_block_spec)
print(f(jnp.arange(2), jnp.arange(5)))
#> [10 11]
### memory_space_any
# source: Pallas, memory_space=pl.ANY without a block shape: the whole array, left where it is
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[pl.ds(pl.program_id(0) * 2, 2)]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec(memory_space=pl.ANY)],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4)))
#> [0 1 2 3]
### buffered_is_a_hint
# source: Pallas, Buffered says how many buffers a pipeline has; it changes no result
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,),
                   in_specs=[pl.BlockSpec((2,), lambda i: (i,), pipeline_mode=pl.Buffered(3))], out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4)))
#> [0 1 2 3]
### trees_of_arrays
# source: Pallas, pallas_call: inputs, outputs and their specs are pytrees; each argument is one parameter
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(pair_ref, o_ref):
  x_ref, rest = pair_ref["x"], pair_ref["rest"]
  o_ref["sum"][...] = x_ref[...] + rest[0][...]
  o_ref["product"][...] = x_ref[...] * rest[0][...]
spec = pl.BlockSpec((2,), lambda i: (i,))
shape = jax.ShapeDtypeStruct((4,), jnp.int32)
f = pl.pallas_call(kernel, out_shape=dict(sum=shape, product=shape), grid=(2,), in_specs=[dict(x=spec, rest=(spec,))], out_specs=dict(sum=spec, product=spec))
out = f(dict(x=jnp.arange(4), rest=(jnp.array([5, 6, 7, 8]),)))
print(out["sum"])
print(out["product"])
#> [ 5  7  9 11]
#> [ 0  6 14 24]
### none_among_the_inputs
# source: JAX pytrees: None is a tree without leaves, so the kernel gets None
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, mask_ref, o_ref):
  assert mask_ref is None
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), in_specs=[pl.BlockSpec((2,), lambda: (0,)), None])
print(f(jnp.arange(2), None))
#> [0 1]
