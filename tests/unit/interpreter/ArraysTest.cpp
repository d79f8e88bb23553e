// SPDX-License-Identifier: Apache-2.0
// Operations that move elements, reduce and multiply.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera::test;

TEST(Arrays, iota_broadcast_transpose) {
  EXPECT_EQ(runText(printing(R"(
    %i = tile.iota 1 : tensor<2x3xi32>
    %t = tile.transpose %i [1, 0] : tensor<2x3xi32> -> tensor<3x2xi32>
    %v = tile.iota 0 : tensor<2xf32>
    %rows = tile.broadcast %v axes [0] : tensor<2xf32> -> tensor<2x2xf32>
    %columns = tile.broadcast %v axes [1] : tensor<2xf32> -> tensor<2x2xf32>
    %s = arith.constant 5 : i32
    %splat = tile.broadcast %s axes [] : i32 -> tensor<3xi32>)",
                             {{"%i", "tensor<2x3xi32>"}, {"%t", "tensor<3x2xi32>"}, {"%rows", "tensor<2x2xf32>"}, {"%columns", "tensor<2x2xf32>"},
                              {"%splat", "tensor<3xi32>"}})),
            "[[0 1 2]\n [0 1 2]]\n[[0 0]\n [1 1]\n [2 2]]\n[[0. 0.]\n [1. 1.]]\n[[0. 1.]\n [0. 1.]]\n[5 5 5]\n");
}

TEST(Arrays, slices_are_clamped) {
  EXPECT_EQ(runText(printing(R"(
    %i = tile.iota 0 : tensor<6xi32>
    %far = arith.constant 10 : i32
    %near = arith.constant -3 : i32
    %a = tile.slice %i[%far] sizes [2] : tensor<6xi32> -> tensor<2xi32>
    %b = tile.slice %i[%near] sizes [2] : tensor<6xi32> -> tensor<2xi32>
    %c = tile.slice %i[1] sizes [3] strides [2] : tensor<6xi32> -> tensor<3xi32>
    %d = tile.slice %i[5] sizes [3] strides [-2] : tensor<6xi32> -> tensor<3xi32>
    %e = tile.slice %i[2] sizes [1] drop [0] : tensor<6xi32> -> i32)",
                             {{"%a", "tensor<2xi32>"}, {"%b", "tensor<2xi32>"}, {"%c", "tensor<3xi32>"}, {"%d", "tensor<3xi32>"}, {"%e", "i32"}})),
            "[4 5]\n[0 1]\n[1 3 5]\n[5 3 1]\n2\n");
}

TEST(Arrays, update_slice_leaves_its_input) {
  EXPECT_EQ(runText(printing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %n = arith.constant dense<9> : tensor<2xi32>
    %far = arith.constant 10 : i32
    %a = tile.update_slice %n into %i[1] : tensor<2xi32>, tensor<4xi32> -> tensor<4xi32>
    %b = tile.update_slice %n into %a[%far] : tensor<2xi32>, tensor<4xi32> -> tensor<4xi32>)",
                             {{"%i", "tensor<4xi32>"}, {"%a", "tensor<4xi32>"}, {"%b", "tensor<4xi32>"}})),
            "[0 1 2 3]\n[0 9 9 3]\n[0 9 9 9]\n");
}

TEST(Arrays, concatenate_and_bitcast) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %b = arith.constant dense<[[5], [6]]> : tensor<2x1xi32>
    %c = tile.concatenate %a, %b axis 1 : tensor<2x2xi32>, tensor<2x1xi32> -> tensor<2x3xi32>
    %f = arith.constant dense<1.0> : tensor<1xf32>
    %g = tile.bitcast %f : tensor<1xf32> -> tensor<1xi32>
    %h = tile.reshape %g : tensor<1xi32> -> i32)",
                             {{"%c", "tensor<2x3xi32>"}, {"%h", "i32"}})),
            "[[1 2 5]\n [3 4 6]]\n1065353216\n");
}

TEST(Arrays, reductions) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[[1.0, 2.0], [3.0, 0x7FC00000]]> : tensor<2x2xf32>
    %sum = tile.reduce add %a axes [0] : tensor<2x2xf32> -> tensor<2xf32>
    %max = tile.reduce max %a axes [0, 1] : tensor<2x2xf32> -> f32
    %top = tile.reduce max %a axes [0, 1] {ignore_nan} : tensor<2x2xf32> -> f32)",
                             {{"%sum", "tensor<2xf32>"}, {"%max", "f32"}, {"%top", "f32"}})),
            "[ 4. nan]\nnan\n3.0\n");
}

TEST(Arrays, products_in_batches_with_accumulator) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
    %b = arith.constant dense<1.0> : tensor<2x2x1xf32>
    %acc = arith.constant dense<10.0> : tensor<2x1x1xf32>
    %x = tile.dot %a, %b : tensor<2x1x2xf32>, tensor<2x2x1xf32> -> tensor<2x1x1xf32>
    %y = tile.dot %a, %b acc %acc : tensor<2x1x1xf32> : tensor<2x1x2xf32>, tensor<2x2x1xf32> -> tensor<2x1x1xf32>
    %u = arith.constant dense<-1> : tensor<1x1xi8>
    %w = tile.dot %u, %u {from_unsigned} : tensor<1x1xi8>, tensor<1x1xi8> -> tensor<1x1xi32>)",
                             {{"%x", "tensor<2x1x1xf32>"}, {"%y", "tensor<2x1x1xf32>"}, {"%w", "tensor<1x1xi32>"}})),
            "[[[3.]]\n\n [[7.]]]\n[[[13.]]\n\n [[17.]]]\n[[65025]]\n");
}
