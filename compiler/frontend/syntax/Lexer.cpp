// SPDX-License-Identifier: Apache-2.0
// Lines, indentation, brackets and names. The interesting part is what happens when a bracket is never closed: Python reads on
// to the end of the file, so one missing `)` hides every other mistake. Here a line inside brackets that can only begin a new
// statement (`def`, `return`, or a name straight after an operand, no deeper than the statement itself) closes them: the
// mistake is reported at the bracket that was left open, and reading goes on at that line.
#include "compiler/frontend/syntax/Lexer.h"
#include "compiler/frontend/syntax/Characters.h"
#include "compiler/frontend/syntax/LexerState.h"
#include "llvm/ADT/StringSwitch.h"
#include <array>

using namespace tessera;
using namespace tessera::frontend::syntax;

static constexpr unsigned maxLexerErrors = 50;

llvm::StringRef tessera::frontend::syntax::getText(TokenKind kind) {
  static constexpr llvm::StringLiteral texts[] = {
#define TOKEN(name, text) text,
#define PUNCTUATION(name, text) text,
#define KEYWORD(name, text) text,
#include "compiler/frontend/syntax/TokenKinds.def"
  };
  return texts[static_cast<size_t>(kind)];
}

bool tessera::frontend::syntax::isKeyword(TokenKind kind) { return kind >= TokenKind::kwFalse; }

static TokenKind keywordOrName(llvm::StringRef text) {
  return llvm::StringSwitch<TokenKind>(text)
#define KEYWORD(name, text) .Case(text, TokenKind::name)
#include "compiler/frontend/syntax/TokenKinds.def"
      .Default(TokenKind::name);
}

TokenKind tessera::frontend::syntax::closerOf(TokenKind opener) {
  return opener == TokenKind::leftParen    ? TokenKind::rightParen
         : opener == TokenKind::leftSquare ? TokenKind::rightSquare
                                           : TokenKind::rightBrace;
}

static bool endsOperand(TokenKind kind) {
  switch (kind) {
  case TokenKind::name:
  case TokenKind::integer:
  case TokenKind::floating:
  case TokenKind::string:
  case TokenKind::bytes:
  case TokenKind::joinedEnd:
  case TokenKind::ellipsis:
  case TokenKind::rightParen:
  case TokenKind::rightSquare:
  case TokenKind::rightBrace:
  case TokenKind::kwTrue:
  case TokenKind::kwFalse:
  case TokenKind::kwNone:
    return true;
  default:
    return false;
  }
}

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

LexerState::LexerState(Context &context, const SourceText &source, PreparedText prepared, DiagnosticSink &sink)
    : context(context), source(source), text(result.text), removedColumns(std::move(prepared.removedColumns)),
      sink(sink), last{{source.linesBefore() + 1, 1}, 0} {
  result.text = std::move(prepared.text);
  result.tokens.reserve(text.size() / 2 + 16);
  indents.push_back({0, 0, 0});
  if (!removedColumns.empty())
    last.position.column += removedColumns.front();
}

LexerState::Mark LexerState::mark() {
  for (; last.offset < at; ++last.offset) {
    char c = text[last.offset];
    if (c == '\n') {
      ++last.position.line;
      size_t index = last.position.line - source.linesBefore() - 1;
      last.position.column = 1 + (index < removedColumns.size() ? removedColumns[index] : 0);
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++last.position.column;
    }
  }
  return last;
}

Token &LexerState::emit(TokenKind kind, const Mark &begin) {
  SourcePosition end = mark().position;
  Token &token = result.tokens.emplace_back();
  token.kind = kind;
  token.range.begin = begin.position;
  token.range.end = end;
  token.begin = static_cast<uint32_t>(begin.offset);
  token.end = static_cast<uint32_t>(at);
  return token;
}

Token &LexerState::emitSynthetic(TokenKind kind) {
  Token &token = emit(kind, mark());
  token.synthetic = true;
  return token;
}

