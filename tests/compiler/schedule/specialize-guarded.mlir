// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// Sums of an operand beside its product, that the first program of each row of them stores: programs become one, the
// sums are added up where they are stored only, and of what has been copied for the product.

// SAID: remark: 8 programs are one, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @gradient
// CHECK: %[[Y:.*]] = tilegpu.alloc_shared "y" : !tile.ref<{{.}}x64x256xbf16, smem>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK: tilegpu.alloc_accumulator
// CHECK: tilegpu.wgmma
// CHECK: scf.if %[[FIRST]] -> (tensor<256xf32>) {
// CHECK-NEXT: %[[SLOT:.*]] = tilegpu.subview %[[Y]]
// CHECK-NEXT: tile.load %[[SLOT]] [0, 0] sizes [64, 256]
// CHECK: tile.reduce add
// CHECK: scf.if %[[FIRST]] {
// CHECK: tile.store {{.*}}, %{{.*}} sizes [256]
tilegpu.module @sm_90a {
  tile.kernel @gradient(%x: !tile.ref<8192x4096xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<8192x4096xbf16> {tile.access = #tile.access<read>, tile.name = "y"},
                        %w: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "w"}, %b: !tile.ref<4096xf32> {tile.access = #tile.access<write>, tile.name = "b"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c8192 = arith.constant 8192 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %row = arith.muli %i, %c64 : i32
    %column = arith.muli %j, %c64 : i32
    %r:2 = scf.for %m = %c0 to %c8192 step %c64 iter_args(%acc = %zeros, %sums = %none) -> (tensor<64x64xf32>, tensor<64xf32>) : i32 {
      %xs = tile.load %x[%m, %row] sizes [64, 64] : !tile.ref<8192x4096xbf16> -> tensor<64x64xbf16>
      %ys = tile.load %y[%m, %column] sizes [64, 64] : !tile.ref<8192x4096xbf16> -> tensor<64x64xbf16>
      %xt = tile.transpose %xs [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %d = tile.dot %xt, %ys acc %acc : tensor<64x64xf32> : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %wide = tile.cast %ys : tensor<64x64xbf16> -> tensor<64x64xf32>
      %sum = tile.reduce add %wide axes [0] : tensor<64x64xf32> -> tensor<64xf32>
      %next = arith.addf %sums, %sum : tensor<64xf32>
      scf.yield %d, %next : tensor<64x64xf32>, tensor<64xf32>
    }
    tile.store %r#0, %w[%row, %column] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    %isFirst = arith.cmpi eq, %i, %c0 : i32
    scf.if %isFirst {
      tile.store %r#1, %b[%column] sizes [64] : tensor<64xf32>, !tile.ref<4096xf32>
    }
    tile.return
  }
}

// -----

// What the first program alone stores of its rows is not what a larger one would: rows stay as they are.
// SAID: remark: 4 programs are one, with blocks of 64 rows and 256 columns:
// CHECK-LABEL: tile.kernel @first_rows
tilegpu.module @sm_90a {
  tile.kernel @first_rows(%x: !tile.ref<4096x1024xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<1024x4096xbf16> {tile.access = #tile.access<read>, tile.name = "y"},
                          %w: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "w"}, %b: !tile.ref<64x4096xf32> {tile.access = #tile.access<write>, tile.name = "b"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c1024 = arith.constant 1024 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %row = arith.muli %i, %c64 : i32
    %column = arith.muli %j, %c64 : i32
    %r = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %xs = tile.load %x[%row, %k] sizes [64, 64] : !tile.ref<4096x1024xbf16> -> tensor<64x64xbf16>
      %ys = tile.load %y[%k, %column] sizes [64, 64] : !tile.ref<1024x4096xbf16> -> tensor<64x64xbf16>
      %d = tile.dot %xs, %ys acc %acc : tensor<64x64xf32> : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tile.store %r, %w[%row, %column] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    %isFirst = arith.cmpi eq, %i, %c0 : i32
    scf.if %isFirst {
      tile.store %r, %b[%row, %column] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x4096xf32>
    }
    tile.return
  }
}
