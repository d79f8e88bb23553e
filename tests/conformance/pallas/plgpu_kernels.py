### whole_arrays
# source: formula: x + 1
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32))
def kernel(x, o):
  o[...] = x[...] + 1
print(kernel(jnp.arange(4)))
#> [1 2 3 4]
### direct_call_and_older_names
# source: formula: x * 2; pallas.md: out_shape is the older name of out_type
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(x, o, s):
  s[...] = x[...]
  o[...] = s[...] * 2
f = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), scratch_shapes=[plgpu.SMEM((4,), jnp.int32)])
print(f(jnp.arange(4)))
print(f(jnp.arange(4, 8)))
#> [0 2 4 6]
#> [ 8 10 12 14]
### decorator
# source: formula
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@plgpu.kernel(out_type=jax.ShapeDtypeStruct((4,), jnp.int32), kernel_name="mine", interpret=None, debug=False)
def kernel(x, o):
  o[...] = -x[...]
print(kernel(jnp.arange(4)))
#> [ 0 -1 -2 -3]
### trees_of_arrays
# source: formula: a + b, a * b
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
shape = jax.ShapeDtypeStruct((3,), jnp.int32)
@functools.partial(plgpu.kernel, out_type={"sum": shape, "product": shape})
def kernel(xs, o):
  a, b = xs
  o["sum"][...] = a[...] + b[...]
  o["product"][...] = a[...] * b[...]
result = kernel((jnp.arange(3), jnp.arange(3) + 4))
print(result["sum"], result["product"])
#> [4 6 8] [ 0  5 12]
### several_results
# source: formula
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
shape = jax.ShapeDtypeStruct((3,), jnp.int32)
@functools.partial(plgpu.kernel, out_type=(shape, shape))
def kernel(x, o1, o2):
  o1[...] = x[...] + 1
  o2[...] = x[...] - 1
a, b = kernel(jnp.arange(3))
print(a, b)
#> [1 2 3] [-1  0  1]
### grid_by_names
# source: formula: element (i, j) is 10 i + j; axis_size is the grid's
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 3), jnp.int32), grid=(2, 3), grid_names=("i", "j"))
def kernel(o):
  i, j = lax.axis_index("i"), lax.axis_index("j")
  assert lax.axis_size("i") == 2 and lax.axis_size(("i", "j")) == 6
  o[i, j] = 10 * i + j + 100 * lax.axis_index(("i", "j"))
print(kernel())
#> [[  0 101 202]
#>  [310 411 512]]
### grid_by_numbers
# source: JAX: program_id in plgpu.kernel counts grid, cluster and threads
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2,), grid_names=("i",), num_threads=2, thread_name="wg")
def kernel(o):
  i, wg = pl.program_id(0), pl.program_id(1)
  o[i, wg] = 10 * i + wg + 100 * pl.num_programs(1)
print(kernel())
#> [[200 201]
#>  [210 211]]
### names_of_early_2025
# source: pallas.md 4.3: axis_names names the grid's axes and the threads'
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2,), num_threads=2, axis_names=("i", "wg"))
def kernel(o):
  o[lax.axis_index("i"), lax.axis_index("wg")] = 10 * lax.axis_index("i") + lax.axis_index("wg")
print(kernel())
#> [[ 0  1]
#>  [10 11]]
### scratch_by_name_and_copies
# source: formula: x + 1, copied in and out
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((128,), jnp.float32),
                   scratch_types=dict(x_smem=plgpu.SMEM((128,), jnp.float32), barrier=plgpu.Barrier()))
def kernel(x, o, x_smem, barrier):
  plgpu.copy_gmem_to_smem(x, x_smem, barrier)
  plgpu.barrier_wait(barrier)
  x_smem[...] = x_smem[...] + 1
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(x_smem, o)
  plgpu.wait_smem_to_gmem(0)
print(jnp.array_equal(kernel(jnp.arange(128.)), jnp.arange(128.) + 1))
#> True
### slots_and_loop
# source: formula: a copy, two slots in turn
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4, 64), jnp.float32),
                   scratch_types=[plgpu.SMEM((2, 64), jnp.float32), plgpu.SMEM((64,), jnp.float32), plgpu.Barrier(num_barriers=2)])