Diagnostic *LexerState::report(DiagnosticId id, Range range, std::string message) {
  if (++errors > maxLexerErrors)
    return nullptr;
  return &sink.report(id, where(range), std::move(message));
}

LexedText LexerState::run() {
  while (!atEnd()) {
    if (lineStart)
      lexLineStart();
    else
      lexOne();
  }
  finish();
  return std::move(result);
}

void LexerState::finish() {
  if (!brackets.empty()) {
    reportUnclosed({mark().position, mark().position}, "the text ends here");
    closeBracketsDownTo(0);
  }
  if (!lineStart)
    emit(TokenKind::newline, mark());
  for (; indents.size() > 1; indents.pop_back())
    emit(TokenKind::dedent, mark());
  emit(TokenKind::endOfText, mark());
}

//===--- Lines -------------------------------------------------------------------------------------------------------===//

/// Measures the indentation of a line that begins a statement; blank lines and comments make no tokens.
void LexerState::lexLineStart() {
  Mark start = mark();
  Indent indent{0, 0, start.position.line};
  for (;; ++at) {
    char c = peek();
    if (c == ' ') {
      ++indent.columns;
      ++indent.characters;
    } else if (c == '\t') {
      indent.columns = (indent.columns / 8 + 1) * 8;
      ++indent.characters;
    } else if (c == '\f') {
      indent.columns = indent.characters = 0;
    } else {
      break;
    }
  }
  if (peek() == '#')
    at += restOfLine().size();
  if (atEnd())
    return;
  if (peek() == '\n') {
    ++at;
    return;
  }
  changeIndent(indent, start);
  lineStart = false;
  statementColumn = indent.columns;
  if (peek() == '%' || (peek() == '!' && peek(1) != '=') || peek() == '?')
    lexMagicLine();
}

void LexerState::changeIndent(Indent indent, const Mark &lineStart) {
  const Indent &top = indents.back();
  if (indent.columns > top.columns) {
    if (indent.characters <= top.characters) {
      reportTabs(indent, top, lineStart);
      // Most likely a line of the same block, unless one is due to begin.
      size_t count = result.tokens.size();
      if (count < 2 || result.tokens[count - 2].kind != TokenKind::colon)
        return;
    }
    indents.push_back(indent);
    emit(TokenKind::indent, lineStart);
    return;
  }
  for (; indents.back().columns > indent.columns; indents.pop_back())
    emit(TokenKind::dedent, mark());
  const Indent &now = indents.back();
  if (now.columns != indent.columns) {
    // Taken as a line of the block around: most often a space too many after the block ended.
    result.indentationIsGuessed = true;
    if (Diagnostic *d = report(DiagnosticId::indentation, since(lineStart),
                               "this line is indented by " + std::to_string(indent.columns) +
                                   " columns, which matches no block around it"))
      d->note("the block around it is indented by " + std::to_string(now.columns) + " columns");
    return;
  }
  if (now.characters != indent.characters)
    reportTabs(indent, now, lineStart);
}

/// Python's rule: an indentation must mean the same whatever a tab is worth. Told once a text: the cause is one editor setting.
void LexerState::reportTabs(Indent indent, const Indent &before, const Mark &lineStart) {
  if (tabsReported)
    return;
  tabsReported = true;
  result.indentationIsGuessed = true;
  llvm::StringRef blanks = llvm::StringRef(text).slice(lineStart.offset, at);
  auto counted = [](size_t count, llvm::StringRef what) {
    return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
  };
  std::string seen = counted(blanks.count('\t'), "tab") + " and " + counted(blanks.count(' '), "space");
  std::string message = "tabs and spaces are mixed: this line is indented by " + seen;
  if (before.line != 0)
    message += ", which does not compare with line " + std::to_string(before.line - source.linesBefore());
  Diagnostic *d = report(DiagnosticId::indentation, since(lineStart), std::move(message));
  if (!d)
    return;
  d->note("indent every line with spaces alone, four a level");
  DiagnosticFix fix;
  fix.title = "indent this line with spaces";
  fix.range = where(since(lineStart));
  fix.text = std::string(indent.columns, ' ');
  d->fix = std::move(fix);
}

