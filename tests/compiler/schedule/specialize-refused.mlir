// RUN: %tessera-opt %s --schedule-shape-loops --schedule-specialize-warps --split-input-file 2>&1 | FileCheck %s
// What stands in the way of warpgroups, and what would do instead.

// Exact sums of f32.
// CHECK: remark: no warpgroups for the products of `exact`: operands of f32 are multiplied exactly; let their precision be tf32 [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @exact(%a: !tile.ref<128x256xf32> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf32> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf32> -> tensor<128x64xf32>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf32> -> tensor<64x64xf32>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf32>, tensor<64x64xf32> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Fewer rows than wgmma has.
// CHECK: remark: no warpgroups for the products of `few_rows`: it has 32 rows; a warpgroup multiplies 64 rows at a time
tilegpu.module @sm_90a {
  tile.kernel @few_rows(%a: !tile.ref<32x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<32xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<32x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<32x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [32, 64] : !tile.ref<32x256xf16> -> tensor<32x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<32x64xf32> : tensor<32x64xf16>, tensor<64x64xf16> -> tensor<32x64xf32>
      scf.yield %p : tensor<32x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<32x64xf32> -> tensor<32xf32>
    tile.store %top, %o[0] sizes [32] : tensor<32xf32>, !tile.ref<32xf32>
    tile.return
  }
}

// -----

