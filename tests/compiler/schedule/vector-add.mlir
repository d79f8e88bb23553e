// RUN: %tessera-opt %s --pass-pipeline='builtin.module(schedule-select-kernels{target=sm_90a},schedule-lower-blocks,schedule-split-blocks,schedule-pad-blocks,schedule-analyze-access,schedule-choose-layouts,schedule-place-kernels,schedule-choose-swizzles,schedule-choose-warpgroup-layouts,schedule-place-warpgroups,schedule-map-copies,schedule-tidy-kernels,schedule-insert-barriers,schedule-assign-shared,schedule-sync-warpgroups,verify-tilegpu)' | FileCheck %s
// The whole of Triton's vector add at `tilegpu`.
// CHECK: #[[L:.*]] = #tilegpu.linear<register = {{\[\[}}1], [2], [512]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}128], [256]], shape = [1024]>
// CHECK: tilegpu.module @sm_90a {
// CHECK-NEXT: tilegpu.kernel @add_kernel(%[[X:.*]]: !tilegpu.ref<?xf32> {{.*}}, %[[Y:.*]]: !tilegpu.ref<?xf32> {{.*}}, %[[O:.*]]: !tilegpu.ref<?xf32> {{.*}}, %[[N:.*]]: i32
// CHECK-SAME: axis_order = array<i64: 0>, {{.*}}num_warps = 4 : i64
// CHECK-DAG: %[[C:.*]] = arith.constant 1024 : i32
// CHECK-DAG: %[[PID:.*]] = tilegpu.program_id 0
// CHECK-DAG: %[[START:.*]] = arith.muli %[[PID]], %[[C]] : i32
// CHECK-DAG: %[[IOTA:.*]] = tilegpu.iota 0 : tensor<1024xi32, #[[L]]>
// CHECK-DAG: %[[S:.*]] = tilegpu.splat %[[START]] : i32 -> tensor<1024xi32, #[[L]]>
// CHECK-DAG: %[[I:.*]] = arith.addi %[[S]], %[[IOTA]] : tensor<1024xi32, #[[L]]>
// CHECK-DAG: %[[NN:.*]] = tilegpu.splat %[[N]] : i32 -> tensor<1024xi32, #[[L]]>
// CHECK: %[[M:.*]] = arith.cmpi slt, %[[I]], %[[NN]] : tensor<1024xi32, #[[L]]>
// CHECK-NEXT: %[[A:.*]] = tilegpu.gather %[[X]][%[[I]]] mask %[[M]] : tensor<1024xi1, #[[L]]> {vector = 4 : i64} :
// CHECK-NEXT: %[[B:.*]] = tilegpu.gather %[[Y]][%[[I]]] mask %[[M]] : tensor<1024xi1, #[[L]]> {vector = 4 : i64} :
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : tensor<1024xf32, #[[L]]>
// CHECK-NEXT: tilegpu.scatter %[[SUM]], %[[O]][%[[I]]] mask %[[M]] : tensor<1024xi1, #[[L]]> {vector = 4 : i64} :
// CHECK-NEXT: tilegpu.return
tile.kernel @add_kernel(%x: !tile.ref<?xf32>, %y: !tile.ref<?xf32>, %o: !tile.ref<?xf32> {tile.access = #tile.access<readwrite>},
                        %n: i32 {tile.divisibility = 16}) attributes {source = "triton"} {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.program_id 0
  %start = arith.muli %pid, %c1024 : i32
  %i = tile.iota 0 : tensor<1024xi32>
  %s = tile.broadcast %start axes [] : i32 -> tensor<1024xi32>
  %offsets = arith.addi %s, %i : tensor<1024xi32>
  %nn = tile.broadcast %n axes [] : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %offsets, %nn : tensor<1024xi32>
  %a = tile.gather %x[%offsets] mask %m : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %b = tile.gather %y[%offsets] mask %m : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %c = arith.addf %a, %b : tensor<1024xf32>
  tile.scatter %c, %o[%offsets] mask %m : tensor<1024xi1> : tensor<1024xf32>, !tile.ref<?xf32>[tensor<1024xi32>]
  tile.return
}
