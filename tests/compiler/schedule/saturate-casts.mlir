// RUN: %tessera-opt %s --schedule-tidy-kernels | FileCheck %s
// Casts to 8-bit floats of what is kept within their range saturate by themselves.

#l = #tilegpu.linear<lane = [[1], [2], [4], [8], [16]], shape = [32]>

tilegpu.module @sm_90a {

// CHECK-LABEL: tilegpu.kernel @kept
tilegpu.kernel @kept(%x: !tilegpu.ref<32xf32>, %y: !tilegpu.ref<32xf8E4M3FN>) 
    attributes {axis_order = array<i64: 0>, source = "triton", num_warps = 1 : i64} {
  %c0 = arith.constant 0 : i32
  %most = arith.constant dense<448.0> : tensor<32xf32, #l>
  %least = arith.constant dense<-450.0> : tensor<32xf32, #l>
  // CHECK: %[[X:.*]] = tilegpu.load
  %v = tilegpu.load %x[%c0] axes [0] : <32xf32> -> tensor<32xf32, #l>
  // CHECK-NEXT: %[[BY_SIZE:.*]] = tilegpu.cast %[[X]] {tilegpu.saturated}
  // CHECK-NEXT: tilegpu.store %[[BY_SIZE]]
  %size = math.absf %v : tensor<32xf32, #l>
  %far = arith.cmpf ogt, %size, %most : tensor<32xf32, #l>
  %bound = math.copysign %most, %v : tensor<32xf32, #l>
  %a = arith.select %far, %bound, %v : tensor<32xi1, #l>, tensor<32xf32, #l>
  %a8 = tilegpu.cast %a : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %a8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  // CHECK-NEXT: tilegpu.store %[[BY_SIZE]]
  %low = arith.maximumf %v, %least : tensor<32xf32, #l>
  %b = arith.minimumf %low, %most : tensor<32xf32, #l>
  %b8 = tilegpu.cast %b : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %b8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  // CHECK-NEXT: tilegpu.store %[[BY_SIZE]]
  %below = arith.cmpf olt, %v, %least : tensor<32xf32, #l>
  %inner = arith.select %below, %least, %v : tensor<32xi1, #l>, tensor<32xf32, #l>
  %above = arith.cmpf ogt, %v, %most : tensor<32xf32, #l>
  %c = arith.select %above, %most, %inner : tensor<32xi1, #l>, tensor<32xf32, #l>
  %c8 = tilegpu.cast %c : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %c8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  tilegpu.return
}

// Not: within one side only, within less, within more than what rounds to the greatest number, where NaN goes, and by
// what another number is.
// CHECK-LABEL: tilegpu.kernel @otherwise
// CHECK-NOT: saturated
// CHECK: tilegpu.return
tilegpu.kernel @otherwise(%x: !tilegpu.ref<32xf32>, %y: !tilegpu.ref<32xf8E4M3FN>) 
    attributes {axis_order = array<i64: 0>, source = "triton", num_warps = 1 : i64} {
  %c0 = arith.constant 0 : i32
  %most = arith.constant dense<448.0> : tensor<32xf32, #l>
  %least = arith.constant dense<-448.0> : tensor<32xf32, #l>
  %less = arith.constant dense<-240.0> : tensor<32xf32, #l>
  %more = arith.constant dense<464.0> : tensor<32xf32, #l>
  %v = tilegpu.load %x[%c0] axes [0] : <32xf32> -> tensor<32xf32, #l>
  %one = arith.minimumf %v, %most : tensor<32xf32, #l>
  %one8 = tilegpu.cast %one : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %one8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  %within = arith.maximumf %one, %less : tensor<32xf32, #l>
  %within8 = tilegpu.cast %within : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %within8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  %low = arith.maximumf %v, %least : tensor<32xf32, #l>
  %beyond = arith.minimumf %low, %more : tensor<32xf32, #l>
  %beyond8 = tilegpu.cast %beyond : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %beyond8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  %lowest = arith.maxnumf %v, %least : tensor<32xf32, #l>
  %number = arith.minnumf %lowest, %most : tensor<32xf32, #l>
  %number8 = tilegpu.cast %number : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %number8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  %other = arith.addf %v, %most : tensor<32xf32, #l>
  %above = arith.cmpf ogt, %other, %most : tensor<32xf32, #l>
  %chosen = arith.select %above, %most, %low : tensor<32xi1, #l>, tensor<32xf32, #l>
  %chosen8 = tilegpu.cast %chosen : tensor<32xf32, #l> -> tensor<32xf8E4M3FN, #l>
  tilegpu.store %chosen8, %y[%c0] axes [0] : tensor<32xf8E4M3FN, #l>, <32xf8E4M3FN>
  tilegpu.return
}

}
