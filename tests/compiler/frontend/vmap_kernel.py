# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# vmap gives a kernel's grid a leading axis; an operand without the mapped axis keeps its block.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] + y_ref[...] + pl.program_id(0)

def f(x, y):
  return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), grid=(2,),
                        in_specs=[pl.BlockSpec((4,), lambda i: (i,)), None],
                        out_specs=pl.BlockSpec((4,), lambda i: (i,)))(x, y)

jax.vmap(f, in_axes=(1, None))(jnp.ones((8, 3)), jnp.float32(2))

# CHECK: %[[X:.*]] = tile.transpose %{{.*}} [1, 0] : tensor<8x3xf32> -> tensor<3x8xf32>
# CHECK: tile.launch @kernel_vmap grid [3, 2](%[[X]], %{{.*}}) : (tensor<3x8xf32>, f32) -> tensor<3x8xf32>
# CHECK-NOT: tile.kernel @kernel(
# CHECK: tile.kernel @kernel_vmap(%{{.*}}: !tile.ref<4xf32> {{{.*}}#tile.block<1x4 of 3x8xf32 at @kernel_vmap.x_ref squeeze [0]>
# CHECK-SAME: !tile.ref<f32> {tile.access = #tile.access<read>, tile.name = "y_ref"}
# CHECK: tile.program_id 1
# CHECK: func.func private @kernel_vmap.x_ref(%[[B:.*]]: i32, %[[I:.*]]: i32) -> (i32, i32)
# CHECK: return %[[B]], %[[I]]
