// RUN: %tessera-opt %s --schedule-lower-dots | FileCheck %s

// CHECK-DAG: #[[ROWS:.*]] = #tilegpu.linear<register = {{.*}}warp = {{\[\[}}16, 0], [32, 0]], shape = [64, 32]>
// CHECK-DAG: #[[MMA:.*]] = #tilegpu.linear<register = {{\[\[}}0, 1], [8, 0], {{.*}}warp = {{\[\[}}16, 0], [0, 32]], shape = [64, 64]>
tilegpu.module @sm_80 {
// A loop whose loads feed a product: a ring of slots, two passes ahead of the one that multiplies.
// CHECK-LABEL: tile.kernel @ring
// CHECK-DAG: %[[A:.*]] = tilegpu.alloc_shared {schedule.ordered, swizzle = 64 : i64} : !tile.ref<3x64x32xf16, smem>
// CHECK-DAG: %[[B:.*]] = tilegpu.alloc_shared {schedule.ordered, swizzle = 128 : i64} : !tile.ref<3x32x64xf16, smem>
// CHECK-NOT: tilegpu.barrier
// CHECK: scf.if
// CHECK: %[[X:.*]] = tile.load %{{.*}} [0, %{{.*}}] sizes [64, 32] {schedule.async}
// CHECK: tile.store %[[X]], %[[A]] [%{{.*}}, 0, 0] sizes [1, 64, 32] drop [0] {schedule.async}
// CHECK: tilegpu.commit_copies_in
// CHECK: scf.if
// CHECK: tilegpu.commit_copies_in
// CHECK: %[[LOOP:.*]]:3 = scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[SLOT:.*]] = %{{.*}}, %[[NEXT:.*]] = %{{.*}}) -> (tensor<64x64xf32>, i32, i32)
// CHECK-NEXT: tilegpu.wait_copies_in 1
// CHECK-NEXT: tilegpu.barrier
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]],
// CHECK: %[[IS:.*]] = arith.cmpi slt, %[[AHEAD]], %[[N]]
// CHECK: scf.if %[[IS]]
// CHECK: tile.store %{{.*}}, %[[A]] [%[[NEXT]], 0, 0]
// CHECK: tilegpu.commit_copies_in
// CHECK: %[[LEFT:.*]] = tilegpu.subview %[[A]] [%[[SLOT]], 0, 0] sizes [1, 64, 32] drop [0]
// CHECK: %[[RIGHT:.*]] = tilegpu.subview %[[B]] [%[[SLOT]], 0, 0]
// CHECK: tilegpu.dot{{ +}}mma %[[SUM]], %[[LEFT]], %[[RIGHT]] {schedule.layouts = [#[[MMA]]]} : tensor<64x64xf32>
// CHECK: scf.yield
tile.kernel @ring(%x: !tile.ref<64x256xf16>, %y: !tile.ref<256x64xf16>, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas", schedule.num_stages = 3 : i64} {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %k = arith.muli %i, %c32 : i32
    %a = tile.load %x[0, %k] sizes [64, 32] : !tile.ref<64x256xf16> -> tensor<64x32xf16>
    %b = tile.load %y[%k, 0] sizes [32, 64] : !tile.ref<256x64xf16> -> tensor<32x64xf16>
    %p = tile.dot %a, %b : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
    %n = arith.addf %s, %p : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  tile.store %sum, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  tile.return
}

