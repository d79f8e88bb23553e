// RUN: %tessera-opt %s --schedule-fold-launches --split-input-file | FileCheck %s
// What all launches agree on is written into the program.

// A number of all launches is a constant; one of some is not, nor is a float.
// CHECK-LABEL: tile.kernel @arguments
// CHECK-DAG: arith.constant 4096 : i32
// CHECK: tile.store %{{.*}}, %arg0 [0]
// CHECK: tile.store %arg2, %arg0 [1]
// CHECK: tile.store %{{.*}}, %arg4 [0]
tilegpu.module @sm_90a {
  tile.kernel @arguments(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 4096 : i32}, %m: i32, %x: f32,
                         %p: !tile.ref<1xf32> {tile.access = #tile.access<write>})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    tile.store %n, %o[0] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    tile.store %m, %o[1] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    tile.store %x, %p[0] sizes [1] drop [0] : f32, !tile.ref<1xf32>
    tile.return
  }
}

// -----

// Masks that hold for all programs go, and asserts, branches, minima and remainders that are decided; what one program
// more would change stays.
// CHECK-LABEL: tile.kernel @decided
// CHECK-NOT: arith.cmpi
// CHECK-NOT: tile.assert
// CHECK-NOT: scf.if
// CHECK-NOT: arith.minsi
// CHECK-NOT: arith.remsi
// CHECK-NOT: arith.divsi
// CHECK: tile.gather %arg0[%[[I:.*]]] : <?xf32>
// CHECK-NOT: arith.cmpi
// CHECK: tile.scatter %{{.*}}, %arg1[%[[I]]] : tensor<128xf32>
// CHECK: %[[M:.*]] = arith.cmpi slt
// CHECK: tile.scatter %{{.*}}, %arg1[%[[I]]] mask %[[M]]
// CHECK: %[[THIRD:.*]] = arith.divsi %{{.*}}, %c3_i32
// CHECK: %[[MOST:.*]] = arith.maxsi %[[THIRD]], %c128_i32
// CHECK: arith.remsi %[[MOST]], %c7_i32
// CHECK: tile.assert
tilegpu.module @sm_90a {
  tile.kernel @decided(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>}, %y: !tile.ref<?xf32> {tile.access = #tile.access<write>},
                       %o: !tile.ref<1xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 1024 : i32}, %most: i32 {schedule.constant = 1023 : i32})
      attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 8>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c8 = arith.constant 8 : i32
    %c128 = arith.constant 128 : i32
    %zeros = arith.constant dense<0.0> : tensor<128xf32>
    %some = arith.cmpi sgt, %n, %c0 : i32
    tile.assert %some
    %id = tile.program_id 0
    %rest = arith.remsi %id, %c8 : i32
    %group = arith.divsi %id, %c8 : i32
    %own = arith.addi %rest, %group : i32
    %first = arith.muli %own, %c128 : i32
    %least = arith.minsi %first, %n : i32
    %firsts = tile.broadcast %least axes [] : i32 -> tensor<128xi32>
    %i = tile.iota 0 : tensor<128xi32>
    %at = arith.addi %firsts, %i : tensor<128xi32>
    %end = tile.broadcast %n axes [] : i32 -> tensor<128xi32>
    %in = arith.cmpi slt, %at, %end : tensor<128xi32>
    %starts = arith.constant dense<0> : tensor<128xi32>
    %from = arith.cmpi sge, %at, %starts : tensor<128xi32>
    %mask = arith.andi %in, %from : tensor<128xi1>
    %v = tile.gather %x[%at] mask %mask : tensor<128xi1> other %zeros : tensor<128xf32> : !tile.ref<?xf32>[tensor<128xi32>] -> tensor<128xf32>
    %isIn = arith.cmpi slt, %first, %n : i32
    scf.if %isIn {
      tile.scatter %v, %y[%at] mask %in : tensor<128xi1> : tensor<128xf32>, !tile.ref<?xf32>[tensor<128xi32>]
    }
    %last = tile.broadcast %most axes [] : i32 -> tensor<128xi32>
    %but = arith.cmpi slt, %at, %last : tensor<128xi32>
    tile.scatter %v, %y[%at] mask %but : tensor<128xi1> : tensor<128xf32>, !tile.ref<?xf32>[tensor<128xi32>]
    %c3 = arith.constant 3 : i32
    %c7 = arith.constant 7 : i32
    %third = arith.divsi %first, %c3 : i32
    %some3 = arith.maxsi %third, %c128 : i32
    %left = arith.remsi %some3, %c7 : i32
    tile.store %left, %o[0] sizes [1] drop [0] : i32, !tile.ref<1xi32>
    %isNotLast = arith.cmpi ne, %id, %c7 : i32
    tile.assert %isNotLast
    tile.return
  }
}

