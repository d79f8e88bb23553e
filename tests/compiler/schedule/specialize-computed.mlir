// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s

// A left operand that is computed in each pass, in a loop that does nothing else: consumers compute their rows of it in registers, a pass ahead.
// CHECK-LABEL: tile.kernel @computed_left
// CHECK-SAME: warpgroups = 3
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "a ready" : <4>
// CHECK: %[[FREE:.*]] = tilegpu.alloc_barrier "a free" {arrivals = 2 : i64} : <4>
// CHECK: %[[B_READY:.*]] = tilegpu.alloc_barrier "b ready" : <4>
// CHECK: %[[B_FREE:.*]] = tilegpu.alloc_barrier "b free" {arrivals = 2 : i64} : <4>
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator
// CHECK: tilegpu.wait %[[READY]]
// CHECK: tile.load
// CHECK: tilegpu.arrive %[[FREE]]
// CHECK: %[[FIRST:.*]] = arith.addf %{{.*}} : tensor<64x64xf16>
// CHECK: scf.for {{.*}} iter_args(%[[LEFT:.*]] = %[[FIRST]],
// CHECK: tilegpu.wait %[[B_READY]]
// CHECK: tilegpu.wgmma %[[SUM]], %[[LEFT]], %{{.*}} : <64x64xf32>, tensor<64x64xf16>, !tile.ref<64x64xf16, smem>
// CHECK: tilegpu.wait %[[READY]]
// CHECK: tile.load
// CHECK: tilegpu.arrive %[[FREE]]
// CHECK: %[[NEXT:.*]] = arith.addf %{{.*}} : tensor<64x64xf16>
// CHECK: tilegpu.wgmma_wait 0
// CHECK: tilegpu.arrive %[[B_FREE]]
// CHECK: scf.yield %[[NEXT]],
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK: tilegpu.read_accumulator %[[SUM]]
tilegpu.module @sm_90a {
  tile.kernel @computed_left(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %half = arith.addf %x, %x : tensor<128x64xf16>
      %p = tile.dot %half, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Beside another product, a warpgroup of its own reads what is copied, and writes what is multiplied.
// CHECK-LABEL: tile.kernel @both_ways
// CHECK-SAME: warpgroups = 4
// CHECK: %[[A:.*]] = tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "a ready" : <4>
// CHECK: %[[FREE:.*]] = tilegpu.alloc_barrier "a free" {arrivals = 3 : i64} : <4>
// CHECK: %[[HALF:.*]] = tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK: %[[HALF_READY:.*]] = tilegpu.alloc_barrier "a ready" : <4>
// CHECK: %[[HALF_FREE:.*]] = tilegpu.alloc_barrier "a free" {arrivals = 2 : i64} : <4>
// The converter:
// CHECK: tilegpu.set_max_registers 128
// CHECK: scf.for
// CHECK: tilegpu.wait %[[READY]]
// CHECK: %[[X:.*]] = tile.load
// CHECK: tilegpu.arrive %[[FREE]]
// CHECK: %[[Y:.*]] = arith.addf %[[X]], %[[X]] : tensor<128x64xf16>
// CHECK: tilegpu.wait %[[HALF_FREE]]
// CHECK: tile.store %[[Y]]
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.arrive %[[HALF_READY]]
// A consumer:
// CHECK: else
// CHECK: tilegpu.set_max_registers 176 increase
// CHECK: scf.for
// CHECK-NOT: arith.addf
// CHECK: tilegpu.wgmma %{{.*}} : <64x64xf32>, !tile.ref<64x64xf16, smem>, !tile.ref<64x64xf16, smem>
// CHECK: tilegpu.wgmma %{{.*}} : <64x64xf32>, !tile.ref<64x64xf16, smem>, !tile.ref<64x64xf16, smem>
// CHECK: tilegpu.wgmma_wait 2
tilegpu.module @sm_90a {
  tile.kernel @both_ways(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sums:2 = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros, %whole = %zeros) -> (tensor<128x64xf32>, tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %half = arith.addf %x, %x : tensor<128x64xf16>
      %p = tile.dot %half, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %q = tile.dot %x, %y acc %whole : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p, %q : tensor<128x64xf32>, tensor<128x64xf32>
    }
    %sum = arith.mulf %sums#0, %sums#1 : tensor<128x64xf32>
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// The same of a right one, which both consumers multiply by.
// CHECK-LABEL: tile.kernel @computed_right
// CHECK-SAME: warpgroups = 4
// CHECK: tile.load
// CHECK: arith.addf %{{.*}} : tensor<64x64xf16>
// CHECK: tile.store
// CHECK-NOT: arith.addf
// CHECK: tilegpu.wgmma %{{.*}} : <64x64xf32>, !tile.ref<64x64xf16, smem>, !tile.ref<64x64xf16, smem>
// CHECK: tilegpu.wgmma_wait 1
tilegpu.module @sm_90a {
  tile.kernel @computed_right(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %half = arith.addf %y, %y : tensor<64x64xf16>
      %p = tile.dot %x, %half acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Of two consumers beside a converter each holds 128 x 128 sums: two instructions' registers, which fit those that it
// has once the producer has given its own, though not those that it begins with.
// CHECK-LABEL: tile.kernel @many_sums
// CHECK-SAME: warpgroups = 4
// CHECK: tilegpu.wgmma %{{.*}} : <128x128xf32>
// 256 columns are one instruction's, for which these do not suffice: one consumer of 64 rows would be left.
// CHECK-LABEL: tile.kernel @wide_sums
// CHECK-NOT: warpgroups = 4
tilegpu.module @sm_90a {
  tile.kernel @many_sums(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x128xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<256x128xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<256x128xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [256, 64] : !tile.ref<256x256xf16> -> tensor<256x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 128] : !tile.ref<256x128xf16> -> tensor<64x128xf16>
      %twice = arith.addf %y, %y : tensor<64x128xf16>
      %p = tile.dot %x, %twice acc %acc : tensor<256x128xf32> : tensor<256x64xf16>, tensor<64x128xf16> -> tensor<256x128xf32>
      scf.yield %p : tensor<256x128xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<256x128xf32> -> tensor<256xf32>
    tile.store %top, %o[0] sizes [256] : tensor<256xf32>, !tile.ref<256xf32>
    tile.return
  }

  tile.kernel @wide_sums(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x256xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 256] : !tile.ref<256x256xf16> -> tensor<64x256xf16>
      %twice = arith.addf %y, %y : tensor<64x256xf16>
      %p = tile.dot %x, %twice acc %acc : tensor<128x256xf32> : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %p : tensor<128x256xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x256xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}
