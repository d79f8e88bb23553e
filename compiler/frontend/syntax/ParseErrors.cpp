// SPDX-License-Identifier: Apache-2.0
// What the parser says when a token does not fit, and what it guesses was meant: operators of other languages, `print x`,
// misspelt keywords, a missing comma or colon. A guess is only a note or a fix; the message states what was seen.
#include "compiler/frontend/syntax/ParserState.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

static constexpr unsigned maxParserErrors = 50;
static constexpr unsigned maxNesting = 100;

bool ParserState::Nesting::tooDeep() const {
  if (parser.depth <= maxNesting)
    return false;
  if (Diagnostic *d = parser.report(DiagnosticId::unsupportedSyntax, parser.token().range,
                                    "brackets and operators nest more than " + std::to_string(maxNesting) + " deep here"))
    d->note("give the inner part a name");
  return true;
}

void ParserState::findMendedLines() {
  mended.resize(tokens.size());
  if (llvm::none_of(tokens, [](const Token &token) { return token.synthetic; }))
    return;
  for (size_t begin = 0, i = 0; i < tokens.size(); ++i) {
    mended[begin] = mended[begin] || tokens[i].synthetic;
    if (tokens[i].kind != TokenKind::newline && i + 1 != tokens.size())
      continue;
    std::fill(mended.begin() + begin, mended.begin() + i + 1, static_cast<bool>(mended[begin]));
    begin = i + 1;
  }
}

Diagnostic *ParserState::report(DiagnosticId id, Range range, std::string message) {
  auto after = llvm::partition_point(tokens, [&](const Token &token) { return !(range.begin < token.range.begin); });
  if (after != tokens.begin() && mended[after - tokens.begin() - 1])
    return nullptr;
  if (++errors > maxParserErrors)
    return nullptr;
  return &sink.report(id, where(range), std::move(message));
}

void ParserState::reportTooDeep(Range range) {
  if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, range,
                             "this expression is more than " + std::to_string(maxExprHeight) + " operations deep"))
    d->note("give a part of it a name");
}

void ParserState::addFix(Diagnostic *diagnostic, std::string title, Range range, std::string replacement) {
  if (!diagnostic)
    return;
  diagnostic->note(title);
  diagnostic->fix = DiagnosticFix{std::move(title), where(range), std::move(replacement)};
}

std::string ParserState::spell(const Token &token) const {
  switch (token.kind) {
  case TokenKind::endOfText:
  case TokenKind::newline:
  case TokenKind::indent:
  case TokenKind::dedent:
  case TokenKind::joinedStart:
  case TokenKind::joinedText:
  case TokenKind::joinedEnd:
  case TokenKind::invalid:
  case TokenKind::string:
  case TokenKind::bytes:
    return syntax::getText(token.kind).str();
  default:
    return "`" + source.excerpt(token.range, 40) + "`";
  }
}

/// Operators of other languages, seen where an operand should stand.
bool ParserState::hintAboutOperators() {
  const Token &now = token();
  const Token &before = previous();
  struct Mistake {
    TokenKind first, second;
    llvm::StringRef written, right;
  };
  static const Mistake mistakes[] = {
      {TokenKind::ampersand, TokenKind::ampersand, "&&", "and"},
      {TokenKind::bar, TokenKind::bar, "||", "or"},
      {TokenKind::less, TokenKind::greater, "<>", "!="},
      {TokenKind::doubleEqual, TokenKind::equal, "===", "=="},
      {TokenKind::notEqual, TokenKind::equal, "!==", "!="},
      {TokenKind::equal, TokenKind::greater, "=>", ">="},
  };
  for (const Mistake &mistake : mistakes) {
    if (before.kind != mistake.first || now.kind != mistake.second || before.end != now.begin)
      continue;
    Range range = join(before.range, now.range);
    Diagnostic *d = report(DiagnosticId::syntaxError, range, "`" + mistake.written.str() + "` is not an operator of Python");
    addFix(d, "write `" + mistake.right.str() + "`", range, mistake.right.str());
    return true;
  }
  if (now.kind == TokenKind::exclamation) {
    addFix(report(DiagnosticId::syntaxError, now.range, "`!` is not an operator of Python"), "write `not`", now.range, "not ");
    return true;
  }
  bool doubled = index >= 2 && (before.kind == TokenKind::plus || before.kind == TokenKind::minus) &&
                 tokens[index - 2].kind == before.kind && tokens[index - 2].end == before.begin &&
                 (now.kind == TokenKind::newline || now.kind == TokenKind::endOfText);
  if (doubled) {
    std::string sign = syntax::getText(before.kind).str();
    if (Diagnostic *d = report(DiagnosticId::syntaxError, join(tokens[index - 2].range, before.range),
                               "`" + sign + sign + "` is not an operator of Python"))
      d->note("write `" + sign + "= 1`");
    return true;
  }
  return false;
}