// Bytes that become f16: a ring of bytes, from which each pass casts to the product's buffer.
// CHECK-LABEL: tile.kernel @cast
// CHECK: %[[BYTES:.*]] = tilegpu.alloc_shared {schedule.ordered, swizzle = 0 : i64} : !tile.ref<3x32x64xi8, smem>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tile.store %{{.*}}, %[[BYTES]] {{.*}}schedule.async
// CHECK: %[[SLOT:.*]] = tilegpu.subview %[[BYTES]]
// CHECK: %[[READ:.*]] = tile.load %[[SLOT]] [0, 0] sizes [32, 64]
// CHECK: %[[CAST:.*]] = tile.cast %[[READ]]
// CHECK: tile.store %[[CAST]], %[[B:.*]] [0, 0]
// CHECK: tilegpu.dot{{ +}}mma %{{.*}}, %{{.*}}, %[[B]]
tile.kernel @cast(%x: !tile.ref<64x256xf16>, %y: !tile.ref<256x64xi8>, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas", schedule.num_stages = 3 : i64} {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %k = arith.muli %i, %c32 : i32
    %a = tile.load %x[0, %k] sizes [64, 32] : !tile.ref<64x256xf16> -> tensor<64x32xf16>
    %b = tile.load %y[%k, 0] sizes [32, 64] : !tile.ref<256x64xi8> -> tensor<32x64xi8>
    %w = tile.cast %b : tensor<32x64xi8> -> tensor<32x64xf16>
    %p = tile.dot %a, %w : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
    %n = arith.addf %s, %p : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  tile.store %sum, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  tile.return
}

// A scale of each pass is asked for two passes ahead, past the last pass the first one's again.
// CHECK-LABEL: tile.kernel @beside
// CHECK: %[[FIRST:.*]] = tile.load %{{.*}} [%{{.*}}] sizes [1] drop [0] : <8xf32> -> f32
// CHECK: %[[SECOND:.*]] = tile.load %{{.*}} [%{{.*}}] sizes [1] drop [0] : <8xf32> -> f32
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[NOW:.*]] = %[[FIRST]], %[[LATER:.*]] = %[[SECOND]], %{{.*}}, %{{.*}})
// CHECK: %[[IS:.*]] = arith.cmpi slt
// CHECK: %[[PASS:.*]] = arith.select %{{.*}}, %{{.*}}, %c0_i32
// CHECK: %[[ASKED:.*]] = tile.load %{{.*}} [%[[PASS]]] sizes [1] drop [0]
// CHECK: %[[SCALE:.*]] = tile.broadcast %[[NOW]]
// CHECK: arith.mulf %{{.*}}, %[[SCALE]]
// CHECK: scf.yield %{{.*}}, %[[LATER]], %[[ASKED]],
tile.kernel @beside(%x: !tile.ref<64x256xf16>, %y: !tile.ref<256x64xf16>, %z: !tile.ref<8xf32>, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas", schedule.num_stages = 3 : i64} {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %k = arith.muli %i, %c32 : i32
    %a = tile.load %x[0, %k] sizes [64, 32] : !tile.ref<64x256xf16> -> tensor<64x32xf16>
    %b = tile.load %y[%k, 0] sizes [32, 64] : !tile.ref<256x64xf16> -> tensor<32x64xf16>
    %f = tile.load %z[%i] sizes [1] drop [0] : !tile.ref<8xf32> -> f32
    %p = tile.dot %a, %b : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
    %fa = tile.broadcast %f axes [] : f32 -> tensor<64x64xf32>
    %q = arith.mulf %p, %fa : tensor<64x64xf32>
    %n = arith.addf %s, %q : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  tile.store %sum, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  tile.return
}

