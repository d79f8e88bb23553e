// RUN: %tessera-opt %s -split-input-file -verify-tile -verify-diagnostics

// A module that may pass.
func.func @main() {
  %x = arith.constant dense<0.0> : tensor<8xf32>
  %y = tile.launch @k grid [2] (%x) : (tensor<8xf32>) -> tensor<8xf32>
  return
}
tile.kernel @k(%x: !tile.ref<4xf32> {tile.block = #tile.block<4 of 8xf32 at @map>},
               %o: !tile.ref<4xf32> {tile.access = #tile.access<write>, tile.block = #tile.block<4 of 8xf32 at @map>}) attributes {source = "pallas"} {
  %a = tile.load %x[0] sizes [4] : !tile.ref<4xf32> -> tensor<4xf32>
  tile.store %a, %o[0] sizes [4] : tensor<4xf32>, !tile.ref<4xf32>
  tile.return
}
func.func private @map(%i: i32) -> i32 {
  return %i : i32
}

// -----

tile.kernel @outside(%x: !tile.ref<8xf32> {tile.name = "x_ref"}) attributes {source = "pallas"} {
  %nine = arith.constant 9 : i32
  // expected-error @+1 {{`outside` reads index 9 along axis 0 of `x_ref`, which has 8 there [out-of-bounds]}}
  %a = tile.load %x[%nine] sizes [1] : !tile.ref<8xf32> -> tensor<1xf32>
  tile.return
}

// -----

tile.kernel @stores_to_read(%x: !tile.ref<1xf32> {tile.name = "x_ref", tile.access = #tile.access<read>}) attributes {source = "pallas"} {
  %a = arith.constant dense<0.0> : tensor<1xf32>
  // expected-error @+1 {{stores to `x_ref`, whose access is `read` [internal-error]}}
  tile.store %a, %x[0] sizes [1] : tensor<1xf32>, !tile.ref<1xf32>
  tile.return
}

// -----

func.func @main() {
  %x = arith.constant dense<0.0> : tensor<8xf32>
  tile.launch @k grid [2] (%x) : (tensor<8xf32>) -> ()
  return
}
tile.kernel @k(%x: !tile.ref<4xf32> {tile.block = #tile.block<4 of 8xf32 at @map>, tile.name = "x_ref"}) attributes {source = "pallas"} {
  // expected-error @+1 {{asks for axis 1 of a grid of 1 axes}}
  %i = tile.program_id 1
  tile.return
}
// expected-error @+1 {{as the index map of `x_ref` it takes 2 indices to 1, but the grid has 1 axes and the array 1}}
func.func private @map(%i: i32, %j: i32) -> i32 {
  return %i : i32
}

// -----

func.func @main() {
  // expected-error @unknown {{`arith.constant` has no place in the source}}
  %x = arith.constant 0 : i32 loc(unknown)
  return
}
