// RUN: %tessera-opt %s --schedule-shape-loops | FileCheck %s
// RUN: %tessera-opt %s --schedule-shape-loops --schedule-specialize-warps | FileCheck %s --check-prefix=WARPS

// All of the depth at once: a loop of 64, whose copies run ahead. What else is done with the product stays behind it.
// CHECK-LABEL: tile.kernel @two_outputs
// CHECK-NOT: tile.load
// CHECK: %[[P:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (tensor<128x128xf32>)
// CHECK: %[[A:.*]] = tile.load %{{.*}} [%{{.*}}, %[[K]]] sizes [128, 64]
// CHECK: %[[B:.*]] = tile.load %{{.*}} [%[[K]], %{{.*}}] sizes [64, 128]
// CHECK: tile.dot %[[A]], %[[B]] acc %[[SUM]]
// CHECK: tile.store %[[P]]
// CHECK: arith.maximumf %[[P]]
//
// WARPS-LABEL: tile.kernel @two_outputs
// WARPS-SAME: warpgroups = 3
// WARPS-DAG: tilegpu.alloc_shared "x" : !tile.ref<4x128x64xbf16, smem>
// WARPS-DAG: tilegpu.alloc_shared "y" : !tile.ref<4x64x128xbf16, smem>
// WARPS: scf.for
// WARPS: tilegpu.wgmma
// WARPS: tilegpu.wgmma_wait 1
// WARPS: arith.maximumf
// WARPS: else
// WARPS: scf.for
// WARPS: tilegpu.copy_in
// WARPS: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @two_outputs(%x: !tile.ref<256x1024xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<1024x256xbf16> {tile.access = #tile.access<read>, tile.name = "y"},
                           %z: !tile.ref<256x256xbf16> {tile.access = #tile.access<write>, tile.name = "z"}, %p: !tile.ref<256x256xf32> {tile.access = #tile.access<write>, tile.name = "p"})
      attributes {schedule.axis_order = array<i64: 1, 0>, schedule.grid = array<i64: 2, 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %row = arith.muli %i, %c128 : i32
    %column = arith.muli %j, %c128 : i32
    %a = tile.load %x[%row, 0] sizes [128, 1024] : !tile.ref<256x1024xbf16> -> tensor<128x1024xbf16>
    %b = tile.load %y[0, %column] sizes [1024, 128] : !tile.ref<1024x256xbf16> -> tensor<1024x128xbf16>
    %dot = tile.dot %a, %b : tensor<128x1024xbf16>, tensor<1024x128xbf16> -> tensor<128x128xf32>
    tile.store %dot, %p[%row, %column] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<256x256xf32>
    %relu = arith.maximumf %dot, %zeros : tensor<128x128xf32>
    %narrow = tile.cast %relu : tensor<128x128xf32> -> tensor<128x128xbf16>
    tile.store %narrow, %z[%row, %column] sizes [128, 128] : tensor<128x128xbf16>, !tile.ref<256x256xbf16>
    tile.return
  }
}
