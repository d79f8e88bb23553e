// SPDX-License-Identifier: Apache-2.0
// Arithmetic of constant expressions. All of it is on 64-bit patterns, so that nothing overflows in C++'s sense.
#include "runner/emulator/ptx/Constant.h"
#include <cstdlib>
#include <cstring>

namespace tessera::emulator::ptx {

namespace {

using Kind = Constant::Kind;

constexpr size_t longestNumber = 400; // characters; what `strtod` gets is no longer than that

int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 16;
}

std::string quote(std::string_view text) {
  return "`" + std::string(text.substr(0, 40)) + (text.size() > 40 ? "…`" : "`");
}

std::optional<uint64_t> parseDigits(std::string_view digits, unsigned base, std::string_view whole,
                                    std::string &error) {
  uint64_t value = 0;
  if (digits.empty())
    return error = quote(whole) + " has no digits", std::nullopt;
  for (char c : digits) {
    unsigned digit = static_cast<unsigned>(digitOf(c));
    if (digit >= base)
      return error = quote(whole) + " is not a number", std::nullopt;
    if (value > (UINT64_MAX - digit) / base)
      return error = quote(whole) + " does not fit into 64 bits", std::nullopt;
    value = value * base + digit;
  }
  return value;
}

/// `0f` and 8 hexadecimal digits, `0d` and 16.
std::optional<Constant> parseFloatBits(std::string_view text, std::string &error) {
  bool isSingle = text[1] == 'f' || text[1] == 'F';
  std::string_view digits = text.substr(2);
  size_t wanted = isSingle ? 8 : 16;
  if (digits.size() != wanted)
    return error =
               quote(text) + " has " + std::to_string(digits.size()) + " digits, expected " + std::to_string(wanted),
           std::nullopt;
  std::optional<uint64_t> bits = parseDigits(digits, 16, text, error);
  if (!bits)
    return std::nullopt;
  return Constant{isSingle ? Kind::f32 : Kind::f64, *bits};
}

std::optional<Constant> parseDecimalFloat(std::string_view text, std::string &error) {
  std::string copy(text);
  char *end = nullptr;
  double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size())
    return error = quote(text) + " is not a number", std::nullopt;
  Constant result{Kind::f64, 0};
  std::memcpy(&result.bits, &value, sizeof value);
  return result;
}

double toDouble(Constant value) {
  if (value.kind == Kind::s64)
    return static_cast<double>(static_cast<int64_t>(value.bits));
  if (value.kind == Kind::u64)
    return static_cast<double>(value.bits);
  double result = 0;
  if (value.kind == Kind::f64) {
    std::memcpy(&result, &value.bits, sizeof result);
  } else {
    float single;
    uint32_t low = static_cast<uint32_t>(value.bits);
    std::memcpy(&single, &low, sizeof single);
    result = single;
  }
  return result;
}

Constant ofDouble(double value) {
  Constant result{Kind::f64, 0};
  std::memcpy(&result.bits, &value, sizeof value);
  return result;
}

Constant ofBool(bool value) { return {Kind::s64, value ? 1u : 0u}; }

std::optional<Constant> applyToFloats(std::string_view op, double a, double b, std::string &error) {
  if (op == "+")
    return ofDouble(a + b);
  if (op == "-")
    return ofDouble(a - b);
  if (op == "*")
    return ofDouble(a * b);
  if (op == "/")
    return ofDouble(a / b);
  if (op == "<")
    return ofBool(a < b);
  if (op == ">")
    return ofBool(a > b);
  if (op == "<=")
    return ofBool(a <= b);
  if (op == ">=")
    return ofBool(a >= b);
  if (op == "==")
    return ofBool(a == b);
  if (op == "!=")
    return ofBool(a != b);
  return error = "`" + std::string(op) + "` between floats, expected integers", std::nullopt;
}

std::optional<Constant> divide(std::string_view op, Constant a, Constant b, bool isSigned, std::string &error) {
  if (b.bits == 0)
    return error = "division by zero in a constant", std::nullopt;
  Kind kind = isSigned ? Kind::s64 : Kind::u64;
  if (!isSigned)
    return Constant{kind, op == "/" ? a.bits / b.bits : a.bits % b.bits};
  int64_t left = static_cast<int64_t>(a.bits), right = static_cast<int64_t>(b.bits);
  if (right == -1) // the one quotient that does not fit wraps
    return Constant{kind, op == "/" ? 0 - a.bits : 0};
  return Constant{kind, static_cast<uint64_t>(op == "/" ? left / right : left % right)};
}

