// SPDX-License-Identifier: Apache-2.0
// Elements at computed indices, sorting and positions of extremes. Expectations are worked out by hand.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera::test;

TEST(Indexed, take_clamps_and_puts_the_index_shape_first) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[0, 1, 2], [10, 11, 12]]> : tensor<2x3xi32>
    %i = arith.constant dense<[1, -5, 7]> : tensor<3xi64>
    %rows = tile.take %x[%i] axes [0] : tensor<2x3xi32>[tensor<3xi64>] -> tensor<3x3xi32>
    %columns = tile.take %x[%i] axes [1] : tensor<2x3xi32>[tensor<3xi64>] -> tensor<3x2xi32>
    %a = arith.constant dense<[0, 1]> : tensor<2xi8>
    %b = arith.constant dense<[2, 0]> : tensor<2xi8>
    %both = tile.take %x[%a, %b] axes [0, 1] : tensor<2x3xi32>[tensor<2xi8>, tensor<2xi8>] -> tensor<2xi32>
    %s = arith.constant 1 : i32
    %one = tile.take %x[%s, %s] axes [0, 1] : tensor<2x3xi32>[i32, i32] -> i32)",
                             {{"%rows", "tensor<3x3xi32>"}, {"%columns", "tensor<3x2xi32>"}, {"%both", "tensor<2xi32>"}, {"%one", "i32"}})),
            "[[10 11 12]\n [ 0  1  2]\n [10 11 12]]\n[[ 1 11]\n [ 0 10]\n [ 2 12]]\n[ 2 10]\n11\n");
}

TEST(Indexed, put_drops_what_is_outside_and_applies_all_that_meet) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %i = arith.constant dense<[2, 0, 2, 3, -1]> : tensor<5xi32>
    %u = arith.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
    %set = tile.put exchange %u into %x[%i] axes [0] : tensor<5xf32>, tensor<3xf32>[tensor<5xi32>] -> tensor<3xf32>
    %add = tile.put add %u into %x[%i] axes [0] : tensor<5xf32>, tensor<3xf32>[tensor<5xi32>] -> tensor<3xf32>)",
                             {{"%set", "tensor<3xf32>"}, {"%add", "tensor<3xf32>"}, {"%x", "tensor<3xf32>"}})),
            "[20.  2. 30.]\n[21.  2. 43.]\n[1. 2. 3.]\n");
}

TEST(Indexed, put_of_columns) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[5, 1, 9], [5, 1, 9]]> : tensor<2x3xi32>
    %i = arith.constant dense<[2, 0]> : tensor<2xi32>
    %u = arith.constant dense<[[7, 12], [6, 3]]> : tensor<2x2xi32>
    %max = tile.put max %u into %x[%i] axes [1] : tensor<2x2xi32>, tensor<2x3xi32>[tensor<2xi32>] -> tensor<2x3xi32>
    %set = tile.put exchange %u into %x[%i] axes [1] : tensor<2x2xi32>, tensor<2x3xi32>[tensor<2xi32>] -> tensor<2x3xi32>)",
                             {{"%max", "tensor<2x3xi32>"}, {"%set", "tensor<2x3xi32>"}})),
            "[[ 6  1  9]\n [ 5  1 12]]\n[[ 6  1  7]\n [ 3  1 12]]\n");
}

TEST(Indexed, sort_is_stable_with_nans_last) {
  EXPECT_EQ(runText(printing(R"(
    %k = arith.constant dense<[2.0, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<5xf32>
    %i = tile.iota 0 : tensor<5xi32>
    %up, %upOrder = tile.sort %k, %i axis 0 : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
    %down, %downOrder = tile.sort %k, %i axis 0 {descending} : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>))",
                             {{"%up", "tensor<5xf32>"}, {"%upOrder", "tensor<5xi32>"}, {"%down", "tensor<5xf32>"}, {"%downOrder", "tensor<5xi32>"}})),
            "[-1. -0.  0.  2. nan]\n[4 2 3 0 1]\n[nan  2. -0.  0. -1.]\n[1 0 2 3 4]\n");
}

TEST(Indexed, sort_by_two_keys_along_columns) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<[[1, 1], [0, 1], [1, 0]]> : tensor<3x2xi32>
    %b = arith.constant dense<[[9, -1], [5, 4], [2, 3]]> : tensor<3x2xi8>
    %x, %y = tile.sort %a, %b axis 0 {num_keys = 2 : i64, unsigned_keys = array<i64: 1>} : (tensor<3x2xi32>, tensor<3x2xi8>) -> (tensor<3x2xi32>, tensor<3x2xi8>))",
                             {{"%x", "tensor<3x2xi32>"}, {"%y", "tensor<3x2xi8>"}})),
            "[[0 0]\n [1 1]\n [1 1]]\n[[ 5  3]\n [ 2  4]\n [ 9 -1]]\n");
}

TEST(Indexed, arg_reduce_takes_the_first_and_the_first_nan) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[3.0, 5.0, 5.0, 1.0], [2.0, 0x7FC00000, 9.0, 0x7FC00000]]> : tensor<2x4xf32>
    %max = tile.arg_reduce max %x axis 1 : tensor<2x4xf32> -> tensor<2xi32>
    %last = tile.arg_reduce max %x axis 1 {last} : tensor<2x4xf32> -> tensor<2xi32>
    %min = tile.arg_reduce min %x axis 1 : tensor<2x4xf32> -> tensor<2xi64>
    %number = tile.arg_reduce max %x axis 1 {ignore_nan} : tensor<2x4xf32> -> tensor<2xi32>
    %down = tile.arg_reduce min %x axis 0 : tensor<2x4xf32> -> tensor<4xi32>
    %b = arith.constant dense<[1, -1, 0]> : tensor<3xi8>
    %u = tile.arg_reduce umax %b axis 0 : tensor<3xi8> -> i32)",
                             {{"%max", "tensor<2xi32>"}, {"%last", "tensor<2xi32>"}, {"%min", "tensor<2xi64>"}, {"%number", "tensor<2xi32>"},
                              {"%down", "tensor<4xi32>"}, {"%u", "i32"}})),
            "[1 1]\n[2 3]\n[3 1]\n[1 2]\n[1 1 0 1]\n1\n");
}
