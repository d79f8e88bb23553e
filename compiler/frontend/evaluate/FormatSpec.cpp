// SPDX-License-Identifier: Apache-2.0
// Python's text of numbers and strings. Floats go through snprintf, which is exact in the C libraries that we build
// with; what is done here is choosing digits and laying out sign, prefix, grouping and padding.
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "shared/numerics/FloatText.h"
#include "llvm/ADT/StringExtras.h"
#include <climits>
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

std::string tessera::frontend::reprFloat(double value) { return numerics::toPythonText(value); }

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

std::optional<FormatSpec> FormatSpec::parse(llvm::StringRef text, llvm::StringRef type, std::string &error) {
  llvm::StringRef whole = text;
  auto fail = [&](std::string why) {
    error = std::move(why);
    return std::nullopt;
  };
  FormatSpec spec;
  auto isAlign = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
  bool hasFill = false;
  size_t first = offsetOfCodePoint(text, 1);
  if (!text.empty() && first < text.size() && isAlign(text[first])) {
    spec.fill = text.take_front(first).str();
    spec.align = text[first];
    hasFill = true;
    text = text.drop_front(first + 1);
  } else if (!text.empty() && isAlign(text[0])) {
    spec.align = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && llvm::StringRef("+- ").contains(text[0])) {
    spec.sign = text[0];
    spec.hasSign = true;
    text = text.drop_front();
  }
  spec.noNegativeZero = text.consume_front("z");
  spec.alternate = text.consume_front("#");
  if (!hasFill && text.consume_front("0")) { // behind a fill it is a digit of the width
    spec.fill = "0";
    if (!spec.align) {
      spec.zero = true;
      spec.align = '=';
    }
  }
  if (!text.empty() && llvm::isDigit(text[0]) && (text.consumeInteger(10, spec.width) || spec.width > 10000000))
    return fail("Too many decimal digits in format string");
  for (char mark : {',', '_'})
    if (text.consume_front(llvm::StringRef(&mark, 1))) {
      if (spec.grouping)
        return fail("Cannot specify both ',' and '_'.");
      spec.grouping = mark;
    }
  if (spec.grouping && text.starts_with(","))
    return fail(spec.grouping == ',' ? "Cannot specify ',' with ','." : "Cannot specify both ',' and '_'.");
  if (text.consume_front(".")) {
    unsigned precision;
    if (text.empty() || !llvm::isDigit(text[0]))
      return fail("Format specifier missing precision");
    if (text.consumeInteger(10, precision) || precision > 100000)
      return fail(precision > INT_MAX || text.empty() ? "Too many decimal digits in format string"
                                                      : "precision too big");
    spec.precision = static_cast<int>(precision);
  }
  if (countCodePoints(text) > 1)
    return fail("Invalid format specifier '" + whole.str() + "' for object of type '" + type.str() + "'");
  if (!text.empty() && static_cast<unsigned char>(text[0]) >= 0x80)
    return fail("Unknown format code '" + quote(text).substr(1, quote(text).size() - 2) + "' for object of type '" +
                type.str() + "'");
  if (!text.empty())
    spec.type = text[0];
  if (spec.grouping && spec.type && !llvm::StringRef("deEfFgG%").contains(spec.type) &&
      !(spec.grouping == '_' && llvm::StringRef("boxX").contains(spec.type)))
    return fail(std::string("Cannot specify '") + spec.grouping + "' with '" + spec.type + "'.");
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
static std::string groupPadded(std::string digits, const std::string &rest, size_t signSize, const FormatSpec &spec,
                               size_t size) {
  if (!spec.grouping)
    return digits + rest;
  if (spec.fill == "0" && spec.align == '=')
    while (group(digits, spec.grouping, size).size() + rest.size() + signSize < spec.width)
      digits.insert(digits.begin(), '0');
  return group(digits, spec.grouping, size) + rest;
}

static std::string signOf(bool negative, const FormatSpec &spec) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

static std::optional<std::string> unknownCode(const FormatSpec &spec, const char *type, std::string &error) {
  error = std::string("Unknown format code '") + spec.type + "' for object of type '" + type + "'";
  return std::nullopt;
}

std::optional<std::string> tessera::frontend::formatInteger(const Integer &value, const FormatSpec &spec,
                                                            std::string &error) {
  if (spec.type && llvm::StringRef("eEfFgG%").contains(spec.type))
    return formatDouble(value.toDouble(), spec, error);
  if (spec.type && !llvm::StringRef("bcdnoxX").contains(spec.type))
    return unknownCode(spec, "int", error);
  unsigned radix = 10;
  std::string prefix;
  if (spec.precision >= 0) {
    error = "Precision not allowed in integer format specifier";
    return std::nullopt;
  }
  if (spec.noNegativeZero) {
    error = "Negative zero coercion (z) not allowed in integer format specifier";
    return std::nullopt;
  }
  switch (spec.type) {
  case 0:
  case 'd':
  case 'n':
    break;
  case 'c': {
    if (spec.hasSign || spec.alternate) {
      error =
          std::string(spec.hasSign ? "Sign" : "Alternate form (#)") + " not allowed with integer format specifier 'c'";
      return std::nullopt;
    }
    std::string character;
    unicode::append(character, static_cast<char32_t>(value.asInt64().value_or(0)));
    return pad("", character, spec, '>');
  }
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
      if (size_t e = body.find('e'); spec.alternate && e != std::string::npos && body.find('.') == std::string::npos)
        body.insert(e, ".");
    } else { // like 'g', but with a digit after the point
      int precision = std::max(spec.precision, 1);
      std::string scientific = printDouble(magnitude, 'e', precision - 1, spec.alternate);
      size_t e = scientific.find('e');
      if (e != std::string::npos &&
          std::atoi(scientific.c_str() + e + 1) + 1 == precision) { // 'g' would leave no digit for behind the point
        size_t digits = spec.alternate ? e : std::max<size_t>(scientific.find_last_not_of('0', e - 1) + 1, 1);
        if (scientific[digits - 1] == '.' && !spec.alternate)
          --digits;
        body = scientific.substr(0, digits) + scientific.substr(e);
      } else {
        body = printDouble(magnitude, 'g', precision, spec.alternate);
        if (body.find_first_of(".en") == std::string::npos)
          body += ".0";
      }
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
    body = printDouble(magnitude, spec.type == 'n' ? 'g' : spec.type,
                       spec.precision < 0 ? 6 : std::max(spec.precision, 1), spec.alternate);
    break;
  case '%':
    body = printDouble(magnitude * 100, 'f', spec.precision < 0 ? 6 : spec.precision, spec.alternate) + "%";
    break;
  default:
    return unknownCode(spec, "float", error);
  }
  bool isNegative = std::signbit(value) && !std::isnan(value);
  if (spec.noNegativeZero && std::isfinite(value) && body.find_first_of("123456789") == std::string::npos)
    isNegative = false;
  std::string sign = signOf(isNegative, spec);
  if (!std::isfinite(value)) // no digits to group: zeros before it are filling
    return pad(sign, body, spec, '>');
  size_t whole = std::min(body.find_first_not_of("0123456789"), body.size());
  return pad(sign, groupPadded(body.substr(0, whole), body.substr(whole), sign.size(), spec, 3), spec, '>');
}

std::optional<std::string> tessera::frontend::formatString(llvm::StringRef value, const FormatSpec &spec,
                                                           std::string &error) {
  if (spec.type && spec.type != 's')
    return unknownCode(spec, "str", error);
  if (spec.grouping) {
    error = std::string("Cannot specify '") + spec.grouping + "' with 's'.";
    return std::nullopt;
  }
  const char *refused = spec.sign == ' '                  ? "Space not"
                        : spec.hasSign                    ? "Sign not"
                        : spec.noNegativeZero             ? "Negative zero coercion (z) not"
                        : spec.alternate                  ? "Alternate form (#) not"
                        : spec.align == '=' && !spec.zero ? "'=' alignment not"
                                                          : nullptr;
  if (refused) {
    error = std::string(refused) + " allowed in string format specifier";
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
    } else if (unicode::has(c, unicode::Property::unprintable) || (c >= 0xD800 && c < 0xE000)) {
      char escape[12];
      std::snprintf(escape, sizeof escape,
                    c < 0x100     ? "\\x%02x"
                    : c < 0x10000 ? "\\u%04x"
                                  : "\\U%08x",
                    static_cast<unsigned>(c));
      text += escape;
    } else {
      unicode::append(text, c);
    }
  }
  return text + mark;
}

std::string tessera::frontend::escapeToAscii(llvm::StringRef text) {
  std::string escaped;
  while (!text.empty()) {
    char32_t c = unicode::take(text);
    char escape[12];
    std::snprintf(escape, sizeof escape,
                  c < 0x100     ? "\\x%02x"
                  : c < 0x10000 ? "\\u%04x"
                                : "\\U%08x",
                  static_cast<unsigned>(c));
    escaped += c < 0x80 ? std::string(1, static_cast<char>(c)) : std::string(escape);
  }
  return escaped;
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
