### kernel_closes_over_a_constant
# source: JAX: The kernel function ... captures constants ...; You should pass them as inputs.
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
table = jnp.array([1, 2, 3])
def my_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + table
pl.pallas_call(my_kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.arange(3))
#! kernel-signature: captures constants [i32[3]]. You should pass them as inputs.
### index_map_closes_over_a_constant
# source: JAX: Index map function ... must not capture constants
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
order = np.array([1, 0], dtype=np.int32)
a = jnp.arange(4)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (jnp.array(order)[i],))])(a)
#! kernel-signature: for args[0] must not capture constants:
### numbers_are_no_constants
# source: JAX: scalars become part of the kernel
import jax, jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
scale, shift = jnp.float32(3), np.float32(0.5)
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * scale + shift
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))(jnp.ones(2)))
#> [3.5 3.5]
### arrays_made_inside
# source: ours: a constant that the kernel itself makes is no capture
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + jnp.array([10, 20])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(2)))
#> [10 21]
### for_loop_of_refs
# source: jax._src.lax.control_flow.for_loop: the state's Refs are updated in each step
import jax, jax.numpy as jnp
from jax._src.lax.control_flow.for_loop import for_loop
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  def body(i, refs):
    total_ref, count_ref = refs
    total_ref[...] += x_ref[i]
    count_ref[...] += 1
  total, count = for_loop(3, body, (jnp.int32(100), jnp.int32(0)))
  o_ref[0] = total
  o_ref[1] = count
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(3)))
#> [103   3]
### double_precision
# source: JAX's 64-bit mode reaches kernels
import jax, jax.numpy as jnp
from jax import lax
from jax._src import config
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = lax.fori_loop(0, 3, lambda i, acc: acc + x_ref[...], jnp.zeros((2,), jnp.float64))
with config.enable_x64(True):
  y = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float64))(jnp.array([1.0, 0.1], jnp.float64))
  print(y.dtype, config.enable_x64.value)
print(config.enable_x64.value)
#> float64 True
#> False
