// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// A product along rows, which consumers share out: each turns and multiplies its own, and adds its part to memory.

// CHECK-LABEL: tile.kernel @backward
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK: %[[PARTS:.*]] = tilegpu.alloc_shared "dq" : !tile.ref<2x64x64xf32, smem>
// CHECK: %[[TURNED:.*]] = tilegpu.alloc_shared "turned" : !tile.ref<128x64xf16, smem>
// CHECK: tilegpu.wgmma
// CHECK: %[[DS:.*]] = arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK: tile.store %[[DS]], %[[TURNED]]
// CHECK: tilegpu.commit_shared
// CHECK: %[[OWN:.*]] = tilegpu.subview %[[TURNED]]{{.*}} sizes [64, 64]
// CHECK: %[[LEFT:.*]] = tilegpu.transpose_ref %[[OWN]]
// CHECK: %[[RIGHT:.*]] = tilegpu.subview %{{.*}} sizes [64, 64]
// CHECK: tilegpu.wgmma %{{.*}}, %[[LEFT]], %[[RIGHT]]
// CHECK: %[[PART:.*]] = tilegpu.read_accumulator
// CHECK-NOT: scf.if
// CHECK: %[[SCALED:.*]] = arith.mulf %[[PART]]
// CHECK: %[[BUFFER:.*]] = tilegpu.subview %[[PARTS]] [%[[WG]], 0, 0]
// CHECK: tilegpu.wait_copies_out 0 read
// CHECK: tile.store %[[SCALED]], %[[BUFFER]]
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.copy_out %[[BUFFER]] to %{{.*}}copy_reduction<add>
tilegpu.module @sm_90a {
  tile.kernel @backward(%q: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %dq: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "dq"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<64> : tensor<64xi32>
    %scale = arith.constant dense<0.125> : tensor<64x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %r = tile.iota 0 : tensor<64xi32>
    %x = tile.load %k[%row, 0] sizes [128, 64] : !tile.ref<256x64xf16> -> tensor<128x64xf16>
    scf.for %n = %c0 to %c256 step %c64 : i32 {
      %y = tile.load %q[%n, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %yt = tile.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tile.dot %x, %yt : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %ds = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf16>
      %dst = tile.transpose %ds [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
      %p = tile.dot %dst, %x : tensor<64x128xf16>, tensor<128x64xf16> -> tensor<64x64xf32>
      %ps = arith.mulf %p, %scale : tensor<64x64xf32>
      %na = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
      %rn = arith.addi %na, %r : tensor<64xi32>
      %rp = arith.muli %rn, %pitch : tensor<64xi32>
      %ar = tile.broadcast %rp axes [0] : tensor<64xi32> -> tensor<64x64xi32>
      %kr = tile.broadcast %r axes [1] : tensor<64xi32> -> tensor<64x64xi32>
      %at = arith.addi %ar, %kr : tensor<64x64xi32>
      %old = tile.atomic_rmw add %ps, %dq[%at] {order = "relaxed"} : tensor<64x64xf32>, !tile.ref<16384xf32>[tensor<64x64xi32>]
    }
    tile.return
  }
}
