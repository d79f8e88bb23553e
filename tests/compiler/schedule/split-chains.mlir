// RUN: %tessera-opt %s --schedule-split-blocks | FileCheck %s
// Each kind of chain, cut: products, reductions, rows, scans, loops; and what goes through a buffer.

tilegpu.module @sm_90a {

// The quickstart's: one program has 512 x 512 of the product; tiles of it, a loop along the depth, no value of the whole block.
// CHECK-LABEL: tile.kernel @product
// CHECK-SAME: schedule.parts = 32
// CHECK-NOT: 512x1024xf32>
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<128x64xf32>)
// CHECK: %[[A:.*]] = tile.load {{.*}} -> tensor<128x32xf32>
// CHECK: %[[B:.*]] = tile.load {{.*}} -> tensor<32x64xf32>
// CHECK: tile.dot %[[A]], %[[B]] acc %[[ACC]]
// CHECK: tile.store {{.*}} : tensor<128x64xf32>
tile.kernel @product(%x: !tile.ref<512x1024xf32>, %y: !tile.ref<1024x512xf32>, %o: !tile.ref<512x512xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64, schedule.grid = array<i64: 2, 2>} {
  %a = tile.load %x[0, 0] sizes [512, 1024] : !tile.ref<512x1024xf32> -> tensor<512x1024xf32>
  %b = tile.load %y[0, 0] sizes [1024, 512] : !tile.ref<1024x512xf32> -> tensor<1024x512xf32>
  %c = tile.dot %a, %b : tensor<512x1024xf32>, tensor<1024x512xf32> -> tensor<512x512xf32>
  tile.store %c, %o[0, 0] sizes [512, 512] : tensor<512x512xf32>, !tile.ref<512x512xf32>
  tile.return
}

// A depth that steps do not divide reads zeros past its end.
// CHECK-LABEL: tile.kernel @ragged_depth
// CHECK: scf.for
// CHECK: tile.load {{.*}} mask {{.*}} other {{.*}} -> tensor<{{.*}}x32xf32>
tile.kernel @ragged_depth(%x: !tile.ref<300x1000xf32>, %y: !tile.ref<1000x200xf32>, %o: !tile.ref<300x200xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %a = tile.load %x[0, 0] sizes [300, 1000] : !tile.ref<300x1000xf32> -> tensor<300x1000xf32>
  %b = tile.load %y[0, 0] sizes [1000, 200] : !tile.ref<1000x200xf32> -> tensor<1000x200xf32>
  %c = tile.dot %a, %b : tensor<300x1000xf32>, tensor<1000x200xf32> -> tensor<300x200xf32>
  tile.store %c, %o[0, 0] sizes [300, 200] : tensor<300x200xf32>, !tile.ref<300x200xf32>
  tile.return
}