bool isLess(Constant a, Constant b, bool isSigned) {
  return isSigned ? static_cast<int64_t>(a.bits) < static_cast<int64_t>(b.bits) : a.bits < b.bits;
}

/// The type stays the left side's; counts of 64 and more shift everything out.
Constant shift(std::string_view op, Constant a, uint64_t count) {
  bool fills = op == ">>" && a.kind == Kind::s64 && static_cast<int64_t>(a.bits) < 0;
  if (count >= 64)
    return {a.kind, fills ? ~uint64_t(0) : 0};
  if (op == "<<")
    return {a.kind, a.bits << count};
  return {a.kind, (a.bits >> count) | (fills && count ? ~uint64_t(0) << (64 - count) : 0)};
}

} // namespace

std::optional<Constant> parseNumber(std::string_view text, std::string &error) {
  if (text.size() > longestNumber)
    return error = "a number of " + std::to_string(text.size()) + " characters", std::nullopt;
  char second = text.size() > 1 ? text[1] : '\0';
  if (text[0] == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D'))
    return parseFloatBits(text, error);
  bool isHexadecimal = text[0] == '0' && (second == 'x' || second == 'X');
  if (!isHexadecimal && text.find_first_of(".eE") != text.npos)
    return parseDecimalFloat(text, error);
  bool isUnsigned = text.back() == 'U';
  std::string_view digits = text.substr(0, text.size() - isUnsigned);
  unsigned base = 10;
  if (isHexadecimal || (text[0] == '0' && (second == 'b' || second == 'B'))) {
    base = isHexadecimal ? 16 : 2;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  std::optional<uint64_t> bits = parseDigits(digits, base, text, error);
  if (!bits)
    return std::nullopt;
  return Constant{isUnsigned || *bits >> 63 ? Kind::u64 : Kind::s64, *bits};
}

std::optional<Constant> applyUnary(std::string_view op, Constant value, std::string &error) {
  if (op == "+")
    return value;
  if (value.isInteger()) {
    if (op == "-")
      return Constant{value.kind, 0 - value.bits};
    if (op == "~")
      return Constant{Kind::u64, ~value.bits};
    return ofBool(!value.isTrue());
  }
  if (op != "-")
    return error = "`" + std::string(op) + "` before a float, expected an integer", std::nullopt;
  return Constant{value.kind, value.bits ^ (value.kind == Kind::f32 ? uint64_t(1) << 31 : uint64_t(1) << 63)};
}

unsigned precedenceOf(std::string_view op) {
  constexpr std::string_view levels[][4] = {
      {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  for (unsigned level = 0; level < std::size(levels); ++level)
    for (std::string_view candidate : levels[level])
      if (!candidate.empty() && candidate == op)
        return level + 1;
  return 0;
}

std::optional<Constant> applyBinary(std::string_view op, Constant left, Constant right, std::string &error) {
  if (!left.isInteger() || !right.isInteger())
    return applyToFloats(op, toDouble(left), toDouble(right), error);
  bool isSigned = left.kind == Kind::s64 && right.kind == Kind::s64;
  Kind kind = isSigned ? Kind::s64 : Kind::u64;
  if (op == "+")
    return Constant{kind, left.bits + right.bits};
  if (op == "-")
    return Constant{kind, left.bits - right.bits};
  if (op == "*")
    return Constant{kind, left.bits * right.bits};
  if (op == "/" || op == "%")
    return divide(op, left, right, isSigned, error);
  if (op == "<<" || op == ">>")
    return shift(op, left, right.bits);
  if (op == "<" || op == ">")
    return ofBool(op == "<" ? isLess(left, right, isSigned) : isLess(right, left, isSigned));
  if (op == "<=" || op == ">=")
    return ofBool(op == "<=" ? !isLess(right, left, isSigned) : !isLess(left, right, isSigned));
  if (op == "==" || op == "!=")
    return ofBool((left.bits == right.bits) == (op == "=="));
  if (op == "&&" || op == "||")
    return ofBool(op == "&&" ? left.isTrue() && right.isTrue() : left.isTrue() || right.isTrue());
  uint64_t bits = op == "&" ? left.bits & right.bits : op == "|" ? left.bits | right.bits : left.bits ^ right.bits;
  return Constant{Kind::u64, bits};
}

} // namespace tessera::emulator::ptx
