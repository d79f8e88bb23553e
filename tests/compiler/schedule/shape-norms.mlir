// RUN: %tessera-opt %s --schedule-shape-loops --split-input-file | FileCheck %s
// Operands that are computed of what is combined along the depth of a product.

// What is combined along the depth is combined pass by pass before: a norm's rows are read twice.
// CHECK-LABEL: tile.kernel @norm
// CHECK: %[[SQUARES:.*]] = scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (tensor<128xf32>)
// CHECK: tile.load %{{.*}} [%{{.*}}, %{{.*}}] sizes [128, 64]
// CHECK: %[[PART:.*]] = tile.reduce add %{{.*}} axes [1] : tensor<128x64xf32> -> tensor<128xf32>
// CHECK: %[[ALL:.*]] = arith.addf %[[SO_FAR]], %[[PART]]
// CHECK: scf.yield %[[ALL]]
// CHECK: math.rsqrt %[[SQUARES]] : tensor<128xf32>
// CHECK: scf.for
// CHECK: tile.dot {{.*}} : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
// Sums of f16 are rounded once, so not pass by pass.
// CHECK-LABEL: tile.kernel @rounded_norm
// CHECK-NOT: scf.for
tilegpu.module @sm_90a {
  tile.kernel @norm(%x: !tile.ref<128x1024xf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<1024x128xf16> {tile.access = #tile.access<read>, tile.name = "y"},
                      %o: !tile.ref<128x128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [128, 1024] : !tile.ref<128x1024xf16> -> tensor<128x1024xf16>
    %1 = tile.cast %0 : tensor<128x1024xf16> -> tensor<128x1024xf32>
    %2 = arith.mulf %1, %1 : tensor<128x1024xf32>
    %3 = tile.reduce add %2 axes [1] : tensor<128x1024xf32> -> tensor<128xf32>
    %4 = math.rsqrt %3 : tensor<128xf32>
    %5 = tile.broadcast %4 axes [0] : tensor<128xf32> -> tensor<128x1024xf32>
    %6 = arith.mulf %1, %5 : tensor<128x1024xf32>
    %7 = tile.cast %6 : tensor<128x1024xf32> -> tensor<128x1024xf16>
    %8 = tile.load %y[0, 0] sizes [1024, 128] : !tile.ref<1024x128xf16> -> tensor<1024x128xf16>
    %9 = tile.dot %7, %8 : tensor<128x1024xf16>, tensor<1024x128xf16> -> tensor<128x128xf32>
    tile.store %9, %o[0, 0] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<128x128xf32>
    tile.return
  }

  tile.kernel @rounded_norm(%x: !tile.ref<128x1024xf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<1024x128xf16> {tile.access = #tile.access<read>, tile.name = "y"},
                      %o: !tile.ref<128x128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [128, 1024] : !tile.ref<128x1024xf16> -> tensor<128x1024xf16>
    %1 = tile.reduce add %0 axes [1] : tensor<128x1024xf16> -> tensor<128xf16>
    %2 = tile.broadcast %1 axes [0] : tensor<128xf16> -> tensor<128x1024xf16>
    %3 = arith.mulf %0, %2 : tensor<128x1024xf16>
    %4 = tile.load %y[0, 0] sizes [1024, 128] : !tile.ref<1024x128xf16> -> tensor<1024x128xf16>
    %5 = tile.dot %3, %4 : tensor<128x1024xf16>, tensor<1024x128xf16> -> tensor<128x128xf32>
    tile.store %5, %o[0, 0] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<128x128xf32>
    tile.return
  }
}
