// SPDX-License-Identifier: Apache-2.0
// Tensor maps as the devices are told them, and findings of several schedules told once.
#include "runner/device/Findings.h"
#include "runner/device/PlanKernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runner;
using emulator::TensorElement;

namespace {
class PlanTensorMap : public testing::Test {
protected:
  std::optional<emulator::TensorMap> plan(std::vector<int64_t> shape, std::vector<int64_t> box, mlir::Type element, int64_t swizzle = 0) {
    return planTensorMap({0, std::move(shape), std::move(box), element, swizzle}, "k", "x", sink);
  }
  std::string message() { return sink.all().empty() ? "" : sink.all().back().message; }

  mlir::MLIRContext context;
  mlir::Builder builder{&context};
  DiagnosticSink sink;
};
} // namespace

TEST_F(PlanTensorMap, AxesAreInnermostFirst) {
  std::optional<emulator::TensorMap> map = plan({4, 128, 64}, {1, 32, 64}, builder.getBF16Type(), 128);
  ASSERT_TRUE(map) << message();
  EXPECT_EQ(map->rank, 3u);
  EXPECT_EQ(map->dimensions, (std::array<uint64_t, 5>{64, 128, 4, 1, 1}));
  EXPECT_EQ(map->strides, (std::array<uint64_t, 4>{128, 128 * 128, 0, 0})) << "bytes of a row, and of 128 rows";
  EXPECT_EQ(map->box, (std::array<uint32_t, 5>{64, 32, 1, 1, 1}));
  EXPECT_EQ(map->swizzleBytes, 128u);
  EXPECT_FALSE(map->fillsNan) << "outside reads as 0";
}

TEST_F(PlanTensorMap, ElementsHaveTheDriversTypes) {
  auto elementOf = [&](mlir::Type type) { return plan({64}, {64}, type)->element; };
  EXPECT_EQ(elementOf(builder.getBF16Type()), TensorElement::bf16);
  EXPECT_EQ(elementOf(builder.getF16Type()), TensorElement::f16);
  EXPECT_EQ(elementOf(builder.getF32Type()), TensorElement::f32);
  EXPECT_EQ(elementOf(builder.getF64Type()), TensorElement::f64);
  EXPECT_EQ(elementOf(mlir::Float8E4M3FNType::get(&context)), TensorElement::u8);
  EXPECT_EQ(elementOf(builder.getI1Type()), TensorElement::u8);
  EXPECT_EQ(elementOf(builder.getI16Type()), TensorElement::u16);
  EXPECT_EQ(elementOf(builder.getI32Type()), TensorElement::s32);
  EXPECT_EQ(elementOf(mlir::IntegerType::get(&context, 32, mlir::IntegerType::Unsigned)), TensorElement::u32);
  EXPECT_EQ(elementOf(builder.getI64Type()), TensorElement::s64);
}

TEST_F(PlanTensorMap, WhatTheCopyEngineCannotIsRefusedWithItsRule) {
  EXPECT_FALSE(plan({8, 3}, {8, 3}, builder.getF32Type()));
  EXPECT_NE(message().find("there is no tensor map over `x` of kernel `k`: `strides[0]` is 12 but must be a multiple of 16 bytes"), std::string::npos) << message();
  EXPECT_EQ(sink.all().back().notes.front().message, "an array of 8x3, copied in boxes of 8x3 with a swizzle of 0 bytes");
  EXPECT_FALSE(plan({2, 2, 2, 2, 2, 16}, {1, 1, 1, 1, 1, 16}, builder.getF32Type()));
  EXPECT_NE(message().find("it has 6 axes"), std::string::npos) << message();
  EXPECT_FALSE(plan({512, 512}, {512, 64}, builder.getBF16Type()));
  EXPECT_NE(message().find("`box[1]` is 512 but must be 1 to 256"), std::string::npos) << message();
  EXPECT_FALSE(plan({64}, {64}, builder.getIntegerType(4)));
  EXPECT_NE(message().find("its elements have no code there"), std::string::npos) << message();
  EXPECT_FALSE(plan({64}, {64}, builder.getIndexType())) << "no bits at all";
}

TEST(Findings, EachIsToldOnceWithTheSeedThatShowsIt) {
  auto race = [](uint32_t line) { return Diagnostic(DiagnosticId::dataRace, {"k.py", {line, 1}, {line, 2}}, "a race"); };
  Findings findings;
  findings.add({race(3), race(5)}, 7, true);
  findings.add({race(5), race(9)}, 8, true);
  ASSERT_EQ(findings.diagnostics.size(), 3u);
  EXPECT_EQ(findings.errors, 3u);
  EXPECT_EQ(findings.diagnostics[1].notes.back().message, "seen under the schedule of `--seed 7`");
  EXPECT_EQ(findings.diagnostics[2].notes.back().message, "seen under the schedule of `--seed 8`");
}
