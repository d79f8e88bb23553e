// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-map-copies --schedule-tidy-kernels --schedule-assign-shared --schedule-sync-warpgroups --verify-tilegpu | FileCheck %s
// A program of warpgroups from its first form to its second: copied in by the copy engine, changed by threads, copied out.

// Row-major order over 128 threads, 16 bytes each, which the swizzle leaves whole.
// CHECK: #[[ROWS:.*]] = #tilegpu.linear<register = {{\[}}[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = {{\[}}[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = {{\[}}[4, 0], [8, 0]], shape = [64, 64]>
// CHECK-LABEL: tilegpu.kernel @copy
// CHECK-SAME: axis_order = array<i64: 0>
// CHECK-SAME: linear_grid
// CHECK-SAME: num_warps = 4
// CHECK-SAME: shared_bytes = 17408
// CHECK-SAME: tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [64, 64], swizzle = 128>, #tilegpu.tensor_map<argument = 1, box = [64, 64], swizzle = 128>]
// CHECK-SAME: warpgroups = 1
// CHECK: %[[S:.*]] = tilegpu.alloc_shared "x_smem" {offset = 1024 : i64, swizzle = 128 : i64} : !tilegpu.ref<64x64xbf16, smem>
// CHECK: %[[O:.*]] = tilegpu.alloc_shared "o_smem" {offset = 9216 : i64, swizzle = 128 : i64}
// CHECK: tilegpu.alloc_barrier {offset = 0 : i64}
// CHECK: tilegpu.subview %{{.*}} sizes [64, 64] : !tilegpu.ref<512x64xbf16> -> !tilegpu.ref<64x64xbf16>
// CHECK: tilegpu.copy_in {{.*}} {map = 0 : i64} : !tilegpu.ref<64x64xbf16>, !tilegpu.ref<64x64xbf16, smem>
// CHECK: tilegpu.load %[[S]][%{{.*}}, %{{.*}}] axes [0, 1] {vector = 8 : i64} : <64x64xbf16, smem> -> tensor<64x64xbf16, #[[ROWS]]>
// CHECK: tilegpu.store %{{.*}}, %[[O]][%{{.*}}, %{{.*}}] axes [0, 1] {vector = 8 : i64}
// CHECK-NOT: tilegpu.sync
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.copy_out {{.*}} {map = 1 : i64}
// CHECK: tilegpu.wait_copies_out 0
// CHECK-NEXT: tilegpu.return
tile.kernel @copy(%x: !tile.ref<512x64xbf16, gmem>, %o: !tile.ref<512x64xbf16, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared "x_smem" {swizzle = 128 : i64} : !tile.ref<64x64xbf16, smem>
  %r = tilegpu.alloc_shared "o_smem" {swizzle = 128 : i64} : !tile.ref<64x64xbf16, smem>
  %barrier = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %pid = tile.program_id 0
  %row = arith.muli %pid, %c64 : i32
  %tile = tilegpu.subview %x[%row, 0] sizes [64, 64] : !tile.ref<512x64xbf16, gmem> -> !tile.ref<64x64xbf16, gmem>
  tilegpu.copy_in %tile to %s on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  %v = tile.load %s[0, 0] sizes [64, 64] : !tile.ref<64x64xbf16, smem> -> tensor<64x64xbf16>
  %w = arith.addf %v, %v : tensor<64x64xbf16>
  tile.store %w, %r[0, 0] sizes [64, 64] : tensor<64x64xbf16>, !tile.ref<64x64xbf16, smem>
  tilegpu.commit_shared
  %out = tilegpu.subview %o[%row, 0] sizes [64, 64] : !tile.ref<512x64xbf16, gmem> -> !tile.ref<64x64xbf16, gmem>
  tilegpu.copy_out %r to %out : !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, gmem>
  tilegpu.wait_copies_out 0
  tile.return
}

