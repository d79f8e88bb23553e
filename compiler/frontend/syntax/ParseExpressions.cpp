// SPDX-License-Identifier: Apache-2.0
// Expressions by precedence: one loop for every infix operator, from `or` down to `*`, so that a level of brackets costs few
// stack frames. Chains of `and`, `or` and comparisons become one node each. Displays, calls and literals are in ParseAtoms.cpp.
#include "compiler/frontend/syntax/ParserState.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

bool ParserState::startsExpression(const Token &token) const {
  switch (token.kind) {
  case TokenKind::name:
  case TokenKind::integer:
  case TokenKind::floating:
  case TokenKind::string:
  case TokenKind::bytes:
  case TokenKind::joinedStart:
  case TokenKind::ellipsis:
  case TokenKind::leftParen:
  case TokenKind::leftSquare:
  case TokenKind::leftBrace:
  case TokenKind::plus:
  case TokenKind::minus:
  case TokenKind::tilde:
  case TokenKind::kwNot:
  case TokenKind::kwLambda:
  case TokenKind::kwAwait:
  case TokenKind::kwTrue:
  case TokenKind::kwFalse:
  case TokenKind::kwNone:
    return true;
  default:
    return false;
  }
}

NameExpr *ParserState::makeName(const Token &token, NameUse use) {
  auto *name = make<NameExpr>(token.range);
  name->name = token.value;
  name->use = use;
  return name;
}

//===--- Lists without brackets --------------------------------------------------------------------------------------===//

Expr *ParserState::parseListElement(bool named) {
  if (!at(TokenKind::star))
    return named ? parseNamed() : parseExpr();
  SourcePosition begin = here();
  take();
  Expr *value = parseBinary(precBitOr);
  if (!value)
    return nullptr;
  auto *starred = make<StarredExpr>(since(begin));
  starred->value = value;
  return finish(starred);
}

Expr *ParserState::parseExprList(bool named) {
  SourcePosition begin = here();
  Expr *first = parseListElement(named);
  if (!first || !at(TokenKind::comma))
    return first;
  ExprList elements{first};
  while (consume(TokenKind::comma)) {
    if (!startsExpression(token()) && !at(TokenKind::star))
      break;
    Expr *element = parseListElement(named);
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  auto *tuple = make<TupleExpr>(since(begin));
  tuple->elements = keep(elements);
  return finish(tuple);
}

Expr *ParserState::parseExprListOrYield() { return at(TokenKind::kwYield) ? parseYield() : parseExprList(); }

/// What stands between `for` and `in`: no comparison, so that `in` ends it.
Expr *ParserState::parseTargetList() {
  SourcePosition begin = here();
  ExprList elements;
  bool comma = false;
  do {
    if (!elements.empty() && !startsExpression(token()) && !at(TokenKind::star))
      break;
    Expr *element = at(TokenKind::star) ? parseListElement(false) : parseBinary(precBitOr);
    if (!element)
      return nullptr;
    elements.push_back(element);
    comma |= at(TokenKind::comma);
  } while (consume(TokenKind::comma));
  Expr *target = elements.front();
  if (comma) {
    auto *tuple = make<TupleExpr>(since(begin));
    tuple->elements = keep(elements);
    target = finish(tuple);
  }
  return target && makeTarget(target, NameUse::store, "assign to") ? target : nullptr;
}

Expr *ParserState::parseYield() {
  Token yield = take();
  if (!around.inFunction && !relaxed) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, yield.range, "`yield` outside a function"))
      d->note("put it in a `def`");
    return nullptr;
  }
  around.sawYield = true;
  if (consume(TokenKind::kwFrom)) {
    Expr *value = parseExpr();
    if (!value)
      return nullptr;
    auto *node = make<YieldFromExpr>(since(yield.range.begin));
    node->value = value;
    return finish(node);
  }
  Expr *value = nullptr;
  if ((startsExpression(token()) || at(TokenKind::star)) && !(value = parseExprList()))
    return nullptr;
  auto *node = make<YieldExpr>(since(yield.range.begin));
  node->value = value;
  return finish(node);
}

//===--- One expression ----------------------------------------------------------------------------------------------===//

Expr *ParserState::parseNamed() {
  SourcePosition begin = here();
  Expr *left = parseExpr();
  if (!left || !at(TokenKind::walrus))
    return left;
  auto *name = llvm::dyn_cast<NameExpr>(left);
  if (!name || name->parenthesized) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, left->range, "`:=` assigns to a name alone, not to " + describe(left).str()))
      d->note("use an assignment statement, `=`");
    return nullptr;
  }
  take();
  Expr *value = parseExpr();
  if (!value)
    return nullptr;
  name->use = NameUse::store;
  auto *named = make<NamedExpr>(since(begin));
  named->target = name;
  named->value = value;
  return finish(named);
}

