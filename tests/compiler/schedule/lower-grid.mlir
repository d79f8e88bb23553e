// RUN: %tessera-opt %s --schedule-select-kernels=target=sm_80 --schedule-lower-grid --split-input-file --verify-diagnostics | FileCheck %s
// Programs run side by side on a GPU: axes of the grid along which they go on with what others wrote are loops.

// Two programs never share a block: nothing to do.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @reversed
// CHECK-NOT: scf.for
func.func private @reversed.o(%i: i32) -> (i32) {
  %c3 = arith.constant 3 : i32
  %0 = arith.subi %c3, %i : i32
  return %0 : i32
}
tile.kernel @reversed(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>, tile.block = #tile.block<2 of 8xi32 at @reversed.o>}) attributes {source = "pallas"} {
  %0 = tile.iota 0 : tensor<2xi32>
  tile.store %0, %o[0] sizes [2] : tensor<2xi32>, !tile.ref<2xi32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @reversed grid [4] () : () -> tensor<8xi32>
  return
}

// -----
// A map that is no sum of ids: two programs share a block.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @halved
// CHECK: scf.for
// CHECK: tile.store
// CHECK: schedule.grid_axis = 0
func.func private @halved.o(%i: i32) -> (i32) {
  %c2 = arith.constant 2 : i32
  %0 = arith.divsi %i, %c2 : i32
  return %0 : i32
}
tile.kernel @halved(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>, tile.name = "o", tile.block = #tile.block<2 of 8xi32 at @halved.o>}) attributes {source = "pallas"} {
  %0 = tile.iota 0 : tensor<2xi32>
  tile.store %0, %o[0] sizes [2] : tensor<2xi32>, !tile.ref<2xi32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @halved grid [4] () : () -> tensor<8xi32>
  return
}

