# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Blocks and their index maps; None squeezes an axis.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2

x = jnp.ones((4, 64, 32))
pl.pallas_call(
    kernel,
    out_shape=jax.ShapeDtypeStruct((4, 64, 32), jnp.float32),
    grid=(4, 2),
    in_specs=[pl.BlockSpec((None, 32, 32), lambda b, i: (b, i, 0))],
    out_specs=pl.BlockSpec((pl.squeezed, 32, 32), lambda b, i: (b, i, 0)),
)(x)

# CHECK: tile.launch @kernel grid [4, 2]
# CHECK: tile.kernel @kernel(%{{.*}}: !tile.ref<32x32xf32> {{{.*}}#tile.block<1x32x32 of 4x64x32xf32 at @kernel.x_ref squeeze [0]>
# CHECK: func.func private @kernel.x_ref(%[[B:.*]]: i32, %[[I:.*]]: i32) -> (i32, i32, i32)
# CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
# CHECK: return %[[B]], %[[I]], %[[ZERO]]
