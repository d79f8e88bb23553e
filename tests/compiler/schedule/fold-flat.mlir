// RUN: %tessera-opt %s --schedule-fold-launches --split-input-file | FileCheck %s
// Loops over all passes of all tiles become loops over tiles, with their passes inside.

// The step counts from 0 to 3 and begins again; what is done in its last pass comes behind the inner loop.
// CHECK-LABEL: tile.kernel @last
// CHECK: %[[TILE:.*]] = arith.constant 4 : i32
// CHECK: scf.for %[[O:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[S:.*]] = %{{.*}} to %[[TILE]] step %{{.*}} iter_args(%[[ACC:.*]] = %cst
// CHECK: %[[BASE:.*]] = arith.muli %[[O]], %[[TILE]]
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]], %[[S]]
// CHECK: tile.load %{{.*}}[%[[AT]], 0]
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tile.store %[[SUM]], %{{.*}}[%[[O]], 0]
// CHECK-NOT: scf.if
tilegpu.module @sm_90a {
  tile.kernel @last(%x: !tile.ref<12x64xf32> {tile.access = #tile.access<read>, tile.name = "x"}, %o: !tile.ref<3x64xf32> {tile.access = #tile.access<write>, tile.name = "o"}) attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c12 = arith.constant 12 : i32
    %zeros = arith.constant dense<0.0> : tensor<64xf32>
    %r:3 = scf.for %i = %c0 to %c12 step %c1 iter_args(%acc = %zeros, %step = %c0, %t = %c0) -> (tensor<64xf32>, i32, i32) : i32 {
      %base = arith.muli %t, %c4 : i32
      %at = arith.addi %base, %step : i32
      %v = tile.load %x[%at, 0] sizes [1, 64] drop [0] : !tile.ref<12x64xf32> -> tensor<64xf32>
      %sum = arith.addf %acc, %v : tensor<64xf32>
      %next = arith.addi %step, %c1 : i32
      %isLast = arith.cmpi eq, %next, %c4 : i32
      %a:3 = scf.if %isLast -> (tensor<64xf32>, i32, i32) {
        tile.store %sum, %o[%t, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<3x64xf32>
        %u = arith.addi %t, %c1 : i32
        scf.yield %zeros, %c0, %u : tensor<64xf32>, i32, i32
      } else {
        scf.yield %sum, %next, %t : tensor<64xf32>, i32, i32
      }
      scf.yield %a#0, %a#1, %a#2 : tensor<64xf32>, i32, i32
    }
    tile.return
  }
}

// -----

// A pass in the middle differs, too: the loop stays as it is.
// CHECK-LABEL: tile.kernel @middle
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @middle(%x: !tile.ref<12x64xf32> {tile.access = #tile.access<read>, tile.name = "x"}, %o: !tile.ref<3x64xf32> {tile.access = #tile.access<write>, tile.name = "o"}) attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c12 = arith.constant 12 : i32
    %zeros = arith.constant dense<0.0> : tensor<64xf32>
    %r = scf.for %i = %c0 to %c12 step %c1 iter_args(%acc = %zeros) -> (tensor<64xf32>) : i32 {
      %step = arith.remsi %i, %c4 : i32
      %v = tile.load %x[%i, 0] sizes [1, 64] drop [0] : !tile.ref<12x64xf32> -> tensor<64xf32>
      %isMiddle = arith.cmpi eq, %step, %c2 : i32
      %twice = arith.addf %v, %v : tensor<64xf32>
      %w = arith.select %isMiddle, %twice, %v : tensor<64xf32>
      %sum = arith.addf %acc, %w : tensor<64xf32>
      %isFirst = arith.cmpi eq, %step, %c0 : i32
      scf.if %isFirst {
        %t = arith.divsi %i, %c4 : i32
        tile.store %sum, %o[%t, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<3x64xf32>
      }
      scf.yield %sum : tensor<64xf32>
    }
    tile.return
  }
}
