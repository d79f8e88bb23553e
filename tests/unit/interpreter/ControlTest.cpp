// SPDX-License-Identifier: Apache-2.0
// Loops, branches and calls.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

TEST(Control, for_carries_arrays) {
  EXPECT_EQ(runText(printing(R"(
    %lb = arith.constant 0 : i32
    %ub = arith.constant 4 : i32
    %one = arith.constant 1 : i32
    %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %r = scf.for %i = %lb to %ub step %one iter_args(%x = %a) -> tensor<2xf32> : i32 {
      %y = arith.addf %x, %x : tensor<2xf32>
      scf.yield %y : tensor<2xf32>
    })",
                             {{"%r", "tensor<2xf32>"}, {"%a", "tensor<2xf32>"}})),
            "[16. 32.]\n[1. 2.]\n");
}

TEST(Control, for_swaps_carried_values) {
  EXPECT_EQ(runText(printing(R"(
    %lb = arith.constant 0 : index
    %ub = arith.constant 3 : index
    %one = arith.constant 1 : index
    %a = arith.constant dense<1.0> : tensor<2xf32>
    %b = arith.constant dense<2.0> : tensor<2xf32>
    %n = arith.constant 0 : i32
    %r:3 = scf.for %i = %lb to %ub step %one iter_args(%x = %a, %y = %b, %k = %n) -> (tensor<2xf32>, tensor<2xf32>, i32) {
      %j = arith.index_cast %i : index to i32
      %s = arith.addi %k, %j : i32
      scf.yield %y, %x, %s : tensor<2xf32>, tensor<2xf32>, i32
    })",
                             {{"%r#0", "tensor<2xf32>"}, {"%r#1", "tensor<2xf32>"}, {"%r#2", "i32"}})),
            "[2. 2.]\n[1. 1.]\n3\n");
}

TEST(Control, for_yields_one_value_twice) {
  EXPECT_EQ(runText(printing(R"(
    %lb = arith.constant 0 : index
    %ub = arith.constant 2 : index
    %one = arith.constant 1 : index
    %a = arith.constant dense<1.0> : tensor<2xf32>
    %r:2 = scf.for %i = %lb to %ub step %one iter_args(%x = %a, %y = %a) -> (tensor<2xf32>, tensor<2xf32>) {
      %s = arith.addf %x, %y : tensor<2xf32>
      scf.yield %s, %s : tensor<2xf32>, tensor<2xf32>
    })",
                             {{"%r#0", "tensor<2xf32>"}, {"%r#1", "tensor<2xf32>"}})),
            "[4. 4.]\n[4. 4.]\n");
}

TEST(Control, for_without_iterations_keeps_its_start) {
  EXPECT_EQ(runText(printing(R"(
    %lb = arith.constant 5 : i32
    %ub = arith.constant 4 : i32
    %one = arith.constant 1 : i32
    %a = arith.constant 7 : i32
    %r = scf.for %i = %lb to %ub step %one iter_args(%x = %a) -> i32 : i32 {
      scf.yield %i : i32
    })",
                             {{"%r", "i32"}})),
            "7\n");
}

TEST(Control, if_both_ways) {
  EXPECT_EQ(runText(printing(R"(
    %yes = arith.constant true
    %no = arith.constant false
    %a = arith.constant dense<1.0> : tensor<2xf32>
    %x = scf.if %yes -> tensor<2xf32> {
      %b = arith.addf %a, %a : tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    } else {
      scf.yield %a : tensor<2xf32>
    }
    %y = scf.if %no -> tensor<2xf32> {
      scf.yield %x : tensor<2xf32>
    } else {
      scf.yield %a : tensor<2xf32>
    })",
                             {{"%x", "tensor<2xf32>"}, {"%y", "tensor<2xf32>"}})),
            "[2. 2.]\n[1. 1.]\n");
}

TEST(Control, while_counts) {
  EXPECT_EQ(runText(printing(R"(
    %one = arith.constant 1 : i32
    %limit = arith.constant 100 : i32
    %v = arith.constant dense<1.0> : tensor<2xf32>
    %r:2 = scf.while (%n = %one, %x = %v) : (i32, tensor<2xf32>) -> (i32, tensor<2xf32>) {
      %go = arith.cmpi slt, %n, %limit : i32
      scf.condition(%go) %n, %x : i32, tensor<2xf32>
    } do {
    ^bb0(%n: i32, %x: tensor<2xf32>):
      %m = arith.addi %n, %n : i32
      %y = arith.addf %x, %x : tensor<2xf32>
      scf.yield %m, %y : i32, tensor<2xf32>
    })",
                             {{"%r#0", "i32"}, {"%r#1", "tensor<2xf32>"}})),
            "128\n[128. 128.]\n");
}

TEST(Control, a_function_called_twice) {
  EXPECT_EQ(runText(printing(R"(
    %a = arith.constant dense<3.0> : tensor<2xf32>
    %b = func.call @double(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %c = func.call @double(%b) : (tensor<2xf32>) -> tensor<2xf32>)",
                             {{"%a", "tensor<2xf32>"}, {"%b", "tensor<2xf32>"}, {"%c", "tensor<2xf32>"}}, R"(
  func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = arith.addf %x, %x : tensor<2xf32>
    return %y : tensor<2xf32>
  })")),
            "[3. 3.]\n[6. 6.]\n[12. 12.]\n");
}

TEST(Control, recursion_is_refused) {
  Program program(R"(func.func @main() {
    func.call @f() : () -> ()
    return
  }
  func.func private @f() {
    func.call @f() : () -> ()
    return
  })");
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_NE(result.diagnostics[0].message.find("`f` calls itself"), std::string::npos);
}