/// `%matplotlib inline`, `!pip install`: a notebook's commands. The whole line becomes one token that the parser passes over.
void LexerState::lexMagicLine() {
  Mark begin = mark();
  llvm::StringRef line = restOfLine().rtrim();
  at += line.size();
  if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, since(begin),
                             "`" + line.take_front(60).str() + "` is a notebook command, not Python")) {
    d->note("remove the line");
    d->fix = DiagnosticFix{"remove the line", where(since(begin)), ""};
  }
  emit(TokenKind::invalid, begin).synthetic = true;
  at += restOfLine().size();
}

void LexerState::lexOne() {
  char c = peek();
  if (isBlank(c)) {
    ++at;
  } else if (c == '#') {
    at += restOfLine().size();
  } else if (c == '\n') {
    if (!brackets.empty())
      return lexNewlineInBrackets();
    Mark begin = mark();
    ++at;
    Token &token = emit(TokenKind::newline, begin);
    token.range.end = token.range.begin;
    lineStart = true;
  } else if (c == '\\') {
    Mark begin = mark();
    ++at;
    if (peek() == '\n') {
      ++at;
      return;
    }
    bool blanksOnly = restOfLine().trim().empty();
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), blanksOnly
                                   ? "`\\` joins lines only at the very end of a line; blanks or the end of the text follow it"
                                   : "unexpected `\\`; outside strings it only joins lines, at the very end of a line"))
      d->note("remove it, or put the expression in brackets, where lines join by themselves");
    emit(TokenKind::invalid, begin).synthetic = true;
    if (blanksOnly) {
      at += restOfLine().size();
      at += !atEnd();
    }
  } else if ((c >= '0' && c <= '9') || (c == '.' && peek(1) >= '0' && peek(1) <= '9')) {
    lexNumber();
  } else if (size_t prefix = stringPrefixLength(); prefix != llvm::StringRef::npos) {
    lexString(prefix);
  } else if (isIdentifierStart(decodeUtf8(rest()).value)) {
    lexName();
  } else {
    lexPunctuation();
  }
}

void LexerState::lexName() {
  Mark begin = mark();
  // Nearly all names are plain letters: no decoding, no ranges.
  auto isPlain = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (isPlain(peek()))
    ++at;
  if (static_cast<unsigned char>(peek()) >= 0x80)
    for (CodePoint c = decodeUtf8(rest()); c.bytes != 0 && isIdentifierContinue(c.value); c = decodeUtf8(rest()))
      at += c.bytes;
  llvm::StringRef name = llvm::StringRef(text).slice(begin.offset, at);
  TokenKind kind = keywordOrName(name);
  emit(kind, begin).value = context.intern(name);
}

namespace {
using Spelling = std::pair<llvm::StringLiteral, TokenKind>;

/// The spellings that begin with each character, longer ones first as in TokenKinds.def.
std::array<llvm::SmallVector<Spelling, 4>, 128> makePunctuation() {
  std::array<llvm::SmallVector<Spelling, 4>, 128> table;
#define PUNCTUATION(name, text) table[llvm::StringLiteral(text)[0]].push_back({llvm::StringLiteral(text), TokenKind::name});
#include "compiler/frontend/syntax/TokenKinds.def"
  return table;
}
} // namespace

void LexerState::lexPunctuation() {
  static const auto table = makePunctuation();
  unsigned char first = static_cast<unsigned char>(peek());
  for (const auto &[spelling, kind] : table[first < 128 ? first : 0]) {
    if (!rest().starts_with(spelling))
      continue;
    Mark begin = mark();
    at += spelling.size();
    switch (kind) {
    case TokenKind::leftParen:
    case TokenKind::leftSquare:
    case TokenKind::leftBrace:
      return openBracket(kind, begin);
    case TokenKind::rightParen:
    case TokenKind::rightSquare:
    case TokenKind::rightBrace:
      return closeBracket(kind, begin);
    default:
      emit(kind, begin);
      return;
    }
  }
  lexStrangeCharacter();
}

