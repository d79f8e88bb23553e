# SPDX-License-Identifier: Apache-2.0
# RUN: %tessera show --stage=tile %s | FileCheck %s
# What the less common names of plgpu record: clusters, unions, layouts, warps, semaphores, products, the machine.
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

# CHECK-LABEL: tile.kernel @cluster
# CHECK-SAME: options = {cluster = array<i64: 2>, warpgroups = 1 : i64}
# CHECK: %[[C:.*]] = tile.program_id 1
# CHECK: %[[S:.*]] = tilegpu.alloc_shared "s"
# CHECK: %[[ALL:.*]] = tilegpu.alloc_barrier "everyone" {arrivals = 2 : i64, collective = array<i64: 1>, leader_tracked} : <1>
# CHECK: tilegpu.copy_in {{.*}} {collective = array<i64: 1>, leader_tracked, oob = #tilegpu.oob<in_bounds>}
# CHECK: tilegpu.arrive %[[ALL]]
# CHECK: %[[PEER:.*]] = tilegpu.cluster_ref %[[S]][%[[C]]] axes [1]
# CHECK: tilegpu.subview %[[PEER]] [1, 0] sizes [1, 64] drop [0]
# CHECK: tilegpu.store_cluster {{.*}} {reduction = #tilegpu.copy_reduction<add>}
# CHECK: tilegpu.prefetch {{.*}} if %{{.*}} {collective = array<i64: 1>}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), grid=(3,), grid_names=("i",), cluster=(2,), cluster_names=("c",),
                   scratch_types=dict(s=plgpu.SMEM((2, 64), jnp.int32), b=plgpu.Barrier(),
                                      everyone=plgpu.ClusterBarrier(collective_axes=("c",), num_arrivals=2, leader_tracked=True)))
def cluster(x, o, s, b, everyone):
  plgpu.copy_gmem_to_smem(x, s.at[0], b, collective_axes="c", leader_tracked=plgpu.CopyPartition.REPLICATED, oob_mode=plgpu.OOBFillMode.PROMISE_IN_BOUNDS)
  plgpu.barrier_arrive(everyone)
  c = lax.axis_index("c")
  plgpu.async_store_smem(plgpu.cluster_ref(s.at[1], {"c": c})[...], s.at[1], b, c, "c", atomic="add")
  plgpu.async_prefetch(x, collective_axes=("c",), predicate=c == 0)

# CHECK-LABEL: tile.kernel @union
# CHECK: %[[U:.*]] = tilegpu.alloc_shared "u" : !tile.ref<2048xi8, smem>
# CHECK: tilegpu.reinterpret %[[U]] "u[0]" {swizzle = 128 : i64} : !tile.ref<2048xi8, smem> -> !tile.ref<8x64xf16, smem>
# CHECK: tilegpu.reinterpret %[[U]] "u[1]"
# CHECK: tilegpu.reinterpret %[[U]] at 1024 "u[2]"
# CHECK: tilegpu.free %[[U]]
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32))
def union(o):
  def scope(u):
    a, (b, c) = u
    b[...] = jnp.zeros((64,), jnp.float32)
    c[...] = jnp.zeros((256,), jnp.float32)
    o[...] = a[0].astype(jnp.int32)
  pl.run_scoped(scope, u=plgpu.RefUnion(plgpu.SMEM((8, 64), jnp.float16, transforms=(plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))),
                                        (plgpu.SMEM((64,), jnp.float32), plgpu.SMEM((256,), jnp.float32))))

