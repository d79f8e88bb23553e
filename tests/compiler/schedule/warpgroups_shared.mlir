// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-map-copies --schedule-tidy-kernels --schedule-assign-shared --schedule-sync-warpgroups --verify-tilegpu | FileCheck %s
// Places in shared memory.

// Buffers have places of their own while there is room, whatever their scopes.
// CHECK-LABEL: tilegpu.kernel @roomy
// CHECK-SAME: shared_bytes = 65536
// CHECK: "one" {offset = 0 : i64
// CHECK: tilegpu.free
// CHECK-NOT: tilegpu.sync
// CHECK: "two" {offset = 32768 : i64
tile.kernel @roomy(%x: !tile.ref<64x128xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %c = arith.constant 1.0 : f32
  %s = tilegpu.alloc_shared "one" : !tile.ref<64x128xf32, smem>
  tile.store %c, %s[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<64x128xf32, smem>
  tilegpu.free %s : !tile.ref<64x128xf32, smem>
  %t = tilegpu.alloc_shared "two" : !tile.ref<64x128xf32, smem>
  tile.store %c, %t[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<64x128xf32, smem>
  tile.return
}

// Twice 128 KiB do not fit: the second buffer, whose scope begins where the first's has ended, has its place. Between them, all that
// may still read the first is waited for, and the warpgroups meet.
// CHECK-LABEL: tilegpu.kernel @crowded
// CHECK-SAME: shared_bytes = 131072
// CHECK: "one" {offset = 0 : i64
// CHECK: tilegpu.free
// CHECK-NEXT: tilegpu.wait_copies_out 0 read
// CHECK-NEXT: tilegpu.wgmma_wait 0
// CHECK-NEXT: tilegpu.commit_shared
// CHECK-NEXT: tilegpu.sync  block
// CHECK: "two" {offset = 0 : i64
tile.kernel @crowded(%x: !tile.ref<64x128xf32, gmem>) attributes {options = {warpgroups = 2 : i64}, source = "mosaic_gpu"} {
  %c = arith.constant 1.0 : f32
  %s = tilegpu.alloc_shared "one" : !tile.ref<256x128xf32, smem>
  tile.store %c, %s[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<256x128xf32, smem>
  tilegpu.free %s : !tile.ref<256x128xf32, smem>
  %t = tilegpu.alloc_shared "two" : !tile.ref<256x128xf32, smem>
  tile.store %c, %t[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<256x128xf32, smem>
  tile.return
}

// One buffer of bytes read as two arrays (a union): the part with a swizzle begins where its pattern does, and so does the buffer. Columns' sums pass from warp
// to warp through scratch, each warpgroup's its own; rows' maxima do not leave their warp.
// CHECK-LABEL: tilegpu.kernel @parts
// CHECK-SAME: tilegpu.scratch_bytes = 1024 : i64, tilegpu.scratch_offset = 128 : i64
// CHECK: tilegpu.alloc_shared "u" {offset = 3072 : i64, swizzle = 0 : i64}
// CHECK: tilegpu.reinterpret %{{.*}} {swizzle = 128 : i64} : !tilegpu.ref<16384xi8, smem> -> !tilegpu.ref<64x64xbf16, smem>
// CHECK: tilegpu.reinterpret %{{.*}} at 8192 {swizzle = 0 : i64} : !tilegpu.ref<16384xi8, smem> -> !tilegpu.ref<64x32xf32, smem>
// CHECK: tilegpu.alloc_barrier {offset = 0 : i64}
tile.kernel @parts(%x: !tile.ref<64x64xbf16, gmem>, %m: !tile.ref<64xf32, gmem> {tile.access = #tile.access<write>}) attributes {options = {warpgroups = 2 : i64}, source = "mosaic_gpu"} {
  %u = tilegpu.alloc_shared "u" : !tile.ref<16384xi8, smem>
  %a = tilegpu.reinterpret %u {swizzle = 128 : i64} : !tile.ref<16384xi8, smem> -> !tile.ref<64x64xbf16, smem>
  %b = tilegpu.reinterpret %u at 8192 : !tile.ref<16384xi8, smem> -> !tile.ref<64x32xf32, smem>
  %barrier = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  tilegpu.copy_in %x to %a on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  %v = tile.load %a[0, 0] sizes [64, 64] : !tile.ref<64x64xbf16, smem> -> tensor<64x64xbf16>
  %w = tile.cast %v : tensor<64x64xbf16> -> tensor<64x64xf32>
  %columns = tile.reduce add %w axes [0] : tensor<64x64xf32> -> tensor<64xf32>
  tile.store %columns, %m[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32, gmem>
  %left = tile.load %a[0, 0] sizes [64, 32] : !tile.ref<64x64xbf16, smem> -> tensor<64x32xbf16>
  %half = tile.cast %left : tensor<64x32xbf16> -> tensor<64x32xf32>
  tile.store %half, %b[0, 0] sizes [64, 32] : tensor<64x32xf32>, !tile.ref<64x32xf32, smem>
  tile.return
}
