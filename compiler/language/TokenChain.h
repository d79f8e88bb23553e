// SPDX-License-Identifier: Apache-2.0
// Where the tree has nothing, because the line is still being typed: the tokens of a text, the dotted name that ends at
// one of them, and the brackets around a place. The lexer closes every bracket of any text, so these always match.
#pragma once

#include "compiler/frontend/syntax/Lexer.h"
#include "compiler/language/Program.h"

namespace tessera::language {

/// `a.b[i].c`: the parts `a`, `b`, `c`, of which `b` has brackets behind it.
struct TokenChain {
  struct Part {
    std::string name;
    bool isSubscripted = false;
  };
  llvm::SmallVector<Part, 4> parts;
  bool hasUnknownHead = false; // what stands at the left is no name: `f(x).a`, `"".a`
  SourcePosition begin;

  struct Meanings {
    Referent object; // of the part before the last
    Referent whole;
  };
  Meanings meaningIn(Program &program, unsigned file, unsigned scope) const;
};

class TokenReader {
public:
  explicit TokenReader(const FileNames &names);

  size_t size() const { return lexed.tokens.size(); }
  const syntax::Token &operator[](size_t index) const { return lexed.tokens[index]; }
  syntax::Range range(size_t index) const { return lexed.tokens[index].range; }
  syntax::TokenKind kind(size_t index) const { return lexed.tokens[index].kind; }
  bool isName(size_t index) const { return kind(index) == syntax::TokenKind::name; }

  /// The number of tokens that begin before the position.
  size_t before(SourcePosition position) const;
  /// The name that the position touches.
  std::optional<size_t> nameAt(SourcePosition position) const;
  /// `x` of `f(x=1)`, which is no name of the scope around.
  bool namesArgument(size_t index) const;
  /// The dotted name whose last name is the token `index`, or that ends with a closing bracket there. Empty parts:
  /// none.
  TokenChain chainEndingAt(size_t index) const;
  /// The opener of the closing bracket at `index`.
  size_t openerOf(size_t index) const;
  /// The first token of the simple statement that goes up to this token.
  size_t lineStart(size_t index) const;

private:
  syntax::Context context;
  syntax::LexedText lexed;
};

} // namespace tessera::language
