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
  tilegpu.kernel @k(%x: f64) attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    // expected-error @below {{`math.erf` has no code: `math.erf` on `f64` [internal-error]}}
    %0 = math.erf %x : f64
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
