// RUN: %tessera-opt %s --schedule-select-kernels --schedule-lower-blocks | FileCheck %s
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

// A squeezed axis comes back as an axis of the array that the slice drops.
// CHECK-LABEL: tile.kernel @squeezed(%{{.*}}: !tile.ref<8x128xf32>{{.*}}schedule.axis_order
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] sizes [1, 128] {{.*}}drop [0] : {{.*}} -> tensor<128xf32>
tile.kernel @squeezed(%x: !tile.ref<128xf32> {tile.block = #tile.block<1x128 of 8x128xf32 at @row squeeze [0]>})
    attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [128] : !tile.ref<128xf32> -> tensor<128xf32>
  tile.return
}