// A left operand that is computed of what the copy engine does not bring.
// CHECK: remark: no warpgroups for the products of `computed_left`: it has steps between its elements
tilegpu.module @sm_90a {
  tile.kernel @computed_left(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, 0] sizes [128, 64] strides [1, 2] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %half = arith.addf %x, %x : tensor<128x64xf16>
      %p = tile.dot %half, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Both operands are computed of other products: whichever is the right one is nowhere as a whole.
// CHECK: remark: no warpgroups for the products of `computed_both`: an operand is computed of another product, a branch or a `while` loop
tilegpu.module @sm_90a {
  tile.kernel @computed_both(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %square = tile.dot %y, %y : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %half = tile.cast %square : tensor<64x64xf32> -> tensor<64x64xf16>
      %other = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %left = tile.cast %other : tensor<128x64xf32> -> tensor<128x64xf16>
      %p = tile.dot %left, %half acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// An exchange that depends on what is there.
// CHECK: remark: no warpgroups for the products of `exchanged`: warpgroups that do parts of the rows have no `atomic_cas`
tilegpu.module @sm_90a {
  tile.kernel @exchanged(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %s: !tile.ref<128xf32> {tile.access = #tile.access<readwrite>, tile.name = "s"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    %i = tile.iota 0 : tensor<128xi32>
    %old = tile.atomic_cas %top, %top, %s[%i] : tensor<128xf32>, !tile.ref<128xf32>[tensor<128xi32>]
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Every other column.
// CHECK: remark: no warpgroups for the products of `steps`: it has steps between its elements
tilegpu.module @sm_90a {
  tile.kernel @steps(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, 0] sizes [128, 64] strides [1, 2] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// No copies could run ahead.
// CHECK: remark: no warpgroups for the products of `at_once`: no product is in a loop, whose copies could run ahead; loop over the products' depth
tilegpu.module @sm_90a {
  tile.kernel @at_once(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
      %id = tile.program_id 0
      %isFirst = arith.cmpi eq, %id, %c0 : i32
      %x = scf.if %isFirst -> (tensor<128x64xf16>) {
        %some = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
        scf.yield %some : tensor<128x64xf16>
      } else {
        %none = arith.constant dense<0.0> : tensor<128x64xf16>
        scf.yield %none : tensor<128x64xf16>
      }
      %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %sum = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// By warpgroups; what is combined along columns stands in the way of other columns, not of other rows.
// CHECK: remark: each program is 2, with blocks of 64 rows: registers
tilegpu.module @sm_90a {
  tile.kernel @own_tiles(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %y acc %acc : tensor<128x64xf32> : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xf32> -> tensor<128xf32>
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Written between its load and the product: the load can't move.
// CHECK: remark: no warpgroups for the products of `written`: it multiplies all of its depth at once: an operand may have been written by the time that it is multiplied
tilegpu.module @sm_90a {
  tile.kernel @written(%x: !tile.ref<128x1024xbf16> {tile.access = #tile.access<readwrite>, tile.name = "x"}, %y: !tile.ref<1024x128xbf16> {tile.access = #tile.access<read>, tile.name = "y"},
                       %z: !tile.ref<128x128xf32> {tile.access = #tile.access<write>, tile.name = "z"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
    %ones = arith.constant dense<1.0> : tensor<128x64xbf16>
    %a = tile.load %x[0, 0] sizes [128, 1024] : !tile.ref<128x1024xbf16> -> tensor<128x1024xbf16>
    %b = tile.load %y[0, 0] sizes [1024, 128] : !tile.ref<1024x128xbf16> -> tensor<1024x128xbf16>
    tile.store %ones, %x[0, 0] sizes [128, 64] : tensor<128x64xbf16>, !tile.ref<128x1024xbf16>
    %dot = tile.dot %a, %b : tensor<128x1024xbf16>, tensor<1024x128xbf16> -> tensor<128x128xf32>
    tile.store %dot, %z[0, 0] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<128x128xf32>
    tile.return
  }
}

// -----

// Combined along the depth: no part of the operand is known before all of it is.
// CHECK: remark: no warpgroups for the products of `softmax`: it multiplies all of its depth at once: an operand is combined along the product's depth
tilegpu.module @sm_90a {
  tile.kernel @softmax(%x: !tile.ref<1024x1024xbf16> {tile.access = #tile.access<read>, tile.name = "x"}, %y: !tile.ref<1024x128xbf16> {tile.access = #tile.access<read>, tile.name = "y"},
                       %z: !tile.ref<1024x128xf32> {tile.access = #tile.access<write>, tile.name = "z"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
    %a = tile.load %x[0, 0] sizes [1024, 1024] : !tile.ref<1024x1024xbf16> -> tensor<1024x1024xbf16>
    %b = tile.load %y[0, 0] sizes [1024, 128] : !tile.ref<1024x128xbf16> -> tensor<1024x128xbf16>
    %top = tile.reduce max %a axes [0] : tensor<1024x1024xbf16> -> tensor<1024xbf16>
    %wide = tile.broadcast %top axes [1] : tensor<1024xbf16> -> tensor<1024x1024xbf16>
    %less = arith.subf %a, %wide : tensor<1024x1024xbf16>
    %dot = tile.dot %less, %b : tensor<1024x1024xbf16>, tensor<1024x128xbf16> -> tensor<1024x128xf32>
    tile.store %dot, %z[0, 0] sizes [1024, 128] : tensor<1024x128xf32>, !tile.ref<1024x128xf32>
    tile.return
  }
}

// -----

// Warpgroups, but each pass waits for the bias of its scores, whose rows begin where the copy engine takes none.
// CHECK: remark: warpgroups of `biased` wait for a load in each pass: only operands of products are copied ahead, and this is none [schedule-choice]
tilegpu.module @sm_90a {
  tile.kernel @biased(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<256x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %bias: !tile.ref<128x257xf32> {tile.access = #tile.access<read>, tile.name = "bias"}, %o: !tile.ref<128xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %least = arith.constant dense<-1.0> : tensor<128xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %top = scf.for %k = %c0 to %c256 step %c64 iter_args(%most = %least) -> (tensor<128xf32>) : i32 {
      %y = tile.load %b[%k, 0] sizes [64, 64] : !tile.ref<256x64xf16> -> tensor<64x64xf16>
      %t = tile.transpose %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %p = tile.dot %x, %t : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %own = tile.load %bias[0, %k] sizes [128, 64] : !tile.ref<128x257xf32> -> tensor<128x64xf32>
      %s = arith.addf %p, %own : tensor<128x64xf32>
      %here = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %next = arith.maximumf %most, %here : tensor<128xf32>
      scf.yield %next : tensor<128xf32>
    }
    tile.store %top, %o[0] sizes [128] : tensor<128xf32>, !tile.ref<128xf32>
    tile.return
  }
}

// -----

// Bytes without a sign.
// CHECK: remark: no warpgroups for the products of `no_sign`: its bytes are without a sign; subtract 128 of them
tilegpu.module @sm_90a {
  tile.kernel @no_sign(%a: !tile.ref<128x256xi8> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x256xi8> {tile.access = #tile.access<read>, tile.name = "b"},
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
      %p = tile.dot %x, %z acc %acc : tensor<128x64xi32> {from_unsigned} : tensor<128x64xi8>, tensor<64x64xi8> -> tensor<128x64xi32>
      scf.yield %p : tensor<128x64xi32>
    }
    %top = tile.reduce max %sum axes [1] : tensor<128x64xi32> -> tensor<128xi32>
    tile.store %top, %o[0] sizes [128] : tensor<128xi32>, !tile.ref<128xi32>
    tile.return
  }
}
