// SPDX-License-Identifier: Apache-2.0
// Python's text of numbers and strings. Floats go through snprintf, which is exact in the C libraries that we build with; what is
// done here is choosing digits and laying out sign, prefix, grouping and padding.
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace tessera::frontend;

static std::string print(const char *format, int precision, double value) {
  char small[64];
  int size = std::snprintf(small, sizeof small, format, precision, value);
  if (size < static_cast<int>(sizeof small))
    return small;
  std::string text(static_cast<size_t>(size) + 1, 0);
  std::snprintf(&text[0], text.size(), format, precision, value);
  text.pop_back();
  return text;
}

std::string tessera::frontend::reprFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  if (value == 0)
    return std::signbit(value) ? "-0.0" : "0.0";
  std::string scientific;
  for (int digits = 0; digits <= 16; ++digits) {
    scientific = print("%.*e", digits, value);
    if (std::strtod(scientific.c_str(), nullptr) == value)
      break;
  }
  size_t e = scientific.find('e');
  int exponent = std::atoi(scientific.c_str() + e + 1);
  if (exponent < -4 || exponent >= 16)
    return scientific; // C prints at least two digits of exponent, as Python does
  std::string digits;
  for (char c : llvm::StringRef(scientific).take_front(e))
    if (llvm::isDigit(c))
      digits += c;
  std::string text = value < 0 ? "-" : "";
  if (exponent < 0)
    return text + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  size_t whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole)
    return text + digits + std::string(whole - digits.size(), '0') + ".0";
  return text + digits.substr(0, whole) + "." + digits.substr(whole);
}

size_t tessera::frontend::countCodePoints(llvm::StringRef text) {
  size_t count = 0;
  for (char c : text)
    count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

size_t tessera::frontend::offsetOfCodePoint(llvm::StringRef text, size_t index) {
  size_t offset = 0;
  for (; offset < text.size(); ++offset)
    if ((static_cast<unsigned char>(text[offset]) & 0xC0) != 0x80 && index-- == 0)
      return offset;
  return offset;
}

std::optional<FormatSpec> FormatSpec::parse(llvm::StringRef text) {
  FormatSpec spec;
  auto isAlign = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
  size_t first = offsetOfCodePoint(text, 1);
  if (!text.empty() && first < text.size() && isAlign(text[first])) {
    spec.fill = text.take_front(first).str();
    spec.align = text[first];
    text = text.drop_front(first + 1);
  } else if (!text.empty() && isAlign(text[0])) {
    spec.align = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && llvm::StringRef("+- ").contains(text[0])) {
    spec.sign = text[0];
    text = text.drop_front();
  }
  text.consume_front("z");
  spec.alternate = text.consume_front("#");
  if (text.consume_front("0")) {
    spec.zero = true;
    if (!spec.align) {
      spec.fill = "0";
      spec.align = '=';
    }
  }
  if (!text.empty() && llvm::isDigit(text[0]) && (text.consumeInteger(10, spec.width) || spec.width > 100000))
    return std::nullopt;
  if (!text.empty() && (text[0] == ',' || text[0] == '_')) {
    spec.grouping = text[0];
    text = text.drop_front();
  }
  if (text.consume_front(".")) {
    unsigned precision;
    if (text.consumeInteger(10, precision) || precision > 10000)
      return std::nullopt;
    spec.precision = static_cast<int>(precision);
  }
  if (!text.empty()) {
    spec.type = text[0];
    text = text.drop_front();
  }
  if (!text.empty())
    return std::nullopt;
  return spec;
}

/// Puts separators between groups of `size` digits from the right.
static std::string group(llvm::StringRef digits, char separator, size_t size) {
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i && (digits.size() - i) % size == 0)
      text += separator;
    text += digits[i];
  }
  return text;
}

static std::string pad(const std::string &sign, const std::string &body, const FormatSpec &spec, char ownAlign) {
  size_t length = countCodePoints(sign) + countCodePoints(body);
  if (length >= spec.width)
    return sign + body;
  size_t missing = spec.width - length;
  auto filling = [&](size_t count) {
    std::string text;
    while (count--)
      text += spec.fill;
    return text;
  };
  switch (spec.align ? spec.align : ownAlign) {
  case '<':
    return sign + body + filling(missing);
  case '^':
    return filling(missing / 2) + sign + body + filling(missing - missing / 2);
  case '=':
    return sign + filling(missing) + body;
  default:
    return filling(missing) + sign + body;
  }
}

/// Zero padding of a grouped number has the separators too: `f'{1234:08,}'` is `0,001,234`.
static std::string groupPadded(std::string digits, const std::string &rest, size_t signSize, const FormatSpec &spec, size_t size) {
  if (!spec.grouping)
    return digits + rest;
  if (spec.zero && spec.align == '=')
    while (group(digits, spec.grouping, size).size() + rest.size() + signSize < spec.width)
      digits.insert(digits.begin(), '0');
  return group(digits, spec.grouping, size) + rest;
}

static std::string signOf(bool negative, const FormatSpec &spec) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

static std::optional<std::string> unknownCode(const FormatSpec &spec, const char *type, std::string &error) {
  error = std::string("unknown format code '") + spec.type + "' for object of type '" + type + "'";
  return std::nullopt;
}