std::nullptr_t ParserState::unexpected(llvm::StringRef what) {
  const Token &now = token();
  if (!now.synthetic && now.kind != TokenKind::invalid)
    report(DiagnosticId::syntaxError, now.range, spell(now) + " where " + what.str() + " was expected");
  return nullptr;
}

std::nullptr_t ParserState::unexpectedExpression() {
  const Token &now = token();
  if (now.synthetic || now.kind == TokenKind::invalid || hintAboutOperators())
    return nullptr;
  if (now.kind == TokenKind::newline || now.kind == TokenKind::endOfText) {
    std::string after = index == 0 ? "" : " after " + spell(previous());
    Diagnostic *d = report(DiagnosticId::syntaxError, now.range, "the line ends" + after + ", where an expression was expected");
    if (d && index > 0)
      d->note("finish the expression, or put it in brackets to go on in the next line");
    return nullptr;
  }
  Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " where an expression was expected");
  if (d && isKeyword(now.kind))
    d->note("`" + syntax::getText(now.kind).str() + "` is a keyword of Python and can't be used as a name");
  else if (d && now.kind == TokenKind::equal && previous().kind == TokenKind::equal)
    d->note("compare with `==`");
  else if (d)
    d->note("give an expression here");
  return nullptr;
}

llvm::StringRef ParserState::nearestKeyword(llvm::StringRef name) {
  static constexpr llvm::StringLiteral keywords[] = {"assert", "break", "class",  "continue", "def",    "elif",   "else",
                                                     "except", "finally", "for",  "from",     "global", "if",     "import",
                                                     "lambda", "nonlocal", "pass", "raise",   "return", "while",  "with", "yield"};
  for (llvm::StringRef keyword : keywords) {
    if (name.size() < 2 || keyword.size() < 3)
      continue;
    unsigned allowed = keyword.size() > 4 ? 2 : 1;
    bool sameLetters = name.size() == keyword.size() && [&] {
      std::string a = name.str(), b = keyword.str();
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      return a == b;
    }();
    if (name != keyword && (sameLetters || name.edit_distance(keyword, true, allowed) <= allowed))
      return keyword;
  }
  if (name == "elseif" || name == "elsif")
    return "elif";
  if (name == "function" || name == "func" || name == "fn")
    return "def";
  return {};
}

bool ParserState::unexpectedAfter(const Expr *expr, llvm::StringRef wanted) {
  const Token &now = token();
  if (now.synthetic || now.kind == TokenKind::invalid)
    return false;
  auto *name = llvm::dyn_cast<NameExpr>(expr);
  bool operand = startsExpression(now);
  if (name && operand && (name->name == "print" || name->name == "exec")) {
    SourcePosition end = now.range.end;
    for (size_t ahead = 0; token(ahead).kind != TokenKind::newline && token(ahead).kind != TokenKind::endOfText; ++ahead)
      end = token(ahead).range.end;
    std::string rest = source.textOf({now.range.begin, end}).str();
    std::string call = name->name.str() + "(" + rest + ")";
    Diagnostic *d = report(DiagnosticId::syntaxError, {name->range.begin, end}, "`" + name->name.str() +
                               "` is a function: its arguments stand in brackets");
    addFix(d, "write `" + llvm::StringRef(call).take_front(60).str() + "`", {name->range.begin, end}, call);
    return false;
  }
  if (name && previous().range.end == name->range.end) {
    if (llvm::StringRef keyword = nearestKeyword(name->name); !keyword.empty() && (operand || now.kind == TokenKind::colon)) {
      Diagnostic *d = report(DiagnosticId::syntaxError, name->range, spell(now) + " follows the name `" + name->name.str() + "`");
      addFix(d, "did you mean `" + keyword.str() + "`?", name->range, keyword.str());
      return false;
    }
  }
  if (operand && !isKeyword(now.kind)) {
    Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " directly after `" +
                               source.excerpt(expr->range, 40) + "`, where " + wanted.str() + " was expected");
    if (d)
      d->note("an operator, a comma or a bracket is missing between them");
    return false;
  }
  if (hintAboutOperators())
    return false;
  if (now.kind == TokenKind::exclamation || now.kind == TokenKind::equal) {
    Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " where " + wanted.str() + " was expected");
    if (now.kind == TokenKind::equal)
      addFix(d, "compare with `==`", now.range, "==");
    return false;
  }
  if (Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " where " + wanted.str() + " was expected"))
    d->note("the expression before it, `" + source.excerpt(expr->range, 40) + "`, is complete", where(expr->range));
  return false;
}