def kernel(x, o, ring, out, barriers):
  for slot in range(2):
    plgpu.copy_gmem_to_smem(x.at[slot], ring.at[slot], barriers.at[slot])
  def step(i, _):
    slot = lax.rem(i, 2)
    plgpu.barrier_wait(barriers.at[slot])
    plgpu.wait_smem_to_gmem(0, wait_read_only=True)
    out[...] = ring[slot] * 2
    @pl.when(i + 2 < 4)
    def _():
      plgpu.copy_gmem_to_smem(x.at[i + 2], ring.at[slot], barriers.at[slot])
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(out, o.at[i])
  lax.fori_loop(0, 4, step, None)
  plgpu.wait_smem_to_gmem(0)
x = jnp.arange(256.).reshape(4, 64)
print(jnp.array_equal(kernel(x), 2 * x))
#> True
### scoped_buffers
# source: formula: x + 3
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32))
def kernel(x, o):
  def scope(s, barrier):
    plgpu.copy_gmem_to_smem(x, s, barrier)
    plgpu.barrier_wait(barrier)
    return s[...] + 1
  y = pl.run_scoped(scope, plgpu.SMEM((64,), jnp.int32), barrier=plgpu.Barrier())
  @pl.with_scoped(plgpu.SMEM((64,), jnp.int32))
  def again(s):
    s[...] = y
    o[...] = s[...] + 2
  again()
print(kernel(jnp.arange(64))[:4])
#> [3 4 5 6]
### product
# source: formula: a @ b of small integers, exact
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32),
                   scratch_types=[plgpu.SMEM((64, 64), jnp.float16), plgpu.SMEM((64, 64), jnp.float16), plgpu.ACC((64, 64)), plgpu.Barrier(num_arrivals=2)])
def kernel(a, b, o, a_smem, b_smem, acc, barrier):
  plgpu.copy_gmem_to_smem(a, a_smem, barrier)
  plgpu.copy_gmem_to_smem(b, b_smem, barrier)
  plgpu.barrier_wait(barrier)
  plgpu.wgmma(acc, a_smem, b_smem)
  plgpu.wgmma(acc, a_smem, plgpu.transpose_ref(b_smem, (1, 0)))
  plgpu.wgmma_wait(0)
  o[...] = acc[...]
a = np.arange(4096).reshape(64, 64) % 7 - 3
b = np.arange(4096).reshape(64, 64) % 5 - 2
print(np.array_equal(kernel(jnp.asarray(a, jnp.float16), jnp.asarray(b, jnp.float16)), a @ b + a @ b.T))
#> True
### product_with_a_in_registers_and_state
# source: formula: c + a @ b
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 32), jnp.float32), scratch_types=[plgpu.SMEM((64, 32), jnp.float16), plgpu.Barrier()])
def kernel(a, b, c, o, b_smem, barrier):
  plgpu.copy_gmem_to_smem(b, b_smem, barrier)
  plgpu.barrier_wait(barrier)
  def state(acc):
    plgpu.wgmma(acc, plgpu.load(a, layout=plgpu.Layout.WGMMA), b_smem)
  o[...] = pl.run_state(state)(plgpu.ACC.init(plgpu.load(c, layout=plgpu.Layout.WGMMA)))
a = np.arange(4096).reshape(64, 64) % 7 - 3
b = np.arange(2048).reshape(64, 32) % 5 - 2
c = np.arange(2048).reshape(64, 32) % 9
print(np.array_equal(kernel(jnp.asarray(a, jnp.float16), jnp.asarray(b, jnp.float16), jnp.asarray(c, jnp.float32)), c + a @ b))
#> True
### threads_take_turns
# source: formula: thread 1 adds to what thread 0 wrote
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), num_threads=2, thread_name="wg",
                   scratch_types=[plgpu.SMEM((64,), jnp.int32), plgpu.Barrier()])
