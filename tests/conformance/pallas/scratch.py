### scratch_accumulator
# source: Pallas TPU pipelining: scratch keeps its contents from program to program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref, acc_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    acc_ref[...] = jnp.zeros_like(acc_ref)
  acc_ref[...] += x_ref[...]
  @pl.when(pl.program_id(0) == pl.num_programs(0) - 1)
  def _():
    o_ref[...] = acc_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(3,), in_specs=[pl.BlockSpec((None, 2), lambda i: (i, 0))],
                   out_specs=pl.BlockSpec((2,), lambda i: (0,)), scratch_shapes=[pltpu.VMEM((2,), jnp.int32)])
print(f(jnp.array([[1, 2], [10, 20], [100, 200]])))
#> [111 222]
### scratch_by_name
# source: pallas.md 1.1: scratch_shapes as a dict gives keyword arguments
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref, *, left_ref, right_ref):
  right_ref[...] = x_ref[...]
  left_ref[...] = x_ref[...] * 2
  o_ref[...] = left_ref[...] + right_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32),
                   scratch_shapes=dict(right_ref=pltpu.VMEM((2,), jnp.int32), left_ref=pltpu.SMEM((2,), jnp.int32)))
print(f(jnp.array([1, 2])))
#> [3 6]
### scratch_trees
# source: pallas.md 1.1: each entry of scratch_shapes is one parameter, and may be a tree
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, pair, single):
  first, second = pair
  first[...] = jnp.full((2,), 3)
  second["deep"][...] = jnp.full((2,), 4)
  single[...] = first[...] * second["deep"][...]
  o_ref[...] = single[...]
buffer = pltpu.VMEM((2,), jnp.int32)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), scratch_shapes=((buffer, dict(deep=buffer)), buffer))
print(f())
#> [12 12]
### spellings_of_scratch
# source: pallas.md 1.1 and 1.2: pl.MemoryRef, pltpu.VMEM and SMEM, plgpu.SMEM
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, *scratch):
  for i, ref in enumerate(scratch):
    ref[...] = jnp.full((1,), i)
  o_ref[...] = sum(ref[...] for ref in scratch)
shapes = [pl.MemoryRef((1,), jnp.int32, pl.ANY), pl.MemoryRef(jax.ShapeDtypeStruct((1,), jnp.int32), pltpu.VMEM), pltpu.VMEM((1,), jnp.int32),
          pltpu.SMEM(shape=(1,), dtype=jnp.int32), plgpu.SMEM((1,), jnp.int32)]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), scratch_shapes=shapes)())
#> [10]
### run_scoped
# source: pallas.md 1.1: run_scoped gives a function Refs and returns what it returns
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  def body(a_ref, *, b_ref):
    a_ref[...] = x_ref[...] + 1
    b_ref[...] = a_ref[...] * 10
    return b_ref[...] + a_ref[...]
  o_ref[...] = pl.run_scoped(body, pltpu.VMEM((3,), jnp.int32), b_ref=pltpu.VMEM((3,), jnp.int32))
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))(jnp.arange(3)))
#> [11 22 33]
### run_scoped_is_fresh_each_time
# source: Pallas: a scope's memory is new; ours: NaN, not what an earlier program left
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref):
  def body(ref):
    o_ref[...] = ref[...]
    ref[...] = jnp.ones((2,))
  pl.run_scoped(body, pltpu.VMEM((2,), jnp.float32))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32), grid=(2,), out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f())
#> [nan nan nan nan]
### run_scoped_of_trees
# source: pallas.md 1.1: a type may be a tree of types
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref):
  @pl.when(pl.program_id(0) < 2)
  def _():
    def body(refs):
      refs["a"][...] = jnp.full((1,), 5)
      refs["b"][...] = refs["a"][...] + pl.program_id(0)
      o_ref[...] = refs["b"][...]
    pl.run_scoped(body, dict(a=pltpu.VMEM((1,), jnp.int32), b=pltpu.VMEM((1,), jnp.int32)))
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((1,), lambda i: (i,)))
print(f())
#> [5 6]
### with_scoped
# source: pl.with_scoped's documentation: the call's own arguments come first
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  @pl.with_scoped(pltpu.VMEM((2,), jnp.int32), extra_ref=pltpu.VMEM((2,), jnp.int32))
  def add(outer_ref, scratch_ref, extra_ref):
    scratch_ref[...] = outer_ref[...]
    extra_ref[...] = scratch_ref[...] * 3
    o_ref[...] = extra_ref[...]
  add(x_ref)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1, 2])))
#> [3 6]
### run_state
# source: pallas.md 1.1: run_state turns values into Refs and their last contents into values
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  def body(refs):
    total_ref, count_ref = refs
    @pl.loop(0, 4)
    def _(i):
      total_ref[...] += x_ref[i]
      count_ref[...] += 1
  total, count = pl.run_state(body)((jnp.int32(100), jnp.int32(0)))
  o_ref[0] = total
  o_ref[1] = count
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([1, 2, 3, 4])))
#> [110   4]
### run_scoped_on_the_host
# source: ours: scratch is a kernel's
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
pl.run_scoped(lambda ref: None, pltpu.VMEM((2,), jnp.int32))
#! not-supported: outside a kernel