// Attention's second product takes what is computed from the first one's sum from registers; a transposed operand is a view.
// CHECK-LABEL: tile.kernel @chain
// CHECK: %[[K:.*]] = tilegpu.alloc_shared {swizzle = 128 : i64} : !tile.ref<32x64xf16, smem>
// CHECK: %[[V:.*]] = tilegpu.alloc_shared {swizzle = 128 : i64} : !tile.ref<32x64xf16, smem>
// CHECK: %[[T:.*]] = tilegpu.transpose_ref %[[K]] [1, 0]
// CHECK: %[[S:.*]] = tilegpu.dot{{ +}}mma %{{.*}}, %{{.*}}, %[[T]] {schedule.layouts = [#[[ROWS]]]}
// CHECK: %[[E:.*]] = math.exp %[[S]]
// CHECK: %[[P:.*]] = tile.cast %[[E]]
// CHECK: tilegpu.dot{{ +}}mma %{{.*}}, %[[P]], %[[V]] {{.*}} : tensor<64x64xf32>, tensor<64x32xf16>, !tile.ref<32x64xf16, smem>
tile.kernel @chain(%q: !tile.ref<64x64xf16>, %k: !tile.ref<32x64xf16>, %v: !tile.ref<32x64xf16>, %o: !tile.ref<64x64xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %q[0, 0] sizes [64, 64] : !tile.ref<64x64xf16> -> tensor<64x64xf16>
  %1 = tile.load %k[0, 0] sizes [32, 64] : !tile.ref<32x64xf16> -> tensor<32x64xf16>
  %2 = tile.load %v[0, 0] sizes [32, 64] : !tile.ref<32x64xf16> -> tensor<32x64xf16>
  %t = tile.transpose %1 [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
  %s = tile.dot %0, %t : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
  %e = math.exp %s : tensor<64x32xf32>
  %p = tile.cast %e : tensor<64x32xf32> -> tensor<64x32xf16>
  %r = tile.dot %p, %2 : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
  tile.store %r, %o[0, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  tile.return
}

// Which instruction: f32 as it is by multiply-adds, tf32 by mma.sync; a result of 16 bits is accumulated in 32; 8-bit integers; too small a product.
// CHECK-LABEL: tile.kernel @instructions
// CHECK: tilegpu.dot{{ +}}fma {{.*}} : tensor<32x32xf32>, !tile.ref<32x32xf32, smem>
// CHECK: tilegpu.dot{{ +}}mma {{.*}}precision = #tilegpu<dot_precision tf32>{{.*}} : tensor<32x32xf32>, !tile.ref<32x32xf32, smem>
// CHECK: %[[H:.*]] = tilegpu.dot{{ +}}mma {{.*}} : tensor<32x32xf32>, !tile.ref<32x32xf16, smem>
// CHECK: tile.cast %[[H]] : tensor<32x32xf32> -> tensor<32x32xf16>
// CHECK: tilegpu.dot{{ +}}mma {{.*}} : tensor<32x32xi32>, !tile.ref<32x32xi8, smem>
// CHECK: tilegpu.dot{{ +}}fma {{.*}} : tensor<8x8xf32>, !tile.ref<8x8xf16, smem>
tile.kernel @instructions(%x: !tile.ref<32x32xf32>, %h: !tile.ref<32x32xf16>, %i: !tile.ref<32x32xi8>, %o: !tile.ref<32x32xf32>, %oh: !tile.ref<32x32xf16>, %oi: !tile.ref<32x32xi32>) attributes {source = "pallas"} {
  %0 = tile.load %x[0, 0] sizes [32, 32] : !tile.ref<32x32xf32> -> tensor<32x32xf32>
  %1 = tile.dot %0, %0 : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  tile.store %1, %o[0, 0] sizes [32, 32] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  %2 = tile.dot %0, %0 {precision = #tile<precision tf32>} : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  tile.store %2, %o[0, 0] sizes [32, 32] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  %3 = tile.load %h[0, 0] sizes [32, 32] : !tile.ref<32x32xf16> -> tensor<32x32xf16>
  %4 = tile.dot %3, %3 : tensor<32x32xf16>, tensor<32x32xf16> -> tensor<32x32xf16>
  tile.store %4, %oh[0, 0] sizes [32, 32] : tensor<32x32xf16>, !tile.ref<32x32xf16>
  %5 = tile.load %i[0, 0] sizes [32, 32] : !tile.ref<32x32xi8> -> tensor<32x32xi8>
  %6 = tile.dot %5, %5 : tensor<32x32xi8>, tensor<32x32xi8> -> tensor<32x32xi32>
  tile.store %6, %oi[0, 0] sizes [32, 32] : tensor<32x32xi32>, !tile.ref<32x32xi32>
  %7 = tile.load %h[0, 0] sizes [8, 8] : !tile.ref<32x32xf16> -> tensor<8x8xf16>
  %8 = tile.dot %7, %7 : tensor<8x8xf16>, tensor<8x8xf16> -> tensor<8x8xf32>
  tile.store %8, %o[0, 0] sizes [8, 8] : tensor<8x8xf32>, !tile.ref<32x32xf32>
  tile.return
}

// Keys that pointers make columns of: read as rows, 16 bytes at a time, ahead of the product that sees them transposed; what is masked is a zero that was cast. The product
// that wants them as rows has the same buffer.
// CHECK-LABEL: tile.kernel @columns
// CHECK: tilegpu.alloc_shared {schedule.ordered{{.*}}!tile.ref<{{[0-9]+}}x64x32xf16, smem>
// CHECK: tile.gather {{.*}}schedule.async{{.*}} -> tensor<64x32xf16>
// CHECK: scf.for
// CHECK: tile.gather {{.*}}schedule.async{{.*}} -> tensor<64x32xf16>
// CHECK: tilegpu.transpose_ref
// CHECK: tilegpu.dot
// CHECK: tilegpu.dot
tile.kernel @columns(%q: !tile.ref<64x32xf16>, %k: !tile.ref<?xf16>, %o: !tile.ref<64x32xf32>, %n: i32) attributes {source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %q[0, 0] sizes [64, 32] : !tile.ref<64x32xf16> -> tensor<64x32xf16>
  %i = tile.iota 0 : tensor<32xi32>
  %j = tile.iota 0 : tensor<64xi32>
  %row = tile.reshape %i : tensor<32xi32> -> tensor<32x1xi32>
  %column = tile.reshape %j : tensor<64xi32> -> tensor<1x64xi32>
  %pitch = arith.constant dense<32> : tensor<1x64xi32>
  %far = arith.muli %column, %pitch : tensor<1x64xi32>
  %rows = tile.broadcast %row axes [0, 1] : tensor<32x1xi32> -> tensor<32x64xi32>
  %columns = tile.broadcast %far axes [0, 1] : tensor<1x64xi32> -> tensor<32x64xi32>
  %own = tile.broadcast %column axes [0, 1] : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %rows, %columns : tensor<32x64xi32>
  %half = tile.cast %zero : f32 -> f16
  %other = tile.broadcast %half axes [] : f16 -> tensor<32x64xf16>
  %sum = scf.for %s = %c0 to %n step %c64 iter_args(%acc = %none) -> (tensor<64x32xf32>) : i32 {
    %c32 = arith.constant 32 : i32
    %begin = arith.muli %s, %c32 : i32
    %b = tile.broadcast %begin axes [] : i32 -> tensor<32x64xi32>
    %here = arith.addi %at, %b : tensor<32x64xi32>
    %ss = tile.broadcast %s axes [] : i32 -> tensor<32x64xi32>
    %nn = tile.broadcast %n axes [] : i32 -> tensor<32x64xi32>
    %mine = arith.addi %own, %ss : tensor<32x64xi32>
    %m = arith.cmpi slt, %mine, %nn : tensor<32x64xi32>
    %keys = tile.gather %k[%here] mask %m : tensor<32x64xi1> other %other : tensor<32x64xf16> : !tile.ref<?xf16>[tensor<32x64xi32>] -> tensor<32x64xf16>
    %p = tile.dot %a, %keys : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
    %turned = tile.transpose %keys [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
    %w = tile.cast %p : tensor<64x64xf32> -> tensor<64x64xf16>
    %o1 = tile.dot %w, %turned : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
    %next = arith.addf %acc, %o1 : tensor<64x32xf32>
    scf.yield %next : tensor<64x32xf32>
  }
  tile.store %sum, %o[0, 0] sizes [64, 32] : tensor<64x32xf32>, !tile.ref<64x32xf32>
  tile.return
}
}