def kernel(x, o, s, ready):
  wg = lax.axis_index("wg")
  @pl.when(wg == 0)
  def _():
    s[...] = x[...] + 1
    plgpu.barrier_arrive(ready)
  @pl.when(wg == 1)
  def _():
    plgpu.barrier_wait(ready)
    o[...] = s[...] * 10
print(kernel(jnp.arange(64))[:4])
#> [10 20 30 40]
### branches_and_loops
# source: formula: sums of squares by thread
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 3), jnp.int32), num_threads=2, thread_name="wg")
def kernel(o):
  wg = lax.axis_index("wg")
  n = lax.cond(wg == 0, lambda: jnp.int32(3), lambda: jnp.int32(4))
  o[wg, 0] = lax.fori_loop(0, n, lambda i, s: s + i * i, jnp.int32(0))
  @pl.loop(0, n, init_carry=jnp.int32(0))
  def total(i, s):
    return s + i
  o[wg, 1] = total
  o[wg, 2] = lax.while_loop(lambda s: s < 100, lambda s: s * 3, n)
print(kernel())
#> [[  5   3 243]
#>  [ 14   6 108]]
### mesh_kernel
# source: formula
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
mesh = plgpu.Mesh(grid=(2,), grid_names=("i",), num_threads=1, thread_name="wg")
@pl.kernel(out_type=jax.ShapeDtypeStruct((2,), jnp.int32), mesh=mesh, scratch_types=[plgpu.SMEM((64,), jnp.int32)])
def kernel(x, o, s):
  i = lax.axis_index("i")
  o[i] = x[i] * 5
print(kernel(jnp.arange(2) + 1))
#> [ 5 10]
### unused_results
# source: ours: what nobody writes is NaN
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2,), jnp.float32))
def kernel(o):
  pass
print(kernel())
#> [nan nan]
### no_results
# source: JAX: out_type is () where absent
from jax.experimental.pallas import mosaic_gpu as plgpu
print(plgpu.kernel(lambda x: None)(1.0))
#> ()
### jit
# source: formula
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@jax.jit
def f(x):
  @functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct(x.shape, x.dtype))
  def kernel(x, o):
    o[...] = x[...] + 1
  return kernel(x * 2)
print(f(jnp.arange(3)))
#> [1 3 5]
### parameters_of_the_compiler
# source: JAX: they change no result
import functools
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2,), jnp.float32),
                   compiler_params=plgpu.CompilerParams(approx_math=True, unsafe_no_auto_barriers=True, lowering_semantics=plgpu.LoweringSemantics.Warpgroup))
def kernel(x, o):
  o[...] = x[...] + 1
print(kernel(jnp.zeros(2)))
#> [1. 1.]
### torch_kernel
# source: formula
import functools
import torch, jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
@plgpu.as_torch_kernel
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3,), jnp.float32))
def kernel(x, y, o):
  o[...] = x[...] + y[...]
print(kernel(torch.tensor([1., 2., 3.]), torch.tensor([10., 20., 30.])))
#> tensor([11., 22., 33.])
### scope_whose_copy_another_thread_waits_for
# source: formula: 2 x; the thread that copies never waits for its copy
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), num_threads=2, thread_name="wg")
def kernel(x, o):
  wg = lax.axis_index("wg")
  @functools.partial(pl.run_scoped, s=plgpu.SMEM((64,), jnp.int32), full=plgpu.Barrier(), collective_axes="wg")
  def _(s, full):
    @pl.when(wg == 1)
    def _():
      plgpu.copy_gmem_to_smem(x, s, full)
    @pl.when(wg == 0)
    def _():
      plgpu.barrier_wait(full)
      o[...] = s[...] * 2
print(kernel(jnp.arange(64))[:3])
#> [0 2 4]
### scope_whose_copy_nobody_waits_for
# source: pallas.md 5: what is in use when its scope ends is lost
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), num_threads=2, thread_name="wg", scratch_types=[plgpu.Barrier()])
def kernel(x, o, full):
  @functools.partial(pl.run_scoped, s=plgpu.SMEM((64,), jnp.int32), collective_axes="wg")
  def _(s):
    @pl.when(lax.axis_index("wg") == 1)
    def _():
      plgpu.copy_gmem_to_smem(x, s, full)
  plgpu.barrier_wait(full)
