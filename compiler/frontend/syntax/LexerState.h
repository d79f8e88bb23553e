// SPDX-License-Identifier: Apache-2.0
// The lexer's inside, shared by its two source files: Lexer.cpp has lines, indentation, brackets and names, LexLiterals.cpp
// numbers and strings. Only those two include this.
#pragma once

#include "compiler/frontend/syntax/Lexer.h"
#include "compiler/frontend/syntax/PrepareText.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::frontend::syntax {

class LexerState {
public:
  LexerState(Context &context, const SourceText &source, PreparedText prepared, DiagnosticSink &sink);

  /// Lexes everything.
  LexedText run();

private:
  //===--- The cursor ---===//
  struct Mark {
    SourcePosition position;
    size_t offset;
  };
  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  bool atEnd() const { return at >= text.size(); }
  llvm::StringRef rest() const { return llvm::StringRef(text).drop_front(at); }
  llvm::StringRef restOfLine() const {
    return rest().take_until([](char c) { return c == '\n'; });
  }
  /// The place of the next character. The cursor only ever moves forward, so this counts each byte once.
  Mark mark();
  Range since(const Mark &begin) { return {begin.position, mark().position}; }
  SourceRange where(Range range) const { return source.where(range); }
  Token &emit(TokenKind kind, const Mark &begin);
  Token &emitSynthetic(TokenKind kind);
  /// Reports, unless this text has had enough errors already. Null then.
  Diagnostic *report(DiagnosticId id, Range range, std::string message);

  //===--- Lines and brackets (Lexer.cpp) ---===//
  struct OpenBracket {
    TokenKind kind;
    Range range;
    bool endsString = false;    // the `{` of an f-string's own replacement: closing it by force ends the string too
    bool isReplacement = false; // the `{` of a replacement field, nested ones included
  };
  struct Indent {
    uint32_t columns;   // tabs to multiples of 8
    uint32_t characters; // tabs counted as one
    uint32_t line;
  };

  void lexLineStart();
  void changeIndent(Indent indent, const Mark &lineStart);
  void reportTabs(Indent indent, const Indent &before, const Mark &lineStart);
  void lexMagicLine();
  /// One token, blank or comment. At the end of a logical line `lineStart` becomes true.
  void lexOne();
  void lexName();
  void lexPunctuation();
  void lexStrangeCharacter();
  void openBracket(TokenKind kind, const Mark &begin);
  void closeBracket(TokenKind kind, const Mark &begin);
  void lexNewlineInBrackets();
  bool nextLineStartsStatement() const;
  void reportUnclosed(Range where, llvm::StringRef why);
  void closeBracketsDownTo(size_t count);
  void finish();

  //===--- Literals (LexLiterals.cpp) ---===//
  struct StringStyle {
    std::string quote; // one character or three
    bool raw = false;
    bool bytes = false;
    bool joined = false;
    bool spec = false; // the format spec of a replacement field: ends at `}`
    bool isTriple() const { return quote.size() == 3; }
  };
  enum class TextEnd { quote, openBrace, closeBrace, unterminated };

  /// The length of a string prefix at the cursor (`rb` in `rb"x"`), or npos when no string starts here.
  size_t stringPrefixLength() const;
  void lexString(size_t prefixLength);
  void lexSmartString(const Mark &begin);
  void lexJoinedString(const StringStyle &style, const Mark &begin, const Mark &quote);
  /// Both return false when the string was ended by force.
  bool lexReplacement(const StringStyle &style, bool nested);
  bool lexFormatSpec(const StringStyle &style);
  bool replacementIsCutOff(const StringStyle &style) const;
  TextEnd readText(const StringStyle &style, std::string &out);
  void readEscape(const StringStyle &style, std::string &out);
  void readNamedEscape(const Mark &begin, std::string &out);
  void readHexEscape(unsigned digits, const StringStyle &style, const Mark &begin, std::string &out);
  void reportUnterminatedString(const StringStyle &style, const Mark &quote);
  void closeSwallowedBrackets(llvm::StringRef swallowed);

  void lexNumber();
  bool lexRadixNumber(const Mark &begin);
  void emitInteger(const Mark &begin, llvm::StringRef digits, unsigned radix);
  size_t digitsLength(size_t from, unsigned radix) const;
  bool endNumber(const Mark &begin, llvm::StringRef what);

  Context &context;
  const SourceText &source;
  LexedText result;
  std::string &text; // result.text
  std::vector<uint32_t> removedColumns;
  DiagnosticSink &sink;
  size_t at = 0;
  Mark last; // the last place that `mark` counted up to
  bool lineStart = true;
  uint32_t statementColumn = 1; // indentation of the logical line that is being read
  llvm::SmallVector<OpenBracket, 16> brackets;
  llvm::SmallVector<Indent, 16> indents;
  bool tabsReported = false;
  unsigned stringDepth = 0;
  unsigned errors = 0;
};

} // namespace tessera::frontend::syntax
