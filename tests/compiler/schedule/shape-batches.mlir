// RUN: %tessera-opt %s --schedule-shape-loops --split-input-file | FileCheck %s
// Products of several matrices become programs, one a matrix, where nothing combines them.

// Two batches a program, eight programs: sixteen, of which the batch is the slowest number.
// CHECK-LABEL: tile.kernel @spread
// CHECK-SAME: schedule.blocks = 16 : i64
// CHECK: %[[ID:.*]] = tile.program_id 0
// CHECK: %[[I:.*]] = arith.remui %[[ID]], %{{.*}} : i32
// CHECK: %[[N:.*]] = arith.divui %[[ID]], %{{.*}} : i32
// CHECK: %[[B:.*]] = arith.muli %[[I]], %{{.*}} : i32
// CHECK: scf.for
// CHECK: %[[AT:.*]] = arith.addi %[[B]], %[[N]] : i32
// CHECK: %[[X:.*]] = tile.load %{{.*}} [%[[AT]], %{{.*}}, %{{.*}}] sizes [1, 64, 64] drop [0] : <16x64x256xf16> -> tensor<64x64xf16>
// CHECK: tile.dot %[[X]], %{{.*}} acc %{{.*}} : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
// CHECK: tile.broadcast %{{.*}} axes [1] : tensor<64xf32> -> tensor<64x64xf32>
// CHECK: tile.store %{{.*}} sizes [1, 64, 64] drop [0] : tensor<64x64xf32>, <16x64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @spread(%x: !tile.ref<16x64x256xf16>, %y: !tile.ref<16x256x64xf16>, %s: !tile.ref<64xf32>, %o: !tile.ref<16x64x64xf32>)
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 8>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<2x64x64xf32>
    %i = tile.program_id 0
    %b = arith.muli %i, %c2 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<2x64x64xf32>) : i32 {
      %0 = tile.load %x[%b, 0, %k] sizes [2, 64, 64] : !tile.ref<16x64x256xf16> -> tensor<2x64x64xf16>
      %1 = tile.load %y[%b, %k, 0] sizes [2, 64, 64] : !tile.ref<16x256x64xf16> -> tensor<2x64x64xf16>
      %2 = tile.dot %0, %1 acc %acc : tensor<2x64x64xf32> : tensor<2x64x64xf16>, tensor<2x64x64xf16> -> tensor<2x64x64xf32>
      scf.yield %2 : tensor<2x64x64xf32>
    }
    %scale = tile.load %s[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
    %all = tile.broadcast %scale axes [2] : tensor<64xf32> -> tensor<2x64x64xf32>
    %scaled = arith.mulf %sum, %all : tensor<2x64x64xf32>
    tile.store %scaled, %o[%b, 0, 0] sizes [2, 64, 64] : tensor<2x64x64xf32>, !tile.ref<16x64x64xf32>
    tile.return
  }
}

// -----

// What is added up over the matrices is one program's.
// CHECK-LABEL: tile.kernel @combined
// CHECK-NOT: schedule.blocks
// CHECK: tile.dot {{.*}} -> tensor<2x64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @combined(%x: !tile.ref<2x64x64xf16>, %y: !tile.ref<2x64x64xf16>, %o: !tile.ref<64x64xf32>)
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %0 = tile.load %x[0, 0, 0] sizes [2, 64, 64] : !tile.ref<2x64x64xf16> -> tensor<2x64x64xf16>
    %1 = tile.load %y[0, 0, 0] sizes [2, 64, 64] : !tile.ref<2x64x64xf16> -> tensor<2x64x64xf16>
    %2 = tile.dot %0, %1 : tensor<2x64x64xf16>, tensor<2x64x64xf16> -> tensor<2x64x64xf32>
    %3 = tile.reduce add %2 axes [0] : tensor<2x64x64xf32> -> tensor<64x64xf32>
    tile.store %3, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}

// -----

// What a program does once, it would do for each of them.
// CHECK-LABEL: tile.kernel @counted
// CHECK-NOT: schedule.blocks
// CHECK: tile.dot {{.*}} -> tensor<2x64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @counted(%x: !tile.ref<2x64x64xf16>, %y: !tile.ref<2x64x64xf16>, %o: !tile.ref<2x64x64xf32>, %n: !tile.ref<1xi32>)
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = tile.load %x[0, 0, 0] sizes [2, 64, 64] : !tile.ref<2x64x64xf16> -> tensor<2x64x64xf16>
    %1 = tile.load %y[0, 0, 0] sizes [2, 64, 64] : !tile.ref<2x64x64xf16> -> tensor<2x64x64xf16>
    %2 = tile.dot %0, %1 : tensor<2x64x64xf16>, tensor<2x64x64xf16> -> tensor<2x64x64xf32>
    tile.store %2, %o[0, 0, 0] sizes [2, 64, 64] : tensor<2x64x64xf32>, !tile.ref<2x64x64xf32>
    %3 = tile.atomic_rmw add %c1, %n[%c0] : i32, !tile.ref<1xi32> [i32]
    tile.return
  }
}
