### one_compute_warpgroup
# source: pallas.md 4.2: the compute thread stores
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### outputs_of_two_compute_warpgroups
# source: ours: stored by the memory thread when both have written; the reference refuses it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_1
# source: pallas.md 4.2: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=1)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_3
# source: pallas.md 4.2: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_4
# source: pallas.md 4.2: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=4)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_9
# source: pallas.md 4.2: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=9)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### eight_steps_of_three_slots
# source: ours: the number of steps is no multiple of the slots
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 2, 2)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((4, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(8,), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### grid_of_two_axes
# source: pallas.md 4.2: indices first, the last axis fastest
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] + 1000 * indices[0] + 100 * indices[1]
block = plgpu.BlockSpec((8, 64), lambda i, j: (i, j))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4, 2), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
i, j = jnp.meshgrid(jnp.arange(4), jnp.arange(2), indexing='ij')
print((o == x + jnp.kron(1000 * i + 100 * j, jnp.ones((8, 64)))).all())
#> True
### grid_that_is_computed
# source: pallas.md 4.2: sizes of the grid may be scalars; fewer steps than slots too
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(n_gmem, x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(n_gmem[0],), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = 1 + jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')
for n in (0, 1, 2, 4):
  o = f(jnp.array([n]), x)
  print((o[:8 * n] == x[:8 * n] * 2).all(), (o[8 * n:] == x[8 * n:] * 2).any())
#> True False
#> True False
#> True False
#> True False
### grid_that_is_computed_with_one_compute_warpgroup
# source: pallas.md 4.2: sizes of the grid may be scalars, beside ints
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 64), lambda i, j: (i, j))
def kernel(n_gmem, x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(n_gmem[0], 2), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = 1 + jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')
for n in (1, 3):
  o = f(jnp.array([n]), x)
  print((o[:8 * n] == x[:8 * n] * 2).all(), (o[8 * n:] == x[8 * n:] * 2).any())
#> True False
#> True False
### memory_thread_0
# source: pallas.md 4.2: the reference takes the last thread alone
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds((lax.axis_index('wg') - (lax.axis_index('wg') > 0)) * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3, memory_thread_idx=0)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### memory_thread_1
# source: pallas.md 4.2: the reference takes the last thread alone
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds((lax.axis_index('wg') - (lax.axis_index('wg') > 1)) * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3, memory_thread_idx=1)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### memory_thread_2
# source: pallas.md 4.2: the reference takes the last thread alone
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds((lax.axis_index('wg') - (lax.axis_index('wg') > 2)) * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3, memory_thread_idx=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### threads_that_take_no_part
# source: ours: a kernel may have more threads, if they don't call the pipeline
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block], out_specs=[block])
  @__import__('functools').partial(pl.run_scoped, slots=pipeline.get_allocations(x_gmem, o_gmem), collective_axes='wg')
  def _(slots):
    @pl.when(lax.axis_index('wg') < 2)
    def _():
      pipeline(x_gmem, o_gmem, allocations=slots)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### compute_context
