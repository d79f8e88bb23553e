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
