// SPDX-License-Identifier: Apache-2.0
#include "shared/numerics/FormatSpec.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace tessera::numerics;

namespace {
std::string number(double value, std::string_view spec) {
  FormatValue v;
  v.kind = FormatValue::Kind::floating;
  v.floating = value;
  std::string error;
  auto text = formatValue(v, spec, error);
  return text ? *text : "error: " + error;
}
std::string integer(int64_t value, std::string_view spec) {
  FormatValue v;
  v.integer = value;
  std::string error;
  auto text = formatValue(v, spec, error);
  return text ? *text : "error: " + error;
}
std::string text(const char *value, std::string_view spec) {
  FormatValue v;
  v.kind = FormatValue::Kind::text;
  v.text = value;
  std::string error;
  auto result = formatValue(v, spec, error);
  return result ? *result : "error: " + error;
}
} // namespace

TEST(FormatSpec, floats) {
  EXPECT_EQ(number(3.14159, ".2f"), "3.14");
  EXPECT_EQ(number(1234567.891, ",.1f"), "1,234,567.9");
  EXPECT_EQ(number(0.5, "%"), "50.000000%");
  EXPECT_EQ(number(1e-7, "g"), "1e-07");
  EXPECT_EQ(number(123456789.0, "g"), "1.23457e+08");
  EXPECT_EQ(number(2.5, ".0f"), "2");
  EXPECT_EQ(number(0.1 + 0.2, ""), "0.30000000000000004");
  EXPECT_EQ(number(3, ""), "3.0");
  EXPECT_EQ(number(1, "+.1e"), "+1.0e+00");
  EXPECT_EQ(number(-1.5, "08.2f"), "-0001.50");
  EXPECT_EQ(number(100, ".3"), "1e+02");
  EXPECT_EQ(number(12.3, ".2"), "1.2e+01");
  EXPECT_EQ(number(5, ".2"), "5.0");
  EXPECT_EQ(number(NAN, ".2f"), "nan");
  EXPECT_EQ(number(-INFINITY, "F"), "-INF");
  EXPECT_EQ(number(-0.0, "z.1f"), "0.0");
  EXPECT_EQ(number(1234.5, "012,.1f"), "00,001,234.5");
}

TEST(FormatSpec, integers) {
  EXPECT_EQ(integer(255, "#x"), "0xff");
  EXPECT_EQ(integer(7, "05d"), "00007");
  EXPECT_EQ(integer(-7, "5"), "   -7");
  EXPECT_EQ(integer(1234567, ","), "1,234,567");
  EXPECT_EQ(integer(255, "_b"), "1111_1111");
  EXPECT_EQ(integer(5, ".1f"), "5.0");
  EXPECT_EQ(integer(65, "c"), "A");
  EXPECT_EQ(integer(INT64_MIN, "d"), "-9223372036854775808");
}

TEST(FormatSpec, strings_and_alignment) {
  EXPECT_EQ(text("ab", "5"), "ab   ");
  EXPECT_EQ(text("ab", ">5"), "   ab");
  EXPECT_EQ(text("ab", "*^5"), "*ab**");
  EXPECT_EQ(text("abcdef", ".2"), "ab");
  EXPECT_EQ(text("é", "é>3"), "ééé");
}

TEST(FormatSpec, refuses) {
  EXPECT_EQ(number(1, "d"), "error: Unknown format code 'd' for object of type 'float'");
  EXPECT_EQ(integer(1, ".2d"), "error: Precision not allowed in integer format specifier");
  EXPECT_EQ(text("a", "d"), "error: Unknown format code 'd' for object of type 'str'");
  EXPECT_EQ(integer(1, "99999999999d"), "error: Too many decimal digits in format string");
  EXPECT_EQ(integer(1, "dd"), "error: Invalid format specifier 'dd'");
}