# source: pallas.md 4.2: the body gets the carry last and returns the next; only compute threads run the context
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, total):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  return total + x_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  def compute(pipeline):
    o_gmem.at[rows][...] = pipeline(jnp.zeros((4, 128), jnp.float32))
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], compute_context=compute)(x_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### compute_context_with_a_tree
# source: pallas.md 4.2: the pipeline of a compute_context takes one carry, which may be a tree
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, carry):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  return {'total': carry['total'] + x_smem.at[rows][...], 'steps': carry['steps'] + 1}
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  def compute(pipeline):
    carry = pipeline({'total': jnp.zeros((4, 128), jnp.float32), 'steps': jnp.int32(0)})
    o_gmem.at[rows][...] = carry['total'] * carry['steps']
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], compute_context=compute)(x_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == 4 * x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### carry_coroutine
# source: pipeline.py of March 2025: yields the first carry, is sent the last one
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, total):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  return total + x_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  def carry():
    total = yield jnp.zeros((4, 128), jnp.float32)
    o_gmem.at[pl.ds(lax.axis_index('wg') * 4, 4)][...] = total
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], carry_coroutine=carry)(x_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### carry_coroutine_with_indices
# source: jax at 552eea8ebd (April 2025): indices first, and a coroutine still
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, total):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  return total + x_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  def carry():
    total = yield jnp.zeros((4, 128), jnp.float32)
    o_gmem.at[pl.ds(lax.axis_index('wg') * 4, 4)][...] = total
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], carry_coroutine=carry)(x_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### manual_consumed_barriers
# source: pallas.md 4.2: one barrier an input, in their order; each compute thread arrives at each, at each step
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem, x_used, y_used):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  x = x_smem.at[rows][...]
  plgpu.barrier_arrive(x_used)
  o_smem.at[rows][...] = x + y_smem.at[rows][...]
  plgpu.barrier_arrive(y_used)
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block, block], out_specs=[block], manual_consumed_barriers=True)(x_gmem, y_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x, x * x)
print((o == x + x * x).all())
#> True
### manual_consumed_barriers_of_march_2025
# source: pipeline.py of March 2025: the same, in a body without indices
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem, x_used):
  o_smem[...] = x_smem[...] * 2
  plgpu.barrier_arrive(x_used)
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block], out_specs=[block], manual_consumed_barriers=True)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### manual_consumed_barriers_in_trees
# source: pallas.md 4.2: barriers come in the inputs' trees
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, pair, o_smem, used):
  o_smem[...] = pair['x'][...] + pair['y'][...]
  plgpu.barrier_arrive(used['x'])
  plgpu.barrier_arrive(used['y'])
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[{'x': block, 'y': block}], out_specs=[block], manual_consumed_barriers=True)({'x': x_gmem, 'y': y_gmem}, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x, x * x)
print((o == x + x * x).all())
#> True
### manual_ready_barriers
# source: pallas.md 4.2: one barrier an input; the body waits for each
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem, x_ready, y_ready):
  plgpu.barrier_wait(x_ready)
  x = x_smem[...]
  plgpu.barrier_wait(y_ready)
  o_smem[...] = x + y_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block, block], out_specs=[block], manual_ready_barriers=True)(x_gmem, y_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x, x * x)
