// RUN: %tessera-opt %s --schedule-assign-shared --schedule-insert-barriers --verify-tilegpu 2>&1 | FileCheck %s
// Places in the shared memory of block kernels, and the barriers that follow from them.
#l = #tilegpu.linear<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], shape = [512]>
#r = #tilegpu.linear<register = [[256], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], shape = [512]>

// CHECK: has no schedule for `sm_80`: it needs 262144 bytes of shared memory, there are 166912 [shared-memory-limit]
tilegpu.module @sm_80 {
  // Reductions take turns in two places, so that each meets once, in its middle; the third finds that all have read the first's.
  // CHECK-LABEL: tilegpu.kernel @turns
  // CHECK-SAME: shared_bytes = 32
  // CHECK-NOT: tilegpu.barrier
  // CHECK: tilegpu.reduce add {{.*}} {tilegpu.scratch_offset = 0 : i64}
  // CHECK: tilegpu.reduce max {{.*}} {tilegpu.scratch_offset = 16 : i64}
  // CHECK: tilegpu.reduce min {{.*}} {tilegpu.scratch_offset = 0 : i64}
  tilegpu.kernel @turns(%x: !tilegpu.ref<512xf32>) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %v = tilegpu.load %x[%c0] axes [0] : !tilegpu.ref<512xf32> -> tensor<512xf32, #l>
    %0 = tilegpu.reduce add %v axes [0] : tensor<512xf32, #l> -> f32
    %1 = tilegpu.reduce max %v axes [0] : tensor<512xf32, #l> -> f32
    %2 = tilegpu.reduce min %v axes [0] : tensor<512xf32, #l> -> f32
    tilegpu.return
  }

  // One alone, in a loop, meets itself: what the last pass reads is not written before all have.
  // CHECK-LABEL: tilegpu.kernel @around
  // CHECK: scf.for
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.reduce
  tilegpu.kernel @around(%x: !tilegpu.ref<512xf32>, %n: i32) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %v = tilegpu.load %x[%c0] axes [0] : !tilegpu.ref<512xf32> -> tensor<512xf32, #l>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = tilegpu.reduce add %v axes [0] : tensor<512xf32, #l> -> f32
    }
    tilegpu.return
  }

  // Two of 96 KiB fit one after the other only: the second begins where the first did, after a barrier.
  // CHECK-LABEL: tilegpu.kernel @crowded
  // CHECK-SAME: shared_bytes = 98304
  // CHECK: tilegpu.alloc_shared {offset = 0 : i64}
  // CHECK: tilegpu.store
  // CHECK-NEXT: tilegpu.alloc_shared {offset = 0 : i64}
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.store
  tilegpu.kernel @crowded(%v: f32) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %a = tilegpu.alloc_shared : !tilegpu.ref<24576xf32, smem>
    tilegpu.store %v, %a[%c0] axes [] : f32, !tilegpu.ref<24576xf32, smem>
    %b = tilegpu.alloc_shared : !tilegpu.ref<24576xf32, smem>
    tilegpu.store %v, %b[%c0] axes [] : f32, !tilegpu.ref<24576xf32, smem>
    tilegpu.return
  }

  // A copy that runs beside counts as a write where it is waited for, whatever barrier came before.
  // CHECK-LABEL: tilegpu.kernel @beside
  // CHECK: tilegpu.load_async
  // CHECK: tilegpu.wait_copies_in
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.load
  tilegpu.kernel @beside(%x: !tilegpu.ref<512xf32>) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %a = tilegpu.alloc_shared : !tilegpu.ref<512xf32, smem>
    tilegpu.load_async %x[%c0] axes [0] to %a {layout = #l, vector = 4 : i64} : !tilegpu.ref<512xf32>, !tilegpu.ref<512xf32, smem>
    tilegpu.commit_copies_in
    tilegpu.barrier
    tilegpu.wait_copies_in 0
    %0 = tilegpu.load %a[%c0] axes [0] : !tilegpu.ref<512xf32, smem> -> tensor<512xf32, #r>
    tilegpu.return
  }

  // Computed indices that may meet: another thread may have written what this one reads.
  // CHECK-LABEL: tilegpu.kernel @scattered
  // CHECK: tilegpu.scatter
  // CHECK-NEXT: tilegpu.barrier
  // CHECK-NEXT: tilegpu.gather
  // CHECK: tilegpu.scatter
  // CHECK-NEXT: tilegpu.gather
  tilegpu.kernel @scattered(%x: !tilegpu.ref<512xi32>, %y: !tilegpu.ref<512xi32>) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %i = tilegpu.load %y[%c0] axes [0] : !tilegpu.ref<512xi32> -> tensor<512xi32, #l>
    tilegpu.scatter %i, %x[%i] : tensor<512xi32, #l>, !tilegpu.ref<512xi32>[tensor<512xi32, #l>]
    %0 = tilegpu.gather %x[%i] : !tilegpu.ref<512xi32>[tensor<512xi32, #l>] -> tensor<512xi32, #l>
    %own = tilegpu.iota 0 : tensor<512xi32, #l>
    tilegpu.scatter %i, %y[%own] : tensor<512xi32, #l>, !tilegpu.ref<512xi32>[tensor<512xi32, #l>]
    %1 = tilegpu.gather %y[%own] : !tilegpu.ref<512xi32>[tensor<512xi32, #l>] -> tensor<512xi32, #l>
    tilegpu.return
  }

  // Too large (the remark comes first): removed.
  // CHECK-NOT: tilegpu.kernel @huge
  tilegpu.kernel @huge(%v: f32) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    %c0 = arith.constant 0 : i32
    %a = tilegpu.alloc_shared : !tilegpu.ref<65536xf32, smem>
    tilegpu.store %v, %a[%c0] axes [] : f32, !tilegpu.ref<65536xf32, smem>
    tilegpu.return
  }
}
