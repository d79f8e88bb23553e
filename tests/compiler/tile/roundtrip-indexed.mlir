// RUN: %tessera-opt %s | %tessera-opt | FileCheck %s

// CHECK-LABEL: func.func @arrays
func.func @arrays(%x: tensor<4x8xf32>, %ids: tensor<3xi32>, %v: tensor<3x8xf32>) {
  // CHECK: tile.reduce_by %{{.*}} axis 1 {
  %sum = tile.reduce_by %x axis 1 {
  ^bb0(%left: f32, %right: f32):
    %both = arith.addf %left, %right : f32
    // CHECK: tile.yield %{{.*}} : f32
    tile.yield %both : f32
  // CHECK: } : (tensor<4x8xf32>) -> tensor<4xf32>
  } : (tensor<4x8xf32>) -> tensor<4xf32>
  // CHECK: tile.scan %{{.*}} axis 0 reverse {
  %prefix = tile.scan %x axis 0 reverse {
  ^bb0(%left: f32, %right: f32):
    %both = arith.maximumf %left, %right : f32
    tile.yield %both : f32
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: tile.arg_reduce max %{{.*}} axis 1 : tensor<4x8xf32> -> tensor<4xi32>
  %where = tile.arg_reduce max %x axis 1 : tensor<4x8xf32> -> tensor<4xi32>
  // CHECK: tile.sort %{{.*}} axis 1 {descending} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %sorted = tile.sort %x axis 1 {descending} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: tile.take %{{.*}}[%{{.*}}] axes [0] : tensor<4x8xf32>[tensor<3xi32>] -> tensor<3x8xf32>
  %rows = tile.take %x[%ids] axes [0] : tensor<4x8xf32>[tensor<3xi32>] -> tensor<3x8xf32>
  // CHECK: tile.put add %{{.*}} into %{{.*}}[%{{.*}}] axes [0] : tensor<3x8xf32>, tensor<4x8xf32>[tensor<3xi32>] -> tensor<4x8xf32>
  %put = tile.put add %v into %x[%ids] axes [0] : tensor<3x8xf32>, tensor<4x8xf32>[tensor<3xi32>] -> tensor<4x8xf32>
  // CHECK: tile.inline_asm "mov.b32 $0, $1;", "=r,r"(%{{.*}}) {is_pure} : (tensor<3xi32>) -> tensor<3xi32>
  %asm = tile.inline_asm "mov.b32 $0, $1;", "=r,r"(%ids) {is_pure} : (tensor<3xi32>) -> tensor<3xi32>
  // CHECK: tile.guard %{{.*}} is dense<[1, 2, 3]> : tensor<3xi32> {what = "x"} : tensor<3xi32>
  tile.guard %ids is dense<[1, 2, 3]> : tensor<3xi32> {what = "x"} : tensor<3xi32>
  return
}

// CHECK-LABEL: tile.kernel @lock
tile.kernel @lock(%lock: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}, %other: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}) attributes {source = "triton"} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: tile.select_ref %{{.*}} : i32 of %{{.*}}, %{{.*}} : {{.*}}<?xi32>, {{.*}}<?xi32> -> {{.*}}<?xi32>
  %chosen = tile.select_ref %zero : i32 of %lock, %other : !tile.ref<?xi32>, !tile.ref<?xi32> -> !tile.ref<?xi32>
  // CHECK: tile.atomic_cas %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] {scope = "cta"} : i32, {{.*}}<?xi32>[i32]
  %old = tile.atomic_cas %zero, %one, %chosen[%zero] {scope = "cta"} : i32, !tile.ref<?xi32>[i32]
  // CHECK: tile.atomic_rmw exchange %{{.*}}, %{{.*}}[%{{.*}}] : i32, {{.*}}<?xi32>[i32]
  %was = tile.atomic_rmw exchange %old, %lock[%zero] : i32, !tile.ref<?xi32>[i32]
  tile.return
}