print((o == x + x * x).all())
#> True
### manual_barriers_of_both_kinds_and_a_carry
# source: pallas.md 4.2: body(indices, *in, *out, *ready, *consumed, carry)
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, ready, used, total):
  plgpu.barrier_wait(ready)
  total += x_smem.at[pl.ds(lax.axis_index('wg') * 4, 4)][...]
  plgpu.barrier_arrive(used)
  return total
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  def compute(pipeline):
    o_gmem.at[rows][...] = pipeline(jnp.zeros((4, 128), jnp.float32))
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], compute_context=compute, manual_ready_barriers=True, manual_consumed_barriers=True)(x_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### delay_release
# source: pallas.md 4.2: a step's slots are free one step later, for products that are in flight
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(1)
    return acc
  def compute(pipeline):
    def product(acc):
      pipeline(acc)
      o_gmem.at[rows][...] = acc[...]
    pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
  in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k), delay_release=1), plgpu.BlockSpec((64, 64), lambda k: (k, 0), delay_release=1)]
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(8,), in_specs=in_specs, compute_context=compute, max_concurrent_steps=2)(a_gmem, b_gmem)
a = (jnp.arange(128 * 512).reshape(128, 512) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(512 * 64).reshape(512, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### delay_release_of_two_steps
# source: pallas.md 4.2
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(2)
    return acc
  def compute(pipeline):
    def product(acc):
      pipeline(acc)
      o_gmem.at[rows][...] = acc[...]
    pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
  in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k), delay_release=2), plgpu.BlockSpec((64, 64), lambda k: (k, 0), delay_release=2)]
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(8,), in_specs=in_specs, compute_context=compute, max_concurrent_steps=4)(a_gmem, b_gmem)
a = (jnp.arange(128 * 512).reshape(128, 512) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(512 * 64).reshape(512, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### delay_release_with_manual_barriers
# source: pallas.md 4.2: the body skips the first delay_release steps
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, a_used, b_used, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(1)
    @pl.when(indices[0] >= 1)
    def _():
      plgpu.barrier_arrive(a_used)
      plgpu.barrier_arrive(b_used)
    return acc
  def compute(pipeline):
    def product(acc):
      pipeline(acc)
      o_gmem.at[rows][...] = acc[...]
    pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
  in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k), delay_release=1), plgpu.BlockSpec((64, 64), lambda k: (k, 0), delay_release=1)]
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(8,), in_specs=in_specs, compute_context=compute, max_concurrent_steps=3, manual_consumed_barriers=True)(a_gmem, b_gmem)
a = (jnp.arange(128 * 512).reshape(128, 512) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(512 * 64).reshape(512, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### accumulator_as_the_carry
# source: hopper_matmul_mgpu.py's form: an accumulator is a Ref and can be the carry
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(0)
    return acc
  def compute(pipeline):
    def product(acc):
      pipeline(acc)
      o_gmem.at[rows][...] = acc[...]
    pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
  in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k)), plgpu.BlockSpec((64, 64), lambda k: (k, 0))]
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(8,), in_specs=in_specs, compute_context=compute, max_concurrent_steps=2)(a_gmem, b_gmem)
a = (jnp.arange(128 * 512).reshape(128, 512) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(512 * 64).reshape(512, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### index_invariant_input
# source: ours: copied once, and waited for once; the reference refuses it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] + y_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
first = plgpu.BlockSpec((8, 128), lambda i: (2, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block, first], out_specs=[block])(x_gmem, x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x + jnp.tile(x[16:24], (4, 1))).all())
#> True
### index_invariant_input_with_manual_barriers
# source: ours: None stands for its barriers
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem, x_ready, y_ready, x_used, y_used):
  assert y_ready is None and y_used is None
  plgpu.barrier_wait(x_ready)
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] + y_smem.at[rows][...]
  plgpu.barrier_arrive(x_used)
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
first = plgpu.BlockSpec((8, 128), lambda i: (2, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block, first], out_specs=[block], manual_ready_barriers=True, manual_consumed_barriers=True)(x_gmem, x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x + jnp.tile(x[16:24], (4, 1))).all())
#> True
### only_invariant_inputs
# source: ours
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, y_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = indices[0] + y_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
first = plgpu.BlockSpec((8, 128), lambda i: (2, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[first], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == jnp.tile(x[16:24], (4, 1)) + jnp.arange(4).repeat(8)[:, None]).all())
#> True
### index_invariant_output
# source: pallas.md 4.2: one slot, stored after the loop
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
last = plgpu.BlockSpec((8, 128), lambda i: (0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block], out_specs=[last])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x[24:] * 2).all())
#> True
### index_invariant_output_of_two_warpgroups
# source: ours: stored by the memory thread when both are done
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
last = plgpu.BlockSpec((8, 128), lambda i: (0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[last])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x[24:] * 2).all())
#> True
### accumulation_into_a_revisited_output
# source: TPU semantics: a block that stays keeps its contents and is stored after its last step; past the reference
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  i, k = indices
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  @pl.when(k == 0)
  def _():
    o_smem.at[rows][...] = jnp.zeros((4, 128), jnp.float32)
  o_smem.at[rows][...] += x_smem.at[rows][...]
row = plgpu.BlockSpec((8, 128), lambda i, k: (i * 2 + k, 0))
out = plgpu.BlockSpec((8, 128), lambda i, k: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(2, 2), in_specs=[row], out_specs=[out], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x.reshape(2, 2, 8, 128).sum(axis=1).reshape(16, 128)).all())
#> True
### accumulation_by_one_warpgroup
# source: the same, with the stores in the compute thread
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  i, k = indices
  rows = pl.ds(0, 8)
  @pl.when(k == 0)
  def _():
    o_smem.at[rows][...] = jnp.zeros((8, 128), jnp.float32)
  o_smem.at[rows][...] += x_smem.at[rows][...]
