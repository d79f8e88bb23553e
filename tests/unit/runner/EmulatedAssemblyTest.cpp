// SPDX-License-Identifier: Apache-2.0
// Inline PTX that the emulator runs for the interpreter: how elements share registers, and what is refused in which
// words.
#include "runner/device/EmulatedAssembly.h"
#include "compiler/driver/LaunchOperations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {
class EmulatedAssembly : public testing::Test {
protected:
  EmulatedAssembly() { context.loadDialect<tile::TileDialect>(); }

  mlir::RankedTensorType array(mlir::Type element, int64_t count) {
    return mlir::RankedTensorType::get({count}, element);
  }
  mlir::Type integers(unsigned bits) { return builder.getIntegerType(bits); }

  /// Runs `text` on one array of `input` with elements `values`, as bytes; the results' bytes, or "" where it failed.
  template <typename In, typename Out>
  std::vector<Out> run(const char *text, const char *constraints, uint64_t pack, mlir::Type input,
                       std::vector<In> values, mlir::Type output) {
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder.getUnknownLoc());
    mlir::OpBuilder inside(module->getBodyRegion());
    int64_t count = static_cast<int64_t>(values.size());
    auto given = tile::IotaOp::create(inside, inside.getUnknownLoc(), array(integers(32), count),
                                      0); // a value of the right count: the bytes come from `values`
    mlir::Value operand = mlir::UnrealizedConversionCastOp::create(inside, inside.getUnknownLoc(), array(input, count),
                                                                   mlir::ValueRange(given.getResult()))
                              .getResult(0);
    auto op = tile::InlineAsmOp::create(inside, inside.getUnknownLoc(), mlir::TypeRange(array(output, count)), text,
                                        constraints, pack, /*is_pure=*/true, mlir::ValueRange(operand));
    std::vector<Out> results(values.size());
    const uint8_t *from = reinterpret_cast<const uint8_t *>(values.data());
    uint8_t *to = reinterpret_cast<uint8_t *>(results.data());
    sink = DiagnosticSink();
    bool ok = mlir::succeeded(assembly->run(op, from, to, count, options, sink));
    EXPECT_NE(ok, sink.hasErrors());
    return ok ? results : std::vector<Out>();
  }
  std::string told() { return sink.all().empty() ? "" : sink.all().front().message; }

  mlir::MLIRContext context;
  mlir::Builder builder{&context};
  std::unique_ptr<interpreter::InlineAssembly> assembly = runner::makeEmulatedAssembly();
  interpreter::RunOptions options;
  DiagnosticSink sink;
};
} // namespace

TEST_F(EmulatedAssembly, NeighboursShareARegister) {
  // The first element is the lowest byte: a shift by eight bits moves each one place up.
  EXPECT_EQ(
      (run<uint8_t, uint8_t>("shl.b32 $0, $1, 8;", "=r,r", 4, integers(8), {1, 2, 3, 4, 5, 6, 7, 8}, integers(8))),
      (std::vector<uint8_t>{0, 1, 2, 3, 0, 5, 6, 7}));
  EXPECT_EQ((run<uint16_t, uint16_t>("shl.b32 $0, $1, 16;", "=r,r", 2, integers(16), {1, 2, 3, 4}, integers(16))),
            (std::vector<uint16_t>{0, 1, 0, 3}));
}

TEST_F(EmulatedAssembly, WhereAGroupIsNotFullTheLastElementStandsForTheRest) {
  EXPECT_EQ((run<uint8_t, uint8_t>("shr.u32 $0, $1, 8;", "=r,r", 4, integers(8), {1, 2, 3, 4, 5, 6}, integers(8))),
            (std::vector<uint8_t>{2, 3, 4, 0, 6, 6}));
}

TEST_F(EmulatedAssembly, ElementsFitTheConstraintsRegister) {
  EXPECT_EQ((run<int8_t, int32_t>("mov.b32 $0, $1;", "=r,r", 1, integers(8), {-1, 2}, integers(32))),
            (std::vector<int32_t>{255, 2}));
  EXPECT_EQ((run<int32_t, int8_t>("mov.b32 $0, $1;", "=r,r", 1, integers(32), {0x1ff, 2}, integers(8))),
            (std::vector<int8_t>{-1, 2}));
  EXPECT_EQ((run<uint8_t, uint8_t>("xor.b32 $0, $1, 1;", "=r,r", 1, integers(1), {0, 1, 1}, integers(1))),
            (std::vector<uint8_t>{1, 0, 0}));
  EXPECT_EQ((run<int8_t, int8_t>("add.u32 $0, $1, 3;", "=r,r", 1, integers(4), {7, -8, -1}, integers(4))),
            (std::vector<int8_t>{-6, -5, 2}));
}