// -----
// Quotient and remainder of one id hand out each block once.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @unflattened
// CHECK-NOT: scf.for
func.func private @unflattened.o(%i: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : i32
  %0 = arith.divsi %i, %c2 : i32
  %1 = arith.remsi %i, %c2 : i32
  return %0, %1 : i32, i32
}
tile.kernel @unflattened(%o: !tile.ref<1x2xi32> {tile.access = #tile.access<write>, tile.block = #tile.block<1x2 of 2x4xi32 at @unflattened.o>}) attributes {source = "pallas"} {
  %0 = tile.iota 1 : tensor<1x2xi32>
  tile.store %0, %o[0, 0] sizes [1, 2] : tensor<1x2xi32>, !tile.ref<1x2xi32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @unflattened grid [4] () : () -> tensor<2x4xi32>
  return
}

// -----
// Without a block: the store's place says nothing of the program.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @whole
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: tile.store %[[I]]
tile.kernel @whole(%o: !tile.ref<i32> {tile.access = #tile.access<write>, tile.name = "o"}) attributes {source = "pallas"} {
  %0 = tile.program_id 0
  tile.store %0, %o[] sizes [] : i32, !tile.ref<i32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @whole grid [4] () : () -> i32
  return
}

// -----
// One program of many may write alone.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @first
// CHECK-NOT: scf.for
tile.kernel @first(%o: !tile.ref<i32> {tile.access = #tile.access<write>, tile.name = "o"}) attributes {source = "pallas"} {
  %0 = tile.program_id 0
  %zero = arith.constant 0 : i32
  %is = arith.cmpi eq, %0, %zero : i32
  scf.if %is {
    tile.store %zero, %o[] sizes [] : i32, !tile.ref<i32>
  }
  tile.return
}
func.func @main() {
  %0 = tile.launch @first grid [4] () : () -> i32
  return
}

// -----
// Programs write parts of 8 side by side, in rows of 16 apart: no order. Windows of 9 overlap.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @apart
// CHECK-NOT: scf.for
// CHECK: tile.kernel @overlapping
// CHECK: scf.for
tile.kernel @apart(%o: !tile.ref<64xi32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %0 = arith.muli %i, %c16 : i32
  %1 = arith.muli %j, %c8 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = tile.iota 0 : tensor<8xi32>
  tile.store %3, %o[%2] sizes [8] : tensor<8xi32>, !tile.ref<64xi32>
  tile.return
}
tile.kernel @overlapping(%o: !tile.ref<64xi32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %i = tile.program_id 0
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %i, %c8 : i32
  %3 = tile.iota 0 : tensor<9xi32>
  tile.store %3, %o[%0] sizes [9] : tensor<9xi32>, !tile.ref<64xi32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @apart grid [4, 2] () : () -> tensor<64xi32>
  %1 = tile.launch @overlapping grid [4] () : () -> tensor<64xi32>
  return
}

// -----
// A sum in scratch memory over the last axis: a loop that carries it, from zero, and one store after it.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @accumulated(%[[X:.*]]: !tile.ref<2xf32>{{.*}}, %[[O:.*]]: !tile.ref<2xf32> {{{.*}}}) attributes
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]])
// CHECK-NOT: scf.if
// CHECK: %[[IN:.*]] = tile.load %[[X]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[IN]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: {schedule.grid_axis = 1 : i64}
// CHECK-NOT: scf.if
// CHECK: tile.store %[[SUM]], %[[O]]
func.func private @accumulated.x(%i: i32, %k: i32) -> (i32, i32) {
  return %k, %i : i32, i32
}
func.func private @accumulated.o(%i: i32, %k: i32) -> (i32) {
  return %i : i32
}
tile.kernel @accumulated(%x: !tile.ref<2xf32> {tile.block = #tile.block<1x2 of 3x8xf32 at @accumulated.x squeeze [0]>},
                         %o: !tile.ref<2xf32> {tile.access = #tile.access<write>, tile.block = #tile.block<2 of 8xf32 at @accumulated.o>},
                         %acc: !tile.ref<2xf32> {tile.access = #tile.access<scratch>, tile.name = "acc"}) attributes {source = "pallas"} {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %k = tile.program_id 1
  %is_first = arith.cmpi eq, %k, %c0 : i32
  scf.if %is_first {
    tile.store %zero, %acc[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
  }
  %0 = tile.load %acc[0] sizes [2] : !tile.ref<2xf32> -> tensor<2xf32>
  %1 = tile.load %x[0] sizes [2] : !tile.ref<2xf32> -> tensor<2xf32>
  %2 = arith.addf %0, %1 : tensor<2xf32>
  tile.store %2, %acc[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
  %n = tile.num_programs 1
  %last = arith.subi %n, %c1 : i32
  %is_last = arith.cmpi eq, %k, %last : i32
  scf.if %is_last {
    %3 = tile.load %acc[0] sizes [2] : !tile.ref<2xf32> -> tensor<2xf32>
    tile.store %3, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
  }
  tile.return
}
func.func @main(%x: tensor<3x8xf32>) {
  %0 = tile.launch @accumulated grid [4, 3] (%x) : (tensor<3x8xf32>) -> tensor<8xf32>
  return
}

// -----
// A block that programs add to, along the first axis: it is loaded before the loop and stored after it. The other axis stays the launch's.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @added(%[[O:.*]]: !tile.ref<2xi32>
// CHECK: %[[FIRST:.*]] = tile.load %[[O]]
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args({{.*}} = %[[FIRST]])
// CHECK-NOT: tile.load
// CHECK: {schedule.grid_axis = 0 : i64}
// CHECK: tile.store %[[LAST]], %[[O]]
func.func private @added.o(%k: i32, %i: i32) -> (i32) {
  return %i : i32
}
tile.kernel @added(%o: !tile.ref<2xi32> {tile.access = #tile.access<readwrite>, tile.block = #tile.block<2 of 8xi32 at @added.o>}) attributes {source = "pallas"} {
  %k = tile.program_id 0
  %0 = tile.load %o[0] sizes [2] : !tile.ref<2xi32> -> tensor<2xi32>
  %1 = tile.broadcast %k axes [] : i32 -> tensor<2xi32>
  %2 = arith.addi %0, %1 : tensor<2xi32>
  tile.store %2, %o[0] sizes [2] : tensor<2xi32>, !tile.ref<2xi32>
  tile.return
}
func.func @main(%o: tensor<8xi32>) {
  %0 = tile.launch @added grid [3, 4] (%o) : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----
// A block that reaches past the array reads as NaN there: a sum over it must see that, so the block stays in memory.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @ragged
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tile.store
func.func private @ragged.o(%k: i32) -> (i32) {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
tile.kernel @ragged(%o: !tile.ref<4xf32> {tile.access = #tile.access<readwrite>, tile.block = #tile.block<4 of 3xf32 at @ragged.o>}) attributes {source = "pallas"} {
  %0 = tile.load %o[0] sizes [4] : !tile.ref<4xf32> -> tensor<4xf32>
  %1 = tile.transpose %0 [0] : tensor<4xf32> -> tensor<4xf32>
  tile.store %1, %o[0] sizes [4] : tensor<4xf32>, !tile.ref<4xf32>
  tile.return
}
func.func @main(%o: tensor<3xf32>) {
  %0 = tile.launch @ragged grid [3] (%o) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----
// Scratch memory that is accessed in parts is a buffer; each program fills it before it reads it, so that there is no order.
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @parts(%{{[^:]*}}: !tile.ref<2xi32> {{{[^}]*}}}) attributes
// CHECK: %[[BUFFER:.*]] = tilegpu.alloc_shared "acc" : !tile.ref<4xi32, smem>
// CHECK-NOT: scf.for
// CHECK: tile.load %[[BUFFER]]
func.func private @parts.o(%i: i32) -> (i32) {
  return %i : i32
}
tile.kernel @parts(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>, tile.block = #tile.block<2 of 8xi32 at @parts.o>},
                   %acc: !tile.ref<4xi32> {tile.access = #tile.access<scratch>, tile.name = "acc"}) attributes {source = "pallas"} {
  %0 = tile.iota 0 : tensor<4xi32>
  tile.store %0, %acc[0] sizes [4] : tensor<4xi32>, !tile.ref<4xi32>
  %1 = tile.load %acc[1] sizes [2] : !tile.ref<4xi32> -> tensor<2xi32>
  tile.store %1, %o[0] sizes [2] : tensor<2xi32>, !tile.ref<2xi32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @parts grid [4] () : () -> tensor<8xi32>
  return
}

// -----
// Two launches with two grids.
// expected-remark @+2 {{kernel `twice` has programs that run in order and launches with different grids: it has no GPU schedule yet}}
// expected-note @+1 {{}}
tile.kernel @twice(%o: !tile.ref<i32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.program_id 0
  tile.store %0, %o[] sizes [] : i32, !tile.ref<i32>
  tile.return
}
func.func @main() {
  %0 = tile.launch @twice grid [4] () : () -> i32
  %1 = tile.launch @twice grid [5] () : () -> i32
  return
}
