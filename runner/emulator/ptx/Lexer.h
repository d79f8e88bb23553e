// SPDX-License-Identifier: Apache-2.0
// PTX text to tokens, one at a time. A token is a view of the text; the lexer never looks back and never allocates, so that
// any text takes linear time.
#pragma once

#include "runner/emulator/ptx/Syntax.h"

namespace tessera::emulator::ptx {

struct Token {
  enum class Kind : uint8_t {
    end,
    word,        // `add`, `%r1`, `$L__BB0_2`, `_`
    directive,   // `.reg`, `.shared::cta`, `.2d`: `text` begins with the dot
    number,      // `12`, `0x1fU`, `0f3F800000`, `1.5e3`; what it is worth is `parseNumber`'s to say
    string,      // `"…"`, `text` has both quotes
    punctuation, // one of `,;:{}[]()<>+-*/%!~&|^?=@` or `<< >> <= >= == != && ||`
    invalid,     // a character that PTX does not have, a string or comment without an end
  };
  Kind kind = Kind::end;
  std::string_view text;
  Place place;

  bool is(std::string_view wanted) const {
    return (kind == Kind::punctuation || kind == Kind::word || kind == Kind::directive) && text == wanted;
  }
  /// No space between `other` and this one.
  bool follows(const Token &other) const { return other.text.data() + other.text.size() == text.data(); }
};

class Lexer {
public:
  /// `lineStarts` gets the offset of every 64th line.
  Lexer(std::string_view text, std::vector<uint32_t> &lineStarts);
  Token next();

private:
  bool skipSpace(); // false: a comment without an end
  void startLine();
  Token make(Token::Kind kind, size_t size);
  size_t measureNumber() const;
  size_t measureDirective() const;
  size_t measureString() const;
  size_t measurePunctuation() const;
  char at(size_t offset) const { return position + offset < text.size() ? text[position + offset] : '\0'; }

  std::string_view text;
  std::vector<uint32_t> &lineStarts;
  size_t position = 0, lineStart = 0;
  uint32_t line = 1;
  bool afterValue = false; // the last token was a number or `)`: `%` is the remainder
};

} // namespace tessera::emulator::ptx
