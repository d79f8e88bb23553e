// RUN: %tessera-opt %s | %tessera-opt | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main() {
  // CHECK: %[[KEY:.*]] = arith.constant dense<[0, 42]>
  %key = arith.constant dense<[0, 42]> : tensor<2xi32>
  // CHECK: tile.random_split %[[KEY]] : tensor<2xi32> -> tensor<3x2xi32>
  %keys = tile.random_split %key : tensor<2xi32> -> tensor<3x2xi32>
  // CHECK: tile.random threefry uniform %{{.*}} {high = 5.000000e+00 : f64}
  %x = tile.random threefry uniform %key {high = 5.0 : f64} : tensor<2xi32> -> tensor<4x4xf32>
  // CHECK: %[[Y:.*]] = tile.launch @k grid [2, 1](%{{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = tile.launch @k grid [2, 1] (%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: tile.check_close %[[Y]], %{{.*}} rtol 1.000000e-03 atol 0.000000e+00 {message = "why"}
  tile.check_close %y, %x rtol 1.0e-3 atol 0.0 {message = "why"} : tensor<4x4xf32>, tensor<4x4xf32>
  // CHECK: %[[T:.*]] = tile.format ["y = ", "\0A"](%[[Y]]) specs [""] styles [#tile<style jax_repr>]
  %t = tile.format ["y = ", "\0A"](%y) specs [""] styles [#tile<style jax_repr>] : tensor<4x4xf32>
  // CHECK: tile.format ["plain"]
  %plain = tile.format ["plain"]
  // CHECK: tile.print %[[T]]
  tile.print %t
  // CHECK: tile.write_file %{{.*}} to "out.txt"
  tile.write_file %plain to "out.txt"
  // CHECK: tile.kernel_text @k "ptx"
  %ptx = tile.kernel_text @k "ptx"
  return
}

// CHECK-LABEL: tile.kernel @k
// CHECK-SAME: #tile.block<2x4 of 4x4xf32 at @map>
// CHECK-SAME: #tile.block<1x4 of 4x4xf32 squeeze [0] element [1]>
// CHECK-SAME: !tile.ref<8xf32, smem> {tile.access = #tile.access<scratch>}
tile.kernel @k(%x: !tile.ref<2x4xf32> {tile.access = #tile.access<read>, tile.block = #tile.block<2x4 of 4x4xf32 at @map>},
               %o: !tile.ref<4xf32> {tile.access = #tile.access<write>, tile.block = #tile.block<1x4 of 4x4xf32 squeeze [0] element [1]>},
               %s: !tile.ref<8xf32, smem> {tile.access = #tile.access<scratch>}) attributes {source = "pallas"} {
  // CHECK: tile.program_id 0
  %i = tile.program_id 0
  %m = arith.constant dense<true> : tensor<4xi1>
  // CHECK: tile.load %{{.*}} [%{{.*}}, 0] sizes [1, 4] drop [0] : <2x4xf32> -> tensor<4xf32>
  %row = tile.load %x[%i, 0] sizes [1, 4] drop [0] : !tile.ref<2x4xf32> -> tensor<4xf32>
  // CHECK: tile.load %{{.*}} [0, 3] sizes [1, 4] strides [1, -1] drop [0] mask %{{.*}} : tensor<4xi1> other %{{.*}} : tensor<4xf32>
  %back = tile.load %x[0, 3] sizes [1, 4] strides [1, -1] drop [0] mask %m : tensor<4xi1> other %row : tensor<4xf32> : !tile.ref<2x4xf32> -> tensor<4xf32>
  // CHECK: tile.reduce max %{{.*}} axes [0] {ignore_nan}
  %max = tile.reduce max %back axes [0] {ignore_nan} : tensor<4xf32> -> f32
  // CHECK: tile.broadcast %{{.*}} axes [] : f32 -> tensor<4xf32>
  %all = tile.broadcast %max axes [] : f32 -> tensor<4xf32>
  // CHECK: tile.store %{{.*}}, %{{.*}} [0] sizes [4] mask
  tile.store %all, %o[0] sizes [4] mask %m : tensor<4xi1> : tensor<4xf32>, !tile.ref<4xf32>
  // CHECK: tile.return
  tile.return
}

func.func private @map(%i: i32, %j: i32) -> (i32, i32) {
  return %i, %j : i32, i32
}
