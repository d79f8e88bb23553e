// SPDX-License-Identifier: Apache-2.0
// The text of failures is NumPy's, to the letter.
#include "shared/numerics/Comparison.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace tessera::numerics;

namespace {
Array make(DType type, const std::vector<double> &values) {
  Array array(type, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    array.setDouble(static_cast<int64_t>(i), values[i]);
  return array;
}
Array f64(const std::vector<double> &values) { return make(DType::float64, values); }
} // namespace

TEST(Comparison, numpy_text) {
  Comparison result = compareClose(f64({1, 2, 3}), f64({1, 2, 3.1}), {});
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.mismatched, 1);
  EXPECT_EQ(result.elements, 3);
  EXPECT_EQ(result.message, R"(
Not equal to tolerance rtol=1e-07, atol=0

Mismatched elements: 1 / 3 (33.3%)
Mismatch at index:
 [2]: 3.0 (ACTUAL), 3.1 (DESIRED)
Max absolute difference among violations: 0.1
Max relative difference among violations: 0.03225806
 ACTUAL: array([1., 2., 3.])
 DESIRED: array([1. , 2. , 3.1]))");
}

TEST(Comparison, tolerances_and_specials) {
  EXPECT_TRUE(compareClose(f64({1}), f64({1.001}), {1e-2, 0, true}).passed);
  EXPECT_FALSE(compareClose(f64({1}), f64({1.001}), {1e-4, 0, true}).passed);
  EXPECT_TRUE(compareClose(f64({NAN, INFINITY}), f64({NAN, INFINITY}), {}).passed);
  EXPECT_FALSE(compareClose(f64({NAN}), f64({NAN}), {0, 0, false}).passed);
  EXPECT_NE(compareClose(f64({NAN, 1}), f64({1, 1}), {}).message.find("\nnan location mismatch:\n"), std::string::npos);
  EXPECT_NE(compareClose(f64({INFINITY}), f64({-INFINITY}), {}).message.find("\ninf values mismatch:\n"), std::string::npos);
  EXPECT_NE(compareClose(f64({INFINITY}), f64({1}), {}).message.find("\ninf location mismatch:\n"), std::string::npos);
}

TEST(Comparison, shapes) {
  EXPECT_NE(compareClose(f64({1, 2, 3}), f64({1, 2}), {}).message.find("(shapes (3,), (2,) mismatch)"), std::string::npos);
  Array scalar(DType::float64, {});
  EXPECT_TRUE(compareClose(f64({0, 0}), scalar, {}).passed);
}

TEST(Comparison, note_and_first_five) {
  std::vector<double> zeros(8), ones(8, 1);
  std::string text = compareClose(make(DType::int32, ones), make(DType::int32, zeros), {}, "Arrays are not equal", "as the user says").message;
  EXPECT_EQ(text.substr(0, text.find("Mismatched")), "\nArrays are not equal\nas the user says\n");
  EXPECT_NE(text.find("First 5 mismatches are at indices:\n [0]: 1 (ACTUAL), 0 (DESIRED)\n"), std::string::npos);
  EXPECT_NE(text.find("Max absolute difference among violations: 1.\nMax relative difference among violations: inf\n"), std::string::npos);
}

TEST(Comparison, long_arrays_are_cut) {
  Array a(DType::float32, {100}), b(DType::float32, {100});
  for (int i = 0; i < 100; ++i)
    a.setDouble(i, i + 0.123456);
  std::string text = compareClose(a, b, {}).message;
  EXPECT_NE(text.find("...\n DESIRED: array("), std::string::npos);
}
