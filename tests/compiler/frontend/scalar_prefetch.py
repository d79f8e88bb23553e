# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# An index map takes the grid's indices and then the scalars' Refs; blocks by element may begin in the padding; scratch of a scope is
# an argument of the kernel.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

def kernel(order_ref, x_ref, o_ref):
  def body(scratch_ref):
    scratch_ref[...] = x_ref[...]
    o_ref[...] = scratch_ref[...]
  pl.run_scoped(body, pltpu.VMEM((2,), jnp.int32))

spec = pltpu.PrefetchScalarGridSpec(
    num_scalar_prefetch=1,
    grid=(4,),
    in_specs=[pl.BlockSpec((pl.Element(2, (1, 0)),), lambda i, order: (order[i],))],
    out_specs=pl.BlockSpec((2,), lambda i, order: (i,)),
)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.int32), grid_spec=spec)(jnp.arange(4), jnp.arange(8))

# CHECK: tile.kernel @kernel(%{{.*}}: !tile.ref<4xi32> {tile.access = #tile.access<read>, tile.name = "order_ref"}
# CHECK-SAME: !tile.ref<2xi32> {{{.*}}#tile.block<2 of 8xi32 at @kernel.x_ref element [0]>{{.*}}tile.padding = array<i64: 1, 0>
# CHECK-SAME: !tile.ref<2xi32> {tile.access = #tile.access<scratch>, tile.name = "scratch_ref"}
# CHECK: func.func private @kernel.x_ref(%[[I:.*]]: i32, %[[ORDER:.*]]: !tile.ref<4xi32>) -> i32
# CHECK: %[[INDEX:.*]] = tile.load %[[ORDER]] [%[[I]]] sizes [1] drop [0] : {{.*}} -> i32
# CHECK: return %[[INDEX]]
