// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-warps | FileCheck %s
// How many warps have 16 bytes a thread.
// CHECK: tilegpu.module

// 512 bytes are one warp's.
// CHECK-LABEL: tile.kernel @halves({{.*}}schedule.num_warps = 1
tile.kernel @halves(%x: !tile.ref<256xf16>, %y: !tile.ref<256xf16>) attributes {source = "pallas"} {
  %v = tile.load %x[0] sizes [256] : !tile.ref<256xf16> -> tensor<256xf16>
  tile.store %v, %y[0] sizes [256] : tensor<256xf16>, !tile.ref<256xf16>
  tile.return
}

// The largest array counts: 1,024 bytes are two warps'.
// CHECK-LABEL: tile.kernel @floats({{.*}}schedule.num_warps = 2
tile.kernel @floats(%x: !tile.ref<256xf16>, %y: !tile.ref<256xf32>) attributes {source = "pallas"} {
  %v = tile.load %x[0] sizes [256] : !tile.ref<256xf16> -> tensor<256xf16>
  %w = tile.cast %v : tensor<256xf16> -> tensor<256xf32>
  tile.store %w, %y[0] sizes [256] : tensor<256xf32>, !tile.ref<256xf32>
  tile.return
}

// The launch says it.
// CHECK-LABEL: tile.kernel @said({{.*}}schedule.num_warps = 4
tile.kernel @said(%x: !tile.ref<256xf16>, %y: !tile.ref<256xf16>) attributes {options = {num_warps = 4 : i64}, source = "triton"} {
  %v = tile.load %x[0] sizes [256] : !tile.ref<256xf16> -> tensor<256xf16>
  tile.store %v, %y[0] sizes [256] : tensor<256xf16>, !tile.ref<256xf16>
  tile.return
}

// A loop that computes has all threads.
// CHECK-LABEL: tile.kernel @computes({{.*}}schedule.num_warps = 4
tile.kernel @computes(%x: !tile.ref<256xf16>, %y: !tile.ref<256xf16>, %n: i32) attributes {source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = tile.load %x[0] sizes [256] : !tile.ref<256xf16> -> tensor<256xf16>
  %w = scf.for %i = %c0 to %n step %c1 iter_args(%u = %v) -> (tensor<256xf16>) : i32 {
    %next = arith.mulf %u, %u : tensor<256xf16>
    scf.yield %next : tensor<256xf16>
  }
  tile.store %w, %y[0] sizes [256] : tensor<256xf16>, !tile.ref<256xf16>
  tile.return
}

// A thread holds 32 elements, not 128: the row's 16,384 are 16 warps'.
// CHECK-LABEL: tile.kernel @long_row({{.*}}schedule.num_warps = 16
tile.kernel @long_row(%x: !tile.ref<16384xf16>, %y: !tile.ref<16384xf16>) attributes {source = "pallas"} {
  %v = tile.load %x[0] sizes [16384] : !tile.ref<16384xf16> -> tensor<16384xf16>
  tile.store %v, %y[0] sizes [16384] : tensor<16384xf16>, !tile.ref<16384xf16>
  tile.return
}
