// SPDX-License-Identifier: Apache-2.0
// UTF-8, identifier characters and look-alikes. Identifiers are not brought to Unicode's NFKC form: two spellings of one
// letter are two names here, where Python makes them one.
#include "compiler/frontend/syntax/Characters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::frontend::syntax;

namespace {
struct CodePointRange {
  uint32_t first, last;
};
#include "compiler/frontend/syntax/IdentifierRanges.inc"

#include "compiler/frontend/syntax/CharacterNames.inc"

struct LookAlike {
  uint32_t codePoint;
  const char *plain;
};
const LookAlike lookAlikes[] = {
    {0x00A0, " "},  {0x00B4, "'"},  {0x00D7, "*"},  {0x00F7, "/"},  {0x02BC, "'"},  {0x2002, " "},  {0x2003, " "},
    {0x2009, " "},  {0x200B, ""},   {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},  {0x2014, "-"},
    {0x2018, "'"},  {0x2019, "'"},  {0x201A, "'"},  {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""}, {0x2026, "..."},
    {0x2028, " "},  {0x202F, " "},  {0x2032, "'"},  {0x2033, "\""}, {0x2060, ""},   {0x2192, "->"}, {0x2212, "-"},
    {0x2215, "/"},  {0x2217, "*"},  {0x2260, "!="}, {0x2264, "<="}, {0x2265, ">="}, {0x3000, " "},  {0xFEFF, ""},
    {0xFF08, "("},  {0xFF09, ")"},  {0xFF0B, "+"},  {0xFF0C, ","},  {0xFF1A, ":"},  {0xFF1B, ";"},  {0xFF1D, "="},
    {0xFF3B, "["},  {0xFF3D, "]"},
};

bool contains(llvm::ArrayRef<CodePointRange> ranges, uint32_t codePoint) {
  auto it = llvm::partition_point(ranges, [&](const CodePointRange &range) { return range.last < codePoint; });
  return it != ranges.end() && it->first <= codePoint;
}
} // namespace

CodePoint tessera::frontend::syntax::decodeUtf8(llvm::StringRef text) {
  if (text.empty())
    return {};
  auto byte = [&](size_t i) -> uint32_t { return static_cast<unsigned char>(text[i]); };
  uint32_t lead = byte(0);
  if (lead < 0x80)
    return {lead, 1, true};
  unsigned length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  CodePoint invalid{lead, 1, false};
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
    return invalid;
  uint32_t value = lead & (0xFF >> (length + 1));
  for (unsigned i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return invalid;
    value = value << 6 | (byte(i) & 0x3F);
  }
  bool overlong = value < (length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u);
  bool surrogate = value >= 0xD800 && value < 0xE000;
  if (overlong || surrogate || value > 0x10FFFF)
    return invalid;
  return {value, length, true};
}

void tessera::frontend::syntax::appendUtf8(std::string &out, uint32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0 | value >> 6);
    out += static_cast<char>(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0 | value >> 12);
    out += static_cast<char>(0x80 | (value >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (value & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | value >> 18);
    out += static_cast<char>(0x80 | (value >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (value >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (value & 0x3F));
  }
}

std::optional<uint32_t> tessera::frontend::syntax::findCharacterName(llvm::StringRef name) {
  std::string upper = name.upper();
  llvm::StringRef wanted = upper, rest = characterNames;
  uint32_t ideograph;
  if (wanted.consume_front("CJK UNIFIED IDEOGRAPH-"))
    return !wanted.getAsInteger(16, ideograph) && ideograph >= 0x4E00 && ideograph <= 0x9FFF ? std::optional<uint32_t>(ideograph) : std::nullopt;
  while (!rest.empty() && !wanted.empty()) {
    auto [run, others] = rest.split('|');
    auto [first, names] = run.split(';');
    uint32_t character = 0;
    first.getAsInteger(16, character);
    for (; !names.empty(); ++character) {
      auto [one, more] = names.split(';');
      if (one == wanted)
        return character;
      names = more;
    }
    rest = others;
  }
  return std::nullopt;
}

bool tessera::frontend::syntax::isIdentifierStart(uint32_t c) {
  if (c < 0x80)
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return contains(identifierStart, c);
}

bool tessera::frontend::syntax::isIdentifierContinue(uint32_t c) {
  if (c < 0x80)
    return isIdentifierStart(c) || (c >= '0' && c <= '9');
  return contains(identifierContinue, c);
}

llvm::StringRef tessera::frontend::syntax::plainSpelling(uint32_t codePoint) {
  for (const LookAlike &entry : lookAlikes)
    if (entry.codePoint == codePoint)
      return entry.plain;
  return llvm::StringRef(); // its data() is null, unlike that of a character to be left out
}

std::string tessera::frontend::syntax::describeCharacter(uint32_t codePoint) {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool hidden = codePoint < 0x20 || (codePoint >= 0x7F && codePoint <= 0xA0) || (codePoint >= 0x2000 && codePoint <= 0x200F) ||
                (codePoint >= 0x2028 && codePoint <= 0x202F) || (codePoint >= 0x2060 && codePoint <= 0x206F) ||
                codePoint == 0x3000 || codePoint == 0xFEFF || (codePoint >= 0xE000 && codePoint < 0xF900);
  if (codePoint == '`') {
    os << "a backquote";
  } else if (!hidden) {
    std::string character;
    appendUtf8(character, codePoint);
    os << '`' << character << "` (" << llvm::format("U+%04X", codePoint) << ')';
  } else {
    os << "the invisible character " << llvm::format("U+%04X", codePoint);
  }
  return text;
}
