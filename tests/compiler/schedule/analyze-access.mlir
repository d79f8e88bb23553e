// RUN: %tessera-opt %s --schedule-select-kernels --schedule-analyze-access | FileCheck %s
// How many elements an access may move at once, and why not more.
// CHECK: tilegpu.module

// A mask that changes only at multiples of 16 is the same for 4 neighbours.
// CHECK-LABEL: tile.kernel @triton_mask({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
// CHECK: tile.gather {{.*}} {schedule.vector = 1 : i64}
tile.kernel @triton_mask(%x: !tile.ref<?xf32>, %n: i32 {tile.divisibility = 16}, %any: i32) attributes {source = "triton"} {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.program_id 0
  %start = arith.muli %pid, %c1024 : i32
  %i = tile.iota 0 : tensor<1024xi32>
  %s = tile.broadcast %start axes [] : i32 -> tensor<1024xi32>
  %offsets = arith.addi %s, %i : tensor<1024xi32>
  %nn = tile.broadcast %n axes [] : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %offsets, %nn : tensor<1024xi32>
  %a = tile.gather %x[%offsets] mask %m : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %aa = tile.broadcast %any axes [] : i32 -> tensor<1024xi32>
  %m1 = arith.cmpi slt, %offsets, %aa : tensor<1024xi32>
  %b = tile.gather %x[%offsets] mask %m1 : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  tile.return
}

// 16 bytes, whatever the element; an offset of 2 allows 2; a row of 10 allows 2; a stride allows 1.
// CHECK-LABEL: tile.kernel @slices({{.*}}schedule.axis_order
// CHECK: tile.load {{.*}} {schedule.vector = 8 : i64} : {{.*}}f16
// CHECK: tile.load {{.*}} {schedule.vector = 2 : i64} : {{.*}}1024xf32
// CHECK: tile.load {{.*}} {schedule.vector = 2 : i64} : {{.*}}16x10xf32
// CHECK: tile.load {{.*}} {schedule.vector = 1 : i64}
// CHECK: tile.load {{.*}} {schedule.vector = 1 : i64} : {{.*}}512xf32
tile.kernel @slices(%h: !tile.ref<1024xf16>, %x: !tile.ref<1024xf32>, %y: !tile.ref<16x10xf32>,
                    %u: !tile.ref<512xf32> {tile.divisibility = 4}) attributes {source = "pallas"} {
  %0 = tile.load %h[0] sizes [1024] : !tile.ref<1024xf16> -> tensor<1024xf16>
  %1 = tile.load %x[2] sizes [512] : !tile.ref<1024xf32> -> tensor<512xf32>
  %2 = tile.load %y[0, 0] sizes [16, 8] : !tile.ref<16x10xf32> -> tensor<16x8xf32>
  %3 = tile.load %x[0] sizes [512] strides [2] : !tile.ref<1024xf32> -> tensor<512xf32>
  %4 = tile.load %u[0] sizes [512] : !tile.ref<512xf32> -> tensor<512xf32>
  tile.return
}

// Counting up holds across `//` and `%` of unsigned numbers as far as the divisor's power of two.
// CHECK-LABEL: tile.kernel @two_axes({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
tile.kernel @two_axes(%x: !tile.ref<64x128xf32>) attributes {source = "triton"} {
  %i = tile.iota 0 : tensor<2048xi32>
  %c = arith.constant dense<128> : tensor<2048xi32>
  %row = arith.divui %i, %c : tensor<2048xi32>
  %column = arith.remui %i, %c : tensor<2048xi32>
  %a = tile.gather %x[%row, %column] : !tile.ref<64x128xf32>[tensor<2048xi32>, tensor<2048xi32>] -> tensor<2048xf32>
  tile.return
}

// Pointers that a loop moves on by multiples of 16 stay what they were; by 2, they allow 2. What an `if` chooses is what both are.
// CHECK-LABEL: tile.kernel @moves_on({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
// CHECK: tile.gather {{.*}} {schedule.vector = 2 : i64}
// CHECK: tile.gather {{.*}} {schedule.vector = 2 : i64}
tile.kernel @moves_on(%x: !tile.ref<?xf32>, %n: i32, %step: i32 {tile.divisibility = 16}, %p: i1) attributes {source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tile.iota 0 : tensor<256xi32>
  %two = arith.constant dense<2> : tensor<256xi32>
  %s = tile.broadcast %step axes [] : i32 -> tensor<256xi32>
  %last:2 = scf.for %k = %c0 to %n step %c1 iter_args(%far = %i, %near = %i) -> (tensor<256xi32>, tensor<256xi32>) : i32 {
    %a = tile.gather %x[%far] : !tile.ref<?xf32>[tensor<256xi32>] -> tensor<256xf32>
    %b = tile.gather %x[%near] : !tile.ref<?xf32>[tensor<256xi32>] -> tensor<256xf32>
    %far1 = arith.addi %far, %s : tensor<256xi32>
    %near1 = arith.addi %near, %two : tensor<256xi32>
    scf.yield %far1, %near1 : tensor<256xi32>, tensor<256xi32>
  }
  %either = scf.if %p -> (tensor<256xi32>) {
    scf.yield %last#0 : tensor<256xi32>
  } else {
    scf.yield %last#1 : tensor<256xi32>
  }
  %c = tile.gather %x[%either] : !tile.ref<?xf32>[tensor<256xi32>] -> tensor<256xf32>
  tile.return
}

