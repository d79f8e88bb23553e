// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/library/python/NumberText.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace tessera::frontend;

std::string library::numberText(llvm::StringRef text) {
  if (llvm::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return text.trim().str(); // the information separators are no blanks here, as they are for `str.strip`
  std::string plain;
  llvm::StringRef rest = text;
  size_t end = 0; // behind the last character that is no blank
  while (!rest.empty()) {
    char32_t c = unicode::take(rest);
    if (unicode::has(c, unicode::Property::space)) {
      if (!plain.empty())
        plain += ' ';
      continue;
    }
    char32_t zero = c; // digits stand in tens, one after the other
    while (c >= 0x80 && unicode::has(c, unicode::Property::decimal) &&
           unicode::has(zero - 1, unicode::Property::decimal))
      --zero;
    if (c >= 0x80 && unicode::has(c, unicode::Property::decimal))
      c = U'0' + (c - zero) % 10;
    unicode::append(plain, c);
    end = plain.size();
  }
  plain.resize(end);
  return plain;
}

std::optional<Integer> library::readInteger(llvm::StringRef given, unsigned base) {
  std::string plain = numberText(given);
  llvm::StringRef text = plain;
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  auto prefix = [&](llvm::StringRef marks, unsigned radix) {
    if ((base == radix || base == 0) && text.size() > 2 && text[0] == '0' && marks.contains(text[1])) {
      text = text.drop_front(2);
      base = radix;
      text.consume_front("_");
    }
  };
  prefix("xX", 16);
  prefix("oO", 8);
  prefix("bB", 2);
  if (base == 0 && text.starts_with("0") && text.find_first_not_of("0_") != llvm::StringRef::npos)
    return std::nullopt; // might be meant as octal
  if (base == 0)
    base = 10;
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isInner = i > 0 && i + 1 < text.size() && text[i - 1] != '_';
    if (text[i] != '_')
      digits += text[i];
    else if (!isInner)
      return std::nullopt;
  }
  std::optional<Integer> value = Integer::parse(digits, base);
  if (value && negative)
    value = -*value;
  return value;
}

std::optional<double> library::readFloat(llvm::StringRef given) {
  std::string text = numberText(given), plain;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isBetweenDigits = i > 0 && i + 1 < text.size() && llvm::isDigit(text[i - 1]) && llvm::isDigit(text[i + 1]);
    if (text[i] != '_')
      plain += text[i];
    else if (!isBetweenDigits)
      return std::nullopt;
  }
  char *end = nullptr;
  double value = std::strtod(plain.c_str(), &end);
  bool isForeign = plain.find_first_of("xX( ") != std::string::npos;
  return plain.empty() || isForeign || end != plain.c_str() + plain.size() ? std::nullopt
                                                                           : std::optional<double>(value);
}
