### one_trace_for_one_kind_of_arguments
# source: JAX: a kernel is traced once for the same shapes and dtypes
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
traces = []
def kernel(x_ref, o_ref):
  traces.append(x_ref.shape)
  o_ref[...] = x_ref[...] + 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))
g = jax.jit(lambda x: f(f(x)))
print(g(jnp.zeros(2)), f(jnp.ones(2)), len(traces))
#> [2. 2.] [2. 2.] 1
### other_arguments_are_traced_again
# source: JAX: dtypes and structure are part of the key
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
traces = []
def kernel(x_ref, o_ref):
  x = x_ref["a"] if isinstance(x_ref, dict) else x_ref
  traces.append(str(x.dtype))
  o_ref[...] = x[...].astype(jnp.float32) * 2
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))
print(f(jnp.arange(2)), f(jnp.arange(2.0)), f({"a": jnp.arange(2)}), f(jnp.arange(2)))
print(traces)
#> [0. 2.] [0. 2.] [0. 2.] [0. 2.]
#> ['int32', 'float32', 'int32']
### a_trace_that_was_thrown_away
# source: JAX, eval_shape: nothing is computed, and later calls still work
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] - 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))
print(jax.eval_shape(f, jnp.arange(2)).shape, f(jnp.arange(2)), jax.vmap(f)(jnp.arange(4).reshape(2, 2)), f(jnp.arange(2)))
#> (2,) [-1  0] [[-1  0]
#>  [ 1  2]] [-1  0]
### loop_that_carries_refs
# source: JAX: a Ref may be carried, and is the same in every step
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  def body(i, carry):
    total, ref = carry
    return lax.switch(i % 2, [lambda t, r: t + r[i], lambda t, r: t - r[i]], total, ref), ref
  o_ref[0] = lax.fori_loop(0, 4, body, (jnp.int32(0), x_ref))[0]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.array([1, 20, 300, 4000])))
#> [-3719]
### integer_dot
# source: pl.dot: int32 for integers
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, o_ref):
  o_ref[...] = pl.dot(x_ref[...], y_ref[...])
x = jnp.full((2, 3), 100, jnp.int8)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32))(x, x.T))
#> [[30000 30000]
#>  [30000 30000]]