row = plgpu.BlockSpec((8, 128), lambda i, k: (i * 2 + k, 0))
out = plgpu.BlockSpec((8, 128), lambda i, k: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(2, 2), in_specs=[row], out_specs=[out], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x.reshape(2, 2, 8, 128).sum(axis=1).reshape(16, 128)).all())
#> True
### gmem_specs
# source: ours: an array in GMEM is handed to the body whole; the reference would wait forever
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_gmem, o_smem, z_gmem):
  i, = indices
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] + y_gmem[pl.ds(i * 8 + lax.axis_index('wg') * 4, 4)]
  @pl.when(lax.axis_index('wg') == 0)
  def _():
    z_gmem[i] = i * 10
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
anywhere = plgpu.BlockSpec(memory_space=plgpu.GMEM)
def kernel(x_gmem, y_gmem, o_gmem, z_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block, anywhere], out_specs=[block, anywhere])(x_gmem, y_gmem, o_gmem, z_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=(jax.ShapeDtypeStruct((32, 128), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.int32)), num_threads=3, thread_name='wg')(x, x * x)
o, z = o
print((o == x + x * x).all(), z)
#> True [ 0 10 20 30]
### pytrees_of_specs
# source: pallas.md 4.2: specs and refs may be trees; the body gets the same ones
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, pair, o_smem):
  o_smem[...] = pair['x'][...] + pair['y'][0][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[{'x': block, 'y': (block,)}], out_specs=[block])({'x': x_gmem, 'y': (y_gmem,)}, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x, x * x)
print((o == x + x * x).all())
#> True
### squeezed_and_element_dimensions
# source: pallas.md 4.1
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  o_smem[...] = x_smem[...] + y_smem[...]
first = plgpu.BlockSpec((None, 8, 128), lambda i: (3 - i, 0, 0))
shifted = plgpu.BlockSpec((pl.squeezed, pl.Element(8), 128), lambda i: (0, i * 0 + 2, 0))
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[first, shifted], out_specs=[block])(x_gmem, y_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x.reshape(4, 8, 128), x[None])
print((o == (x.reshape(4, 8, 128)[::-1] + x[2:10]).reshape(32, 128)).all())
#> True
### ragged_blocks
# source: hopper.md: what a copy reads outside of the array is 0, and nothing is written there
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=4)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((29, 128), jnp.float32), num_threads=3, thread_name='wg')(x[:29])
print((o == x[:29] * 2).all())
#> True
### get_allocations
# source: pallas.md 4.2: what pl.run_scoped makes of them is passed as allocations; here for two calls
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block])
  def with_slots(slots):
    pipeline(x_gmem, o_gmem, allocations=slots)
    pipeline(x_gmem, o_gmem, allocations=slots)
  pl.run_scoped(with_slots, pipeline.get_allocations(x_gmem, o_gmem), collective_axes='wg')
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### get_allocations_by_keyword
# source: pallas.md 4.2: a tree for pl.run_scoped
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block])
  pl.run_scoped(lambda slots: pipeline(x_gmem, o_gmem, allocations=slots), slots=pipeline.get_allocations(x_gmem, o_gmem), collective_axes='wg')
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### pipeline_state
# source: pallas.md 4.2: START, any number of STEADY, STOP; each goes on with the slots of the one before
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(0)
    return acc
  def make(n, state):
    def compute(pipeline):
      def product(acc):
        pipeline(acc)
        o_gmem.at[rows, pl.ds(n * 64, 64)][...] = acc[...]
      pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
    in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k)), plgpu.BlockSpec((64, 64), lambda k: (k, n))]
    return plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), max_concurrent_steps=2, in_specs=in_specs, compute_context=compute, pipeline_state=state)
  State = plgpu.PipelinePipeline
  def with_slots(slots):
    for n, state in enumerate((State.START, State.STEADY, State.STEADY, State.STOP)):
      make(n, state)(a_gmem, b_gmem, allocations=slots)
  pl.run_scoped(with_slots, make(0, State.START).get_allocations(a_gmem, b_gmem), collective_axes='wg')
a = (jnp.arange(128 * 256).reshape(128, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 256).reshape(256, 256) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 256), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### pipeline_state_that_is_computed
# source: pallas.md 4.2: the state may be a scalar
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  rows = pl.ds(lax.axis_index('wg') * 64, 64)
  def body(indices, a_smem, b_smem, acc):
    plgpu.wgmma(acc, a_smem.at[rows], b_smem)
    plgpu.wgmma_wait(0)
    return acc
  def make(n, state):
    def compute(pipeline):
      def product(acc):
        pipeline(acc)
        o_gmem.at[rows, pl.ds(n * 64, 64)][...] = acc[...]
      pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))
    in_specs = [plgpu.BlockSpec((128, 64), lambda k: (0, k)), plgpu.BlockSpec((64, 64), lambda k: (k, n))]
    return plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), max_concurrent_steps=2, in_specs=in_specs, compute_context=compute, pipeline_state=state)
  State = plgpu.PipelinePipeline
  def with_slots(slots):
    @pl.loop(0, 4)
    def _(n):
      state = jnp.where(n == 0, State.START, jnp.where(n == 3, State.STOP, State.STEADY))
      make(n, state)(a_gmem, b_gmem, allocations=slots)
  pl.run_scoped(with_slots, make(0, State.START).get_allocations(a_gmem, b_gmem), collective_axes='wg')
