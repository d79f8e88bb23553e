### when_on_a_traced_condition
# source: Pallas, when: runs the function where the condition holds
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.full((1,), -1)
  @pl.when(pl.program_id(0) % 2 == 1)
  def _():
    o_ref[...] = jnp.full((1,), pl.program_id(0))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(4,), out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f())
#> [-1  1 -1  3]
### when_on_a_python_bool
# source: pallas.md 1.1: a Python bool decides while tracing
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  o_ref[...] = jnp.zeros((1,), jnp.int32)
  @pl.when(True)
  def _():
    print("traced")
    o_ref[...] = jnp.ones((1,), jnp.int32)
  @pl.when(False)
  def _():
    print("never traced")
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))())
#> traced
#> [1]
### nested_when
# source: Pallas, when inside when
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  i, j = pl.program_id(0), pl.program_id(1)
  o_ref[...] = jnp.zeros((1, 1), jnp.int32)
  @pl.when(i > 0)
  def _():
    @pl.when(j == 1)
    def _():
      o_ref[...] += 5
    o_ref[...] += 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2, 2), out_specs=pl.BlockSpec((1, 1), lambda i, j: (i, j)))
print(f())
#> [[0 0]
#>  [1 6]]
### loop_for_its_effects
# source: Pallas, loop: a decorator for fori_loop
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  @pl.loop(0, 4)
  def _(i):
    o_ref[i] = x_ref[3 - i]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.array([1, 2, 3, 4])))
#> [4 3 2 1]
### loop_with_step_and_traced_bounds
# source: Pallas, loop(lower, upper, step=)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(n_ref, o_ref):
  o_ref[...] = jnp.zeros((6,), jnp.int32)
  @pl.loop(1, n_ref[0], step=2)
  def _(i):
    o_ref[i] = i
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32))(jnp.array([6])))
#> [0 1 0 3 0 5]
### loop_with_carry
# source: pallas.md 1.1: loop(..., init_carry=): the last carry stands in the function's place
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  @pl.loop(0, 4, init_carry=(jnp.int32(0), jnp.int32(1)))
  def result(i, carry):
    total, product = carry
    return total + x_ref[i], product * x_ref[i]
  o_ref[0], o_ref[1] = result
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1, 2, 3, 4])))
#> [10 24]
### unrolled_loop
# source: Pallas, loop(unroll=True) has the same meaning
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  @pl.loop(0, 3, unroll=True)
  def _(i):
    o_ref[i] = x_ref[i] * i
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.array([5, 6, 7])))
#> [ 0  6 14]
### helpers_and_closures
# source: Python: a kernel may call functions and close over numbers and Refs
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
scale = 3
def helper(ref, by):
  ref[...] = ref[...] * by
def kernel(x_ref, o_ref, *, offset):
  def add():
    o_ref[...] = x_ref[...] + offset
  add()
  helper(o_ref, scale)
print(pl.pallas_call(functools.partial(kernel, offset=1), out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.arange(3)))
#> [3 6 9]
### kernel_as_a_decorator
# source: pallas.md 3.8: functools.partial(pl.pallas_call, ...) decorates kernels
import functools
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
@functools.partial(pl.pallas_call, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32), grid=1, interpret=True)
def double(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2
print(double(jnp.arange(3)))
#> [0 2 4]
### jitted_helper_in_a_kernel
# source: JAX: jit changes no result, in a kernel either
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
@jax.jit
def helper(x):
  return x + 10 * pl.program_id(0)
def kernel(x_ref, o_ref):
  o_ref[...] = helper(x_ref[...])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4)))
#> [ 0  1 12 13]
### vmap_inside_a_kernel
# source: JAX: vmap of a function of rows
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jax.vmap(lambda row: row.sum() + pl.num_programs(0))(x_ref[...])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(1,))
print(f(jnp.arange(6).reshape(2, 3)))
#> [ 4 13]
