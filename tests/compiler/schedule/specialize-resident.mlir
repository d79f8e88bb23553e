// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// Sums that a loop only adds products to: they stay in their accumulators, and slots are given back a pass later.

// Begun, and the one before awaited, whose slot is free then; the last one behind the loop.
// CHECK-LABEL: tile.kernel @stays
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator : <64x64xf32>
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK-NOT: read_accumulator
// CHECK: tilegpu.wgmma_wait 1
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK: tilegpu.arrive
// CHECK: tilegpu.arrive
// CHECK: scf.yield
// CHECK: tilegpu.read_accumulator %[[SUM]]
// CHECK: tilegpu.arrive
// CHECK: tilegpu.free %[[SUM]]
// CHECK: tile.reduce max
tilegpu.module @sm_90a {
  tile.kernel @stays(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %ones = arith.constant dense<1.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// From something else than zeros, and two products a pass.
// CHECK-LABEL: tile.kernel @begins
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator init %{{.*}} : tensor<64x64xf32> : <64x64xf32>
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK: tilegpu.wgmma_wait 2
tilegpu.module @sm_90a {
  tile.kernel @begins(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %ones = arith.constant dense<1.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %ones) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %q = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %r = arith.addf %p, %q : tensor<128x64xf32>
      scf.yield %r : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// The next pass needs the only slot: it is awaited at once.
// CHECK-LABEL: tile.kernel @one_slot
// CHECK: scf.for
// CHECK: tilegpu.wgmma
// CHECK-NEXT: tilegpu.wgmma_wait 0
// CHECK: tilegpu.arrive
// CHECK-NOT: wgmma_wait
// CHECK: tilegpu.read_accumulator
tilegpu.module @sm_90a {
  tile.kernel @one_slot(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "triton", schedule.tune = {resize = 0 : i64, stages = 1 : i64}} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %ones = arith.constant dense<1.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Something else is done with the sum: it is read in each pass.
// CHECK-LABEL: tile.kernel @scaled
// CHECK: scf.for
// CHECK: tilegpu.wgmma
// CHECK-NEXT: tilegpu.read_accumulator
tilegpu.module @sm_90a {
  tile.kernel @scaled(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %ones = arith.constant dense<1.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %ones) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %s = arith.mulf %acc, %ones : tensor<128x64xf32>
      %p = tile.dot %x, %y acc %s : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}
