// RUN: %tessera-opt %s --schedule-expand-arrays | FileCheck %s
// Products along a depth that is joined of parts are products of the parts.

tilegpu.module @sm_90a {
  // Halves that lie one behind the other; the other operand is loaded by halves, too.
  // CHECK-LABEL: tile.kernel @halves
  // CHECK-DAG: %[[A0:.*]] = tile.load %arg0 [0, 0] sizes [64, 32]
  // CHECK-DAG: %[[A1:.*]] = tile.load %arg0 [0, 32] sizes [64, 32]
  // CHECK-DAG: %[[X0:.*]] = tile.load %arg1 [0, 0] sizes [64, 32] : <64x64xf16> -> tensor<64x32xf16>
  // CHECK-DAG: %[[X1:.*]] = tile.load %arg1 [0, 32] sizes [64, 32] : <64x64xf16> -> tensor<64x32xf16>
  // CHECK-DAG: %[[T0:.*]] = tile.transpose %[[X0]] [1, 0]
  // CHECK-DAG: %[[T1:.*]] = tile.transpose %[[X1]] [1, 0]
  // CHECK-DAG: %[[LOW:.*]] = arith.subf %[[T0]], %[[T1]] : tensor<32x64xf16>
  // CHECK-DAG: %[[HIGH:.*]] = arith.addf %[[T0]], %[[T1]] : tensor<32x64xf16>
  // CHECK: %[[FIRST:.*]] = tile.dot %[[A0]], %[[LOW]]
  // CHECK: %[[SUM:.*]] = tile.dot %[[A1]], %[[HIGH]] acc %[[FIRST]]
  // CHECK: tile.store %[[SUM]]
  tile.kernel @halves(%a: !tile.ref<64x64xf16>, %x: !tile.ref<64x64xf16>, %o: !tile.ref<64x64xf32>) attributes {source = "pallas"} {
    %0 = tile.load %a[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %1 = tile.load %x[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %2 = tile.slice %1[0, 0] sizes [64, 32] : tensor<64x64xf16> -> tensor<64x32xf16>
    %3 = tile.slice %1[0, 32] sizes [64, 32] : tensor<64x64xf16> -> tensor<64x32xf16>
    %4 = arith.subf %2, %3 : tensor<64x32xf16>
    %5 = arith.addf %2, %3 : tensor<64x32xf16>
    %6 = tile.concatenate %4, %5 axis 1 : tensor<64x32xf16>, tensor<64x32xf16> -> tensor<64x64xf16>
    %7 = tile.transpose %6 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %8 = tile.dot %0, %7 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store %8, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }

  // Parts that take turns, of both operands: split and joined as entries of an axis of two.
  // CHECK-LABEL: tile.kernel @turns
  // CHECK-DAG: %[[A0:.*]] = tile.load %arg0 [0, 0] sizes [64, 32]
  // CHECK-DAG: %[[A1:.*]] = tile.load %arg0 [0, 32] sizes [64, 32]
  // CHECK-DAG: %[[B0:.*]] = tile.load %arg1 [0, 0] sizes [32, 64]
  // CHECK-DAG: %[[B1:.*]] = tile.load %arg1 [32, 0] sizes [32, 64]
  // CHECK: %[[FIRST:.*]] = tile.dot %[[A0]], %[[B0]]
  // CHECK: tile.dot %[[A1]], %[[B1]] acc %[[FIRST]]
  tile.kernel @turns(%a: !tile.ref<64x64xf16>, %b: !tile.ref<64x64xf16>, %o: !tile.ref<64x64xf32>) attributes {source = "pallas"} {
    %0 = tile.load %a[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %1 = tile.slice %0[0, 0] sizes [64, 32] : tensor<64x64xf16> -> tensor<64x32xf16>
    %2 = tile.slice %0[0, 32] sizes [64, 32] : tensor<64x64xf16> -> tensor<64x32xf16>
    %3 = tile.reshape %1 : tensor<64x32xf16> -> tensor<64x32x1xf16>
    %4 = tile.reshape %2 : tensor<64x32xf16> -> tensor<64x32x1xf16>
    %5 = tile.concatenate %3, %4 axis 2 : tensor<64x32x1xf16>, tensor<64x32x1xf16> -> tensor<64x32x2xf16>
    %6 = tile.reshape %5 : tensor<64x32x2xf16> -> tensor<64x64xf16>
    %7 = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %8 = tile.reshape %7 : tensor<64x64xf16> -> tensor<2x32x64xf16>
    %9 = tile.slice %8[0, 0, 0] sizes [1, 32, 64] drop [0] : tensor<2x32x64xf16> -> tensor<32x64xf16>
    %10 = tile.slice %8[1, 0, 0] sizes [1, 32, 64] drop [0] : tensor<2x32x64xf16> -> tensor<32x64xf16>
    %11 = tile.reshape %9 : tensor<32x64xf16> -> tensor<32x1x64xf16>
    %12 = tile.reshape %10 : tensor<32x64xf16> -> tensor<32x1x64xf16>
    %13 = tile.concatenate %11, %12 axis 1 : tensor<32x1x64xf16>, tensor<32x1x64xf16> -> tensor<32x2x64xf16>
    %14 = tile.reshape %13 : tensor<32x2x64xf16> -> tensor<64x64xf16>
    %15 = tile.dot %6, %14 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store %15, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }

  // Every other column of what is loaded would be read one by one: the product stays.
  // CHECK-LABEL: tile.kernel @steps
  // CHECK-COUNT-1: tile.dot
  // CHECK-NOT: tile.dot
  // CHECK-LABEL: tile.kernel @narrow
  tile.kernel @steps(%a: !tile.ref<64x64xf16>, %b: !tile.ref<64x64xf16>, %o: !tile.ref<64x64xf32>) attributes {source = "pallas"} {
    %0 = tile.load %a[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %1 = tile.slice %0[0, 0] sizes [64, 32] : tensor<64x64xf16> -> tensor<64x32xf16>
    %2 = tile.reshape %1 : tensor<64x32xf16> -> tensor<64x32x1xf16>
    %3 = tile.concatenate %2, %2 axis 2 : tensor<64x32x1xf16>, tensor<64x32x1xf16> -> tensor<64x32x2xf16>
    %4 = tile.reshape %3 : tensor<64x32x2xf16> -> tensor<64x64xf16>
    %5 = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %6 = tile.dot %4, %5 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store %6, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }

  // Sums of 16 bits would be rounded between the parts.
  // CHECK-COUNT-1: tile.dot
  // CHECK-NOT: tile.dot
  tile.kernel @narrow(%a: !tile.ref<64x32xf16>, %b: !tile.ref<64x64xf16>, %o: !tile.ref<64x64xf16>) attributes {source = "pallas"} {
    %0 = tile.load %a[0, 0] sizes [64, 32] : !tile.ref<64x32xf16> -> tensor<64x32xf16>
    %1 = tile.concatenate %0, %0 axis 1 : tensor<64x32xf16>, tensor<64x32xf16> -> tensor<64x64xf16>
    %2 = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %3 = tile.dot %1, %2 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf16>
    tile.store %3, %o[0, 0] sizes [64, 64] : tensor<64x64xf16>, !tile.ref<64x64xf16>
    tile.return
  }
}
