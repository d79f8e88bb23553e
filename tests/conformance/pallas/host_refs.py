### run_state_on_the_host
# source: Pallas, run_state: Refs that begin as the values; what they hold in the end
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def f(refs):
  x, y = refs
  y[...] = x[...] * 2
  x[0] = 10
print(pl.run_state(f)((jnp.arange(3), jnp.zeros(3, jnp.int32))))
#> (Array([10,  1,  2], dtype=int32), Array([0, 2, 4], dtype=int32))
### core_map_over_tensor_cores
# source: Pallas, core_map: the body runs on each core and changes the Refs around it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
mesh = pltpu.TensorCoreMesh(axis_name="core", num_cores=2)
@jax.jit
def f(x):
  def inner(refs):
    x_ref, y_ref = refs
    @pl.core_map(mesh)
    def _():
      i = lax.axis_index("core")
      y_ref[i] = x_ref[i] + 10 * i
  return pl.run_state(inner)((x, jnp.zeros_like(x)))[1]
print(f(jnp.arange(4).reshape(2, 2)))
#> [[ 0  1]
#>  [12 13]]
### core_map_over_a_gpu_mesh
# source: Pallas, core_map
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
mesh = plgpu.Mesh(grid=(4,), grid_names=("x",))
x, y = jax.new_ref(jnp.arange(4, dtype=jnp.int32)), jax.new_ref(jnp.zeros(4, jnp.int32), memory_space=plgpu.GMEM)
@pl.core_map(mesh)
def _():
  i = lax.axis_index("x")
  y[i] = x[i] * x[i]
print(y[...], jax.freeze(y))
#> [0 1 4 9] [0 1 4 9]
### refs_as_arguments
# source: JAX, jax.new_ref: a kernel that is given a Ref changes it
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(r, x, o):
  o[...] = r[...] + x[...]
  r[...] = x[...]
ref = jax.new_ref(jnp.arange(4))
shape = jax.ShapeDtypeStruct((4,), jnp.int32)
print(pl.pallas_call(kernel, out_shape=shape)(ref, jnp.full(4, 5)), ref[...])
def swap(r, s):
  r[0], s[0] = s[0], r[0]
a, b = jax.new_ref(jnp.arange(2)), jax.new_ref(jnp.arange(2) + 7)
plgpu.kernel(swap, out_type=())(a, b)
print(a[...], b[...])
#> [5 6 7 8] [5 5 5 5]
#> [7 1] [0 8]
### refs_around_a_kernel_called_twice
# source: JAX, jax.new_ref
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
count = jax.new_ref(jnp.zeros(1, jnp.int32))
def kernel(x_ref, o_ref):
  count[0] += x_ref[0]
  o_ref[0] = count[0]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))
print(f(jnp.array([3])), f(jnp.array([4])), count[...])
#> [3] [7] [7]
### a_map_of_one_function
# source: JAX, mpmd_map: functions over meshes
import jax, jax.numpy as jnp
from jax import lax
from jax._src.pallas import mpmd
from jax.experimental.pallas import mosaic_gpu as plgpu
mesh = plgpu.Mesh(grid=(2,), grid_names=("x",))
def kernel(x, o):
  o[lax.axis_index("x")] = x[1 - lax.axis_index("x")]
print(mpmd.mpmd_map([(mesh, kernel)], jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1, 2])))
mpmd.mpmd_map([(mesh, kernel), (mesh, kernel)], ())
#> [2 1]
#! not-supported: `mpmd_map` of 2 functions