// An accumulator that a loop carries: the loop is written for each tile.
// CHECK-LABEL: tile.kernel @carried
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<128x{{[0-9]+}}xf32>)
// CHECK: tile.dot
// CHECK: tile.store
tile.kernel @carried(%x: !tile.ref<512x1024xf16>, %y: !tile.ref<1024x512xf16>, %o: !tile.ref<512x512xf32> {tile.access = #tile.access<write>})
    attributes {source = "triton", schedule.num_warps = 4 : i64} {
  %zero = arith.constant dense<0.0> : tensor<512x512xf32>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c1024 = arith.constant 1024 : i32
  %sum = scf.for %k = %c0 to %c1024 step %c64 iter_args(%acc = %zero) -> (tensor<512x512xf32>) : i32 {
    %a = tile.load %x[0, %k] sizes [512, 64] : !tile.ref<512x1024xf16> -> tensor<512x64xf16>
    %b = tile.load %y[%k, 0] sizes [64, 512] : !tile.ref<1024x512xf16> -> tensor<64x512xf16>
    %c = tile.dot %a, %b acc %acc : tensor<512x512xf32> : tensor<512x64xf16>, tensor<64x512xf16> -> tensor<512x512xf32>
    scf.yield %c : tensor<512x512xf32>
  }
  tile.store %sum, %o[0, 0] sizes [512, 512] : tensor<512x512xf32>, !tile.ref<512x512xf32>
  tile.return
}

// Rows that fit are loaded once and kept.
// CHECK-LABEL: tile.kernel @softmax
// CHECK-SAME: schedule.parts
// CHECK: %[[X:.*]] = tile.load {{.*}} -> tensor<[[ROWS:.*]]x4096xf32>
// CHECK-NOT: tile.load
// CHECK: tile.reduce max %[[X]] axes [1]
// CHECK: tile.reduce add {{.*}} axes [1]
// CHECK: tile.store {{.*}} : tensor<[[ROWS]]x4096xf32>
tile.kernel @softmax(%x: !tile.ref<64x4096xf32>, %o: !tile.ref<64x4096xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [64, 4096] : !tile.ref<64x4096xf32> -> tensor<64x4096xf32>
  %m = tile.reduce max %0 axes [1] : tensor<64x4096xf32> -> tensor<64xf32>
  %mb = tile.broadcast %m axes [0] : tensor<64xf32> -> tensor<64x4096xf32>
  %1 = arith.subf %0, %mb : tensor<64x4096xf32>
  %2 = math.exp %1 : tensor<64x4096xf32>
  %s = tile.reduce add %2 axes [1] : tensor<64x4096xf32> -> tensor<64xf32>
  %sb = tile.broadcast %s axes [0] : tensor<64xf32> -> tensor<64x4096xf32>
  %3 = arith.divf %2, %sb : tensor<64x4096xf32>
  tile.store %3, %o[0, 0] sizes [64, 4096] : tensor<64x4096xf32>, !tile.ref<64x4096xf32>
  tile.return
}

// A row that no number of warps can hold: three passes over it.
// CHECK-LABEL: tile.kernel @long_row
// CHECK: scf.for
// CHECK: arith.maximumf
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: scf.for
// CHECK: tile.store {{.*}} mask
tile.kernel @long_row(%x: !tile.ref<1x100000xf32>, %o: !tile.ref<1x100000xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [1, 100000] : !tile.ref<1x100000xf32> -> tensor<1x100000xf32>
  %m = tile.reduce max %0 axes [1] : tensor<1x100000xf32> -> tensor<1xf32>
  %mb = tile.broadcast %m axes [0] : tensor<1xf32> -> tensor<1x100000xf32>
  %1 = arith.subf %0, %mb : tensor<1x100000xf32>
  %2 = math.exp %1 : tensor<1x100000xf32>
  %s = tile.reduce add %2 axes [1] : tensor<1x100000xf32> -> tensor<1xf32>
  %sb = tile.broadcast %s axes [0] : tensor<1xf32> -> tensor<1x100000xf32>
  %3 = arith.divf %2, %sb : tensor<1x100000xf32>
  tile.store %3, %o[0, 0] sizes [1, 100000] : tensor<1x100000xf32>, !tile.ref<1x100000xf32>
  tile.return
}

// Sums of 16-bit floats stay f32 between chunks.
// CHECK-LABEL: tile.kernel @total
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (tensor<{{.*}}xf32>)
// CHECK: %[[SUM:.*]] = tile.reduce add {{.*}} -> f32
// CHECK: tile.cast %[[SUM]] : f32 -> bf16
tile.kernel @total(%x: !tile.ref<1000x1000xbf16>, %o: !tile.ref<bf16> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [1000, 1000] : !tile.ref<1000x1000xbf16> -> tensor<1000x1000xbf16>
  %s = tile.reduce add %0 axes [0, 1] : tensor<1000x1000xbf16> -> bf16
  tile.store %s, %o[] sizes [] : bf16, !tile.ref<bf16>
  tile.return
}

// By a function of the user: chunk after chunk, the first begins, the last is as small as it is.
// CHECK-LABEL: tile.kernel @by_function
// CHECK: %[[FIRST:.*]] = tile.reduce_by
// CHECK: %[[LOOP:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
// CHECK: arith.muli
// CHECK: tile.reduce_by
// CHECK: tile.store
tile.kernel @by_function(%x: !tile.ref<100000xi32>, %o: !tile.ref<i32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0] sizes [100000] : !tile.ref<100000xi32> -> tensor<100000xi32>
  %s = tile.reduce_by %0 axis 0 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.muli %a, %b : i32
    tile.yield %c : i32
  } : (tensor<100000xi32>) -> i32
  tile.store %s, %o[] sizes [] : i32, !tile.ref<i32>
  tile.return
}

