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
### store_to_the_aliased_input
# source: Pallas, input_output_aliases: the output shares the input's buffer, as on a GPU
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  x_ref[1] = x_ref[1] + 100
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), input_output_aliases={0: 0})
x = jnp.arange(4)
print(f(x), x)
#> [  0 101   2   3] [0 1 2 3]
### input_and_output_are_one_memory
# source: Pallas, input_output_aliases: the output shares the input's buffer, as on a GPU
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  x_ref[0] = 7
  o_ref[1] = x_ref[0]
  x_ref[2] = o_ref[1] + 1
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), input_output_aliases={0: 0})(jnp.arange(4)))
#> [7 7 8 3]
### store_to_a_block_of_the_aliased_input
# source: Pallas, input_output_aliases: the output shares the input's buffer, as on a GPU
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, o_ref, p_ref):
  y_ref[...] = y_ref[...] * 2 + pl.program_id(0)
  p_ref[...] = x_ref[...] - y_ref[...]
spec = pl.BlockSpec((2,), lambda i: (i,))
shape = jax.ShapeDtypeStruct((4,), jnp.int32)
f = pl.pallas_call(kernel, out_shape=(shape, shape), grid=(2,), in_specs=[spec, pl.BlockSpec((2,), lambda j: (j,))], out_specs=(spec, spec),
                   input_output_aliases={1: 0})
for z in f(jnp.arange(4), jnp.arange(4) + 10):
  print(z)
#> [20 22 25 27]
#> [-20 -21 -23 -24]
### whole_arrays_in_place
# source: Pallas, memory spaces: ANY is the array itself, and aliased arrays are one
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  i = pl.program_id(0)
  o_ref[i + 1] = x_ref[i] + x_ref[i + 1]
spec = pl.BlockSpec(memory_space=pl.ANY)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((5,), jnp.int32), grid=(4,), in_specs=[spec], out_specs=spec, input_output_aliases={0: 0})
print(f(jnp.ones(5, jnp.int32)))
#> [1 2 3 4 5]
### atomics_on_the_aliased_input
# source: Pallas, input_output_aliases: the output shares the input's buffer, as on a GPU
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  plgpu.atomic_add(x_ref, (0,), pl.program_id(0))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), grid=(4,), input_output_aliases={0: 0})
print(f(jnp.array([10])))
#> [16]
### store_to_an_aliased_input_of_other_blocks
# source: ours: which of the two blocks would be copied back is not said
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  x_ref[0] = 1
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (1 - i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)), input_output_aliases={0: 0})
f(jnp.arange(4))
#! not-supported: `kernel` stores to its input `x_ref`, which is aliased to the output `o_ref` and has other blocks
