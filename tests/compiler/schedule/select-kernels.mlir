// RUN: %tessera-opt %s --schedule-select-kernels=target=sm_80 --split-input-file --verify-diagnostics | FileCheck %s
// Kernels that can be scheduled are copied; of the others the first obstacle is told, and the compilation goes on.

// CHECK: tile.kernel @copied
// CHECK: tilegpu.module @sm_80
// CHECK: tile.kernel @copied
// CHECK-SAME: schedule.axis_order = array<i64: 1, 0>, schedule.num_warps = 8 : i64
tile.kernel @copied(%o: !tile.ref<2x2xi32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", options = {num_warps = 8 : i64}} {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %0 = arith.addi %i, %j : i32
  tile.store %0, %o[%i, %j] sizes [1, 1] drop [0, 1] : i32, !tile.ref<2x2xi32>
  tile.return
}

// -----
// Triton's first axis is the fastest; an extent of y above 65,535 flattens the grid.

// CHECK: tile.kernel @triton
// CHECK: tile.kernel @triton
// CHECK-SAME: schedule.axis_order = array<i64: 0, 1>, {{.*}}schedule.linear_grid
tile.kernel @triton(%o: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}) attributes {source = "triton"} {
  %j = tile.program_id 1
  tile.scatter %j, %o[%j] : i32, !tile.ref<?xi32>[i32]
  tile.return
}
func.func @main(%a: tensor<70000xi32>) {
  %0 = tile.launch @triton grid [1, 70000] (%a) : (tensor<70000xi32>) -> tensor<70000xi32>
  return
}

// -----
// expected-remark @+2 {{`num_warps` 3 (a power of two up to 32 has) in kernel `warps` has no GPU schedule yet}}
// expected-note @+1 {{}}
tile.kernel @warps(%x: !tile.ref<8xf32>) attributes {source = "triton", options = {num_warps = 3 : i64}} {
  tile.return
}

// -----
tile.kernel @both(%x: !tile.ref<8xf32>, %o: !tile.ref<8xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [8] : !tile.ref<8xf32> -> tensor<8xf32>
  // expected-remark @+2 {{`math.sincos` in kernel `both`}}
  // expected-note @+1 {{}}
  %1, %2 = math.sincos %0 : tensor<8xf32>
  tile.store %1, %o[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32>
  tile.return
}

