// RUN: %tessera-opt %s --schedule-specialize-warps | FileCheck %s
// Products whose right operand comes of another one become their transposes, with all of the program.

tilegpu.module @sm_90a {
  // Scores as (keys, queries): what is summed along axis 0 is along axis 1 then, and weights go on in registers.
  // CHECK-LABEL: tile.kernel @scores
  // CHECK-SAME: warpgroups = 2
  // CHECK: %[[P:.*]] = math.exp2 %{{.*}} : tensor<64x128xf32>
  // CHECK: tile.reduce add %[[P]] axes [1] : tensor<64x128xf32> -> tensor<64xf32>
  // CHECK: tilegpu.wgmma {{.*}} : <64x64xf32>, tensor<64x128xf16>, !tile.ref<128x64xf16, smem>
  tile.kernel @scores(%q: !tile.ref<64x64xf16>, %k: !tile.ref<256x64xf16>, %v: !tile.ref<256x64xf16>, %o: !tile.ref<64x64xf32>, %t: !tile.ref<64xf32>) attributes {source = "pallas", schedule.grid = array<i64: 1>} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %0 = tile.load %q[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %1 = tile.transpose %0 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %2:2 = scf.for %i = %c0 to %c256 step %c64 iter_args(%acc = %zeros, %total = %none) -> (tensor<64x64xf32>, tensor<64xf32>) : i32 {
      %3 = tile.load %k[%i : i32, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %4 = tile.dot %3, %1 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %5 = math.exp2 %4 : tensor<64x64xf32>
      %6 = tile.reduce add %5 axes [0] : tensor<64x64xf32> -> tensor<64xf32>
      %7 = arith.addf %total, %6 : tensor<64xf32>
      %8 = tile.cast %5 : tensor<64x64xf32> -> tensor<64x64xf16>
      %9 = tile.load %v[%i : i32, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %10 = tile.transpose %9 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %11 = tile.dot %10, %8 acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %11, %7 : tensor<64x64xf32>, tensor<64xf32>
    }
    %12 = tile.transpose %2#0 [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
    tile.store %12, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.store %2#1, %t[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }

  // Its 128 rows become columns, and the square's sums the left operand, in registers.
  // CHECK-LABEL: tile.kernel @computed_right
  // CHECK-SAME: warpgroups = 2
  // CHECK: tilegpu.wgmma {{.*}} : <64x64xf32>, !tile.ref<64x64xf16, smem>
  // CHECK: tilegpu.wgmma {{.*}} : <64x128xf32>, tensor<64x64xf16>, !tile.ref<64x128xf16, smem>
  tile.kernel @computed_right(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %square = tile.dot %y, %y : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %half = tile.cast %square : tensor<64x64xf32> -> tensor<64x64xf16>
      %p = tile.dot %x, %half acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}
