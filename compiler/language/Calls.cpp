// SPDX-License-Identifier: Apache-2.0
// The call around a place, from the tokens alone, so that it is found while it is being typed:
//
//   y = f(a, g(b)[0], axis=|      innermost open `(` with a callee at its left: f, argument 2, keyword `axis`
//
// Other brackets are looked through: in `f((1, |2))` the place is in argument 0 of f. A `def`'s own are no call.
#include "compiler/language/TokenChain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;

namespace {
/// A bracket that is open where one reads, and what has been seen in it.
struct OpenBracket {
  size_t token;
  bool isCall;
  unsigned commas = 0;
  size_t argument;      // the first token of the argument that one is in
  unsigned lambdas = 0; // whose `:` is still to come: their commas part parameters
};

bool opens(TokenKind kind) {
  return kind == TokenKind::leftParen || kind == TokenKind::leftSquare || kind == TokenKind::leftBrace;
}

bool closes(TokenKind kind) {
  return kind == TokenKind::rightParen || kind == TokenKind::rightSquare || kind == TokenKind::rightBrace;
}

bool opensCall(const TokenReader &tokens, size_t index) {
  if (tokens.kind(index) != TokenKind::leftParen || index == 0)
    return false;
  TokenKind before = tokens.kind(index - 1);
  if (before == TokenKind::rightParen || before == TokenKind::rightSquare)
    return true;
  bool isDefinition =
      index > 1 && (tokens.kind(index - 2) == TokenKind::kwDef || tokens.kind(index - 2) == TokenKind::kwClass);
  return before == TokenKind::name && !isDefinition;
}

/// The brackets that are open at the position, outermost first.
std::vector<OpenBracket> bracketsAt(const TokenReader &tokens, SourcePosition position) {
  std::vector<OpenBracket> open;
  for (size_t at = 0; at < tokens.size() && tokens.range(at).begin < position; ++at) {
    TokenKind kind = tokens.kind(at);
    if (opens(kind)) {
      // The position must be behind the bracket, which may be longer than a character where it is a look-alike.
      if (!(position < tokens.range(at).end))
        open.push_back({at, opensCall(tokens, at), 0, at + 1});
    } else if (closes(kind)) {
      if (!open.empty())
        open.pop_back();
    } else if (!open.empty()) {
      OpenBracket &inner = open.back();
      if (kind == TokenKind::kwLambda) {
        ++inner.lambdas;
      } else if (kind == TokenKind::colon && inner.lambdas > 0) {
        --inner.lambdas;
      } else if (kind == TokenKind::comma && inner.lambdas == 0 && !(position < tokens.range(at).end)) {
        ++inner.commas;
        inner.argument = at + 1;
      }
    }
  }
  return open;
}
} // namespace

std::optional<CallAt> Program::callAt(unsigned file, SourcePosition position) {
  if (!names(file).places.has(position))
    return std::nullopt;
  TokenReader tokens(names(file));
  std::vector<OpenBracket> open = bracketsAt(tokens, position);
  auto innermost = llvm::find_if(llvm::reverse(open), [](const OpenBracket &each) { return each.isCall; });
  if (innermost == llvm::reverse(open).end())
    return std::nullopt;
  size_t last = innermost->token - 1; // of the callee
  TokenChain chain = tokens.chainEndingAt(last);
  auto [object, callee] = chain.meaningIn(*this, file, names(file).scopeAt(tokens.range(innermost->token).begin));
  CallAt call;
  Range range{chain.begin.isValid() ? chain.begin : tokens.range(last).begin, tokens.range(last).end};
  call.callee = where(file, range);
  call.text = textOf(file, range).str();
  call.opened = tokens.range(innermost->token).begin;
  bool isMember = chain.parts.size() > 1 || (chain.hasUnknownHead && !chain.parts.empty());
  llvm::StringRef name = chain.parts.empty() ? llvm::StringRef() : llvm::StringRef(chain.parts.back().name);
  call.meaning = describe(file, callee, range, name, isMember);
  call.position = innermost->commas;
  size_t argument = innermost->argument;
  bool hasKeyword =
      argument + 1 < tokens.size() && tokens.isName(argument) && tokens.kind(argument + 1) == TokenKind::equal;
  if (hasKeyword && !(position < tokens.range(argument).begin))
    call.keyword = tokens[argument].value.str();
  call.signature = signatureOf(callee, object);
  if (call.signature)
    call.signature->active =
        activeParameter(call.signature->parameters, call.position,
                        call.keyword ? std::optional<llvm::StringRef>(*call.keyword) : std::nullopt);
  return call;
}
