// SPDX-License-Identifier: Apache-2.0
// Marks go where the parser saw a statement begin: behind its label, before its guard, never inside of a parameter list
// or an operand of several lines. What is left out is found by tokens, as `.loc` may stand in a string or a comment,
// too.
#include "runner/emulator/sass/Statements.h"
#include "runner/emulator/ptx/Lexer.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Token;

StatementNumbers::StatementNumbers(const ptx::Module &module) {
  firsts.push_back(0);
  for (const ptx::Function &function : module.functions)
    firsts.push_back(firsts.back() + static_cast<uint32_t>(function.instructions.size()));
}

std::optional<Statement> StatementNumbers::find(uint32_t number) const {
  if (number >= count())
    return std::nullopt;
  auto after = std::upper_bound(firsts.begin(), firsts.end(), number); // skips functions without statements
  auto function = static_cast<uint32_t>(after - firsts.begin() - 1);
  return Statement{function, number - firsts[function]};
}

namespace {

/// Offsets [begin, end) of the text.
struct Piece {
  size_t begin = 0, end = 0;
};

class DebugInformation {
public:
  explicit DebugInformation(std::string_view text) : text(text), lexer(text, lineStarts) { advance(); }

  std::vector<Piece> find() {
    while (token.kind != Token::Kind::end) {
      size_t begin = offsetOf(token);
      if (token.is(".loc"))
        skipLocation();
      else if (token.is(".file"))
        skipFile();
      else if (token.is(".section"))
        skipSection();
      else {
        advance();
        continue;
      }
      pieces.push_back({begin, lastEnd});
    }
    return std::move(pieces);
  }

private:
  size_t offsetOf(const Token &at) const { return static_cast<size_t>(at.text.data() - text.data()); }
  void advance() {
    if (token.kind != Token::Kind::end || lastEnd == 0)
      lastEnd = token.text.data() ? offsetOf(token) + token.text.size() : 0;
    token = lexer.next();
  }
  void skipNumbers() {
    while (token.kind == Token::Kind::number)
      advance();
  }

  /// `.loc 1 2 3, function_name label+4, inlined_at 1 2 3`
  void skipLocation() {
    advance();
    skipNumbers();
    while (token.is(",")) {
      advance();
      bool hasName = token.is("function_name");
      advance();
      if (hasName)
        advance();
      if (token.is("+"))
        advance();
      skipNumbers();
    }
  }

  /// `.file 1 "name", 2, 3`
  void skipFile() {
    advance();
    skipNumbers();
    advance();
    while (token.is(",")) {
      advance();
      skipNumbers();
    }
  }

  void skipSection() {
    while (token.kind != Token::Kind::end && !token.is("{"))
      advance();
    for (unsigned open = 0; token.kind != Token::Kind::end;) {
      open += token.is("{");
      open -= token.is("}");
      advance();
      if (open == 0)
        break;
    }
  }

  std::string_view text;
  std::vector<uint32_t> lineStarts;
  ptx::Lexer lexer;
  Token token;
  size_t lastEnd = 0;
  std::vector<Piece> pieces;
};

/// Where each statement begins, in the order of the text.
std::vector<std::pair<size_t, uint32_t>> findBeginnings(const ptx::Module &module) {
  std::string_view text = *module.text;
  std::vector<size_t> lines = {0};
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    lines.push_back(at + 1);
  std::vector<std::pair<size_t, uint32_t>> beginnings;
  uint32_t number = 0;
  for (const ptx::Function &function : module.functions)
    for (const ptx::Instruction &instruction : function.instructions)
      beginnings.emplace_back(lines[instruction.place.line - 1] + instruction.place.column - 1, number++);
  std::sort(beginnings.begin(), beginnings.end());
  return beginnings;
}

} // namespace

std::string markStatements(const ptx::Module &module) {
  std::string_view text = *module.text;
  std::vector<Piece> left = DebugInformation(text).find();
  std::string marked;
  marked.reserve(text.size() * 2);
  size_t at = 0, piece = 0;
  auto copyTo = [&](size_t end) {
    for (; piece < left.size() && left[piece].end <= end; ++piece) {
      marked += text.substr(at, left[piece].begin - at);
      at = left[piece].end;
    }
    marked += text.substr(at, end - at);
    at = end;
  };
  std::string file = std::to_string(statementFile);
  for (auto [begin, number] : findBeginnings(module)) {
    copyTo(begin);
    marked += "\n.loc " + file + " " + std::to_string(number + 1) + " 1\n";
  }
  copyTo(text.size());
  return marked + "\n.file " + file + " \"statements\"\n";
}

} // namespace tessera::emulator
