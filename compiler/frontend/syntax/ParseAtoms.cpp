// SPDX-License-Identifier: Apache-2.0
// Names, literals, displays, comprehensions, calls, subscripts and strings: what expressions are made of.
#include "compiler/frontend/syntax/ParserState.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

/// Arguments with names or stars are compared with all before them, so there is an end to how many.
static constexpr size_t maxCheckedArguments = 1000;

Expr *ParserState::parseAtom() {
  const Token &now = token();
  switch (now.kind) {
  case TokenKind::name:
    return makeName(take(), NameUse::load);
  case TokenKind::integer:
  case TokenKind::floating:
    return parseNumber();
  case TokenKind::string:
  case TokenKind::bytes:
  case TokenKind::joinedStart:
    return parseStrings();
  case TokenKind::leftParen:
    return parseBrackets();
  case TokenKind::leftSquare:
    return parseList();
  case TokenKind::leftBrace:
    return parseBraces();
  case TokenKind::kwNone:
  case TokenKind::kwTrue:
  case TokenKind::kwFalse:
  case TokenKind::ellipsis: {
    auto *node = make<ConstantExpr>(take().range);
    node->type = now.kind == TokenKind::kwNone     ? ConstantExpr::Type::none
                 : now.kind == TokenKind::ellipsis ? ConstantExpr::Type::ellipsis
                                                   : ConstantExpr::Type::boolean;
    node->boolean = now.kind == TokenKind::kwTrue;
    return node;
  }
  default:
    return unexpectedExpression();
  }
}

Expr *ParserState::parseNumber() {
  const Token &number = take();
  auto *node = make<ConstantExpr>(number.range);
  bool imaginary = number.value.ends_with("j");
  node->type = number.kind == TokenKind::integer ? ConstantExpr::Type::integer
               : imaginary                       ? ConstantExpr::Type::imaginary
                                                 : ConstantExpr::Type::floating;
  node->text = number.value;
  if (number.kind == TokenKind::floating)
    (void)number.value.drop_back(imaginary).getAsDouble(node->floating, /*AllowInexact=*/true); // too large is infinity, as in Python
  return node;
}

//===--- Displays ----------------------------------------------------------------------------------------------------===//

bool ParserState::atComprehension() const {
  return at(TokenKind::kwFor) || (at(TokenKind::kwAsync) && token(1).kind == TokenKind::kwFor);
}

/// `(...)`: an expression, a tuple, a generator or a yield.
Expr *ParserState::parseBrackets() {
  Token opener = take();
  SourcePosition begin = opener.range.begin;
  if (consume(TokenKind::rightParen))
    return make<TupleExpr>(since(begin));
  if (at(TokenKind::kwYield)) {
    Expr *yield = parseYield();
    if (!yield || !expectCloser(TokenKind::rightParen, opener))
      return nullptr;
    yield->parenthesized = true;
    return yield;
  }
  Expr *first = parseListElement(/*named=*/true);
  if (!first)
    return nullptr;
  if (atComprehension())
    return parseComprehension(ComprehensionExpr::Result::generator, first, nullptr, begin);
  ExprList elements{first};
  bool comma = false;
  while (consume(TokenKind::comma)) {
    comma = true;
    if (at(TokenKind::rightParen))
      break;
    Expr *element = parseListElement(/*named=*/true);
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  if (!expectCloser(TokenKind::rightParen, opener))
    return nullptr;
  if (comma) {
    auto *tuple = make<TupleExpr>(since(begin));
    tuple->elements = keep(elements);
    return finish(tuple);
  }
  if (llvm::isa<StarredExpr>(first)) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, first->range, "a starred expression alone in brackets"))
      d->note("write `(" + source.excerpt(first->range, 40) + ",)` for a tuple");
    return nullptr;
  }
  first->parenthesized = true;
  return first;
}

