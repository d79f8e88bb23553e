# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# A kernel without a grid: whole arrays as Refs, no block.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def add_vectors_kernel(x_ref, y_ref, o_ref):
  x, y = x_ref[...], y_ref[...]
  o_ref[...] = x + y

@jax.jit
def add_vectors(x, y):
  return pl.pallas_call(add_vectors_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x, y)

add_vectors(jnp.arange(8), jnp.arange(8))

# CHECK: %[[X:.*]] = tile.iota 0 : tensor<8xi32>
# CHECK: tile.launch @add_vectors_kernel grid [](%{{.*}}, %{{.*}}) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
# CHECK: tile.kernel @add_vectors_kernel(
# CHECK-SAME: !tile.ref<8xi32> {tile.access = #tile.access<read>, tile.name = "x_ref"}
# CHECK-SAME: !tile.ref<8xi32> {tile.access = #tile.access<read>, tile.name = "y_ref"}
# CHECK-SAME: !tile.ref<8xi32> {tile.access = #tile.access<write>, tile.name = "o_ref"}
# CHECK: %[[A:.*]] = tile.load {{.*}} sizes [8]
# CHECK: %[[B:.*]] = tile.load {{.*}} sizes [8]
# CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : tensor<8xi32>
# CHECK: tile.store %[[SUM]]
