// RUN: %tessera-opt %s -tile-cleanup -mlir-print-debuginfo | FileCheck %s

// CHECK-LABEL: tile.kernel @folds_merges_and_drops
tile.kernel @folds_merges_and_drops(%x: !tile.ref<4xf32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas"} {
  %i = tile.program_id 0
  %zero = arith.constant 0 : i32
  // CHECK: %[[I:.*]] = tile.program_id 0
  // CHECK-NEXT: %[[SQUARE:.*]] = arith.muli %[[I]], %[[I]] : i32
  // CHECK-NEXT: %[[A:.*]] = tile.load %{{.*}} [%[[SQUARE]]]
  // CHECK-NEXT: tile.store %[[A]], %{{.*}} [%[[SQUARE]]]
  // CHECK-NEXT: tile.return
  %same = arith.addi %i, %zero : i32
  %one = arith.muli %same, %same : i32
  %two = arith.muli %i, %i : i32
  %a = tile.load %x[%one] sizes [1] : !tile.ref<4xf32> -> tensor<1xf32>
  %unused = math.exp %a : tensor<1xf32>
  tile.store %a, %x[%two] sizes [1] : tensor<1xf32>, !tile.ref<4xf32>
  tile.return
}

// A load is not moved past a store, so these two stay.
// CHECK-LABEL: tile.kernel @a_store_between_loads
tile.kernel @a_store_between_loads(%x: !tile.ref<4xf32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas"} {
  // CHECK: tile.load
  // CHECK: tile.store
  // CHECK: tile.load
  // CHECK: tile.store
  %a = tile.load %x[0] sizes [1] : !tile.ref<4xf32> -> tensor<1xf32>
  tile.store %a, %x[1] sizes [1] : tensor<1xf32>, !tile.ref<4xf32>
  %b = tile.load %x[0] sizes [1] : !tile.ref<4xf32> -> tensor<1xf32>
  tile.store %b, %x[2] sizes [1] : tensor<1xf32>, !tile.ref<4xf32>
  tile.return
}

// The C library of the machine that compiles has no say in a result.
// CHECK-LABEL: func.func @math_is_not_folded
func.func @math_is_not_folded() -> f32 {
  // CHECK: math.exp
  %x = arith.constant 2.0 : f32
  %y = math.exp %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @folded_constants_keep_a_place
func.func @folded_constants_keep_a_place() -> i32 {
  // CHECK: arith.constant 5 : i32 loc(#[[PLACE:.*]])
  %x = arith.constant 2 : i32
  %y = arith.constant 3 : i32
  %z = arith.addi %x, %y : i32
  return %z : i32
}

func.func @main() {
  %x = arith.constant dense<0.0> : tensor<4xf32>
  %y = tile.launch @folds_merges_and_drops grid [1] (%x) : (tensor<4xf32>) -> tensor<4xf32>
  %z = tile.launch @a_store_between_loads grid [1] (%y) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-NOT: @nobody_calls
func.func private @nobody_calls(%i: i32) -> i32 {
  return %i : i32
}

// Each is called, but by nothing that is reached.
// CHECK-NOT: @calls_
func.func private @calls_forth(%i: i32) -> i32 {
  %j = func.call @calls_back(%i) : (i32) -> i32
  return %j : i32
}
func.func private @calls_back(%i: i32) -> i32 {
  %j = func.call @calls_forth(%i) : (i32) -> i32
  return %j : i32
}

// CHECK: func.func private @is_called_by_one
func.func private @is_called_by_one(%i: i32) -> i32 {
  return %i : i32
}
func.func private @is_called(%i: i32) -> i32 {
  %j = func.call @is_called_by_one(%i) : (i32) -> i32
  return %j : i32
}
func.func @main_of_calls(%i: i32) -> i32 {
  %j = func.call @is_called(%i) : (i32) -> i32
  return %j : i32
}

// CHECK: #[[PLACE]] = loc("{{.*}}":
