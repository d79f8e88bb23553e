// RUN: %tessera-opt %s --schedule-analyze-access --schedule-choose-layouts --schedule-place-kernels | FileCheck %s
// What block kernels have beyond elementwise operations, placed.

tilegpu.module @sm_90a {

// A reduction is held as its operand without the axis; the region of a combination is on scalars.
// CHECK-LABEL: tilegpu.kernel @combines
// CHECK: %[[X:.*]] = tilegpu.load
// CHECK: tilegpu.reduce  add %[[X]] axes [1] : tensor<16x32xf32, #{{.*}}> -> tensor<16xf32
// CHECK: tilegpu.reduce_by %[[X]] axis 1 {
// CHECK: tilegpu.yield %{{.*}} : f32
// CHECK: tilegpu.scan %{{.*}} axis 0 reverse {
// CHECK: tilegpu.reduce  max %{{.*}} axes [0, 1] : {{.*}} -> f32
tile.kernel @combines(%x: !tile.ref<16x32xf32>, %o: !tile.ref<16xf32> {tile.access = #tile.access<write>},
                      %s: !tile.ref<f32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0, 0] sizes [16, 32] : !tile.ref<16x32xf32> -> tensor<16x32xf32>
  %1 = tile.reduce add %0 axes [1] : tensor<16x32xf32> -> tensor<16xf32>
  %2 = tile.reduce_by %0 axis 1 {
  ^bb0(%a: f32, %b: f32):
    %5 = arith.mulf %a, %b : f32
    tile.yield %5 : f32
  } : (tensor<16x32xf32>) -> tensor<16xf32>
  %3 = arith.addf %1, %2 : tensor<16xf32>
  %4 = tile.scan %3 axis 0 reverse {
  ^bb0(%a: f32, %b: f32):
    %5 = arith.maximumf %a, %b : f32
    tile.yield %5 : f32
  } : (tensor<16xf32>) -> tensor<16xf32>
  tile.store %4, %o[0] sizes [16] : tensor<16xf32>, !tile.ref<16xf32>
  %6 = tile.reduce max %0 axes [0, 1] : tensor<16x32xf32> -> f32
  tile.store %6, %s[] sizes [] : f32, !tile.ref<f32>
  tile.return
}

// Buffers and views of `tile` become those of `tilegpu`; a load that is marked and its store are one copy.
// CHECK-LABEL: tilegpu.kernel @buffers
// CHECK: %[[B:.*]] = tilegpu.alloc_shared : !tilegpu.ref<2x64xf32, smem>
// CHECK: %[[S:.*]] = tilegpu.subview %[[B]] [%{{.*}}, 0] sizes [1, 64] drop [0] : !tilegpu.ref<2x64xf32, smem> -> !tilegpu.ref<64xf32, smem>
// CHECK: tilegpu.load_async %{{.*}} axes [0] to %[[S]] {layout = 
// CHECK: tilegpu.commit_copies_in
// CHECK: tilegpu.wait_copies_in 0
// CHECK: tilegpu.load %[[B]]
// CHECK: tilegpu.alloc_workspace : !tilegpu.ref<64xf32>
tile.kernel @buffers(%x: !tile.ref<64xf32>, %o: !tile.ref<64xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %b = tilegpu.alloc_shared : !tile.ref<2x64xf32, smem>
  %i = tile.program_id 0
  %0 = tile.load %x[0] sizes [64] {schedule.async} : !tile.ref<64xf32> -> tensor<64xf32>
  tile.store %0, %b[%i, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<2x64xf32, smem>
  tilegpu.commit_copies_in
  tilegpu.wait_copies_in 0
  %1 = tile.load %b[%i, 0] sizes [1, 64] drop [0] : !tile.ref<2x64xf32, smem> -> tensor<64xf32>
  %w = tilegpu.alloc_workspace : !tile.ref<64xf32>
  tile.store %1, %w[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
  %2 = tile.load %w[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  tile.store %2, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
  tile.return
}

// CHECK-LABEL: tilegpu.kernel @chooses_and_changes
// CHECK: %[[R:.*]] = tilegpu.select_ref %{{.*}} : i32 of %{{.*}}, %{{.*}} :
// CHECK: tilegpu.atomic_rmw  add %{{.*}}, %[[R]]
// CHECK: tilegpu.atomic_cas %{{.*}}, %{{.*}}, %[[R]]
// CHECK: tilegpu.inline_asm "add.s32 $0, $1, $1;"
tile.kernel @chooses_and_changes(%x: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}, %y: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}) attributes {source = "triton"} {
  %i = tile.program_id 0
  %r = tile.select_ref %i : i32 of %x, %y : !tile.ref<?xi32>, !tile.ref<?xi32> -> !tile.ref<?xi32>
  %0 = tile.iota 0 : tensor<64xi32>
  %1 = tile.atomic_rmw  add %0, %r[%0] : tensor<64xi32>, !tile.ref<?xi32>[tensor<64xi32>]
  %2 = tile.atomic_cas %1, %0, %r[%0] : tensor<64xi32>, !tile.ref<?xi32>[tensor<64xi32>]
  %3 = tile.inline_asm "add.s32 $0, $1, $1;", "=r,r" (%2) {is_pure} : (tensor<64xi32>) -> tensor<64xi32>
  tile.scatter %3, %y[%0] : tensor<64xi32>, !tile.ref<?xi32>[tensor<64xi32>]
  tile.return
}

// A condition sees arrays in one layout, the loop gives them in one.
// CHECK-LABEL: tilegpu.kernel @while
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<64xf32, #[[L:.*]]>) -> tensor<64xf32, #[[L]]>
tile.kernel @while(%x: !tile.ref<64xf32>, %o: !tile.ref<64xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %0 = tile.load %x[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  %1 = scf.while (%a = %0) : (tensor<64xf32>) -> tensor<64xf32> {
    %2 = tile.reduce max %a axes [0] : tensor<64xf32> -> f32
    %c = arith.constant 1.0 : f32
    %3 = arith.cmpf olt, %2, %c : f32
    scf.condition(%3) %a : tensor<64xf32>
  } do {
  ^bb0(%b: tensor<64xf32>):
    %4 = arith.addf %b, %b : tensor<64xf32>
    scf.yield %4 : tensor<64xf32>
  }
  tile.store %1, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
  tile.return
}

// A text in a text is part of it.
// CHECK-LABEL: tilegpu.kernel @words
// CHECK-SAME: reports
// CHECK: tilegpu.print ["a ", " b", ""](%{{.*}}, %{{.*}} : i32, i32)
// CHECK: tilegpu.assert %{{.*}}, ["no"]
tile.kernel @words(%o: !tile.ref<i32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %i = tile.program_id 0
  %t = tile.format [" b", ""](%i) specs [""] styles [#tile<style python>] : i32
  %u = tile.format ["a ", "", ""](%i, %t) specs ["", ""] styles [#tile<style python>, #tile<style python>] : i32, !tile.text
  tile.print %u
  %c = arith.constant true
  %m = tile.format ["no"]
  tile.assert %c, %m
  tile.store %i, %o[] sizes [] : i32, !tile.ref<i32>
  tile.return
}
}
