// RUN: %tessera-opt %s --schedule-cut-loops --split-input-file --verify-diagnostics | FileCheck %s
// Loops with products, cut where their masks begin or end to hold for all elements.

// Causal: row 128 p + i sees column n + j where j + n <= 128 p + i, each row where n + 63 <= 128 p: in the passes before
// floor((128 p - 63) / 64) + 1.
// CHECK-LABEL: tile.kernel @diagonal
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c128
// CHECK: %[[TERM:.*]] = arith.muli %{{.*}}, %c128_i64
// CHECK: %[[SUM:.*]] = arith.addi %[[TERM]], %c1_i64
// CHECK: %[[PASS:.*]] = arith.shrsi %[[SUM]], %c6_i64
// CHECK: %[[STEPS:.*]] = arith.muli %[[PASS]], %c64_i64
// CHECK: %[[LOW:.*]] = arith.maxsi %[[STEPS]], %c0_i64
// CHECK: %[[WIDE:.*]] = arith.minsi %[[LOW]], %c2048_i64
// CHECK: %[[CUT:.*]] = arith.trunci %[[WIDE]] : i64 to i32
// CHECK: %[[BEGIN:.*]] = scf.for %{{.*}} = %{{.*}} to %[[CUT]] step
// CHECK-NEXT: %[[S:.*]] = tile.dot
// CHECK-NEXT: arith.addf %{{.*}}, %[[S]]
// CHECK-NEXT: scf.yield
// CHECK: scf.for %{{.*}} = %[[CUT]] to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[BEGIN]])
// CHECK: arith.cmpi sge
// CHECK: arith.select
tilegpu.module @sm_90a {
  tile.kernel @diagonal(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Rows from the diagonal on: 128 p + i < n + j, for all where 128 p + 127 < n. Pass k has n = 48 k - 53: from
// ceil((128 p + 181) / 48) on. Neither the step nor where it begins are powers of two.
// CHECK-LABEL: tile.kernel @from_a_pass_on
// CHECK: %[[TERM:.*]] = arith.muli %{{.*}}, %c128_i64
// CHECK: %[[SUM:.*]] = arith.addi %[[TERM]], %c228_i64
// CHECK: %[[PASS:.*]] = arith.floordivsi %[[SUM]], %c48_i64
// CHECK: %[[STEPS:.*]] = arith.muli %[[PASS]], %c48_i64
// CHECK: %[[PLACE:.*]] = arith.addi %[[STEPS]], %c-53_i64
// CHECK: %[[LOW:.*]] = arith.maxsi %[[PLACE]], %c-53_i64
// CHECK: arith.minsi %[[LOW]], %c2000_i64
// CHECK: scf.for
// CHECK: arith.cmpi slt
// CHECK: scf.for
// CHECK-NEXT: tile.dot
// CHECK-NEXT: arith.addf
tilegpu.module @sm_90a {
  tile.kernel @from_a_pass_on(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant -53 : i32
    %upper = arith.constant 2000 : i32
    %step = arith.constant 48 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi slt, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Both ends of a window: before, without, and behind, where the left end is past.
// CHECK-LABEL: tile.kernel @window
// CHECK: %[[LEFT:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FROM:.*]] step
// CHECK-NEXT: tile.dot
// CHECK: %[[NEAR:.*]] = arith.cmpi sle
// CHECK-NEXT: arith.select %[[NEAR]]
// CHECK: %[[MIDDLE:.*]] = scf.for %{{.*}} = %[[FROM]] to %[[TO:.*]] step %{{.*}} iter_args(%{{.*}} = %[[LEFT]])
// CHECK-NEXT: tile.dot
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: scf.for %{{.*}} = %[[TO]] to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[MIDDLE]])
// CHECK: %[[ONLY:.*]] = arith.cmpi sge
// CHECK-NOT: arith.cmpi
// CHECK: arith.select %[[ONLY]]
tilegpu.module @sm_90a {
  tile.kernel @window(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 3}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %left = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %near = arith.subi %rows, %columns : tensor<128x64xi32>
      %width = arith.constant dense<500> : tensor<128x64xi32>
      %right = arith.cmpi sle, %near, %width : tensor<128x64xi32>
      %mask = arith.andi %left, %right : tensor<128x64xi1>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// A window that no pass lies within: where there is no middle, both ends may matter at once.
// CHECK-LABEL: tile.kernel @narrow
// CHECK: %[[LEFT:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FROM:.*]] step
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi sle
// CHECK: arith.andi
// CHECK: %[[MIDDLE:.*]] = scf.for %{{.*}} = %[[FROM]] to %[[TO:.*]] step %{{.*}} iter_args(%{{.*}} = %[[LEFT]])
// CHECK-NEXT: tile.dot
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: scf.for %{{.*}} = %[[TO]] to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[MIDDLE]])
// CHECK: %[[ONLY:.*]] = arith.cmpi sge
// CHECK-NOT: arith.cmpi
// CHECK: arith.select %[[ONLY]]
tilegpu.module @sm_90a {
  tile.kernel @narrow(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 3}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %left = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %near = arith.subi %rows, %columns : tensor<128x64xi32>
      %width = arith.constant dense<100> : tensor<128x64xi32>
      %right = arith.cmpi sle, %near, %width : tensor<128x64xi32>
      %mask = arith.andi %left, %right : tensor<128x64xi1>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// The last pass only has keys beyond the end; comparisons without a sign are the same from 0 on.
// CHECK-LABEL: tile.kernel @last_keys
// CHECK: %[[CUT:.*]] = arith.constant 960 : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[CUT]] step
// CHECK-NEXT: tile.dot
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: scf.for %{{.*}} = %[[CUT]] to %{{.*}} step
// CHECK: arith.cmpi ult
tilegpu.module @sm_90a {
  tile.kernel @last_keys(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 1000 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %k = tile.iota 0 : tensor<64xi32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
      %keys = arith.addi %here, %k : tensor<64xi32>
      %count = arith.constant dense<1000> : tensor<64xi32>
      %inside = arith.cmpi ult, %keys, %count : tensor<64xi32>
      %line = tile.reshape %inside : tensor<64xi1> -> tensor<1x64xi1>
      %mask = tile.broadcast %line axes [0, 1] : tensor<1x64xi1> -> tensor<128x64xi1>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Masks of loads.
// CHECK-LABEL: tile.kernel @loads
// CHECK: scf.for
// CHECK: tile.load %{{.*}} [0, 0] sizes [64, 64] :
// CHECK: tile.load %{{.*}} [0, 0] sizes [64, 64] :
// CHECK: scf.for
// CHECK: tile.load %{{.*}} [0, 0] sizes [64, 64] mask
// CHECK: tile.load %{{.*}} [0, 0] sizes [64, 64] mask
tilegpu.module @sm_90a {
  tile.kernel @loads(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 1000 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %k = tile.iota 0 : tensor<64xi32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
      %depth = arith.addi %here, %k : tensor<64xi32>
      %count = arith.constant dense<1000> : tensor<64xi32>
      %inside = arith.cmpi slt, %depth, %count : tensor<64xi32>
      %mask = tile.broadcast %inside axes [0] : tensor<64xi1> -> tensor<64x64xi1>
      %none = arith.constant dense<0.0> : tensor<64x64xf16>
      %p = tile.load %b[0, 0] sizes [64, 64] mask %mask : tensor<64x64xi1> other %none : tensor<64x64xf16> : !tile.ref<64x64xf16> -> tensor<64x64xf16>
      %q = tile.load %b[0, 0] sizes [64, 64] mask %mask : tensor<64x64xi1> other %none : tensor<64x64xf16> : !tile.ref<64x64xf16> -> tensor<64x64xf16>
      %both = arith.addf %p, %q : tensor<64x64xf16>
      %u = tile.dot %x, %both : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %next = arith.addf %acc, %u : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// A comparison of what is left out: it is known where it fails for all.
// CHECK-LABEL: tile.kernel @opposite
// CHECK: scf.for
// CHECK-NEXT: %[[S:.*]] = tile.dot
// CHECK-NEXT: arith.addf %{{.*}}, %[[S]]
// CHECK-NEXT: scf.yield
// CHECK: scf.for
// CHECK: arith.cmpi sgt
tilegpu.module @sm_90a {
  tile.kernel @opposite(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %out = arith.cmpi sgt, %columns, %rows : tensor<128x64xi32>
      %true = arith.constant dense<true> : tensor<128x64xi1>
      %mask = arith.xori %out, %true : tensor<128x64xi1>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Added zeros stay: -0 + 0 is 0.
// CHECK-LABEL: tile.kernel @added
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: arith.addf %{{.*}}, %cst
// CHECK: scf.for
// CHECK: arith.cmpi sge
tilegpu.module @sm_90a {
  tile.kernel @added(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %in = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %low = arith.constant dense<-1.0e6> : tensor<128x64xf32>
      %bias = arith.select %in, %zeros, %low : tensor<128x64xi1>, tensor<128x64xf32>
      %biased = arith.addf %s, %bias : tensor<128x64xf32>
      %next = arith.addf %acc, %biased : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// What a mask is counted for stays an array.
// CHECK-LABEL: tile.kernel @as_number
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @as_number(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %ones = arith.constant dense<1.0> : tensor<128x64xf32>
      %each = arith.select %mask, %ones, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %count = tile.reduce add %each axes [1] : tensor<128x64xf32> -> tensor<128xf32>
      %many = tile.broadcast %count axes [0] : tensor<128xf32> -> tensor<128x64xf32>
      %next = arith.addf %acc, %many : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// `--tune cut=1` cuts short loops.
// CHECK-LABEL: tile.kernel @as_asked
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: scf.for
// CHECK: arith.cmpi sge
tilegpu.module @sm_90a {
  tile.kernel @as_asked(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, schedule.tune = {cut = 1 : i64}, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 192 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{is cut in 2: where its mask holds for all elements is known before}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Three passes are not worth another loop.
// CHECK-LABEL: tile.kernel @short
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @short(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 192 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    // expected-remark @+1 {{a loop of `short` keeps its mask in all passes: it has 3 passes at most}}
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// `--tune cut=0` cuts none.
// CHECK-LABEL: tile.kernel @not_asked
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @not_asked(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, schedule.tune = {cut = 0 : i64}, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Equality is no order.
// CHECK-LABEL: tile.kernel @equal
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @equal(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi ne, %rows, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Both sides move with the loop: a mask of each pass.
// CHECK-LABEL: tile.kernel @beside_each_other
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @beside_each_other(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %far = arith.addi %columns, %i : tensor<128x64xi32>
      %mask = arith.cmpi sge, %far, %columns : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Without a sign, what is below zero is large.
// CHECK-LABEL: tile.kernel @below_zero
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @below_zero(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant -64 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %here = tile.broadcast %n axes [] : i32 -> tensor<128x64xi32>
      %columns = arith.addi %here, %j : tensor<128x64xi32>
      %mask = arith.cmpi ult, %columns, %rows : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// Products that do not fit 32 bits are others than these.
// CHECK-LABEL: tile.kernel @leaves_its_type
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @leaves_its_type(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %large = arith.constant 2000000000 : i32
      %far = arith.muli %n, %large : i32
      %here = tile.broadcast %far axes [] : i32 -> tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %here : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// A number of 64 bits of which nothing is known leaves no room for sums.
// CHECK-LABEL: tile.kernel @of_64_bits
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @of_64_bits(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"}, %many: i64 {tile.access = #tile.access<read>, tile.name = "many"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %wide = arith.extsi %n : i32 to i64
      %here = tile.broadcast %wide axes [] : i64 -> tensor<128x64xi64>
      %last = tile.broadcast %many axes [] : i64 -> tensor<128x64xi64>
      %mask = arith.cmpi sge, %here, %last : tensor<128x64xi64>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}

// -----

// No linear form of the counter.
// CHECK-LABEL: tile.kernel @of_each_pass
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tilegpu.module @sm_90a {
  tile.kernel @of_each_pass(%a: !tile.ref<128x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %b: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                     %o: !tile.ref<128x64xf32> {tile.access = #tile.access<write>, tile.name = "o"})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 16>, schedule.num_warps = 4 : i64, source = "triton"} {
    %lower = arith.constant 0 : i32
    %upper = arith.constant 2048 : i32
    %step = arith.constant 64 : i32
    %pid = tile.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
    %x = tile.load %a[0, 0] sizes [128, 64] : !tile.ref<128x64xf16> -> tensor<128x64xf16>
    %y = tile.load %b[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
    %c128 = arith.constant 128 : i32
    %first = arith.muli %pid, %c128 : i32
    %i = tile.iota 0 : tensor<128x64xi32>
    %begin = tile.broadcast %first axes [] : i32 -> tensor<128x64xi32>
    %rows = arith.addi %begin, %i : tensor<128x64xi32>
    %j = tile.iota 1 : tensor<128x64xi32>
    %sum = scf.for %n = %lower to %upper step %step iter_args(%acc = %zeros) -> (tensor<128x64xf32>) : i32 {
      %s = tile.dot %x, %y : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %c3 = arith.constant 3 : i32
      %part = arith.remsi %n, %c3 : i32
      %here = tile.broadcast %part axes [] : i32 -> tensor<128x64xi32>
      %mask = arith.cmpi sge, %rows, %here : tensor<128x64xi32>
      %t = arith.select %mask, %s, %zeros : tensor<128x64xi1>, tensor<128x64xf32>
      %next = arith.addf %acc, %t : tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    tile.store %sum, %o[0, 0] sizes [128, 64] : tensor<128x64xf32>, !tile.ref<128x64xf32>
    tile.return
  }
}
