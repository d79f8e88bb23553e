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
