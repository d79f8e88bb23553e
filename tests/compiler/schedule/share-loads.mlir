// RUN: %tessera-opt %s --schedule-select-kernels --schedule-fold-launches --schedule-share-loads | FileCheck %s
// What is read once, and what is read again.
// CHECK: tilegpu.module

// Every launch says 256: the loops are one pass each, and both read the same elements; the store between them is to another array.
// CHECK-LABEL: tile.kernel @row({{.*}}schedule.axis_order
// CHECK-NOT: scf.for
// CHECK: tile.gather %arg0
// CHECK: tile.store {{.*}}%arg1
// CHECK-NOT: tile.gather
// CHECK: tile.scatter
tile.kernel @row(%x: !tile.ref<?xf32> {tile.access = #tile.access<read>, tile.name = "x"}, %mean: !tile.ref<1xf32> {tile.access = #tile.access<write>, tile.name = "mean"},
                 %y: !tile.ref<?xf32> {tile.access = #tile.access<write>, tile.name = "y"}, %n: i32 {tile.access = #tile.access<read>, tile.name = "n"}) attributes {source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %i = tile.iota 0 : tensor<256xi32>
  %sums = scf.for %k = %c0 to %n step %c256 iter_args(%sum = %zero) -> (tensor<256xf32>) : i32 {
    %kk = tile.broadcast %k axes [] : i32 -> tensor<256xi32>
    %at = arith.addi %kk, %i : tensor<256xi32>
    %nn = tile.broadcast %n axes [] : i32 -> tensor<256xi32>
    %m = arith.cmpi slt, %at, %nn : tensor<256xi32>
    %v = tile.gather %x[%at] mask %m : tensor<256xi1> other %zero : tensor<256xf32> : !tile.ref<?xf32>[tensor<256xi32>] -> tensor<256xf32>
    %next = arith.addf %sum, %v : tensor<256xf32>
    scf.yield %next : tensor<256xf32>
  }
  %sum = tile.reduce add %sums axes [0] : tensor<256xf32> -> f32
  tile.store %sum, %mean[0] sizes [1] drop [0] : f32, !tile.ref<1xf32>
  scf.for %k = %c0 to %n step %c256 : i32 {
    %kk = tile.broadcast %k axes [] : i32 -> tensor<256xi32>
    %at = arith.addi %kk, %i : tensor<256xi32>
    %nn = tile.broadcast %n axes [] : i32 -> tensor<256xi32>
    %m = arith.cmpi slt, %at, %nn : tensor<256xi32>
    %v = tile.gather %x[%at] mask %m : tensor<256xi1> : !tile.ref<?xf32>[tensor<256xi32>] -> tensor<256xf32>
    %s = tile.broadcast %sum axes [] : f32 -> tensor<256xf32>
    %d = arith.subf %v, %s : tensor<256xf32>
    tile.scatter %d, %y[%at] mask %m : tensor<256xi1> : tensor<256xf32>, !tile.ref<?xf32>[tensor<256xi32>]
  }
  tile.return
}
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %n = arith.constant 256 : i32
  %m, %y = tile.launch @row grid [1] (%x, %n) : (tensor<256xf32>, i32) -> (tensor<1xf32>, tensor<256xf32>)
  return %y : tensor<256xf32>
}

// Four passes that another loop reads, too, are written out; 1,024 bytes of it are 8 a thread.
// CHECK-LABEL: tile.kernel @chunks({{.*}}schedule.axis_order
// CHECK-NOT: scf.for
// CHECK-COUNT-4: tile.load
// CHECK-NOT: tile.load
// CHECK-COUNT-4: tile.store
tile.kernel @chunks(%x: !tile.ref<256xf32> {tile.access = #tile.access<read>}, %y: !tile.ref<256xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %sums = scf.for %k = %c0 to %c256 step %c64 iter_args(%sum = %zero) -> (tensor<64xf32>) : i32 {
    %v = tile.load %x[%k] sizes [64] : !tile.ref<256xf32> -> tensor<64xf32>
    %next = arith.addf %sum, %v : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  scf.for %k = %c0 to %c256 step %c64 : i32 {
    %v = tile.load %x[%k] sizes [64] : !tile.ref<256xf32> -> tensor<64xf32>
    %d = arith.subf %v, %sums : tensor<64xf32>
    tile.store %d, %y[%k] sizes [64] : tensor<64xf32>, !tile.ref<256xf32>
  }
  tile.return
}

// 1 MiB is 8 KiB a thread: read again.
// CHECK-LABEL: tile.kernel @too_much({{.*}}schedule.axis_order
// CHECK-COUNT-2: scf.for
tile.kernel @too_much(%x: !tile.ref<262144xf32> {tile.access = #tile.access<read>}, %y: !tile.ref<262144xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %c0 = arith.constant 0 : i32
  %step = arith.constant 65536 : i32
  %end = arith.constant 262144 : i32
  %zero = arith.constant dense<0.0> : tensor<65536xf32>
  %sums = scf.for %k = %c0 to %end step %step iter_args(%sum = %zero) -> (tensor<65536xf32>) : i32 {
    %v = tile.load %x[%k] sizes [65536] : !tile.ref<262144xf32> -> tensor<65536xf32>
    %next = arith.addf %sum, %v : tensor<65536xf32>
    scf.yield %next : tensor<65536xf32>
  }
  scf.for %k = %c0 to %end step %step : i32 {
    %v = tile.load %x[%k] sizes [65536] : !tile.ref<262144xf32> -> tensor<65536xf32>
    %d = arith.subf %v, %sums : tensor<65536xf32>
    tile.store %d, %y[%k] sizes [65536] : tensor<65536xf32>, !tile.ref<262144xf32>
  }
  tile.return
}

// A write to the array itself, in a branch, and an atomic behind which others may have written: each is read again; what nobody writes is not.
// CHECK-LABEL: tile.kernel @written({{.*}}schedule.axis_order
// CHECK-COUNT-3: tile.load %arg0
// CHECK-NOT: tile.load %arg0
// CHECK: tile.return
tile.kernel @written(%x: !tile.ref<64xf32> {tile.access = #tile.access<readwrite>, tile.name = "x"}, %r: !tile.ref<64xf32> {tile.access = #tile.access<read>, tile.name = "r"},
                     %lock: !tile.ref<1xi32> {tile.access = #tile.access<readwrite>}, %y: !tile.ref<4x64xf32> {tile.access = #tile.access<write>}, %p: i1) attributes {source = "triton"} {
  %one = arith.constant 1 : i32
  %a = tile.load %x[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  %r0 = tile.load %r[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  scf.if %p {
    tile.store %r0, %x[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
  }
  %b = tile.load %x[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %old = tile.atomic_rmw add %one, %lock[%c0] : i32, !tile.ref<1xi32>[i32]
  %c = tile.load %x[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  %r1 = tile.load %r[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  %d = tile.load %x[0] sizes [64] : !tile.ref<64xf32> -> tensor<64xf32>
  tile.store %a, %y[0, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<4x64xf32>
  tile.store %b, %y[1, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<4x64xf32>
  tile.store %c, %y[2, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<4x64xf32>
  %e = arith.addf %d, %r1 : tensor<64xf32>
  tile.store %e, %y[3, 0] sizes [1, 64] drop [0] : tensor<64xf32>, !tile.ref<4x64xf32>
  tile.return
}