TEST_F(EmulatedAssembly, WarpsAndBlocksOfThreadsAreFilledUp) {
  for (size_t count : {1, 31, 33, 256, 257, 1000}) {
    std::vector<int32_t> values(count), want(count);
    for (size_t i = 0; i < count; ++i)
      values[i] = static_cast<int32_t>(i), want[i] = static_cast<int32_t>(3 * i);
    EXPECT_EQ((run<int32_t, int32_t>("mul.lo.s32 $0, $1, 3;", "=r,r", 1, integers(32), values, integers(32))), want)
        << count;
  }
}

TEST_F(EmulatedAssembly, DollarsAndBraces) {
  EXPECT_EQ((run<int32_t, int32_t>("{ bra $$skip${:uid}; mov.b32 ${0}, 1; $$skip${:uid}: mov.b32 ${0}, $1; }",
                                   "=r,r,~{memory}", 1, integers(32), {5}, integers(32))),
            (std::vector<int32_t>{5}));
}

TEST_F(EmulatedAssembly, WhatDoesNotFitIsRefused) {
  auto refused = [&](const char *text, const char *constraints, uint64_t pack = 1) {
    EXPECT_EQ((run<int32_t, int32_t>(text, constraints, pack, integers(32), {1, 2, 3, 4}, integers(32))),
              std::vector<int32_t>());
    return sink.all().empty() ? std::string() : std::string(getText(sink.all().front().id)) + ": " + told();
  };
  EXPECT_EQ(refused("mov.b32 $0, $2;", "=r,r"),
            "value-error: the inline PTX names operand `$2`, but its constraints make 2: `$0` to `$1`");
  EXPECT_EQ(refused("mov.b32 $0, $x;", "=r,r").substr(0, 15), "not-supported: ");
  EXPECT_EQ(refused("mov.b32 $0, $1;", "=r"), "value-error: the inline PTX has 1 constraints, expected 1 of results "
                                              "and 1 of operands: one for each register of 1 elements");
  EXPECT_EQ(refused("mov.b32 $0, $1;", "=r,r", 2).substr(0, 13), "value-error: ");
  EXPECT_EQ(refused("mov.b32 $0, $1;", "r,r"),
            "value-error: constraint `r` stands where one of a result, such as `=r`, is expected");
  EXPECT_EQ(refused("mov.b32 $0, $1;", "=q,r"), "not-supported: constraint `=q` of inline PTX is not supported in the "
                                                "interpreter; `h`, `r`, `l`, `f` and `d` are");
}

TEST_F(EmulatedAssembly, WhatReachesOutsideOfRegistersIsRefused) {
  for (const char *text : {"ld.global.b32 $0, [0];", "bar.sync 0; mov.b32 $0, $1;", "mov.u32 $0, %laneid;",
                           "@!p mov.u32 $0, 1;", "vote.sync.ballot.b32 $0, 1, -1;", "mov.b32 $0, $1; ret;",
                           "{ .shared .b32 box; mov.u32 $0, box; }", "} .visible .entry other() {"}) {
    EXPECT_TRUE((run<int32_t, int32_t>(text, "=r,r", 1, integers(32), {1}, integers(32))).empty()) << text;
    EXPECT_TRUE(told().starts_with("inline PTX")) << told();
  }
}

TEST_F(EmulatedAssembly, ErrorsOfTheTextNameItsLine) {
  EXPECT_TRUE((run<int32_t, int32_t>("mov.b32 $0, $1;\nadd.s33 $0, $0, 1;", "=r,r", 1, integers(32), {1}, integers(32)))
                  .empty());
  ASSERT_FALSE(sink.all().empty());
  ASSERT_FALSE(sink.all().front().notes.empty());
  EXPECT_EQ(sink.all().front().notes.front().message, "in the inline PTX: `add.s33 $0, $0, 1;`");
}
