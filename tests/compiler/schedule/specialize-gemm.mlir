// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-blocks --schedule-specialize-warps 2>&1 | FileCheck %s
// RUN: %tessera-opt %s "--schedule-select-kernels=tune=specialize=0" --schedule-lower-blocks --schedule-specialize-warps | FileCheck %s --check-prefix=OFF
// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-blocks --schedule-specialize-warps | FileCheck %s --check-prefix=TAKEN
// RUN: %tessera-opt %s "--schedule-select-kernels=tune=cluster=2" --schedule-lower-blocks --schedule-specialize-warps | FileCheck %s --check-prefix=PAIR
// RUN: %tessera-opt %s "--schedule-select-kernels=tune=tile_n=24;cluster=2" --schedule-lower-blocks --schedule-specialize-warps 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %tessera-opt %s "--schedule-select-kernels=tune=consumers=3;tile_n=256" --schedule-lower-blocks --schedule-specialize-warps 2>&1 | FileCheck %s --check-prefix=WIDE
// OFF-NOT: wgmma
// NONE: remark: the programs keep their own tiles of this product: no tile of warpgroups has tile_n=24, cluster=2
// NONE-NOT: by warpgroups

// Three consumers and a producer begin with 128 registers a thread, which 128 words of sums would fill.
// WIDE: remark: the programs keep their own tiles of this product: no tile of warpgroups has tile_n=256, consumers=3

// Two blocks, one below the other: each asks for half of the tile of b, and a slot is free when the consumers of both have read it.
// PAIR: tilegpu.module
// PAIR: tile.kernel @whole
// PAIR-SAME: cluster = array<i64: 2>
// PAIR: tilegpu.alloc_barrier "ready" {arrivals = 2 : i64}
// PAIR: tilegpu.alloc_barrier "consumed" {{.*}}collective = array<i64: 1>}
// PAIR: tilegpu.copy_in
// PAIR-NOT: collective
// PAIR: tilegpu.copy_in {{.*}}collective = array<i64: 1>
// TAKEN-COUNT-3: source = "mosaic_gpu"
// TAKEN-NOT: source = "mosaic_gpu"
func.func @main(%a: tensor<256x128xf16>, %b: tensor<128x512xf16>, %t: tensor<512x128xf16>, %v: tensor<512xf32>, %e: tensor<256x256xf8E4M3FN>, %f: tensor<128x256xf8E4M3FN>) {
  %0 = tile.launch @whole grid [2, 2](%a, %b) : (tensor<256x128xf16>, tensor<128x512xf16>) -> tensor<256x512xf16>
  %1 = tile.launch @missing grid [2, 1](%a, %b) : (tensor<256x128xf16>, tensor<128x512xf16>) -> tensor<256x512xf16>
  %2 = tile.launch @looped grid [8](%a, %t, %v) : (tensor<256x128xf16>, tensor<512x128xf16>, tensor<512xf32>) -> tensor<256x512xf32>
  %3 = tile.launch @from_ones grid [2, 2](%a, %b) : (tensor<256x128xf16>, tensor<128x512xf16>) -> tensor<256x512xf16>
  %4 = tile.launch @float8 grid [2](%e, %f) : (tensor<256x256xf8E4M3FN>, tensor<128x256xf8E4M3FN>) -> tensor<256x128xf32>
  return
}
// CHECK: remark: 256 x 512 x 128 by warpgroups
// CHECK: tilegpu.module

