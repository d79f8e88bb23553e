// RUN: %tessera-opt %s --schedule-shape-loops --split-input-file | FileCheck %s
// Loops over the same numbers that read of one array become one.

// The load of `a` is one; what the first one's sum is needed for comes after the loop.
// CHECK-LABEL: tile.kernel @gated
// CHECK: %[[SUMS:.*]]:2 = scf.for
// CHECK: tile.load %arg0
// CHECK: tile.load %arg1
// CHECK: tile.dot
// CHECK-NOT: tile.load %arg0
// CHECK: tile.load %arg2
// CHECK: tile.dot
// CHECK: scf.yield
// CHECK-NOT: scf.for
// CHECK: %[[DOUBLE:.*]] = arith.addf %[[SUMS]]#0, %[[SUMS]]#0
// CHECK: arith.mulf %[[DOUBLE]], %[[SUMS]]#1
tilegpu.module @sm_90a {
  tile.kernel @gated(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %c: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "c"}, %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %up = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %double = arith.addf %up, %up : tensor<128x64xf32>
    %gate = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %c[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %all = arith.mulf %double, %gate : tensor<128x64xf32>
    tile.store %all, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// What the first one's sum is stored to, the second one may read.
// CHECK-LABEL: tile.kernel @stored_between
// CHECK: scf.for
// CHECK: tile.store
// CHECK: scf.for
tilegpu.module @sm_90a {
  tile.kernel @stored_between(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                              %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "q"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %one = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %one, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    %two = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %two, %q[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}