// A scan goes through its axis in order and carries what it has.
// CHECK-LABEL: tile.kernel @prefixes
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.*]] = %{{.*}}) -> (f32)
// CHECK: tile.scan
// CHECK: tile.reduce_by
// CHECK: tile.broadcast %[[CARRY]]
// CHECK: tile.store
tile.kernel @prefixes(%x: !tile.ref<100000xf32>, %o: !tile.ref<100000xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0] sizes [100000] : !tile.ref<100000xf32> -> tensor<100000xf32>
  %s = tile.scan %0 axis 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : (tensor<100000xf32>) -> tensor<100000xf32>
  tile.store %s, %o[0] sizes [100000] : tensor<100000xf32>, !tile.ref<100000xf32>
  tile.return
}

// Read at one place, written at another: what is read is copied to a buffer of the block's own first, so one block does it all.
// CHECK-LABEL: tile.kernel @shifted
// CHECK-NOT: schedule.parts
// CHECK: %[[B:.*]] = tilegpu.alloc_workspace
// CHECK: scf.for
// CHECK: tile.store {{.*}} %[[B]]
// CHECK: scf.for
// CHECK: tile.load %[[B]]
// CHECK: tile.store
tile.kernel @shifted(%x: !tile.ref<70000xf32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[1] sizes [65536] : !tile.ref<70000xf32> -> tensor<65536xf32>
  tile.store %0, %x[0] sizes [65536] : tensor<65536xf32>, !tile.ref<70000xf32>
  tile.return
}

// A loop that also stores cannot be written again for each tile: what it carries lives in a buffer.
// CHECK-LABEL: tile.kernel @loop_that_stores
// CHECK: tilegpu.alloc_workspace
// CHECK: scf.for
// CHECK-NOT: iter_args({{.*}}65536
// CHECK: tile.return
tile.kernel @loop_that_stores(%x: !tile.ref<65536xf32>, %o: !tile.ref<4x65536xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %0) -> (tensor<65536xf32>) : i32 {
    %w = arith.addf %v, %0 : tensor<65536xf32>
    tile.store %w, %o[%i, 0] sizes [1, 65536] drop [0] : tensor<65536xf32>, !tile.ref<4x65536xf32>
    scf.yield %w : tensor<65536xf32>
  }
  tile.return
}

// Axes that become one are cut at their border.
// CHECK-LABEL: tile.kernel @flattened
// CHECK: tile.load {{.*}} -> tensor<{{.*}}x256xf32>
// CHECK: tile.reshape
// CHECK: tile.store
tile.kernel @flattened(%x: !tile.ref<256x256xf32>, %o: !tile.ref<65536xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [256, 256] : !tile.ref<256x256xf32> -> tensor<256x256xf32>
  %1 = tile.reshape %0 : tensor<256x256xf32> -> tensor<65536xf32>
  tile.store %1, %o[0] sizes [65536] : tensor<65536xf32>, !tile.ref<65536xf32>
  tile.return
}

// A small value that decides what is done.
// CHECK-LABEL: tile.kernel @decides
// CHECK: %[[MOST:.*]] = tile.reduce max {{.*}} -> f32
// CHECK: %[[IS:.*]] = arith.cmpf ogt, %[[MOST]]
// CHECK: scf.if %[[IS]]
tile.kernel @decides(%x: !tile.ref<65536xf32>, %o: !tile.ref<f32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
  %m = tile.reduce max %0 axes [0] : tensor<65536xf32> -> f32
  %c = arith.constant 1.0 : f32
  %is = arith.cmpf ogt, %m, %c : f32
  scf.if %is {
    tile.store %m, %o[] sizes [] : f32, !tile.ref<f32>
  }
  tile.return
}

