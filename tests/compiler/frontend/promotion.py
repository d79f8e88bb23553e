# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Weak Python numbers give way; integers divide to float32; bfloat16 meets float16 at float32.
import jax.numpy as jnp

h = jnp.ones((4,), jnp.bfloat16)
f = jnp.ones((4,), jnp.float16)
i = jnp.arange(4)
u = jnp.arange(4, dtype=jnp.uint8)

# CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<4xbf16>
print((h * 2.5).dtype)
# CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<4xf32>
print((h + f).dtype)
# CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<4xf32>
print((i / 2).dtype)
# CHECK: arith.floordivsi
print((i // 2).dtype)
# CHECK: %[[U:.*]] = tile.cast %{{.*}} {from_unsigned} : tensor<4xi8> -> tensor<4xi32>
print((u + i).dtype)
# CHECK: arith.divui %{{.*}}, %{{.*}} : tensor<4xi8>
print((u // jnp.uint8(3)).dtype)
# CHECK: arith.cmpi ult
print((u < 3).dtype)
# CHECK: tile.cast %{{.*}} : tensor<4xi1> -> tensor<4xi32>
print((i > 1).sum().dtype)
