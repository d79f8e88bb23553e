# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# One rule an operation: dot, reduce, broadcast, slice, concatenate; nested, and entry by entry for computed slices.
import jax
import jax.numpy as jnp

x = jnp.ones((4, 8, 16))
y = jnp.arange(32.0).reshape(16, 2)

# CHECK: tile.broadcast %{{.*}} axes [1, 2] : tensor<16x2xf32> -> tensor<4x16x2xf32>
# CHECK: tile.dot %{{.*}}, %{{.*}} : tensor<4x8x16xf32>, tensor<4x16x2xf32> -> tensor<4x8x2xf32>
jax.vmap(lambda a: a @ y)(x)

# CHECK: tile.reduce{{ +}}add %{{.*}} axes [2] : tensor<4x8x16xf32> -> tensor<4x8xf32>
jax.vmap(lambda a: a.sum(axis=1))(x)

# CHECK: tile.reduce{{ +}}max %{{.*}} axes [2] : tensor<4x8x16xf32> -> tensor<4x8xf32>
jax.vmap(jax.vmap(jnp.max))(x)

# CHECK: tile.slice %{{.*}} [0, 2, 0] sizes [4, 1, 16] drop [1] : tensor<4x8x16xf32> -> tensor<4x16xf32>
jax.vmap(lambda a: a[2])(x)

# CHECK-COUNT-4: sizes [1, 8] drop [0] : tensor<4x8xf32> -> tensor<8xf32>
# CHECK: tile.concatenate
jax.vmap(lambda a, i: jax.lax.dynamic_slice(a, (i,), (1,)))(jnp.ones((4, 8)), jnp.arange(4))

# CHECK: tile.transpose %{{.*}} [1, 0] : tensor<4x16xf32> -> tensor<16x4xf32>
jax.vmap(lambda a: a[0] * 2, out_axes=1)(x)
