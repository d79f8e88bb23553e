// RUN: %tessera-opt %s --schedule-expand-arrays | FileCheck %s
// Operations on whole arrays become few ones. Parts that can be picked by an index need no buffer.

tilegpu.module @sm_90a {
  // One row is picked: all others are made 0, and the bits joined.
  // CHECK-LABEL: tile.kernel @row
  // CHECK: %[[X:.*]] = arith.addf
  // CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : tensor<8x16xi32>
  // CHECK: %[[BITS:.*]] = tile.bitcast %[[X]] : tensor<8x16xf32> -> tensor<8x16xi32>
  // CHECK: %[[OWN:.*]] = arith.select %[[HERE]], %[[BITS]]
  // CHECK: %[[ROW:.*]] = tile.reduce ori %[[OWN]] axes [0] : tensor<8x16xi32> -> tensor<16xi32>
  // CHECK: tile.bitcast %[[ROW]] : tensor<16xi32> -> tensor<16xf32>
  // CHECK-NOT: alloc_shared
  tile.kernel @row(%x: !tile.ref<8x16xf32>, %o: !tile.ref<16xf32>, %i: i32) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [8, 16] : !tile.ref<8x16xf32> -> tensor<8x16xf32>
    %1 = arith.addf %0, %0 : tensor<8x16xf32>
    %2 = tile.slice %1[%i : i32, 0] sizes [1, 16] drop [0] : tensor<8x16xf32> -> tensor<16xf32>
    tile.store %2, %o[0] sizes [16] : tensor<16xf32>, !tile.ref<16xf32>
    tile.return
  }

  // What was just read is read smaller.
  // CHECK-LABEL: tile.kernel @read_less
  // CHECK: tile.load %{{.*}}[2, 5] sizes [3, 2] strides [1, 4] : <8x16xf32> -> tensor<3x2xf32>
  // CHECK-NEXT: tile.store
  tile.kernel @read_less(%x: !tile.ref<8x16xf32>, %o: !tile.ref<3x2xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [8, 16] : !tile.ref<8x16xf32> -> tensor<8x16xf32>
    %1 = tile.slice %0[2, 5] sizes [3, 2] strides [1, 4] : tensor<8x16xf32> -> tensor<3x2xf32>
    tile.store %1, %o[0, 0] sizes [3, 2] : tensor<3x2xf32>, !tile.ref<3x2xf32>
    tile.return
  }

  // Halves are the entries of an axis of 2; odd pieces go through a buffer, where a computed offset stays inside.
  // CHECK-LABEL: tile.kernel @halves
  // CHECK: tile.reshape %{{.*}} : tensor<16xf32> -> tensor<2x8xf32>
  // CHECK: tile.reduce ori {{.*}} axes [0]
  // CHECK: tile.reshape %{{.*}} : tensor<16xf32> -> tensor<8x2xf32>
  // CHECK: tile.reduce ori {{.*}} axes [1]
  // CHECK: %[[LOW:.*]] = arith.maxsi %{{.*}}, %{{.*}} : i32
  // CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %{{.*}} : i32
  // CHECK: %[[B:.*]] = tilegpu.alloc_shared : !tile.ref<16xf32, smem>
  // CHECK: tile.store %{{.*}}, %[[B]] [0] sizes [16]
  // CHECK: tile.load %[[B]] [%[[AT]]] sizes [5]
  tile.kernel @halves(%x: !tile.ref<16xf32>, %o: !tile.ref<8xf32>, %p: !tile.ref<5xf32>, %i: i32) attributes {source = "pallas"} {
    %0 = tile.load %x[0] sizes [16] : !tile.ref<16xf32> -> tensor<16xf32>
    %1 = arith.addf %0, %0 : tensor<16xf32>
    %2 = tile.slice %1[8] sizes [8] : tensor<16xf32> -> tensor<8xf32>
    %3 = tile.slice %1[1] sizes [8] strides [2] : tensor<16xf32> -> tensor<8xf32>
    %4 = arith.addf %2, %3 : tensor<8xf32>
    tile.store %4, %o[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32>
    %5 = tile.slice %1[%i : i32] sizes [5] : tensor<16xf32> -> tensor<5xf32>
    tile.store %5, %p[0] sizes [5] : tensor<5xf32>, !tile.ref<5xf32>
    tile.return
  }

  // CHECK-LABEL: tile.kernel @updates
  // CHECK: tile.broadcast %{{.*}} axes [0, 1] : tensor<1x16xf32> -> tensor<8x16xf32>
  // CHECK: arith.select {{.*}} : tensor<8x16xi1>, tensor<8x16xf32>
  // CHECK: %[[B:.*]] = tilegpu.alloc_shared : !tile.ref<8x16xf32, smem>
  // CHECK: tile.store %{{.*}}, %[[B]] [0, 0] sizes [8, 16]
  // CHECK: tile.store %{{.*}}, %[[B]] [3, 2] sizes [2, 3]
  // CHECK: tile.load %[[B]] [0, 0] sizes [8, 16]
  tile.kernel @updates(%x: !tile.ref<8x16xf32>, %r: !tile.ref<1x16xf32>, %s: !tile.ref<2x3xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [8, 16] : !tile.ref<8x16xf32> -> tensor<8x16xf32>
    %1 = tile.load %r[0, 0] sizes [1, 16] : !tile.ref<1x16xf32> -> tensor<1x16xf32>
    %2 = tile.update_slice %1 into %0[4, 0] : tensor<1x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %3 = tile.load %s[0, 0] sizes [2, 3] : !tile.ref<2x3xf32> -> tensor<2x3xf32>
    %4 = tile.update_slice %3 into %2[3, 2] : tensor<2x3xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    tile.store %4, %x[0, 0] sizes [8, 16] : tensor<8x16xf32>, !tile.ref<8x16xf32>
    tile.return
  }

  // Equal halves are joined by a choice, other parts in a buffer; a reshape of odd extents moves through a flat one.
  // CHECK-LABEL: tile.kernel @joins
  // CHECK: arith.select {{.*}} : tensor<2x8xi1>, tensor<2x8xf32>
  // CHECK: tile.reshape {{.*}} : tensor<2x8xf32> -> tensor<16xf32>
  // CHECK: %[[B:.*]] = tilegpu.alloc_shared : !tile.ref<24xf32, smem>
  // CHECK: tile.store %{{.*}}, %[[B]] [0] sizes [16]
  // CHECK: tile.store %{{.*}}, %[[B]] [16] sizes [8]
  // CHECK: %[[ALL:.*]] = tile.load %[[B]] [0] sizes [24]
  // CHECK: %[[F:.*]] = tilegpu.alloc_shared : !tile.ref<24xf32, smem>
  // CHECK: tile.scatter %[[ALL]], %[[F]]
  // CHECK: tile.gather %[[F]][%{{.*}}] : {{.*}} -> tensor<6x4xf32>
  tile.kernel @joins(%x: !tile.ref<8xf32>, %o: !tile.ref<6x4xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0] sizes [8] : !tile.ref<8xf32> -> tensor<8xf32>
    %1 = arith.negf %0 : tensor<8xf32>
    %2 = tile.concatenate %0, %1 axis 0 : tensor<8xf32>, tensor<8xf32> -> tensor<16xf32>
    %3 = tile.concatenate %2, %0 axis 0 : tensor<16xf32>, tensor<8xf32> -> tensor<24xf32>
    %4 = tile.reshape %3 : tensor<24xf32> -> tensor<6x4xf32>
    tile.store %4, %o[0, 0] sizes [6, 4] : tensor<6x4xf32>, !tile.ref<6x4xf32>
    tile.return
  }

  // An axis of 3 may stay beside what is cut.
  // CHECK-LABEL: tile.kernel @free_reshape
  // CHECK: tile.reshape %{{.*}} : tensor<3x16xf32> -> tensor<3x4x1x4xf32>
  // CHECK-NOT: alloc_shared
  tile.kernel @free_reshape(%x: !tile.ref<3x16xf32>, %o: !tile.ref<3x4x1x4xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [3, 16] : !tile.ref<3x16xf32> -> tensor<3x16xf32>
    %1 = tile.reshape %0 : tensor<3x16xf32> -> tensor<3x4x1x4xf32>
    tile.store %1, %o[0, 0, 0, 0] sizes [3, 4, 1, 4] : tensor<3x4x1x4xf32>, !tile.ref<3x4x1x4xf32>
    tile.return
  }

  // CHECK-LABEL: tile.kernel @take
  // CHECK: %[[I:.*]] = tile.load
  // CHECK: %[[CLAMPED:.*]] = arith.minsi %{{.*}}, %{{.*}} : tensor<5xi32>
  // CHECK: %[[B:.*]] = tilegpu.alloc_shared : !tile.ref<100x4xf32, smem>
  // CHECK: %[[ROWS:.*]] = tile.broadcast %[[CLAMPED]] axes [0] : tensor<5xi32> -> tensor<5x4xi32>
  // CHECK: %[[COLUMNS:.*]] = tile.iota 1 : tensor<5x4xi32>
  // CHECK: tile.gather %[[B]][%[[ROWS]], %[[COLUMNS]]]
  tile.kernel @take(%x: !tile.ref<100x4xf32>, %i: !tile.ref<5xi32>, %o: !tile.ref<5x4xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [100, 4] : !tile.ref<100x4xf32> -> tensor<100x4xf32>
    %1 = tile.load %i[0] sizes [5] : !tile.ref<5xi32> -> tensor<5xi32>
    %2 = tile.take %0[%1] axes [0] : tensor<100x4xf32>[tensor<5xi32>] -> tensor<5x4xf32>
    tile.store %2, %o[0, 0] sizes [5, 4] : tensor<5x4xf32>, !tile.ref<5x4xf32>
    tile.return
  }

  // Updates that may meet are applied one after the other; many integers are added by atomics.
  // CHECK-LABEL: tile.kernel @put
  // CHECK: scf.for {{.*}} iter_args
  // CHECK: tile.load {{.*}} drop [0]
  // CHECK: arith.addf {{.*}} : tensor<4xf32>
  // CHECK: arith.select
  // CHECK: tile.atomic_rmw add {{.*}} mask {{.*}} {order = "relaxed", scope = "cta"}
  tile.kernel @put(%i: !tile.ref<6xi32>, %u: !tile.ref<6xf32>, %o: !tile.ref<4xf32>, %big: !tile.ref<512xi32>, %h: !tile.ref<16xi32>) attributes {source = "pallas"} {
    %0 = tile.load %i[0] sizes [6] : !tile.ref<6xi32> -> tensor<6xi32>
    %1 = tile.load %u[0] sizes [6] : !tile.ref<6xf32> -> tensor<6xf32>
    %2 = tile.load %o[0] sizes [4] : !tile.ref<4xf32> -> tensor<4xf32>
    %3 = tile.put add %1 into %2[%0] axes [0] : tensor<6xf32>, tensor<4xf32>[tensor<6xi32>] -> tensor<4xf32>
    tile.store %3, %o[0] sizes [4] : tensor<4xf32>, !tile.ref<4xf32>
    %4 = tile.load %big[0] sizes [512] : !tile.ref<512xi32> -> tensor<512xi32>
    %5 = tile.load %h[0] sizes [16] : !tile.ref<16xi32> -> tensor<16xi32>
    %one = arith.constant dense<1> : tensor<512xi32>
    %6 = tile.put add %one into %5[%4] axes [0] : tensor<512xi32>, tensor<16xi32>[tensor<512xi32>] -> tensor<16xi32>
    tile.store %6, %h[0] sizes [16] : tensor<16xi32>, !tile.ref<16xi32>
    tile.return
  }

  // Places are counted, then entries go there.
  // CHECK-LABEL: tile.kernel @sort
  // CHECK: %[[KEYS:.*]] = tilegpu.alloc_shared : !tile.ref<2x10xf32, smem>
  // CHECK: %[[PLACES:.*]] = scf.for
  // CHECK: tile.load %[[KEYS]] [0, %{{.*}}] sizes [2, 1] drop [1]
  // CHECK: arith.cmpf olt
  // CHECK: arith.cmpf oeq
  // CHECK: tile.scatter %{{.*}}, %{{.*}}[%{{.*}}, %[[PLACES]]]
  tile.kernel @sort(%x: !tile.ref<2x10xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [2, 10] : !tile.ref<2x10xf32> -> tensor<2x10xf32>
    %1 = tile.sort %0 axis 1 : (tensor<2x10xf32>) -> tensor<2x10xf32>
    tile.store %1, %x[0, 0] sizes [2, 10] : tensor<2x10xf32>, !tile.ref<2x10xf32>
    tile.return
  }

  // CHECK-LABEL: tile.kernel @argmax
  // CHECK: tile.reduce_by %{{.*}}, %{{.*}} axis 1
  // CHECK: arith.cmpf ogt
  // CHECK: tile.yield %{{.*}}, %{{.*}} : f32, i32
  tile.kernel @argmax(%x: !tile.ref<4x8xf32>, %o: !tile.ref<4xi32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0, 0] sizes [4, 8] : !tile.ref<4x8xf32> -> tensor<4x8xf32>
    %1 = tile.arg_reduce max %0 axis 1 : tensor<4x8xf32> -> tensor<4xi32>
    tile.store %1, %o[0] sizes [4] : tensor<4xi32>, !tile.ref<4xi32>
    tile.return
  }

  // Steps, repetitions, a mask, few exceptions, and what is none of these.
  // CHECK-LABEL: tile.kernel @constants
  // CHECK-DAG: arith.constant dense<13> : tensor<4xi32>
  // CHECK-DAG: arith.shrui
  // CHECK-DAG: tile.broadcast {{.*}} axes [1] : tensor<4xi32> -> tensor<2x4xi32>
  // CHECK: tile.store %{{.*}}, %{{.*}}[31] sizes [1] drop [0] : i32, <32xi32, smem>
  tile.kernel @constants(%o: !tile.ref<4xi32>, %p: !tile.ref<2x4xi32>, %q: !tile.ref<32xi32>) attributes {source = "pallas"} {
    %mask = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
    %steps = arith.constant dense<[7, 5, 3, 1]> : tensor<4xi32>
    tile.store %steps, %o[0] sizes [4] mask %mask : tensor<4xi1> : tensor<4xi32>, !tile.ref<4xi32>
    %rows = arith.constant dense<[[1, 2, 5, 9], [1, 2, 5, 9]]> : tensor<2x4xi32>
    tile.store %rows, %p[0, 0] sizes [2, 4] : tensor<2x4xi32>, !tile.ref<2x4xi32>
    %any = arith.constant dense<[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5]> : tensor<32xi32>
    tile.store %any, %q[0] sizes [32] : tensor<32xi32>, !tile.ref<32xi32>
    tile.return
  }

  // A block that shared memory should not hold.
  // CHECK-LABEL: tile.kernel @large
  // CHECK: tilegpu.alloc_workspace : !tile.ref<65536xf32, gmem>
  tile.kernel @large(%x: !tile.ref<65536xf32>, %i: !tile.ref<64xi32>, %o: !tile.ref<64xf32>) attributes {source = "pallas"} {
    %0 = tile.load %x[0] sizes [65536] : !tile.ref<65536xf32> -> tensor<65536xf32>
    %1 = tile.load %i[0] sizes [64] : !tile.ref<64xi32> -> tensor<64xi32>
    %2 = tile.take %0[%1] axes [0] : tensor<65536xf32>[tensor<64xi32>] -> tensor<64xf32>
    tile.store %2, %o[0] sizes [64] : tensor<64xf32>, !tile.ref<64xf32>
    tile.return
  }
}
