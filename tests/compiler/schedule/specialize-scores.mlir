// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// Arithmetic on scores, one instruction an element where it can be.

// A mask's bytes are compared as they are, and scores are scaled behind the mask, where their greatest is taken first:
// 0.125 times -8e6 is -1e6.
// CHECK-LABEL: tile.kernel @masked
// CHECK: scf.for
// CHECK: %[[SCORES:.*]] = tilegpu.read_accumulator
// CHECK: %[[IN:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : tensor<{{.*}}xi8>
// CHECK: %[[LOW:.*]] = arith.constant dense<-8.000000e+06>
// CHECK: %[[MASKED:.*]] = arith.select %[[IN]], %[[SCORES]], %[[LOW]]
// CHECK: tile.reduce max %[[MASKED]]
// CHECK: math.fma %[[MASKED]]
tilegpu.module @sm_90a {
  tile.kernel @masked(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"},
                      %mask: !tile.ref<256x256xi8> {tile.access = #tile.access<read>, tile.name = "mask"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %scale = arith.constant dense<0.125> : tensor<128x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %low = arith.constant dense<-1.0e30> : tensor<128xf32>
    %none = arith.constant dense<0.0> : tensor<128xf32>
    %zero = arith.constant dense<0> : tensor<128x64xi32>
    %lowest = arith.constant dense<-1.0e6> : tensor<128x64xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %qs = tile.load %q[%row, 0] sizes [128, 64] : !tile.ref<256x64xbf16> -> tensor<128x64xbf16>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %raw = tile.dot %qs, %kt : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %scaled_raw = arith.mulf %raw, %scale : tensor<128x64xf32>
      %bytes = tile.load %mask[%row, %key] sizes [128, 64] : !tile.ref<256x256xi8> -> tensor<128x64xi8>
      %words = tile.cast %bytes : tensor<128x64xi8> -> tensor<128x64xi32>
      %isIn = arith.cmpi ne, %words, %zero : tensor<128x64xi32>
      %s = arith.select %isIn, %scaled_raw, %lowest : tensor<128x64xi1>, tensor<128x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      %wide = tile.broadcast %now axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %wide : tensor<128x64xf32>
      %p = math.exp2 %d : tensor<128x64xf32>
      %less = arith.subf %m, %now : tensor<128xf32>
      %c = math.exp2 %less : tensor<128xf32>
      %sum = tile.reduce add %p axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %lc = arith.mulf %l, %c : tensor<128xf32>
      %ln = arith.addf %lc, %sum : tensor<128xf32>
      %cw = tile.broadcast %c axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %scaled = arith.mulf %acc, %cw : tensor<128x64xf32>
      %vs = tile.load %v[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %ph = tile.cast %p : tensor<128x64xf32> -> tensor<128x64xbf16>
      %pv = tile.dot %ph, %vs : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %next = arith.addf %scaled, %pv : tensor<128x64xf32>
      scf.yield %next, %now, %ln : tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>
    }
    %lw = tile.broadcast %r#2 axes [0] : tensor<128xf32> -> tensor<128x64xf32>
    %out = arith.divf %r#0, %lw : tensor<128x64xf32>
    %half = tile.cast %out : tensor<128x64xf32> -> tensor<128x64xbf16>
    tile.store %half, %o[%row, 0] sizes [128, 64] : tensor<128x64xbf16>, !tile.ref<256x64xbf16>
    tile.return
  }
}

// -----

// CHECK-LABEL: tile.kernel @biased
// CHECK: scf.for
// CHECK: %[[SCORES:.*]] = tilegpu.read_accumulator
// CHECK: math.fma %[[SCORES]], %{{.*}}, %{{.*}} : tensor<{{.*}}x{{.*}}xf32>
// CHECK: tile.reduce max
tilegpu.module @sm_90a {
  tile.kernel @biased(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"},
                      %bias: !tile.ref<256x256xf32> {tile.access = #tile.access<read>, tile.name = "bias"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %scale = arith.constant dense<0.125> : tensor<128x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %low = arith.constant dense<-1.0e30> : tensor<128xf32>
    %none = arith.constant dense<0.0> : tensor<128xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %qs = tile.load %q[%row, 0] sizes [128, 64] : !tile.ref<256x64xbf16> -> tensor<128x64xbf16>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %raw = tile.dot %qs, %kt : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %scaled_raw = arith.mulf %raw, %scale : tensor<128x64xf32>
      %numbers = tile.load %bias[%row, %key] sizes [128, 64] : !tile.ref<256x256xf32> -> tensor<128x64xf32>
      %s = arith.addf %scaled_raw, %numbers : tensor<128x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      %wide = tile.broadcast %now axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %wide : tensor<128x64xf32>
      %p = math.exp2 %d : tensor<128x64xf32>
      %less = arith.subf %m, %now : tensor<128xf32>
      %c = math.exp2 %less : tensor<128xf32>
      %sum = tile.reduce add %p axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %lc = arith.mulf %l, %c : tensor<128xf32>
      %ln = arith.addf %lc, %sum : tensor<128xf32>
      %cw = tile.broadcast %c axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %scaled = arith.mulf %acc, %cw : tensor<128x64xf32>
      %vs = tile.load %v[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %ph = tile.cast %p : tensor<128x64xf32> -> tensor<128x64xbf16>
      %pv = tile.dot %ph, %vs : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %next = arith.addf %scaled, %pv : tensor<128x64xf32>
      scf.yield %next, %now, %ln : tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>
    }
    %lw = tile.broadcast %r#2 axes [0] : tensor<128xf32> -> tensor<128x64xf32>
    %out = arith.divf %r#0, %lw : tensor<128x64xf32>
    %half = tile.cast %out : tensor<128x64xf32> -> tensor<128x64xbf16>
    tile.store %half, %o[%row, 0] sizes [128, 64] : tensor<128x64xbf16>, !tile.ref<256x64xbf16>
    tile.return
  }
}
