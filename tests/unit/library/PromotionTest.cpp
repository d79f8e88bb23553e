// SPDX-License-Identifier: Apache-2.0
// Promotion against the published tables: JAX's (x32, with the weak columns), and the worked examples of Triton's and torch's rules.
#include "compiler/frontend/library/arrays/Promotion.h"
#include "gtest/gtest.h"
#include <map>
#include <sstream>

using namespace tessera;
using namespace tessera::frontend;

namespace {

ElementType parse(const std::string &name) {
  static const std::map<std::string, ElementType> types = {
      {"b1", {DType::boolean, false}}, {"u8", {DType::uint8, false}},      {"u16", {DType::uint16, false}}, {"u32", {DType::uint32, false}},
      {"i8", {DType::int8, false}},    {"i16", {DType::int16, false}},     {"i32", {DType::int32, false}},  {"bf16", {DType::bfloat16, false}},
      {"f16", {DType::float16, false}}, {"f32", {DType::float32, false}}, {"i*", {DType::int32, true}},    {"f*", {DType::float32, true}}};
  return types.at(name);
}

TEST(JaxPromotion, AgreesWithThePublishedTable) {
  const char *table = R"(
       b1   u8   u16  u32  i8   i16  i32  bf16 f16  f32  i*   f*
  b1   b1   u8   u16  u32  i8   i16  i32  bf16 f16  f32  i*   f*
  u8   u8   u8   u16  u32  i16  i16  i32  bf16 f16  f32  u8   f*
  u16  u16  u16  u16  u32  i32  i32  i32  bf16 f16  f32  u16  f*
  u32  u32  u32  u32  u32  i32  i32  i32  bf16 f16  f32  u32  f*
  i8   i8   i16  i32  i32  i8   i16  i32  bf16 f16  f32  i8   f*
  i16  i16  i16  i32  i32  i16  i16  i32  bf16 f16  f32  i16  f*
  i32  i32  i32  i32  i32  i32  i32  i32  bf16 f16  f32  i32  f*
  bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32  f32  bf16 bf16
  f16  f16  f16  f16  f16  f16  f16  f16  f32  f16  f32  f16  f16
  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32
  i*   i*   u8   u16  u32  i8   i16  i32  bf16 f16  f32  i*   f*
  f*   f*   f*   f*   f*   f*   f*   f*   bf16 f16  f32  f*   f*
)";
  std::istringstream lines(table);
  std::string line;
  std::vector<std::string> columns;
  size_t cells = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;)
      row.push_back(word);
    if (row.empty())
      continue;
    if (columns.empty()) {
      columns = row;
      continue;
    }
    for (size_t column = 0; column < columns.size(); ++column, ++cells) {
      ElementType operands[] = {parse(row[0]), parse(columns[column])};
      std::optional<ElementType> result = promoteJax(operands);
      ASSERT_TRUE(result) << row[0] << " " << columns[column];
      EXPECT_TRUE(*result == parse(row[column + 1])) << row[0] << " with " << columns[column] << " gives " << numerics::getName(result->dtype);
    }
  }
  EXPECT_EQ(cells, 144u);
}

TEST(JaxPromotion, Float8HasNoImplicitPath) {
  ElementType mixed[] = {{DType::float8_e4m3fn, false}, {DType::float32, false}};
  EXPECT_FALSE(promoteJax(mixed));
  ElementType withNumber[] = {{DType::float8_e4m3fn, false}, {DType::float32, true}};
  ASSERT_TRUE(promoteJax(withNumber));
  EXPECT_EQ(promoteJax(withNumber)->dtype, DType::float8_e4m3fn);
}

TEST(JaxPromotion, SumsWidenToThirtyTwoBits) {
  EXPECT_EQ(getSumTypeJax(DType::boolean), DType::int32);
  EXPECT_EQ(getSumTypeJax(DType::uint8), DType::uint32);
  EXPECT_EQ(getSumTypeJax(DType::int16), DType::int32);
  EXPECT_EQ(getSumTypeJax(DType::bfloat16), DType::bfloat16);
}

TEST(TritonPromotion, FollowsTheWorkedExamples) {
  auto tensor = [](DType type) { return TritonOperand{type, false}; };
  auto number = [](DType type) { return TritonOperand{type, true}; };
  EXPECT_EQ(promoteTriton(tensor(DType::float16), number(DType::int32), false).dtype, DType::float16);
  EXPECT_EQ(promoteTriton(tensor(DType::int32), number(DType::float32), false).dtype, DType::float32);
  EXPECT_EQ(promoteTriton(tensor(DType::int8), tensor(DType::int32), false).dtype, DType::int32);
  EXPECT_EQ(promoteTriton(tensor(DType::uint32), tensor(DType::int32), false).dtype, DType::uint32);
  EXPECT_EQ(promoteTriton(tensor(DType::uint8), tensor(DType::int32), false).dtype, DType::int32);
  EXPECT_EQ(promoteTriton(tensor(DType::float16), tensor(DType::bfloat16), false).dtype, DType::float16);
  EXPECT_EQ(promoteTriton(tensor(DType::bfloat16), tensor(DType::int32), false).dtype, DType::float32);
  EXPECT_EQ(promoteTriton(tensor(DType::float16), tensor(DType::float16), true).dtype, DType::float32);
  EXPECT_EQ(promoteTriton(tensor(DType::float16), number(DType::int32), true).dtype, DType::float32);
  EXPECT_EQ(promoteTriton(tensor(DType::boolean), tensor(DType::boolean), false).dtype, DType::boolean);
  EXPECT_EQ(promoteTriton(tensor(DType::uint32), tensor(DType::int32), true).failure, TritonFailure::differentSignedness);
  EXPECT_EQ(promoteTriton(tensor(DType::float8_e5m2), tensor(DType::int32), false).failure, TritonFailure::fp8WithInteger);
}

TEST(TorchPromotion, CategoriesDecide) {
  auto tensor = [](DType type) { return TorchOperand{type, false, false}; };
  EXPECT_EQ(promoteTorch({tensor(DType::int64), {DType::float32, true, false}}), DType::float32);
  EXPECT_EQ(promoteTorch({tensor(DType::float16), {DType::float32, true, false}}), DType::float16);
  EXPECT_EQ(promoteTorch({tensor(DType::float16), {DType::float64, false, true}}), DType::float16);
  EXPECT_EQ(promoteTorch({tensor(DType::float16), tensor(DType::bfloat16)}), DType::float32);
  EXPECT_EQ(promoteTorch({tensor(DType::uint8), tensor(DType::int8)}), DType::int16);
}

TEST(NumpyPromotion, IntegersMeetFloatsWhereBothFit) {
  auto array = [](DType type) { return TorchOperand{type, false, false}; };
  EXPECT_EQ(promoteNumpy({array(DType::int32), array(DType::float32)}), DType::float64);
  EXPECT_EQ(promoteNumpy({array(DType::int8), array(DType::float16)}), DType::float16);
  EXPECT_EQ(promoteNumpy({array(DType::float32), {DType::float32, true, false}}), DType::float32);
  EXPECT_EQ(promoteNumpy({array(DType::int64), {DType::float32, true, false}}), DType::float64);
}

} // namespace