Expr *ParserState::parseList() {
  Token opener = take();
  SourcePosition begin = opener.range.begin;
  ExprList elements;
  while (!at(TokenKind::rightSquare)) {
    Expr *element = parseListElement(/*named=*/true);
    if (!element)
      return nullptr;
    if (elements.empty() && atComprehension())
      return parseComprehension(ComprehensionExpr::Result::list, element, nullptr, begin);
    elements.push_back(element);
    if (!consume(TokenKind::comma))
      break;
  }
  if (!expectCloser(TokenKind::rightSquare, opener))
    return nullptr;
  auto *list = make<ListExpr>(since(begin));
  list->elements = keep(elements);
  return finish(list);
}

/// One item of a dict or one element of a set. The first decides which of the two it is.
bool ParserState::parseDictItem(llvm::SmallVectorImpl<DictItem> &items, bool &isDict, ExprList &elements) {
  bool first = items.empty() && elements.empty();
  if (at(TokenKind::doubleStar) && (first || isDict)) {
    isDict = true;
    take();
    Expr *value = parseBinary(precBitOr);
    items.push_back({nullptr, value});
    return value != nullptr;
  }
  Expr *key = parseListElement(/*named=*/true);
  if (!key)
    return false;
  if (first)
    isDict = at(TokenKind::colon);
  if (!isDict) {
    elements.push_back(key);
    return true;
  }
  if (!at(TokenKind::colon))
    return unexpectedAfter(key, "`:` and the value of this key");
  take();
  Expr *value = parseExpr();
  items.push_back({key, value});
  return value != nullptr;
}

Expr *ParserState::parseBraces() {
  Token opener = take();
  SourcePosition begin = opener.range.begin;
  llvm::SmallVector<DictItem, 8> items;
  ExprList elements;
  bool isDict = true; // `{}` is a dict
  while (!at(TokenKind::rightBrace)) {
    if (!parseDictItem(items, isDict, elements))
      return nullptr;
    if (items.size() + elements.size() == 1 && atComprehension()) {
      if (isDict && !items.front().key) {
        if (Diagnostic *d = report(DiagnosticId::syntaxError, items.front().value->range, "`**` in a dict comprehension"))
          d->note("write the loop out, or give `key: value`");
        return nullptr;
      }
      return isDict ? parseComprehension(ComprehensionExpr::Result::dict, items.front().key, items.front().value, begin)
                    : parseComprehension(ComprehensionExpr::Result::set, elements.front(), nullptr, begin);
    }
    if (!consume(TokenKind::comma))
      break;
  }
  if (!expectCloser(TokenKind::rightBrace, opener))
    return nullptr;
  if (isDict) {
    auto *dict = make<DictExpr>(since(begin));
    dict->items = keep(items);
    return finish(dict);
  }
  auto *set = make<SetExpr>(since(begin));
  set->elements = keep(elements);
  return finish(set);
}

//===--- Comprehensions ----------------------------------------------------------------------------------------------===//

bool ParserState::parseComprehensionClause(llvm::SmallVectorImpl<ComprehensionClause> &clauses) {
  SourcePosition begin = here();
  ComprehensionClause clause;
  clause.isAsync = consume(TokenKind::kwAsync);
  take(); // `for`
  clause.target = parseTargetList();
  if (!clause.target || !expect(TokenKind::kwIn, "after the target of `for`"))
    return false;
  clause.iterable = parseBinary(precOr);
  if (!clause.iterable)
    return false;
  ExprList conditions;
  while (consume(TokenKind::kwIf)) {
    Expr *condition = parseBinary(precOr);
    if (!condition)
      return false;
    conditions.push_back(condition);
  }
  clause.conditions = keep(conditions);
  clause.range = since(begin);
  clauses.push_back(clause);
  return true;
}

void ParserState::reportBareGenerator(Range range) {
  if (Diagnostic *d = report(DiagnosticId::syntaxError, range, "a generator beside other elements without its own brackets"))
    d->note("put the generator in brackets");
}

