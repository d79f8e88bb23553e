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
