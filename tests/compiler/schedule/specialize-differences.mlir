// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// What is subtracted from a sum stays in its accumulator; what is not added to one wants registers of its own.

// CHECK-LABEL: tile.kernel @subtracted
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator : <64x256xf32>
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SUM]], %{{.*}}, %{{.*}} {tilegpu.negated}
// CHECK-NOT: arith.subf
// CHECK: tilegpu.read_accumulator %[[SUM]]
tilegpu.module @sm_90a {
  tile.kernel @subtracted(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x256xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                          %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 256] : !tile.ref<256x256xf16> -> tensor<64x256xf16>
      %p = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      %next = arith.subf %acc, %p : tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x256xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// The other way round the product is not subtracted.
// CHECK-LABEL: tile.kernel @subtracted_from
// CHECK-NOT: tilegpu.negated
// CHECK: arith.subf
tilegpu.module @sm_90a {
  tile.kernel @subtracted_from(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                               %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %next = arith.subf %p, %acc : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// A power of two is multiplied once, with what comes out of the loop, and blocks are large: one sum lives at a time.
// CHECK-LABEL: tile.kernel @scaled
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator : <64x256xf32>
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK-NOT: arith.mulf
// CHECK: tilegpu.read_accumulator %[[SUM]]
// CHECK: arith.mulf
tilegpu.module @sm_90a {
  tile.kernel @scaled(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %half = arith.constant dense<0.5> : tensor<128x128xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
      %p = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      %scaled = arith.mulf %p, %half : tensor<128x128xf32>
      %next = arith.addf %acc, %scaled : tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Another factor would round otherwise: sum and product live at once, and a block of 128 x 256 would not hold both.
// CHECK-LABEL: tile.kernel @by_thirds
// CHECK: tilegpu.alloc_accumulator : <64x128xf32>
tilegpu.module @sm_90a {
  tile.kernel @by_thirds(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                         %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %third = arith.constant dense<0.3> : tensor<128x128xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
      %p = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      %scaled = arith.mulf %p, %third : tensor<128x128xf32>
      %next = arith.addf %acc, %scaled : tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}
