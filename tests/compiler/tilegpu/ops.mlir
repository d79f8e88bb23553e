// RUN: %tessera-opt %s --verify-tilegpu | %tessera-opt | FileCheck %s
// Every operation prints what it parses.
#l = #tilegpu.linear<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], shape = [512]>
#m = #tilegpu.linear<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128], [0, 256]], shape = [1, 512]>
#t = #tilegpu.linear<register = [[1, 0], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [32, 0], [64, 0]], warp = [[128, 0], [256, 0]], shape = [512, 1]>
#r = #tilegpu.linear<register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], shape = [512]>

tilegpu.module @sm_80 {
  // CHECK-LABEL: tilegpu.kernel @all
  tilegpu.kernel @all(%x: !tilegpu.ref<4x512xf16> {tilegpu.alignment = 16 : i64}, %y: !tilegpu.ref<?xi1> {tilegpu.access = #tilegpu.access<write>}, %n: i32)
      attributes {axis_order = array<i64: 1, 0>, num_warps = 4 : i64, parts = 2 : i64, source = "pallas"} {
    // CHECK: tilegpu.program_id 1
    %i = tilegpu.program_id 1
    // CHECK: tilegpu.num_programs 0
    %count = tilegpu.num_programs 0
    // CHECK: tilegpu.program_part
    %part = tilegpu.program_part
    // CHECK: tilegpu.load %{{.*}}[%{{.*}}, %{{.*}}] axes [1] {vector = 4 : i64} : <4x512xf16> -> tensor<512xf16, #{{.*}}>
    %0 = tilegpu.load %x[%i, %part] axes [1] {vector = 4 : i64} : !tilegpu.ref<4x512xf16> -> tensor<512xf16, #l>
    // CHECK: tilegpu.iota 0
    %1 = tilegpu.iota 0 : tensor<512xi32, #l>
    // CHECK: tilegpu.splat
    %2 = tilegpu.splat %n : i32 -> tensor<512xi32, #l>
    %3 = arith.cmpi slt, %1, %2 : tensor<512xi32, #l>
    // CHECK: tilegpu.reshape
    %4 = tilegpu.reshape %0 : tensor<512xf16, #l> -> tensor<1x512xf16, #m>
    // CHECK: tilegpu.transpose
    %5 = tilegpu.transpose %4 [1, 0] : tensor<1x512xf16, #m> -> tensor<512x1xf16, #t>
    // CHECK: tilegpu.broadcast
    %6 = tilegpu.broadcast %0 axes [1] : tensor<512xf16, #l> -> tensor<1x512xf16, #m>
    // CHECK: tilegpu.convert_layout
    %7 = tilegpu.convert_layout %3 : tensor<512xi1, #l> -> tensor<512xi1, #r>
    // CHECK: tilegpu.cast %{{.*}} {from_unsigned}
    %8 = tilegpu.cast %1 {from_unsigned} : tensor<512xi32, #l> -> tensor<512xf32, #l>
    // CHECK: tilegpu.bitcast
    %9 = tilegpu.bitcast %8 : tensor<512xf32, #l> -> tensor<512xi32, #l>
    // CHECK: tilegpu.barrier
    tilegpu.barrier
    // CHECK: tilegpu.scatter %{{.*}} mask %{{.*}} {cache = #tilegpu.cache<streaming>}
    tilegpu.scatter %3, %y[%9] mask %3 : tensor<512xi1, #l> {cache = #tilegpu.cache<streaming>} : tensor<512xi1, #l>, !tilegpu.ref<?xi1>[tensor<512xi32, #l>]
    // CHECK: tilegpu.gather
    %10 = tilegpu.gather %y[%n] : !tilegpu.ref<?xi1>[i32] -> i1
    // CHECK: tilegpu.store
    tilegpu.store %0, %x[%i, %part] axes [1] strides [1, 1] : tensor<512xf16, #l>, !tilegpu.ref<4x512xf16>
    tilegpu.return
  }
}
