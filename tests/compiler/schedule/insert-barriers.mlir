// RUN: %tessera-opt %s --schedule-insert-barriers | FileCheck %s
#l = #tilegpu.linear<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], shape = [512]>

tilegpu.module @sm_90a {
  // CHECK-LABEL: tilegpu.kernel @in_place
  // CHECK-NOT: tilegpu.barrier
  tilegpu.kernel @in_place(%x: !tilegpu.ref<1024xf32> {tilegpu.access = #tilegpu.access<readwrite>}, %i: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %0 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<1024xf32> -> tensor<512xf32, #l>
    tilegpu.store %0, %x[%i] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<1024xf32>
    tilegpu.return
  }
  // Another place, then another array, then the first again.
  // CHECK-LABEL: tilegpu.kernel @moved
  // CHECK: tilegpu.load
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.store
  // CHECK-NEXT: tilegpu.store
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.load
  tilegpu.kernel @moved(%x: !tilegpu.ref<1024xf32> {tilegpu.access = #tilegpu.access<readwrite>},
                        %y: !tilegpu.ref<1024xf32> {tilegpu.access = #tilegpu.access<write>}, %i: i32, %j: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %0 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<1024xf32> -> tensor<512xf32, #l>
    tilegpu.store %0, %x[%j] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<1024xf32>
    tilegpu.store %0, %y[%j] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<1024xf32>
    %1 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<1024xf32> -> tensor<512xf32, #l>
    tilegpu.return
  }
  // A scalar is written by one thread and read by all.
  // CHECK-LABEL: tilegpu.kernel @scalar
  // CHECK: tilegpu.store
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.load
  tilegpu.kernel @scalar(%x: !tilegpu.ref<f32> {tilegpu.access = #tilegpu.access<readwrite>}, %v: f32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    tilegpu.store %v, %x[] axes [] : f32, !tilegpu.ref<f32>
    %0 = tilegpu.load %x[] axes [] : !tilegpu.ref<f32> -> f32
    tilegpu.return
  }
  // The next pass of the loop reads where this one wrote.
  // CHECK-LABEL: tilegpu.kernel @around_the_loop
  // CHECK: scf.for
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.load
  tilegpu.kernel @around_the_loop(%x: !tilegpu.ref<1024xf32> {tilegpu.access = #tilegpu.access<readwrite>}, %n: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<1024xf32> -> tensor<512xf32, #l>
      tilegpu.store %0, %x[%i] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<1024xf32>
    }
    tilegpu.return
  }
  // A pass of the loop writes where no other does; one that moves on by less than it writes meets itself.
  // CHECK-LABEL: tilegpu.kernel @moves_on
  // CHECK-NOT: tilegpu.barrier
  // CHECK: tilegpu.store
  // CHECK-LABEL: tilegpu.kernel @overlaps
  // CHECK: tilegpu.barrier
  // CHECK-NEXT: tilegpu.store
  tilegpu.kernel @moves_on(%x: !tilegpu.ref<8192xf32> {tilegpu.access = #tilegpu.access<write>}, %v: f32, %n: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c512 = arith.constant 512 : i32
    %0 = tilegpu.splat %v : f32 -> tensor<512xf32, #l>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %at = arith.muli %i, %c512 : i32
      %from = arith.addi %at, %n : i32
      tilegpu.store %0, %x[%from] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>
    }
    tilegpu.return
  }
  tilegpu.kernel @overlaps(%x: !tilegpu.ref<8192xf32> {tilegpu.access = #tilegpu.access<write>}, %v: f32, %n: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c256 = arith.constant 256 : i32
    %0 = tilegpu.splat %v : f32 -> tensor<512xf32, #l>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %at = arith.muli %i, %c256 : i32
      tilegpu.store %0, %x[%at] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>
    }
    tilegpu.return
  }
  // Boxes side by side, and indices that count up from places far enough from each other; the last two overlap.
  // CHECK-LABEL: tilegpu.kernel @side_by_side
  // CHECK: tilegpu.store
  // CHECK-NEXT: tilegpu.store
  // CHECK-NEXT: tilegpu.scatter
  // CHECK-NEXT: tilegpu.scatter
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.scatter
  tilegpu.kernel @side_by_side(%x: !tilegpu.ref<8192xf32> {tilegpu.access = #tilegpu.access<write>}, %y: !tilegpu.ref<8192xf32> {tilegpu.access = #tilegpu.access<write>}, %v: f32, %n: i32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c512 = arith.constant 512 : i32
    %d512 = arith.constant dense<512> : tensor<512xi32, #l>
    %d300 = arith.constant dense<300> : tensor<512xi32, #l>
    %0 = tilegpu.splat %v : f32 -> tensor<512xf32, #l>
    %i = tilegpu.iota 0 : tensor<512xi32, #l>
    %next = arith.addi %n, %c512 : i32
    %nn = tilegpu.splat %n : i32 -> tensor<512xi32, #l>
    %at = arith.addi %nn, %i : tensor<512xi32, #l>
    %behind = arith.addi %at, %d512 : tensor<512xi32, #l>
    %within = arith.addi %at, %d300 : tensor<512xi32, #l>
    tilegpu.store %0, %x[%n] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>
    tilegpu.store %0, %x[%next] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>
    tilegpu.scatter %0, %y[%at] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>[tensor<512xi32, #l>]
    tilegpu.scatter %0, %y[%behind] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>[tensor<512xi32, #l>]
    tilegpu.scatter %0, %y[%within] : tensor<512xf32, #l>, !tilegpu.ref<8192xf32>[tensor<512xi32, #l>]
    tilegpu.return
  }
  // Backwards from its offset on.
  // CHECK-LABEL: tilegpu.kernel @backwards
  // CHECK: tilegpu.barrier
  // CHECK-NEXT: tilegpu.load
  tilegpu.kernel @backwards(%x: !tilegpu.ref<1024xf32> {tilegpu.access = #tilegpu.access<readwrite>}, %v: f32)
      attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c511 = arith.constant 511 : i32
    %0 = tilegpu.splat %v : f32 -> tensor<512xf32, #l>
    tilegpu.store %0, %x[%c0] axes [0] : tensor<512xf32, #l>, !tilegpu.ref<1024xf32>
    %1 = tilegpu.load %x[%c511] axes [0] strides [-1] : !tilegpu.ref<1024xf32> -> tensor<512xf32, #l>
    tilegpu.return
  }
}