// A loop over slots: what threads have read is stored to after a barrier of the warpgroup. A commit and a wait for copies out are barriers too. One row is no multiple of 8, so there is no swizzle; of 320 elements a box takes half, for it takes 256 at most.
// CHECK-LABEL: tilegpu.kernel @slots
// CHECK-SAME: box = [1, 160], swizzle = 0
// CHECK: tilegpu.alloc_shared {offset = {{[0-9]+}} : i64, swizzle = 0 : i64} : !tilegpu.ref<2x1x320xf32, smem>
// CHECK: scf.for
// CHECK: tilegpu.wait
// CHECK-NOT: tilegpu.sync
// CHECK: tilegpu.load
// CHECK: tilegpu.sync{{ +}}warpgroup
// CHECK: tilegpu.store
// CHECK: tilegpu.commit_shared
// CHECK: tilegpu.copy_out
// CHECK: tilegpu.wait_copies_out 0 read
// CHECK-NOT: tilegpu.sync
// CHECK: tilegpu.copy_in
tile.kernel @slots(%x: !tile.ref<64x320xf32, gmem>, %o: !tile.ref<64x320xf32, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<2x1x320xf32, smem>
  %barrier = tilegpu.alloc_barrier : !tilegpu.barrier<2>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    %slot = arith.remui %i, %c1 : i32
    %part = tilegpu.subview %s[%slot, 0, 0] sizes [1, 1, 320] drop [0] : !tile.ref<2x1x320xf32, smem> -> !tile.ref<1x320xf32, smem>
    tilegpu.wait %barrier[%slot] : !tilegpu.barrier<2>
    %v = tile.load %part[0, 0] sizes [1, 256] drop [0] : !tile.ref<1x320xf32, smem> -> tensor<256xf32>
    tile.store %v, %part[0, 64] sizes [1, 256] drop [0] : tensor<256xf32>, !tile.ref<1x320xf32, smem>
    tilegpu.commit_shared
    %to = tilegpu.subview %o[%i, 0] sizes [1, 320] : !tile.ref<64x320xf32, gmem> -> !tile.ref<1x320xf32, gmem>
    tilegpu.copy_out %part to %to : !tile.ref<1x320xf32, smem>, !tile.ref<1x320xf32, gmem>
    tilegpu.wait_copies_out 0 read
    %from = tilegpu.subview %x[%i, 0] sizes [1, 320] : !tile.ref<64x320xf32, gmem> -> !tile.ref<1x320xf32, gmem>
    tilegpu.copy_in %from to %part on %barrier[%slot] : !tilegpu.barrier<2> : !tile.ref<1x320xf32, gmem>, !tile.ref<1x320xf32, smem>
  }
  tile.return
}

// Both blocks of a cluster want the same tile: each asks for one of its two panels. What has one panel is shared by rows.
// CHECK-LABEL: tilegpu.kernel @cluster
// CHECK-SAME: axis_order = array<i64: 1, 0>, {{.*}}cluster = array<i64: 2>
// CHECK-SAME: tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [64, 64], swizzle = 128>, #tilegpu.tensor_map<argument = 1, box = [32, 64], swizzle = 128>]
// CHECK: tilegpu.copy_in {{.*}} {collective = array<i64: 1>, map = 0 : i64, partitioned = 1 : i64}
// CHECK: tilegpu.copy_in {{.*}} {collective = array<i64: 1>, map = 1 : i64, partitioned = 0 : i64}
tile.kernel @cluster(%x: !tile.ref<64x128xbf16, gmem>, %y: !tile.ref<64x64xbf16, gmem>)
    attributes {options = {warpgroups = 1 : i64, cluster = array<i64: 2>}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared {swizzle = 128 : i64} : !tile.ref<64x128xbf16, smem>
  %t = tilegpu.alloc_shared {swizzle = 128 : i64} : !tile.ref<64x64xbf16, smem>
  %barrier = tilegpu.alloc_barrier {arrivals = 2 : i64} : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  %pid = tile.program_id 1
  tilegpu.copy_in %x to %s on %barrier[%c0] : !tilegpu.barrier<1> {collective = array<i64: 1>} : !tile.ref<64x128xbf16, gmem>, !tile.ref<64x128xbf16, smem>
  tilegpu.copy_in %y to %t on %barrier[%c0] : !tilegpu.barrier<1> {collective = array<i64: 1>} : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  tile.return
}

