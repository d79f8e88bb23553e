### each_warpgroup_prints_once
# source: Mosaic GPU: a print is said once for each warpgroup that reaches it; the barriers order them here
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), num_threads=2, thread_name="wg", scratch_types=[plgpu.Barrier()])
def kernel(x, o, first):
  wg = lax.axis_index("wg")
  @pl.when(wg == 1)
  def _():
    plgpu.barrier_wait(first)
  pl.debug_print("warpgroup {} of {}", wg, lax.axis_size("wg"))
  @pl.when(wg == 0)
  def _():
    plgpu.barrier_arrive(first)
  o[wg] = x[wg]
print(kernel(jnp.array([3, 4])))
#> warpgroup 0 of 2
#> warpgroup 1 of 2
#> [3 4]
### producer_and_consumer
# source: Mosaic GPU: what is waited for has been said before
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3, 64), jnp.int32), num_threads=2, thread_name="wg",
                   scratch_types=[plgpu.SMEM((64,), jnp.int32), plgpu.Barrier(), plgpu.Barrier()])
def kernel(x, o, s, full, free):
  @pl.when(lax.axis_index("wg") == 1)
  def _():
    @pl.loop(0, 3)
    def _(k):
      pl.debug_print("copies row {:>2d}", k)
      plgpu.copy_gmem_to_smem(x.at[k], s, full)
      plgpu.barrier_wait(free)
  @pl.when(lax.axis_index("wg") == 0)
  def _():
    @pl.loop(0, 3)
    def _(k):
      plgpu.barrier_wait(full)
      row = s[...]
      pl.debug_print("{}: the sum is {:d}, the ends {} and {}", k, jnp.sum(row), row[0], row[63])
      o[k] = row
      plgpu.barrier_arrive(free)
print(kernel(jnp.arange(3 * 64, dtype=jnp.int32).reshape(3, 64)).sum())
#> copies row  0
#> 0: the sum is 2016, the ends 0 and 63
#> copies row  1
#> 1: the sum is 6112, the ends 64 and 127
#> copies row  2
#> 2: the sum is 10208, the ends 128 and 191
#> 18336
### under_a_condition_in_a_loop
# source: Pallas: it prints where it stands
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.float32), grid=(2,), grid_names=("i",))
def kernel(x, o):
  i = lax.axis_index("i")
  @pl.loop(0, 4)
  def _(k):
    @pl.when(k % 2 == i)
    def _():
      pl.debug_print("program {}: {:.2f}", i, x[k])
      o[k] = x[k]
kernel(jnp.arange(4, dtype=jnp.float32) / 4)
#> program 0: 0.00
#> program 0: 0.50
#> program 1: 0.25
#> program 1: 0.75
### arrays
# source: NumPy's text of arrays
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3,), jnp.int32))
def kernel(x, o):
  pl.debug_print("{} and {}", x[...], jnp.arange(2))
  pl.debug_print("x is", x[0:2, 1] > 2, jnp.full((2, 2), 0.5))
  o[...] = x[0]
kernel(jnp.arange(6).reshape(2, 3))
#> [[0 1 2]
#>  [3 4 5]] and [0 1]
#> x is [False  True] [[0.5 0.5]
#>  [0.5 0.5]]
### one_warp_of_a_warpgroup
# source: Mosaic GPU: in a warp mesh each warp speaks for itself
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3,), jnp.int32))
def kernel(x, o):
  @pl.core_map(plgpu.WarpMesh(axis_name="warp"))
  def _():
    warp = lax.axis_index("warp")
    @pl.when(warp == 3)
    def _():
      pl.debug_print("warp {} sees {}", warp, x[2])
  o[...] = x[...]
kernel(jnp.arange(3) * 2)
#> warp 3 sees 4
### a_check_that_fails
# source: ours
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((3,), jnp.int32))
def kernel(x, o):
  pl.debug_print("begins with {}", x[0])
  with pl.enable_debug_checks():
    pl.debug_check(x[1] < 4, "the second is too large")
  o[...] = x[...]
kernel(jnp.arange(3) * 5)
#> begins with 0
#! assertion-failed: the second is too large
