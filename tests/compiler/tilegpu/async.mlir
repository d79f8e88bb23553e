// RUN: %tessera-opt %s | %tessera-opt | FileCheck %s
// A kernel of warpgroups as it is recorded: every operation prints what it parses.

// CHECK-LABEL: tile.kernel @all
tile.kernel @all(%x: !tile.ref<256x128xbf16, gmem> {tile.access = #tile.access<read>}, %o: !tile.ref<256x128xf32, gmem> {tile.access = #tile.access<write>},
                 %sem: !tile.ref<4xi32, gmem> {tile.access = #tile.access<scratch>})
    attributes {source = "mosaic_gpu", options = {warpgroups = 2 : i64, cluster = array<i64: 2>}} {
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  // CHECK: tilegpu.thread_index
  %wg = tilegpu.thread_index
  // CHECK: tilegpu.alloc_shared "a" {swizzle = 128 : i64} : !tile.ref<2x128x64xbf16, smem>
  %a = tilegpu.alloc_shared "a" {swizzle = 128 : i64} : !tile.ref<2x128x64xbf16, smem>
  // CHECK: tilegpu.alloc_shared : !tile.ref<128x64xf32, smem>
  %s = tilegpu.alloc_shared : !tile.ref<128x64xf32, smem>
  // CHECK: tilegpu.alloc_barrier "full" : <2>
  %full = tilegpu.alloc_barrier "full" : !tilegpu.barrier<2>
  // CHECK: tilegpu.alloc_barrier {arrivals = 3 : i64, collective = array<i64: 1>, leader_tracked} : <1>
  %both = tilegpu.alloc_barrier {arrivals = 3 : i64, collective = array<i64: 1>, leader_tracked} : !tilegpu.barrier<1>
  // CHECK: tilegpu.alloc_accumulator "acc" : <128x128xf32>
  %acc = tilegpu.alloc_accumulator "acc" : !tilegpu.accumulator<128x128xf32>
  // CHECK: tilegpu.subview %{{.*}} [%{{.*}}, 64] sizes [128, 64] : !tile.ref<256x128xbf16, gmem> -> !tile.ref<128x64xbf16, gmem>
  %tile = tilegpu.subview %x[%c0, 64] sizes [128, 64] : !tile.ref<256x128xbf16, gmem> -> !tile.ref<128x64xbf16, gmem>
  // CHECK: tilegpu.subview %{{.*}} [%{{.*}}, 0, 0] sizes [1, 128, 64] drop [0]
  %slot = tilegpu.subview %a[%c0, 0, 0] sizes [1, 128, 64] drop [0] : !tile.ref<2x128x64xbf16, smem> -> !tile.ref<128x64xbf16, smem>
  // CHECK: tilegpu.copy_in %{{.*}} to %{{.*}} on %{{.*}}[%{{.*}}] : !tilegpu.barrier<2> if %{{.*}} {collective = array<i64: 1>, oob = #tilegpu.oob<in_bounds>, partitioned = 0 : i64} : !tile.ref<128x64xbf16, gmem>, !tile.ref<128x64xbf16, smem>
  tilegpu.copy_in %tile to %slot on %full[%c0] : !tilegpu.barrier<2> if %true {collective = array<i64: 1>, partitioned = 0 : i64, oob = #tilegpu.oob<in_bounds>} : !tile.ref<128x64xbf16, gmem>, !tile.ref<128x64xbf16, smem>
  // CHECK: tilegpu.copy_in %{{.*}} to %{{.*}} : !tile.ref<128x64xbf16, gmem>, !tile.ref<128x64xbf16, smem>
  tilegpu.copy_in %tile to %slot : !tile.ref<128x64xbf16, gmem>, !tile.ref<128x64xbf16, smem>
  // CHECK: tilegpu.wait_copies_in 0
  tilegpu.wait_copies_in 0
  // CHECK: tilegpu.wait %{{.*}}[%{{.*}}] : <2>
  tilegpu.wait %full[%c0] : !tilegpu.barrier<2>
  // CHECK: tilegpu.transpose_ref %{{.*}} [1, 0]
  %b = tilegpu.transpose_ref %slot [1, 0] : !tile.ref<128x64xbf16, smem> -> !tile.ref<64x128xbf16, smem>
  // CHECK: tilegpu.wgmma %{{.*}}, %{{.*}}, %{{.*}} : <128x128xf32>, !tile.ref<128x64xbf16, smem>, !tile.ref<64x128xbf16, smem>
  tilegpu.wgmma %acc, %slot, %b : !tilegpu.accumulator<128x128xf32>, !tile.ref<128x64xbf16, smem>, !tile.ref<64x128xbf16, smem>
  %registers = tile.load %a[0, 0, 0] sizes [1, 128, 64] drop [0] : !tile.ref<2x128x64xbf16, smem> -> tensor<128x64xbf16>
  // CHECK: tilegpu.wgmma %{{.*}}, %{{.*}}, %{{.*}} : <128x128xf32>, tensor<128x64xbf16>, !tile.ref<64x128xbf16, smem>
  tilegpu.wgmma %acc, %registers, %b : !tilegpu.accumulator<128x128xf32>, tensor<128x64xbf16>, !tile.ref<64x128xbf16, smem>
  // CHECK: tilegpu.wgmma_wait 1
  tilegpu.wgmma_wait 1
  // CHECK: tilegpu.read_accumulator %{{.*}} : <128x128xf32> -> tensor<128x128xf32>
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<128x128xf32> -> tensor<128x128xf32>
  // CHECK: tilegpu.layout_cast %{{.*}} as <"tiled", numbers = [1, 2], reduced = [0]> : tensor<128x128xf32>
  %l = tilegpu.layout_cast %r as <"tiled", numbers = [1, 2], reduced = [0]> : tensor<128x128xf32>
  // CHECK: tilegpu.layout_cast %{{.*}} as <"wgmma", reduced = [1]> : tensor<128x128xf32>
  %l1 = tilegpu.layout_cast %r as <"wgmma", reduced = [1]> : tensor<128x128xf32>
  // CHECK: tilegpu.print_layout "x: {}", %{{.*}}
  tilegpu.print_layout "x: {}", %l : tensor<128x128xf32>
  // CHECK: tilegpu.write_accumulator %{{.*}} to %{{.*}}
  tilegpu.write_accumulator %l to %acc : tensor<128x128xf32>, !tilegpu.accumulator<128x128xf32>
  // CHECK: tilegpu.write_accumulator %{{.*}} to %{{.*}} column 64
  %columns = tile.slice %l[0, 0] sizes [128, 64] : tensor<128x128xf32> -> tensor<128x64xf32>
  tilegpu.write_accumulator %columns to %acc column 64 : tensor<128x64xf32>, !tilegpu.accumulator<128x128xf32>
  // CHECK: tilegpu.alloc_accumulator init %{{.*}} : tensor<128x128xf32> : <128x128xf32>
  %second = tilegpu.alloc_accumulator init %l : tensor<128x128xf32> : !tilegpu.accumulator<128x128xf32>
  // CHECK: tilegpu.commit_shared
  tilegpu.commit_shared
  %out = tilegpu.subview %o[0, 0] sizes [128, 64] : !tile.ref<256x128xf32, gmem> -> !tile.ref<128x64xf32, gmem>
  // CHECK: tilegpu.copy_out %{{.*}} to %{{.*}} {commit = false, reduction = #tilegpu.copy_reduction<and>}
  tilegpu.copy_out %s to %out {commit = false, reduction = #tilegpu.copy_reduction<and>} : !tile.ref<128x64xf32, smem>, !tile.ref<128x64xf32, gmem>
  // CHECK: tilegpu.commit_copies_out
  tilegpu.commit_copies_out
  // CHECK: tilegpu.wait_copies_out 0 read
  tilegpu.wait_copies_out 0 read
  // CHECK: tilegpu.prefetch %{{.*}} if %{{.*}} : !tile.ref<128x64xbf16, gmem>
  tilegpu.prefetch %tile if %true : !tile.ref<128x64xbf16, gmem>
  // CHECK: tilegpu.cluster_ref %{{.*}}[%{{.*}}] axes [1]
  %peer = tilegpu.cluster_ref %s[%wg] axes [1] : !tile.ref<128x64xf32, smem> -> !tile.ref<128x64xf32, smem>
  %half = tile.load %s[0, 0] sizes [128, 64] : !tile.ref<128x64xf32, smem> -> tensor<128x64xf32>
  // CHECK: tilegpu.store_cluster %{{.*}} to %{{.*}} on %{{.*}}[%{{.*}}]
  tilegpu.store_cluster %half to %peer on %full[%c0] : tensor<128x64xf32>, !tile.ref<128x64xf32, smem>, !tilegpu.barrier<2>
  // CHECK: tilegpu.arrive %{{.*}}[%{{.*}}] : <1>
  tilegpu.arrive %both[%c0] : !tilegpu.barrier<1>
  // CHECK: tilegpu.test %{{.*}}[%{{.*}}] : <2>
  %done = tilegpu.test %full[%c0] : !tilegpu.barrier<2>
  // CHECK: tilegpu.sync warpgroup
  tilegpu.sync warpgroup
  // CHECK: tilegpu.warp_map {
  tilegpu.warp_map {
  ^bb0(%warp: i32):
    tilegpu.arrive %both[%c0] : !tilegpu.barrier<1>
  }
  // CHECK: tilegpu.set_max_registers 232 increase
  tilegpu.set_max_registers 232 increase
  // CHECK: tilegpu.grid_wait
  tilegpu.grid_wait
  // CHECK: tilegpu.grid_launch
  tilegpu.grid_launch
  tilegpu.delay %c0
  %one = tilegpu.subview %sem[2] sizes [1] drop [0] : !tile.ref<4xi32, gmem> -> !tile.ref<i32, gmem>
  // CHECK: tilegpu.semaphore_signal %{{.*}}, %{{.*}} : !tile.ref<i32, gmem>
  tilegpu.semaphore_signal %one, %c0 : !tile.ref<i32, gmem>
  // CHECK: tilegpu.semaphore_wait %{{.*}}, %{{.*}} {decrement}
  tilegpu.semaphore_wait %one, %c0 {decrement} : !tile.ref<i32, gmem>
  // CHECK: tilegpu.semaphore_read
  %count = tilegpu.semaphore_read %one : !tile.ref<i32, gmem>
  %bytes = tilegpu.alloc_shared "union" : !tile.ref<1024xi8, smem>
  // CHECK: tilegpu.reinterpret %{{.*}} at 512 "second" {swizzle = 0 : i64}
  %part = tilegpu.reinterpret %bytes at 512 "second" {swizzle = 0 : i64} : !tile.ref<1024xi8, smem> -> !tile.ref<4x32xf32, smem>
  // CHECK: tilegpu.mma
  %x16 = arith.constant dense<1.0> : tensor<64x16xbf16>
  %y16 = arith.constant dense<1.0> : tensor<16x32xbf16>
  %z16 = arith.constant dense<0.0> : tensor<64x32xf32>
  %mma = tilegpu.mma %z16, %x16, %y16 : tensor<64x32xf32>, tensor<64x16xbf16>, tensor<16x32xbf16>
  // CHECK: tilegpu.free
  tilegpu.free %a, %full, %acc : !tile.ref<2x128x64xbf16, smem>, !tilegpu.barrier<2>, !tilegpu.accumulator<128x128xf32>
  tile.return
}
