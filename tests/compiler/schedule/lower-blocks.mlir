// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-grid --schedule-lower-blocks | FileCheck %s
func.func private @map(%i: i32) -> i32 {
  return %i : i32
}
func.func private @row(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}

// CHECK: tilegpu.module

// The index map is inlined; 512 divides 1024, so nothing is masked.
// CHECK-LABEL: tile.kernel @whole_blocks(%{{.*}}: !tile.ref<1024xf32>{{.*}}schedule.axis_order
// CHECK-NOT: tile.block
// CHECK: %[[I:.*]] = tile.program_id 0
// CHECK: %[[ORIGIN:.*]] = arith.muli %[[I]], %{{.*}} : i32
// CHECK: tile.load %{{.*}}[%[[ORIGIN]]] sizes [512]
// CHECK-NOT: mask
tile.kernel @whole_blocks(%x: !tile.ref<512xf32> {tile.block = #tile.block<512 of 1024xf32 at @map>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [512] : !tile.ref<512xf32> -> tensor<512xf32>
  tile.return
}

// The last block reaches past the end: reads there are NaN, writes vanish.
// CHECK-LABEL: tile.kernel @ragged({{.*}}schedule.axis_order
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000>
// CHECK: tile.load %{{.*}} mask %[[INSIDE]] : tensor<512xi1> other %[[NAN]]
// CHECK: %[[INSIDE2:.*]] = arith.cmpi ult
// CHECK: tile.store %{{.*}} mask %[[INSIDE2]]
tile.kernel @ragged(%x: !tile.ref<512xf32> {tile.block = #tile.block<512 of 1000xf32 at @map>},
                    %o: !tile.ref<512xf32> {tile.block = #tile.block<512 of 1000xf32 at @map>, tile.access = #tile.access<write>})
    attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [512] : !tile.ref<512xf32> -> tensor<512xf32>
  tile.store %0, %o[0] sizes [512] : tensor<512xf32>, !tile.ref<512xf32>
  tile.return
}

// Where the program masks by itself, `other` is what it reads, outside of the array too.
// CHECK-LABEL: tile.kernel @ragged_and_masked({{.*}}schedule.axis_order
// CHECK: %[[OWN:.*]] = tile.broadcast
// CHECK: %[[OTHER:.*]] = arith.select %[[OWN]], %{{.*}}, %{{.*}} : tensor<512xi1>, tensor<512xf32>
// CHECK: tile.load %{{.*}} mask %{{.*}} : tensor<512xi1> other %[[OTHER]]
tile.kernel @ragged_and_masked(%x: !tile.ref<512xf32> {tile.block = #tile.block<512 of 1000xf32 at @map>}, %m: i1) attributes {source = "pallas"} {
  %mask = tile.broadcast %m axes [] : i1 -> tensor<512xi1>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %0 = tile.load %x[0] sizes [512] mask %mask : tensor<512xi1> other %zero : tensor<512xf32> : !tile.ref<512xf32> -> tensor<512xf32>
  tile.return
}

// A squeezed axis comes back as an axis of the array that the slice drops.
// CHECK-LABEL: tile.kernel @squeezed(%{{.*}}: !tile.ref<8x128xf32>{{.*}}schedule.axis_order
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] sizes [1, 128] {{.*}}drop [0] : {{.*}} -> tensor<128xf32>
tile.kernel @squeezed(%x: !tile.ref<128xf32> {tile.block = #tile.block<1x128 of 8x128xf32 at @row squeeze [0]>})
    attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [128] : !tile.ref<128xf32> -> tensor<128xf32>
  tile.return
}

// A block indexed by element may begin before the array: the map counts from the padding's start, and what lies outside on either side is masked.
// CHECK-LABEL: tile.kernel @padded({{.*}}schedule.axis_order
// CHECK-NOT: tile.padding
// CHECK: %[[PAD:.*]] = arith.constant -1 : i32
// CHECK: %[[BEGIN:.*]] = arith.addi %{{.*}}, %[[PAD]] : i32
// CHECK: arith.cmpi ult
// CHECK: tile.load %{{.*}}[%[[BEGIN]]] sizes [4] {{.*}}mask
tile.kernel @padded(%x: !tile.ref<4xf32> {tile.block = #tile.block<4 of 10xf32 at @map element [0]>, tile.padding = array<i64: 1, 0>})
    attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [4] : !tile.ref<4xf32> -> tensor<4xf32>
  tile.return
}

// An index map that reads the kernel's first Ref.
func.func private @indirect(%i: i32, %order: !tile.ref<4xi32>) -> i32 {
  %0 = tile.load %order[%i] sizes [1] drop [0] : !tile.ref<4xi32> -> i32
  return %0 : i32
}
// CHECK-LABEL: tile.kernel @prefetched(%{{.*}}: !tile.ref<4xi32>{{.*}}, %{{.*}}: !tile.ref<8xi32>{{.*}}schedule.axis_order
// CHECK: %[[I:.*]] = tile.program_id 0
// CHECK: %[[BLOCK:.*]] = tile.load %[[ORDER:.*]][%[[I]]] sizes [1]
// CHECK: %[[ORIGIN:.*]] = arith.muli %[[BLOCK]]
// CHECK: tile.load %{{.*}}[%[[ORIGIN]]] sizes [2]
tile.kernel @prefetched(%order: !tile.ref<4xi32>, %x: !tile.ref<2xi32> {tile.block = #tile.block<2 of 8xi32 at @indirect>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [2] : !tile.ref<2xi32> -> tensor<2xi32>
  tile.return
}

// Loops along axes of the grid: blocks' places are computed where their ids are known, and the other ids come from the block's number.
func.func private @places(%i: i32, %k: i32, %j: i32) -> (i32, i32) {
  return %i, %j : i32, i32
}
// CHECK-LABEL: tile.kernel @looped({{.*}}schedule.blocks = 6
// CHECK: %[[N:.*]] = tile.program_id 0
// CHECK: %[[I:.*]] = arith.divui %[[N]], %{{.*}} : i32
// CHECK: %[[J:.*]] = arith.remui %[[N]], %{{.*}} : i32
// CHECK: tile.load %{{.*}}[%{{.*}}] sizes [2, 2]
// CHECK: scf.for
// CHECK-NOT: schedule.grid_axis
tile.kernel @looped(%o: !tile.ref<2x2xi32> {tile.access = #tile.access<readwrite>, tile.block = #tile.block<2x2 of 4x6xi32 at @places>})
    attributes {source = "pallas"} {
  %k = tile.program_id 1
  %0 = tile.load %o[0, 0] sizes [2, 2] : !tile.ref<2x2xi32> -> tensor<2x2xi32>
  %1 = tile.broadcast %k axes [] : i32 -> tensor<2x2xi32>
  %2 = arith.addi %0, %1 : tensor<2x2xi32>
  tile.store %2, %o[0, 0] sizes [2, 2] : tensor<2x2xi32>, !tile.ref<2x2xi32>
  tile.return
}
func.func @main(%o: tensor<4x6xi32>) {
  %0 = tile.launch @looped grid [2, 5, 3] (%o) : (tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}
