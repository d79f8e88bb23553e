# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# An output that the body reads is readwrite: it starts out uninitialized. An alias starts with its input.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def accumulate(x_ref, o_ref):
  @pl.when(pl.program_id(0) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)
  o_ref[...] += x_ref[...]

x = jnp.ones((4, 8))
block = pl.BlockSpec((1, 8), lambda i: (i, 0))
pl.pallas_call(accumulate, out_shape=jax.ShapeDtypeStruct((1, 8), jnp.float32), grid=(4,), in_specs=[block],
               out_specs=pl.BlockSpec((1, 8), lambda i: (0, 0)))(x)

def increment(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1

pl.pallas_call(increment, out_shape=x, input_output_aliases={0: 0})(x)

# CHECK: %[[X:.*]] = arith.constant dense<1.0
# CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<1x8xf32>
# CHECK: tile.launch @accumulate grid [4](%[[X]], %[[NAN]])
# CHECK: tile.launch @increment grid [](%[[X]], %[[X]])
# CHECK: tile.kernel @accumulate({{.*}}tile.access = #tile.access<readwrite>
# CHECK: %[[FIRST:.*]] = arith.cmpi eq
# CHECK: scf.if %[[FIRST]] {
# CHECK: tile.store
# CHECK: }
# CHECK: tile.load