// Rows and columns by reshapes: along the last axis; and along the first, which is said. `%n` may be below 0, where a remainder does not count up.
// CHECK-LABEL: tile.kernel @matrix({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
// CHECK: tile.gather {{.*}} {schedule.contiguous_axis = 0 : i64, schedule.vector = 4 : i64}
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
// CHECK: tile.gather {{.*}} {schedule.vector = 1 : i64}
tile.kernel @matrix(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>}, %n: i32 {tile.access = #tile.access<read>, tile.divisibility = 16}) attributes {source = "triton"} {
  %c64 = arith.constant 64 : i32
  %pid = tile.program_id 0
  %begin = arith.muli %pid, %c64 : i32
  %i = tile.iota 0 : tensor<64xi32>
  %row = tile.reshape %i : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.reshape %i : tensor<64xi32> -> tensor<1x64xi32>
  %pitch = arith.constant dense<128> : tensor<64x1xi32>
  %pitches = arith.constant dense<128> : tensor<1x64xi32>
  %rows = tile.broadcast %row axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column axes [0, 1] : tensor<1x64xi32> -> tensor<64x64xi32>
  %down = arith.muli %row, %pitch : tensor<64x1xi32>
  %downs = tile.broadcast %down axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
  %across = arith.muli %column, %pitches : tensor<1x64xi32>
  %acrosses = tile.broadcast %across axes [0, 1] : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %downs, %columns : tensor<64x64xi32>
  %a = tile.gather %x[%at] : !tile.ref<?xf32>[tensor<64x64xi32>] -> tensor<64x64xf32>
  %turned = arith.addi %rows, %acrosses : tensor<64x64xi32>
  %b = tile.gather %x[%turned] : !tile.ref<?xf32>[tensor<64x64xi32>] -> tensor<64x64xf32>
  %b0 = tile.broadcast %begin axes [] : i32 -> tensor<64xi32>
  %counts = arith.addi %b0, %i : tensor<64xi32>
  %size = arith.constant dense<192> : tensor<64xi32>
  %wrapped = arith.remsi %counts, %size : tensor<64xi32>
  %c = tile.gather %x[%wrapped] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
  %n0 = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
  %signed = arith.addi %n0, %i : tensor<64xi32>
  %maybe = arith.remsi %signed, %size : tensor<64xi32>
  %d = tile.gather %x[%maybe] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
  tile.return
}

// Programs in groups: where the grid is known, the last group's size is seen to be above 0, and rows wrap around without gaps.
// CHECK-LABEL: tile.kernel @grouped({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 4 : i64}
tile.kernel @grouped(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>}) attributes {source = "triton"} {
  %pid = tile.program_id 0
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c24 = arith.constant 24 : i32
  %c64 = arith.constant 64 : i32
  %group = arith.divsi %pid, %c24 : i32
  %first = arith.muli %group, %c8 : i32
  %left = arith.subi %c4, %first : i32
  %size = arith.minsi %left, %c8 : i32
  %in = arith.remsi %pid, %c24 : i32
  %column = arith.divsi %in, %size : i32
  %begin = arith.muli %column, %c64 : i32
  %b = tile.broadcast %begin axes [] : i32 -> tensor<64xi32>
  %i = tile.iota 0 : tensor<64xi32>
  %at = arith.addi %b, %i : tensor<64xi32>
  %n = arith.constant dense<192> : tensor<64xi32>
  %wrapped = arith.remsi %at, %n : tensor<64xi32>
  %a = tile.gather %x[%wrapped] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
  tile.return
}

// What is read from memory may be anything.
// CHECK-LABEL: tile.kernel @read({{.*}}schedule.axis_order
// CHECK: tile.gather {{.*}} {schedule.vector = 1 : i64}
tile.kernel @read(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>}, %n: !tile.ref<8xi32> {tile.access = #tile.access<read>}) attributes {source = "triton"} {
  %pid = tile.program_id 0
  %c8 = arith.constant 8 : i32
  %begin = tile.load %n[%pid] sizes [1] drop [0] : !tile.ref<8xi32> -> i32
  %part = arith.divsi %begin, %c8 : i32
  %b = tile.broadcast %part axes [] : i32 -> tensor<64xi32>
  %i = tile.iota 0 : tensor<64xi32>
  %at = arith.addi %b, %i : tensor<64xi32>
  %a = tile.gather %x[%at] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
  tile.return
}
func.func @main(%x: tensor<192xf32>, %n: i32) {
  tile.launch @matrix grid [12] (%x, %n) : (tensor<192xf32>, i32) -> ()
  tile.launch @grouped grid [12] (%x) : (tensor<192xf32>) -> ()
  return
}
