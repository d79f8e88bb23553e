# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# RUN: %tessera compile %s 2>&1 | FileCheck %s --check-prefix=REMARK
# Releases before mid 2024 had the index map first.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]

pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 4), jnp.float32), grid=(2,),
               in_specs=[pl.BlockSpec(lambda i: (i, 0), (4, 4))],
               out_specs=pl.BlockSpec((4, 4), lambda i: (i, 0)))(jnp.ones((8, 4)))

# REMARK: block_spec_old_order.py:12:{{.*}}: remark: the index map stands before the block shape
# CHECK: #tile.block<4x4 of 8x4xf32 at @kernel.x_ref>
