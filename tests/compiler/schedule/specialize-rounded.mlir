// RUN: %tessera-opt %s --schedule-specialize-warps | FileCheck %s
// What may be approximate because the program's own rounding hides it, or a sum with a number that is not small.

tilegpu.module @sm_90a {

// CHECK-LABEL: tile.kernel @products
tile.kernel @products(%a: !tile.ref<128x256xf16> {tile.access = #tile.access<read>, tile.name = "a"},
                      %b: !tile.ref<256x128xf16> {tile.access = #tile.access<read>, tile.name = "b"},
                      %o: !tile.ref<6x128x128xf16> {tile.access = #tile.access<write>, tile.name = "o"},
                      %w: !tile.ref<6x128x128xf32> {tile.access = #tile.access<write>, tile.name = "w"})
    attributes {schedule.axis_order = array<i64: 0>, schedule.grid = array<i64: 1>, schedule.num_warps = 4 : i64,
                schedule.tune = {resize = 0 : i64}, source = "triton"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
  %one = arith.constant dense<1.0> : tensor<128x128xf32>
  %two = arith.constant dense<2.0> : tensor<128x128xf32>
  %part = arith.constant dense<0.9> : tensor<128x128xf32>
  %x = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
    %l = tile.load %a[0, %k] sizes [128, 64] : !tile.ref<128x256xf16> -> tensor<128x64xf16>
    %r = tile.load %b[%k, 0] sizes [64, 128] : !tile.ref<256x128xf16> -> tensor<64x128xf16>
    %next = tile.dot %l, %r acc %acc : tensor<128x128xf32> : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  // A sigmoid that is rounded.
  // CHECK: math.exp %{{.*}} fastmath<afn>
  // CHECK: arith.addf
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp,afn>
  // CHECK: tile.cast
  %e0 = math.exp %x : tensor<128x128xf32>
  %s0 = arith.addf %one, %e0 : tensor<128x128xf32>
  %d0 = arith.divf %one, %s0 fastmath<arcp> : tensor<128x128xf32>
  %r0 = tile.cast %d0 : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store %r0, %o[0, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf16>, !tile.ref<6x128x128xf16>
  // One that is not.
  // CHECK: math.exp %{{[^ ]*}} : tensor
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp> :
  %e1 = math.exp %x : tensor<128x128xf32>
  %s1 = arith.addf %two, %e1 : tensor<128x128xf32>
  %d1 = arith.divf %one, %s1 fastmath<arcp> : tensor<128x128xf32>
  tile.store %d1, %w[0, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf32>, !tile.ref<6x128x128xf32>
  // A hyperbolic tangent of all bits: neither the power nor the quotient is small where it counts.
  // CHECK: math.exp2 %{{.*}} fastmath<afn>
  // CHECK: arith.addf
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp,afn>
  // CHECK: arith.subf
  %e2 = math.exp2 %x : tensor<128x128xf32>
  %s2 = arith.addf %e2, %one : tensor<128x128xf32>
  %d2 = arith.divf %two, %s2 fastmath<arcp> : tensor<128x128xf32>
  %t2 = arith.subf %one, %d2 : tensor<128x128xf32>
  tile.store %t2, %w[1, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf32>, !tile.ref<6x128x128xf32>
  // Of a sum with what is subtracted nothing is known.
  // CHECK: arith.subf
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp> :
  %e3 = math.exp2 %x : tensor<128x128xf32>
  %s3 = arith.subf %two, %e3 : tensor<128x128xf32>
  %d3 = arith.divf %one, %s3 fastmath<arcp> : tensor<128x128xf32>
  %r3 = tile.cast %d3 : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store %r3, %o[1, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf16>, !tile.ref<6x128x128xf16>
  // By a constant: rounded, and not; where the program asks for the nearest quotient, neither.
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp,afn>
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp> :
  // CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} :
  %d4 = arith.divf %x, %part fastmath<arcp> : tensor<128x128xf32>
  %m4 = arith.mulf %d4, %two : tensor<128x128xf32>
  %r4 = tile.cast %m4 : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store %r4, %o[2, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf16>, !tile.ref<6x128x128xf16>
  %d5 = arith.divf %x, %part fastmath<arcp> : tensor<128x128xf32>
  tile.store %d5, %w[2, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf32>, !tile.ref<6x128x128xf32>
  %d6 = arith.divf %x, %part : tensor<128x128xf32>
  %r6 = tile.cast %d6 : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store %r6, %o[3, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf16>, !tile.ref<6x128x128xf16>
  // A power that is scaled by what may be any number, after which a difference may show more of it.
  // CHECK: math.exp2 %{{[^ ]*}} : tensor
  %e7 = math.exp2 %x : tensor<128x128xf32>
  %m7 = arith.mulf %e7, %x : tensor<128x128xf32>
  %r7 = tile.cast %m7 : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store %r7, %o[4, 0, 0] sizes [1, 128, 128] drop [0] : tensor<128x128xf16>, !tile.ref<6x128x128xf16>
  tile.return
}

}
