// SPDX-License-Identifier: Apache-2.0
// `match` and the patterns of its cases. `match`, `case` and `_` are names everywhere else, so a `match` statement is
// told from an expression by its shape: a line that ends in a colon, and below it a line that begins with `case`.
#include "compiler/frontend/syntax/ParserState.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

bool ParserState::startsMatch() const {
  if (!atName("match") || token(1).kind == TokenKind::colon || token(1).kind == TokenKind::newline)
    return false;
  size_t end = index;
  while (tokens[end].kind != TokenKind::newline && tokens[end].kind != TokenKind::endOfText)
    ++end;
  auto is = [&](size_t i, TokenKind kind) { return i < tokens.size() && tokens[i].kind == kind; };
  return is(end - 1, TokenKind::colon) && is(end, TokenKind::newline) && is(end + 1, TokenKind::indent) &&
         is(end + 2, TokenKind::name) && tokens[end + 2].value == "case";
}

Stmt *ParserState::parseMatch() {
  Token word = take();
  Expr *subject = parseExprList(/*named=*/true);
  if (!subject || !expectColon(word) || !consume(TokenKind::newline) || !consume(TokenKind::indent))
    return nullptr;
  ++blockDepth;
  llvm::SmallVector<MatchCase, 8> cases;
  while (!at(TokenKind::dedent) && !at(TokenKind::endOfText)) {
    MatchCase matchCase;
    if (parseCase(matchCase))
      cases.push_back(matchCase);
    else
      recover(/*orphans=*/false);
  }
  --blockDepth;
  consume(TokenKind::dedent);
  if (!checkCases(cases))
    return nullptr;
  auto *stmt = make<MatchStmt>(since(word.range.begin));
  stmt->subject = subject;
  stmt->cases = keep(cases);
  return stmt;
}

bool ParserState::parseCase(MatchCase &matchCase) {
  depth = 0;
  if (!atName("case")) {
    unexpected("a `case` of this `match`");
    return false;
  }
  Token word = take();
  matchCase.pattern = parseCasePattern();
  if (!matchCase.pattern)
    return false;
  if (consume(TokenKind::kwIf) && !(matchCase.guard = parseCondition()))
    return false;
  if (!expectColon(word))
    return false;
  matchCase.range = since(word.range.begin);
  return parseBlock(word, matchCase.body);
}

Pattern *ParserState::makeSequence(SourcePosition begin, const llvm::SmallVectorImpl<Pattern *> &elements) {
  unsigned stars = 0;
  for (Pattern *element : elements)
    if (llvm::isa<StarPattern>(element) && ++stars > 1) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, element->range, "a second starred name in a pattern"))
        d->note("only one name takes the rest");
      return nullptr;
    }
  auto *sequence = make<SequencePattern>(since(begin));
  sequence->elements = keep(elements);
  return finish(sequence);
}

