// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// Two blocks of a cluster do 8 passes each of 16; the second one's sums go to the first, which stores both.
// CHECK: tile.kernel @product(%arg0
// CHECK: %[[PARTS:.*]] = tilegpu.alloc_shared "parts" : !tile.ref<1x64x64xf32, smem>
// CHECK: %[[TOLD:.*]] = tilegpu.alloc_barrier "parts" : <1>
// CHECK: %[[PART:.*]] = arith.remui %{{.*}}, %c2_i32
// CHECK: %[[FIRST:.*]] = arith.muli %[[PART]], %c512_i32
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %c512_i32
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[END]] step
// CHECK: %[[SUM:.*]] = tilegpu.read_accumulator
// CHECK: %[[OTHER:.*]] = arith.cmpi ne, %[[PART]]
// CHECK: scf.if %[[OTHER]]
// CHECK: tilegpu.cluster_ref %[[PARTS]]
// CHECK: tilegpu.store_cluster %[[SUM]] to %{{.*}} on %[[TOLD]]
// CHECK: %[[OWN:.*]] = arith.cmpi eq, %[[PART]]
// CHECK: scf.if %[[OWN]]
// CHECK: tilegpu.wait %[[TOLD]]
// CHECK: %[[THEIRS:.*]] = tile.load
// CHECK: arith.addf %[[SUM]], %[[THEIRS]]
// CHECK: tilegpu.copy_out
tilegpu.module @sm_90a {
  tile.kernel @product(%a: !tile.ref<64x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                       %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {split = 2 : i64, tile_n = 64 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c1024 = arith.constant 1024 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [64, 64] : !tile.ref<64x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<1024x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}

// -----

// What is multiplied in a pass depends on the sum before: no block can begin in the middle.
// WHY: remark: `scaled` keeps its own blocks: its loop does more than to add up sums of 32 bits that begin with zeros
tilegpu.module @sm_90a {
  tile.kernel @scaled(%a: !tile.ref<64x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {split = 2 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c1024 = arith.constant 1024 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %half = arith.constant dense<0.5> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [64, 64] : !tile.ref<64x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<1024x64xf16> -> tensor<64x64xf16>
      %less = arith.mulf %acc, %half : tensor<64x64xf32>
      %p = tile.dot %x, %y acc %less : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}
