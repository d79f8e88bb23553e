### planar_snake
# source: JAX: docstring of planar_snake, (8, 8), minor_dim=0, tile_width=2
from jax.experimental.pallas import mosaic_gpu as plgpu
places = {plgpu.planar_snake(i, (8, 8), 0, 2): i for i in range(64)}
for row in range(4):
  print(*[places[row, column] for column in range(8)])
#> 0 2 4 6 8 10 12 14
#> 1 3 5 7 9 11 13 15
#> 30 28 26 24 22 20 18 16
#> 31 29 27 25 23 21 19 17
### planar_snake_in_a_kernel
# source: by hand: (3, 2), minor axis 1, strips of 2; then a narrower last strip: (2, 3), minor axis 1, strips of 2
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
def order(shape, width):
  @functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct(shape, jnp.int32), grid=(6,), grid_names=("i",))
  def kernel(o):
    i = lax.axis_index("i")
    row, column = plgpu.planar_snake(i, shape, 1, width)
    o[row, column] = i
  return kernel()
print(order((3, 2), 2))
print(order((2, 3), 2))
#> [[0 1]
#>  [2 3]
#>  [4 5]]
#> [[0 1 5]
#>  [2 3 4]]
### nd_loop
# source: JAX: docstring of nd_loop: 2 x 3 steps dealt to 4 programs
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 3), jnp.int32), grid=(4,), grid_names=("x",))
def kernel(o):
  @plgpu.nd_loop((2, 3), collective_axes="x")
  def _(info: plgpu.NDLoopInfo):
    i, j = info.index
    o[i, j] = lax.axis_index("x") + 10 * info.local_index + 100 * info.num_local_steps
print(kernel())
#> [[200 201 102]
#>  [103 210 211]]
### nd_loop_with_carry_and_tiling
# source: formula: each program's sum of its steps' indices; tiles of (1, 2)
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=(jax.ShapeDtypeStruct((2,), jnp.int32), jax.ShapeDtypeStruct((2, 4), jnp.int32)), grid=(2,), grid_names=("x",))
def kernel(sums, order):
  x = lax.axis_index("x")
  @plgpu.nd_loop((2, 4), collective_axes=("x",), tiling=(2, 2), init_carry=jnp.int32(0))
  def total(info, carry):
    i, j = info.index
    order[i, j] = 2 * info.local_index + x
    return carry + 10 * i + j
  sums[x] = total
sums, order = kernel()
print(sums)
print(order)
#> [24 28]
#> [[0 1 4 5]
#>  [2 3 6 7]]
### nd_loop_of_2025
# source: pallas.md 4.3: the body's argument was the index itself
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 3), jnp.int32), grid=(2,), grid_names=("x",))
def kernel(o):
  @plgpu.nd_loop((2, 3), collective_axes="x")
  def _(index):
    i, j = index
    o[i, j] = 10 * i + j
  @plgpu.nd_loop((2, 3), collective_axes="x", include_wave_step=True)
  def _(index, wave_step):
    o[index[0], index[1]] = o[index[0], index[1]] + 100 * wave_step
print(kernel())
#> [[  0   1 102]
#>  [110 211 212]]
### find_swizzle
# source: JAX: find_swizzle
import jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
print(plgpu.find_swizzle(64 * 16), plgpu.find_swizzle(32 * 16), plgpu.find_swizzle(128), plgpu.find_swizzle(256 * 3))
#> 128 64 16 32
### layouts
# source: pallas.md 1.2
from jax.experimental.pallas import mosaic_gpu as plgpu
print(plgpu.Layout.WGMMA == plgpu.Layout.WGMMA, plgpu.Layout.WGMMA == plgpu.Layout.WGMMA_TRANSPOSED, plgpu.Layout.WGMMA.reduce(1) == plgpu.Layout.WGMMA.reduce((1,)))
print(plgpu.Layout.WG_STRIDED((64,), vec_size=2) == plgpu.Layout.WG_STRIDED((64,), 4))
tiling = plgpu.Tiling(((64, 8), (16, 8), (8, 8), (2,)))
print(plgpu.Layout.TILED(tiling, warp_dims=(-7,), lane_dims=(-3, -2), vector_dim=-1) is not None)
#> True False True
#> False
#> True
### layout_cast
# source: formula: a layout changes no number
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=(jax.ShapeDtypeStruct((64, 64), jnp.float32), jax.ShapeDtypeStruct((64,), jnp.float32)))
def kernel(x, o, sums):
  y = plgpu.layout_cast(x[...], plgpu.Layout.WGMMA)
  i = plgpu.broadcasted_iota(jnp.int32, (64, 64), 1, layout=plgpu.Layout.WGMMA)
  plgpu.print_layout("y: {}", y)
  sums[...] = plgpu.layout_cast(y.sum(axis=1), plgpu.Layout.WGMMA.reduce(1))
  o[...] = y + i