/// A character that no token begins with. Look-alikes of plain characters are read as if they were those.
void LexerState::lexStrangeCharacter() {
  Mark begin = mark();
  CodePoint c = decodeUtf8(rest());
  llvm::StringRef plain = plainSpelling(c.value);
  if (plain == "'" || plain == "\"")
    return lexSmartString(begin);
  at += c.bytes;
  Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), describeCharacter(c.value) + " means nothing in Python");
  if (d && plain.data()) {
    std::string title = plain.trim().empty() ? (plain.empty() ? "remove it" : "write a plain space")
                                             : "write `" + plain.str() + "`";
    d->note(title);
    d->fix = DiagnosticFix{title, where(since(begin)), plain.str()};
  } else if (d) {
    d->note(c.value == '?' ? "a choice is `a if test else b`; a notebook's `x?` has to go" : "remove it");
  }
  if (!plain.data())
    emit(TokenKind::invalid, begin).synthetic = true;
  if (plain.trim().empty())
    return;
  TokenKind kind = llvm::StringSwitch<TokenKind>(plain)
#define PUNCTUATION(name, text) .Case(text, TokenKind::name)
#include "compiler/frontend/syntax/TokenKinds.def"
                       .Default(TokenKind::invalid);
  if (kind == TokenKind::leftParen || kind == TokenKind::leftSquare)
    return openBracket(kind, begin);
  if (kind == TokenKind::rightParen || kind == TokenKind::rightSquare)
    return closeBracket(kind, begin);
  emit(kind, begin);
}

//===--- Brackets ----------------------------------------------------------------------------------------------------===//

void LexerState::openBracket(TokenKind kind, const Mark &begin) {
  emit(kind, begin);
  brackets.push_back({kind, since(begin)});
}

void LexerState::closeBracket(TokenKind kind, const Mark &begin) {
  Range here = since(begin);
  std::string spelled = "`" + syntax::getText(kind).str() + "`";
  auto unmatched = [&] {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, here, "unmatched " + spelled)) {
      d->note("remove it, or open the bracket that it closes");
      d->fix = DiagnosticFix{"remove it", where(here), ""};
    }
    emit(TokenKind::invalid, begin).synthetic = true; // its statement is not looked at further
  };
  if (brackets.empty())
    return unmatched();
  if (closerOf(brackets.back().kind) == kind) {
    brackets.pop_back();
    emit(kind, begin);
    return;
  }
  if (brackets.back().isReplacement)
    return unmatched();
  // Which opener did the writer mean? One further out, when there is one of this shape in the same string or outside strings.
  size_t outer = brackets.size();
  while (outer > 0 && closerOf(brackets[outer - 1].kind) != kind && !brackets[outer - 1].isReplacement)
    --outer;
  const OpenBracket top = brackets.back();
  std::string opener = "`" + syntax::getText(top.kind).str() + "`";
  if (outer > 0 && closerOf(brackets[outer - 1].kind) == kind) {
    reportUnclosed(here, spelled + " closes the bracket around it");
    size_t end = at;
    at = begin.offset; // the made-up closers stand before this one
    last = begin;
    closeBracketsDownTo(outer);
    at = end;
    brackets.pop_back();
    emit(kind, begin);
    return;
  }
  if (Diagnostic *d = report(DiagnosticId::syntaxError, here, spelled + " does not close " + opener)) {
    std::string wanted = "`" + syntax::getText(closerOf(top.kind)).str() + "`";
    d->note("this " + opener + " wants " + wanted, where(top.range));
    d->fix = DiagnosticFix{"write " + wanted, where(here), syntax::getText(closerOf(top.kind)).str()};
  }
  brackets.pop_back();
  emit(closerOf(top.kind), begin).synthetic = true;
}

