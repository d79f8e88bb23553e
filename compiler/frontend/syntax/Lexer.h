// SPDX-License-Identifier: Apache-2.0
// Text to tokens, all at once: a vector of tokens that always ends in `newline dedent... endOfText` and in which brackets always
// match, whatever the text. What the lexer had to mend it has reported, and the tokens that it made up are `synthetic`: the
// parser stays silent where it stumbles over one of those.
#pragma once

#include "compiler/frontend/syntax/Ast.h"
#include "compiler/support/Diagnostic.h"
#include <vector>

namespace tessera::frontend::syntax {

enum class TokenKind : uint8_t {
#define TOKEN(name, text) name,
#define PUNCTUATION(name, text) name,
#define KEYWORD(name, text) name,
#include "compiler/frontend/syntax/TokenKinds.def"
};

/// The fixed text, or for tokens with a meaning of their own what a message calls them.
llvm::StringRef getText(TokenKind kind);
bool isKeyword(TokenKind kind);
/// The bracket that closes `opener`.
TokenKind closerOf(TokenKind opener);

struct Token {
  TokenKind kind = TokenKind::endOfText;
  bool synthetic = false; // not in the text, or mended: an error has been reported here
  bool rawString = false; // joinedStart of an `rf""`
  Range range;
  uint32_t begin = 0; // bytes in LexedText::text
  uint32_t end = 0;
  /// name: itself, interned. integer: decimal digits. floating: what strtod reads, with a `j` behind for an imaginary one. string, bytes, joinedText: the value.
  llvm::StringRef value;
};

struct LexedText {
  /// What was lexed: the user's text with LF line ends, without byte order mark and doctest prompts.
  std::string text;
  std::vector<Token> tokens;
  /// A line's indentation matched no block: which block a statement belongs to is a guess from there on.
  bool indentationIsGuessed = false;
};

/// Errors go to `sink`. When the text can't be lexed at all (not UTF-8, too long) only the final tokens are there.
LexedText lex(Context &context, const SourceText &source, DiagnosticSink &sink);

} // namespace tessera::frontend::syntax