std::optional<std::string> tessera::frontend::formatInteger(const Integer &value, const FormatSpec &spec, std::string &error) {
  if (spec.type && llvm::StringRef("eEfFgG%").contains(spec.type))
    return formatDouble(value.toDouble(), spec, error);
  unsigned radix = 10;
  std::string prefix;
  switch (spec.type) {
  case 0:
  case 'd':
  case 'n':
    break;
  case 'b':
    radix = 2, prefix = "0b";
    break;
  case 'o':
    radix = 8, prefix = "0o";
    break;
  case 'x':
  case 'X':
    radix = 16, prefix = std::string("0") + spec.type;
    break;
  default:
    return unknownCode(spec, "int", error);
  }
  if (spec.precision >= 0) {
    error = "precision not allowed in integer format specifier";
    return std::nullopt;
  }
  std::string digits = value.toString(radix);
  bool negative = digits[0] == '-';
  if (negative)
    digits.erase(0, 1);
  if (spec.type == 'X')
    digits = llvm::StringRef(digits).upper();
  std::string sign = signOf(negative, spec) + (spec.alternate ? prefix : "");
  return pad(sign, groupPadded(digits, "", sign.size(), spec, radix == 10 ? 3 : 4), spec, '>');
}

/// `print` with the case that `type` asks for, Python's way for infinities and NaN.
static std::string printDouble(double magnitude, char type, int precision, bool alternate) {
  bool upper = llvm::isUpper(type);
  if (!std::isfinite(magnitude))
    return std::isnan(magnitude) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  char format[] = {'%', '.', '*', type, 0};
  char alternateFormat[] = {'%', '#', '.', '*', type, 0};
  return print(alternate ? alternateFormat : format, precision, magnitude);
}

std::optional<std::string> tessera::frontend::formatDouble(double value, const FormatSpec &spec, std::string &error) {
  double magnitude = std::fabs(value);
  std::string body;
  switch (spec.type) {
  case 0:
    if (spec.precision < 0) {
      body = reprFloat(magnitude);
    } else { // like 'g', but with a digit after the point
      body = printDouble(magnitude, 'g', std::max(spec.precision, 1), false);
      if (body.find_first_of(".en") == std::string::npos)
        body += ".0";
    }
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
    body = printDouble(magnitude, spec.type, spec.precision < 0 ? 6 : spec.precision, spec.alternate);
    break;
  case 'g':
  case 'G':
  case 'n':
    body = printDouble(magnitude, spec.type == 'n' ? 'g' : spec.type, spec.precision < 0 ? 6 : std::max(spec.precision, 1),
                       spec.alternate);
    break;
  case '%':
    body = printDouble(magnitude * 100, 'f', spec.precision < 0 ? 6 : spec.precision, spec.alternate) + "%";
    break;
  default:
    return unknownCode(spec, "float", error);
  }
  std::string sign = signOf(std::signbit(value) && !std::isnan(value), spec);
  size_t whole = std::min(body.find_first_not_of("0123456789"), body.size());
  return pad(sign, groupPadded(body.substr(0, whole), body.substr(whole), sign.size(), spec, 3), spec, '>');
}

std::optional<std::string> tessera::frontend::formatString(llvm::StringRef value, const FormatSpec &spec, std::string &error) {
  if (spec.type && spec.type != 's')
    return unknownCode(spec, "str", error);
  if (spec.align == '=' && !spec.zero) {
    error = "'=' alignment not allowed in string format specifier";
    return std::nullopt;
  }
  FormatSpec own = spec;
  if (own.align == '=')
    own.align = '<';
  if (spec.precision >= 0)
    value = value.take_front(offsetOfCodePoint(value, static_cast<size_t>(spec.precision)));
  return pad("", value.str(), own, '<');
}

static void appendEscaped(std::string &text, unsigned char c, char quoteMark) {
  char escape[8];
  switch (c) {
  case '\n':
    text += "\\n";
    return;
  case '\r':
    text += "\\r";
    return;
  case '\t':
    text += "\\t";
    return;
  case '\\':
    text += "\\\\";
    return;
  default:
    if (c == static_cast<unsigned char>(quoteMark))
      text += '\\';
    if (c < 0x20 || c == 0x7F) {
      std::snprintf(escape, sizeof escape, "\\x%02x", c);
      text += escape;
    } else {
      text += static_cast<char>(c);
    }
  }
}

std::string tessera::frontend::quote(llvm::StringRef value) {
  char mark = value.contains('\'') && !value.contains('"') ? '"' : '\'';
  std::string text(1, mark);
  while (!value.empty()) {
    char32_t c = unicode::take(value);
    if (c < 0x80) {
      appendEscaped(text, static_cast<unsigned char>(c), mark);
    } else if (unicode::has(c, unicode::Property::unprintable)) {
      char escape[12];
      std::snprintf(escape, sizeof escape, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(c));
      text += escape;
    } else {
      unicode::append(text, c);
    }
  }
  return text + mark;
}

std::string tessera::frontend::quoteBytes(llvm::StringRef bytes) {
  char mark = bytes.contains('\'') && !bytes.contains('"') ? '"' : '\'';
  std::string text = std::string("b") + mark;
  for (char c : bytes) {
    if (static_cast<unsigned char>(c) < 0x80) {
      appendEscaped(text, static_cast<unsigned char>(c), mark);
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(c));
      text += escape;
    }
  }
  return text + mark;
}