a = (jnp.arange(128 * 256).reshape(128, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 256).reshape(256, 256) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 256), jnp.float32), num_threads=3, thread_name='wg')(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### pipeline_state_and_invariant_inputs
# source: ours: the next pipeline's invariant input waits until the last one's has been read
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, total):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  return total + x_smem.at[rows][...] * y_smem.at[rows][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))

def kernel(x_gmem, o_gmem):
  def make(n, state):
    def compute(pipeline):
      o_gmem.at[pl.ds(n * 8 + lax.axis_index('wg') * 4, 4)][...] = pipeline(jnp.zeros((4, 128), jnp.float32))
    in_specs = [block, plgpu.BlockSpec((8, 128), lambda i: (n, 0))]
    return plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), max_concurrent_steps=2, in_specs=in_specs, compute_context=compute, pipeline_state=state)
  State = plgpu.PipelinePipeline
  def with_slots(slots):
    @pl.loop(0, 4)
    def _(n):
      make(n, jnp.where(n == 0, State.START, jnp.where(n == 3, State.STOP, State.STEADY)))(x_gmem, x_gmem, allocations=slots)
  pl.run_scoped(with_slots, make(0, State.START).get_allocations(x_gmem, x_gmem), collective_axes='wg')
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128) % 11
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
blocks = x.reshape(4, 8, 128)
print((o == (blocks.sum(axis=0) * blocks).reshape(32, 128)).all())
#> True
### pipeline_state_and_outputs_in_smem
# source: ours: each pipeline's outputs are stored before the next one's are written
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2

