// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// Passes over blocks of columns, whose products are summed up in a loop within, become passes over more columns where
// one over all of them gives the same.

// A row's greatest logit.
// SAID: remark: loops multiply 256 columns a pass instead of 128: a pass over all their elements gives the same
// CHECK-LABEL: tile.kernel @greatest
// CHECK: tilegpu.alloc_accumulator : <64x256xf32>
tilegpu.module @sm_90a {
  tile.kernel @greatest(%x: !tile.ref<64x256xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %w: !tile.ref<512x256xbf16> {tile.access = #tile.access<read>, tile.name = "w"},
                        %o: !tile.ref<64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x128xf32>
    %low = arith.constant dense<0xFF800000> : tensor<64xf32>
    %r = scf.for %v = %c0 to %c512 step %c128 iter_args(%m = %low) -> (tensor<64xf32>) : i32 {
      %logits = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<64x128xf32>) : i32 {
        %xs = tile.load %x[0, %k] sizes [64, 64] : !tile.ref<64x256xbf16> -> tensor<64x64xbf16>
        %ws = tile.load %w[%v, %k] sizes [128, 64] : !tile.ref<512x256xbf16> -> tensor<128x64xbf16>
        %wt = tile.transpose %ws [1, 0] : tensor<128x64xbf16> -> tensor<64x128xbf16>
        %d = tile.dot %xs, %wt acc %acc : tensor<64x128xf32> : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
        scf.yield %d : tensor<64x128xf32>
      }
      %top = tile.reduce max %logits axes [1] : tensor<64x128xf32> -> tensor<64xf32>
      %now = arith.maximumf %m, %top : tensor<64xf32>
      scf.yield %now : tensor<64xf32>
    }
    tile.store %r, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }
}

// -----

// Each block's greatest logit is added up: of larger blocks they are others.
// SAID-NOT: remark: loops multiply
// CHECK-LABEL: tile.kernel @sum_of_greatest
// CHECK: tilegpu.alloc_accumulator : <64x128xf32>
tilegpu.module @sm_90a {
  tile.kernel @sum_of_greatest(%x: !tile.ref<64x256xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %w: !tile.ref<512x256xbf16> {tile.access = #tile.access<read>, tile.name = "w"},
                               %o: !tile.ref<64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %zeros = arith.constant dense<0.0> : tensor<64x128xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %r = scf.for %v = %c0 to %c512 step %c128 iter_args(%m = %none) -> (tensor<64xf32>) : i32 {
      %logits = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<64x128xf32>) : i32 {
        %xs = tile.load %x[0, %k] sizes [64, 64] : !tile.ref<64x256xbf16> -> tensor<64x64xbf16>
        %ws = tile.load %w[%v, %k] sizes [128, 64] : !tile.ref<512x256xbf16> -> tensor<128x64xbf16>
        %wt = tile.transpose %ws [1, 0] : tensor<128x64xbf16> -> tensor<64x128xbf16>
        %d = tile.dot %xs, %wt acc %acc : tensor<64x128xf32> : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
        scf.yield %d : tensor<64x128xf32>
      }
      %top = tile.reduce max %logits axes [1] : tensor<64x128xf32> -> tensor<64xf32>
      %now = arith.addf %m, %top : tensor<64xf32>
      scf.yield %now : tensor<64xf32>
    }
    tile.store %r, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }
}

// -----

// What is multiplied goes by the greatest one before.
// SAID-NOT: remark: loops multiply
// CHECK-LABEL: tile.kernel @of_carried
// CHECK: !tilegpu.accumulator<64x128xf32>
tilegpu.module @sm_90a {
  tile.kernel @of_carried(%x: !tile.ref<64x256xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %w: !tile.ref<512x256xbf16> {tile.access = #tile.access<read>, tile.name = "w"},
                          %o: !tile.ref<64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %low = arith.constant dense<0xFF800000> : tensor<64xf32>
    %r = scf.for %v = %c0 to %c512 step %c128 iter_args(%m = %low) -> (tensor<64xf32>) : i32 {
      %before = tile.broadcast %m axes [0] : tensor<64xf32> -> tensor<64x128xf32>
      %logits = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %before) -> (tensor<64x128xf32>) : i32 {
        %xs = tile.load %x[0, %k] sizes [64, 64] : !tile.ref<64x256xbf16> -> tensor<64x64xbf16>
        %ws = tile.load %w[%v, %k] sizes [128, 64] : !tile.ref<512x256xbf16> -> tensor<128x64xbf16>
        %wt = tile.transpose %ws [1, 0] : tensor<128x64xbf16> -> tensor<64x128xbf16>
        %d = tile.dot %xs, %wt acc %acc : tensor<64x128xf32> : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
        scf.yield %d : tensor<64x128xf32>
      }
      %top = tile.reduce max %logits axes [1] : tensor<64x128xf32> -> tensor<64xf32>
      %now = arith.maximumf %m, %top : tensor<64xf32>
      scf.yield %now : tensor<64xf32>
    }
    tile.store %r, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }
}

// -----

// A block has 64 rows, for a block on each multiprocessor, and then its copies take longer than its products: two of
// them share the columns.
// SAID: remark: 2 blocks of a cluster share what they copy: products would wait for the L2 cache
// CHECK-LABEL: tile.kernel @shared
// CHECK-SAME: cluster = array<i64: 2>
// CHECK: tilegpu.copy_in {{.*}}collective = array<i64: {{.}}>
tilegpu.module @sm_90a {
  tile.kernel @shared(%x: !tile.ref<8192x2048xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %w: !tile.ref<32768x2048xbf16> {tile.access = #tile.access<read>, tile.name = "w"},
                      %o: !tile.ref<8192xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 64>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c2048 = arith.constant 2048 : i32
    %c32768 = arith.constant 32768 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %low = arith.constant dense<0xFF800000> : tensor<128xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %r = scf.for %v = %c0 to %c32768 step %c128 iter_args(%m = %low) -> (tensor<128xf32>) : i32 {
      %logits = scf.for %k = %c0 to %c2048 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
        %xs = tile.load %x[%row, %k] sizes [128, 64] : !tile.ref<8192x2048xbf16> -> tensor<128x64xbf16>
        %ws = tile.load %w[%v, %k] sizes [128, 64] : !tile.ref<32768x2048xbf16> -> tensor<128x64xbf16>
        %wt = tile.transpose %ws [1, 0] : tensor<128x64xbf16> -> tensor<64x128xbf16>
        %d = tile.dot %xs, %wt acc %acc : tensor<128x128xf32> : tensor<128x64xbf16>, tensor<64x128xbf16> -> tensor<128x128xf32>
        scf.yield %d : tensor<128x128xf32>
      }
      %top = tile.reduce max %logits axes [1] : tensor<128x128xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      scf.yield %now : tensor<128xf32>
    }
    tile.store %r, %o[%row] sizes [128] : tensor<128xf32>, !tile.ref<8192xf32>
    tile.return
  }
}
