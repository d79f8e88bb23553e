// RUN: %tessera-opt %s --schedule-shape-loops --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-shape-loops --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// What a program's loops, and its own order of blocks, become where the compiler chooses blocks.

// Passes of 32 become passes of 64, which lie side by side in shared memory; passes of 256 are cut into such.
// SAID: remark: loops multiply 64 of the depth a pass instead of 32:
// CHECK-LABEL: tile.kernel @shallow
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<{{.}}x128x64xf16, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x256xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @shallow(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 32 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 32] : !tile.ref<4096x1024xf16> -> tensor<128x32xf16>
      %y = tile.load %b[%k, %n] sizes [32, 128] : !tile.ref<1024x4096xf16> -> tensor<32x128xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x32xf16>, tensor<32x128xf16> -> tensor<128x128xf32>
      scf.yield %p : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// SAID: remark: loops multiply 64 of the depth a pass instead of 256:
// CHECK-LABEL: tile.kernel @deep
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<{{.}}x128x64xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @deep(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 256 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 256] : !tile.ref<4096x1024xf16> -> tensor<128x256xf16>
      %y = tile.load %b[%k, %n] sizes [256, 128] : !tile.ref<1024x4096xf16> -> tensor<256x128xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x256xf16>, tensor<256x128xf16> -> tensor<128x128xf32>
      scf.yield %p : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// A loop over blocks of the program's own: they are as many programs, which become others.
// SAID: remark: 2 programs are one, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @own_order
// CHECK-SAME: schedule.blocks = 128 : i64
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x256xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @own_order(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 132>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %id = tile.program_id 0
    %all = arith.constant 1024 : i32
    %each = tile.num_programs 0
    %across = arith.constant 32 : i32
    scf.for %t = %id to %all step %each : i32 {
      %i = arith.divsi %t, %across : i32
      %j = arith.remsi %t, %across : i32
      %m = arith.muli %i, %c128 : i32
      %n = arith.muli %j, %c128 : i32
      %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
        %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
        %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
        %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
        scf.yield %p : tensor<128x128xf32>
      }
      tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    }
    tile.return
  }
}

// -----

// Two blocks, one below the other: each asks for half of what lies along columns, and a slot is free when the consumers
// of both have read it.
// SAID: remark: 2 programs are one, with blocks of 128 rows and 256 columns:
// CHECK-LABEL: tile.kernel @pairs
// CHECK-SAME: cluster = array<i64: 2>
// CHECK: tilegpu.alloc_barrier "a free" {arrivals = 2 : i64}
// CHECK: tilegpu.alloc_barrier "b free" {{.*}}collective = array<i64: 1>}
// CHECK: tilegpu.copy_in
// CHECK-NOT: collective
// CHECK: tilegpu.copy_in {{.*}}collective = array<i64: 1>
tilegpu.module @sm_90a {
  tile.kernel @pairs(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, schedule.tune = {cluster = 2 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %p : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// No block has 24 columns, which is kept for `schedule-tell-choices`.
// SAID: remark: `narrow` keeps its own blocks: its depth is 64 and its columns are 24
// CHECK-LABEL: tile.kernel @narrow
// CHECK-SAME: schedule.decisions = [{kind = "obstacle", name = "tile_n", what = "tile_n=24", {{.*}}why = "no kernel of warpgroups has tile_n=24"}
// CHECK-LABEL: tile.kernel @narrow
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x128xf16, smem>
tile.kernel @narrow() attributes {source = "triton"} {
  tile.return
}
tilegpu.module @sm_90a {
  tile.kernel @narrow(%a: !tile.ref<4096x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, schedule.tune = {tile_n = 24 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [128, 64] : !tile.ref<4096x1024xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 128] : !tile.ref<1024x4096xf16> -> tensor<64x128xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %p : tensor<128x128xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}

// -----

// Blocks of 96 x 80: the whole is shared out anew, and its last block ends before its own.
// SAID: remark: programs share out the whole anew, with blocks of 192 rows and 128 columns:
// CHECK-LABEL: tile.kernel @anew
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<{{.}}x64x128xf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @anew(%a: !tile.ref<3840x1024xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<1024x4000xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<3840x4000xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 40, 50>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %rows = arith.constant 96 : i32
    %columns = arith.constant 80 : i32
    %none = arith.constant dense<0.0> : tensor<96x80xf32>
    %m = arith.muli %i, %rows : i32
    %n = arith.muli %j, %columns : i32
    %sum = scf.for %k = %c0 to %c1024 step %deep iter_args(%acc = %none) -> (tensor<96x80xf32>) : i32 {
      %x = tile.load %a[%m, %k] sizes [96, 64] : !tile.ref<3840x1024xf16> -> tensor<96x64xf16>
      %y = tile.load %b[%k, %n] sizes [64, 80] : !tile.ref<1024x4000xf16> -> tensor<64x80xf16>
      %p = tile.dot %x, %y acc %acc : tensor<96x80xf32> : tensor<96x64xf16>, tensor<64x80xf16> -> tensor<96x80xf32>
      scf.yield %p : tensor<96x80xf32>
    }
    tile.store %sum, %o[%m, %n] sizes [96, 80] : tensor<96x80xf32>, !tile.ref<3840x4000xf32>
    tile.return
  }
}

// -----

// Products written out one by one become a loop, whose passes count along the depth.
// CHECK-LABEL: tile.kernel @written_out
// CHECK: scf.for
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @written_out(%a: !tile.ref<4096x256xf16> {tile.access = #tile.access<read>, tile.name = "a"},
      %b: !tile.ref<256x4096xf16> {tile.access = #tile.access<read>, tile.name = "b"},
      %o: !tile.ref<4096x4096xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0, 1>, schedule.grid = array<i64: 32, 32>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %deep = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %i = tile.program_id 0
    %j = tile.program_id 1
    %m = arith.muli %i, %c128 : i32
    %n = arith.muli %j, %c128 : i32
    %x0 = tile.load %a[%m, 0] sizes [128, 64] : !tile.ref<4096x256xf16> -> tensor<128x64xf16>
    %y0 = tile.load %b[0, %n] sizes [64, 128] : !tile.ref<256x4096xf16> -> tensor<64x128xf16>
    %p0 = tile.dot %x0, %y0 acc %zeros : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    %x1 = tile.load %a[%m, 64] sizes [128, 64] : !tile.ref<4096x256xf16> -> tensor<128x64xf16>
    %y1 = tile.load %b[64, %n] sizes [64, 128] : !tile.ref<256x4096xf16> -> tensor<64x128xf16>
    %p1 = tile.dot %x1, %y1 acc %p0 : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    %x2 = tile.load %a[%m, 128] sizes [128, 64] : !tile.ref<4096x256xf16> -> tensor<128x64xf16>
    %y2 = tile.load %b[128, %n] sizes [64, 128] : !tile.ref<256x4096xf16> -> tensor<64x128xf16>
    %p2 = tile.dot %x2, %y2 acc %p1 : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    %x3 = tile.load %a[%m, 192] sizes [128, 64] : !tile.ref<4096x256xf16> -> tensor<128x64xf16>
    %y3 = tile.load %b[192, %n] sizes [64, 128] : !tile.ref<256x4096xf16> -> tensor<64x128xf16>
    %p3 = tile.dot %x3, %y3 acc %p2 : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    tile.store %p3, %o[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<4096x4096xf32>
    tile.return
  }
}