# CHECK-LABEL: tile.kernel @layouts
# CHECK: tilegpu.layout_cast %{{.*}} as <"wgmma">
# CHECK: tilegpu.print_layout "x is {}"
# CHECK: tilegpu.layout_cast %{{.*}} as <"wgmma", reduced = [1]>
# CHECK: tilegpu.layout_cast %{{.*}} as <"strided", numbers = [4]>
# CHECK: tilegpu.layout_cast %{{.*}} as <"tiled", numbers = [2, 64, 8, 2, 16, 8, 2, 8, 8, 1, 2, 1, 7, 2, 3, 2, 1, 1]>
# CHECK: tilegpu.layout_cast %{{.*}} as <"copy", numbers = [128]>
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32))
def layouts(x, o):
  y = plgpu.load(x, layout=plgpu.Layout.WGMMA)
  plgpu.print_layout("x is {}", y)
  o[0] = plgpu.layout_cast(y.sum(axis=1), plgpu.Layout.WGMMA.reduce(1))
  y = plgpu.layout_cast(y, plgpu.Layout.WG_STRIDED((64, 64), vec_size=4))
  tiled = plgpu.Layout.TILED(plgpu.Tiling(((64, 8), (16, 8), (8, 8), (2,))), warp_dims=(-7,), lane_dims=(-3, -2), vector_dim=-1)
  y = plgpu.layout_cast(y, tiled)
  o[...] = plgpu.layout_cast(y, plgpu.Layout.SMEM_GMEM_COPY((64, 64), jnp.float16, 128))

# CHECK-LABEL: tile.kernel @signals
# CHECK-SAME: %own: !tile.ref<2xi32, gmem> {tile.access = #tile.access<scratch>
# CHECK-SAME: %global_semaphore: !tile.ref<i32, gmem> {tile.access = #tile.access<scratch>
# CHECK: %[[I:.*]] = tile.program_id 0
# CHECK: %[[OWN:.*]] = tilegpu.subview %own [%[[I]]] sizes [1] drop [0]
# CHECK: tilegpu.semaphore_signal %[[OWN]], %{{.*}} {scope = "gpu"}
# CHECK: tilegpu.semaphore_wait %global_semaphore, %{{.*}} {decrement}
# CHECK: tilegpu.grid_wait
# CHECK: tilegpu.delay
# CHECK: tilegpu.warp_map
# CHECK: tilegpu.test
# CHECK: tilegpu.grid_launch
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64,), jnp.int32), grid=(2,), grid_names=("i",),
                   scratch_types=dict(own=plgpu.SemaphoreType.REGULAR, b=plgpu.Barrier()))
def signals(o, own, b):
  plgpu.semaphore_signal(own, memory_scope="gpu")
  pl.semaphore_wait(pl.get_global(plgpu.SemaphoreType.REGULAR), 2)
  plgpu.griddepcontrol_wait()
  pl.delay(100)
  @plgpu.warp_map
  def _(warp):
    @pl.when(plgpu.barrier_test(b))
    def _():
      o[warp] = warp
  plgpu.griddepcontrol_launch_dependents()

# CHECK-LABEL: tile.kernel @state
# CHECK: %[[A:.*]] = tilegpu.alloc_accumulator "acc" init %{{.*}} : tensor<64x32xf32>
# CHECK: %[[B:.*]] = tilegpu.transpose_ref %{{.*}} [1, 0] : !tile.ref<32x64xf16, smem> -> !tile.ref<64x32xf16, smem>
# CHECK: tilegpu.wgmma %[[A]], %{{.*}}, %[[B]] : <64x32xf32>, tensor<64x64xf16>, !tile.ref<64x32xf16, smem>
# CHECK: tilegpu.read_accumulator %[[A]] : <64x32xf32>
# CHECK: tilegpu.free %[[A]]
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 32), jnp.float32), scratch_types=[plgpu.SMEM((32, 64), jnp.float16)])
def state(x, o, s):
  def run(acc):
    plgpu.wgmma(acc, x[...], plgpu.transpose_ref(s, (1, 0)))
  o[...] = pl.run_state(run)(plgpu.ACC.init(o[...]))

cluster(jnp.zeros((64,), jnp.int32))
union()
layouts(jnp.zeros((64, 64)))
signals()
state(jnp.zeros((64, 64), jnp.float16))
