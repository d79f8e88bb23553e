// RUN: sed 's/resize = 0 : i64/resize = 0 : i64, turns = 1 : i64/' %S/specialize-loops.mlir | %tessera-opt - --schedule-specialize-warps --split-input-file | FileCheck %s
// RUN: %tessera-opt %S/specialize-loops.mlir --schedule-specialize-warps --split-input-file | FileCheck %s
// RUN: sed 's/resize = 0 : i64/resize = 0 : i64, turns = 0 : i64/' %S/specialize-loops.mlir | %tessera-opt - --schedule-specialize-warps --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: "turns" : <
// RUN: sed 's/resize = 0 : i64/consumers = 1 : i64, resize = 0 : i64, turns = 1 : i64/' %S/specialize-loops.mlir | %tessera-opt - --schedule-specialize-warps --split-input-file | FileCheck %s --check-prefix=ALONE

// The first kernel there is attention's. Two consumers: each begins the products of a pass when it is its turn, and
// tells the other one once both are begun. The last one lets the first begin, which awaits the last turn in the end.
// CHECK-LABEL: tile.kernel @attend
// CHECK: %[[WG:.*]] = tilegpu.thread_index
// CHECK: %[[TURNS:.*]] = tilegpu.alloc_barrier "turns" : <2>
// CHECK: tilegpu.set_max_registers
// CHECK: tilegpu.wgmma
// CHECK: %[[IS_LAST:.*]] = arith.cmpi eq, %[[WG]], %c1
// CHECK: scf.if %[[IS_LAST]] {
// CHECK-NEXT: tilegpu.arrive %[[TURNS]]
// CHECK: scf.for
// CHECK: tilegpu.wait %[[TURNS]][%[[WG]]]
// CHECK: tilegpu.wgmma %[[SCORES:[0-9]+]], %{{.*}} : <64x64xf32>
// CHECK: tilegpu.wgmma
// CHECK: %[[NEXT:.*]] = arith.select
// CHECK-NEXT: tilegpu.arrive %[[TURNS]][%[[NEXT]]]
// CHECK: tilegpu.read_accumulator %[[SCORES]] pending 1
// CHECK: scf.yield
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[WG]]
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK-NEXT: tilegpu.wait %[[TURNS]]

// One consumer has no turns.
// ALONE-LABEL: tile.kernel @attend
// ALONE-NOT: "turns" : <
// ALONE: tile.kernel @exact
