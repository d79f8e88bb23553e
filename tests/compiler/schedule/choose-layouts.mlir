// RUN: %tessera-opt %s --schedule-select-kernels --schedule-analyze-access --schedule-choose-layouts | FileCheck %s
// CHECK-DAG: #[[WIDE:.*]] = #tilegpu.linear<register = {{\[\[}}1], [2], [512]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}128], [256]], shape = [1024]>
// CHECK-DAG: #[[SLICE:.*]] = #tilegpu.linear<register = {{\[\[}}1], [2]], lane = {{\[\[}}4], [8], [16], [32], [64]], warp = {{\[\[}}0], [0]], shape = [128]>

// One layout from load to store, 4 neighbours a thread.
// CHECK: tilegpu.module
// CHECK-LABEL: tile.kernel @chain({{.*}}schedule.axis_order
// CHECK: tile.load {{.*}}schedule.layouts = [#[[WIDE]]]
// CHECK: arith.addf {{.*}}schedule.layouts = [#[[WIDE]]]
tile.kernel @chain(%x: !tile.ref<1024xf32>, %o: !tile.ref<1024xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [1024] : !tile.ref<1024xf32> -> tensor<1024xf32>
  %1 = arith.addf %0, %0 : tensor<1024xf32>
  tile.store %1, %o[0] sizes [1024] : tensor<1024xf32>, !tile.ref<1024xf32>
  tile.return
}

// What is broadcast is held as the result's slice: every warp has all of it.
// CHECK-LABEL: tile.kernel @broadcast({{.*}}schedule.axis_order
// CHECK: tile.load {{.*}}schedule.layouts = [#[[SLICE]]]
tile.kernel @broadcast(%x: !tile.ref<128xf32>, %o: !tile.ref<16x128xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [128] : !tile.ref<128xf32> -> tensor<128xf32>
  %1 = tile.broadcast %0 axes [1] : tensor<128xf32> -> tensor<16x128xf32>
  tile.store %1, %o[0, 0] sizes [16, 128] : tensor<16x128xf32>, !tile.ref<16x128xf32>
  tile.return
}

// An iota wanted as a row and as a column is computed twice.
// CHECK-LABEL: tile.kernel @cheap_values_are_copied({{.*}}schedule.axis_order
// CHECK-COUNT-2: tile.iota 0
tile.kernel @cheap_values_are_copied(%o: !tile.ref<32x32xi32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %i = tile.iota 0 : tensor<32xi32>
  %row = tile.broadcast %i axes [0] : tensor<32xi32> -> tensor<32x32xi32>
  %column = tile.broadcast %i axes [1] : tensor<32xi32> -> tensor<32x32xi32>
  %0 = arith.addi %row, %column : tensor<32x32xi32>
  tile.store %0, %o[0, 0] sizes [32, 32] : tensor<32x32xi32>, !tile.ref<32x32xi32>
  tile.return
}