// Four programs of 128 x 256 are one product, whatever its tiles are then.
// CHECK: tile.kernel @whole
// CHECK-SAME: source = "mosaic_gpu"
// CHECK: tilegpu.alloc_shared "a"
// CHECK: tilegpu.wgmma
// CHECK: tilegpu.wgmma_wait 1
// CHECK: tilegpu.copy_out
// CHECK: tilegpu.copy_in
// CHECK: tile.return
tile.kernel @whole(%a: !tile.ref<256x128xf16>, %b: !tile.ref<128x512xf16>, %c: !tile.ref<256x512xf16> {tile.access = #tile.access<write>})
    attributes {source = "pallas"} {
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %i = tile.program_id 0
  %j = tile.program_id 1
  %m = arith.muli %i, %c128 : i32
  %n = arith.muli %j, %c256 : i32
  %x = tile.load %a[%m, 0] sizes [128, 128] : !tile.ref<256x128xf16> -> tensor<128x128xf16>
  %y = tile.load %b[0, %n] sizes [128, 256] : !tile.ref<128x512xf16> -> tensor<128x256xf16>
  %z = tile.dot %x, %y : tensor<128x128xf16>, tensor<128x256xf16> -> tensor<128x256xf16>
  tile.store %z, %c[%m, %n] sizes [128, 256] : tensor<128x256xf16>, !tile.ref<256x512xf16>
  tile.return
}

// The right half of the result is nobody's: not the product of the matrices, and not taken.
tile.kernel @missing(%a: !tile.ref<256x128xf16>, %b: !tile.ref<128x512xf16>, %c: !tile.ref<256x512xf16> {tile.access = #tile.access<write>})
    attributes {source = "pallas"} {
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %i = tile.program_id 0
  %j = tile.program_id 1
  %m = arith.muli %i, %c128 : i32
  %n = arith.muli %j, %c256 : i32
  %x = tile.load %a[%m, 0] sizes [128, 128] : !tile.ref<256x128xf16> -> tensor<128x128xf16>
  %y = tile.load %b[0, %n] sizes [128, 256] : !tile.ref<128x512xf16> -> tensor<128x256xf16>
  %z = tile.dot %x, %y : tensor<128x128xf16>, tensor<128x256xf16> -> tensor<128x256xf16>
  tile.store %z, %c[%m, %n] sizes [128, 256] : tensor<128x256xf16>, !tile.ref<256x512xf16>
  tile.return
}

// A loop along K, b stored with K innermost, programs in an order of their own, a bias along the columns.
// CHECK: tile.kernel @looped
// CHECK-SAME: source = "mosaic_gpu"
// CHECK: tilegpu.transpose_ref
// CHECK: tilegpu.wgmma
// CHECK: tile.load %{{.*}} : <512xf32, gmem>
// CHECK: arith.addf
// CHECK: tile.return
tile.kernel @looped(%a: !tile.ref<256x128xf16>, %b: !tile.ref<512x128xf16>, %v: !tile.ref<512xf32>,
                    %c: !tile.ref<256x512xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %p = tile.program_id 0
  %i = arith.remsi %p, %c2 : i32
  %j = arith.divsi %p, %c2 : i32
  %m = arith.muli %i, %c128 : i32
  %n = arith.muli %j, %c128 : i32
  %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %at = arith.muli %k, %c64 : i32
    %x = tile.load %a[%m, %at] sizes [128, 64] : !tile.ref<256x128xf16> -> tensor<128x64xf16>
    %w = tile.load %b[%n, %at] sizes [128, 64] : !tile.ref<512x128xf16> -> tensor<128x64xf16>
    %y = tile.transpose %w [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
    %next = tile.dot %x, %y acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  %l = tile.load %v[%n] sizes [128] : !tile.ref<512xf32> -> tensor<128xf32>
  %bias = tile.broadcast %l axes [1] : tensor<128xf32> -> tensor<128x128xf32>
  %r = arith.addf %sum, %bias : tensor<128x128xf32>
  tile.store %r, %c[%m, %n] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<256x512xf32>
  tile.return
}

// The sum does not begin at 0: not taken.
tile.kernel @from_ones(%a: !tile.ref<256x128xf16>, %b: !tile.ref<128x512xf16>, %c: !tile.ref<256x512xf16> {tile.access = #tile.access<write>})
    attributes {source = "pallas"} {
  %one = arith.constant dense<1.0> : tensor<128x256xf16>
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %i = tile.program_id 0
  %j = tile.program_id 1
  %m = arith.muli %i, %c128 : i32
  %n = arith.muli %j, %c256 : i32
  %x = tile.load %a[%m, 0] sizes [128, 128] : !tile.ref<256x128xf16> -> tensor<128x128xf16>
  %y = tile.load %b[0, %n] sizes [128, 256] : !tile.ref<128x512xf16> -> tensor<128x256xf16>
  %z = tile.dot %x, %y acc %one : tensor<128x256xf16> : tensor<128x128xf16>, tensor<128x256xf16> -> tensor<128x256xf16>
  tile.store %z, %c[%m, %n] sizes [128, 256] : tensor<128x256xf16>, !tile.ref<256x512xf16>
  tile.return
}

// 8-bit floats: the tensor core keeps 13 bits of a sum, so each step's is added to the others as f32.
// CHECK: tile.kernel @float8
// CHECK-SAME: source = "mosaic_gpu"
// CHECK: %[[ALL:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[BEFORE:.*]] = %{{.*}})
// CHECK: %[[SUM:.*]] = tilegpu.alloc_accumulator
// CHECK: tilegpu.wgmma %[[SUM]]
// CHECK: %[[STEP:.*]] = tilegpu.read_accumulator %[[SUM]]
// CHECK: arith.addf %[[BEFORE]], %[[STEP]] : tensor<64x
tile.kernel @float8(%a: !tile.ref<256x256xf8E4M3FN>, %b: !tile.ref<128x256xf8E4M3FN>, %c: !tile.ref<256x128xf32> {tile.access = #tile.access<write>})
    attributes {source = "triton"} {
  %c128 = arith.constant 128 : i32
  %i = tile.program_id 0
  %m = arith.muli %i, %c128 : i32
  %x = tile.load %a[%m, 0] sizes [128, 256] : !tile.ref<256x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
  %t = tile.load %b[0, 0] sizes [128, 256] : !tile.ref<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
  %y = tile.transpose %t [1, 0] : tensor<128x256xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
  %z = tile.dot %x, %y : tensor<128x256xf8E4M3FN>, tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
  tile.store %z, %c[%m, 0] sizes [128, 128] : tensor<128x128xf32>, !tile.ref<256x128xf32>
  tile.return
}