/// The clauses and the closing bracket, after the element. `begin` is the opening bracket.
Expr *ParserState::parseComprehension(ComprehensionExpr::Result result, Expr *element, Expr *value, SourcePosition begin) {
  if (llvm::isa<StarredExpr>(element)) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, element->range, "a starred expression in a comprehension"))
      d->note("use a further `for` over its elements");
    return nullptr;
  }
  llvm::SmallVector<ComprehensionClause, 2> clauses;
  Token opener;
  opener.range = {begin, {begin.line, begin.column + 1}};
  while (atComprehension())
    if (!parseComprehensionClause(clauses))
      return nullptr;
  TokenKind closer = result == ComprehensionExpr::Result::list        ? TokenKind::rightSquare
                     : result == ComprehensionExpr::Result::generator ? TokenKind::rightParen
                                                                      : TokenKind::rightBrace;
  if (result == ComprehensionExpr::Result::generator && at(TokenKind::comma)) {
    reportBareGenerator(since(element->range.begin));
    return nullptr;
  }
  if (!expectCloser(closer, opener))
    return nullptr;
  auto isAsync = [](const ComprehensionClause &clause) { return clause.isAsync; };
  if (result != ComprehensionExpr::Result::generator && llvm::any_of(clauses, isAsync) && !around.inAsync && !relaxed)
    report(DiagnosticId::syntaxError, since(begin), "an asynchronous comprehension outside of an `async def`");
  auto *node = make<ComprehensionExpr>(since(begin));
  node->result = result;
  node->element = element;
  node->value = value;
  node->clauses = keep(clauses);
  return finish(node);
}

//===--- Calls and subscripts ----------------------------------------------------------------------------------------===//

Expr *ParserState::parseCall(Expr *callee, SourcePosition begin) {
  Token opener = take();
  llvm::SmallVector<Argument, 8> arguments;
  if (!parseArguments(arguments, opener))
    return nullptr;
  auto *call = make<CallExpr>(since(begin));
  call->callee = callee;
  call->arguments = keep(arguments);
  call->argumentsRange = since(opener.range.begin);
  return finish(call);
}

/// Up to and with the `)`. `f(x for x in y)`: the generator's range has the call's brackets, which it shares.
bool ParserState::parseArguments(llvm::SmallVectorImpl<Argument> &arguments, const Token &opener) {
  while (!at(TokenKind::rightParen)) {
    if (!parseArgument(arguments))
      return false;
    Argument &last = arguments.back();
    if (last.kind == Argument::Kind::positional && atComprehension()) {
      last.value = parseComprehension(ComprehensionExpr::Result::generator, last.value, nullptr, opener.range.begin);
      if (!last.value)
        return false;
      if (arguments.size() > 1) {
        reportBareGenerator({last.range.begin, lastEnd});
        return false;
      }
      last.range = last.value->range;
      return true;
    }
    if (!consume(TokenKind::comma))
      break;
  }
  return expectCloser(TokenKind::rightParen, opener);
}

bool ParserState::parseArgument(llvm::SmallVectorImpl<Argument> &arguments) {
  SourcePosition begin = here();
  Argument argument;
  if (consume(TokenKind::star)) {
    argument.kind = Argument::Kind::star;
  } else if (consume(TokenKind::doubleStar)) {
    argument.kind = Argument::Kind::doubleStar;
  } else if (at(TokenKind::name) && token(1).kind == TokenKind::equal) {
    argument.kind = Argument::Kind::keyword;
    const Token &name = take();
    argument.name = {name.value, name.range};
    take();
  }
  argument.value = argument.kind == Argument::Kind::positional ? parseNamed() : parseExpr();
  if (!argument.value)
    return false;
  argument.range = since(begin);
  if (argument.kind == Argument::Kind::positional && at(TokenKind::equal)) {
    Diagnostic *d = report(DiagnosticId::syntaxError, token().range, "`=` after `" + source.excerpt(argument.range, 40) +
                               "`, which is no parameter's name");
    addFix(d, "compare with `==`", token().range, "==");
    return false;
  }
  if (!checkArgument(arguments, argument))
    return false;
  arguments.push_back(argument);
  return true;
}

