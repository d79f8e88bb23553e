# REQUIRES: codegen
# RUN: %tessera show %s --stage=ptx --target=sm_90a | FileCheck %s
# What a warpgroup says once is told by its first thread: the 128th of the block for the second. In a warp map each warp's first thread tells.
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


# CHECK: .entry kernel(
# CHECK: .reqntid 256
# CHECK: mov.u32 %[[T:r[0-9]+]], %tid.x
# CHECK: and.b32 %[[OWN:r[0-9]+]], %[[T]], 127
# CHECK: setp.ne.b32 %[[P:p[0-9]+]], %[[OWN]], 0
# CHECK: @%[[P]] bra
# CHECK: atom.global.add.u32 %{{r[0-9]+}}, [%{{rd[0-9]+}}], 4
# CHECK: st.global.b32 [{{.*}}], %[[T]]
# CHECK: and.b32 %{{r[0-9]+}}, %[[T]], 31
# CHECK: atom.global.add.u32 %{{r[0-9]+}}, [%{{rd[0-9]+}}], 3
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32), num_threads=2, thread_name="wg")
def kernel(x, o):
  pl.debug_print("warpgroup {}", lax.axis_index("wg"))

  @pl.core_map(plgpu.WarpMesh(axis_name="warp"))
  def _():
    pl.debug_print("a warp")


kernel(jnp.arange(4))
