# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Views compose their offsets; only [...] touches memory.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  i = pl.program_id(0)
  half = x_ref.at[pl.ds(4, 4)]
  o_ref[0, :] = half.at[2][...]
  o_ref[pl.ds(i * 2, 2), :] = half[1:3, :]
  o_ref[7, ::2] = x_ref[i, 1::2]

pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 16), jnp.float32), grid=(2,))(jnp.ones((8, 16)))

# CHECK: tile.kernel @kernel(%[[X:.*]]: !tile.ref<8x16xf32> {{.*}}, %[[O:.*]]: !tile.ref<8x16xf32>
# CHECK: %[[I:.*]] = tile.program_id 0
# CHECK: tile.load %[[X]] [6, 0] sizes [1, 16] drop [0]
# CHECK: tile.store {{.*}}, %[[O]] [0, 0] sizes [1, 16] drop [0]
# CHECK: tile.load %[[X]] [5, 0] sizes [2, 16]
# CHECK: %[[START:.*]] = arith.muli %[[I]]
# CHECK: tile.store {{.*}}, %[[O]] [%[[START]], 0] sizes [2, 16]
# CHECK: tile.load %[[X]] [%[[I]], 1] sizes [1, 8] strides [1, 2] drop [0]
# CHECK: tile.store {{.*}}, %[[O]] [7, 0] sizes [1, 8] strides [1, 2] drop [0]
