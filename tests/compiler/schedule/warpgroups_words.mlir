// RUN: %tessera-opt %s --schedule-select-kernels --schedule-pad-blocks --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-tidy-kernels --schedule-assign-shared --schedule-sync-warpgroups --verify-tilegpu | FileCheck %s
// Words to the host in programs of warpgroups: a text is taken apart, arrays are told as they are held.

// CHECK-LABEL: tilegpu.kernel @words
// CHECK-SAME: reports
// CHECK-SAME: warpgroups = 2
// CHECK: scf.if
// CHECK: tilegpu.print ["a ", " b", ""](%{{.*}}, %{{.*}} : i32, i32)
// CHECK: tilegpu.assert %{{.*}}, ["no"]
tile.kernel @words(%n: i32) attributes {options = {warpgroups = 2 : i64}, source = "mosaic_gpu"} {
  %w = tilegpu.thread_index
  %c1 = arith.constant 1 : i32
  %first = arith.cmpi eq, %w, %c1 : i32
  scf.if %first {
    %t = tile.format [" b", ""](%n) specs [""] styles [#tile<style python>] : i32
    %u = tile.format ["a ", "", ""](%w, %t) specs ["", ""] styles [#tile<style python>, #tile<style python>] : i32, !tile.text
    tile.print %u
  }
  %m = tile.format ["no"]
  tile.assert %first, %m
  tile.return
}

// An array that grew says what its own elements are; one that is built where it is used is built here.
// CHECK-LABEL: tilegpu.kernel @arrays
// CHECK: %[[X:.*]] = tilegpu.load
// CHECK: %[[I:.*]] = tilegpu.iota {{.*}} : tensor<16xi32,
// CHECK: tilegpu.print ["", " ", ""](%[[X]], %[[I]] : tensor<8xf32, {{.*}}>, tensor<16xi32, {{.*}}>) {{.*}}tilegpu.own_shapes = [array<i64: 6>, array<i64: 16>]
tile.kernel @arrays(%x: !tile.ref<6xf32, gmem>) attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %0 = tile.load %x[0] sizes [6] : !tile.ref<6xf32, gmem> -> tensor<6xf32>
  %1 = tile.iota 0 : tensor<16xi32>
  %t = tile.format ["", " ", ""](%0, %1) specs ["", ""] styles [#tile<style numpy>, #tile<style numpy>] : tensor<6xf32>, tensor<16xi32>
  tile.print %t
  tile.return
}

// Who says nothing has no buffer for it.
// CHECK-LABEL: tilegpu.kernel @silent
// CHECK-NOT: reports
// CHECK: tilegpu.return
tile.kernel @silent() attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  tile.return
}
