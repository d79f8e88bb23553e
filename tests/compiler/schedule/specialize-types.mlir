// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// Products in loops of other types than 16-bit floats.

// Bytes, both along the depth: the sum stays in its accumulator. The addition is the product's.
// CHECK-LABEL: tile.kernel @bytes
// CHECK-SAME: warpgroups = 3
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator : <64x64xi32>
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SUM]], %{{.*}}, %{{.*}} : <64x64xi32>, !tile.ref<64x64xi8, smem>, !tile.ref<64x64xi8, smem>
// CHECK-NOT: arith.addi {{.*}} tensor
// CHECK: tilegpu.read_accumulator %[[SUM]]
tilegpu.module @sm_90a {
  tile.kernel @bytes(%a: !tile.ref<128x256xi8> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x256xi8> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xi32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0> : tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xi32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xi8> -> tensor<128x64xi8>
      %y = tile.load %b[0, %k] sizes [64, 64] : !tile.ref<64x256xi8> -> tensor<64x64xi8>
      %z = tile.transpose %y [1, 0] : tensor<64x64xi8> -> tensor<64x64xi8>
      %p = tile.dot %x, %z : tensor<128x64xi8>, tensor<64x64xi8> -> tensor<128x64xi32>
      %next = arith.addi %acc, %p : tensor<128x64xi32>
      scf.yield %next : tensor<128x64xi32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xi32> -> tensor<128xi32>
    tile.store %top, %o[0] sizes [128] : tensor<128xi32>, !tile.ref<128xi32>
    tile.return
  }
}

// -----

// Bytes, the right ones across the depth: a warpgroup of its own reads them along rows and writes them along columns.
// CHECK-LABEL: tile.kernel @turned
// CHECK-SAME: warpgroups = 4
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<4x64x128xi8, smem>
// CHECK: tilegpu.alloc_shared "b" : !tile.ref<4x128x64xi8, smem>
// CHECK: %[[READ:.*]] = tile.load {{.*}} -> tensor<64x128xi8>
// CHECK: tilegpu.arrive
// CHECK: tilegpu.wait
// CHECK: %[[ACROSS:.*]] = tilegpu.layout_cast {{.*}} as <"turned", numbers = [0]> : tensor<64x128xi8>
// CHECK: %[[TURNED:.*]] = tile.transpose %[[ACROSS]] [1, 0] : tensor<64x128xi8> -> tensor<128x64xi8>
// CHECK: %[[ALONG:.*]] = tilegpu.layout_cast %[[TURNED]] as <"turned", numbers = [1]> : tensor<128x64xi8>
// CHECK: tile.store %[[ALONG]]
// CHECK: tilegpu.wgmma {{.*}} : <64x128xi32>, !tile.ref<64x64xi8, smem>, !tile.ref<64x128xi8, smem>
tilegpu.module @sm_90a {
  tile.kernel @turned(%a: !tile.ref<128x256xi8> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x128xi8> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xi32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0> : tensor<128x128xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xi32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xi8> -> tensor<128x64xi8>
      %y = tile.load %b[%k, 0] sizes [64, 128] : !tile.ref<256x128xi8> -> tensor<64x128xi8>
      %p = tile.dot %x, %y acc %acc : tensor<128x128xi32> : tensor<128x64xi8>, tensor<64x128xi8> -> tensor<128x128xi32>
      scf.yield %p : tensor<128x128xi32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x128xi32> -> tensor<128xi32>
    tile.store %top, %o[0] sizes [128] : tensor<128xi32>, !tile.ref<128xi32>
    tile.return
  }
}

// -----

