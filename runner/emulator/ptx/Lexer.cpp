// SPDX-License-Identifier: Apache-2.0
// The lexical rules of PTX (PTX ISA, "Syntax"): names begin with a letter or with one of `_ $ %`, `.` begins a
// directive or a modifier with `::` inside, comments are C's.
#include "runner/emulator/ptx/Lexer.h"
#include <algorithm>

namespace tessera::emulator::ptx {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isFollowing(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '$'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

} // namespace

Lexer::Lexer(std::string_view text, std::vector<uint32_t> &lineStarts) : text(text), lineStarts(lineStarts) {
  lineStarts.push_back(0);
  if (text.substr(0, 3) == "\xef\xbb\xbf")
    position = lineStart = 3;
}

void Lexer::startLine() {
  lineStart = position;
  if (line++ % 64 == 0)
    lineStarts.push_back(static_cast<uint32_t>(position));
}

bool Lexer::skipSpace() {
  while (position < text.size()) {
    if (isSpace(text[position])) {
      if (text[position++] == '\n')
        startLine();
    } else if (at(0) == '/' && at(1) == '/') {
      size_t end = text.find('\n', position);
      position = end == text.npos ? text.size() : end;
    } else if (at(0) == '/' && at(1) == '*') {
      size_t end = text.find("*/", position + 2);
      if (end == text.npos)
        return false;
      for (end += 2; position < end;)
        if (text[position++] == '\n')
          startLine();
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::make(Token::Kind kind, size_t size) {
  Token token;
  token.kind = kind;
  token.text = text.substr(position, size);
  token.place = {line, static_cast<uint32_t>(position - lineStart + 1), static_cast<uint32_t>(token.text.size())};
  position += token.text.size();
  afterValue = kind == Token::Kind::number || token.text == ")";
  return token;
}

/// A number takes every letter behind it, so that `12ab` is one wrong number and not a number and a name.
size_t Lexer::measureNumber() const {
  size_t size = 0;
  while (isDigit(at(size)))
    ++size;
  bool isDecimal = !isLetter(at(size)) || at(size) == 'e' || at(size) == 'E';
  bool hasExponent = at(size + 1) == 'e' || at(size + 1) == 'E'; // `1.e3`
  if (isDecimal && at(size) == '.' && (hasExponent || (!isLetter(at(size + 1)) && at(size + 1) != '_'))) {
    ++size;
    while (isDigit(at(size)))
      ++size;
  }
  if (isDecimal && (at(size) == 'e' || at(size) == 'E')) {
    size_t sign = at(size + 1) == '+' || at(size + 1) == '-';
    if (isDigit(at(size + 1 + sign)))
      size += 1 + sign;
  }
  while (isFollowing(at(size)))
    ++size;
  return size;
}

size_t Lexer::measureDirective() const {
  size_t size = 1;
  while (isFollowing(at(size)) || (at(size) == ':' && at(size + 1) == ':' && isFollowing(at(size + 2))))
    size += at(size) == ':' ? 2 : 1;
  return size;
}

/// 0 without the second quote on the same line.
size_t Lexer::measureString() const {
  for (size_t size = 1; position + size < text.size() && at(size) != '\n'; ++size) {
    if (at(size) == '"')
      return size + 1;
    if (at(size) == '\\' && at(size + 1) != '\n')
      ++size;
  }
  return 0;
}

size_t Lexer::measurePunctuation() const {
  constexpr std::string_view pairs[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  for (std::string_view pair : pairs)
    if (at(0) == pair[0] && at(1) == pair[1])
      return 2;
  return std::string_view(",;:{}[]()<>+-*/%!~&|^?=@").find(at(0)) == std::string_view::npos ? 0 : 1;
}

Token Lexer::next() {
  using Kind = Token::Kind;
  if (!skipSpace())
    return make(Kind::invalid, text.size() - position);
  if (position >= text.size())
    return make(Kind::end, 0);
  char c = text[position];
  if (isDigit(c))
    return make(Kind::number, measureNumber());
  if (c == '.' && isFollowing(at(1)))
    return make(Kind::directive, measureDirective());
  if (isLetter(c) || c == '_' || c == '$' || (c == '%' && isFollowing(at(1)) && !afterValue)) {
    size_t size = 1;
    while (isFollowing(at(size)))
      ++size;
    return make(Kind::word, size);
  }
  if (c == '"') {
    size_t size = measureString();
    return size ? make(Kind::string, size) : make(Kind::invalid, std::min(text.find('\n', position), text.size()) - position);
  }
  if (size_t size = measurePunctuation())
    return make(Kind::punctuation, size);
  return make(Kind::invalid, 1);
}

} // namespace tessera::emulator::ptx
