// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// What each pass would do again is done before the loop: a left operand, and small loads where the loop does run.

// CHECK-LABEL: tile.kernel @invariant
// CHECK: tile.gather
// CHECK: %[[LEFT:.*]] = tile.cast %{{.*}} : tensor<64x64xf32> -> tensor<64x64xf16>
// CHECK: scf.for
// CHECK-NOT: tile.gather
// CHECK-NOT: tile.cast %{{.*}} : tensor<64x64xf32>
// CHECK: tilegpu.wgmma %{{[^,]*}}, %[[LEFT]]
tilegpu.module @sm_90a {
  tile.kernel @invariant(%q: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf32> {tile.access = #tile.access<read>, tile.name = "k"}, %l: !tile.ref<256xf32> {tile.access = #tile.access<read>, tile.name = "l"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %r = tile.iota 0 : tensor<64xi32>
    %wide = tile.load %k[%row, 0] sizes [128, 64] : !tile.ref<256x64xf32> -> tensor<128x64xf32>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.cast %wide : tensor<128x64xf32> -> tensor<128x64xf16>
      %na = tile.broadcast %row axes [] : i32 -> tensor<64xi32>
      %at = arith.addi %na, %r : tensor<64xi32>
      %row_of_l = tile.gather %l[%at] : !tile.ref<256xf32>[tensor<64xi32>] -> tensor<64xf32>
      %y = tile.load %q[%n, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %yt = tile.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tile.dot %x, %yt : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %la = tile.broadcast %row_of_l axes [1] : tensor<64xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %la : tensor<128x64xf32>
      %p = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
      %next = tile.dot %p, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}
