### empty_grid
# source: pallas.md 4.1: a static size <= 0 is a ValueError
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4, 0), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: grid=(4, 0)
### delay_release_of_all_slots
# source: pallas.md 4.1: max_concurrent_steps must be greater than all delay_release values
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=2)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: max_concurrent_steps must be greater than all delay_release values, but max_concurrent_steps=2 and delay_release_levels=[2]
### one_level_of_delay_release_too_long
# source: pallas.md 4.1: the message says all; the reference looks at the smallest
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
late = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=2)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block, late], out_specs=[block], max_concurrent_steps=2)(x_gmem, x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: but max_concurrent_steps=2 and delay_release_levels=[0, 2]
### march_s_delay_release_of_all_slots
# source: pipeline.py of March 2025
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=1, delay_release=1)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: max_concurrent_steps must be greater than delay_release, but max_concurrent_steps=1, delay_release=1
### both_kinds_of_delay_release
# source: ours
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
late = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=1)
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[late], out_specs=[block], max_concurrent_steps=2, delay_release=1)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: `delay_release` is given to the pipeline and in its BlockSpecs
### collective_axes_of_emit_pipeline
# source: pallas.md 4.1: refused there too
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
shared = plgpu.BlockSpec((8, 128), lambda i: (i, 0), collective_axes=('c',))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[shared], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! not-supported: `collective_axes`
### padding_of_an_element_dimension
# source: pallas.md 4.1: padding must be (0, 0)
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
padded = plgpu.BlockSpec((pl.Element(8, (1, 0)), 128), lambda i: (i * 8, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[padded], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! not-supported: padding of a `pl.Element`
### rank_of_a_block
# source: pl.BlockSpec's own words
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8,), lambda i: (i,))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: must have the same number of dimensions as the array shape (32, 128)
### too_few_refs
# source: pallas.md 4.2: specs and refs must have equal trees
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: Output specs and output gmem refs must have the same pytree structure
### index_map_of_another_rank
# source: ours
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
short = plgpu.BlockSpec((8, 128), lambda i: i)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[short], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! value-error: returned 1 values, not 2
### body_of_another_arity
# source: Python: the call's own words
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! argument-error: body() takes 1 positional argument but 3 were given
### body_that_returns_no_carry
# source: ours
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem, carry):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], init_carry=jnp.float32(0))(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
#! type-error: 
### memory_thread_outside
# source: ours: the memory thread is one of num_compute_wgs + 1
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], out_specs=[block], num_compute_wgs=2, memory_thread_idx=3)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: memory_thread_idx=3 is not one of the 3 threads
### too_few_threads
# source: ours: a pipeline takes num_compute_wgs + 1 threads
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], out_specs=[block], num_compute_wgs=3)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: the axis `wg` has 3 threads, but a pipeline with num_compute_wgs=3 takes 4
### different_delay_release
# source: pallas.md 4.2: must be equal on all inputs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
late = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=1)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[late, block], num_compute_wgs=2)(x_gmem, x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! not-supported: All inputs must have the same delay_release
### different_delay_release_of_a_plain_spec
# source: pallas.md 4.2: the reference takes a pl.BlockSpec for 0, whatever came before
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem):
  pass
block = pl.BlockSpec((8, 128), lambda i: (i, 0))
late = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=1)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[late, block], num_compute_wgs=2)(x_gmem, x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! not-supported: All inputs must have the same delay_release
### delay_release_of_all_slots_of_the_warp_specialized_form
# source: pallas.md 4.2
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
late = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=2)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[late], num_compute_wgs=2)(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: max_concurrent_steps must be greater than delay_release, but max_concurrent_steps=2, delay_release=2
### compute_context_without_a_call
# source: pallas.md 4.2: exactly once
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, carry):
  return carry
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def compute(pipeline):
  pass
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], num_compute_wgs=2, compute_context=compute)(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: Pipeline was not called in `compute_context`
### compute_context_with_two_calls
# source: pallas.md 4.2: exactly once
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, carry):
  return carry
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def compute(pipeline):
  pipeline(pipeline(jnp.int32(0)))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], num_compute_wgs=2, compute_context=compute)(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: Cannot call pipeline more than once in `compute_context`
### carry_coroutine_without_a_yield
# source: pipeline.py of March 2025
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, carry):
  return carry
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def carry():
  if False:
    yield
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], num_compute_wgs=2, carry_coroutine=carry)(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: carry_coroutine must yield the initial carry.
### carry_coroutine_with_two_yields
# source: pipeline.py of March 2025
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, carry):
  return carry
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def carry():
  yield jnp.int32(0)
  yield jnp.int32(0)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], num_compute_wgs=2, carry_coroutine=carry)(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: carry_coroutine must only yield once.
### collective_axes_of_an_output
# source: pallas.md 4.2: outputs may not have them
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
shared = plgpu.BlockSpec((8, 128), lambda i: (i, 0), collective_axes=('c',))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], out_specs=[shared], num_compute_wgs=2)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: Output BlockSpecs cannot have collective_axes
### two_collective_axes
# source: pallas.md 4.2: at most one, which may be composite
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
shared = plgpu.BlockSpec((8, 128), lambda i: (i, 0), collective_axes=('c', 'd'))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[shared], out_specs=[block], num_compute_wgs=2)(x_gmem, o_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: Only a single collective axis supported in input BlockSpecs
### pipeline_state_without_allocations
# source: pipeline.py: state goes with manual allocation
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(3,), in_specs=[block], num_compute_wgs=2, max_concurrent_steps=3, pipeline_state=plgpu.PipelinePipeline.START)
  pipeline(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! value-error: Pipeline state should not be set when using automatic allocation
### pipeline_state_with_other_numbers_of_steps
# source: pallas.md 4.2: steps must be a multiple of the slots
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(4,), in_specs=[block], num_compute_wgs=2, max_concurrent_steps=3, pipeline_state=plgpu.PipelinePipeline.START)
  pipeline(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! not-supported: is not divisible by max_concurrent_steps=3
### pipeline_state_with_delay_release
# source: pallas.md 4.2: not together
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0), delay_release=1)
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(3,), in_specs=[block], num_compute_wgs=2, max_concurrent_steps=3, pipeline_state=plgpu.PipelinePipeline.START)
  pipeline(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! not-supported: A pipeline of pipelines with delay_release
### pipeline_state_with_a_computed_grid
# source: pallas.md 4.2: a static grid
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  pass
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  pipeline = plgpu.emit_pipeline_warp_specialized(body, memory_registers=40, wg_axis='wg', grid=(lax.axis_index('wg'),), in_specs=[block], num_compute_wgs=2, max_concurrent_steps=3, pipeline_state=plgpu.PipelinePipeline.START)
  pipeline(x_gmem)
x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=3, thread_name='wg')(x)
#! not-supported: A pipeline of pipelines with a dynamic grid