/// What Python demands of an argument and those before it. Positional arguments, which may be many, look at no others.
bool ParserState::checkArgument(llvm::ArrayRef<Argument> before, const Argument &argument) {
  auto complain = [&](std::string message, const Argument &other, llvm::StringRef note) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, argument.range, std::move(message)))
      d->note(note.str(), where(other.range));
    return false;
  };
  auto isKeyword = [](const Argument &other) {
    return other.kind == Argument::Kind::keyword || other.kind == Argument::Kind::doubleStar;
  };
  if (argument.kind == Argument::Kind::positional) {
    size_t last = before.size();
    while (last > 0 && before[last - 1].kind == Argument::Kind::star)
      --last;
    if (last > 0 && isKeyword(before[last - 1]))
      return complain("a positional argument after a keyword argument", before[last - 1], "move it before this one, or give it a name");
    return true;
  }
  if (before.size() > maxCheckedArguments) {
    if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, argument.range,
                               "a keyword or starred argument after " + std::to_string(before.size()) + " others"))
      d->note("the limit is " + std::to_string(maxCheckedArguments) + "; pass a list or a dict");
    return false;
  }
  for (const Argument &other : before) {
    if (argument.kind == Argument::Kind::star && other.kind == Argument::Kind::doubleStar)
      return complain("`*` after `**` in a call", other, "move it before this one");
    if (argument.kind == Argument::Kind::keyword && other.name.text == argument.name.text)
      return complain("the keyword argument `" + argument.name.text.str() + "` is given twice", other, "it is given here as well");
  }
  return true;
}

Expr *ParserState::parseSubscriptElement() {
  if (at(TokenKind::star))
    return parseListElement(false);
  SourcePosition begin = here();
  Expr *lower = nullptr;
  if (!at(TokenKind::colon) && !(lower = parseNamed()))
    return nullptr;
  if (!at(TokenKind::colon))
    return lower;
  take();
  Expr *upper = nullptr;
  Expr *step = nullptr;
  auto ends = [&] { return at(TokenKind::colon) || at(TokenKind::comma) || at(TokenKind::rightSquare); };
  if (!ends() && !(upper = parseExpr()))
    return nullptr;
  if (consume(TokenKind::colon) && !ends() && !(step = parseExpr()))
    return nullptr;
  auto *slice = make<SliceExpr>(since(begin));
  slice->lower = lower;
  slice->upper = upper;
  slice->step = step;
  return finish(slice);
}

Expr *ParserState::parseSubscript(Expr *object, SourcePosition begin) {
  Token opener = take();
  SourcePosition indexBegin = here();
  if (at(TokenKind::rightSquare) && !token().synthetic) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(opener.range.begin), "an empty index"))
      d->note("write `[...]` for the whole of a Ref or an array");
    return nullptr;
  }
  ExprList elements;
  bool comma = false;
  do {
    if (!elements.empty() && at(TokenKind::rightSquare))
      break;
    Expr *element = parseSubscriptElement();
    if (!element)
      return nullptr;
    elements.push_back(element);
    comma |= at(TokenKind::comma);
  } while (consume(TokenKind::comma));
  Expr *indexExpr = elements.front();
  if (comma || llvm::isa<StarredExpr>(indexExpr)) {
    auto *tuple = make<TupleExpr>(since(indexBegin));
    tuple->elements = keep(elements);
    indexExpr = finish(tuple);
  }
  if (!indexExpr || !expectCloser(TokenKind::rightSquare, opener))
    return nullptr;
  auto *node = make<SubscriptExpr>(since(begin));
  node->object = object;
  node->index = indexExpr;
  return finish(node);
}

//===--- Strings -----------------------------------------------------------------------------------------------------===//

