// RUN: %tessera-opt %s --schedule-specialize-warps --split-input-file | FileCheck %s

// Attention's loop: two consumers of 64 rows each and a producer. The second product of a pass is begun in the next one, behind the first.
// CHECK-LABEL: tile.kernel @attend
// CHECK-SAME: warpgroups = 3
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK-DAG: %[[Q:.*]] = tilegpu.alloc_shared "q" : !tile.ref<128x64xbf16, smem>
// CHECK-DAG: %[[K:.*]] = tilegpu.alloc_shared "k" : !tile.ref<4x64x64xbf16, smem>
// CHECK-DAG: %[[V:.*]] = tilegpu.alloc_shared "v" : !tile.ref<4x64x64xbf16, smem>
// CHECK: scf.if
// CHECK: tilegpu.set_max_registers 240 increase
// CHECK: tilegpu.wgmma
// CHECK: scf.for
// CHECK: tilegpu.wgmma %[[SCORES:.*]], %{{.*}}, %{{.*}} : <64x64xf32>, !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, smem>
// CHECK: tilegpu.wgmma %[[SUMS:.*]], %{{.*}}, %{{.*}} : <64x64xf32>, tensor<64x64xbf16>, !tile.ref<64x64xbf16, smem>
// CHECK: tilegpu.read_accumulator %[[SCORES]] pending 1
// CHECK: tile.reduce max %{{.*}} axes [1] : tensor<64x64xf32> -> tensor<64xf32>
// CHECK: math.fma
// CHECK: tilegpu.read_accumulator %[[SUMS]]
// CHECK: scf.yield
// CHECK: tile.store %{{.*}}, %[[Q]]
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.copy_out
// CHECK: else
// CHECK: tilegpu.set_max_registers 24
// CHECK: tilegpu.copy_in %{{.*}} to %[[Q]]
// CHECK: scf.for
// CHECK: tilegpu.wait
// CHECK: tilegpu.copy_in
// CHECK: tilegpu.copy_in
tilegpu.module @sm_90a {
  tile.kernel @attend(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
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

// Products of f32 are exact sums, which the tensor core does not give: the other passes' kernel.
// CHECK: // -----
// CHECK-NOT: wgmma
tilegpu.module @sm_90a {
  tile.kernel @exact(%x: !tile.ref<128x64xf32>, %y: !tile.ref<64x64xf32>, %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %a = tile.load %x[0, 0] sizes [128, 64] : !tile.ref<128x64xf32> -> tensor<128x64xf32>
      %b = tile.load %y[0, 0] sizes [64, 64] : !tile.ref<64x64xf32> -> tensor<64x64xf32>
      %p = tile.dot %a, %b acc %acc : tensor<128x64xf32> : tensor<128x64xf32>, tensor<64x64xf32> -> tensor<128x64xf32>
      scf.yield %p : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Scores of two products: one accumulator, of which nothing is awaited in between; the slots of both are given back
// behind them, and the last pass's weights are multiplied meanwhile.
// CHECK-LABEL: tile.kernel @two_parts
// CHECK: scf.for
// CHECK: %[[SCORES:.*]] = tilegpu.alloc_accumulator : <64x64xf32>
// CHECK: tilegpu.wgmma %[[SCORES]]
// CHECK-NOT: tilegpu.arrive
// CHECK-NOT: tilegpu.read_accumulator
// CHECK: tilegpu.wgmma %[[SCORES]]
// CHECK: %[[SUMS:.*]] = tilegpu.alloc_accumulator init
// CHECK: tilegpu.wgmma %[[SUMS]]
// CHECK: tilegpu.read_accumulator %[[SCORES]] pending 1
// CHECK: tilegpu.arrive
// CHECK: tilegpu.arrive
// CHECK: tilegpu.read_accumulator %[[SUMS]]
tilegpu.module @sm_90a {
  tile.kernel @two_parts(%q: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %qr: !tile.ref<256x32xbf16> {tile.access = #tile.access<read>, tile.name = "qr"}, %kr: !tile.ref<256x32xbf16> {tile.access = #tile.access<read>, tile.name = "kr"}, %v: !tile.ref<256x64xbf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<256x64xbf16> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
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
    %qrs = tile.load %qr[%row, 0] sizes [128, 32] : !tile.ref<256x32xbf16> -> tensor<128x32xbf16>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zeros, %m = %low, %l = %none) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) : i32 {
      %key = arith.muli %i, %c64 : i32
      %ks = tile.load %k[%key, 0] sizes [64, 64] : !tile.ref<256x64xbf16> -> tensor<64x64xbf16>
      %kt = tile.transpose %ks [1, 0] : tensor<64x64xbf16> -> tensor<64x64xbf16>
      %part = tile.dot %qs, %kt : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %krs = tile.load %kr[%key, 0] sizes [64, 32] : !tile.ref<256x32xbf16> -> tensor<64x32xbf16>
      %krt = tile.transpose %krs [1, 0] : tensor<64x32xbf16> -> tensor<32x64xbf16>
      %raw = tile.dot %qrs, %krt acc %part : tensor<128x64xf32> : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
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

// Products in no loop, of which one multiplies the other's sums: these stay in registers. Nothing can be copied ahead.
// CHECK-LABEL: tile.kernel @no_loop
// CHECK-SAME: warpgroups = 3
// CHECK: tilegpu.wgmma {{.*}} : <64x64xf32>, !tile.ref<64x64xf16, smem>, !tile.ref<64x64xf16, smem>
// CHECK: tilegpu.wgmma {{.*}} : <64x64xf32>, tensor<64x64xf16>, !tile.ref<64x64xf16, smem>
// CHECK-NOT: scf.for
// A single one is as well done by all warps.
// CHECK-LABEL: tile.kernel @single
// CHECK-NOT: warpgroups
tilegpu.module @sm_90a {
  tile.kernel @no_loop(%q: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %v: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "v"}, %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
    %0 = tile.load %q[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %1 = tile.load %k[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %2 = tile.dot %0, %1 : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    %3 = tile.cast %2 : tensor<128x64xf32> -> tensor<128x64xf16>
    %4 = tile.load %v[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %5 = tile.dot %3, %4 : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    tile.store %5, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }

  tile.kernel @single(%q: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "q"}, %k: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "k"},
                      %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64, schedule.tune = {resize = 0 : i64}, source = "pallas"} {
    %0 = tile.load %q[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %1 = tile.load %k[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %2 = tile.dot %0, %1 : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    tile.store %2, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}
