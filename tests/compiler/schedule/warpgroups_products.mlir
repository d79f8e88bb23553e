// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-map-copies --schedule-tidy-kernels --schedule-assign-shared --schedule-sync-warpgroups --verify-tilegpu | FileCheck %s
// Matrix products: layouts spread from accumulators to what they meet, through loops and reductions.

// wgmma's accumulator of 64x64, by the PTX manual's table, its rows and its columns.
// CHECK-DAG: #[[ACC:.*]] = #tilegpu.linear<register = {{\[}}[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = {{\[}}[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[}}[16, 0], [32, 0]], shape = [64, 64]>
// CHECK-DAG: #[[ROW:.*]] = #tilegpu.linear<register = {{\[}}[8]], lane = {{\[}}[0], [0], [1], [2], [4]], warp = {{\[}}[16], [32]], shape = [64]>
// CHECK-DAG: #[[COLUMN:.*]] = #tilegpu.linear<register = {{\[}}[1], [8], [16], [32]], lane = {{\[}}[2], [4], [0], [0], [0]], warp = {{\[}}[0], [0]], shape = [64]>

// CHECK-LABEL: tilegpu.kernel @bias
// CHECK: %[[B:.*]] = tilegpu.load %arg2{{.*}} -> tensor<64xf32, #[[COLUMN]]>
// CHECK: %[[R:.*]] = tilegpu.read_accumulator %{{.*}} : <64x64xf32> -> tensor<64x64xf32, #[[ACC]]>
// CHECK: tilegpu.broadcast %[[B]] axes [1] : tensor<64xf32, #[[COLUMN]]> -> tensor<64x64xf32, #[[ACC]]>
// CHECK-NOT: convert_layout
// CHECK: tilegpu.return
tile.kernel @bias(%a: !tile.ref<64x64xbf16, gmem>, %b: !tile.ref<64x64xbf16, gmem>, %bias: !tile.ref<64xf32, gmem>,
                  %o: !tile.ref<64x64xbf16, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 2 : i64}, source = "mosaic_gpu"} {
  %sa = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %sb = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %barrier = tilegpu.alloc_barrier {arrivals = 2 : i64} : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  tilegpu.copy_in %a to %sa on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.copy_in %b to %sb on %barrier[%c0] : !tilegpu.barrier<1> : !tile.ref<64x64xbf16, gmem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wait %barrier[%c0] : !tilegpu.barrier<1>
  %row = tile.load %bias[0] sizes [64] : !tile.ref<64xf32, gmem> -> tensor<64xf32>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
  tilegpu.wgmma %acc, %sa, %sb : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, smem>
  tilegpu.wgmma_wait 0
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x64xf32> -> tensor<64x64xf32>
  %all = tile.broadcast %row axes [1] : tensor<64xf32> -> tensor<64x64xf32>
  %sum = arith.addf %r, %all : tensor<64x64xf32>
  %h = tile.cast %sum : tensor<64x64xf32> -> tensor<64x64xbf16>
  tile.store %h, %o[0, 0] sizes [64, 64] : tensor<64x64xbf16>, !tile.ref<64x64xbf16, gmem>
  tile.return
}

// A softmax's running maximum: the loop carries what a reduction of an accumulator gives; its first value is built there.
// The probabilities are the next product's left operand, in registers, where they are.
// CHECK-LABEL: tilegpu.kernel @maximum
// CHECK: %[[FIRST:.*]] = arith.constant dense<{{.*}}> : tensor<64xf32, #[[ROW]]>
// CHECK: scf.for {{.*}} iter_args(%[[M:.*]] = %[[FIRST]]) -> (tensor<64xf32, #[[ROW]]>)
// CHECK: %[[S:.*]] = tilegpu.read_accumulator
// CHECK: tilegpu.reduce max %[[S]] axes [1] : tensor<64x64xf32, #[[ACC]]> -> tensor<64xf32, #[[ROW]]>
// CHECK: arith.maximumf %[[M]], %{{.*}} : tensor<64xf32, #[[ROW]]>
// CHECK: math.exp
// CHECK: tilegpu.cast
// CHECK-NOT: convert_layout
// CHECK: tilegpu.wgmma %{{.*}}, %{{.*}}, %{{.*}} : <64x64xf32>, tensor<64x64xbf16, #[[ACC]]>, !tilegpu.ref<64x64xbf16, smem>
// CHECK: tilegpu.slice %{{.*}} [0, 32] : tensor<64x64xf32, #[[ACC]]> -> tensor<64x32xf32
tile.kernel @maximum(%q: !tile.ref<64x64xbf16, gmem>, %o: !tile.ref<64x32xf32, gmem> {tile.access = #tile.access<write>},
                     %m: !tile.ref<64xf32, gmem> {tile.access = #tile.access<write>})
    attributes {options = {warpgroups = 1 : i64}, source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %low = arith.constant dense<0xFF800000> : tensor<64xf32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %low) -> (tensor<64xf32>) : i32 {
    %scores = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
    %t = tilegpu.transpose_ref %s [1, 0] : !tile.ref<64x64xbf16, smem> -> !tile.ref<64x64xbf16, smem>
    tilegpu.wgmma %scores, %s, %t : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, smem>
    tilegpu.wgmma_wait 0
    %r = tilegpu.read_accumulator %scores : !tilegpu.accumulator<64x64xf32> -> tensor<64x64xf32>
    %max = tile.reduce max %r axes [1] : tensor<64x64xf32> -> tensor<64xf32>
    %now = arith.maximumf %before, %max : tensor<64xf32>
    %all = tile.broadcast %now axes [0] : tensor<64xf32> -> tensor<64x64xf32>
    %d = arith.subf %r, %all : tensor<64x64xf32>
    %p = math.exp %d : tensor<64x64xf32>
    %h = tile.cast %p : tensor<64x64xf32> -> tensor<64x64xbf16>
    tilegpu.wgmma %acc, %h, %s : !tilegpu.accumulator<64x64xf32>, tensor<64x64xbf16>, !tile.ref<64x64xbf16, smem>
    tilegpu.wgmma_wait 0
    scf.yield %now : tensor<64xf32>
  }
  %result = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x64xf32> -> tensor<64x64xf32>
  %right = tile.slice %result[0, 32] sizes [64, 32] : tensor<64x64xf32> -> tensor<64x32xf32>
  tile.store %right, %o[0, 0] sizes [64, 32] : tensor<64x32xf32>, !tile.ref<64x32xf32, gmem>
  tile.store %last, %m[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32, gmem>
  tile.return
}
