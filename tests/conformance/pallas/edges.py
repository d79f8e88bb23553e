### ragged_output
# source: Pallas, grids and BlockSpecs: what a block writes past the array's end is dropped
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.arange(4) + 10 * pl.program_id(0)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((4,), lambda i: (i,)))
print(f())
#> [ 0  1  2  3 10 11]
### ragged_input_is_undefined
# source: Pallas, padding values are not specified; ours: NaN, the smallest integer
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, o_ref, p_ref):
  o_ref[...] = x_ref[...]
  p_ref[...] = y_ref[...]
spec = pl.BlockSpec((4,), lambda: (0,))
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((4,), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.int32)], in_specs=[spec, spec], out_specs=[spec, spec])
for z in f(jnp.arange(3.0), jnp.arange(3)):
  print(z)
#> [ 0.  1.  2. nan]
#> [          0           1           2 -2147483648]
### ragged_sum_needs_a_mask
# source: Pallas, grids and BlockSpecs: mask what lies past the end before you reduce it
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  inside = pl.program_id(0) * 4 + jnp.arange(4) < 6
  o_ref[...] = jnp.where(inside, x_ref[...], 0).sum(keepdims=True)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32), grid=(2,), in_specs=[pl.BlockSpec((4,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f(jnp.arange(6.0)))
#> [6. 9.]
### sizes_that_are_no_powers_of_two
# source: Pallas: block sizes are any positive integers (Triton's back end alone wants powers of two)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...].sum(axis=1)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((3, 5), lambda i: (i, 0))],
                   out_specs=pl.BlockSpec((3,), lambda i: (i,)))
print(f(jnp.arange(30).reshape(6, 5)))
#> [ 10  35  60  85 110 135]
### unwritten_output
# source: Pallas: an output that no program writes is undefined; ours: the uninitialized value
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[1] = 5.0
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.float32))())
#> [nan  5. nan]
### block_outside_the_array
# source: Pallas: an index map gives blocks of the array; ours: others end the run
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i + 1,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
f(jnp.arange(4))
#! out-of-bounds: gets block (2,)
### element_window_outside_the_padding
# source: Pallas, Element: the window lies in the padded array; ours: others end the run
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((pl.Element(2, (1, 0)),), lambda i: (5 * i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
f(jnp.arange(4))
#! out-of-bounds: gets block (5,)
### computed_index_outside_the_block
# source: ours: an access outside its Ref ends the run
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, o_ref):
  o_ref[0] = x_ref[i_ref[0]]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))
f(jnp.array([7]), jnp.arange(4))
#! out-of-bounds: x_ref
### a_program_reads_back_what_it_stored
# source: Pallas, BlockSpec: a block has its whole shape in the program; only its part inside of the array is copied back
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref, sum_ref):
  o_ref[...] = jnp.arange(4) + 10 * pl.program_id(0)
  sum_ref[...] = o_ref[...].sum(keepdims=True)
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((6,), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.int32)], grid=(2,),
                   out_specs=[pl.BlockSpec((4,), lambda i: (i,)), pl.BlockSpec((1,), lambda i: (i,))])
print(f())
#> [Array([ 0,  1,  2,  3, 10, 11], dtype=int32), Array([ 6, 46], dtype=int32)]
### stores_by_row_beyond_the_end
# source: Pallas, BlockSpec: a block has its whole shape in the program; only its part inside of the array is copied back
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref, last_ref):
  for row in range(4):
    o_ref[row, :] = jnp.full(3, row) + (o_ref[row - 1, :] if row else 0)
  last_ref[...] = o_ref[3, :]
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((2, 2), jnp.int32), jax.ShapeDtypeStruct((3,), jnp.int32)],
                   out_specs=[pl.BlockSpec((4, 3), lambda: (0, 0)), pl.BlockSpec((3,), lambda: (0,))])
for z in f():
  print(z)
#> [[0 0]
#>  [1 1]]
#> [6 6 6]
### an_input_block_stored_beyond_the_end
# source: Pallas, BlockSpec: a block has its whole shape in the program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  inside = pl.program_id(0) * 4 + jnp.arange(4) < 6
  x_ref[...] = jnp.where(inside, x_ref[...], 1)
  o_ref[...] = x_ref[...].prod(keepdims=True)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32), grid=(2,), in_specs=[pl.BlockSpec((4,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f(jnp.arange(1.0, 7.0)))
#> [24. 30.]
### a_block_that_stays_keeps_its_overhang
# source: Pallas, TPU: a block whose index does not change stays in memory from one step of the grid to the next
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref, s_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    o_ref[...] = jnp.zeros(4)
  o_ref[...] += 1
  s_ref[...] = o_ref[...]
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3,), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.float32)], grid=(5,),
                   out_specs=[pl.BlockSpec((4,), lambda i: (0,)), pl.BlockSpec((4,), lambda i: (0,))])
print(f())
#> [Array([5., 5., 5.], dtype=float32), Array([5., 5., 5., 5.], dtype=float32)]
### gathers_and_masks_beyond_the_end
# source: Pallas, BlockSpec: a block has its whole shape in the program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(o_ref, s_ref):
  o_ref[...] = jnp.zeros(4, jnp.int32)
  plgpu.store(o_ref, jnp.arange(4) + 1, mask=jnp.arange(4) > 1)
  plgpu.atomic_add(o_ref, (3,), 10)
  s_ref[...] = o_ref[jnp.array([3, 2, 1, 0])]
f = pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3,), jnp.int32), jax.ShapeDtypeStruct((4,), jnp.int32)],
                   out_specs=[pl.BlockSpec((4,), lambda: (0,)), pl.BlockSpec((4,), lambda: (0,))])
print(f())
#> [Array([0, 0, 3], dtype=int32), Array([14,  3,  0,  0], dtype=int32)]
### element_blocks_read_back_in_their_padding
# source: Pallas, Element: the block has its whole shape in the program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  x_ref[...] = jnp.where(jnp.isnan(x_ref[...]), 0, x_ref[...])
  o_ref[...] = x_ref[0:2] + x_ref[1:3] + x_ref[2:4]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32), grid=(2,), in_specs=[pl.BlockSpec((pl.Element(4, (1, 1)),), lambda i: (2 * i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(1.0, 5.0)))
#> [3. 6. 9. 7.]
