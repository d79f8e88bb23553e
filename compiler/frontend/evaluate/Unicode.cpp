// SPDX-License-Identifier: Apache-2.0
// Lookup in the tables of runs: binary search for the run that may hold a character. ASCII is decided without them.
#include "compiler/frontend/evaluate/Unicode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tessera::frontend;

namespace {
struct Run {
  uint32_t first, last;
  uint8_t stride;
};
struct Shift {
  uint32_t first, last;
  uint8_t stride;
  int32_t distance;
};
struct Special {
  uint32_t character;
  const char *text;
};
} // namespace

#include "compiler/frontend/evaluate/UnicodeTables.inc"

template <typename T> static const T *findRun(llvm::ArrayRef<T> runs, char32_t character) {
  auto next = std::upper_bound(runs.begin(), runs.end(), character, [](char32_t c, const T &run) { return c < run.first; });
  if (next == runs.begin())
    return nullptr;
  const T &run = *(next - 1);
  return character <= run.last && (character - run.first) % run.stride == 0 ? &run : nullptr;
}

static bool hasAscii(char c, unicode::Property property) {
  switch (property) {
  case unicode::Property::letter:
    return llvm::isAlpha(c);
  case unicode::Property::decimal:
  case unicode::Property::digit:
  case unicode::Property::numeric:
    return llvm::isDigit(c);
  case unicode::Property::space:
    return llvm::isSpace(c) || (c >= 0x1C && c <= 0x1F);
  case unicode::Property::upper:
    return c >= 'A' && c <= 'Z';
  case unicode::Property::lower:
    return c >= 'a' && c <= 'z';
  case unicode::Property::title:
    return false;
  case unicode::Property::unprintable:
    return c < 0x20 || c == 0x7F;
  }
  return false;
}

bool unicode::has(char32_t character, Property property) {
  if (character < 0x80)
    return hasAscii(static_cast<char>(character), property);
  static constexpr llvm::ArrayRef<Run> tables[] = {letters, decimals, digits, numerics, spaces, uppers, lowers, titles, unprintables};
  return findRun(tables[static_cast<size_t>(property)], character) != nullptr;
}

char32_t unicode::take(llvm::StringRef &text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t character = width == 1 ? lead : lead & (0x3F >> (width - 1));
  for (size_t i = 1; i < width && i < text.size(); ++i)
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  text = text.drop_front(std::min(width, text.size()));
  return character;
}

void unicode::append(std::string &text, char32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
    return;
  }
  int extra = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(lead[extra] | (c >> (6 * extra)));
  while (extra-- > 0)
    text += static_cast<char>(0x80 | ((c >> (6 * extra)) & 0x3F));
}

bool unicode::all(llvm::StringRef text, llvm::function_ref<bool(char32_t)> test) {
  while (!text.empty())
    if (!test(take(text)))
      return false;
  return true;
}

static const char *findSpecial(llvm::ArrayRef<Special> specials, char32_t character) {
  auto found = std::lower_bound(specials.begin(), specials.end(), character, [](const Special &s, char32_t c) { return s.character < c; });
  return found != specials.end() && found->character == character ? found->text : nullptr;
}

void unicode::appendCased(std::string &text, char32_t character, Case to) {
  if (character < 0x80) {
    char c = static_cast<char>(character);
    text += to == Case::upper || to == Case::title ? llvm::toUpper(c) : llvm::toLower(c);
    return;
  }
  static constexpr llvm::ArrayRef<Special> specials[] = {upperSpecials, lowerSpecials, titleSpecials, folds};
  if (const char *special = findSpecial(specials[static_cast<size_t>(to)], character)) {
    text += special;
    return;
  }
  const Shift *shift = to == Case::title ? findRun(llvm::ArrayRef<Shift>(toTitle), character) : nullptr;
  if (!shift)
    shift = findRun(to == Case::upper || to == Case::title ? llvm::ArrayRef<Shift>(toUpper) : llvm::ArrayRef<Shift>(toLower), character);
  append(text, shift ? static_cast<char32_t>(static_cast<int64_t>(character) + shift->distance) : character);
}

std::string unicode::cased(llvm::StringRef text, Case to) {
  std::string result;
  while (!text.empty())
    appendCased(result, take(text), to);
  return result;
}
