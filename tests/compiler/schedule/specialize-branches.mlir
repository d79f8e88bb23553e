// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// Branches around copies: both roles ask the same, and take slots only where they copy.

// The sum stays in its accumulator, as the other branch leaves it as it is; each product is awaited at once.
// CHECK-LABEL: tile.kernel @skips
// CHECK: %[[A:.*]] = tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator : <64x64xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32)
// CHECK: %[[KEEP:.*]] = tile.load %{{.*}} -> i32
// CHECK: arith.cmpi ne, %[[KEEP]]
// CHECK: %[[NEXT:.*]] = scf.if %{{.*}} -> (i32)
// CHECK: tilegpu.wait
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK-NEXT: tilegpu.wgmma_wait 0
// CHECK: tilegpu.arrive
// CHECK: else
// CHECK-NEXT: scf.yield
// CHECK: scf.yield %[[NEXT]] : i32
// CHECK: tilegpu.read_accumulator %[[SUM]]
// CHECK: warp_map
// CHECK: scf.for
// CHECK: tile.load %{{.*}} -> i32
// CHECK: scf.if %{{.*}} -> (i32)
// CHECK: tilegpu.wait
// CHECK: tilegpu.copy_in %{{.*}} to
// CHECK: tilegpu.copy_in %{{.*}} to
// CHECK: else
// CHECK-NEXT: scf.yield
tilegpu.module @sm_90a {
  tile.kernel @skips(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %n: !tile.ref<4xi32> {tile.access = #tile.access<read>, tile.name = "n"})
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
      %which = arith.divsi %k, %c64 : i32
      %keep = tile.load %n[%which] sizes [1] drop [0] : !tile.ref<4xi32> -> i32
      %is = arith.cmpi ne, %keep, %c0 : i32
      %next = scf.if %is -> (tensor<128x64xf32>) {
        %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
        %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
        %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
        scf.yield %p : tensor<128x64xf32>
      } else {
        scf.yield %acc : tensor<128x64xf32>
      }
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// One array or the other, in branches that take slots of one ring; `a` is copied for both.
// CHECK-LABEL: tile.kernel @either
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<4x64x64xf16, smem>
// CHECK-NOT: alloc_shared "d"
// CHECK: scf.for {{.*}} -> (i32, i32)
// CHECK: scf.if %{{.*}} -> (i32)
// CHECK: tilegpu.wgmma
// CHECK: else
// CHECK: tilegpu.wgmma
// CHECK: warp_map
// CHECK: scf.for
// CHECK: tilegpu.copy_in
// CHECK: scf.if %{{.*}} -> (i32)
// CHECK: tilegpu.copy_in
// CHECK: else
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @either(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf32> {tile.access = #tile.access<readwrite>, tile.name = "o"}, %d: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "d"})
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
      %is = arith.cmpi slt, %k, %row : i32
      %next = scf.if %is -> (tensor<128x64xf32>) {
        %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
        %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
        scf.yield %p : tensor<128x64xf32>
      } else {
        %y = tile.load %d[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
        %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
        scf.yield %p : tensor<128x64xf32>
      }
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}

// -----

// Nothing at all, or all: the loop's slots need not turn with the branch, and the result goes by the copy engine.
// CHECK-LABEL: tile.kernel @nothing
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.for
// CHECK: tilegpu.wgmma_wait 1
// CHECK: tilegpu.copy_out
// CHECK: warp_map
// CHECK: scf.if
// CHECK: scf.for
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @nothing(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256x64xf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %is = arith.cmpi sge, %row, %c128 : i32
    scf.if %is {
      %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
        %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
        %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
        %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
        scf.yield %p : tensor<128x64xf32>
      }
      %half = tile.cast %sum : tensor<128x64xf32> -> tensor<128x64xf16>
      tile.store %half, %o[%row, 0] sizes [128, 64] : tensor<128x64xf16>, !tile.ref<256x64xf16>
    }
    tile.return
  }
}

// -----

// Where a copy begins is what a branch gives.
// CHECK-LABEL: tile.kernel @place
// CHECK: warp_map
// CHECK: scf.for
// CHECK: %[[PLACE:.*]] = scf.if %{{.*}} -> (i32)
// CHECK: scf.yield
// CHECK: else
// CHECK: scf.yield
// CHECK: tilegpu.copy_in
// CHECK: tilegpu.subview %{{.*}} [%[[PLACE]], %{{.*}}]
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @place(%a: !tile.ref<256x256xf16> {tile.access = #tile.access<readwrite>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
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
      %is = arith.cmpi slt, %k, %row : i32
      %at = scf.if %is -> (i32) {
        %other = arith.muli %k, %id : i32
        scf.yield %other : i32
      } else {
        scf.yield %k : i32
      }
      %x = tile.load %a[%row, %k] sizes [128, 64] : !tile.ref<256x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %sum, %o[%row, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<256x64xf32>
    tile.return
  }
}
