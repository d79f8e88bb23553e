// SPDX-License-Identifier: Apache-2.0
// The host program: random numbers, text, checks.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;


TEST(Host, normal_numbers_are_jaxs) {
  EXPECT_EQ(runText(printing(R"(
    %key = arith.constant dense<[0, 0]> : tensor<2xi32>
    %x = tile.random threefry normal %key : tensor<2xi32> -> tensor<3xf32>)",
                             {{"%x", "tensor<3xf32>"}})),
            "[ 1.6226422   2.0252647  -0.43359444]\n");
}

TEST(Host, split_batches_and_fold_in) {
  EXPECT_EQ(runText(printing(R"(
    %key = arith.constant dense<[0, 42]> : tensor<2xi32>
    %keys = tile.random_split %key : tensor<2xi32> -> tensor<3x2xi32>
    %x = tile.random threefry normal %keys : tensor<3x2xi32> -> tensor<3xf32>
    %one = arith.constant 1 : i32
    %folded = tile.random_fold_in %key, %one : tensor<2xi32>
    %y = tile.random threefry bits %folded : tensor<2xi32> -> i32
    %second = tile.slice %keys[1, 0] sizes [1, 2] drop [0] : tensor<3x2xi32> -> tensor<2xi32>
    %z = tile.random threefry bits %second : tensor<2xi32> -> i32
    %same = arith.cmpi eq, %y, %z : i32)",
                             {{"%x", "tensor<3xf32>"}, {"%same", "i1"}})),
            "[0.07592554 0.60576403 0.4323065 ]\nTrue\n");
}

TEST(Host, philox_is_tritons_rand) {
  EXPECT_EQ(runText(printing(R"(
    %key = arith.constant dense<[123, 0]> : tensor<2xi32>
    %x = tile.random philox uniform %key : tensor<2xi32> -> tensor<2xf32>)",
                             {{"%x", "tensor<2xf32>"}})),
            "[0.13389549 0.7207006 ]\n");
}

TEST(Host, format_specs_and_styles) {
  EXPECT_EQ(runText(R"(func.func @main() {
    %x = arith.constant 0.605764031 : f32
    %n = arith.constant -1 : i32
    %v = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %key = arith.constant dense<[0, 42]> : tensor<2xi32>
    %inner = tile.format ["inner"]
    %t = tile.format ["a=", " b=", " c=", " d=", " e=", " ", " ", ""](%x, %x, %n, %v, %v, %key, %inner)
      specs [".3f", "", "", "", "", "", ">7"]
      styles [#tile<style python>, #tile<style python>, #tile<style python>, #tile<style jax_repr>, #tile<style torch>, #tile<style numpy>, #tile<style python>]
      {unsigned_values = array<i64: 2>, key_values = array<i64: 5>}
      : f32, f32, i32, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, !tile.text
    tile.print %t
    return
  })"),
            "a=0.606 b=0.6057640314102173 c=4294967295 d=Array([1., 2.], dtype=float32) e=tensor([1., 2.]) "
            "Array((), dtype=key<fry>) overlaying:\n[ 0 42]   inner");
}

TEST(Host, a_wrong_format_is_the_users_error) {
  Program program(R"(func.func @main() {
    %v = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %t = tile.format ["", ""](%v) specs [".2f"] styles [#tile<style numpy>] : tensor<2xf32>
    return
  })");
  interpreter::RunResult result = program.run();
  EXPECT_FALSE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::valueError);
}

TEST(Host, writes_files) {
  Program program(R"(func.func @main() {
    %t = tile.format ["one"]
    tile.write_file %t to "a.txt"
    tile.write_file %t to "a.txt"
    return
  })");
  EXPECT_EQ(program.run().files["a.txt"], "oneone");
}

TEST(Host, kernel_text_comes_from_the_caller) {
  const char *text = R"(func.func @main() {
    %t = tile.kernel_text @k "ptx"
    tile.print %t
    return
  }
  tile.kernel @k() attributes {source = "triton"} { tile.return })";
  interpreter::RunOptions options;
  options.kernelText = [](llvm::StringRef kernel, llvm::StringRef stage) { return (kernel + " as " + stage).str(); };
  EXPECT_EQ(runText(text, options), "k as ptx");
  interpreter::RunResult result = Program(text).run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::noCodeGenerator);
}

TEST(Host, a_failing_comparison_ends_the_run) {
  Program program(R"(func.func @main() {
    %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
    %b = arith.constant dense<[1.0, 2.0, 3.1]> : tensor<3xf64>
    tile.check_close %a, %a rtol 1.000000e-07 atol 0.0 : tensor<3xf64>, tensor<3xf64>
    tile.check_close %a, %b rtol 1.000000e-07 atol 0.0 : tensor<3xf64>, tensor<3xf64>
    %t = tile.format ["never"]
    tile.print %t
    return
  })");
  interpreter::RunResult result = program.run();
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.output, "");
  ASSERT_EQ(result.checks.size(), 2u);
  EXPECT_TRUE(result.checks[0].passed);
  EXPECT_EQ(result.checks[1].mismatched, 1);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::checkFailed);
  EXPECT_EQ(result.diagnostics[0].range.begin.line, 5u);
  EXPECT_NE(result.diagnostics[0].message.find("Mismatched elements: 1 / 3 (33.3%)"), std::string::npos);
}

TEST(Host, a_guard_that_holds_and_one_that_does_not) {
  Program program(R"(func.func @main() {
    %a = arith.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
    tile.guard %a is dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32> {what = "a"} : tensor<3xf32>
    tile.guard %a is dense<[1.0, 0x7FC00000, 4.0]> : tensor<3xf32> {what = "a[:]"} : tensor<3xf32>
    return
  })");
  interpreter::RunResult result = program.run();
  EXPECT_FALSE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::checkFailed);
  EXPECT_EQ(result.diagnostics[0].range.begin.line, 4u);
  EXPECT_NE(result.diagnostics[0].message.find("another turn on this device: `a[:]` was 4.0 at element 2"), std::string::npos) << result.diagnostics[0].message;
}

TEST(Host, a_guard_of_another_type_is_refused) {
  Program program(R"(func.func @main() {
    %a = arith.constant dense<[1.0, 3.0]> : tensor<2xf32>
    tile.guard %a is dense<1.0> : tensor<4xf32> : tensor<2xf32>
    return
  })");
  interpreter::RunResult result = program.run();
  EXPECT_FALSE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_NE(result.diagnostics[0].message.find("no value of its operand's type"), std::string::npos) << result.diagnostics[0].message;
}

TEST(Host, an_assertion) {
  Program program(R"(func.func @main() {
    %no = arith.constant false
    %t = tile.format ["x is small"]
    tile.assert %no, %t
    return
  })");
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::assertionFailed);
  EXPECT_EQ(result.diagnostics[0].message, "x is small");
}
