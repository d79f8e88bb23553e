// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>/dev/null | FileCheck %s
// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// Passes over blocks of keys become passes over more keys where one over all of them gives the same.

// SAID: remark: loops multiply 128 of the depth a pass instead of 64: a pass over all their elements gives the same
// CHECK-LABEL: tile.kernel @attend
// CHECK: tilegpu.alloc_shared "k" : !tile.ref<{{.}}x128x64xbf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @attend(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
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
      %s = arith.mulf %raw, %scale : tensor<128x64xf32>
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

// Rows without a key yet are guarded.
// SAID: remark: loops multiply 128 of the depth a pass instead of 64: a pass over all their elements gives the same
// CHECK-LABEL: tile.kernel @guarded
// CHECK: tilegpu.alloc_shared "k" : !tile.ref<{{.}}x128x64xbf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @guarded(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %scale = arith.constant dense<0.125> : tensor<128x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %low = arith.constant dense<0xFF800000> : tensor<128xf32>
    %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
    %none = arith.constant dense<0.0> : tensor<128xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %qs = tile.load %q[%row, 0] sizes [128, 64] : !tile.ref<256x64xbf16> -> tensor<128x64xbf16>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %raw = tile.dot %qs, %kt : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %s = arith.mulf %raw, %scale : tensor<128x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      %isNone = arith.cmpf oeq, %now, %lowest : tensor<128xf32>
      %safe = arith.select %isNone, %none, %now : tensor<128xi1>, tensor<128xf32>
      %wide = tile.broadcast %safe axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %wide : tensor<128x64xf32>
      %p = math.exp2 %d : tensor<128x64xf32>
      %less = arith.subf %m, %safe : tensor<128xf32>
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

// What is added up is each pass's greatest weight, and nothing is scaled anew: other passes would be another program.
// SAID-NOT: remark: loops multiply
// CHECK-LABEL: tile.kernel @sums_of_maxima
// CHECK: tilegpu.alloc_shared "k" : !tile.ref<{{.}}x64x64xbf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @sums_of_maxima(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
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
      %s = arith.mulf %raw, %scale : tensor<128x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      %wide = tile.broadcast %now axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %wide : tensor<128x64xf32>
      %p = math.exp2 %d : tensor<128x64xf32>
      %less = arith.subf %now, %now : tensor<128xf32>
      %c = math.exp2 %less : tensor<128xf32>
      %sum = tile.reduce max %p axes [1] : tensor<128x64xf32> -> tensor<128xf32>
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

// Of a limit that random numbers do not reach nothing is known.
// CHECK-LABEL: tile.kernel @limited
// CHECK: tilegpu.alloc_shared "k" : !tile.ref<{{.}}x64x64xbf16, smem>
tilegpu.module @sm_90a {
  tile.kernel @limited(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %scale = arith.constant dense<0.125> : tensor<128x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %low = arith.constant dense<-1.0e30> : tensor<128xf32>
    %limit = arith.constant dense<500.0> : tensor<128xf32>
    %none = arith.constant dense<0.0> : tensor<128xf32>
    %id = tile.program_id 0
    %row = arith.muli %id, %c128 : i32
    %qs = tile.load %q[%row, 0] sizes [128, 64] : !tile.ref<256x64xbf16> -> tensor<128x64xbf16>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %raw = tile.dot %qs, %kt : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %s = arith.mulf %raw, %scale : tensor<128x64xf32>
      %top = tile.reduce max %s axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %now = arith.maximumf %m, %top : tensor<128xf32>
      %wide = tile.broadcast %now axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d = arith.subf %s, %wide : tensor<128x64xf32>
      %p = math.exp2 %d : tensor<128x64xf32>
      %less = arith.subf %m, %now : tensor<128xf32>
      %c = math.exp2 %less : tensor<128xf32>
      %sum = tile.reduce add %p axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %lc = arith.mulf %l, %c : tensor<128xf32>
      %more = arith.addf %lc, %sum : tensor<128xf32>
      %ln = arith.minimumf %more, %limit : tensor<128xf32>
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
