# SPDX-License-Identifier: Apache-2.0
# RUN: %tessera show --stage=tilegpu %s | FileCheck %s
# RUN: %tessera compile %s 2>&1 | FileCheck --check-prefix=TOLD %s
# A product from its text to its placed form: who copies has few registers, who multiplies many; the accumulator goes out as it stands.
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

# CHECK: tilegpu.kernel @product
# CHECK-SAME: num_warps = 8
# CHECK-SAME: tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [128, 64], swizzle = 128>, #tilegpu.tensor_map<argument = 1, box = [64, 64], swizzle = 128>, #tilegpu.tensor_map<argument = 2, box = [128, 64], swizzle = 128>]
# CHECK-SAME: tilegpu.launch_registers = 232
# CHECK-SAME: warpgroups = 2
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((128, 128), jnp.bfloat16), num_threads=2, thread_name="wg",
                   scratch_types=dict(a_smem=plgpu.SMEM((2, 128, 64), jnp.bfloat16), b_smem=plgpu.SMEM((2, 64, 128), jnp.bfloat16),
                                      c_smem=plgpu.SMEM((128, 128), jnp.bfloat16), full=plgpu.Barrier(num_arrivals=2, num_barriers=2)))
def product(a, b, c, a_smem, b_smem, c_smem, full):
  wg = lax.axis_index("wg")

  @pl.when(wg == 1)
  def _():
    plgpu.set_max_registers(40, action="decrease")

    @functools.partial(lax.fori_loop, 0, 2, init_val=None)
    def _(k, _):
      # CHECK: tilegpu.copy_in {{.*}} {map = 0 : i64}
      # CHECK: tilegpu.copy_in {{.*}} {map = 1 : i64}
      plgpu.copy_gmem_to_smem(a.at[:, pl.ds(k * 64, 64)], a_smem.at[k], full.at[k])
      plgpu.copy_gmem_to_smem(b.at[pl.ds(k * 64, 64)], b_smem.at[k], full.at[k])

  @pl.when(wg == 0)
  def _():
    plgpu.set_max_registers(232, action="increase")

    def multiply(acc):
      for k in range(2):
        plgpu.barrier_wait(full.at[k])
        plgpu.wgmma(acc, a_smem.at[k], b_smem.at[k])
      return acc[...]

    # CHECK: %[[ACC:.*]] = tilegpu.read_accumulator {{.*}} -> tensor<128x128xf32, #[[L:.*]]>
    # CHECK: %[[C:.*]] = tilegpu.cast %[[ACC]] : {{.*}} -> tensor<128x128xbf16, #[[L]]>
    # CHECK: tilegpu.store %[[C]]
    # CHECK-NEXT: tilegpu.commit_shared
    # CHECK-NEXT: tilegpu.copy_out {{.*}} {map = 2 : i64}
    acc = pl.run_scoped(multiply, plgpu.ACC((128, 128), jnp.float32))
    # TOLD: remark: it is held as wgmma [layout-chosen]
    plgpu.print_layout("it is held as {}", acc)
    c_smem[...] = acc.astype(jnp.bfloat16)
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(c_smem, c)
    plgpu.wait_smem_to_gmem(0)


product(jnp.ones((128, 128), jnp.bfloat16), jnp.ones((128, 128), jnp.bfloat16))
