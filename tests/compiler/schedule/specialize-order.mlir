// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 | FileCheck %s
// Effects that come out in the program's order only if one and the same warpgroup does them: else there are none.

// What is read lies 64 rows further than what is written: the other warpgroup's.
// CHECK: remark: no warpgroups for the products of `shifted`: whether the same warpgroup touches the same elements of `o` each time is not known; begin at multiples of the block's rows [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @shifted(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %next = arith.addi %row, %c64 : i32
    %c = tile.load %o[%next, 0] sizes [128, 64] : !tile.ref<256x64xf32> -> tensor<128x64xf32>
    %both = arith.addf %sum, %c : tensor<128x64xf32>
    tile.store %both, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// An operand's array is changed, and copies run ahead.
// CHECK: remark: no warpgroups for the products of `operand`: a product's operand is of an array that the program changes [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @operand(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %half = tile.cast %sum : tensor<128x64xf32> -> tensor<128x64xf16>
    tile.store %half, %a[%row, 0] sizes [128, 64] : tensor<128x64xf16>, !tile.ref<256x256xf16>
    tile.return
  }
}

// -----

// What one thread has found all would need.
// CHECK: remark: no warpgroups for the products of `outcome`: what the atomic operation finds is known to one warpgroup, and others need it [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @outcome(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %n: !tile.ref<4xi32> {tile.access = #tile.access<readwrite>, tile.name = "n"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %count = tile.atomic_rmw add %c1, %n[%c0] : i32, !tile.ref<4xi32>[i32]
    %number = arith.sitofp %count : i32 to f32
    %wide = tile.broadcast %number axes [] : f32 -> tensor<128x64xf32>
    %both = arith.addf %sum, %wide : tensor<128x64xf32>
    tile.store %both, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// Which tile is next, by a counter.
// CHECK: remark: no warpgroups for the products of `dealt`: where a copy begins depends on what an atomic operation finds, which is done by others [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @dealt(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %n: !tile.ref<4xi32> {tile.access = #tile.access<readwrite>, tile.name = "n"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %next = tile.atomic_rmw add %c64, %n[%c0] : i32, !tile.ref<4xi32>[i32]
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%next, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// How far the loop goes is read from what the program changes.
// CHECK: remark: no warpgroups for the products of `counted`: where a copy begins, or whether, is read from an array that the program changes [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @counted(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %n: !tile.ref<4xi32> {tile.access = #tile.access<readwrite>, tile.name = "n"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %last = tile.load %n[1] sizes [1] drop [0] : !tile.ref<4xi32> -> i32
    %sum = scf.for %k = %c0 to %last step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.store %c1, %n[0] sizes [1] drop [0] : i32, !tile.ref<4xi32>
    tile.return
  }
}

// -----

// Another warpgroup's rows in the next pass.
// CHECK: remark: no warpgroups for the products of `moving`: whether the same warpgroup touches the same elements of `o` in each pass is not known; begin at multiples of the block's rows [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @moving(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    scf.for %i = %c0 to %c128 step %c64 : i32 {
      %x = tile.load %a[%row, %i] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%i, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      tile.store %p, %o[%i, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    }
    tile.return
  }
}
