// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-blocks --schedule-split-blocks | FileCheck %s
// CHECK: tilegpu.module

// 512 x 512 elements do not fit 128 threads: 64 thread blocks do 8 x 512 each. The bias is loaded by each.
// CHECK-LABEL: tile.kernel @shared_by_parts({{.*}}schedule.axis_order
// CHECK-SAME: schedule.parts = 64
// CHECK: tile.load {{.*}} -> tensor<512xf32>
// CHECK: %[[PART:.*]] = tilegpu.program_part
// CHECK-NOT: scf.for
// CHECK: arith.muli %[[PART]]
// CHECK: tile.load {{.*}} -> tensor<8x512xf32>
// CHECK: tile.broadcast {{.*}} tensor<512xf32> -> tensor<8x512xf32>
// CHECK: tile.store {{.*}} : tensor<8x512xf32>
tile.kernel @shared_by_parts(%x: !tile.ref<512x512xf32>, %b: !tile.ref<512xf32>,
                             %o: !tile.ref<512x512xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0, 0] sizes [512, 512] : !tile.ref<512x512xf32> -> tensor<512x512xf32>
  %1 = tile.load %b[0] sizes [512] : !tile.ref<512xf32> -> tensor<512xf32>
  %2 = tile.broadcast %1 axes [1] : tensor<512xf32> -> tensor<512x512xf32>
  %3 = arith.addf %0, %2 : tensor<512x512xf32>
  tile.store %3, %o[0, 0] sizes [512, 512] : tensor<512x512xf32>, !tile.ref<512x512xf32>
  tile.return
}

// Something else is written, once: by the first of the blocks.
// CHECK-LABEL: tile.kernel @written_once({{.*}}schedule.axis_order
// CHECK-SAME: schedule.parts = 16
// CHECK: arith.cmpi eq
// CHECK-NEXT: scf.if
// CHECK-NEXT: tile.store {{.*}} : f32
// CHECK: tile.store {{.*}} : tensor<4096xf32>
tile.kernel @written_once(%x: !tile.ref<65536xf32>, %o: !tile.ref<65536xf32> {tile.access = #tile.access<write>},
                    %s: !tile.ref<f32> {tile.access = #tile.access<write>}, %v: f32) attributes {source = "pallas"} {
  tile.store %v, %s[] sizes [] : f32, !tile.ref<f32>
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
  tile.store %0, %o[0] sizes [65536] : tensor<65536xf32>, !tile.ref<65536xf32>
  tile.return
}

// 10,000 = 2 * 4096 + 1808: four parts, the last has no tile, the third's is masked.
// CHECK-LABEL: tile.kernel @last_tile_is_masked({{.*}}schedule.axis_order
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if
// CHECK: tile.store {{.*}} mask
tile.kernel @last_tile_is_masked(%x: !tile.ref<10000xf32>, %o: !tile.ref<10000xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [10000] : !tile.ref<10000xf32> -> tensor<10000xf32>
  tile.store %0, %o[0] sizes [10000] : tensor<10000xf32>, !tile.ref<10000xf32>
  tile.return
}

// Both results of an operation have tiles.
// CHECK-LABEL: tile.kernel @two_results({{.*}}schedule.axis_order
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended {{.*}} : tensor<4096xi32>
// CHECK: tile.store %[[HIGH]], {{.*}} : tensor<4096xi32>
tile.kernel @two_results(%x: !tile.ref<65536xi32>, %o: !tile.ref<65536xi32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xi32> -> tensor<65536xi32>
  %low, %high = arith.mului_extended %0, %0 : tensor<65536xi32>
  tile.store %high, %o[0] sizes [65536] : tensor<65536xi32>, !tile.ref<65536xi32>
  tile.return
}

// What one tile writes another tile's load after it reads: one thread block loops over the tiles.
// CHECK-LABEL: tile.kernel @looped({{.*}}schedule.axis_order
// CHECK-NOT: schedule.parts
// CHECK: scf.for
// CHECK: tile.store {{.*}} : tensor<4096xf32>
tile.kernel @looped(%x: !tile.ref<65536xf32>, %o: !tile.ref<65536xf32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
  tile.store %0, %o[0] sizes [65536] : tensor<65536xf32>, !tile.ref<65536xf32>
  %1 = tile.load %o[5] sizes [1] drop [0] : !tile.ref<65536xf32> -> f32
  tile.store %1, %o[6] sizes [1] drop [0] : f32, !tile.ref<65536xf32>
  tile.return
}

// A small block is left alone.
// CHECK-LABEL: tile.kernel @small({{.*}}schedule.axis_order
// CHECK-NOT: scf.for
// CHECK: tile.store {{.*}} : tensor<1024xf32>
tile.kernel @small(%x: !tile.ref<1024xf32>, %o: !tile.ref<1024xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [1024] : !tile.ref<1024xf32> -> tensor<1024xf32>
  tile.store %0, %o[0] sizes [1024] : tensor<1024xf32>, !tile.ref<1024xf32>
  tile.return
}

// The loop is the first block's, since it counts; but every block reads the sum that it leaves in a buffer, so that one block does all.
// CHECK-LABEL: tile.kernel @sum_beside_atomics({{.*}}schedule.axis_order
// CHECK-NOT: schedule.parts
// CHECK-NOT: tilegpu.program_part
// CHECK: tile.atomic_rmw
// CHECK-NOT: tilegpu.program_part
// CHECK: tile.return
tile.kernel @sum_beside_atomics(%x: !tile.ref<65536xf32>, %n: !tile.ref<1xi32>, %o: !tile.ref<65536xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<65536xf32>
  %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
  %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<65536xf32>) : i32 {
    %next = arith.addf %acc, %0 : tensor<65536xf32>
    %old = tile.atomic_rmw add %c1, %n[%c0] : i32, !tile.ref<1xi32>[i32]
    scf.yield %next : tensor<65536xf32>
  }
  tile.store %sum, %o[0] sizes [65536] : tensor<65536xf32>, !tile.ref<65536xf32>
  tile.return
}
