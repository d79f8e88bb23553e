// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-tidy-kernels --verify-tilegpu | FileCheck %s
// Computed indices of warpgroups: as many elements at once as count up, begin at a multiple and have one mask. Where
// these are less than two of 16 bits, pairs that begin anywhere and have a mask each.

// CHECK-LABEL: tilegpu.kernel @rows
// CHECK: tilegpu.gather %{{.*}} {vector = 8 : i64}
// CHECK: tilegpu.scatter %{{.*}} {vector = 8 : i64}
// CHECK: tilegpu.gather %{{.*}} mask %{{.*}} {vector = 8 : i64}
// CHECK: tilegpu.scatter %{{.*}} mask %{{.*}} {tilegpu.unaligned, vector = 2 : i64}
// CHECK: tilegpu.return
tile.kernel @rows(%x: !tile.ref<65536xbf16, gmem>, %o: !tile.ref<65536xbf16, gmem> {tile.access = #tile.access<readwrite>})
    attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %id = tile.program_id 0
  %c4096 = arith.constant 4096 : i32
  %first = arith.muli %id, %c4096 : i32
  %begin = tile.broadcast %first axes [] : i32 -> tensor<64x64xi32>
  %row = tile.iota 0 : tensor<64x64xi32>
  %column = tile.iota 1 : tensor<64x64xi32>
  %pitch = arith.constant dense<64> : tensor<64x64xi32>
  %one = arith.constant dense<1> : tensor<64x64xi32>
  %from = arith.muli %row, %pitch : tensor<64x64xi32>
  %line = arith.addi %from, %column : tensor<64x64xi32>
  %at = arith.addi %line, %begin : tensor<64x64xi32>
  %value = tile.gather %x[%at] : !tile.ref<65536xbf16, gmem>[tensor<64x64xi32>] -> tensor<64x64xbf16>
  tile.scatter %value, %o[%at] : tensor<64x64xbf16>, !tile.ref<65536xbf16, gmem>[tensor<64x64xi32>]
  %some = arith.cmpi slt, %row, %one : tensor<64x64xi32>
  %masked = tile.gather %x[%at] mask %some : tensor<64x64xi1> : !tile.ref<65536xbf16, gmem>[tensor<64x64xi32>] -> tensor<64x64xbf16>
  %next = arith.addi %at, %one : tensor<64x64xi32>
  %upper = arith.cmpi slt, %column, %row : tensor<64x64xi32>
  tile.scatter %masked, %o[%next] mask %upper : tensor<64x64xi1> : tensor<64x64xbf16>, !tile.ref<65536xbf16, gmem>[tensor<64x64xi32>]
  tile.return
}