// -----

// A `while` that counts up, with its limit computed in the condition and its counter used after.
// CHECK-LABEL: tile.kernel @up
// CHECK-NOT: scf.while
// CHECK: %[[S:.*]] = scf.for %[[K:.*]] = %c0_i32 to %c1000_i32 step %c64_i32 iter_args(%[[SUM:.*]] = %c0_i32)
// CHECK: %[[NEXT:.*]] = arith.addi %[[SUM]], %[[K]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: tile.store %[[S]], %arg0 [0]
// CHECK: tile.store %c1024_i32, %arg0 [1]
tilegpu.module @sm_90a {
  tile.kernel @up(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 1000 : i32})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %r:2 = scf.while (%k = %c0, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %limit = arith.subi %n, %c1 : i32
      %goes = arith.cmpi sge, %limit, %k : i32
      scf.condition(%goes) %sum, %k : i32, i32
    } do {
    ^bb0(%sum: i32, %k: i32):
      %next = arith.addi %sum, %k : i32
      %more = arith.addi %k, %c64 : i32
      scf.yield %more, %next : i32, i32
    }
    tile.store %r#0, %o[0] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    tile.store %r#1, %o[1] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    tile.return
  }
}

// -----

// One that counts down: 1000, 900, .., 100. One that would not meet its limit, and one whose limit is memory's, stay.
// CHECK-LABEL: tile.kernel @down
// CHECK: %[[S:.*]] = scf.for %[[PASS:.*]] = %c0_i32 to %c10_i32 step %c1_i32
// CHECK: %[[MOVED:.*]] = arith.muli %[[PASS]], %c-100_i32
// CHECK: %[[K:.*]] = arith.addi %[[MOVED]], %c1000_i32
// CHECK: arith.addi %{{.*}}, %[[K]]
// CHECK: tile.store %[[S]], %arg0 [0]
// CHECK-COUNT-2: scf.while
tilegpu.module @sm_90a {
  tile.kernel @down(%o: !tile.ref<3xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 1000 : i32},
                    %l: !tile.ref<1xi32> {tile.access = #tile.access<read>})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c3 = arith.constant 3 : i32
    %c100 = arith.constant 100 : i32
    %r:2 = scf.while (%k = %n, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %goes = arith.cmpi sgt, %k, %c0 : i32
      scf.condition(%goes) %k, %sum : i32, i32
    } do {
    ^bb0(%k: i32, %sum: i32):
      %next = arith.addi %sum, %k : i32
      %less = arith.subi %k, %c100 : i32
      scf.yield %less, %next : i32, i32
    }
    tile.store %r#1, %o[0] sizes [1] drop [0] : i32, !tile.ref<3xi32>
    %s:2 = scf.while (%k = %c0, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %goes = arith.cmpi ne, %k, %n : i32
      scf.condition(%goes) %k, %sum : i32, i32
    } do {
    ^bb0(%k: i32, %sum: i32):
      %next = arith.addi %sum, %k : i32
      %more = arith.addi %k, %c3 : i32
      scf.yield %more, %next : i32, i32
    }
    tile.store %s#1, %o[1] sizes [1] drop [0] : i32, !tile.ref<3xi32>
    %end = tile.load %l[0] sizes [1] drop [0] : !tile.ref<1xi32> -> i32
    %t:2 = scf.while (%k = %c0, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %goes = arith.cmpi slt, %k, %end : i32
      scf.condition(%goes) %k, %sum : i32, i32
    } do {
    ^bb0(%k: i32, %sum: i32):
      %next = arith.addi %sum, %k : i32
      %more = arith.addi %k, %c3 : i32
      scf.yield %more, %next : i32, i32
    }
    tile.store %t#1, %o[2] sizes [1] drop [0] : i32, !tile.ref<3xi32>
    tile.return
  }
}

