// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// Products of what lies in shared memory are begun together, sums that a loop only adds to run on until the pass ends.

// CHECK-LABEL: tile.kernel @gradients
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator
// CHECK: scf.for
// CHECK: %[[S:.*]] = tilegpu.alloc_accumulator
// CHECK-NOT: read_accumulator
// CHECK: tilegpu.wgmma %[[S]]
// CHECK: %[[D:.*]] = tilegpu.alloc_accumulator
// CHECK-NOT: read_accumulator
// CHECK: tilegpu.wgmma %[[D]]
// CHECK: tilegpu.read_accumulator %[[S]] pending 1
// CHECK: tilegpu.read_accumulator %[[D]] :
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK-NOT: tilegpu.arrive
// CHECK: tilegpu.wgmma_wait 0
// CHECK-COUNT-2: tilegpu.arrive
// CHECK: scf.yield
// CHECK: tilegpu.read_accumulator %[[SUM]]
tilegpu.module @sm_90a {
  tile.kernel @gradients(%q: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "k"}, %v: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "v"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %x = tile.load %q[%row, 0] sizes [128, 64] : !tile.ref<256x64xf16> -> tensor<128x64xf16>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %y = tile.load %k[%n, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %yt = tile.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tile.dot %x, %yt : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %e = math.exp2 %s : tensor<128x64xf32>
      %z = tile.load %v[%n, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %zt = tile.transpose %z [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %d = tile.dot %x, %zt : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %ds = arith.mulf %e, %d : tensor<128x64xf32>
      %p = arith.truncf %ds : tensor<128x64xf32> to tensor<128x64xf16>
      %next = tile.dot %p, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}
