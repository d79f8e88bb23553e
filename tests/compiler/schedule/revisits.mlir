// RUN: %tessera-opt %s --schedule-select-kernels=target=sm_80 --split-input-file --verify-diagnostics | FileCheck %s
// Programs run side by side on a GPU: what several of them write in turn has no schedule.

// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @reversed
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
// CHECK-NOT: tile.kernel @halved({{.*}}schedule
func.func private @halved.o(%i: i32) -> (i32) {
  %c2 = arith.constant 2 : i32
  %0 = arith.divsi %i, %c2 : i32
  return %0 : i32
}
// expected-remark @+2 {{`o`, which several programs write one after the other, in kernel `halved` has no GPU schedule yet}}
// expected-note @+1 {{}}
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
// Without a block: the store's place says nothing of the program.
// expected-remark @+2 {{`o`, which several programs write}}
// expected-note @+1 {{}}
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
// expected-remark @+2 {{the padding of `x` in kernel `padded` has no GPU schedule yet}}
// expected-note @+1 {{}}
tile.kernel @padded(%x: !tile.ref<2xi32> {tile.name = "x", tile.block = #tile.block<2 of 8xi32 element [0]>, tile.padding = array<i64: 1, 0>}) attributes {source = "pallas"} {
  tile.return
}

// -----
// Index maps that read memory.
func.func private @indirect.x(%i: i32, %order: !tile.ref<4xi32>) -> (i32) {
  %0 = tile.load %order[%i] sizes [1] drop [0] : !tile.ref<4xi32> -> i32
  return %0 : i32
}
// expected-remark @+2 {{the index map `indirect.x` in kernel `indirect` has no GPU schedule yet}}
// expected-note @+1 {{}}
tile.kernel @indirect(%order: !tile.ref<4xi32>, %x: !tile.ref<2xi32> {tile.block = #tile.block<2 of 8xi32 at @indirect.x>}) attributes {source = "pallas"} {
  tile.return
}
