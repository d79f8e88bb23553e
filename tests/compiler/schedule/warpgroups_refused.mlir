// RUN: %tessera-opt %s --schedule-select-kernels --schedule-choose-swizzles --schedule-choose-warpgroup-layouts --schedule-place-warpgroups --schedule-map-copies --schedule-assign-shared --split-input-file --verify-diagnostics
// What the target can't do is refused by name, where it stands.

// expected-remark @below {{has no GPU schedule yet [no-schedule]}}
// expected-note @below {{interpreter only}}
tile.kernel @blocks(%x: !tile.ref<8xf32> {tile.block = #tile.block<8 of 64xf32>}) attributes {source = "mosaic_gpu"} {
  tile.return
}

// -----
tile.kernel @odd(%x: !tile.ref<64x96xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x96xf32>
  // expected-remark @below {{of which an extent is not a power of two, in kernel `odd` has no GPU schedule yet}}
  // expected-note @below {{interpreter only}}
  %0 = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x96xf32> -> tensor<64x96xf32>
  tile.store %0, %x[0, 0] sizes [64, 96] : tensor<64x96xf32>, !tile.ref<64x96xf32, gmem>
  tile.return
}

// -----
tile.kernel @cast(%x: !tile.ref<32x8xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %0 = tile.load %x[0, 0] sizes [32, 8] : !tile.ref<32x8xf32, gmem> -> tensor<32x8xf32>
  // expected-error @below {{the layout `wgmma` of `tensor<32x8xf32>` can't be had: the shape [32, 8] is not a multiple of the tile [64, 8] [layout-conflict]}}
  %1 = tilegpu.layout_cast %0 as <"wgmma"> : tensor<32x8xf32>
  tile.store %1, %x[0, 0] sizes [32, 8] : tensor<32x8xf32>, !tile.ref<32x8xf32, gmem>
  tile.return
}

// -----
tile.kernel @splat(%x: !tile.ref<64x8xf32, gmem>) attributes {source = "mosaic_gpu"} {
  %0 = tile.load %x[0, 0] sizes [64, 8] : !tile.ref<64x8xf32, gmem> -> tensor<64x8xf32>
  // expected-error @below {{can't be had: the array is not one value repeated}}
  %1 = tilegpu.layout_cast %0 as <"splat"> : tensor<64x8xf32>
  tile.store %1, %x[0, 0] sizes [64, 8] : tensor<64x8xf32>, !tile.ref<64x8xf32, gmem>
  tile.return
}

// -----
tile.kernel @swizzle(%x: !tile.ref<64x32xbf16, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-error @below {{a swizzle of 128 bytes does not fit `s`: its rows of 64 bytes are not a multiple of it [layout-conflict]}}
  %s = tilegpu.alloc_shared "s" {swizzle = 128 : i64} : !tile.ref<64x32xbf16, smem>
  tile.return
}

// -----
tile.kernel @pitch(%x: !tile.ref<64x33xbf16, gmem> {tile.name = "x"}) attributes {source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared "s" : !tile.ref<64x32xbf16, smem>
  %b = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %c0 = arith.constant 0 : i32
  %part = tilegpu.subview %x[0, 0] sizes [64, 32] : !tile.ref<64x33xbf16, gmem> -> !tile.ref<64x32xbf16, gmem>
  // expected-error @below {{the copy engine can't copy this part of `x`: from one index of axis 0 to the next are 66 bytes, expected a multiple of 16 [async-misuse]}}
  tilegpu.copy_in %part to %s on %b[%c0] : !tilegpu.barrier<1> : !tile.ref<64x32xbf16, gmem>, !tile.ref<64x32xbf16, smem>
  tile.return
}

// -----
// expected-error @below {{kernel `large` needs 262144 bytes of shared memory, `sm_90a` has 232448 [shared-memory-limit]}}
tile.kernel @large(%x: !tile.ref<64x33xbf16, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-note @below {{`one` takes 131072 bytes}}
  %s = tilegpu.alloc_shared "one" : !tile.ref<256x128xf32, smem>
  // expected-note @below {{`two` takes 131072 bytes}}
  %t = tilegpu.alloc_shared "two" : !tile.ref<256x128xf32, smem>
  %c = arith.constant 1.0 : f32
  tile.store %c, %s[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<256x128xf32, smem>
  tile.store %c, %t[0, 0] sizes [1, 1] drop [0, 1] : f32, !tile.ref<256x128xf32, smem>
  tile.return
}

// -----
tile.kernel @across(%x: !tile.ref<64x64xf8E4M3FN, gmem>) attributes {source = "mosaic_gpu"} {
  %a = tilegpu.alloc_shared "a" : !tile.ref<64x64xf8E4M3FN, smem>
  %b = tilegpu.alloc_shared "b" : !tile.ref<64x64xf8E4M3FN, smem>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
  // expected-error @below {{its right operand `b` of `f8E4M3FN` must lie along K: a buffer of N rows of K elements, transposed [async-misuse]}}
  tilegpu.wgmma %acc, %a, %b : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x64xf8E4M3FN, smem>, !tile.ref<64x64xf8E4M3FN, smem>
  tile.return
}

// -----
tile.kernel @types(%x: !tile.ref<64x64xbf16, gmem>) attributes {source = "mosaic_gpu"} {
  %a = tilegpu.alloc_shared "a" : !tile.ref<64x64xbf16, smem>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf16>
  // expected-error @below {{products of `bf16` are summed in f32, not in `f16` [async-misuse]}}
  tilegpu.wgmma %acc, %a, %a : !tilegpu.accumulator<64x64xf16>, !tile.ref<64x64xbf16, smem>, !tile.ref<64x64xbf16, smem>
  tile.return
}

// -----
tile.kernel @narrow(%x: !tile.ref<64x64xbf16, gmem>) attributes {source = "mosaic_gpu"} {
  %a = tilegpu.alloc_shared "a" : !tile.ref<64x8xbf16, smem>
  %b = tilegpu.alloc_shared "b" : !tile.ref<8x64xbf16, smem>
  %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
  // expected-error @below {{K is 8, expected a multiple of 16 [async-misuse]}}
  tilegpu.wgmma %acc, %a, %b : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x8xbf16, smem>, !tile.ref<8x64xbf16, smem>
  tile.return
}

// -----
tile.kernel @registers(%x: !tile.ref<64x64xbf16, gmem>) attributes {options = {warpgroups = 3 : i64}, source = "mosaic_gpu"} {
  %wg = tilegpu.thread_index
  %c2 = arith.constant 2 : i32
  %is = arith.cmpi eq, %wg, %c2 : i32
  scf.if %is {
    tilegpu.set_max_registers 40
  } else {
    // 3 times 168 is 504, the sum of 40 and twice 232; twice 240 is more.
    // expected-error @below {{the warpgroups ask for 520 registers a thread together and begin with 504: who takes more waits for ever [deadlock]}}
    tilegpu.set_max_registers 240 increase
  }
  tile.return
}

// -----
tile.kernel @directions(%x: !tile.ref<64x64xbf16, gmem>) attributes {options = {warpgroups = 3 : i64}, source = "mosaic_gpu"} {
  // expected-error @below {{there is no number of registers to begin with, at most 170 for each of 384 threads, from which every decrease goes down and every increase up [async-misuse]}}
  tilegpu.set_max_registers 200
  tile.return
}

// -----
tile.kernel @reduction(%x: !tile.ref<64x32xf32, gmem> {tile.access = #tile.access<readwrite>, tile.name = "x"}) attributes {source = "mosaic_gpu"} {
  %s = tilegpu.alloc_shared "s" : !tile.ref<64x32xf32, smem>
  // expected-error @below {{it can't combine `f32` by `max` [async-misuse]}}
  tilegpu.copy_out %s to %x {reduction = #tilegpu.copy_reduction<max>} : !tile.ref<64x32xf32, smem>, !tile.ref<64x32xf32, gmem>
  tile.return
}

// -----
tile.kernel @nothing_to_say(%x: !tile.ref<4xf32, gmem>) attributes {source = "mosaic_gpu"} {
  // expected-remark @below {{an array without elements in kernel `nothing_to_say` has no GPU schedule yet}}
  // expected-note @below {{interpreter only}}
  %0 = tile.load %x[0] sizes [0] : !tile.ref<4xf32, gmem> -> tensor<0xf32>
  %t = tile.format ["", ""](%0) specs [""] styles [#tile<style numpy>] : tensor<0xf32>
  tile.print %t
  tile.return
}
