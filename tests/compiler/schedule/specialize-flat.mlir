// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-blocks --schedule-shape-loops --schedule-specialize-warps 2>&1 | FileCheck %s
// Products by pointers without masks, of all of their depth at once: rows are as far apart as pointers say, how many
// there are is nowhere but in the programs.
// CHECK: remark: each program is 8, with blocks of 64 rows and 32 columns:
// CHECK: remark: each program is 16, with blocks of 64 rows and 32 columns:
// CHECK: tilegpu.module
// CHECK: tile.kernel @residual
// CHECK-SAME: source = "mosaic_gpu"
// CHECK: tilegpu.copy_out
// CHECK: tilegpu.copy_in
// CHECK: tile.kernel @alone
// CHECK-SAME: source = "mosaic_gpu"
func.func @main(%a: tensor<16384xf16>, %b: tensor<64x128xf16>, %r: tensor<65536xf16>, %x: tensor<256x64xf16>) {
  %0 = tile.launch @residual grid [2](%a, %b, %r) : (tensor<16384xf16>, tensor<64x128xf16>, tensor<65536xf16>) -> tensor<65536xf16>
  %1 = tile.launch @alone grid [](%x, %b) : (tensor<256x64xf16>, tensor<64x128xf16>) -> tensor<256x128xf16>
  return
}

// Rows of the residual and of the result are 256 apart; how many there are is nowhere but in the programs.
tile.kernel @residual(%a: !tile.ref<?xf16>, %b: !tile.ref<64x128xf16>, %r: !tile.ref<?xf16> {tile.access = #tile.access<read>, tile.name = "r"},
                      %c: !tile.ref<?xf16> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %c128 = arith.constant 128 : i32
  %depth = arith.constant dense<64> : tensor<128xi32>
  %pitch = arith.constant dense<256> : tensor<128xi32>
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %i = tile.iota 0 : tensor<128xi32>
  %k = tile.iota 0 : tensor<64xi32>
  %id = tile.program_id 0
  %first = arith.muli %id, %c128 : i32
  %wide = tile.broadcast %first axes [] : i32 -> tensor<128xi32>
  %row = arith.addi %wide, %i : tensor<128xi32>
  %ra = arith.muli %row, %depth : tensor<128xi32>
  %raw = tile.broadcast %ra axes [0] : tensor<128xi32> -> tensor<128x64xi32>
  %kw = tile.broadcast %k axes [1] : tensor<64xi32> -> tensor<128x64xi32>
  %ai = arith.addi %raw, %kw : tensor<128x64xi32>
  %av = tile.gather %a[%ai] : !tile.ref<?xf16>[tensor<128x64xi32>] -> tensor<128x64xf16>
  %bv = tile.load %b[0, 0] sizes [64, 128] : !tile.ref<64x128xf16> -> tensor<64x128xf16>
  %sum = tile.dot %av, %bv acc %zeros : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
  %rc = arith.muli %row, %pitch : tensor<128xi32>
  %rcw = tile.broadcast %rc axes [0] : tensor<128xi32> -> tensor<128x128xi32>
  %nw = tile.broadcast %i axes [1] : tensor<128xi32> -> tensor<128x128xi32>
  %ci = arith.addi %rcw, %nw : tensor<128x128xi32>
  %rv = tile.gather %r[%ci] : !tile.ref<?xf16>[tensor<128x128xi32>] -> tensor<128x128xf16>
  %half = tile.cast %sum : tensor<128x128xf32> -> tensor<128x128xf16>
  %result = arith.addf %half, %rv : tensor<128x128xf16>
  tile.scatter %result, %c[%ci] : tensor<128x128xf16>, !tile.ref<?xf16>[tensor<128x128xi32>]
  tile.return
}

// A grid without axes is one program.
tile.kernel @alone(%a: !tile.ref<256x64xf16>, %b: !tile.ref<64x128xf16>, %c: !tile.ref<256x128xf16> {tile.access = #tile.access<write>})
    attributes {source = "pallas"} {
  %x = tile.load %a[0, 0] sizes [256, 64] : !tile.ref<256x64xf16> -> tensor<256x64xf16>
  %y = tile.load %b[0, 0] sizes [64, 128] : !tile.ref<64x128xf16> -> tensor<64x128xf16>
  %z = tile.dot %x, %y : tensor<256x64xf16>, tensor<64x128xf16> -> tensor<256x128xf32>
  %half = tile.cast %z : tensor<256x128xf32> -> tensor<256x128xf16>
  tile.store %half, %c[0, 0] sizes [256, 128] : tensor<256x128xf16>, !tile.ref<256x128xf16>
  tile.return
}
