// RUN: %tessera-opt %s --schedule-select-kernels --schedule-analyze-access --schedule-choose-layouts --schedule-place-kernels --schedule-assign-shared --verify-tilegpu | FileCheck %s
// CHECK: tilegpu.module

// A loaded value wanted in two layouts is converted once.
// CHECK-LABEL: tilegpu.kernel @converted
// CHECK: %[[X:.*]] = tilegpu.load
// CHECK: tilegpu.convert_layout %[[X]]
tile.kernel @converted(%x: !tile.ref<32xf32>, %o: !tile.ref<32x32xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [32] : !tile.ref<32xf32> -> tensor<32xf32>
  %1 = tile.broadcast %0 axes [0] : tensor<32xf32> -> tensor<32x32xf32>
  %2 = tile.broadcast %0 axes [1] : tensor<32xf32> -> tensor<32x32xf32>
  %3 = arith.addf %1, %2 : tensor<32x32xf32>
  tile.store %3, %o[0, 0] sizes [32, 32] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  tile.return
}

// A loop carries a tensor in one layout.
// CHECK-LABEL: tilegpu.kernel @loop
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<1024xf32, #[[L:.*]]>)
// CHECK: scf.yield %{{.*}} : tensor<1024xf32, #[[L]]>
tile.kernel @loop(%x: !tile.ref<1024xf32>, %n: i32, %o: !tile.ref<1024xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tile.load %x[0] sizes [1024] : !tile.ref<1024xf32> -> tensor<1024xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> (tensor<1024xf32>) : i32 {
    %2 = arith.addf %acc, %0 : tensor<1024xf32>
    scf.yield %2 : tensor<1024xf32>
  }
  tile.store %1, %o[0] sizes [1024] : tensor<1024xf32>, !tile.ref<1024xf32>
  tile.return
}

// Scalars stay scalars, alignments and names come along.
// CHECK-LABEL: tilegpu.kernel @scalar_store(%{{.*}}: !tilegpu.ref<10xi32> {tilegpu.access = #tilegpu.access<write>, tilegpu.alignment = 16 : i64, tilegpu.name = "o_ref"}
// CHECK: tilegpu.store %{{.*}} axes [] : i32
tile.kernel @scalar_store(%o: !tile.ref<10xi32> {tile.name = "o_ref", tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %i = tile.program_id 0
  tile.store %i, %o[%i] sizes [1] drop [0] : i32, !tile.ref<10xi32>
  tile.return
}

// A transpose: the load is wide along rows, the store along columns, and between them one conversion, of the value, not of what says where it goes.
// CHECK-LABEL: tilegpu.kernel @turns
// CHECK: %[[V:.*]] = tilegpu.gather {{.*}}{vector = 4 : i64}
// CHECK-NOT: tilegpu.convert_layout {{.*}}xi32
// CHECK: tilegpu.convert_layout %[[V]] {{.*}}xf32
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tilegpu.scatter {{.*}}{vector = {{[24]}} : i64}
tile.kernel @turns(%x: !tile.ref<?xf32>, %y: !tile.ref<?xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %i = tile.iota 0 : tensor<64xi32>
  %row = tile.reshape %i : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.reshape %i : tensor<64xi32> -> tensor<1x64xi32>
  %pitch = arith.constant dense<64> : tensor<64x1xi32>
  %pitches = arith.constant dense<64> : tensor<1x64xi32>
  %rows = tile.broadcast %row axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column axes [0, 1] : tensor<1x64xi32> -> tensor<64x64xi32>
  %down = arith.muli %row, %pitch : tensor<64x1xi32>
  %downs = tile.broadcast %down axes [0, 1] : tensor<64x1xi32> -> tensor<64x64xi32>
  %across = arith.muli %column, %pitches : tensor<1x64xi32>
  %acrosses = tile.broadcast %across axes [0, 1] : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %downs, %columns : tensor<64x64xi32>
  %a = tile.gather %x[%at] : !tile.ref<?xf32>[tensor<64x64xi32>] -> tensor<64x64xf32>
  %turned = arith.addi %rows, %acrosses : tensor<64x64xi32>
  tile.scatter %a, %y[%turned] : tensor<64x64xf32>, !tile.ref<?xf32>[tensor<64x64xi32>]
  tile.return
}
