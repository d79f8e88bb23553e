# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Typed and raw keys; a batch of keys draws a batch.
import jax

k1, k2 = jax.random.split(jax.random.key(7))
# CHECK: %[[KEY:.*]] = arith.constant dense<[0, 7]> : tensor<2xi32>
# CHECK: %[[KEYS:.*]] = tile.random_split %[[KEY]] : tensor<2xi32> -> tensor<2x2xi32>
# CHECK: %[[K1:.*]] = tile.slice %[[KEYS]] [0, 0] sizes [1, 2] drop [0]
# CHECK: tile.random{{ +}}threefry{{ +}}normal %[[K1]] : tensor<2xi32> -> tensor<3xf32>
jax.random.normal(k1, (3,))
# CHECK: tile.random{{ +}}threefry{{ +}}uniform %{{.*}} {high = 2.000000e+00 : f64, low = -1.000000e+00 : f64} : tensor<2xi32> -> bf16
jax.random.uniform(jax.random.PRNGKey(0), (), "bfloat16", -1, 2)
# CHECK: tile.random_split %{{.*}} : tensor<2xi32> -> tensor<5x2xi32>
# CHECK: tile.random{{ +}}threefry{{ +}}normal %{{.*}} : tensor<5x2xi32> -> tensor<5x4xf32>
jax.vmap(lambda k: jax.random.normal(k, (4,)))(jax.random.split(k2, 5))
