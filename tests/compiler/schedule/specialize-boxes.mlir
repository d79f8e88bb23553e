// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s
// Which computed addresses are boxes that the copy engine takes: proved by between which numbers they lie.

// Pointers whose columns go on with the loop: it counts to 192 at most, so 64 from there end with the row of 256.
// CHECK-LABEL: tile.kernel @along_k
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @along_k(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %at axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %x = tile.gather %a[%ai] : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// From the end of K to its beginning, by how often the loop ran.
// CHECK-LABEL: tile.kernel @backwards
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @backwards(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %left = arith.subi %c192, %k : i32
      %at = arith.addi %left, %c0 : i32
      %ka = tile.broadcast %at axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %x = tile.gather %a[%ai] : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// A part of K a program: where the loop begins is not known, how far it goes from there is.
// CHECK-LABEL: tile.kernel @two_parts
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @two_parts(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %begin = arith.muli %id, %c128 : i32
    %end = arith.addi %begin, %c128 : i32
    %sum = scf.for %k = %begin to %end step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %at axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %x = tile.gather %a[%ai] : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// One pass too many: the last columns are the next row's, which no box is. Threads load what the indices say.
// CHECK-LABEL: tile.kernel @past_the_row
// CHECK-SAME: %[[A:[a-z0-9]+]]: !tile.ref<65536xf16>
// CHECK: tile.gather %[[A]]
// CHECK-NOT: tilegpu.subview %[[A]]
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @past_the_row(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c64 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %more = arith.addi %k, %c1 : i32
      %kb = tile.broadcast %more axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %kb, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %x = tile.gather %a[%ai] : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// The tutorials' mask: below what is left of K. Its zeros are recorded as a broadcast number, the mask as a reshape.
// CHECK-LABEL: tile.kernel @rest_of_k
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @rest_of_k(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %left = arith.subi %c256, %k : i32
      %lw = tile.broadcast %left axes [] : i32 -> tensor<1x64xi32>
      %r1 = tile.reshape %rk : tensor<64xi32> -> tensor<1x64xi32>
      %in = arith.cmpi sgt, %lw, %r1 : tensor<1x64xi32>
      %mask = tile.broadcast %in axes [0, 1] : tensor<1x64xi1> -> tensor<128x64xi1>
      %zero = arith.constant 0.0 : f32
      %zw = tile.broadcast %zero axes [] : f32 -> tensor<128x64xf32>
      %zh = tile.cast %zw : tensor<128x64xf32> -> tensor<128x64xf16>
      %x = tile.gather %a[%ai] mask %mask : tensor<128x64xi1> other %zh : tensor<128x64xf16> : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// A mask that ends before the row does, where nothing is.
// CHECK-LABEL: tile.kernel @holds_anyway
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @holds_anyway(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c128 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %end = tile.broadcast %c128 axes [] : i32 -> tensor<64xi32>
      %in = arith.cmpi slt, %kk, %end : tensor<64xi32>
      %mask = tile.broadcast %in axes [1] : tensor<64xi1> -> tensor<128x64xi1>
      %x = tile.gather %a[%ai] mask %mask : tensor<128x64xi1> : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// Rows that end before the array does, not at a part of it: 200 of 256.
// CHECK-LABEL: tile.kernel @first_rows
// CHECK-SAME: !tile.ref<200x256xf16>
// CHECK: tilegpu.alloc_shared "a" : !tile.ref<4x128x64xf16, smem>
// CHECK-NOT: tile.gather
// CHECK-COUNT-2: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @first_rows(%a: !tile.ref<65536xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c192 = arith.constant 192 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<256> : tensor<128xi32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<64xi32>
    %rm = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rm : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x64xi32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %at = arith.addi %k, %c0 : i32
      %ka = tile.broadcast %k axes [] : i32 -> tensor<64xi32>
      %kk = arith.addi %ka, %rk : tensor<64xi32>
      %kr = tile.broadcast %kk axes [1] : tensor<64xi32> -> tensor<128x64xi32>
      %ai = arith.addi %ar, %kr : tensor<128x64xi32>
      %c200 = arith.constant dense<200> : tensor<128xi32>
      %in = arith.cmpi slt, %row, %c200 : tensor<128xi32>
      %mask = tile.broadcast %in axes [0] : tensor<128xi1> -> tensor<128x64xi1>
      %x = tile.gather %a[%ai] mask %mask : tensor<128x64xi1> : !tile.ref<65536xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
      %y = tile.load %b[%at, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}

// -----

// Rows of 96 in blocks of 128 columns, of which a mask leaves what is behind the row out: the engine reads zeros there.
// CHECK-LABEL: tile.kernel @wider_than_rows
// CHECK: %[[A:.*]] = tilegpu.alloc_shared "a" : !tile.ref<128x128xf16, smem>
// CHECK-NOT: tile.gather
// CHECK: tilegpu.subview %{{.*}} sizes [128, 128] : !tile.ref<256x96xf16>
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @wider_than_rows(%a: !tile.ref<24576xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<256xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 2>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %pitch = arith.constant dense<96> : tensor<128xi32>
    %none = arith.constant dense<0.0> : tensor<128x128xf16>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %rk = tile.iota 0 : tensor<128xi32>
    %id = tile.program_id 0
    %first = arith.muli %id, %c128 : i32
    %fa = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
    %row = arith.addi %fa, %rk : tensor<128xi32>
    %rp = arith.muli %row, %pitch : tensor<128xi32>
    %ar = tile.broadcast %rp axes [0] : tensor<128xi32> -> tensor<128x128xi32>
    %kr = tile.broadcast %rk axes [1] : tensor<128xi32> -> tensor<128x128xi32>
    %ai = arith.addi %ar, %kr : tensor<128x128xi32>
    %inside = arith.cmpi slt, %rk, %pitch : tensor<128xi32>
    %mask = tile.broadcast %inside axes [1] : tensor<128xi1> -> tensor<128x128xi1>
    %x = tile.gather %a[%ai] mask %mask : tensor<128x128xi1> other %none : tensor<128x128xf16> : !tile.ref<24576xf16>[tensor<128x128xi32>] -> tensor<128x128xf16>
    %sum = scf.for %n = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %y = tile.load %b[0, %n] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x128xf16>, tensor<128x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[%first] sizes [128] : tensor<128xf32>, !tile.ref<256xf32>
    tile.return
  }
}
