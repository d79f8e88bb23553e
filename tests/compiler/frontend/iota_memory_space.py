# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# The TPU spellings of a memory space say nothing on a GPU: the whole array.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

def iota_kernel(o_ref):
  i = pl.program_id(0)
  o_ref[i] = i

def iota(size, space):
  return pl.pallas_call(iota_kernel, out_specs=pl.BlockSpec(memory_space=space),
                        out_shape=jax.ShapeDtypeStruct((size,), jnp.int32), grid=(size,))()

iota(8, pltpu.SMEM)
iota(8, pltpu.TPUMemorySpace.SMEM)

# One kernel serves both.
# CHECK-COUNT-2: tile.launch @iota_kernel grid [8]() : () -> tensor<8xi32>
# CHECK: tile.kernel @iota_kernel(%[[O:.*]]: !tile.ref<8xi32>
# CHECK: %[[I:.*]] = tile.program_id 0
# CHECK: tile.store %[[I]], %[[O]] [%[[I]]] sizes [1] drop [0] : i32, <8xi32>
# CHECK-NOT: tile.kernel
