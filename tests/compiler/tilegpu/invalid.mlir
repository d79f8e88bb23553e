// RUN: %tessera-opt %s --split-input-file --verify-diagnostics
// expected-error @below {{target is `sm_1`, expected one of sm_80, sm_90a}}
tilegpu.module @sm_1 {
}

// -----
tilegpu.module @sm_80 {
  // expected-error @below {{has 64 warps, expected a power of two up to 32}}
  tilegpu.kernel @k() attributes {axis_order = array<i64: 0>, num_warps = 64 : i64, source = "pallas"} {
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_80 {
  // expected-error @below {{asks for 200000 bytes of shared memory, `sm_80` has 166912}}
  tilegpu.kernel @k() attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, shared_bytes = 200000 : i64, source = "pallas"} {
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_80 {
  // expected-error @below {{has a grid of 4 axes, which needs `linear_grid`}}
  tilegpu.kernel @k() attributes {axis_order = array<i64: 0, 1, 2, 3>, num_warps = 4 : i64, source = "pallas"} {
    tilegpu.return
  }
}

// -----
tilegpu.module @sm_80 {
  tilegpu.kernel @k() attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
    // expected-error @below {{asks for axis 1 of a grid of 1 axes}}
    %0 = tilegpu.program_id 1
    tilegpu.return
  }
}

// -----
// expected-error @+1 {{size 3 of `dim0` is not a power of two}}
func.func private @layout(tensor<3xf32, #tilegpu.linear<register = [[1]], shape = [3]>>)

// -----
// expected-error @+1 {{the layout's shape is [4], the tensor's [8]}}
func.func private @shape(tensor<8xf32, #tilegpu.linear<register = [[1]], lane = [[2]], shape = [4]>>)

// -----
// expected-error @+1 {{the layout leaves elements of the tensor without a place}}
func.func private @places(tensor<4xf32, #tilegpu.linear<register = [[1]], shape = [4]>>)

// -----
#l = #tilegpu.linear<register = [[1]], lane = [[2], [4], [8], [16], [32]], shape = [64]>
func.func @vector(%x: !tilegpu.ref<64xf32>, %i: i32) {
  // expected-error @below {{accesses 4 elements at once, but a thread holds 2 neighbours}}
  %0 = tilegpu.load %x[%i] axes [0] {vector = 4 : i64} : !tilegpu.ref<64xf32> -> tensor<64xf32, #l>
  return
}

// -----
#l = #tilegpu.linear<register = [[1], [2], [4]], lane = [[8]], shape = [16]>
func.func @too_wide(%x: !tilegpu.ref<16xf32>, %i: i32) {
  // expected-error @below {{accesses 8 elements of 'f32' at once}}
  %0 = tilegpu.load %x[%i] axes [0] {vector = 8 : i64} : !tilegpu.ref<16xf32> -> tensor<16xf32, #l>
  return
}

// -----
#l = #tilegpu.linear<register = [[1], [2]], shape = [4]>
func.func @strided(%x: !tilegpu.ref<16xf32>, %i: i32) {
  // expected-error @below {{accesses 2 elements at once along an axis that is not contiguous}}
  %0 = tilegpu.load %x[%i] axes [0] strides [2] {vector = 2 : i64} : !tilegpu.ref<16xf32> -> tensor<4xf32, #l>
  return
}

// -----
#a = #tilegpu.linear<register = [[1]], lane = [[2]], shape = [4]>
#b = #tilegpu.linear<register = [[0, 2]], lane = [[0, 1], [1, 0]], shape = [2, 4]>
func.func @moves(%0: tensor<4xf32, #a>) {
  // expected-error @below {{would move elements between threads}}
  %1 = tilegpu.broadcast %0 axes [1] : tensor<4xf32, #a> -> tensor<2x4xf32, #b>
  return
}

// -----
// expected-error @+1 {{only a Ref's first extent may be unknown, and none in shared memory}}
func.func private @ref(!tilegpu.ref<4x?xf32>)
