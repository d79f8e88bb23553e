// SPDX-License-Identifier: Apache-2.0
// `arith` and `math` reach the right functions, on scalars and arrays.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera::test;

TEST(Elementwise, floats) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
    %b = arith.constant dense<2.0> : tensor<3xf32>
    %sum = arith.addf %a, %b : tensor<3xf32>
    %root = math.sqrt %a : tensor<3xf32>
    %power = math.powf %a, %b : tensor<3xf32>
    %fma = math.fma %a, %b, %b : tensor<3xf32>
    %high = arith.cmpf ogt, %a, %b : tensor<3xf32>
    %pick = arith.select %high, %a, %b : tensor<3xi1>, tensor<3xf32>
    %two = arith.constant 2.0 : f32
    %e = math.exp %two : f32)",
                             {{"%sum", "tensor<3xf32>"}, {"%root", "tensor<3xf32>"}, {"%power", "tensor<3xf32>"}, {"%fma", "tensor<3xf32>"},
                              {"%high", "tensor<3xi1>"}, {"%pick", "tensor<3xf32>"}, {"%e", "f32"}})),
            "[ 3.  6. 11.]\n[1. 2. 3.]\n[ 1. 16. 81.]\n[ 4. 10. 20.]\n[False  True  True]\n[2. 4. 9.]\n7.389056\n");
}

TEST(Elementwise, integers_and_casts) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[7, -7, 300]> : tensor<3xi32>
    %zero = arith.constant dense<0> : tensor<3xi32>
    %quotient = arith.divsi %a, %zero : tensor<3xi32>
    %rest = arith.remsi %a, %zero : tensor<3xi32>
    %byte = tile.cast %a : tensor<3xi32> -> tensor<3xi8>
    %wide = tile.cast %byte {from_unsigned} : tensor<3xi8> -> tensor<3xi32>
    %f = arith.constant dense<[1.9, -3.0, 3.0e9]> : tensor<3xf32>
    %i = tile.cast %f : tensor<3xf32> -> tensor<3xi32>
    %b = tile.cast %a : tensor<3xi32> -> tensor<3xi1>
    %s = arith.extsi %b : tensor<3xi1> to tensor<3xi32>
    %u = arith.extui %b : tensor<3xi1> to tensor<3xi32>)",
                             {{"%quotient", "tensor<3xi32>"}, {"%rest", "tensor<3xi32>"}, {"%byte", "tensor<3xi8>"}, {"%wide", "tensor<3xi32>"},
                              {"%i", "tensor<3xi32>"}, {"%s", "tensor<3xi32>"}, {"%u", "tensor<3xi32>"}})),
            "[-1 -1 -1]\n[  7  -7 300]\n[ 7 -7 44]\n[  7 249  44]\n[         1         -3 2147483647]\n[-1 -1 -1]\n[1 1 1]\n");
}

TEST(Elementwise, extended_results) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant -1 : i32
    %b = arith.constant 5 : i32
    %sum, %carry = arith.addui_extended %a, %b : i32, i1
    %low, %high = arith.mului_extended %a, %b : i32
    %slow, %shigh = arith.mulsi_extended %a, %b : i32)",
                             {{"%sum", "i32"}, {"%carry", "i1"}, {"%low", "i32"}, {"%high", "i32"}, {"%shigh", "i32"}})),
            "4\nTrue\n-5\n4\n-1\n");
}

TEST(Elementwise, an_operand_that_lives_on_is_not_written_over) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = arith.addf %a, %a : tensor<2xf32>
    %c = arith.mulf %b, %a : tensor<2xf32>
    %alias = tile.reshape %b : tensor<2xf32> -> tensor<1x2xf32>
    %d = arith.addf %b, %c : tensor<2xf32>)",
                             {{"%a", "tensor<2xf32>"}, {"%alias", "tensor<1x2xf32>"}, {"%d", "tensor<2xf32>"}})),
            "[1. 2.]\n[[2. 4.]]\n[ 4. 12.]\n");
}

TEST(Elementwise, narrow_floats) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[1.0, 0.333]> : tensor<2xbf16>
    %b = arith.addf %a, %a : tensor<2xbf16>
    %c = tile.cast %a : tensor<2xbf16> -> tensor<2xf8E4M3FN>
    %d = tile.cast %c : tensor<2xf8E4M3FN> -> tensor<2xf32>)",
                             {{"%b", "tensor<2xbf16>"}, {"%d", "tensor<2xf32>"}})),
            "[2 0.664062]\n[1.      0.34375]\n");
}