x = jnp.ones((64, 64))
o, sums = kernel(x)
print(o[0, :3], sums[:2])
#> [1. 2. 3.] [64. 64.]
### mma
# source: formula: acc + a @ b
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 16), jnp.float32))
def kernel(a, b, o):
  acc = plgpu.layout_cast(jnp.full((64, 16), 1.0, jnp.float32), plgpu.Layout.MMA_ACC(jnp.float32))
  o[...] = plgpu.mma(acc, plgpu.load(a, layout=plgpu.Layout.MMA_LHS(jnp.float16)), plgpu.load(b, layout=plgpu.Layout.MMA_RHS(jnp.float16)))
a, b = np.arange(1024).reshape(64, 16) % 5, np.arange(256).reshape(16, 16) % 3
print(np.array_equal(kernel(jnp.asarray(a, jnp.float16), jnp.asarray(b, jnp.float16)), 1 + a @ b))
#> True
### union
# source: formula; the parts are used one after the other
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32),
                   scratch_types=[plgpu.RefUnion(plgpu.SMEM((64,), jnp.int32), [plgpu.SMEM((32,), jnp.float32), plgpu.SMEM((64,), jnp.float32)])])
def kernel(x, o, union):
  whole, (a, b) = union
  whole[...] = x[...]
  y = whole[...]
  b[...] = y.astype(jnp.float32)
  o[...] = b[...] + 0.5
print(kernel(jnp.arange(64))[:3])
#> [0.5 1.5 2.5]
### warps
# source: formula: warp w of program i
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 4), jnp.int32), grid=(2,), grid_names=("i",))
def kernel(o):
  i = lax.axis_index("i")
  @plgpu.warp_map
  def _(warp):
    o[i, warp] = 10 * i + warp
  @pl.core_map(plgpu.WarpMesh(axis_name="warp"))
  def _():
    warp = lax.axis_index("warp")
    @pl.when(warp == 2)
    def _():
      o[i, warp] = 99
print(kernel())
#> [[ 0  1 99  3]
#>  [10 11 99 13]]
### warp_waits_for_a_copy
# source: formula
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), scratch_types=[plgpu.SMEM((64,), jnp.int32), plgpu.Barrier()])
def kernel(x, o, s, barrier):
  @plgpu.warp_map
  def _(warp):
    @pl.when(warp == 0)
    def _():
      plgpu.copy_gmem_to_smem(x, s, barrier)
  plgpu.barrier_wait(barrier)
  o[...] = s[...] + 1
print(kernel(jnp.arange(64))[:3])
#> [1 2 3]
### atomics
# source: formula: 0 + 1 + 2 + 3, max, or
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3,), jnp.int32), scratch_types=[plgpu.SMEM((64,), jnp.int32)])
def kernel(x, o, s):
  s[...] = jnp.zeros((64,), jnp.int32)
  for i in range(4):
    plgpu.atomic_add(s, jnp.full((64,), i, jnp.int32))
    plgpu.atomic_max(s.at[1:2], jnp.full((1,), 5 * i, jnp.int32))
    plgpu.atomic_or(s.at[2:3], jnp.full((1,), 1 << i, jnp.int32))
  y = s[...]
  o[0] = s[0]
  o[1] = s[1]
  o[2] = s[2]
# 0+1+2+3; ((0 max 0)+1 max 5)+2 max 10, +3 max 15; (((0|1)+1|2)+2|4)+3|8
print(kernel(jnp.zeros(1)))
#> [ 6 15 15]
### semaphores_of_programs
# source: formula: program 1 waits for program 0
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,), grid_names=("i",))
def kernel(o):
  i = lax.axis_index("i")
  sem = pl.get_global(plgpu.SemaphoreType.REGULAR)
  @pl.when(i == 0)
  def _():
    o[0] = 7
    pl.semaphore_signal(sem, 2)
  @pl.when(i == 1)
  def _():
    pl.semaphore_wait(sem, 2)
    o[1] = o[0] + pl.semaphore_read(sem)
