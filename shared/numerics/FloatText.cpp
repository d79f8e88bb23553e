// SPDX-License-Identifier: Apache-2.0
// Shortest digits by trial: print with 1, 2, 3, ... digits until the text reads back as the number. The C library prints exact
// binary values correctly rounded, which makes this simple and right; at a thousand shown elements, speed does not matter. One case
// needs care: below a power of two the neighbours are closer than above, and the nearest decimal of some length may miss while
// the next one up hits. Rejected: Ryu and Grisu tables, which would be a tenth of the wasm module's numerics.
#include "shared/numerics/FloatText.h"
#include "shared/numerics/Convert.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tessera::numerics {

static std::string print(const char *format, int precision, double value) {
  char small[64];
  int length = std::snprintf(small, sizeof(small), format, precision, value);
  if (length < static_cast<int>(sizeof(small)))
    return small;
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::snprintf(&text[0], text.size(), format, precision, value);
  text.pop_back();
  return text;
}

std::string toFixed(double value, int fraction) { return print("%.*f", fraction, value); }
std::string toGeneral(double value, int digits) { return print("%.*g", digits, value); }

/// The number of `type` that `text` reads as.
static double readAs(const std::string &text, DType type) {
  double value = std::strtod(text.c_str(), nullptr), result = 0;
  uint64_t element = 0;
  if (type == DType::float64)
    return value;
  if (type == DType::float32)
    return std::strtof(text.c_str(), nullptr);
  convertElements(DType::float64, &value, type, &element, 1);
  convertElements(type, &element, DType::float64, &result, 1);
  return result;
}

/// `d.ddde+xx` of one more unit in its last place.
static std::string nextUp(std::string text) {
  size_t at = text.find('e');
  int exponent = std::atoi(text.c_str() + at + 1);
  std::string digits = text.substr(0, at);
  for (size_t i = digits.size(); i-- > 0;) {
    if (digits[i] == '.')
      continue;
    if (digits[i] != '9') {
      ++digits[i];
      return digits + "e" + std::to_string(exponent);
    }
    digits[i] = '0';
  }
  return "1" + digits.substr(digits.size() > 1 ? 1 : 0) + "e" + std::to_string(exponent + 1);
}

Decimal shortestDecimal(double value, DType type) {
  Decimal decimal;
  decimal.negative = std::signbit(value);
  double magnitude = std::fabs(value);
  if (magnitude == 0) {
    decimal.digits = "0";
    return decimal;
  }
  int exponent = 0;
  bool isPowerOfTwo = std::frexp(magnitude, &exponent) == 0.5;
  std::string text;
  for (int precision = 0; precision < 17; ++precision) {
    text = print("%.*e", precision, magnitude);
    if (readAs(text, type) == magnitude)
      break;
    if (isPowerOfTwo && readAs(nextUp(text), type) == magnitude) {
      text = nextUp(text);
      break;
    }
  }
  size_t at = text.find('e');
  for (char c : text.substr(0, at))
    if (c != '.')
      decimal.digits += c;
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
    decimal.digits.pop_back();
  decimal.point = std::atoi(text.c_str() + at + 1) + 1;
  return decimal;
}

static std::string exponentText(int exponent) {
  char text[16];
  std::snprintf(text, sizeof(text), "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
  return text;
}

static std::string specialText(double value) { return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"; }

/// Shortest digits: positional while the exponent is in [-4, limit), with `.0` when integral; otherwise `d.dde+xx`.
static std::string toShortText(double value, DType type, double scientificFrom, double scientificBelow) {
  if (!std::isfinite(value))
    return specialText(value);
  Decimal decimal = shortestDecimal(value, type);
  double magnitude = std::fabs(value);
  std::string sign = decimal.negative ? "-" : "", digits = decimal.digits;
  int length = static_cast<int>(digits.size());
  if (magnitude != 0 && (magnitude >= scientificFrom || magnitude < scientificBelow))
    return sign + digits.substr(0, 1) + (length > 1 ? "." + digits.substr(1) : "") + exponentText(decimal.point - 1);
  if (decimal.point <= 0)
    return sign + "0." + std::string(-decimal.point, '0') + digits;
  if (decimal.point >= length)
    return sign + digits + std::string(decimal.point - length, '0') + ".0";
  return sign + digits.substr(0, decimal.point) + "." + digits.substr(decimal.point);
}

std::string toPythonText(double value) { return toShortText(value, DType::float64, 1e16, 1e-4); }

std::string toScalarText(double value, DType type) {
  switch (type) {
  case DType::float64: return toShortText(value, type, 1e16, 1e-4);
  case DType::float32: return toShortText(value, type, 1e6, 1e-4);
  case DType::float16: return toShortText(value, type, 1e3, 1e-4);
  default: return std::isfinite(value) ? toGeneral(value, 6) : specialText(value);
  }
}

} // namespace tessera::numerics
