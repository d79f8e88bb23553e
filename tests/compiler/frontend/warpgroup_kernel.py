# SPDX-License-Identifier: Apache-2.0
# RUN: %tessera show --stage=tile %s | FileCheck %s
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

# CHECK: tile.launch @double grid [2]
# CHECK: tile.kernel @double(%x: !tile.ref<128x64xf16, gmem> {tile.access = #tile.access<read>{{.*}}%o: !tile.ref<128x64xf16, gmem> {tile.access = #tile.access<write>
# CHECK-SAME: options = {warpgroups = 2 : i64}, source = "mosaic_gpu"
# CHECK: %[[WG:.*]] = tilegpu.thread_index
# CHECK: %[[X:.*]] = tilegpu.alloc_shared "x_smem" {swizzle = 128 : i64} : !tile.ref<2x64x64xf16, smem>
# CHECK: %[[FULL:.*]] = tilegpu.alloc_barrier "full" {arrivals = 3 : i64} : <2>
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float16), grid=(2,), grid_names=("m",), num_threads=2, thread_name="wg",
                   scratch_types=dict(x_smem=plgpu.SMEM((2, 64, 64), jnp.float16, transforms=(plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))),
                                      full=plgpu.Barrier(num_arrivals=3, num_barriers=2)))
def double(x, o, x_smem, full):
  m = lax.axis_index("m")
  # CHECK: scf.if
  @pl.when(lax.axis_index("wg") == 1)
  def _():
    # CHECK: %[[FROM:.*]] = tilegpu.subview %x [%{{.*}}, 0] sizes [64, 64]
    # CHECK: %[[TO:.*]] = tilegpu.subview %[[X]] [1, 0, 0] sizes [1, 64, 64] drop [0]
    # CHECK: tilegpu.copy_in %[[FROM]] to %[[TO]] on %[[FULL]][%{{.*}}]
    plgpu.copy_gmem_to_smem(x.at[pl.ds(m * 64, 64)], x_smem.at[1], full.at[1])
  # CHECK: tilegpu.wait %[[FULL]]
  plgpu.barrier_wait(full.at[1])
  # CHECK: tile.load %[[X]] [1, 0, 0]
  # CHECK: tile.store {{.*}} %[[X]]
  x_smem[1] = x_smem[1] * 2
  # CHECK: tilegpu.commit_shared
  # CHECK: tilegpu.copy_out {{.*}} {commit = false}
  # CHECK: tilegpu.commit_copies_out
  # CHECK: tilegpu.wait_copies_out 0 read
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(x_smem.at[1], o.at[pl.ds(m * 64, 64)], commit_group=False)
  plgpu.commit_smem_to_gmem_group()
  plgpu.wait_smem_to_gmem(0, wait_read_only=True)

double(jnp.ones((128, 64), jnp.float16))
