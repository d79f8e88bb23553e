### output_begins_as_the_input
# source: Pallas, input_output_aliases: the output shares the input's buffer
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[1] = 100
x = jnp.arange(4)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), input_output_aliases={0: 0})
print(f(x), x)
#> [  0 100   2   3] [0 1 2 3]
### aliased_accumulation
# source: Pallas, input_output_aliases: what the output holds can be added to
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, start_ref, o_ref):
  o_ref[...] += x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), input_output_aliases={1: 0},
                   in_specs=[pl.BlockSpec((2,), lambda i: (i,)), pl.BlockSpec(memory_space=pl.ANY)], out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4), jnp.array([10, 20, 30, 40])))
#> [10 21 32 43]
### wrong_input
# source: JAX, pallas_call's own message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
x = jnp.arange(8)
pl.pallas_call(lambda x_ref, y_ref, o_ref: None, out_shape=[x], input_output_aliases={2: 0})(x, x)
#! value-error: input_output_aliases contains the mapping '2:0' with input index 2 outside the range [0, 2)
### wrong_output
# source: JAX, pallas_call's own message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
x = jnp.arange(8)
pl.pallas_call(lambda x_ref, y_ref, o_ref: None, out_shape=[x], input_output_aliases={1: 1})(x, x)
#! value-error: input_output_aliases contains the mapping '1:1' with output index 1 outside the range [0, 1)
### other_shape
# source: JAX, pallas_call's own message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
x = jnp.zeros((8, 128), jnp.int32)
pl.pallas_call(lambda x_ref, y_ref, o_ref: None, out_shape=[x], input_output_aliases={1: 0})(x, jnp.zeros((16, 128), jnp.int32))
#! value-error: referring to input[1] with abstract value int32[16,128] and to output[0] with a different abstract value int32[8,128]
### other_dtype
# source: JAX, pallas_call's own message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
x = jnp.zeros((8, 128), jnp.int32)
pl.pallas_call(lambda x_ref, o_ref: None, out_shape=jax.ShapeDtypeStruct(x.shape, jnp.float32), input_output_aliases={0: 0})(x)
#! value-error: with a different abstract value float32[8,128]
