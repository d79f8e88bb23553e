// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// Programs that become one with their neighbours where a larger block reads less than it multiplies, or are cut where
// registers hold no sum of theirs.

// Both axes, each by a power of two. Two blocks share the columns: products of 128 x 256 would wait for the cache.
// SAID: remark: 2 blocks of a cluster share what they copy: products would wait for the L2 cache
// SAID: remark: 8 programs are one, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @plain
// CHECK-SAME: cluster = array<i64: 2>
// CHECK-SAME: schedule.blocks = 128 : i64
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<{{.}}x128x64xf16, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x256xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @plain(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 64 : i32
    %columns = arith.constant 64 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [64, 64] : !tile.ref<4096x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 64] : !tile.ref<1024x4096xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    %wide = arith.mulf %sum, %sum : tensor<64x64xf32>
    tile.store %sum, %o[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.store %wide, %q[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// However programs count rows and columns, each pair once.
// SAID: remark: 2 programs are one, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @flat
// CHECK-SAME: schedule.blocks = 128 : i64
tilegpu.module @sm_90a {
  tile.kernel @flat(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 1024>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 128 : i32
    %columns = arith.constant 128 : i32
    %c32 = arith.constant 32 : i32
    %pid = tile.program_id 0
    %i = arith.remui %pid, %c32 : i32
    %j = arith.divui %pid, %c32 : i32
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %p : tensor<128x128xf32>
    }
    %wide = arith.mulf %sum, %sum : tensor<128x128xf32>
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.store %wide, %q[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Each block of rows has a number of its own: only columns become more.
// SAID: remark: 4 programs are one, with blocks of 64 rows and 256 columns:
// CHECK-LABEL: tile.kernel @by_row
// CHECK-SAME: schedule.blocks = 128 : i64
tilegpu.module @sm_90a {
  tile.kernel @by_row(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 64 : i32
    %columns = arith.constant 64 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %id = tile.load %ids[%i] sizes [1] drop [0] : !tile.ref<64xi32> -> i32
    %at = arith.muli %id, %rows : i32
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[%at, %k] sizes [64, 64] : !tile.ref<4096x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 64] : !tile.ref<1024x4096xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    %wide = arith.mulf %sum, %sum : tensor<64x64xf32>
    tile.store %sum, %o[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.store %wide, %q[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// The lower half of each program's own block: none becomes one with another.
// CHECK-LABEL: tile.kernel @by_block
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<{{.}}x64x64xf16, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x64xf16, smem>
// SAID: each block does several programs, one after the other:
tilegpu.module @sm_90a {
  tile.kernel @by_block(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 64 : i32
    %columns = arith.constant 64 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [64, 64] : !tile.ref<4096x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 64] : !tile.ref<1024x4096xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    %down = tile.iota 0 : tensor<64x64xi32>
    %across = tile.iota 1 : tensor<64x64xi32>
    %isBelow = arith.cmpi sge, %down, %across : tensor<64x64xi32>
    %kept = arith.select %isBelow, %sum, %zeros : tensor<64x64xi1>, tensor<64x64xf32>
    tile.store %kept, %o[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Each program counts itself.
// CHECK-LABEL: tile.kernel @counted
// CHECK-NOT: schedule.blocks
// CHECK: tile.return
// SAID: `counted` keeps its own blocks: it is done once for each program
tilegpu.module @sm_90a {
  tile.kernel @counted(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<readwrite>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 64>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 64 : i32
    %columns = arith.constant 64 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [64, 64] : !tile.ref<4096x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 64] : !tile.ref<1024x4096xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    %one = arith.constant dense<1> : tensor<1xi32>
    %at = arith.constant dense<0> : tensor<1xi32>
    %old = tile.atomic_rmw add %one, %ids[%at] : tensor<1xi32>, !tile.ref<64xi32>[tensor<1xi32>]
    tile.store %sum, %o[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Blocks that share nothing in memory, but whose number is used for something else, too.
// SAID: remark: {{[0-9]+}} programs are
// CHECK-LABEL: tile.kernel @seldom
// CHECK-SAME: schedule.blocks = 128 : i64
// CHECK: scf.for {{.*}} = %{{.*}} to %{{.*}} step
tilegpu.module @sm_90a {
  tile.kernel @seldom(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 64, 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 64 : i32
    %columns = arith.constant 64 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %other = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [64, 64] : !tile.ref<4096x1024xf16> -> tensor<64x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 64] : !tile.ref<1024x4096xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<64x64xf32> : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %p : tensor<64x64xf32>
    }
    %number = arith.sitofp %j : i32 to f32
    %all = tile.broadcast %number axes [] : f32 -> tensor<64x64xf32>
    %more = arith.addf %sum, %all : tensor<64x64xf32>
    tile.store %more, %o[%m, %n] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Sums of 256 x 256 do not fit: two programs for each, one of each half of the rows.
// SAID: remark: each program is 2, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @large
// CHECK-SAME: schedule.blocks = 128 : i64
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<{{.}}x128x64xf16, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x256xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @large(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"},
                      %ids: !tile.ref<64xi32> {tile.access = #tile.access<read>, tile.name = "ids"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 16, 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %rows = arith.constant 256 : i32
    %columns = arith.constant 256 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %zeros = arith.constant dense<0.0> : tensor<256x256xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<256x256xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [256, 64] : !tile.ref<4096x1024xf16> -> tensor<256x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 256] : !tile.ref<1024x4096xf16> -> tensor<64x256xf16>
      %p = tile.dot %x, %y acc %acc : tensor<256x256xf32> : tensor<256x64xf16>, tensor<64x256xf16> -> tensor<256x256xf32>
      scf.yield %p : tensor<256x256xf32>
    }
    %wide = arith.mulf %sum, %sum : tensor<256x256xf32>
    tile.store %sum, %o[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    tile.store %wide, %q[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Each element that the program reads again was written at the same place of its block, so by the same part.
// SAID: remark: each program is 2, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @cut_in_place
// CHECK-SAME: warpgroups = 3
// What was written elsewhere would be another part's.
// SAID: remark: no warpgroups for the products of `read_elsewhere`
// CHECK-LABEL: tile.kernel @read_elsewhere
// CHECK-NOT: warpgroups
tilegpu.module @sm_90a {
  tile.kernel @cut_in_place(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 16, 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c256 : i32
    %n = arith.muli %j, %c256 : i32
    %zeros = arith.constant dense<0.0> : tensor<256x256xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<256x256xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [256, 64] : !tile.ref<4096x1024xf16> -> tensor<256x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 256] : !tile.ref<1024x4096xf16> -> tensor<64x256xf16>
      %p = tile.dot %x, %y acc %acc : tensor<256x256xf32> : tensor<256x64xf16>, tensor<64x256xf16> -> tensor<256x256xf32>
      scf.yield %p : tensor<256x256xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    %again = tile.load %o[%m, %n] sizes [256, 256] : !tile.ref<4096x4096xf32> -> tensor<256x256xf32>
    %twice = arith.addf %again, %sum : tensor<256x256xf32>
    tile.store %twice, %q[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }

  tile.kernel @read_elsewhere(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %q: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "q"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 16, 15>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c256 : i32
    %n = arith.muli %j, %c256 : i32
    %zeros = arith.constant dense<0.0> : tensor<256x256xf32>
    %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zeros) -> (tensor<256x256xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [256, 64] : !tile.ref<4096x1024xf16> -> tensor<256x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 256] : !tile.ref<1024x4096xf16> -> tensor<64x256xf16>
      %p = tile.dot %x, %y acc %acc : tensor<256x256xf32> : tensor<256x64xf16>, tensor<64x256xf16> -> tensor<256x256xf32>
      scf.yield %p : tensor<256x256xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    %beside = arith.addi %n, %c64 : i32
    %again = tile.load %o[%m, %beside] sizes [256, 256] : !tile.ref<4096x4096xf32> -> tensor<256x256xf32>
    %twice = arith.addf %again, %sum : tensor<256x256xf32>
    tile.store %twice, %q[%m, %n] sizes [256, 256] : tensor<256x256xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// 64 rows are one warpgroup's, whose products wait for what it computes of scores; two programs are two warpgroups',
// and four would leave no registers for products that run on.
// SAID: remark: 2 programs are one, with blocks of 128 rows and 64 columns:
// CHECK-LABEL: tile.kernel @short_rows
// CHECK: tilegpu.alloc_shared "q" : !tile.ref<{{.*}}128x64xbf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @short_rows(%q: !tile.ref<32768x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<32768x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<32768x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<32768x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 512>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c512 = arith.constant 512 : i32
    %c64 = arith.constant 64 : i32
    %scale = arith.constant dense<0.125> : tensor<64x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
    %low = arith.constant dense<-1.0e30> : tensor<64xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c64 : i32
    %qs = tile.load %q[%row, 0] sizes [64, 64] : !tile.ref<32768x64xbf16> -> tensor<64x64xbf16>
    %r:3 = scf.for %i = %c0 to %c512 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<32768x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %raw = tile.dot %qs, %kt : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %s = arith.mulf %raw, %scale : tensor<64x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<64x64xf32> -> tensor<64xf32>
      %now = arith.maximumf %m, %top : tensor<64xf32>
      %wide = tile.broadcast %now axes [0] : tensor<64xf32> -> tensor<64x64xf32>
      %d = arith.subf %s, %wide : tensor<64x64xf32>
      %p = math.exp2 %d : tensor<64x64xf32>
      %less = arith.subf %m, %now : tensor<64xf32>
      %c = math.exp2 %less : tensor<64xf32>
      %sum = tile.reduce add %p axes [1] : tensor<64x64xf32> -> tensor<64xf32>
      %lc = arith.mulf %l, %c : tensor<64xf32>
      %ln = arith.addf %lc, %sum : tensor<64xf32>
      %cw = tile.broadcast %c axes [0] : tensor<64xf32> -> tensor<64x64xf32>
      %scaled = arith.mulf %acc, %cw : tensor<64x64xf32>
      %vs = tile.load %v[%key, 0] sizes [64, 64] : !tile.ref<32768x64xbf16> -> tensor<64x64xbf16>
      %ph = tile.cast %p : tensor<64x64xf32> -> tensor<64x64xbf16>
      %pv = tile.dot %ph, %vs : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %next = arith.addf %scaled, %pv : tensor<64x64xf32>
      scf.yield %next, %now, %ln : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %lw = tile.broadcast %r#2 axes [0] : tensor<64xf32> -> tensor<64x64xf32>
    %out = arith.divf %r#0, %lw : tensor<64x64xf32>
    %half = tile.cast %out : tensor<64x64xf32> -> tensor<64x64xbf16>
    tile.store %half, %o[%row, 0] sizes [64, 64] : tensor<64x64xbf16>, !tile.ref<32768x64xbf16>
    tile.return
  }
}
