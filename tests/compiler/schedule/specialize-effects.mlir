// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// What a program does beside computing: rows are their owner's, the rest is the first consumer's; columns' sums are
// left in shared memory by each and added up by all.

// CHECK-LABEL: tile.kernel @sums
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK: %[[MEETING:.*]] = tilegpu.alloc_barrier "meeting" {arrivals = 2
// CHECK: %[[ROWS:.*]] = tilegpu.alloc_shared "rows" : !tile.ref<2x64xf32, smem>
// CHECK: %[[PART:.*]] = tile.reduce add %{{.*}} axes [0] : tensor<64x64xf32> -> tensor<64xf32>
// CHECK: tile.store %[[PART]], %[[ROWS]] [%[[WG]], 0]
// CHECK: tilegpu.arrive %[[MEETING]]
// CHECK: tilegpu.wait %[[MEETING]]
// CHECK: %[[FIRST:.*]] = tile.load %[[ROWS]]
// CHECK: %[[SECOND:.*]] = tile.load %[[ROWS]]
// CHECK: %[[SUM:.*]] = arith.addf %[[FIRST]], %[[SECOND]]
// CHECK-NOT: tilegpu.wait %[[MEETING]]
// CHECK: arith.cmpi eq, %[[WG]]
// CHECK: scf.if
// CHECK: tile.atomic_rmw add %[[SUM]]
// CHECK: else
// CHECK-NOT: atomic_rmw
tilegpu.module @sm_90a {
  tile.kernel @sums(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %s: !tile.ref<64xf32> {tile.access = #tile.access<readwrite>, tile.name = "s"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %columns = tile.reduce add %sum axes [0] : tensor<128x64xf32> -> tensor<64xf32>
    %place = tile.iota 0 : tensor<64xi32>
    %old = tile.atomic_rmw add %columns, %s[%place] : tensor<64xf32>, !tile.ref<64xf32>[tensor<64xi32>]
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// Rows: each consumer adds its own, and learns what was there. A number that says that all is done waits for all.
// CHECK-LABEL: tile.kernel @rows
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK: %[[MEETING:.*]] = tilegpu.alloc_barrier "meeting"
// CHECK: tile.iota 0 : tensor<64xi32>
// CHECK: %[[OLD:.*]] = tile.atomic_rmw exchange %{{.*}} : tensor<64x64xf32>
// CHECK: tile.store %[[OLD]], %{{.*}}smem>
// CHECK: tilegpu.copy_out
// CHECK: tilegpu.wait_copies_out 0
// CHECK: tilegpu.arrive %[[MEETING]]
// CHECK: tilegpu.wait %[[MEETING]]
// CHECK: arith.cmpi eq, %[[WG]]
// CHECK: scf.if
// CHECK: tile.atomic_rmw add
tilegpu.module @sm_90a {
  tile.kernel @rows(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %was: !tile.ref<16384xf32> {tile.access = #tile.access<write>, tile.name = "was"}, %n: !tile.ref<4xi32> {tile.access = #tile.access<readwrite>, tile.name = "n"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %at = tile.iota 0 : tensor<128xi32>
    %rowb = tile.broadcast %row axes [] : i32 -> tensor<128xi32>
    %rows = arith.addi %at, %rowb : tensor<128xi32>
    %rowsw = tile.broadcast %rows axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %columns = tile.iota 1 : tensor<128x64xi32>
    %pitch = arith.constant dense<64> : tensor<128x64xi32>
    %from = arith.muli %rowsw, %pitch : tensor<128x64xi32>
    %index = arith.addi %from, %columns : tensor<128x64xi32>
    %old = tile.atomic_rmw exchange %sum, %o[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    tile.scatter %old, %was[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    %count = tile.atomic_rmw add %c1, %n[%c0] : i32, !tile.ref<4xi32>[i32]
    tile.return
  }
}

// -----

// In place: read, changed and read again by the rows' owner, though only one of the three has to do with a product.
// CHECK-LABEL: tile.kernel @in_place
// CHECK: %[[C:.*]] = tile.gather %{{.*}} -> tensor<64x64xf32>
// CHECK: arith.addf %{{.*}}, %[[C]]
// CHECK: tile.scatter
// CHECK: tile.gather %{{.*}} -> tensor<64x64xf32>
// CHECK: tile.scatter
tilegpu.module @sm_90a {
  tile.kernel @in_place(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %at = tile.iota 0 : tensor<128xi32>
    %rowb = tile.broadcast %row axes [] : i32 -> tensor<128xi32>
    %rows = arith.addi %at, %rowb : tensor<128xi32>
    %rowsw = tile.broadcast %rows axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %columns = tile.iota 1 : tensor<128x64xi32>
    %pitch = arith.constant dense<64> : tensor<128x64xi32>
    %from = arith.muli %rowsw, %pitch : tensor<128x64xi32>
    %index = arith.addi %from, %columns : tensor<128x64xi32>
    %c = tile.gather %o[%index] : !tile.ref<16384xf32>[tensor<128x64xi32>] -> tensor<128x64xf32>
    %both = arith.addf %sum, %c : tensor<128x64xf32>
    tile.scatter %both, %o[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    %again = tile.gather %o[%index] : !tile.ref<16384xf32>[tensor<128x64xi32>] -> tensor<128x64xf32>
    %twice = arith.addf %again, %again : tensor<128x64xf32>
    tile.scatter %twice, %o[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    tile.return
  }
}

// -----

// What is said and asserted is the first consumer's; the assertion is of all rows' numbers.
// CHECK-LABEL: tile.kernel @says
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK: tilegpu.alloc_shared "rows" : !tile.ref<2xf32, smem>
// CHECK: tile.reduce max %{{.*}} axes [0, 1] : tensor<64x64xf32> -> f32
// CHECK: tilegpu.wait
// CHECK: arith.maximumf
// CHECK: arith.cmpi eq, %[[WG]]
// CHECK: scf.if
// CHECK-NEXT: tile.assert
// CHECK: scf.if
// CHECK-NEXT: tile.print
tilegpu.module @sm_90a {
  tile.kernel @says(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [0, 1] : tensor<128x64xf32> -> f32
    %most = arith.constant 100.0 : f32
    %fits = arith.cmpf olt, %top, %most : f32
    tile.assert %fits
    %text = tile.format ["at last"]
    tile.print %text
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// Zeros of all, then rows on top: by the same owners.
// CHECK-LABEL: tile.kernel @zeros_first
// CHECK-SAME: warpgroups = 3
// CHECK: tile.store %{{.*}} : tensor<64x64xf32>
// CHECK: tile.store %{{.*}} : tensor<64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @zeros_first(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %zeros, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// Sums that nobody learns the outcome of are added by the copy engine.
// CHECK-LABEL: tile.kernel @added
// CHECK: tile.store %{{.*}}smem>
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.copy_out {{.*}}reduction = #tilegpu.copy_reduction<add>
// CHECK-NOT: atomic_rmw
tilegpu.module @sm_90a {
  tile.kernel @added(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %at = tile.iota 0 : tensor<128xi32>
    %rowb = tile.broadcast %row axes [] : i32 -> tensor<128xi32>
    %rows = arith.addi %at, %rowb : tensor<128xi32>
    %rowsw = tile.broadcast %rows axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %columns = tile.iota 1 : tensor<128x64xi32>
    %pitch = arith.constant dense<64> : tensor<128x64xi32>
    %from = arith.muli %rowsw, %pitch : tensor<128x64xi32>
    %index = arith.addi %from, %columns : tensor<128x64xi32>
    %old = tile.atomic_rmw add %sum, %o[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    tile.return
  }
}

// -----

// Unless they tell of what was stored before.
// CHECK-LABEL: tile.kernel @tells
// CHECK: tile.atomic_rmw add {{.*}}tensor<128xi32>
// CHECK: tile.atomic_rmw add {{.*}}tensor<64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @tells(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %n: !tile.ref<256xi32> {tile.access = #tile.access<readwrite>, tile.name = "n"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %at = tile.iota 0 : tensor<128xi32>
    %rowb = tile.broadcast %row axes [] : i32 -> tensor<128xi32>
    %rows = arith.addi %at, %rowb : tensor<128xi32>
    %rowsw = tile.broadcast %rows axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %columns = tile.iota 1 : tensor<128x64xi32>
    %pitch = arith.constant dense<64> : tensor<128x64xi32>
    %from = arith.muli %rowsw, %pitch : tensor<128x64xi32>
    %index = arith.addi %from, %columns : tensor<128x64xi32>
    %ones = arith.constant dense<1> : tensor<128xi32>
    %seen = tile.atomic_rmw add %ones, %n[%rows] : tensor<128xi32>, !tile.ref<256xi32>[tensor<128xi32>]
    %old = tile.atomic_rmw add %sum, %o[%index] : tensor<128x64xf32>, !tile.ref<16384xf32>[tensor<128x64xi32>]
    tile.return
  }
}

// -----

// Halves of the columns, each with its rows.
// CHECK-LABEL: tile.kernel @halves
// CHECK: %[[PAIRS:.*]] = tile.reshape %{{.*}} : tensor<64x64xf32> -> tensor<64x2x32xf32>
// CHECK: tile.slice %[[PAIRS]] [0, 0, 0] sizes [64, 1, 32] drop [1]
// CHECK: tile.slice %[[PAIRS]] [0, 1, 0] sizes [64, 1, 32] drop [1]
// CHECK: arith.mulf %{{.*}} : tensor<64x32xf32>
tilegpu.module @sm_90a {
  tile.kernel @halves(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<16384xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %at = tile.iota 0 : tensor<128xi32>
    %rowb = tile.broadcast %row axes [] : i32 -> tensor<128xi32>
    %rows = arith.addi %at, %rowb : tensor<128xi32>
    %rowsw = tile.broadcast %rows axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %columns = tile.iota 1 : tensor<128x64xi32>
    %pitch = arith.constant dense<64> : tensor<128x64xi32>
    %from = arith.muli %rowsw, %pitch : tensor<128x64xi32>
    %index = arith.addi %from, %columns : tensor<128x64xi32>
    %pairs = tile.reshape %sum : tensor<128x64xf32> -> tensor<128x2x32xf32>
    %low = tile.slice %pairs [0, 0, 0] sizes [128, 1, 32] drop [1] : tensor<128x2x32xf32> -> tensor<128x32xf32>
    %high = tile.slice %pairs [0, 1, 0] sizes [128, 1, 32] drop [1] : tensor<128x2x32xf32> -> tensor<128x32xf32>
    %gated = arith.mulf %low, %high : tensor<128x32xf32>
    %total = tile.reduce add %gated axes [1] : tensor<128x32xf32> -> tensor<128xf32>
    tile.scatter %total, %o[%rows] : tensor<128xf32>, !tile.ref<16384xf32>[tensor<128xi32>]
    tile.return
  }
}
