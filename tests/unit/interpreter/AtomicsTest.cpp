// SPDX-License-Identifier: Apache-2.0
// Atomic updates, Refs that are chosen while the kernel runs, and inline PTX, which somebody else runs.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

namespace {
/// A kernel of one flat Ref `%m` of i32, which `body` changes; the program prints what is left of [10, 20, 30, 40].
std::string changing(const std::string &body, const char *grid = "1") {
  return printing(std::string("%x = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>\n%y = tile.launch @k grid [") + grid + "] (%x) : (tensor<4xi32>) -> tensor<4xi32>",
                  {{"%y", "tensor<4xi32>"}}, "tile.kernel @k(%m: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>, tile.name = \"m\"}) attributes {source = \"triton\"} {\n" +
                                                 body + "\ntile.return\n}\n");
}
} // namespace

TEST(Atomics, each_element_is_changed) {
  EXPECT_EQ(runText(changing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %old = tile.atomic_rmw add %i, %m[%i] : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>])")),
            "[10 21 32 43]\n");
}

TEST(Atomics, elements_that_meet_are_applied_one_after_the_other) {
  EXPECT_EQ(runText(changing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %zero = arith.constant dense<0> : tensor<4xi32>
    %old = tile.atomic_rmw exchange %i, %m[%zero] : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>]
    tile.scatter %old, %m[%i] : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>])")),
            "[10  0  1  2]\n");
}

TEST(Atomics, a_mask_leaves_elements_alone) {
  EXPECT_EQ(runText(changing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %two = arith.constant dense<2> : tensor<4xi32>
    %mask = arith.cmpi slt, %i, %two : tensor<4xi32>
    %far = arith.muli %i, %i : tensor<4xi32>
    %old = tile.atomic_rmw max %far, %m[%far] mask %mask : tensor<4xi1> : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>])")),
            "[10 20 30 40]\n");
}

TEST(Atomics, signedness_decides_the_greater_one) {
  EXPECT_EQ(runText(changing(R"(
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %a = tile.atomic_rmw max %minus, %m[%zero] : i32, !tile.ref<?xi32> [i32]
    %b = tile.atomic_rmw umax %minus, %m[%one] : i32, !tile.ref<?xi32> [i32])")),
            "[10 -1 30 40]\n");
}

TEST(Atomics, compare_and_swap_replaces_what_is_equal) {
  EXPECT_EQ(runText(changing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %twenty = arith.constant dense<20> : tensor<4xi32>
    %old = tile.atomic_cas %twenty, %i, %m[%i] : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>])")),
            "[10  1 30 40]\n");
}

TEST(Atomics, programs_see_what_earlier_ones_did) {
  EXPECT_EQ(runText(changing(R"(
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %old = tile.atomic_rmw add %one, %m[%zero] : i32, !tile.ref<?xi32> [i32])",
                             "5")),
            "[15 20 30 40]\n");
}

TEST(Atomics, an_index_outside_is_an_error) {
  Program program(changing(R"(
    %four = arith.constant 4 : i32
    %old = tile.atomic_rmw add %four, %m[%four] : i32, !tile.ref<?xi32> [i32])"));
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::outOfBounds);
  EXPECT_EQ(result.diagnostics[0].message, "`k` changes `m[4]` in program (0,), but `m` has 4 elements");
}

namespace {
/// Stores 7 to the first element of the one of two Refs that `index` names; prints both.
std::string choosing(const char *index) {
  return printing("%x = arith.constant dense<[1, 2]> : tensor<2xi32>\n%y:2 = tile.launch @k grid [1] (%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)",
                  {{"%y#0", "tensor<2xi32>"}, {"%y#1", "tensor<2xi32>"}}, std::string(R"(
  tile.kernel @k(%a: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}, %b: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>})
      attributes {source = "triton"} {
    %i = arith.constant )") + index + R"( : i32
    %r = tile.select_ref %i : i32 of %a, %b : !tile.ref<?xi32>, !tile.ref<?xi32> -> !tile.ref<?xi32>
    %zero = arith.constant 0 : i32
    %seven = arith.constant 7 : i32
    tile.store %seven, %r[%zero] sizes [1] drop [0] : i32, !tile.ref<?xi32>
    tile.return
  })");
}
} // namespace

TEST(SelectRef, the_index_says_which) {
  EXPECT_EQ(runText(choosing("0")), "[7 2]\n[1 2]\n");
  EXPECT_EQ(runText(choosing("1")), "[1 2]\n[7 2]\n");
}

TEST(SelectRef, an_index_outside_is_an_error) {
  Program program(choosing("-1"));
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::outOfBounds);
}

namespace {
std::string assembling() {
  return changing(R"(
    %i = tile.iota 0 : tensor<4xi32>
    %r = tile.inline_asm "add.s32 $0, $1, 1;", "=r,r" (%i) : (tensor<4xi32>) -> tensor<4xi32>
    tile.scatter %r, %m[%i] : tensor<4xi32>, !tile.ref<?xi32> [tensor<4xi32>])");
}

/// Takes each text for "times ten".
struct TimesTen : interpreter::InlineAssembly {
  bool fails = false;
  mlir::LogicalResult run(tile::InlineAsmOp op, llvm::ArrayRef<const uint8_t *> inputs, llvm::ArrayRef<uint8_t *> outputs, int64_t count, const interpreter::RunOptions &,
                          DiagnosticSink &sink) override {
    EXPECT_EQ(op.getText(), "add.s32 $0, $1, 1;");
    if (fails)
      sink.report(DiagnosticId::ptxSyntax, toRange(op.getLoc()), "no such text");
    for (int64_t i = 0; i < count; ++i)
      reinterpret_cast<int32_t *>(outputs[0])[i] = 10 * reinterpret_cast<const int32_t *>(inputs[0])[i];
    return mlir::success(!fails);
  }
};
} // namespace

TEST(InlineAsm, runs_where_the_options_say) {
  TimesTen assembly;
  interpreter::RunOptions options;
  options.inlineAssembly = &assembly;
  EXPECT_EQ(runText(assembling(), options), "[ 0 10 20 30]\n");
  assembly.fails = true;
  interpreter::RunResult result = Program(assembling()).run(options);
  EXPECT_FALSE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::ptxSyntax);
}

TEST(InlineAsm, is_refused_by_name_where_nobody_runs_it) {
  interpreter::RunResult result = Program(assembling()).run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::notSupported);
}
