### atomic_add_from_all_programs
# source: pallas.md 1.3: atomics give the old value; the sum does not depend on the order
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, start_ref, o_ref):
  plgpu.atomic_add(o_ref, (0,), x_ref[...].sum())
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), grid=(4,), input_output_aliases={1: 0},
                   in_specs=[pl.BlockSpec((2,), lambda i: (i,)), pl.BlockSpec(memory_space=pl.ANY)], out_specs=pl.BlockSpec(memory_space=pl.ANY))
print(f(jnp.arange(8), jnp.array([100])))
#> [128]
### histogram
# source: NumPy, bincount of [0 1 1 3 3 3]
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.zeros((4,), jnp.int32)
  pl.atomic_add(o_ref, (x_ref[...],), jnp.ones((6,), jnp.int32))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.array([0, 1, 1, 3, 3, 3])))
#> [1 2 0 3]
### old_values_and_mask
# source: pallas.md 1.3: atomic_add(ref, idx, val, mask) returns what was there
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref[...]
  mask = jnp.array([True, False, True])
  old = pl.atomic_add(o_ref, (pl.ds(0, 3),), jnp.array([10, 20, 30]), mask=mask)
  p_ref[...] = jnp.where(mask, old, 0)
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3,), jnp.int32)] * 2)(jnp.array([1, 2, 3])):
  print(y)
#> [11  2 33]
#> [1 0 3]
### max_min_and_or_xor_xchg
# source: the operations on 5 (0b101) and 3 (0b011)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(o_ref):
  o_ref[...] = jnp.full((6,), 5)
  for i, update in enumerate((plgpu.atomic_max, plgpu.atomic_min, plgpu.atomic_and, plgpu.atomic_or, plgpu.atomic_xor, plgpu.atomic_xchg)):
    update(o_ref, (i,), 3)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32))())
#> [5 3 1 7 6 3]
### unsigned_maximum
# source: 0xffffffff is the largest uint32
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
  pl.atomic_max(o_ref, (pl.ds(0, 2),), jnp.array([7, 7], jnp.uint32))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.uint32))(jnp.array([4294967295, 1], jnp.uint32)))
#> [4294967295          7]
### compare_and_swap
# source: pallas.md 1.3: atomic_cas(ref, cmp, val) writes where the element equals cmp
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref[...]
  p_ref[0] = plgpu.atomic_cas(o_ref.at[0], 5, 50)
  p_ref[1] = plgpu.atomic_cas(o_ref.at[1], 5, 50)
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((2,), jnp.int32)] * 2)(jnp.array([5, 6])):
  print(y)
#> [50  6]
#> [5 6]
### compare_and_swap_of_an_array
# source: pallas.md 1.3: atomic_cas takes one element
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.atomic_cas(o_ref, 5, 50)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([5, 6]))
#! value-error: takes one element
### bitwise_atomics_of_floats
# source: ours: bits of integers only
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  pl.atomic_and(o_ref, (0,), 1.0)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))()
#! type-error: takes a Ref of integers
