// RUN: %tessera-opt %s --schedule-select-kernels --schedule-pad-blocks | FileCheck %s
// CHECK: tilegpu.module
// CHECK-LABEL: tile.kernel @hundred({{.*}}schedule.axis_order
// CHECK: %[[I:.*]] = tile.iota 0 : tensor<128xi32>
// CHECK: %[[N:.*]] = arith.constant dense<100> : tensor<128xi32>
// CHECK: %[[M:.*]] = arith.cmpi ult, %[[I]], %[[N]]
// CHECK: tile.load %{{.*}}[0] sizes [128] mask %[[M]]
// CHECK: arith.addf {{.*}} : tensor<128xf32>
// CHECK: tile.store {{.*}} sizes [128] mask
tile.kernel @hundred(%x: !tile.ref<100xf32>, %o: !tile.ref<100xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [100] : !tile.ref<100xf32> -> tensor<100xf32>
  %1 = arith.addf %0, %0 : tensor<100xf32>
  tile.store %1, %o[0] sizes [100] : tensor<100xf32>, !tile.ref<100xf32>
  tile.return
}

// What a reduction of 96 elements would read beyond them is made neutral: minus infinity for a maximum.
// CHECK-LABEL: tile.kernel @reduced({{.*}}schedule.axis_order
// CHECK: %[[X:.*]] = tile.load {{.*}} sizes [128] mask
// CHECK: %[[LOW:.*]] = arith.constant dense<0xFF800000> : tensor<128xf32>
// CHECK: %[[OWN:.*]] = arith.select %{{.*}}, %[[X]], %[[LOW]] : tensor<128xi1>, tensor<128xf32>
// CHECK: tile.reduce max %[[OWN]]
tile.kernel @reduced(%x: !tile.ref<96xf32, gmem>, %o: !tile.ref<1xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %0 = tile.load %x[0] sizes [96] : !tile.ref<96xf32, gmem> -> tensor<96xf32>
  %1 = tile.reduce max %0 axes [0] : tensor<96xf32> -> f32
  tile.store %1, %o[0] sizes [1] drop [0] : f32, !tile.ref<1xf32, gmem>
  tile.return
}
