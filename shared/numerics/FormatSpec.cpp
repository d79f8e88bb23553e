// SPDX-License-Identifier: Apache-2.0
// [[fill]align][sign][z][#][0][width][grouping][.precision][type], read from left to right, then applied: digits first, then the
// grouping, then sign and padding.
#include "shared/numerics/FormatSpec.h"
#include "shared/numerics/FloatText.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tessera::numerics {

namespace {

constexpr int largestWidth = 1 << 16;

struct Spec {
  std::string fill = " ";
  char align = 0, sign = '-', grouping = 0, type = 0;
  bool alternate = false, zero = false, noNegativeZero = false;
  int width = 0, precision = -1;
};

size_t codePointLength(std::string_view text, size_t at) {
  unsigned char c = static_cast<unsigned char>(text[at]);
  size_t length = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
  return std::min(length, text.size() - at);
}

bool isAlign(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

bool parseNumber(std::string_view text, size_t &at, int &number) {
  number = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    if ((number = number * 10 + (text[at] - '0')) > largestWidth)
      return false;
  return true;
}

bool parse(std::string_view text, Spec &spec, std::string &error) {
  size_t at = 0, first = text.empty() ? 0 : codePointLength(text, 0);
  auto take = [&](const char *set) -> char {
    if (at < text.size() && text[at] != 0 && std::string_view(set).find(text[at]) != std::string_view::npos)
      return text[at++];
    return 0;
  };
  if (first < text.size() && isAlign(text[first])) {
    spec.fill = std::string(text.substr(0, first));
    spec.align = text[first];
    at = first + 1;
  } else if (char align = take("<>^=")) {
    spec.align = align;
  }
  if (char sign = take("+- "))
    spec.sign = sign;
  spec.noNegativeZero = take("z") != 0;
  spec.alternate = take("#") != 0;
  if (take("0")) {
    spec.zero = true;
    if (!spec.align) {
      spec.fill = "0";
      spec.align = '=';
    }
  }
  if (!parseNumber(text, at, spec.width)) {
    error = "Too many decimal digits in format string";
    return false;
  }
  spec.grouping = take(",_");
  if (take(".")) {
    size_t begin = at;
    if (!parseNumber(text, at, spec.precision) || at == begin) {
      error = at == begin ? "Format specifier missing precision" : "Too many decimal digits in format string";
      return false;
    }
  }
  if (at < text.size())
    spec.type = text[at++];
  if (at != text.size()) {
    error = "Invalid format specifier '" + std::string(text) + "'";
    return false;
  }
  return true;
}

/// Puts separators between groups of digits, counted from the right end of `digits`, and leading zeros up to `minimum` characters.
std::string group(const std::string &digits, char separator, size_t size, size_t minimum) {
  std::string reversed;
  size_t count = 0;
  auto push = [&](char c) {
    if (separator && count && count % size == 0)
      reversed += separator;
    reversed += c;
    ++count;
  };
  for (size_t i = digits.size(); i-- > 0;)
    push(digits[i]);
  while (reversed.size() < minimum)
    push('0');
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::string pad(const Spec &spec, char defaultAlign, const std::string &sign, const std::string &body) {
  size_t length = sign.size();
  for (size_t at = 0; at < body.size(); at += codePointLength(body, at))
    ++length;
  size_t missing = static_cast<size_t>(spec.width) > length ? spec.width - length : 0;
  auto fill = [&](size_t n) {
    std::string text;
    for (size_t i = 0; i < n; ++i)
      text += spec.fill;
    return text;
  };
  switch (spec.align ? spec.align : defaultAlign) {
  case '<': return sign + body + fill(missing);
  case '^': return fill(missing / 2) + sign + body + fill(missing - missing / 2);
  case '=': return sign + fill(missing) + body;
  default: return fill(missing) + sign + body;
  }
}

std::string signText(const Spec &spec, bool negative) { return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign); }

/// Whether zeros that pad the number belong to the digits, and are grouped with them.
size_t zeroWidth(const Spec &spec, size_t taken) {
  bool zeros = spec.fill == "0" && spec.align == '=' && spec.width > 0;
  return zeros && static_cast<size_t>(spec.width) > taken ? spec.width - taken : 0;
}

std::string digitsOf(uint64_t value, unsigned base, bool upper) {
  std::string digits;
  do
    digits += (upper ? "0123456789ABCDEF" : "0123456789abcdef")[value % base];
  while (value /= base);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<std::string> formatInteger(const Spec &spec, bool negative, uint64_t magnitude, std::string &error) {
  if (spec.precision >= 0) {
    error = "Precision not allowed in integer format specifier";
    return std::nullopt;
  }
  if (spec.type == 'c') {
    if (negative || magnitude > 0x7f) {
      error = "%c arg not in range(0x80)";
      return std::nullopt;
    }
    return pad(spec, '<', "", std::string(1, static_cast<char>(magnitude)));
  }
  unsigned base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
  if (spec.grouping == ',' && base != 10) {
    error = std::string("Cannot specify ',' with '") + spec.type + "'.";
    return std::nullopt;
  }
  std::string prefix = signText(spec, negative) + (spec.alternate && base != 10 ? std::string("0") + spec.type : "");
  std::string digits = group(digitsOf(magnitude, base, spec.type == 'X'), spec.grouping, base == 10 ? 3 : 4, zeroWidth(spec, prefix.size()));
  return pad(spec, '>', prefix, digits);
}

/// Digits of %g with `precision` significant ones; `alternate` keeps trailing zeros.
std::string generalDigits(double magnitude, int precision, bool alternate) {
  char text[512];
  std::snprintf(text, sizeof(text), alternate ? "%#.*g" : "%.*g", std::min(precision, 400), magnitude);
  return text;
}

std::string floatDigits(const Spec &spec, double magnitude) {
  int precision = spec.precision < 0 ? 6 : spec.precision;
  char lower = static_cast<char>(spec.type | 0x20);
  if (spec.type == '%')
    return toFixed(magnitude * 100, precision) + (spec.alternate && precision == 0 ? "." : "") + "%";
  if (lower == 'f')
    return toFixed(magnitude, precision) + (spec.alternate && precision == 0 ? "." : "");
  if (lower == 'e') {
    std::string text(static_cast<size_t>(std::min(precision, largestWidth)) + 16, '\0');
    int length = std::snprintf(&text[0], text.size(), spec.alternate ? "%#.*e" : "%.*e", precision, magnitude);
    text.resize(static_cast<size_t>(length));
    return text;
  }
  if (lower == 'g' || lower == 'n')
    return generalDigits(magnitude, std::max(1, precision), spec.alternate);
  // No type: like repr, or like g with at least one digit after the point.
  if (spec.precision < 0)
    return toPythonText(magnitude);
  std::string text = generalDigits(magnitude, std::max(1, spec.precision), spec.alternate);
  if (text.find_first_of(".e") == std::string::npos) {
    // Unlike %g, one digit after the point must fit too: a whole number of `precision` digits or more has an exponent.
    if (static_cast<int>(text.size()) >= std::max(1, spec.precision)) {
      Spec exponent = spec;
      exponent.type = 'e';
      exponent.precision = spec.precision - 1;
      std::string written = floatDigits(exponent, magnitude);
      size_t at = written.find('e');
      std::string mantissa = written.substr(0, at);
      if (mantissa.find('.') != std::string::npos) {
        mantissa.erase(mantissa.find_last_not_of('0') + 1);
        if (mantissa.back() == '.')
          mantissa.pop_back();
      }
      return mantissa + written.substr(at);
    }
    text += ".0";
  }
  return text;
}

std::optional<std::string> formatFloat(const Spec &spec, double value, std::string &error) {
  bool negative = std::signbit(value) && !std::isnan(value);
  bool upper = spec.type == 'F' || spec.type == 'E' || spec.type == 'G';
  std::string digits;
  if (!std::isfinite(value)) {
    digits = std::isnan(value) ? "nan" : "inf";
    digits += spec.type == '%' ? "%" : "";
  } else {
    digits = floatDigits(spec, std::fabs(value));
    if (spec.noNegativeZero && negative && digits.find_first_of("123456789") == std::string::npos)
      negative = false;
  }
  if (upper)
    std::transform(digits.begin(), digits.end(), digits.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
  std::string sign = signText(spec, negative);
  if (std::isfinite(value)) {
    size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
    std::string tail = digits.substr(whole);
    digits = group(digits.substr(0, whole), spec.grouping, 3, zeroWidth(spec, sign.size() + tail.size())) + tail;
  }
  (void)error;
  return pad(spec, '>', sign, digits);
}

std::optional<std::string> unknownCode(const Spec &spec, const char *type, std::string &error) {
  error = std::string("Unknown format code '") + spec.type + "' for object of type '" + type + "'";
  return std::nullopt;
}

} // namespace

std::optional<std::string> formatValue(const FormatValue &value, std::string_view text, std::string &error) {
  Spec spec;
  if (!parse(text, spec, error))
    return std::nullopt;
  auto isOneOf = [&](const char *set) { return spec.type && std::string_view(set).find(spec.type) != std::string_view::npos; };
  using Kind = FormatValue::Kind;
  if (value.kind == Kind::text || (value.kind == Kind::boolean && text.empty())) {
    if (spec.type && spec.type != 's')
      return unknownCode(spec, "str", error);
    if (spec.align == '=' && !spec.zero) {
      error = "'=' alignment not allowed in string format specifier";
      return std::nullopt;
    }
    std::string body = value.kind == Kind::text ? value.text : value.integer ? "True" : "False";
    if (spec.precision >= 0) {
      size_t at = 0;
      for (int i = 0; i < spec.precision && at < body.size(); ++i)
        at += codePointLength(body, at);
      body.resize(at);
    }
    if (spec.align == '=')
      spec.align = '<';
    return pad(spec, '<', "", body);
  }
  if (value.kind == Kind::floating) {
    if (spec.type && !isOneOf("eEfFgGn%"))
      return unknownCode(spec, "float", error);
    return formatFloat(spec, value.floating, error);
  }
  bool isUnsigned = value.kind == Kind::unsignedInteger, negative = !isUnsigned && value.integer < 0;
  uint64_t bits = static_cast<uint64_t>(value.integer);
  if (isOneOf("eEfFgG%"))
    return formatFloat(spec, isUnsigned ? static_cast<double>(bits) : static_cast<double>(value.integer), error);
  if (spec.type && !isOneOf("bcdoxXn"))
    return unknownCode(spec, "int", error);
  return formatInteger(spec, negative, negative ? 0 - bits : bits, error);
}

} // namespace tessera::numerics