/// At the top of a case a sequence needs no brackets: `case x, *rest:`.
Pattern *ParserState::parseCasePattern() {
  SourcePosition begin = here();
  Pattern *first = at(TokenKind::star) ? parseStarPattern() : parseAsPattern();
  if (!first || (!at(TokenKind::comma) && !llvm::isa<StarPattern>(first)))
    return first;
  llvm::SmallVector<Pattern *, 4> elements{first};
  while (consume(TokenKind::comma)) {
    if (at(TokenKind::colon) || at(TokenKind::kwIf))
      break;
    Pattern *element = at(TokenKind::star) ? parseStarPattern() : parseAsPattern();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  return makeSequence(begin, elements);
}

Pattern *ParserState::parseStarPattern() {
  SourcePosition begin = here();
  take();
  if (!at(TokenKind::name))
    return unexpected("a name after `*`");
  const Token &name = take();
  auto *star = make<StarPattern>(since(begin));
  if (name.value != "_")
    star->target = makeName(name, NameUse::store);
  return star;
}

Pattern *ParserState::parseAsPattern() {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return nullptr;
  SourcePosition begin = here();
  Pattern *pattern = parseOrPattern();
  if (!pattern || !consume(TokenKind::kwAs))
    return pattern;
  if (!at(TokenKind::name) || atName("_"))
    return unexpected("a name after `as`");
  const Token &name = take();
  auto *node = make<AsPattern>(since(begin));
  node->pattern = pattern;
  node->target = makeName(name, NameUse::store);
  return finish(node);
}

Pattern *ParserState::parseOrPattern() {
  SourcePosition begin = here();
  Pattern *first = parseClosedPattern();
  if (!first || !at(TokenKind::bar))
    return first;
  llvm::SmallVector<Pattern *, 4> alternatives{first};
  while (consume(TokenKind::bar)) {
    Pattern *alternative = parseClosedPattern();
    if (!alternative)
      return nullptr;
    alternatives.push_back(alternative);
  }
  auto *node = make<OrPattern>(since(begin));
  node->alternatives = keep(alternatives);
  return finish(node);
}

Pattern *ParserState::parseClosedPattern() {
  switch (token().kind) {
  case TokenKind::name:
    return parseNamePattern();
  case TokenKind::leftBrace:
    return parseMappingPattern();
  case TokenKind::leftParen:
  case TokenKind::leftSquare:
    return parseGroupPattern();
  case TokenKind::minus:
  case TokenKind::integer:
  case TokenKind::floating:
  case TokenKind::string:
  case TokenKind::bytes:
  case TokenKind::joinedStart:
  case TokenKind::kwNone:
  case TokenKind::kwTrue:
  case TokenKind::kwFalse:
    return parseLiteralPattern();
  default:
    return unexpected("a pattern");
  }
}

Pattern *ParserState::parseLiteralPattern() {
  SourcePosition begin = here();
  bool negative = consume(TokenKind::minus);
  if (negative && !at(TokenKind::integer) && !at(TokenKind::floating))
    return unexpected("a number after `-`");
  bool isReal = !token().value.ends_with("j");
  Expr *value = parseAtom();
  if (!value)
    return nullptr;
  if (llvm::isa<JoinedStringExpr>(value)) {
    report(DiagnosticId::syntaxError, value->range, "patterns may only match literals and attribute lookups");
    return nullptr;
  }
  if (negative) {
    auto *minus = make<UnaryExpr>(since(begin));
    minus->op = UnaryOp::minus;
    minus->operand = value;
    value = finish(minus);
  }
  if (at(TokenKind::plus) || at(TokenKind::minus)) { // `1 + 2j`
    auto *sum = make<BinaryExpr>(since(begin));
    sum->op = take().kind == TokenKind::plus ? BinaryOp::add : BinaryOp::subtract;
    sum->left = value;
    if (!isReal) {
      report(DiagnosticId::syntaxError, value->range, "real number required in complex literal");
      return nullptr;
    }
    if (!at(TokenKind::floating) || !token().value.ends_with("j")) {
      report(DiagnosticId::syntaxError, token().range, "imaginary number required in complex literal");
      return nullptr;
    }
    sum->right = parseAtom();
    value = finish(sum);
  }
  auto *node = make<ValuePattern>(since(begin));
  node->value = value;
  return finish(node);
}

/// `_`, a name to bind, a dotted name to compare with, or a class with patterns for its attributes.
Pattern *ParserState::parseNamePattern() {
  SourcePosition begin = here();
  const Token &name = take();
  if (!at(TokenKind::dot) && !at(TokenKind::leftParen)) {
    auto *node = make<AsPattern>(name.range);
    if (name.value != "_")
      node->target = makeName(name, NameUse::store);
    return finish(node);
  }
  Expr *value = makeName(name, NameUse::load);
  while (consume(TokenKind::dot)) {
    std::optional<Identifier> attribute = expectName("the name of an attribute");
    if (!attribute)
      return nullptr;
    auto *node = make<AttributeExpr>(since(begin));
    node->object = value;
    node->name = *attribute;
    value = finish(node);
    if (!value)
      return nullptr;
  }
  if (at(TokenKind::leftParen))
    return parseClassPattern(value, begin);
  auto *node = make<ValuePattern>(since(begin));
  node->value = value;
  return finish(node);
}

Pattern *ParserState::parseClassPattern(Expr *type, SourcePosition begin) {
  Token opener = take();
  llvm::SmallVector<Pattern *, 4> positional, keywordPatterns;
  llvm::SmallVector<Identifier, 4> keywords;
  while (!at(TokenKind::rightParen)) {
    bool keyword = at(TokenKind::name) && token(1).kind == TokenKind::equal;
    if (keyword) {
      const Token &name = take();
      keywords.push_back({name.value, name.range});
      take();
    } else if (!keywords.empty()) {
      if (Diagnostic *d =
              report(DiagnosticId::syntaxError, token().range, "a positional pattern after a keyword pattern"))
        d->note("move it before this one", where(keywords.back().range));
      return nullptr;
    }
    Pattern *pattern = parseAsPattern();
    if (!pattern)
      return nullptr;
    (keyword ? keywordPatterns : positional).push_back(pattern);
    if (!consume(TokenKind::comma))
      break;
  }
  if (!expectCloser(TokenKind::rightParen, opener))
    return nullptr;
  auto *node = make<ClassPattern>(since(begin));
  node->type = type;
  node->positional = keep(positional);
  node->keywords = keep(keywords);
  node->keywordPatterns = keep(keywordPatterns);
  return finish(node);
}

Pattern *ParserState::parseMappingPattern() {
  Token opener = take();
  auto *node = make<MappingPattern>(opener.range);
  ExprList keys;
  llvm::SmallVector<Pattern *, 4> values;
  while (!at(TokenKind::rightBrace)) {
    if (consume(TokenKind::doubleStar)) {
      if (!at(TokenKind::name) || atName("_"))
        return unexpected("a name after `**`");
      node->rest = makeName(take(), NameUse::store);
      consume(TokenKind::comma);
      break;
    }
    Pattern *key = at(TokenKind::name) ? parseNamePattern() : parseLiteralPattern();
    auto *value = llvm::dyn_cast_or_null<ValuePattern>(key);
    if (key && !value) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, key->range,
                                 "a key of a mapping pattern that is no literal and no dotted name"))
        d->note("a key is compared, never bound; bind the value after the colon");
      return nullptr;
    }
    if (!value || !expect(TokenKind::colon, "after the key"))
      return nullptr;
    keys.push_back(value->value);
    Pattern *pattern = parseAsPattern();
    if (!pattern)
      return nullptr;
    values.push_back(pattern);
    if (!consume(TokenKind::comma))
      break;
  }
  if (!expectCloser(TokenKind::rightBrace, opener))
    return nullptr;
  node->range = since(opener.range.begin);
  node->keys = keep(keys);
  node->values = keep(values);
  return finish(node);
}

bool ParserState::parsePatternList(llvm::SmallVectorImpl<Pattern *> &elements, TokenKind end, bool &comma) {
  while (!at(end)) {
    Pattern *element = at(TokenKind::star) ? parseStarPattern() : parseAsPattern();
    if (!element)
      return false;
    elements.push_back(element);
    if (!consume(TokenKind::comma))
      break;
    comma = true;
  }
  return true;
}

/// `[a, b]`, `(a, b)`, or `(a)`, which is just a.
Pattern *ParserState::parseGroupPattern() {
  Token opener = take();
  TokenKind end = opener.kind == TokenKind::leftParen ? TokenKind::rightParen : TokenKind::rightSquare;
  llvm::SmallVector<Pattern *, 4> elements;
  bool comma = false;
  if (!parsePatternList(elements, end, comma) || !expectCloser(end, opener))
    return nullptr;
  bool group =
      end == TokenKind::rightParen && elements.size() == 1 && !comma && !llvm::isa<StarPattern>(elements.front());
  return group ? elements.front() : makeSequence(opener.range.begin, elements);
}