bool ParserState::expect(TokenKind kind, llvm::StringRef purpose) {
  if (consume(kind))
    return true;
  unexpected("`" + syntax::getText(kind).str() + "`" + (purpose.empty() ? "" : " " + purpose.str()));
  return false;
}

bool ParserState::expectCloser(TokenKind kind, const Token &opener) {
  if (consume(kind))
    return true;
  const Token &now = token();
  if (now.synthetic || now.kind == TokenKind::invalid)
    return false;
  std::string wanted = "`,` or `" + syntax::getText(kind).str() + "`";
  if (hintAboutOperators())
    return false;
  Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " where " + wanted + " was expected");
  if (d && startsExpression(now) && !isKeyword(now.kind))
    d->note("is a comma missing before it?");
  else if (d && now.kind == TokenKind::equal)
    addFix(d, "compare with `==`", now.range, "==");
  else if (d)
    d->note("inside these brackets", where(opener.range));
  return false;
}

bool ParserState::expectColon(const Token &header) {
  if (consume(TokenKind::colon))
    return true;
  const Token &now = token();
  if (now.synthetic || now.kind == TokenKind::invalid)
    return false;
  std::string line = "the `" + syntax::getText(header.kind).str() + "` line";
  if (header.kind == TokenKind::name)
    line = "the `" + header.value.str() + "` line";
  if (now.kind != TokenKind::newline && now.kind != TokenKind::endOfText) {
    if (header.kind == TokenKind::kwElse && now.kind == TokenKind::kwIf) {
      Range range = join(header.range, now.range);
      addFix(report(DiagnosticId::syntaxError, range, "`else if` is not Python"), "write `elif`", range, "elif");
      return false;
    }
    if (hintAboutOperators())
      return false;
    if (Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " where `:` was expected, at the end of " + line))
      d->note("the line begins here", where(header.range));
    return false;
  }
  SourcePosition end = previous().range.end;
  Diagnostic *d = report(DiagnosticId::syntaxError, {end, {end.line, end.column + 1}}, "`:` is missing at the end of " + line);
  addFix(d, "write `:` here", {end, end}, ":");
  return true; // what was meant is clear: go on with the block
}

std::optional<Identifier> ParserState::expectName(llvm::StringRef what) {
  const Token &now = token();
  if (now.kind == TokenKind::name) {
    take();
    return Identifier{now.value, now.range};
  }
  if (isKeyword(now.kind)) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, now.range, spell(now) + " is a keyword, where " + what.str() + " was expected"))
      d->note("choose another name, for example `" + syntax::getText(now.kind).str() + "_`");
    return std::nullopt;
  }
  if (now.kind == TokenKind::equal && isKeyword(previous().kind)) {
    Range range = previous().range;
    if (Diagnostic *d = report(DiagnosticId::syntaxError, range, spell(previous()) + " is a keyword, where a name to assign to was expected"))
      d->note("choose another name, for example `" + syntax::getText(previous().kind).str() + "_`");
    return std::nullopt;
  }
  unexpected(what);
  return std::nullopt;
}

llvm::StringRef tessera::frontend::syntax::describe(const Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::constantExpr:
    switch (llvm::cast<ConstantExpr>(expr)->type) {
    case ConstantExpr::Type::integer:
    case ConstantExpr::Type::floating:
    case ConstantExpr::Type::imaginary:
      return "a number";
    case ConstantExpr::Type::string:
    case ConstantExpr::Type::bytes:
      return "a string";
    default:
      return "a constant";
    }
  case Node::Kind::joinedStringExpr:
    return "an f-string";
  case Node::Kind::dictExpr:
    return "a dict";
  case Node::Kind::setExpr:
    return "a set";
  case Node::Kind::tupleExpr:
    return "a tuple";
  case Node::Kind::listExpr:
    return "a list";
  case Node::Kind::compareExpr:
    return "a comparison";
  case Node::Kind::conditionalExpr:
    return "a conditional expression";
  case Node::Kind::lambdaExpr:
    return "a lambda";
  case Node::Kind::callExpr:
    return "a call";
  case Node::Kind::comprehensionExpr:
    return "a comprehension";
  case Node::Kind::awaitExpr:
    return "an `await` expression";
  case Node::Kind::yieldExpr:
  case Node::Kind::yieldFromExpr:
    return "a `yield` expression";
  case Node::Kind::starredExpr:
    return "a starred expression";
  case Node::Kind::namedExpr:
    return "a `:=` expression";
  default:
    return "an operation";
  }
}
