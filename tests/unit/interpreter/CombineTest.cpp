// SPDX-License-Identifier: Apache-2.0
// Reductions and scans by a region: the fast loop, lanes, and one lane at a time. Expectations are worked out by hand.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera::test;

TEST(Combine, scan_by_one_operation) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %rows = tile.scan %x axis 1 {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tile.yield %s : i32
    } : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %columns = tile.scan %x axis 0 {
    ^bb0(%a: i32, %b: i32):
      %s = arith.muli %a, %b : i32
      tile.yield %s : i32
    } : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %back = tile.scan %x axis 1 reverse {
    ^bb0(%a: i32, %b: i32):
      %s = arith.subi %b, %a : i32
      tile.yield %s : i32
    } : (tensor<2x3xi32>) -> tensor<2x3xi32>)",
                             {{"%rows", "tensor<2x3xi32>"}, {"%columns", "tensor<2x3xi32>"}, {"%back", "tensor<2x3xi32>"}})),
            "[[ 1  3  6]\n [ 4  9 15]]\n[[ 1  2  3]\n [ 4 10 18]]\n[[ 2 -1  3]\n [ 5 -1  6]]\n");
}

// The greatest element and its index; and a number from outside of the region.
TEST(Combine, reduce_pairs_in_lanes) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[3.0, 1.0], [7.0, 1.0], [5.0, 2.0]]> : tensor<3x2xf32>
    %i = tile.iota 0 : tensor<3x2xi32>
    %outside = arith.constant 100 : i32
    %v, %n = tile.reduce_by %x, %i axis 0 {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %gt = arith.cmpf ogt, %b, %a : f32
      %m = arith.select %gt, %b, %a : f32
      %zero = arith.constant 0 : i32
      %far = arith.addi %outside, %zero : i32
      %marked = arith.addi %bi, %far : i32
      %k = arith.select %gt, %marked, %ai : i32
      tile.yield %m, %k : f32, i32
    } : (tensor<3x2xf32>, tensor<3x2xi32>) -> (tensor<2xf32>, tensor<2xi32>))",
                             {{"%v", "tensor<2xf32>"}, {"%n", "tensor<2xi32>"}})),
            "[7. 2.]\n[101 102]\n");
}

TEST(Combine, scan_with_a_branch_goes_lane_by_lane) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[1, 5], [4, 2], [2, 9]]> : tensor<3x2xi32>
    %y = tile.scan %x axis 0 reverse {
    ^bb0(%a: i32, %b: i32):
      %gt = arith.cmpi sgt, %a, %b : i32
      %r = scf.if %gt -> i32 {
        scf.yield %a : i32
      } else {
        %s = arith.addi %a, %b : i32
        scf.yield %s : i32
      }
      tile.yield %r : i32
    } : (tensor<3x2xi32>) -> tensor<3x2xi32>)",
                             {{"%y", "tensor<3x2xi32>"}})),
            "[[6 9]\n [6 9]\n [2 9]]\n");
}

TEST(Combine, one_line_to_a_scalar) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
    %sum = tile.reduce_by %x axis 0 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      tile.yield %s : f32
    } : (tensor<3xf32>) -> f32
    %twice = tile.reduce_by %x axis 0 {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %a : f32
      %s = arith.addf %p, %b : f32
      tile.yield %s : f32
    } : (tensor<3xf32>) -> f32)",
                             {{"%sum", "f32"}, {"%twice", "f32"}})),
            "-5.0\n53.0\n");
}

TEST(Combine, no_lines_and_no_entries) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<0> : tensor<0x2xi32>
    %y = tile.scan %x axis 0 {
    ^bb0(%a: i32, %b: i32):
      %t = arith.muli %a, %a : i32
      %s = arith.addi %t, %b : i32
      tile.yield %s : i32
    } : (tensor<0x2xi32>) -> tensor<0x2xi32>
    %w = tile.scan %x axis 1 {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tile.yield %s : i32
    } : (tensor<0x2xi32>) -> tensor<0x2xi32>)",
                             {{"%y", "tensor<0x2xi32>"}, {"%w", "tensor<0x2xi32>"}})),
            "[]\n[]\n");
}
