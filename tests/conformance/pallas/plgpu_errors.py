### names_and_grid
# source: JAX: Mesh.__post_init__
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.kernel(lambda o: None, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2, 2), grid_names=("x",))
#! value-error: grid_names must have the same length as grid
### names_and_cluster
# source: JAX: Mesh.__post_init__
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.kernel(lambda o: None, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), cluster=(2,))
#! value-error: cluster_names must have the same length as cluster
### big_cluster
# source: JAX: Mesh.__post_init__
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.Mesh(cluster=(1, 1, 1, 1), cluster_names=("a", "b", "c", "d"))
#! value-error: cluster= must be at most 3D
### threads_without_a_name
# source: JAX: Mesh.__post_init__
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.kernel(lambda o: None, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), num_threads=2)
#! value-error: num_threads and thread_name must be either both set or both None
### too_many_threads
# source: CUDA: a block has at most 1024 threads, 8 warpgroups; JAX refuses more than 16
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.kernel(lambda o: None, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), num_threads=17, thread_name="wg")
#! value-error: Requested too many CUDA threads per block
### one_name_for_two_axes
# source: ours
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.Mesh(grid=(2, 2), grid_names=("x", "x"))
#! value-error: the axis name 'x' stands for two axes
### both_out_types
# source: JAX: plgpu.kernel
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
s = jax.ShapeDtypeStruct((2,), jnp.int32)
plgpu.kernel(lambda o: None, out_type=s, out_shape=s)
#! value-error: Cannot specify both out_shape and out_type. Use out_type.
### barrier_without_arrivals
# source: JAX: Barrier.__post_init__
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.Barrier(num_arrivals=0)
#! value-error: Num arrivals must be at least 1, but got 0
### swizzle_of_16
# source: JAX: SwizzleTransform.__post_init__
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.SwizzleTransform(16)
#! value-error: Swizzle 16 is not supported. Only 32, 64 and 128 are accepted.
### outside_a_kernel
# source: ours
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.commit_smem()
#! value-error: `plgpu.commit_smem` is called outside a kernel
### in_pallas_call
# source: ours
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(o):
  plgpu.commit_smem()
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))()
#! not-supported: `plgpu.commit_smem` in a kernel of `pl.pallas_call`
### accumulator_of_the_kernel_with_threads
# source: JAX: WGMMA accumulators are one thread's
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32), num_threads=2, thread_name="wg")
def kernel(o):
  pl.run_scoped(lambda acc: None, plgpu.ACC((64, 64)), collective_axes="wg")
kernel()
#! value-error: WGMMA accumulators can only be allocated non-collectively
### buffer_of_one_thread
# source: JAX: allocations are collective over the threads
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), num_threads=2, thread_name="wg")
def kernel(o):
  pl.run_scoped(lambda x: None, plgpu.SMEM((64,), jnp.float32))
kernel()
#! not-supported: Only thread-collective allocations are supported in multithreaded kernels
### axis_that_is_none
# source: ours
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32))
def kernel(o):
  pl.run_scoped(lambda x: None, plgpu.SMEM((64,), jnp.float32), collective_axes="wg")
kernel()
#! value-error: which is not the kernel's axis of threads
### initial_value_in_run_scoped
# source: JAX: WGMMAAccumulatorRef.get_ref_aval
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32))
def kernel(o):
  pl.run_scoped(lambda acc: None, plgpu.ACC.init(jnp.zeros((64, 64))))
kernel()
#! value-error: Preinitialized WGMMAAccumulatorRef only supported in pl.run_state.
### copy_of_another_shape
# source: JAX: copy_smem_to_gmem
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((128,), jnp.float32), scratch_types=[plgpu.SMEM((64,), jnp.float32)])
def kernel(o, s):
  plgpu.copy_smem_to_gmem(s, o)
kernel()
#! shape-mismatch: Expected shapes to match, but src has shape (64,) and dst has shape (128,)
### copy_of_another_dtype
# source: JAX: copy_smem_to_gmem
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float16), scratch_types=[plgpu.SMEM((64,), jnp.float32)])
def kernel(o, s):
  plgpu.copy_smem_to_gmem(s, o)
kernel()
#! dtype-mismatch: Expected dtypes to match but src had type float32 and dst had type float16
### copy_the_wrong_way
# source: JAX: _check_ref
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), scratch_types=[plgpu.SMEM((64,), jnp.float32)])
def kernel(o, s):
  plgpu.copy_smem_to_gmem(o, s)
kernel()
#! value-error: src must be a SMEM reference
### several_barriers_at_once
# source: JAX's checker: a barrier of several is indexed
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), scratch_types=[plgpu.Barrier(num_barriers=2)])
def kernel(o, barrier):
  plgpu.barrier_wait(barrier)
kernel()
#! value-error: takes one barrier, but `barrier` has shape (2,)
### barrier_read
# source: ours
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), scratch_types=[plgpu.Barrier(num_barriers=2)])
def kernel(o, barrier):
  barrier[0]
kernel()
#! type-error: `barrier` is a barrier, which cannot be read
### product_of_shapes_that_do_not_fit
# source: JAX: wgmma
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32),
                   scratch_types=[plgpu.SMEM((64, 32), jnp.float16), plgpu.SMEM((64, 128), jnp.float16), plgpu.ACC((64, 128))])
