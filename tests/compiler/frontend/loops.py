# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# fori_loop in a kernel is scf.for; a weak carry takes the body's type. pl.loop carries nothing.
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  total = lax.fori_loop(0, 8, lambda i, acc: acc + x_ref[i], 0.0)
  o_ref[0] = total

  @pl.loop(1, 8)
  def _(i):
    o_ref[i] = x_ref[i] + total

pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(jnp.ones((8,)))

# CHECK: %[[ZERO:.*]] = arith.constant 0.0
# CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32)  : i32 {
# CHECK: %[[X:.*]] = tile.load %{{.*}} [%[[I]]] sizes [1] drop [0]
# CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[X]] : f32
# CHECK: scf.yield %[[NEXT]]
# CHECK: tile.store %[[SUM]]
# CHECK: scf.for
# CHECK: tile.store