// -----

// From a number of the program's own on, where nobody asks where it ended; and on a limit that may be the last number.
// CHECK-LABEL: tile.kernel @own
// CHECK: scf.for %{{.*}} = %{{.*}} to %c1000_i32 step %c8_i32
// CHECK: scf.while
tilegpu.module @sm_90a {
  tile.kernel @own(%o: !tile.ref<2xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 1000 : i32},
                   %l: !tile.ref<1xi32> {tile.access = #tile.access<read>})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c8 = arith.constant 8 : i32
    %begin = tile.load %l[0] sizes [1] drop [0] : !tile.ref<1xi32> -> i32
    %r:2 = scf.while (%k = %begin, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %goes = arith.cmpi slt, %k, %n : i32
      scf.condition(%goes) %k, %sum : i32, i32
    } do {
    ^bb0(%k: i32, %sum: i32):
      %next = arith.addi %sum, %k : i32
      %more = arith.addi %k, %c8 : i32
      scf.yield %more, %next : i32, i32
    }
    tile.store %r#1, %o[0] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    %last = arith.constant 2147483647 : i32
    %s:2 = scf.while (%k = %c0, %sum = %c0) : (i32, i32) -> (i32, i32) {
      %goes = arith.cmpi slt, %k, %last : i32
      scf.condition(%goes) %k, %sum : i32, i32
    } do {
    ^bb0(%k: i32, %sum: i32):
      %next = arith.addi %sum, %k : i32
      %more = arith.addi %k, %c8 : i32
      scf.yield %more, %next : i32, i32
    }
    tile.store %s#1, %o[1] sizes [1] drop [0] : i32, !tile.ref<2xi32>
    tile.return
  }
}

// -----

// Pointers that a loop advances are computed from its counter, also behind it; what advances by another number each
// pass is carried.
// CHECK-LABEL: tile.kernel @pointers
// CHECK: %[[OWN:.*]] = tile.iota
// CHECK: scf.for %[[K:.*]] = %c64_i32 to %c1024_i32 step %c64_i32 iter_args(%[[SQUARE:.*]] = %c0_i32) -> (i32)
// CHECK: %[[FROM:.*]] = arith.subi %[[K]], %c64_i32
// CHECK: %[[MOVED:.*]] = arith.muli %[[FROM]], %c16_i32
// CHECK: %[[ALL:.*]] = tile.broadcast %[[MOVED]]
// CHECK: %[[AT:.*]] = arith.addi %[[OWN]], %[[ALL]]
// CHECK: tile.gather %arg0[%[[AT]]]
// CHECK: arith.addi %[[SQUARE]], %[[K]]
// CHECK: %[[END:.*]] = tile.broadcast %c15360_i32
// CHECK: arith.addi %[[OWN]], %[[END]]
// CHECK: tile.gather
tilegpu.module @sm_90a {
  tile.kernel @pointers(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>}, %y: !tile.ref<64xf32> {tile.access = #tile.access<write>},
                        %o: !tile.ref<1xi32> {tile.access = #tile.access<write>}, %n: i32 {schedule.constant = 1024 : i32})
      attributes {schedule.axis_order = array<i64: 0>, schedule.num_warps = 4 : i64, source = "triton"} {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %i = tile.iota 0 : tensor<64xi32>
    %step = tile.broadcast %n axes [] : i32 -> tensor<64xi32>
    %p, %s = scf.for %k = %c64 to %n step %c64 iter_args(%at = %i, %square = %c0) -> (tensor<64xi32>, i32) : i32 {
      %v = tile.gather %x[%at] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
      tile.store %v, %y[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
      %next = arith.addi %at, %step : tensor<64xi32>
      %more = arith.addi %square, %k : i32
      scf.yield %next, %more : tensor<64xi32>, i32
    }
    tile.store %s, %o[0] sizes [1] drop [0] : i32, !tile.ref<1xi32>
    %w = tile.gather %x[%p] : !tile.ref<?xf32>[tensor<64xi32>] -> tensor<64xf32>
    tile.store %w, %y[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }
}
