// SPDX-License-Identifier: Apache-2.0
#include "compiler/language/TokenChain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;

/// The tree has no longer ones.
static constexpr size_t maxParts = maxExprHeight;

static LexedText lexText(Context &context, const FileNames &names) {
  DiagnosticSink sink;
  return lex(context, *names.module.source, sink);
}

TokenReader::TokenReader(const FileNames &names) : lexed(lexText(context, names)) {}

size_t TokenReader::before(SourcePosition position) const {
  auto after = llvm::partition_point(lexed.tokens, [&](const Token &token) { return token.range.begin < position; });
  return after - lexed.tokens.begin();
}

std::optional<size_t> TokenReader::nameAt(SourcePosition position) const {
  size_t end = before(position);
  if (end < size() && isName(end) && range(end).begin == position)
    return end;
  if (end > 0 && isName(end - 1) && !(range(end - 1).end < position))
    return end - 1;
  return std::nullopt;
}

bool TokenReader::namesArgument(size_t index) const {
  TokenKind next = index + 1 < size() ? kind(index + 1) : TokenKind::endOfText;
  TokenKind previous = index > 0 ? kind(index - 1) : TokenKind::newline;
  return next == TokenKind::equal && (previous == TokenKind::leftParen || previous == TokenKind::comma);
}

size_t TokenReader::openerOf(size_t index) const {
  size_t depth = 0;
  for (size_t at = index;; --at) {
    switch (kind(at)) {
    case TokenKind::rightParen:
    case TokenKind::rightSquare:
    case TokenKind::rightBrace:
      ++depth;
      break;
    case TokenKind::leftParen:
    case TokenKind::leftSquare:
    case TokenKind::leftBrace:
      --depth;
      break;
    default:
      break;
    }
    if (depth == 0 || at == 0)
      return at;
  }
}

size_t TokenReader::lineStart(size_t index) const {
  auto isLayout = [&](size_t at) {
    return kind(at) == TokenKind::newline || kind(at) == TokenKind::indent || kind(at) == TokenKind::dedent ||
           kind(at) == TokenKind::semicolon;
  };
  while (index > 0 && !isLayout(index - 1))
    --index;
  return index;
}

TokenChain TokenReader::chainEndingAt(size_t index) const {
  TokenChain chain;
  for (;;) {
    bool isSubscripted = false;
    while (kind(index) == TokenKind::rightSquare) {
      isSubscripted = true;
      size_t opener = openerOf(index);
      chain.begin = range(opener).begin;
      if (opener == 0)
        break;
      index = opener - 1;
    }
    if (!isName(index)) {
      chain.hasUnknownHead = true;
      break;
    }
    chain.parts.push_back({lexed.tokens[index].value.str(), isSubscripted});
    chain.begin = range(index).begin;
    if (index < 2 || kind(index - 1) != TokenKind::dot)
      break;
    if (chain.parts.size() == maxParts) {
      chain.hasUnknownHead = true;
      break;
    }
    index -= 2;
  }
  std::reverse(chain.parts.begin(), chain.parts.end());
  return chain;
}

TokenChain::Meanings TokenChain::meaningIn(Program &program, unsigned file, unsigned scope) const {
  Meanings meanings;
  const FileNames &names = program.names(file);
  for (const Part &part : parts) {
    bool isHead = &part == parts.begin();
    if (isHead && hasUnknownHead)
      return {};
    std::string name = names.mangledIn(scope, part.name);
    meanings.object = meanings.whole;
    meanings.whole = isHead ? program.meaningOfName(file, scope, name) : program.memberOf(meanings.object, name);
    bool isCallable = meanings.whole.isOwn() && program.binding(meanings.whole).definition;
    if (part.isSubscripted && !isCallable)
      meanings.whole = {};
  }
  return meanings;
}
