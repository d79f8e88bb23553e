// RUN: %tessera-opt %s --verify-tilegpu --split-input-file --verify-diagnostics
tilegpu.module @sm_80 {
  tilegpu.kernel @k(%x: !tilegpu.ref<512xf32>, %i: i32) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    // expected-error @below {{`tilegpu.load` has a tensor without a layout}}
    %0 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<512xf32> -> tensor<512xf32>
    tilegpu.return
  }
}

// -----
#l = #tilegpu.linear<register = [[1]], lane = [[2]], shape = [4]>
tilegpu.module @sm_80 {
  tilegpu.kernel @k(%x: !tilegpu.ref<4xf32>, %i: i32) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    // expected-error @below {{`tilegpu.load` has a tensor on 2 lanes and 1 warps, expected 32 and 4}}
    %0 = tilegpu.load %x[%i] axes [0] : !tilegpu.ref<4xf32> -> tensor<4xf32, #l>
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_80 {
  tilegpu.kernel @k(%x: f80) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    // expected-error @below {{`math.erf` has no code: `math.erf` on `f80` [internal-error]}}
    %0 = math.erf %x : f80
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_80 {
  // expected-error @below {{`tile.kernel` is left in a scheduled module}}
  tile.kernel @k() attributes {source = "pallas"} {
    tile.return
  }
}

// -----
tilegpu.module @sm_90a {
  tilegpu.kernel @k(%x: !tilegpu.ref<64x64xbf16>) attributes {axis_order = array<i64: 0>, linear_grid, num_warps = 4 : i64, warpgroups = 1 : i64, shared_bytes = 4096 : i64, source = "mosaic_gpu"} {
    // expected-error @below {{ends at byte 8192 of 4096 that the kernel asks for}}
    %s = tilegpu.alloc_shared {offset = 0 : i64, swizzle = 128 : i64} : !tilegpu.ref<64x64xbf16, smem>
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_90a {
  tilegpu.kernel @k(%x: !tilegpu.ref<64x64xbf16>) attributes {axis_order = array<i64: 0>, linear_grid, num_warps = 4 : i64, warpgroups = 1 : i64, shared_bytes = 9216 : i64, source = "mosaic_gpu"} {
    // expected-error @below {{begins at byte 512, expected a multiple of 1024}}
    %s = tilegpu.alloc_shared {offset = 512 : i64, swizzle = 128 : i64} : !tilegpu.ref<64x64xbf16, smem>
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_90a {
  tilegpu.kernel @k(%x: !tilegpu.ref<64x64xbf16>) attributes {axis_order = array<i64: 0>, linear_grid, num_warps = 4 : i64, warpgroups = 1 : i64, shared_bytes = 8192 : i64, source = "mosaic_gpu",
      tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [64, 32], swizzle = 64>]} {
    %s = tilegpu.alloc_shared {offset = 0 : i64, swizzle = 128 : i64} : !tilegpu.ref<64x64xbf16, smem>
    // expected-error @below {{has a buffer that lies otherwise than its tensor map says}}
    tilegpu.copy_out %s to %x {map = 0 : i64} : !tilegpu.ref<64x64xbf16, smem>, !tilegpu.ref<64x64xbf16>
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_90a {
  tilegpu.kernel @k(%x: !tilegpu.ref<64x64xbf16>) attributes {axis_order = array<i64: 0>, linear_grid, num_warps = 4 : i64, warpgroups = 1 : i64, shared_bytes = 8192 : i64, source = "mosaic_gpu"} {
    %s = tilegpu.alloc_shared {offset = 0 : i64, swizzle = 0 : i64} : !tilegpu.ref<64x64xbf16, smem>
    %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<64x64xf32>
    // expected-error @below {{has an operand in shared memory without a swizzle}}
    tilegpu.wgmma %acc, %s, %s : !tilegpu.accumulator<64x64xf32>, !tilegpu.ref<64x64xbf16, smem>, !tilegpu.ref<64x64xbf16, smem>
    tilegpu.return
  }
}
