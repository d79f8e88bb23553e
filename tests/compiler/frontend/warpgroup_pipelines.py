# SPDX-License-Identifier: Apache-2.0
# RUN: %tessera show --stage=tile %s | FileCheck %s
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
result = jax.ShapeDtypeStruct((32, 128), jnp.float32)

# Two slots and a barrier for each; copies for two steps before the loop. A step waits, frees its output slot, stores, and fetches for the slot it had.
# CHECK-LABEL: tile.kernel @alone
# CHECK: %[[X:.*]] = tilegpu.alloc_shared "x_smem" : !tile.ref<2x8x128xf32, smem>
# CHECK: %[[O:.*]] = tilegpu.alloc_shared "o_smem" : !tile.ref<2x8x128xf32, smem>
# CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "ready" : <2>
# CHECK-COUNT-2: tilegpu.copy_in
# CHECK: scf.for %[[STEP:.*]] = {{.*}} iter_args(%[[SLOT:.*]] =
# CHECK-NEXT: tilegpu.wait %[[READY]][%[[SLOT]]]
# CHECK-NEXT: tilegpu.wait_copies_out 1 read
# CHECK: tile.load %[[X]] [%[[SLOT]], 0, 0]
# CHECK: tile.store {{.*}}, %[[O]] [%[[SLOT]], 0, 0]
# CHECK: tilegpu.commit_shared
# CHECK: tilegpu.copy_out {{.*}} {commit = false}
# CHECK: tilegpu.commit_copies_out
# CHECK: scf.if
# CHECK: tilegpu.copy_in {{.*}} on %[[READY]][%[[SLOT]]]
# CHECK: tilegpu.wait_copies_out 0
# CHECK-NEXT: tilegpu.free %[[X]], %[[O]], %[[READY]]
def alone(x_gmem, o_gmem):
  def body(indices, x_smem, o_smem):
    o_smem[...] = x_smem[...] * 2
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)

# Two warpgroups compute: the third stores what both have written, and tells them when it has been read.
# CHECK-LABEL: tile.kernel @specialized
# CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "ready" : <2>
# CHECK: %[[CONSUMED:.*]] = tilegpu.alloc_barrier "consumed" {arrivals = 2 : i64} : <2>
# CHECK: %[[PRODUCED:.*]] = tilegpu.alloc_barrier "produced" {arrivals = 2 : i64} : <2>
# CHECK: %[[STORED:.*]] = tilegpu.alloc_barrier "stored" : <2>
# CHECK: %[[FINISHED:.*]] = tilegpu.alloc_barrier "finished" {arrivals = 2 : i64} : <1>
# CHECK: %[[RETURNED:.*]] = tilegpu.alloc_barrier "returned" : <1>
# CHECK: scf.if
# CHECK-NEXT: tilegpu.set_max_registers 232 increase
# CHECK: scf.for
# CHECK: tilegpu.wait %[[READY]]
# CHECK: tilegpu.wait %[[STORED]]
# CHECK: tilegpu.arrive %[[CONSUMED]]
# CHECK: tilegpu.commit_shared
# CHECK-NEXT: tilegpu.arrive %[[PRODUCED]]
# CHECK: tilegpu.arrive %[[FINISHED]]
# CHECK-NEXT: tilegpu.wait %[[RETURNED]]
# CHECK: else
# CHECK-NEXT: tilegpu.set_max_registers 40
# CHECK-COUNT-2: tilegpu.copy_in
# CHECK: scf.for
# CHECK: tilegpu.wait %[[CONSUMED]]
# CHECK: tilegpu.copy_in
# CHECK: tilegpu.wait %[[PRODUCED]]
# CHECK: tilegpu.copy_out
# CHECK: tilegpu.wait_copies_out 0 read
# CHECK: tilegpu.arrive %[[STORED]]
# CHECK: tilegpu.wait %[[FINISHED]]
# CHECK-NEXT: tilegpu.wait_copies_out 0
# CHECK-NEXT: tilegpu.arrive %[[RETURNED]]
def specialized(x_gmem, o_gmem):
  def body(indices, x_smem, o_smem):
    rows = pl.ds(lax.axis_index("wg") * 4, 4)
    o_smem.at[rows][...] = x_smem.at[rows][...] * 2
  plgpu.emit_pipeline_warp_specialized(body, grid=(4,), in_specs=[block], out_specs=[block], memory_registers=40, wg_axis="wg", num_compute_wgs=2)(x_gmem, o_gmem)

x = jnp.zeros((32, 128), jnp.float32)
plgpu.kernel(alone, out_type=result)(x)
plgpu.kernel(specialized, out_type=result, num_threads=3, thread_name="wg")(x)
