### no_grid_is_one_program
# source: Pallas, pallas_call: without a grid the kernel runs once on whole arrays
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4)))
#> [0 2 4 6]
### int_grid
# source: Pallas, GridSpec: an int is a grid of one axis
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.full((2,), pl.program_id(0))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=3, out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f())
#> [0 0 1 1 2 2]
### empty_tuple_grid
# source: Pallas, grids: the empty grid has one program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32), grid=(), in_specs=[pl.BlockSpec((3,), lambda: (0,))],
                   out_specs=pl.BlockSpec((3,), lambda: (0,)))
print(f(jnp.arange(3)))
#> [1 2 3]
### rank_four
# source: Pallas, grids: any rank; the last axis is the fastest
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  a, b, c, d = (pl.program_id(k) for k in range(4))
  o_ref[...] = jnp.full((1,), a * 1000 + b * 100 + c * 10 + d)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((16,), jnp.int32), grid=(2, 2, 2, 2),
                   out_specs=pl.BlockSpec((1,), lambda a, b, c, d: (a * 8 + b * 4 + c * 2 + d,)))
print(f()[:5], f()[-1])
#> [  0   1  10  11 100] 1111
### num_programs
# source: Pallas, num_programs: the grid's size along an axis
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[0] = pl.num_programs(0)
  o_ref[1] = pl.num_programs(1)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(3, 5))
print(f())
#> [3 5]
### programs_run_in_row_major_order
# source: Pallas TPU pipelining: the grid is iterated in lexicographic order, the last axis innermost
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref, count_ref):
  @pl.when((pl.program_id(0) == 0) & (pl.program_id(1) == 0))
  def _():
    count_ref[0] = 0
  o_ref[0, 0] = count_ref[0]
  count_ref[0] += 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 3), jnp.int32), grid=(2, 3), out_specs=pl.BlockSpec((1, 1), lambda i, j: (i, j)),
                   scratch_shapes=[pl.MemoryRef((1,), jnp.int32, pl.ANY)])
print(f())
#> [[0 1 2]
#>  [3 4 5]]
### grid_spec
# source: Pallas, GridSpec groups grid and specs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...][::-1] if False else x_ref[...]
spec = pl.GridSpec(grid=(2,), in_specs=[pl.BlockSpec((3,), lambda i: (i,))], out_specs=pl.BlockSpec((3,), lambda i: (1 - i,)))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid_spec=spec)(jnp.arange(6)))
#> [3 4 5 0 1 2]
### grid_and_grid_spec
# source: Pallas, pallas_call: grid_spec excludes grid and specs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda o_ref: None, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid_spec=pl.GridSpec(grid=(2,)), grid=(2,))
#! argument-error: `grid_spec`
### grid_of_zero
# source: JAX: no program runs; ours: outputs that nobody wrote are the smallest integer, aliased ones their input
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref[...] + 1
  p_ref[...] = x_ref[...] + 1
shape = jax.ShapeDtypeStruct((3,), jnp.int32)
for z in pl.pallas_call(kernel, out_shape=(shape, shape), grid=(2, 0), input_output_aliases={0: 1})(jnp.arange(3)):
  print(z)
#> [-2147483648 -2147483648 -2147483648]
#> [0 1 2]
### grid_below_zero
# source: ours: a grid's sizes are numbers of programs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda o_ref: None, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(2, -1))()
#! grid-error: axis 1 of the grid is `-1`
### dynamic_grid
# source: JAX, dynamic grids: a size may be an array
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.full((2,), 10 * pl.num_programs(0) + pl.program_id(0))
def f(n):
  return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(n,), out_specs=pl.BlockSpec((2,), lambda i: (i,)))()
n = jnp.arange(3).sum()
print(f(n))
print(jax.jit(f)(n - 1)[:4])
#> [30 30 31 31 32 32]
#> [20 20 21 21]
### dynamic_grid_of_floats
# source: JAX: a grid's sizes are integers
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda o_ref: None, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(jnp.float32(2),))()
#! grid-error: axis 0 of the grid is `float32[]`
### named_grid
# source: JAX, axis_index and axis_size: a grid may name its axes
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
def kernel(o_ref):
  assert (lax.axis_size("j"), lax.axis_size("i")) == (3, 2)
  o_ref[...] = jnp.full((1, 1), 10 * lax.axis_index("j") + lax.axis_index("i"))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32), grid=(("j", 3), ("i", 2)), out_specs=pl.BlockSpec((1, 1), lambda j, i: (j, i)))
print(f())
#> [[ 0  1]
#>  [10 11]
#>  [20 21]]
### axis_without_a_name
# source: JAX: unbound axis name
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[0] = lax.axis_index("k")
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), grid=(("j", 3),))()
#! unknown-name: unbound axis name: k
### program_id_outside_the_grid
# source: Pallas, program_id: the axis is one of the grid's
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[0] = pl.program_id(1)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), grid=(1,))()
#! index-error: program_id
### program_id_on_the_host
# source: Pallas, program_id is for kernels
from jax.experimental import pallas as pl
pl.program_id(0)
#! value-error: outside a kernel