kernel(jnp.arange(64))
#! unawaited-operation: `s` is given back while an asynchronous operation of warpgroup 1 may still use it
### scratch_in_global_memory
# source: Pallas Mosaic GPU: GMEM scratch is one array for all programs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(x, o, scratch):
  i = lax.axis_index("i")
  scratch[i] = x[i] * 2
  o[i] = scratch[i] + 1
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((3, 128), jnp.float32), scratch_types=[plgpu.GMEM((3, 128), jnp.float32)], grid=(3,), grid_names=("i",))
print(f(jnp.arange(3 * 128, dtype=jnp.float32).reshape(3, 128))[:, 5])
#> [ 11. 267. 523.]
### a_cluster_of_sixteen_blocks
# source: CUDA: the largest cluster, which the interpreter runs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(o, smem, barrier):
  c = lax.axis_index("c")
  smem[...] = jnp.full((128,), c, jnp.int32)
  plgpu.barrier_arrive(barrier)
  plgpu.barrier_wait(barrier)
  o[c] = smem[...]
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.int32), cluster=(16,), cluster_names=("c",),
                 scratch_types=[plgpu.SMEM((128,), jnp.int32), plgpu.ClusterBarrier(collective_axes=("c",))])
print(f()[:, 0])
#> [ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15]
### twelve_warpgroups
# source: JAX: up to 16 threads of a Mosaic kernel, which the interpreter runs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(o):
  t = lax.axis_index("t")
  o[t] = jnp.full((128,), t * t, jnp.int32)
print(plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((12, 128), jnp.int32), num_threads=12, thread_name="t")()[:, 7])
#> [  0   1   4   9  16  25  36  49  64  81 100 121]
### mapped
# source: JAX, vmap: each entry of the batch is a run of the kernel
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(x, y, o):
  o[...] = x[...] * 2 + y[...]
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128,), jnp.float32))
x = jnp.arange(3 * 128, dtype=jnp.float32).reshape(3, 128)
print((jax.vmap(f, in_axes=(0, None))(x, x[0]) == 2 * x + x[0]).all(), jax.vmap(f, in_axes=1, out_axes=1)(x.T, x.T).shape)
#> True (128, 3)
### accumulators_of_run_state_in_loops
# source: NumPy: products added up; each turn's accumulator begins as what the loop carries, or as zeros
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a, b, o, p, a_smem, b_smem, barrier, out_smem):
  zero = plgpu.layout_cast(jnp.zeros((64, 64), jnp.float32), plgpu.Layout.WGMMA)
  def product(k, start):
    plgpu.copy_gmem_to_smem(a.at[:, pl.ds(k * 64, 64)], a_smem, barrier)
    plgpu.copy_gmem_to_smem(b.at[pl.ds(k * 64, 64)], b_smem, barrier)
    plgpu.barrier_wait(barrier)
    def body(acc):
      plgpu.wgmma(acc, a_smem, b_smem)
    return pl.run_state(body)(plgpu.ACC.init(start))
  def store(value, to):
    out_smem[...] = value
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(out_smem, to)
    plgpu.wait_smem_to_gmem(0)
  store(lax.fori_loop(0, 4, product, zero), o)
  store(lax.fori_loop(0, 4, lambda k, total: total + product(k, zero), zero), p)
transforms = (plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))
tile = plgpu.SMEM((64, 64), jnp.float16, transforms=transforms)
shape = jax.ShapeDtypeStruct((64, 64), jnp.float32)
f = plgpu.kernel(kernel, out_type=(shape, shape), scratch_types=[tile, tile, plgpu.Barrier(num_arrivals=2), plgpu.SMEM((64, 64), jnp.float32)])
a = (jnp.arange(64 * 256).reshape(64, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 64).reshape(256, 64) % 5 - 2).astype(jnp.float16)
want = a.astype(jnp.float32) @ b.astype(jnp.float32)
print([bool((x == want).all()) for x in f(a, b)])
#> [True, True]
