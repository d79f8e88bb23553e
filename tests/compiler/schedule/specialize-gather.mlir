// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY
// Rows by an array of indices are copied by the producer's threads, two passes behind of which they are told.

// CHECK: tile.kernel @rows(%arg0
// CHECK-SAME: warpgroups = 2
// CHECK: %[[RING:.*]] = tilegpu.alloc_shared "a" : !tile.ref<4x64x64xf16, smem>
// CHECK: %[[READY:.*]] = tilegpu.alloc_barrier "a ready"
// CHECK: %[[FREE:.*]] = tilegpu.alloc_barrier "a free"
// CHECK: tilegpu.wgmma
// All of the producer's warps work, and the indices are loaded once.
// CHECK: } else {
// CHECK: tilegpu.set_max_registers {{.*}}88
// CHECK-NOT: tilegpu.warp_map
// CHECK: %[[OWN:.*]] = tile.gather %{{.*}}tensor<64xi32>
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: tilegpu.wait %[[FREE]]
// CHECK: %[[COPY:.*]] = tile.gather %{{.*}} {schedule.async}
// CHECK: tile.store %[[COPY]], %{{.*}} {schedule.async}
// The other operand is a box: the copy engine's.
// CHECK: tilegpu.copy_in
// CHECK: tilegpu.commit_copies_in
// CHECK: tilegpu.wait_copies_in 2
// CHECK: tilegpu.commit_shared
// CHECK: %[[LATER:.*]] = arith.cmpi sge, %[[K]]
// CHECK: scf.if %[[LATER]]
// CHECK: tilegpu.arrive %[[READY]]
// CHECK: tilegpu.wait_copies_in 0
// CHECK-COUNT-2: tilegpu.arrive %[[READY]]
tilegpu.module @sm_90a {
  tile.kernel @rows(%a: !tile.ref<16384xf16> {tile.access = #tile.access<read>, tile.alignment = 16 : i64, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                    %i: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "i"}, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<64x1xi32>
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = tile.iota 0 : tensor<64xi32>
    %own = tile.gather %i[%r] : !tile.ref<64xi32>[tensor<64xi32>] -> tensor<64xi32>
    %column = tile.reshape %own : tensor<64xi32> -> tensor<64x1xi32>
    %starts = arith.muli %column, %pitch : tensor<64x1xi32>
    %rows = tile.broadcast %starts axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %deep = arith.addi %ka, %r : tensor<64xi32>
      %columns = tile.broadcast %deep axes [1] : tensor<64xi32> -> tensor<64x64xi32>
      %at = arith.addi %rows, %columns : tensor<64x64xi32>
      %x = tile.gather %a[%at] : !tile.ref<16384xf16>[tensor<64x64xi32>] -> tensor<64x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %next = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store %sum, %o[%c0, %c0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}

// -----

// Elements that nothing says to be neighbours have no copies.
// WHY: remark: no warpgroups for the products of `elements`: its addresses are no sum of program ids{{.*}}neighbours of 4 bytes
tilegpu.module @sm_90a {
  tile.kernel @elements(%a: !tile.ref<16384xf16> {tile.access = #tile.access<read>, tile.alignment = 16 : i64, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                        %i: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "i"}, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = tile.iota 0 : tensor<64xi32>
    %own = tile.gather %i[%r] : !tile.ref<64xi32>[tensor<64xi32>] -> tensor<64xi32>
    %rows = tile.broadcast %own axes [0] : tensor<64xi32> -> tensor<64x64xi32>
    %columns = tile.broadcast %own axes [1] : tensor<64xi32> -> tensor<64x64xi32>
    %at = arith.addi %rows, %columns : tensor<64x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.gather %a[%at] : !tile.ref<16384xf16>[tensor<64x64xi32>] -> tensor<64x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %next = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store %sum, %o[%c0, %c0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}

// -----

// What is gathered and computed with, as rows of packed numbers that come several times: the producer's threads copy it,
// the converter reads it. Two consumers get more registers than it, for their sums.
// CHECK-LABEL: tile.kernel @packed
// CHECK-SAME: warpgroups = 4
// CHECK: %[[RAW:.*]] = tilegpu.alloc_barrier "b ready" : <4>
// CHECK: %[[RAW_FREE:.*]] = tilegpu.alloc_barrier "b free" : <4>
// CHECK: tilegpu.set_max_registers 104
// CHECK: tilegpu.wait %[[RAW]]
// CHECK: tile.load
// CHECK: tilegpu.arrive %[[RAW_FREE]]
// CHECK: arith.sitofp %{{.*}} : tensor<64x64xi8> to tensor<64x64xf16>
// CHECK: tile.store
// CHECK: tilegpu.set_max_registers 160 increase
// CHECK: tilegpu.wgmma
// CHECK: tilegpu.set_max_registers 88
// CHECK: tile.gather {{.*}} {schedule.async}
tilegpu.module @sm_90a {
  tile.kernel @packed(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<8192xi8> {tile.access = #tile.access<read>, tile.alignment = 16 : i64, tile.name = "b"},
                      %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %two = arith.constant dense<2> : tensor<64xi32>
    %pitch = arith.constant dense<64> : tensor<64xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = tile.iota 0 : tensor<64xi32>
    %columns = tile.broadcast %r axes [1] : tensor<64xi32> -> tensor<64x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %deep = arith.addi %ka, %r : tensor<64xi32>
      %half = arith.divsi %deep, %two : tensor<64xi32>
      %start = arith.muli %half, %pitch : tensor<64xi32>
      %rows = tile.broadcast %start axes [0] : tensor<64xi32> -> tensor<64x64xi32>
      %at = arith.addi %rows, %columns : tensor<64x64xi32>
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %w = tile.gather %b[%at] : !tile.ref<8192xi8>[tensor<64x64xi32>] -> tensor<64x64xi8>
      %y = arith.sitofp %w : tensor<64x64xi8> to tensor<64x64xf16>
      %next = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[%c0, %c0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Rows of 255 elements begin anywhere: pairs pass through the producer's registers, asked for a pass before they are
// written, and of what lies in the other operand the copy engine is told before.
// CHECK-LABEL: tile.kernel @odd
// CHECK-SAME: warpgroups = 2
// CHECK: tilegpu.set_max_registers {{.*}}232
// CHECK: tilegpu.set_max_registers {{.*}}152
// CHECK: %[[FIRST:.*]] = tile.gather %{{.*}} mask
// CHECK-NOT: schedule.async
// CHECK: scf.for {{.*}}iter_args({{.*}}%[[NOW:[a-z0-9]+]] = %[[FIRST]])
// CHECK: %[[NEXT:.*]] = tile.gather %{{.*}} mask
// CHECK: tilegpu.copy_in
// CHECK: tilegpu.wait
// CHECK: tile.store %[[NOW]]
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.arrive
// CHECK: scf.yield {{.*}}%[[NEXT]]
tilegpu.module @sm_90a {
  tile.kernel @odd(%a: !tile.ref<16320xf16> {tile.access = #tile.access<read>, tile.alignment = 16 : i64, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                   %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<255> : tensor<64x1xi32>
    %depth = arith.constant dense<255> : tensor<64xi32>
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = tile.iota 0 : tensor<64xi32>
    %column = tile.reshape %r : tensor<64xi32> -> tensor<64x1xi32>
    %starts = arith.muli %column, %pitch : tensor<64x1xi32>
    %rows = tile.broadcast %starts axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %deep = arith.addi %ka, %r : tensor<64xi32>
      %columns = tile.broadcast %deep axes [1] : tensor<64xi32> -> tensor<64x64xi32>
      %inside = arith.cmpi slt, %deep, %depth : tensor<64xi32>
      %mask = tile.broadcast %inside axes [1] : tensor<64xi1> -> tensor<64x64xi1>
      %at = arith.addi %rows, %columns : tensor<64x64xi32>
      %x = tile.gather %a[%at] mask %mask : tensor<64x64xi1> : !tile.ref<16320xf16>[tensor<64x64xi32>] -> tensor<64x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %next = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store %sum, %o[%c0, %c0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
    tile.return
  }
}