/// Reports the innermost open bracket; those around it, up to the enclosing string, are notes.
void LexerState::reportUnclosed(Range where, llvm::StringRef why) {
  const OpenBracket &top = brackets.back();
  std::string opener = "`" + syntax::getText(top.kind).str() + "`";
  std::string closer = "`" + syntax::getText(closerOf(top.kind)).str() + "`";
  Diagnostic *d = report(DiagnosticId::unterminated, top.range,
                         opener + (top.isReplacement ? " of an f-string's expression" : "") + " is never closed");
  if (!d)
    return;
  d->note(why.str(), source.where(where));
  d->note("close it with " + closer);
}

/// Closes the innermost brackets with made-up tokens until `count` are left.
void LexerState::closeBracketsDownTo(size_t count) {
  while (brackets.size() > count) {
    OpenBracket top = brackets.pop_back_val();
    emitSynthetic(closerOf(top.kind));
    if (top.endsString)
      emitSynthetic(TokenKind::joinedEnd);
  }
}

void LexerState::lexNewlineInBrackets() {
  Mark begin = mark();
  ++at;
  if (!nextLineStartsStatement())
    return;
  size_t word = rest().ltrim(" \t\f").data() - text.data();
  Mark lineBegin = mark();
  SourcePosition there{lineBegin.position.line, lineBegin.position.column + static_cast<uint32_t>(word - lineBegin.offset)};
  reportUnclosed({there, {there.line, there.column + 1}}, "a new statement begins here");
  size_t next = at;
  at = begin.offset;
  last = begin;
  closeBracketsDownTo(0);
  at = next;
  emit(TokenKind::newline, begin).range.end = begin.position;
  lineStart = true;
}

/// Whether the line at the cursor, inside brackets, can only be a new statement. Never true for a valid program.
bool LexerState::nextLineStartsStatement() const {
  llvm::StringRef line = restOfLine();
  llvm::StringRef content = line.ltrim(" \t\f");
  llvm::StringRef word = content.take_while([](char c) { return isIdentifierContinue(static_cast<unsigned char>(c) & 0x7F); });
  if (word.empty() || (word.front() >= '0' && word.front() <= '9'))
    return false;
  switch (keywordOrName(word)) {
  case TokenKind::kwAssert:
  case TokenKind::kwBreak:
  case TokenKind::kwClass:
  case TokenKind::kwContinue:
  case TokenKind::kwDef:
  case TokenKind::kwDel:
  case TokenKind::kwElif:
  case TokenKind::kwExcept:
  case TokenKind::kwFinally:
  case TokenKind::kwGlobal:
  case TokenKind::kwImport:
  case TokenKind::kwNonlocal:
  case TokenKind::kwPass:
  case TokenKind::kwRaise:
  case TokenKind::kwReturn:
  case TokenKind::kwTry:
  case TokenKind::kwWhile:
  case TokenKind::kwWith:
    return true; // no expression holds these, at any indentation
  default:
    break;
  }
  uint32_t columns = 0;
  for (char c : line.drop_back(content.size()))
    columns = c == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
  if (columns > statementColumn || result.tokens.empty())
    return false;
  llvm::StringRef after = content.drop_front(word.size()).ltrim(" \t");
  TokenKind before = result.tokens.back().kind;
  if (keywordOrName(word) == TokenKind::name) {
    bool assigns = after.starts_with("=") && !after.starts_with("==");
    return endsOperand(before) || (assigns && brackets.back().kind != TokenKind::leftParen);
  }
  if (keywordOrName(word) == TokenKind::kwFrom)
    return after.contains(" import ");
  bool header = word == "for" || ((word == "if" || word == "else") && brackets.back().kind == TokenKind::leftParen);
  return header && content.rtrim().ends_with(":");
}

LexedText tessera::frontend::syntax::lex(Context &context, const SourceText &source, DiagnosticSink &sink) {
  std::optional<PreparedText> prepared = prepareText(source.file(), source.text(), sink);
  return LexerState(context, source, prepared ? std::move(*prepared) : PreparedText(), sink).run();
}