print(kernel())
#> [7 7]
### own_semaphores
# source: JAX: a scratch semaphore is the program's own
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,), grid_names=("i",), scratch_types=[plgpu.SemaphoreType.REGULAR((2,))])
def kernel(o, sems):
  i = lax.axis_index("i")
  plgpu.semaphore_signal_parallel(plgpu.SemaphoreSignal(sems.at[0], device_id=None, inc=i + 1), plgpu.SemaphoreSignal(sems.at[1], device_id=None))
  plgpu.semaphore_wait(sems.at[1], memory_scope="gpu")
  o[i] = pl.semaphore_read(sems.at[0]) + 10 * pl.semaphore_read(sems.at[1])
  pl.semaphore_wait(sems.at[0], i + 1)
print(kernel())
#> [1 2]
### cluster_multicast
# source: formula: both blocks get x; each block's part of the other's memory
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 64), jnp.int32), cluster=(2,), cluster_names=("c",),
                   scratch_types=[plgpu.SMEM((64,), jnp.int32), plgpu.Barrier()])
def kernel(x, o, s, barrier):
  c = lax.axis_index("c")
  plgpu.copy_gmem_to_smem(x, s, barrier, collective_axes="c")
  plgpu.barrier_wait(barrier)
  o[c] = s[...] + 100 * c
print(kernel(jnp.arange(64))[:, :3])
#> [[  0   1   2]
#>  [100 101 102]]
### cluster_exchange
# source: formula: each block stores into the other
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 64), jnp.int32), cluster=(2,), cluster_names=("c",),
                   scratch_types=[plgpu.SMEM((64,), jnp.int32), plgpu.Barrier(), plgpu.ClusterBarrier(collective_axes=("c",))])
def kernel(x, o, s, barrier, all_blocks):
  c = lax.axis_index("c")
  plgpu.barrier_arrive(all_blocks)
  plgpu.barrier_wait(all_blocks)
  plgpu.async_store_smem(x[...] + 100 * c, s, barrier, 1 - c, "c")
  plgpu.barrier_wait(barrier)
  o[c] = s[...]
print(kernel(jnp.arange(64))[:, :3])
#> [[100 101 102]
#>  [  0   1   2]]
### reductions_and_predicates
# source: formula: 1 + x; the second copy does not happen
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.float32), scratch_types=[plgpu.SMEM((64,), jnp.float32), plgpu.SMEM((64,), jnp.float32)])
def kernel(x, o, ones, s):
  ones[...] = jnp.ones((64,), jnp.float32)
  s[...] = x[...]
  plgpu.async_prefetch(x)
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(ones, o)
  plgpu.wait_smem_to_gmem(0)
  plgpu.copy_smem_to_gmem(s, o, reduction_op="add")
  plgpu.copy_smem_to_gmem(s, o, predicate=x[0] > 5, reduction_op="add")
  plgpu.wait_smem_to_gmem(0)
print(kernel(jnp.arange(64.))[:3])
#> [1. 2. 3.]
### launches_that_depend
# source: ours: on one device in order they change nothing
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32))
def kernel(x, o):
  plgpu.griddepcontrol_wait()
  pl.delay(100)
  o[...] = x[...] + 1
  plgpu.griddepcontrol_launch_dependents()
print(kernel(kernel(jnp.arange(4))))
#> [2 3 4 5]
### debug_print
# source: JAX: placeholders are filled with the values
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32))
def kernel(x, o):
  pl.debug_print("x[1] is {}", x[1])
  o[...] = x[...]
kernel(jnp.arange(4) + 5)
#> x[1] is 6
### transformed_refs
# source: formula: a transposed view, and one by tiles
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=(jax.ShapeDtypeStruct((8, 4), jnp.int32), jax.ShapeDtypeStruct((2, 2, 2, 4), jnp.int32)), scratch_types=[plgpu.SMEM((4, 8), jnp.int32)])
def kernel(x, o, tiles, s):
  s[...] = x[...]
  o[...] = plgpu.transform_ref(s, plgpu.TransposeTransform((1, 0)))[...]
  tiles[...] = plgpu.transform_ref(s, plgpu.TilingTransform((2, 4)))[...]
x = np.arange(32).reshape(4, 8)
o, tiles = kernel(jnp.asarray(x))
print(np.array_equal(o, x.T), np.array_equal(tiles, x.reshape(2, 2, 2, 4).transpose(0, 2, 1, 3)))
#> True True
### older_names
# source: pallas.md: names of 2025
import jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
print(plgpu.GPUMemorySpace.SMEM == plgpu.SMEM, plgpu.GPUBlockSpec((2,), lambda i: (i,)).delay_release, plgpu.GPUCompilerParams(approx_math=True).approx_math)
print(plgpu.GPUMesh(grid=(2,), axis_names=("i",)).grid)
#> True 0 True
#> (2,)
