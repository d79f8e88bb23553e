# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# pl.load and pl.store with masks.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  mask = jnp.arange(8) < 5
  x = pl.load(x_ref, (pl.dslice(0, 8),), mask=mask, other=0.0)
  pl.store(o_ref, (pl.dslice(0, 8),), x, mask=mask)

pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(jnp.ones((8,)))

# CHECK: %[[MASK:.*]] = arith.cmpi slt
# CHECK: %[[OTHER:.*]] = arith.constant dense<0.0
# CHECK: tile.load %{{.*}} [0] sizes [8] mask %[[MASK]] : tensor<8xi1> other %[[OTHER]] : tensor<8xf32>
# CHECK: tile.store %{{.*}}, %{{.*}} [0] sizes [8] mask %[[MASK]] : tensor<8xi1>