// The rows' sums are stored beside the rows: each element is read once.
// CHECK-LABEL: tile.kernel @rows_and_sums
// CHECK: tile.load
// CHECK-NOT: tile.load
// CHECK: tile.store {{.*}} : tensor<[[ROWS:[0-9]+]]xf32>
// CHECK: tile.store {{.*}} : tensor<[[ROWS]]x4096xf32>
tile.kernel @rows_and_sums(%x: !tile.ref<64x4096xf32>, %s: !tile.ref<64xf32> {tile.access = #tile.access<write>}, %o: !tile.ref<64x4096xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [64, 4096] : !tile.ref<64x4096xf32> -> tensor<64x4096xf32>
  %1 = tile.reduce add %0 axes [1] : tensor<64x4096xf32> -> tensor<64xf32>
  tile.store %1, %s[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
  %2 = tile.broadcast %1 axes [0] : tensor<64xf32> -> tensor<64x4096xf32>
  %3 = arith.divf %0, %2 : tensor<64x4096xf32>
  tile.store %3, %o[0, 0] sizes [64, 4096] : tensor<64x4096xf32>, !tile.ref<64x4096xf32>
  tile.return
}

// Twice the warps hold what four do not: nothing is cut.
// CHECK-LABEL: tile.kernel @more_warps
// CHECK-SAME: schedule.num_warps = 8
// CHECK-NOT: scf.for
// CHECK: tile.reduce add {{.*}} tensor<32x1024xf32>
tile.kernel @more_warps(%x: !tile.ref<32x1024xf32>, %o: !tile.ref<32xf32> {tile.access = #tile.access<write>})
    attributes {source = "pallas", schedule.num_warps = 4 : i64} {
  %0 = tile.load %x[0, 0] sizes [32, 1024] : !tile.ref<32x1024xf32> -> tensor<32x1024xf32>
  %1 = tile.reduce add %0 axes [1] : tensor<32x1024xf32> -> tensor<32xf32>
  tile.store %1, %o[0] sizes [32] : tensor<32xf32>, !tile.ref<32xf32>
  tile.return
}

// Indices that a loop carries, used in steps along the depth: no step of them can be carried, so the product keeps its depth.
// CHECK-LABEL: tile.kernel @carried_indices
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (tensor<[[M:[0-9]+]]x[[N:[0-9]+]]xf32>, tensor<[[M]]x64xi32>, tensor<64x[[N]]xi32>)
// CHECK-NOT: scf.for
// CHECK: tile.dot {{.*}} : tensor<[[M]]x64xf32>, tensor<64x[[N]]xf32>
tile.kernel @carried_indices(%x: !tile.ref<262144xf32>, %y: !tile.ref<262144xf32>, %o: !tile.ref<128x256xf32> {tile.access = #tile.access<write>})
    attributes {source = "triton", schedule.num_warps = 4 : i64, schedule.tune = {tile_k = 32 : i64}} {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %pitch = arith.constant dense<512> : tensor<128x64xi32>
  %down = arith.constant dense<64> : tensor<128x64xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %row = tile.iota 0 : tensor<128x64xi32>
  %column = tile.iota 1 : tensor<128x64xi32>
  %rows = arith.muli %row, %pitch : tensor<128x64xi32>
  %a0 = arith.addi %rows, %column : tensor<128x64xi32>
  %b_pitch = arith.constant dense<256> : tensor<64x256xi32>
  %right = arith.constant dense<16384> : tensor<64x256xi32>
  %depth = tile.iota 0 : tensor<64x256xi32>
  %b_column = tile.iota 1 : tensor<64x256xi32>
  %depths = arith.muli %depth, %b_pitch : tensor<64x256xi32>
  %b0 = arith.addi %depths, %b_column : tensor<64x256xi32>
  %sum:3 = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero, %a_at = %a0, %b_at = %b0) -> (tensor<128x256xf32>, tensor<128x64xi32>, tensor<64x256xi32>) : i32 {
    %a = tile.gather %x[%a_at] : !tile.ref<262144xf32>[tensor<128x64xi32>] -> tensor<128x64xf32>
    %b = tile.gather %y[%b_at] : !tile.ref<262144xf32>[tensor<64x256xi32>] -> tensor<64x256xf32>
    %c = tile.dot %a, %b acc %acc : tensor<128x256xf32> : tensor<128x64xf32>, tensor<64x256xf32> -> tensor<128x256xf32>
    %a1 = arith.addi %a_at, %down : tensor<128x64xi32>
    %b1 = arith.addi %b_at, %right : tensor<64x256xi32>
    scf.yield %c, %a1, %b1 : tensor<128x256xf32>, tensor<128x64xi32>, tensor<64x256xi32>
  }
  tile.store %sum#0, %o[0, 0] sizes [128, 256] : tensor<128x256xf32>, !tile.ref<128x256xf32>
  tile.return
}
}
