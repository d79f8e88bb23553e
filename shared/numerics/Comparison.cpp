// SPDX-License-Identifier: Apache-2.0
// First NaNs, then infinities must stand in the same places; then every other element is held against the tolerance. The text
// follows NumPy 2.4: how many elements differ, where the first five are, by how much at most, and both arrays' beginnings.
#include "shared/numerics/Comparison.h"
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/FloatText.h"
#include <cmath>
#include <cstdio>
#include <limits>

namespace tessera::numerics {

namespace {

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// At most three lines of NumPy's repr with precision 6.
std::string beginningOf(const Array &array) {
  std::string text = toNumpyRepr(array, 6);
  size_t at = 0, lines = 0, third = std::string::npos;
  for (; (at = text.find('\n', at)) != std::string::npos; ++at)
    if (++lines == 3)
      third = at;
  return lines > 3 ? text.substr(0, third) + "..." : text;
}

std::string assemble(const std::string &header, const std::string &note, const std::string &remarks, const Array &actual, const Array &desired) {
  // NumPy: the note and the remarks are one text after the header; without a note it begins with an empty line.
  return "\n" + header + "\n" + note + "\n" + remarks + "\n ACTUAL: " + beginningOf(actual) + "\n DESIRED: " + beginningOf(desired);
}

/// Text of a difference as NumPy prints a rank-0 array of the compared dtype.
std::string differenceText(double value, DType type) {
  Array scalar(type, {1});
  scalar.setDouble(0, value);
  std::string text = toNumpyRepr(scalar); // array([0.1], dtype=float32)
  size_t begin = text.find('[') + 1;
  return text.substr(begin, text.find(']') - begin);
}

std::string indexText(int64_t flat, const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
    text = std::to_string(flat % shape[axis]) + (text.empty() ? "" : ", ") + text;
  return "[" + text + "]";
}

/// Arrays of one element type T, read with a stride of 0 for a rank-0 one.
template <typename T> class Comparer {
public:
  Comparer(const Array &actual, const Array &desired, const Tolerance &tolerance)
      : a(actual.data<T>()), d(desired.data<T>()), aStep(actual.rank() == 0 ? 0 : 1), dStep(desired.rank() == 0 ? 0 : 1), tolerance(tolerance) {}

  T actual(int64_t i) const { return a[i * aStep]; }
  T desired(int64_t i) const { return d[i * dStep]; }

  /// What is wrong about NaNs and infinities, or null.
  const char *findSpecial(int64_t count) const {
    const T infinity = std::numeric_limits<T>::infinity();
    bool nan = false, location = false, sign = false;
    for (int64_t i = 0; i < count; ++i) {
      T x = actual(i), y = desired(i);
      nan |= (x != x) != (y != y);
      bool xInfinite = std::fabs(x) == infinity, yInfinite = std::fabs(y) == infinity;
      location |= xInfinite != yInfinite;
      sign |= xInfinite && yInfinite && x != y;
    }
    if (nan && tolerance.equalNan)
      return "nan location mismatch:";
    return location ? "inf location mismatch:" : sign ? "inf values mismatch:" : nullptr;
  }

  bool agrees(int64_t i) const {
    T x = actual(i), y = desired(i);
    if (x == y)
      return true;
    if (x != x || y != y)
      return tolerance.equalNan && x != x && y != y;
    return std::fabs(x - y) <= static_cast<T>(tolerance.absolute) + static_cast<T>(tolerance.relative) * std::fabs(y);
  }

  void measure(int64_t count, Comparison &result, std::vector<int64_t> &first) const {
    bool anyRelative = false;
    for (int64_t i = 0; i < count; ++i) {
      if (agrees(i))
        continue;
      ++result.mismatched;
      if (first.size() < 5)
        first.push_back(i);
      T difference = std::fabs(actual(i) - desired(i));
      raise(result.maxAbsolute, difference);
      if (desired(i) != 0) {
        anyRelative = true;
        raise(result.maxRelative, difference / std::fabs(desired(i)));
      }
    }
    if (result.mismatched && !anyRelative)
      result.maxRelative = std::numeric_limits<double>::infinity();
  }

private:
  static void raise(double &largest, T value) {
    if (value != value || value > largest)
      largest = value;
  }
  const T *a, *d;
  int64_t aStep, dStep;
  const Tolerance &tolerance;
};

std::string mismatchText(const Comparison &result, const std::vector<int64_t> &first, const std::vector<int64_t> &shape, const Array &actual,
                         const Array &desired, DType type) {
  char percent[32];
  std::snprintf(percent, sizeof(percent), "%.3g", 100.0 * static_cast<double>(result.mismatched) / static_cast<double>(result.elements));
  std::string text = "Mismatched elements: " + std::to_string(result.mismatched) + " / " + std::to_string(result.elements) + " (" + percent + "%)\n";
  if (!shape.empty()) {
    text += result.mismatched == 1 ? "Mismatch at index:\n" : result.mismatched <= 5 ? "Mismatch at indices:\n" : "First 5 mismatches are at indices:\n";
    for (int64_t i : first)
      text += " " + indexText(i, shape) + ": " + toItemText(actual, actual.rank() == 0 ? 0 : i) + " (ACTUAL), " +
              toItemText(desired, desired.rank() == 0 ? 0 : i) + " (DESIRED)\n";
  }
  text += "Max absolute difference among violations: " + differenceText(result.maxAbsolute, type) + "\n";
  return text + "Max relative difference among violations: " + differenceText(result.maxRelative, type);
}

template <typename T>
void compareAs(DType type, const Array &actual, const Array &desired, const Tolerance &tolerance, const std::string &header,
               const std::string &note, Comparison &result) {
  const std::vector<int64_t> &shape = actual.rank() ? actual.shape() : desired.shape();
  Array x = convert(actual, type), y = convert(desired, type);
  Comparer<T> comparer(x, y, tolerance);
  if (const char *special = comparer.findSpecial(result.elements)) {
    result.message = assemble(header, note, special, actual, desired);
    for (int64_t i = 0; i < result.elements; ++i)
      result.mismatched += !comparer.agrees(i);
    return;
  }
  std::vector<int64_t> first;
  comparer.measure(result.elements, result, first);
  result.passed = result.mismatched == 0;
  if (!result.passed)
    result.message = assemble(header, note, mismatchText(result, first, shape, actual, desired, type), actual, desired);
}

} // namespace

Comparison compareClose(const Array &actual, const Array &desired, const Tolerance &tolerance, const std::string &header, const std::string &note) {
  Comparison result;
  std::string title = header;
  if (title.empty())
    title = "Not equal to tolerance rtol=" + toGeneral(tolerance.relative, 6) + ", atol=" + toGeneral(tolerance.absolute, 6);
  result.elements = actual.rank() ? actual.size() : desired.size();
  if (actual.rank() && desired.rank() && actual.shape() != desired.shape()) {
    result.message = assemble(title, note, "(shapes " + shapeText(actual.shape()) + ", " + shapeText(desired.shape()) + " mismatch)", actual, desired);
    return result;
  }
  auto wide = [](DType type) { return type == DType::float64 || !isFloat(type); };
  if (wide(actual.dtype()) || wide(desired.dtype()))
    compareAs<double>(DType::float64, actual, desired, tolerance, title, note, result);
  else
    compareAs<float>(DType::float32, actual, desired, tolerance, title, note, result);
  return result;
}

} // namespace tessera::numerics