/// Adjacent literals are one string; if one of them is an f-string, so is the whole.
Expr *ParserState::parseStrings() {
  SourcePosition begin = here();
  Pieces pieces;
  bool joined = false;
  bool bytes = at(TokenKind::bytes);
  while (at(TokenKind::string) || at(TokenKind::bytes) || at(TokenKind::joinedStart)) {
    const Token &now = token();
    if ((now.kind == TokenKind::bytes) != bytes) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, now.range, "a bytes literal beside a string"))
        d->note("give both a `b` prefix, or neither");
      return nullptr;
    }
    if (now.kind == TokenKind::joinedStart) {
      joined = true;
      if (!parseJoinedString(pieces))
        return nullptr;
      continue;
    }
    take();
    appendLiteral(pieces, now.value, now.range);
  }
  if (joined) {
    auto *node = make<JoinedStringExpr>(since(begin));
    node->pieces = finishPieces(pieces);
    return finish(node);
  }
  auto *node = make<ConstantExpr>(since(begin));
  node->type = bytes ? ConstantExpr::Type::bytes : ConstantExpr::Type::string;
  node->text = context.intern(pieces.literal);
  return node;
}

void ParserState::appendLiteral(Pieces &pieces, llvm::StringRef literal, Range range) {
  if (literal.empty())
    return;
  pieces.literalRange = pieces.literal.empty() ? range : join(pieces.literalRange, range);
  pieces.literal += literal;
}

void ParserState::endLiteral(Pieces &pieces) {
  if (pieces.literal.empty())
    return;
  StringPiece piece;
  piece.range = pieces.literalRange;
  piece.literal = context.intern(pieces.literal);
  pieces.done.push_back(piece);
  pieces.literal.clear();
}

llvm::ArrayRef<StringPiece> ParserState::finishPieces(Pieces &pieces) {
  endLiteral(pieces);
  return keep(pieces.done);
}

bool ParserState::parseJoinedString(Pieces &pieces) {
  take();
  while (!consume(TokenKind::joinedEnd)) {
    if (at(TokenKind::joinedText)) {
      const Token &now = take();
      appendLiteral(pieces, now.value, now.range);
    } else if (at(TokenKind::leftBrace)) {
      if (!parseReplacement(pieces))
        return false;
    } else {
      unexpected("the end of the f-string");
      return false;
    }
  }
  return true;
}

/// `{expression =!r:spec}`, with all but the expression optional.
bool ParserState::parseReplacement(Pieces &pieces) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return false;
  Token brace = take();
  if (at(TokenKind::rightBrace) && !token().synthetic) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, join(brace.range, token().range), "empty braces in an f-string"))
      d->note("give an expression, or write `{{}}` for the characters themselves");
    return false;
  }
  StringPiece piece;
  piece.value = at(TokenKind::kwYield) ? parseYield() : parseExprList(/*named=*/false);
  if (!piece.value)
    return false;
  bool shows = consume(TokenKind::equal);
  if (shows) {
    llvm::StringRef written = llvm::StringRef(text).slice(brace.end, token().begin);
    appendLiteral(pieces, written, {brace.range.end, token().range.begin});
  }
  if (consume(TokenKind::exclamation)) {
    const Token &name = token();
    if (name.kind != TokenKind::name || (name.value != "r" && name.value != "s" && name.value != "a")) {
      unexpected("`r`, `s` or `a` after `!` in an f-string");
      return false;
    }
    piece.conversion = take().value.front();
  }
  if (at(TokenKind::colon)) {
    take();
    piece.spec = parseFormatSpec();
    if (!piece.spec)
      return false;
  } else if (shows && !piece.conversion) {
    piece.conversion = 'r';
  }
  if (!consume(TokenKind::rightBrace))
    return unexpectedAfter(piece.value, "`}`, `!`, `:` or `=`");
  piece.range = since(brace.range.begin);
  endLiteral(pieces);
  pieces.done.push_back(piece);
  return true;
}

JoinedStringExpr *ParserState::parseFormatSpec() {
  SourcePosition begin = here();
  Pieces pieces;
  for (;;) {
    if (at(TokenKind::joinedText)) {
      const Token &now = take();
      appendLiteral(pieces, now.value, now.range);
    } else if (at(TokenKind::leftBrace)) {
      if (!parseReplacement(pieces))
        return nullptr;
    } else {
      break;
    }
  }
  auto *spec = make<JoinedStringExpr>(Range{begin, here()});
  spec->pieces = finishPieces(pieces);
  return finish(spec);
}
