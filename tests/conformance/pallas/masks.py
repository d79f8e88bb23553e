### load_with_mask_and_other
# source: pallas.md 1.3: load(ref, mask, other)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  i = jnp.arange(4)
  o_ref[...] = plgpu.load(x_ref.at[pl.ds(0, 4)], mask=i < 3, other=-5)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4)))
#> [ 0  1  2 -5]
### masked_load_past_the_end
# source: ours: a masked element is not touched, wherever it is
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  i = pl.program_id(0) * 4 + jnp.arange(4)
  o_ref[...] = pl.load(x_ref, (pl.ds(pl.program_id(0) * 4, 4),), mask=i < 6, other=0)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((4,), lambda i: (i,)))
print(f(jnp.arange(1, 7)))
#> [1 2 3 4 5 6 0 0]
### masked_store
# source: pallas.md 1.3: store(ref, val, mask)
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(o_ref):
  o_ref[...] = jnp.zeros((4,), jnp.int32)
  plgpu.store(o_ref.at[:], jnp.arange(4) + 10, mask=jnp.array([True, False, False, True]))
  pl.store(o_ref, (pl.ds(1, 2),), jnp.array([5, 6]), mask=jnp.array([False, True]))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))())
#> [10  0  6 13]
### mask_that_broadcasts
# source: NumPy broadcasting: a column mask for a matrix
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  o_ref[...] = plgpu.load(x_ref.at[:, :], mask=(jnp.arange(3) != 1)[None, :], other=jnp.array([[7], [8]]))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 3), jnp.int32))(jnp.arange(6).reshape(2, 3)))
#> [[0 7 2]
#>  [3 8 5]]
### masked_access_of_a_transposed_view
# source: ours: a mask has the view's shape
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  mask = jnp.array([[True, False], [True, True], [False, True]])
  o_ref[...] = plgpu.load(x_ref.T, mask=mask, other=-1)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3, 2), jnp.int32))(jnp.arange(6).reshape(2, 3)))
#> [[ 0 -1]
#>  [ 1  4]
#>  [-1  5]]
### swap
# source: Pallas, swap writes and gives what was there
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref, p_ref):
  o_ref[...] = x_ref[...]
  p_ref[...] = pl.swap(o_ref, (pl.ds(0, 2),), jnp.array([8, 9]))
for y in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((3,), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.int32)])(jnp.array([1, 2, 3])):
  print(y)
#> [8 9 3]
#> [1 2]
### other_without_mask
# source: Pallas, Triton back end: other requires mask
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  o_ref[...] = plgpu.load(x_ref.at[:], other=0)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4))
#! value-error: without a mask
### mask_of_another_shape
# source: ours: a mask broadcasts to the access
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  o_ref[...] = plgpu.load(x_ref.at[:], mask=jnp.arange(3) < 2, other=0)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4))
#! shape-mismatch: mask
### masks_of_a_tpu
# source: Pallas, pltpu.load and pltpu.store: what a mask leaves out keeps its value
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  o_ref[...] = jnp.full((8,), -1.0)
  m = jnp.arange(8) < 5
  pltpu.store(o_ref, pltpu.load(x_ref), mask=m)
  o_ref[...] = jnp.where(m, pltpu.load(o_ref, mask=m) * 2, o_ref[...])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(jnp.arange(8.0)))
#> [ 0.  2.  4.  6.  8. -1. -1. -1.]
