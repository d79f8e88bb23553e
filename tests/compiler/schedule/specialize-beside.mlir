// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// What is loaded beside products in a loop is copied ahead with their operands, and read where it is used.

// CHECK-LABEL: tile.kernel @columns
// CHECK: %[[RING:.*]] = tilegpu.alloc_shared "l" : !tile.ref<4x1x64xf32, smem>
// CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "l ready"
// CHECK: %[[FREE:.*]] = tilegpu.alloc_barrier "l free" {arrivals = 2
// CHECK-NOT: tile.gather
// CHECK: tilegpu.read_accumulator
// CHECK: tilegpu.wait %[[READY]]
// CHECK: %[[SLOT:.*]] = tilegpu.subview %[[RING]]
// CHECK: tile.load %[[SLOT]] [0, 0] sizes [1, 64] drop [0]
// CHECK: tilegpu.arrive %[[FREE]]
// CHECK: tilegpu.wgmma
// CHECK: tilegpu.wait %[[FREE]]
// CHECK: tilegpu.copy_in %{{.*}} : !tile.ref<1x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @columns(%q: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "k"}, %l: !tile.ref<256xf32> {tile.access = #tile.access<read>, tile.name = "l"},
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
    %x = tile.load %k[%row, 0] sizes [128, 64] : !tile.ref<256x64xf16> -> tensor<128x64xf16>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %na = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
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

// -----

// A loop before a product's, which multiplies nothing: its blocks are copied ahead, too, and what it computes of their
// rows scales the operand in registers.
// CHECK-LABEL: tile.kernel @norm
// CHECK-SAME: warpgroups = 3
// CHECK: scf.for
// CHECK: tilegpu.wait
// CHECK: tile.load %{{.*}} : <64x64xf16, smem> -> tensor<64x64xf16>
// CHECK: tilegpu.arrive
// CHECK: tile.reduce add
// CHECK: scf.for
// CHECK: tilegpu.wgmma %{{.*}} : <64x64xf32>, tensor<64x64xf16>, !tile.ref<64x64xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @norm(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %none = arith.constant dense<0.0> : tensor<128xf16>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %norm = scf.for %k = %c0 to %c256 step %c64 iter_args(%all = %none) -> (tensor<128xf16>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %part = tile.reduce add %x axes [1] : tensor<128x64xf16> -> tensor<128xf16>
      %next = arith.addf %all, %part : tensor<128xf16>
      scf.yield %next : tensor<128xf16>
    }
    %scale = tile.broadcast %norm axes [0] : tensor<128xf16> -> tensor<128x64xf16>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %scaled = arith.mulf %x, %scale : tensor<128x64xf16>
      %p = tile.dot %scaled, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %sum, %o[%c0, %c0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// What stands behind the last operand, which may be waited for a pass later, is copied before it.
// CHECK-LABEL: tile.kernel @behind
// CHECK-NOT: tile.gather
// CHECK: tilegpu.wait
// CHECK: tilegpu.copy_in %{{.*}} : !tile.ref<1x64xf32>
// CHECK: tilegpu.copy_in %{{.*}} : !tile.ref<64x64xf16>
tilegpu.module @sm_90a {
  tile.kernel @behind(%q: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "k"}, %l: !tile.ref<256xf32> {tile.access = #tile.access<read>, tile.name = "l"},
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
    %x = tile.load %k[%row, 0] sizes [128, 64] : !tile.ref<256x64xf16> -> tensor<128x64xf16>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %y = tile.load %q[%n, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %yt = tile.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tile.dot %x, %yt : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %na = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
      %at = arith.addi %na, %r : tensor<64xi32>
      %row_of_l = tile.gather %l[%at] : !tile.ref<256xf32>[tensor<64xi32>] -> tensor<64xf32>
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


// -----

// Operands that a warpgroup of its own computes of what is copied do not keep it from that.
// CHECK-LABEL: tile.kernel @computed
// CHECK-NOT: tile.gather
// CHECK: tilegpu.copy_in %{{.*}} : !tile.ref<1x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @computed(%q: !tile.ref<256x64xi8> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "k"}, %l: !tile.ref<256xf32> {tile.access = #tile.access<read>, tile.name = "l"},
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
    %x = tile.load %k[%row, 0] sizes [128, 64] : !tile.ref<256x64xf16> -> tensor<128x64xf16>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %na = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
      %at = arith.addi %na, %r : tensor<64xi32>
      %row_of_l = tile.gather %l[%at] : !tile.ref<256xf32>[tensor<64xi32>] -> tensor<64xf32>
      %bytes = tile.load %q[%n, 0] sizes [64, 64] : !tile.ref<256x64xi8> -> tensor<64x64xi8>
      %y = tile.cast %bytes : tensor<64x64xi8> -> tensor<64x64xf16>
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
