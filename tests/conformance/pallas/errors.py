### too_many_refs
# source: CPython's message, as in JAX
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
pl.pallas_call(lambda x_ref: None, out_shape=a)(a)
#! kernel-signature: takes 1 positional argument but 2 were given
### too_few_refs
# source: CPython's message, as in JAX
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def my_kernel(x_ref, y_ref, o_ref):
  pass
a = jnp.arange(256)
pl.pallas_call(my_kernel, out_shape=a)(a)
#! kernel-signature: my_kernel() missing 1 required positional argument: 'o_ref'
### signature_errors_are_type_errors
# source: JAX: TypeError
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(4)
try:
  pl.pallas_call(lambda x_ref: None, out_shape=a)(a)
except TypeError as error:
  print("TypeError:", error)
#> TypeError: <lambda>() takes 1 positional argument but 2 were given
### kernel_returns_something
# source: JAX: The kernel function ... should return None
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def my_kernel(x_ref, o_ref):
  return 0
a = jnp.arange(4)
try:
  pl.pallas_call(my_kernel, out_shape=a)(a)
except ValueError as error:
  text = str(error)
  print("The kernel function in the pallas_call my_kernel at " in text, " should return None. It returns a PyTree: *" in text)
#> True True
### kernel_closes_over_an_array
# source: JAX: The kernel function ... captures constants ...; You should pass them as inputs.
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
table = jnp.arange(4) * 2
def my_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + table
a = jnp.arange(4)
pl.pallas_call(my_kernel, out_shape=a)(a)
#! kernel-signature: captures constants [i32[4]]. You should pass them as inputs.
### index_map_closes_over_an_array
# source: JAX: Index map function ... must not capture constants
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
order = jnp.arange(4) % 2
a = jnp.arange(4)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (order[i],))])(a)
#! kernel-signature: for args[0] must not capture constants:
### in_specs_not_a_sequence
# source: JAX: `in_specs` must be a tuple or a list
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jnp.arange(4), in_specs=pl.BlockSpec((4,), lambda: 0))
#! block-spec: `in_specs` must be a tuple or a list
### in_specs_of_another_structure
# source: JAX: Pytree for `in_specs` and `inputs` do not match
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(4)
spec = pl.BlockSpec((4,), lambda: 0)
try:
  pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, in_specs=[spec, spec])(a, dict(a=a))
except ValueError as error:
  print(error)
#> Pytree for `in_specs` and `inputs` do not match. There are 1 mismatches, including:
#>     * at [1], `in_specs` is a pytree leaf but `inputs` is a dict with 1 child, so their Python types differ
### out_specs_of_another_length
# source: JAX: `out_specs` is a tuple of length 1 but `out_shape` is a tuple of length 2
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(4)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=[a, a], out_specs=[pl.BlockSpec((6,), lambda i: i)])(a)
#! block-spec: `out_specs` is a tuple of length 1 but `out_shape` is a tuple of length 2, so the lengths do not match
### block_of_another_rank
# source: JAX: Block shape for ... must have the same number of dimensions as the array shape
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=[a], in_specs=[pl.BlockSpec((1, 1), lambda: (0, 0))])(a)
#! block-spec: Block shape for args[0] (= (1, 1)) must have the same number of dimensions as the array shape (256,)
### block_of_an_output
# source: JAX: outputs[0]
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=[a], out_specs=[pl.BlockSpec((1, 1), lambda: 0)])(a)
#! block-spec: Block shape for outputs[0] (= (1, 1)) must have
### index_map_arity
# source: CPython's message, as in JAX
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
try:
  pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, in_specs=[pl.BlockSpec((4,), lambda i, j: 0)])(a)
except TypeError as error:
  print(error)
#> <lambda>() missing 2 required positional arguments: 'i' and 'j'
### index_map_results
# source: JAX: Index map function ... must return 1 values to match ...
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def my_index_map():
  return 0, 0
a = jnp.arange(256)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, in_specs=[pl.BlockSpec((4,), my_index_map)])(a)
#! index-map: for args[0] must return 1 values to match block_shape=(4,). Currently returning 2 values.
### index_map_of_a_leaf
# source: JAX: the way to a leaf is spelled args[0]['one']
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def my_index_map():
  return 0, 0
a = jnp.arange(256)
f = pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, in_specs=[dict(one=pl.BlockSpec((4,), my_index_map), two=pl.BlockSpec((8,), my_index_map))])
f(dict(one=a, two=a))
#! index-map: for args[0]['one'] must return 1 values
### index_map_of_floats
# source: JAX: must return integer scalars. Output[0] has type
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, grid=(1,), in_specs=[pl.BlockSpec((4,), lambda i: 5.0)])(a)
#! index-map: for args[0] must return integer scalars. Output[0] has type float32[].
### index_map_of_arrays
# source: JAX: must return integer scalars. Output[0] has type
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
a = jnp.arange(256)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=a, grid=(1,), in_specs=[pl.BlockSpec((4,), lambda i: jnp.arange(4))])(a)
#! index-map: must return integer scalars. Output[0] has type int32[4].
### out_shape_without_a_dtype
# source: ours
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda o_ref: None, out_shape=(2, 3))()
#! type-error: which has no shape and dtype
### keyword_arrays
# source: JAX: the function takes arrays in order
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jnp.arange(2))(x=jnp.arange(2))
#! argument-error: x
### input_that_is_no_array
# source: ours
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jnp.arange(2))("text")
#! type-error: args[0]
### kernel_inside_a_kernel
# source: ours
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
inner = pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jnp.arange(2))
def kernel(x_ref, o_ref):
  o_ref[...] = inner(x_ref[...])
pl.pallas_call(kernel, out_shape=jnp.arange(2))(jnp.arange(2))
#! not-supported: inside a kernel
