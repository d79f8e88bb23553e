# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# .at[...] makes a new array; indices are static.
import jax.numpy as jnp

x = jnp.zeros((4, 8))
# CHECK: tile.update_slice %{{.*}} into %{{.*}} [1, 0] : tensor<1x8xf32>, tensor<4x8xf32>
x.at[1].set(3)
# CHECK: tile.slice %{{.*}} [0, 2] sizes [4, 3]
# CHECK: arith.addf
# CHECK: tile.update_slice %{{.*}} into %{{.*}} [0, 2] : tensor<4x3xf32>, tensor<4x8xf32>
x.at[:, 2:5].add(1)
