### kernel_over_a_mesh
# source: Pallas TPU quickstart: pl.kernel fills an array through VMEM
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
@pl.kernel(out_type=jax.ShapeDtypeStruct((4,), jnp.float32), mesh=pltpu.TensorCoreMesh(axis_name="core"), scratch_types=dict(o_vmem=pltpu.VMEM((4,), jnp.float32)))
def fill_42(o_ref, o_vmem):
  o_vmem[...] = jnp.full_like(o_vmem, 42.0)
  pltpu.sync_copy(o_vmem, o_ref)
print(fill_42())
#> [42. 42. 42. 42.]
### kernel_of_two_cores
# source: pallas.md 1.1: the body runs on each core; axis_index says on which
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
mesh = pltpu.create_tensorcore_mesh("core", num_cores=2)
def body(x_ref, o_ref):
  half = pl.ds(2 * lax.axis_index("core"), 2)
  o_ref[half] = x_ref[half] + 10 * lax.axis_index("core")
print(pl.kernel(body, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), mesh=mesh)(jnp.arange(4)), mesh.shape["core"])
#> [ 0  1 12 13] 2
### pipeline_in_a_kernel
# source: Pallas TPU pipelining: emit_pipeline is a pallas_call inside a kernel
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def body(x_ref, y_ref, o_ref):
  assert o_ref.shape == (2, 2)
  o_ref[...] = x_ref[...] + 100 * y_ref[...] * pl.program_id(1)
block = pl.BlockSpec((2, 2), lambda i, j: (i, j))
def kernel(x_hbm_ref, y_hbm_ref, o_hbm_ref):
  pltpu.emit_pipeline(body, grid=(1, 2), in_specs=[block, block], out_specs=[block])(x_hbm_ref, y_hbm_ref, o_hbm_ref)
anywhere = pl.BlockSpec(memory_space=pl.ANY)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 4), jnp.int32), in_specs=[anywhere, anywhere], out_specs=anywhere)
print(f(jnp.arange(8).reshape(2, 4), jnp.ones((2, 4), jnp.int32)))
#> [[  0   1 102 103]
#>  [  4   5 106 107]]
### pipeline_that_accumulates
# source: Pallas TPU pipelining: an output block that steps share keeps its contents
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def body(x_ref, o_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)
  o_ref[...] += x_ref[...]
def kernel(x_ref, o_ref):
  pltpu.emit_pipeline(body, grid=(x_ref.shape[0],), in_specs=[pl.BlockSpec((None, 3), lambda i: (i, 0))], out_specs=[pl.BlockSpec((3,), lambda i: (0,))])(x_ref, o_ref)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.arange(12).reshape(4, 3)))
#> [18 22 26]
### pipeline_over_a_computed_grid
# source: Pallas TPU pipelining: the grid's sizes may be computed; scratch follows the blocks
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def body(x_ref, o_ref, scratch_ref):
  scratch_ref[...] = x_ref[...] * pl.num_programs(0)
  o_ref[...] = scratch_ref[...]
def kernel(n_ref, x_ref, o_ref, scratch_ref):
  block = pl.BlockSpec((2,), lambda i: (i,))
  pltpu.emit_pipeline(body, grid=(n_ref[0],), in_specs=block, out_specs=block)(x_ref, o_ref, scratches=[scratch_ref])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), scratch_shapes=[pltpu.VMEM((2,), jnp.int32)], input_output_aliases={1: 0})
print(f(jnp.array([2]), jnp.arange(6)))
#> [0 2 4 6 4 5]
### ragged_pipeline
# source: ours: refused
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
block = pl.BlockSpec((2,), lambda i: (i,))
def kernel(x_ref, o_ref):
  pltpu.emit_pipeline(lambda x, o: None, grid=(3,), in_specs=[block], out_specs=[block])(x_ref, o_ref)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((5,), jnp.int32))(jnp.arange(5))
#! not-supported: whose last block is not whole
### roll
# source: pltpu.roll's documentation: as jnp.roll
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  o_ref[...] = pltpu.roll(x_ref[...], 1, 0)
with pltpu.force_tpu_interpret_mode():
  print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4)))
#> [3 0 1 2]