def kernel(o, a, b, acc):
  plgpu.wgmma(acc, a, b)
kernel()
#! shape-mismatch: Incompatible shapes for matrix multiplication: lhs=(64, 32)
### product_of_two_dtypes
# source: JAX: wgmma
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32),
                   scratch_types=[plgpu.SMEM((64, 64), jnp.float16), plgpu.SMEM((64, 128), jnp.bfloat16), plgpu.ACC((64, 128))])
def kernel(o, a, b, acc):
  plgpu.wgmma(acc, a, b)
kernel()
#! dtype-mismatch: Mixed input dtypes for matrix multiplication unsupported: lhs=float16, rhs=bfloat16
### negative_wait
# source: JAX: wgmma_accumulator_load
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), scratch_types=[plgpu.ACC((64, 64))])
def kernel(o, acc):
  plgpu.wgmma_accumulator_load(acc, wait_n=-1)
kernel()
#! value-error: wait_n must be non-negative, got wait_n=-1
### blackwell_function
# source: ours: sm_100
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.commit_tmem()
#! not-supported: Blackwell (sm_100)
### blackwell_memory
# source: ours: sm_100
import jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.TMEM((128, 128), jnp.float32, packed=False)
#! not-supported: Blackwell (sm_100)
### blackwell_layout
# source: ours: sm_100
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.Layout.TCGEN05
#! not-supported: `Layout.TCGEN05` is for Blackwell (sm_100)
### several_devices
# source: ours
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.remote_ref(None, 0)
#! not-supported: is for several devices
### mosaics_own_code
# source: ours
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.inline_mgpu()
#! not-supported: takes code of Mosaic's own builder
### array_in_a_warp
# source: JAX: only scalars in a warp context
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32))
def kernel(x, o):
  @plgpu.warp_map
  def _(warp):
    o[...] = x[...]
kernel(jnp.zeros((4,)))
#! not-supported: an array in code of single warps
### test_outside_a_warp
# source: JAX: barrier_test
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32), scratch_types=[plgpu.Barrier()])
def kernel(o, barrier):
  plgpu.barrier_test(barrier)
kernel()
#! value-error: is only supported within a warp context
### layout_without_arguments
# source: ours
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32))
def kernel(x, o):
  o[...] = plgpu.layout_cast(x[...], plgpu.Layout.WG_STRIDED)
kernel(jnp.zeros((4,)))
#! value-error: `plgpu.Layout.WG_STRIDED` needs arguments
### layout_with_arguments
# source: JAX: Layout.to_mgpu
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.Layout.WGMMA(3)
#! value-error: Can't instantiate Layout.WGMMA with arguments.
### unknown_cluster_axis
# source: ours
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), grid=(2,), grid_names=("m",), cluster=(2,), cluster_names=("c",),
                   scratch_types=[plgpu.SMEM((64,), jnp.float32), plgpu.Barrier()])
def kernel(x, o, s, barrier):
  plgpu.copy_gmem_to_smem(x, s, barrier, collective_axes="m")
kernel(jnp.zeros((64,)))
#! value-error: `collective_axes` names 'm', which is not an axis of the cluster
### profile_without_a_place
# source: JAX: CompilerParams.__post_init__
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.CompilerParams(profile_space=16)
#! value-error: Either both profile_space and profile_dir must be set, or neither.
### tiling_of_another_width
# source: JAX: SwizzleTransform.transform_type
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32),
                   scratch_types=[plgpu.SMEM((64, 64), jnp.float16, transforms=(plgpu.TilingTransform((8, 32)), plgpu.SwizzleTransform(128)))])
def kernel(o, s):
  pass
kernel()
#! value-error: has rows of 64 bytes, but the swizzle is of 128 bytes
### wrong_number_of_parameters
# source: CPython's message; ours: what the kernel is given
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(x, o):
  pass
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32), scratch_types=dict(s=plgpu.SMEM((4,), jnp.float32)))(jnp.zeros(4))
#! kernel-signature: kernel() got an unexpected keyword argument 's'
### captured_array
# source: JAX: a kernel captures no arrays
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
c = jnp.arange(4.) * jnp.ones(4)
def kernel(x, o):
  o[...] = x[...] + c
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32))(jnp.zeros(4))
#! kernel-signature: captures constants
### no_swizzle_fits
# source: JAX: find_swizzle
from jax.experimental.pallas import mosaic_gpu as plgpu
plgpu.find_swizzle(24, "lhs")
#! value-error: No valid out swizzle for lhs: minor dimension has 24 bits

### cluster_of_thirty_two_blocks
# source: CUDA: 16 blocks are the most that any GPU takes, 8 the portable size
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(o):
    o[lax.axis_index("c")] = lax.axis_index("c")
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32,), jnp.int32), cluster=(32,), cluster_names=("c",))()
#! value-error: a cluster of 32 blocks

### negative_number_of_copies
# source: a count of copies is not negative
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(o):
    plgpu.wait_gmem_to_smem(-1)
plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8,), jnp.int32))()
#! value-error: not a number of copies
