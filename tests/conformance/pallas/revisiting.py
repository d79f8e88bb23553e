### output_is_kept_between_programs
# source: Pallas TPU pipelining, reductions: a block that stays the same is kept, so it can be added to
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)
  o_ref[...] += x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(4,), in_specs=[pl.BlockSpec((None, 2), lambda i: (i, 0))],
                   out_specs=pl.BlockSpec((2,), lambda i: (0,)))
print(f(jnp.arange(8).reshape(4, 2)))
#> [12 16]
### without_clearing_it_is_undefined
# source: Pallas TPU pipelining: an output begins with garbage; ours: the uninitialized value
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] += x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32), grid=(4,), in_specs=[pl.BlockSpec((None, 2), lambda i: (i, 0))],
                   out_specs=pl.BlockSpec((2,), lambda i: (0,)))
print(f(jnp.arange(8.0).reshape(4, 2)))
#> [nan nan]
### the_last_write_wins
# source: Pallas: programs run in the grid's order
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(3,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (0,)))
print(f(jnp.arange(6)))
#> [4 5]
### product_over_the_last_axis
# source: Pallas TPU, matrix multiplication: z is accumulated over k; [[0..3],[4..7]] @ [[0,1],..,[6,7]]
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, z_ref):
  @pl.when(pl.program_id(2) == 0)
  def _():
    z_ref[...] = jnp.zeros_like(z_ref)
  z_ref[...] += x_ref[...] @ y_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.float32), grid=(1, 1, 2), in_specs=[pl.BlockSpec((2, 2), lambda i, j, k: (i, k)),
                   pl.BlockSpec((2, 2), lambda i, j, k: (k, j))], out_specs=pl.BlockSpec((2, 2), lambda i, j, k: (i, j)))
print(f(jnp.arange(8.0).reshape(2, 4), jnp.arange(8.0).reshape(4, 2)))
#> [[28. 34.]
#>  [76. 98.]]
### running_sum_through_scratch
# source: ours: a carry from program to program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref, carry_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    carry_ref[0] = 0
  carry_ref[0] += x_ref[...].sum()
  o_ref[...] = jnp.full((1,), carry_ref[0])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32), grid=(3,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((1,), lambda i: (i,)), scratch_shapes=[pltpu.SMEM((1,), jnp.int32)])
print(f(jnp.arange(6)))
#> [ 1  6 15]