Expr *ParserState::parseCondition() {
  SourcePosition begin = here();
  Expr *left = parseNamed();
  if (!left || !at(TokenKind::equal))
    return left;
  addFix(report(DiagnosticId::syntaxError, token().range, "`=` assigns and can't stand in a condition"), "compare with `==`",
         token().range, "==");
  take();
  Expr *right = parseExpr(); // go on as if it had been `==`
  if (!right)
    return nullptr;
  auto *compare = make<CompareExpr>(since(begin));
  compare->operands = context.copy(llvm::ArrayRef<Expr *>({left, right}));
  compare->ops = context.copy(llvm::ArrayRef<CompareOp>({CompareOp::equal}));
  return finish(compare);
}

Expr *ParserState::parseExpr() {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return nullptr;
  if (at(TokenKind::kwLambda))
    return parseLambda();
  SourcePosition begin = here();
  Expr *value = parseBinary(precOr);
  if (!value || !at(TokenKind::kwIf))
    return value;
  take();
  Expr *test = parseBinary(precOr);
  if (!test)
    return nullptr;
  if (!at(TokenKind::kwElse)) {
    if (!token().synthetic && !at(TokenKind::invalid))
      if (Diagnostic *d = report(DiagnosticId::syntaxError, token().range,
                                 spell(token()) + " where `else` was expected, after `" + source.excerpt(since(begin), 40) + "`"))
        d->note("a conditional expression is `a if test else b`");
    return nullptr;
  }
  take();
  Expr *otherwise = parseExpr();
  if (!otherwise)
    return nullptr;
  auto *node = make<ConditionalExpr>(since(begin));
  node->test = test;
  node->whenTrue = value;
  node->whenFalse = otherwise;
  return finish(node);
}

static std::pair<int, BinaryOp> binaryOp(TokenKind kind) {
  switch (kind) {
  case TokenKind::bar:
    return {precBitOr, BinaryOp::bitOr};
  case TokenKind::caret:
    return {precBitXor, BinaryOp::bitXor};
  case TokenKind::ampersand:
    return {precBitAnd, BinaryOp::bitAnd};
  case TokenKind::shiftLeft:
    return {precShift, BinaryOp::shiftLeft};
  case TokenKind::shiftRight:
    return {precShift, BinaryOp::shiftRight};
  case TokenKind::plus:
    return {precSum, BinaryOp::add};
  case TokenKind::minus:
    return {precSum, BinaryOp::subtract};
  case TokenKind::star:
    return {precProduct, BinaryOp::multiply};
  case TokenKind::at:
    return {precProduct, BinaryOp::matmul};
  case TokenKind::slash:
    return {precProduct, BinaryOp::divide};
  case TokenKind::doubleSlash:
    return {precProduct, BinaryOp::floorDivide};
  case TokenKind::percent:
    return {precProduct, BinaryOp::modulo};
  default:
    return {0, BinaryOp::add};
  }
}

static int infixPrecedence(const Token &now, const Token &next) {
  switch (now.kind) {
  case TokenKind::kwOr:
    return precOr;
  case TokenKind::kwAnd:
    return precAnd;
  case TokenKind::less:
  case TokenKind::lessEqual:
  case TokenKind::greater:
  case TokenKind::greaterEqual:
  case TokenKind::doubleEqual:
  case TokenKind::notEqual:
  case TokenKind::kwIs:
  case TokenKind::kwIn:
    return precCompare;
  case TokenKind::kwNot:
    return next.kind == TokenKind::kwIn ? precCompare : 0;
  default:
    return binaryOp(now.kind).first;
  }
}

/// An operand and every infix operator after it that binds at least as tightly as `minimum`.
Expr *ParserState::parseBinary(int minimum) {
  SourcePosition begin = here();
  Expr *left = nullptr;
  if (at(TokenKind::kwNot) && minimum <= precNot) {
    Nesting nesting(*this);
    if (nesting.tooDeep())
      return nullptr;
    take();
    Expr *operand = parseBinary(precNot);
    if (!operand)
      return nullptr;
    auto *node = make<UnaryExpr>(since(begin));
    node->op = UnaryOp::logicalNot;
    node->operand = operand;
    left = finish(node);
  } else {
    left = parseUnary();
  }
  while (left) {
    int precedence = infixPrecedence(token(), token(1));
    if (precedence == 0 || precedence < minimum)
      break;
    if (precedence <= precAnd) {
      left = parseBoolChain(left, begin, precedence);
    } else if (precedence == precCompare) {
      left = parseCompareChain(left, begin);
    } else {
      Token op = take();
      Expr *right = parseBinary(precedence + 1);
      if (!right)
        return nullptr;
      auto *node = make<BinaryExpr>(since(begin));
      node->op = binaryOp(op.kind).second;
      node->opRange = op.range;
      node->left = left;
      node->right = right;
      left = finish(node);
    }
  }
  return left;
}

