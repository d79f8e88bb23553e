// SPDX-License-Identifier: Apache-2.0
// What the lexer asks about single characters: code points out of UTF-8, identifiers by Unicode's rules, and the characters
// that word processors put where a program needs plain ones.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera::frontend::syntax {

struct CodePoint {
  uint32_t value = 0;
  unsigned bytes = 0; // 0 at the end of the text; 1 to 4 otherwise
  bool valid = true;  // false: one byte that begins no UTF-8 sequence
};

/// The code point at the start of `text`.
CodePoint decodeUtf8(llvm::StringRef text);
/// Appends `value` as UTF-8; a surrogate as three bytes, which only Python's strings may hold.
void appendUtf8(std::string &out, uint32_t value);

/// The character that `\N{name}` means; empty for names that CharacterNames.inc lacks.
std::optional<uint32_t> findCharacterName(llvm::StringRef name);

bool isIdentifierStart(uint32_t codePoint);
bool isIdentifierContinue(uint32_t codePoint);

/// What a look-alike of a plain character should have been (a curly quote, a full-width comma, a no-break space), or empty.
llvm::StringRef plainSpelling(uint32_t codePoint);
/// A name for messages: the character in backticks with its number, `U+2019`, alone when it can't be seen.
std::string describeCharacter(uint32_t codePoint);

} // namespace tessera::frontend::syntax