// Of 8-bit floats each pass's sum is added in f32, here scaled; a scale that is the same for all columns is one number,
// and asked for a pass ahead.
// CHECK-LABEL: tile.kernel @by_step
// CHECK-SAME: warpgroups = 3
// CHECK: %[[FIRST:.*]] = tile.gather %{{.*}}[%{{.*}}] : <1024xf32>[i32] -> f32
// CHECK: scf.for {{.*}} iter_args({{.*}} = %[[FIRST]])
// CHECK: tile.gather %{{.*}}[%{{.*}}] : <1024xf32>[i32] -> f32
// CHECK: %[[STEP:.*]] = tilegpu.alloc_accumulator : <64x64xf32>
// CHECK: tilegpu.wgmma %[[STEP]], %{{.*}}, %{{.*}} : <64x64xf32>, !tile.ref<64x128xf8E4M3FN, smem>, !tile.ref<128x64xf8E5M2, smem>
// CHECK: tilegpu.read_accumulator %[[STEP]]
// CHECK: math.fma
tilegpu.module @sm_90a {
  tile.kernel @by_step(%a: !tile.ref<128x512xf8E4M3FN> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x512xf8E5M2> {tile.access = #tile.access<read>, tile.name = "b"},
                      %s: !tile.ref<1024xf32> {tile.access = #tile.access<read>, tile.name = "s"}, %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %c512 = arith.constant 512 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %lines = tile.iota 0 : tensor<64xi32>
    %by = arith.constant dense<128> : tensor<64xi32>
    %group = arith.divsi %lines, %by : tensor<64xi32>
    %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 128] : !tile.ref<128x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
      %y = tile.load %b[0, %k] sizes [64, 128] : !tile.ref<64x512xf8E5M2> -> tensor<64x128xf8E5M2>
      %z = tile.transpose %y [1, 0] : tensor<64x128xf8E5M2> -> tensor<128x64xf8E5M2>
      %ks = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %at = arith.addi %group, %ks : tensor<64xi32>
      %scale = tile.gather %s[%at] : !tile.ref<1024xf32>[tensor<64xi32>] -> tensor<64xf32>
      %scales = tile.broadcast %scale axes [1] : tensor<64xf32> -> tensor<128x64xf32>
      %p = tile.dot %x, %z : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E5M2> -> tensor<128x64xf32>
      %scaled = arith.mulf %p, %scales : tensor<128x64xf32>
      %next = arith.addf %acc, %scaled : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Where registers hold no whole sum of a pass beside all sums, it is done half of the columns at a time.
// CHECK-LABEL: tile.kernel @by_halves
// CHECK-SAME: warpgroups = 3
// CHECK: scf.for {{.*}} iter_args(%[[SUMS:[^ ]*]] =
// CHECK: %[[B:.*]] = tilegpu.transpose_ref {{.*}} -> !tile.ref<128x256xf8E4M3FN, smem>
// CHECK: %[[ALL:.*]] = tilegpu.alloc_accumulator init %[[SUMS]] : {{.*}} : <64x256xf32>
// CHECK: %[[PART:.*]] = tilegpu.alloc_accumulator : <64x128xf32>
// CHECK: %[[LEFT:.*]] = tilegpu.subview %[[B]] [0, 0]
// CHECK: tilegpu.wgmma %[[PART]], %{{.*}}, %[[LEFT]] : <64x128xf32>
// CHECK: %[[PRODUCT:.*]] = tilegpu.read_accumulator %[[PART]]
// CHECK: %[[BEFORE:.*]] = tile.slice %[[SUMS]] [0, 0] sizes [64, 128]
// CHECK: %[[NEXT:.*]] = arith.addf %[[BEFORE]], %[[PRODUCT]]
// CHECK: tilegpu.write_accumulator %[[NEXT]] to %[[ALL]] :
// CHECK: %[[RIGHT:.*]] = tilegpu.subview %[[B]] [0, 128]
// CHECK: tilegpu.wgmma %{{.*}}, %{{.*}}, %[[RIGHT]] : <64x128xf32>
// CHECK: tile.slice %[[SUMS]] [0, 128] sizes [64, 128]
// CHECK: tilegpu.write_accumulator %{{.*}} to %[[ALL]] column 128
// CHECK: %[[SUM:.*]] = tilegpu.read_accumulator %[[ALL]]
// CHECK: scf.yield %[[SUM]]
tilegpu.module @sm_90a {
  tile.kernel @by_halves(%a: !tile.ref<128x512xf8E4M3FN> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x512xf8E4M3FN> {tile.access = #tile.access<read>, tile.name = "b"},
                         %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 8 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %c512 = arith.constant 512 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %zeros) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 128] : !tile.ref<128x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
      %y = tile.load %b[0, %k] sizes [256, 128] : !tile.ref<256x512xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
      %z = tile.transpose %y [1, 0] : tensor<256x128xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
      %p = tile.dot %x, %z acc %acc : tensor<128x256xf32> : tensor<128x128xf8E4M3FN>, tensor<128x256xf8E4M3FN> -> tensor<128x256xf32>
      scf.yield %p : tensor<128x256xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x256xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// 8-bit floats that lie across the depth are turned; the sum of each pass is added beside.
// CHECK-LABEL: tile.kernel @float8_across
// CHECK-SAME: warpgroups = 4
// CHECK: tilegpu.layout_cast {{.*}} as <"turned", numbers = [1]> : tensor<{{.*}}xf8E4M3FN>
// CHECK: tilegpu.wgmma %{{.*}} : <64x64xf32>, !tile.ref<64x128xf8E4M3FN, smem>, !tile.ref<128x64xf8E4M3FN, smem>
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
tilegpu.module @sm_90a {
  tile.kernel @float8_across(%a: !tile.ref<128x512xf8E4M3FN> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<512x64xf8E4M3FN> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %c512 = arith.constant 512 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 128] : !tile.ref<128x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
      %y = tile.load %b[%k, 0] sizes [128, 64] : !tile.ref<512x64xf8E4M3FN> -> tensor<128x64xf8E4M3FN>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// A left operand across the depth is turned as well, not held in registers a pass ahead.
// CHECK-LABEL: tile.kernel @left_across
// CHECK-SAME: warpgroups = 4
// CHECK: tilegpu.layout_cast {{.*}} as <"turned", numbers = [1]> : tensor<128x32xf32>
// CHECK: tilegpu.wgmma {{.*}} : <64x64xf32>, !tile.ref<64x32xf32, smem>, !tile.ref<32x64xf32, smem>
tilegpu.module @sm_90a {
  tile.kernel @left_across(%a: !tile.ref<256x128xf32> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x256xf32> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c32 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %w = tile.load %a[%k, 0] sizes [32, 128] : !tile.ref<256x128xf32> -> tensor<32x128xf32>
      %x = tile.transpose %w [1, 0] : tensor<32x128xf32> -> tensor<128x32xf32>
      %y = tile.load %b[0, %k] sizes [64, 32] : !tile.ref<64x256xf32> -> tensor<64x32xf32>
      %z = tile.transpose %y [1, 0] : tensor<64x32xf32> -> tensor<32x64xf32>
      %p = tile.dot %x, %z acc %acc : tensor<128x64xf32> {precision = #tile<precision tf32>} : tensor<128x32xf32>, tensor<32x64xf32> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}