def kernel(x_gmem, o_gmem):
  def make(n, state):
    block = plgpu.BlockSpec((8, 64), lambda i: (i, n))
    return plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), max_concurrent_steps=2, in_specs=[block], out_specs=[block], pipeline_state=state)
  State = plgpu.PipelinePipeline
  def with_slots(slots):
    make(0, State.START)(x_gmem, o_gmem, allocations=slots)
    make(1, State.STOP)(x_gmem, o_gmem, allocations=slots)
  pl.run_scoped(with_slots, make(0, State.START).get_allocations(x_gmem, o_gmem), collective_axes='wg')
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### collective_axes
# source: pallas.md 4.2: one copy for all blocks of the cluster; a slot is free when all have read it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] + y_smem.at[rows][...]
def kernel(x_gmem, y_gmem, o_gmem):
  c = lax.axis_index('c')
  mine = plgpu.BlockSpec((8, 64), lambda i: (i, c))
  shared = plgpu.BlockSpec((8, 64), lambda i: (i, 0), collective_axes=('c',))
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[mine, shared], out_specs=[mine])(x_gmem, y_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg', cluster=(2,), cluster_names=('c',))(x, x[:, :64])
print((o == x + jnp.tile(x[:, :64], (1, 2))).all())
#> True
### two_pipelines_one_after_the_other
# source: ours: each has its own slots
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  for n in range(2):
    block = plgpu.BlockSpec((8, 64), lambda i, n=n: (i, n))
    plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### memory_registers_24_of_2_compute_warpgroups
# source: pallas.md 4.2: the others share the rest: no result depends on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  rows = pl.ds(lax.axis_index('wg') * 4, 4)
  o_smem.at[rows][...] = x_smem.at[rows][...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=24, wg_axis='wg', num_compute_wgs=2, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
print((o == x * 2).all())
#> True
### memory_registers_40_of_3_compute_warpgroups
# source: pallas.md 4.2: the others share the rest: no result depends on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=3, grid=(4,), in_specs=[block])(x_gmem)
  @pl.when(lax.axis_index('wg') == 0)
  def _():
    o_gmem[0, 0] = 7.0
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=4, thread_name='wg')(x)
print(o[0, 0])
#> 7.0
### memory_registers_56_of_1_compute_warpgroups
# source: pallas.md 4.2: the others share the rest: no result depends on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=56, wg_axis='wg', num_compute_wgs=1, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x * 2).all())
#> True

### allocations_of_a_pipeline_with_another_body
# source: Pallas documentation of `get_allocations`: memory goes by the specs; JAX's own Hopper kernels ask a pipeline whose body does nothing
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(z_ref, a_ref, o_ref):
  specs = [plgpu.BlockSpec((64, 32), lambda i: (i, 0)), plgpu.BlockSpec((64, 32), lambda i: (i, 0))]
  def make(body):
    return plgpu.emit_pipeline_warp_specialized(body, grid=(4,), in_specs=specs, out_specs=specs[:1], max_concurrent_steps=2, wg_axis="wg", num_compute_wgs=1,
                                                memory_registers=40)
  def subtract(indices, z, a, o):
    o[...] = z[...] - a[...]
  @functools.partial(pl.run_scoped, slots=make(lambda *_: None).get_allocations(z_ref, a_ref, o_ref), collective_axes="wg")
  def with_slots(slots):
    make(subtract)(z_ref, a_ref, o_ref, allocations=slots)
x = jnp.arange(256 * 32, dtype=jnp.float32).reshape(256, 32)
y = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), num_threads=2, thread_name="wg")(3 * x, x)
np.testing.assert_array_equal(y, 2 * x)
print("3x - x")
#> 3x - x
### allocations_of_another_body
# source: hopper_matmul_mgpu.py's form: functions don't change the allocations, so they are asked for with others
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem):
  wg = lax.axis_index("wg")
  rows = pl.ds(wg * 64, 64)
  def get_pipeline(body, compute_context):
    return plgpu.emit_pipeline_warp_specialized(
        body, grid=(4,), memory_registers=40, max_concurrent_steps=2, wg_axis="wg", num_compute_wgs=2, compute_context=compute_context,
        in_specs=[plgpu.BlockSpec((128, 64), lambda k: (0, k), delay_release=1), plgpu.BlockSpec((64, 64), lambda k: (k, 0), delay_release=1)])
  ignore = lambda *_, **__: None
  @functools.partial(pl.run_scoped, pipeline_allocs=get_pipeline(ignore, ignore).get_allocations(a_gmem, b_gmem), collective_axes="wg")
  def _(pipeline_allocs):
    @plgpu.nd_loop((4,), collective_axes="sm")
    def _(loop):
      n, = loop.index
      def body(_, a_smem, b_smem, acc):
        plgpu.wgmma(acc, a_smem.at[rows], b_smem)
        plgpu.wgmma_wait(1)
        return acc
      def compute_context(eval_pipeline):
        @functools.partial(pl.run_scoped, acc=plgpu.ACC((64, 64), jnp.float32))
        def _(acc):
          eval_pipeline(acc)
          o_gmem.at[rows, pl.ds(n * 64, 64)][...] = acc[...]
      get_pipeline(body, compute_context)(a_gmem, b_gmem.at[:, pl.ds(n * 64, 64)], allocations=pipeline_allocs)
a = (jnp.arange(128 * 256).reshape(128, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 256).reshape(256, 256) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 256), jnp.float32), grid=(2,), grid_names=("sm",), num_threads=3, thread_name="wg")(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### delay_release_of_more_steps_than_there_are
# source: pallas.md 4.1: slots shrink to the number of steps, delay_release does not: bodies that arrive by hand count with it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem, used):
  o_smem[...] = x_smem[...] * 2
  @pl.when(indices[0] >= 2)
  def _():
    plgpu.barrier_arrive(used)
def kernel(x_gmem, o_gmem):
  late, block = [plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=n) for n in (2, 0)]
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', num_compute_wgs=1, grid=(2,), in_specs=[late], out_specs=[block], max_concurrent_steps=4, manual_consumed_barriers=True)(x_gmem, o_gmem)
x = jnp.arange(16 * 128, dtype=jnp.float32).reshape(16, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.float32), num_threads=2, thread_name='wg')(x)
print((o == x * 2).all())
#> True