// Without products nothing asks for a swizzle: rows without gaps are copied by as many boxes as their 256 elements need.
// CHECK-LABEL: tilegpu.kernel @plain
// CHECK-SAME: tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [64, 256], swizzle = 0>]
// CHECK: tilegpu.alloc_shared {offset = {{[0-9]+}} : i64, swizzle = 0 : i64} : !tilegpu.ref<64x256xbf16, smem>
tile.kernel @plain(%x: !tile.ref<64x256xbf16, gmem>) attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x256xbf16, smem>
  %barrier = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  tilegpu.copy_in %x to %s on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x256xbf16, gmem>, !tile.ref<64x256xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  tile.return
}

// A buffer that threads have read is filled again after a barrier. A copy of what they wrote, without a commit in between, is the program's mistake: no
// barrier hides it.
// CHECK-LABEL: tilegpu.kernel @order
// CHECK: tilegpu.load
// CHECK: tilegpu.sync{{ +}}warpgroup
// CHECK-NEXT: tilegpu.copy_in
// CHECK: tilegpu.store
// CHECK-NOT: tilegpu.sync
// CHECK: tilegpu.copy_out
tile.kernel @order(%x: !tile.ref<64x64xbf16, gmem>, %o: !tile.ref<64x64xbf16, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %t = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %barrier = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  %v = tile.load %s[0, 0] sizes [64, 64] : !tile.ref<64x64xbf16, smem> -> tensor<64x64xbf16>
  tilegpu.copy_in %x to %s on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  tile.store %v, %t[0, 0] sizes [64, 64] : tensor<64x64xbf16>, !tile.ref<64x64xbf16, smem>
  tilegpu.copy_out %t to %o : !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, gmem>
  tilegpu.wait_copies_out 0
  tile.return
}

// A warpgroup that only waits and copies: one thread begins both copies of a pass, after all four warps have seen the phase.
// CHECK-LABEL: tilegpu.kernel @copying
// CHECK: scf.for
// CHECK: tilegpu.wait
// CHECK-NEXT: tilegpu.sync{{ +}}warpgroup
// CHECK: tilegpu.copy_in
// CHECK-NOT: tilegpu.sync
// CHECK: tilegpu.copy_in
tile.kernel @copying(%x: !tile.ref<512x64xf32, gmem>, %o: !tile.ref<512x64xf32, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 2 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x64xf32, smem>
  %t = tilegpu.alloc_shared : !tile.ref<64x64xf32, smem>
  %ready = tilegpu.alloc_barrier {arrivals = 2 : i64} : !tilegpu.barrier<1>
  %free = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %tile = tilegpu.subview %x[0, 0] sizes [64, 64] : !tile.ref<512x64xf32, gmem> -> !tile.ref<64x64xf32, gmem>
  %index = tilegpu.thread_index
  %isFirst = arith.cmpi eq, %index, %c0 : i32
  scf.if %isFirst {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      tilegpu.wait %free[%c0] : !tilegpu.barrier<1>
      tilegpu.copy_in %tile to %s on %ready[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xf32, gmem>, !tile.ref<64x64xf32, smem>
      tilegpu.copy_in %tile to %t on %ready[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xf32, gmem>, !tile.ref<64x64xf32, smem>
    }
  } else {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      tilegpu.arrive %free[%c0] : !tilegpu.barrier<1>
      tilegpu.wait %ready[%c0] : !tilegpu.barrier<1>
    }
  }
  tile.return
}
