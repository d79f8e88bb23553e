// RUN: %tessera-opt %s --split-input-file --verify-diagnostics
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  // expected-error @below {{has a swizzle of 48 bytes, expected 0, 32, 64 or 128}}
  %a = tilegpu.alloc_shared {swizzle = 48 : i64} : !tile.ref<8x64xbf16, smem>
  tile.return
}

// -----
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  // expected-error @below {{expected a Ref to shared memory}}
  %a = tilegpu.alloc_shared : !tile.ref<8x64xbf16, gmem>
  tile.return
}

// -----
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  // expected-error @below {{has phases of 0 arrivals, expected at least one}}
  %a = tilegpu.alloc_barrier {arrivals = 0 : i64} : !tilegpu.barrier<1>
  tile.return
}

// -----
// expected-error @below {{an array of 0 barriers, expected at least one}}
func.func private @f(!tilegpu.barrier<0>)

// -----
tile.kernel @k(%x: !tile.ref<64x64xf32, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-error @below {{drops axis 0, which has size 2 there}}
  %v = tilegpu.subview %x[0, 0] sizes [2, 64] drop [0] : !tile.ref<64x64xf32, gmem> -> !tile.ref<64xf32, gmem>
  tile.return
}

// -----
tile.kernel @k(%x: !tile.ref<64x64xf32, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-error @below {{but the part's shape is [2, 64]}}
  %v = tilegpu.subview %x[0, 0] sizes [2, 64] : !tile.ref<64x64xf32, gmem> -> !tile.ref<64xf32, gmem>
  tile.return
}

// -----
tile.kernel @k(%x: !tile.ref<64x64xf32, gmem>, %y: !tile.ref<64x64xf32, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-error @below {{expected global to shared memory}}
  tilegpu.copy_in %x to %y : !tile.ref<64x64xf32, gmem>, !tile.ref<64x64xf32, gmem>
  tile.return
}

// -----
tile.kernel @k(%x: !tile.ref<64x32xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x64xf32, smem>
  // expected-error @below {{which differ in shape or element type}}
  tilegpu.copy_out %s to %x : !tile.ref<64x64xf32, smem>, !tile.ref<64x32xf32, gmem>
  tile.return
}

// -----
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>
  %t = tilegpu.alloc_shared : !tile.ref<32x64xbf16, smem>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
  // expected-error @below {{whose shapes do not fit}}
  tilegpu.wgmma %acc, %s, %t : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x64xbf16, smem>, !tile.ref<32x64xbf16, smem>
  tile.return
}

// -----
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  // expected-error @below {{asks for 44 registers, expected a multiple of 8 from 24 to 256}}
  tilegpu.set_max_registers 44 increase
  tile.return
}

// -----
tile.kernel @k(%x: !tile.ref<8xi32, gmem>) attributes {source = "mosaic_gpu"} {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{expected one `i32` in global memory}}
  tilegpu.semaphore_signal %x, %c0 : !tile.ref<8xi32, gmem>
  tile.return
}

// -----
tile.kernel @k() attributes {source = "mosaic_gpu"} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x128xf32>
  // expected-error @below {{writes 'tensor<64x64xf32>' to '!tilegpu.accumulator<64x128xf32>' from column 72 on}}
  tilegpu.write_accumulator %x to %acc column 72 : tensor<64x64xf32>, !tilegpu.accumulator<64x128xf32>
  tile.return
}
