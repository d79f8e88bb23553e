### cdiv
# source: pallas.md 1.1: division that rounds up
import jax.numpy as jnp
from jax.experimental import pallas as pl
print(pl.cdiv(7, 2), pl.cdiv(8, 2), pl.cdiv(0, 3), pl.cdiv(1, 128))
print(pl.cdiv(jnp.array([7, 8]), 2))
#> 4 4 0 1
#> [4 4]
### align_to
# source: pallas.md 1.1
from jax.experimental import pallas as pl
print(pl.align_to(5, 4), pl.align_to(8, 4), pl.align_to(0, 4))
#> 8 8 0
### next_power_of_2
# source: pallas.md 1.1: (x - 1).bit_length(), and 1 for 0
from jax.experimental import pallas as pl
print([pl.next_power_of_2(x) for x in (0, 1, 2, 3, 64, 65)])
#> [1, 1, 2, 4, 64, 128]
### strides_from_shape
# source: row-major strides
from jax.experimental import pallas as pl
print(pl.strides_from_shape((2, 3, 4)), pl.strides_from_shape((5,)), pl.strides_from_shape(()))
#> (12, 4, 1) (1,) ()
### dot
# source: pallas.md 1.3: dot(a, b, trans_a, trans_b), float32 for floats
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, y_ref, o_ref, p_ref):
  z = pl.dot(x_ref[...], y_ref[...])
  print(z.dtype)
  o_ref[...] = z
  p_ref[...] = pl.dot(x_ref[...], x_ref[...], trans_b=True)
x = jnp.arange(6.0).reshape(2, 3).astype(jnp.bfloat16)
for z in pl.pallas_call(kernel, out_shape=[jax.ShapeDtypeStruct((2, 2), jnp.float32)] * 2)(x, x.T):
  print(z)
#> float32
#> [[ 5. 14.]
#>  [14. 50.]]
#> [[ 5. 14.]
#>  [14. 50.]]
### hints
# source: pallas.md 1.1 and 1.3: multiple_of and max_contiguous are hints
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  start = pl.multiple_of(pl.program_id(0) * 2, 2)
  o_ref[...] = x_ref[pl.ds(plgpu.max_contiguous(start, 2), 2)]
  plgpu.debug_barrier()
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.arange(4)))
#> [0 1 2 3]
### reciprocal_and_broadcast_to
# source: pallas.md 1.1
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = pl.broadcast_to(pl.reciprocal(x_ref[...], approx=True), (2, 2))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.float32))(jnp.array([2.0, 4.0])))
#> [[0.5  0.25]
#>  [0.5  0.25]]
### empty
# source: pallas.md 1.1: an array that nobody wrote; ours: the uninitialized value
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
x = pl.empty((2,), jnp.float32)
y = pl.empty_like(dict(a=jax.ShapeDtypeStruct((1, 2), jnp.int32)))
print(x, x.dtype, y["a"].shape, y["a"].dtype)
#> [nan nan] float32 (1, 2) int32
### approx_tanh
# source: tanh(0) is 0; the interpreter's is not approximate
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
def kernel(x_ref, o_ref):
  o_ref[...] = plgpu.approx_tanh(x_ref[...])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))(jnp.array([0.0, 100.0])))
#> [0. 1.]
### cost_estimate
# source: pallas.md 1.1: a record that changes no result
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
cost = pl.CostEstimate(flops=8, transcendentals=0, bytes_accessed=64)
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), cost_estimate=cost)(jnp.arange(2)), cost.flops)
#> [1 2] 8
### estimate_cost
# source: ours: not supported
from jax.experimental import pallas as pl
pl.estimate_cost(lambda x: x, 1.0)
#! not-supported: estimate_cost