Expr *ParserState::parseBoolChain(Expr *first, SourcePosition begin, int precedence) {
  TokenKind kind = token().kind;
  ExprList operands{first};
  while (consume(kind)) {
    Expr *operand = parseBinary(precedence + 1);
    if (!operand)
      return nullptr;
    operands.push_back(operand);
  }
  auto *node = make<BoolExpr>(since(begin));
  node->op = kind == TokenKind::kwAnd ? BoolOp::logicalAnd : BoolOp::logicalOr;
  node->operands = keep(operands);
  return finish(node);
}

std::optional<CompareOp> ParserState::takeCompareOp() {
  TokenKind kind = token().kind;
  if (infixPrecedence(token(), token(1)) != precCompare)
    return std::nullopt;
  take();
  switch (kind) {
  case TokenKind::less:
    return CompareOp::less;
  case TokenKind::lessEqual:
    return CompareOp::lessEqual;
  case TokenKind::greater:
    return CompareOp::greater;
  case TokenKind::greaterEqual:
    return CompareOp::greaterEqual;
  case TokenKind::doubleEqual:
    return CompareOp::equal;
  case TokenKind::notEqual:
    return CompareOp::notEqual;
  case TokenKind::kwIn:
    return CompareOp::in;
  case TokenKind::kwIs:
    return consume(TokenKind::kwNot) ? CompareOp::isNot : CompareOp::is;
  default:
    take(); // the `in` of `not in`
    return CompareOp::notIn;
  }
}

Expr *ParserState::parseCompareChain(Expr *first, SourcePosition begin) {
  ExprList operands{first};
  llvm::SmallVector<CompareOp, 4> ops;
  while (std::optional<CompareOp> op = takeCompareOp()) {
    Expr *operand = parseBinary(precCompare + 1);
    if (!operand)
      return nullptr;
    ops.push_back(*op);
    operands.push_back(operand);
  }
  auto *node = make<CompareExpr>(since(begin));
  node->operands = keep(operands);
  node->ops = keep(ops);
  return finish(node);
}

Expr *ParserState::parseUnary() {
  if (!at(TokenKind::plus) && !at(TokenKind::minus) && !at(TokenKind::tilde))
    return parsePower();
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return nullptr;
  Token op = take();
  Expr *operand = parseUnary();
  if (!operand)
    return nullptr;
  auto *node = make<UnaryExpr>(since(op.range.begin));
  node->op = op.kind == TokenKind::plus ? UnaryOp::plus : op.kind == TokenKind::minus ? UnaryOp::minus : UnaryOp::invert;
  node->operand = operand;
  return finish(node);
}

/// `a ** b`, where b may have a sign; binds to the right, and tighter than a sign before a.
Expr *ParserState::parsePower() {
  SourcePosition begin = here();
  Expr *base = parsePostfix();
  if (!base || !at(TokenKind::doubleStar))
    return base;
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return nullptr;
  Token op = take();
  Expr *exponent = parseUnary();
  if (!exponent)
    return nullptr;
  auto *node = make<BinaryExpr>(since(begin));
  node->op = BinaryOp::power;
  node->opRange = op.range;
  node->left = base;
  node->right = exponent;
  return finish(node);
}

/// An atom with its attributes, calls and subscripts; `await` before it.
Expr *ParserState::parsePostfix() {
  SourcePosition begin = here();
  bool awaits = at(TokenKind::kwAwait);
  if (awaits) {
    Token await = take();
    if (!around.inAsync && !relaxed) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, await.range, "`await` outside an `async def`"))
        d->note("remove `await`, or make the function `async def`");
      return nullptr;
    }
  }
  SourcePosition operand = here();
  Expr *expr = parseAtom();
  while (expr) {
    if (at(TokenKind::leftParen)) {
      expr = parseCall(expr, operand);
    } else if (at(TokenKind::leftSquare)) {
      expr = parseSubscript(expr, operand);
    } else if (consume(TokenKind::dot)) {
      std::optional<Identifier> name = expectName("the name of an attribute");
      if (!name)
        return nullptr;
      auto *attribute = make<AttributeExpr>(since(operand));
      attribute->object = expr;
      attribute->name = *name;
      expr = finish(attribute);
    } else {
      break;
    }
  }
  if (!expr || !awaits)
    return expr;
  auto *node = make<AwaitExpr>(since(begin));
  node->value = expr;
  return finish(node);
}

Expr *ParserState::parseLambda() {
  Token lambda = take();
  llvm::SmallVector<Parameter, 8> parameters;
  if (!parseParameters(parameters, TokenKind::colon) || !expect(TokenKind::colon, "after the parameters of `lambda`"))
    return nullptr;
  Surroundings saved = around;
  around = {true, false, false, false};
  Expr *body = parseExpr();
  bool isGenerator = around.sawYield;
  around = saved;
  if (!body)
    return nullptr;
  auto *node = make<LambdaExpr>(since(lambda.range.begin));
  node->parameters = keep(parameters);
  node->body = body;
  node->isGenerator = isGenerator;
  return finish(node);
}
