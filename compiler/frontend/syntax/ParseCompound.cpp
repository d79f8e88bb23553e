// SPDX-License-Identifier: Apache-2.0
// Statements with a block: `if`, loops, `with`, `try`, functions and classes, and the parameters of functions and
// lambdas.
#include "compiler/frontend/syntax/ParserState.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

/// Each parameter is compared with all before it, so there is an end to how many.
static constexpr size_t maxParameters = 255;

bool ParserState::startsCompound() const {
  switch (token().kind) {
  case TokenKind::kwIf:
  case TokenKind::kwWhile:
  case TokenKind::kwFor:
  case TokenKind::kwWith:
  case TokenKind::kwTry:
  case TokenKind::kwDef:
  case TokenKind::kwClass:
  case TokenKind::kwAsync:
  case TokenKind::at:
    return true;
  default:
    return startsMatch();
  }
}

Stmt *ParserState::parseCompound() {
  switch (token().kind) {
  case TokenKind::kwIf:
    return parseIf();
  case TokenKind::kwWhile:
    return parseWhile();
  case TokenKind::kwFor:
    return parseFor(here(), /*isAsync=*/false);
  case TokenKind::kwWith:
    return parseWith(here(), /*isAsync=*/false);
  case TokenKind::kwTry:
    return parseTry();
  case TokenKind::kwDef:
    return parseFunction(here(), {}, /*isAsync=*/false);
  case TokenKind::kwClass:
    return parseClass(here(), {});
  case TokenKind::kwAsync:
    return parseAsync();
  case TokenKind::at:
    return parseDecorated();
  default:
    return parseMatch();
  }
}

/// What stands after a header's colon: statements on the same line, or an indented block.
bool ParserState::parseBlock(const Token &header, Block &block) {
  llvm::SmallVector<Stmt *, 16> body;
  bool ok = true;
  if (!consume(TokenKind::newline)) {
    if (startsCompound()) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, token().range,
                                 spell(token()) + " on the line of another block's header"))
        d->note("begin a new line, indented further");
      return false;
    }
    ok = parseSimpleLine(body);
  } else if (!at(TokenKind::indent)) {
    std::string word = header.kind == TokenKind::name ? header.value.str() : syntax::getText(header.kind).str();
    Range range = token().range;
    range.end = {range.begin.line, range.begin.column + 1};
    if (Diagnostic *d = report(DiagnosticId::indentation, range,
                               spell(token()) + " where the block of `" + word + "` was expected")) {
      d->note("`" + word + "` begins its block here", where(header.range));
      d->note("indent the lines of the block, or write `pass` for an empty one");
    }
    relaxed = true;
    return true; // the next statement is read as what it is
  } else if (blockDepth >= maxBlockDepth) {
    if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, token().range,
                               "blocks nest more than " + std::to_string(maxBlockDepth) + " deep"))
      d->note("move the inner part into a function");
    return false;
  } else {
    take();
    ++blockDepth;
    parseStatements(body, TokenKind::dedent);
    --blockDepth;
    consume(TokenKind::dedent);
  }
  block = keep(body);
  return ok;
}

bool ParserState::parseElse(Block &block) {
  if (!at(TokenKind::kwElse))
    return true;
  Token word = take();
  return expectColon(word) && parseBlock(word, block);
}

Stmt *ParserState::parseIf() {
  SourcePosition begin = here();
  llvm::SmallVector<IfClause, 4> clauses;
  do {
    Token word = take();
    IfClause clause;
    clause.test = parseCondition();
    if (!clause.test || !expectColon(word))
      return nullptr;
    clause.range = since(word.range.begin);
    if (!parseBlock(word, clause.body))
      return nullptr;
    clauses.push_back(clause);
  } while (at(TokenKind::kwElif));
  Block otherwise;
  if (!parseElse(otherwise))
    return nullptr;
  auto *stmt = make<IfStmt>(since(begin));
  stmt->clauses = keep(clauses);
  stmt->otherwise = otherwise;
  return stmt;
}

Stmt *ParserState::parseWhile() {
  Token word = take();
  Expr *test = parseCondition();
  if (!test || !expectColon(word))
    return nullptr;
  Block body, otherwise;
  {
    llvm::SaveAndRestore<bool> loop(around.inLoop, true), inner(around.inLoopOfHandler, true);
    if (!parseBlock(word, body))
      return nullptr;
  }
  if (!parseElse(otherwise))
    return nullptr;
  auto *stmt = make<WhileStmt>(since(word.range.begin));
  stmt->test = test;
  stmt->body = body;
  stmt->otherwise = otherwise;
  return stmt;
}

Stmt *ParserState::parseFor(SourcePosition begin, bool isAsync) {
  Token word = take();
  Expr *target = parseTargetList();
  if (!target || !expect(TokenKind::kwIn, "after the target of `for`"))
    return nullptr;
  Expr *iterable = parseExprList();
  if (!iterable || !expectColon(word))
    return nullptr;
  Block body, otherwise;
  {
    llvm::SaveAndRestore<bool> loop(around.inLoop, true), inner(around.inLoopOfHandler, true);
    if (!parseBlock(word, body))
      return nullptr;
  }
  if (!parseElse(otherwise))
    return nullptr;
  auto *stmt = make<ForStmt>(since(begin));
  stmt->target = target;
  stmt->iterable = iterable;
  stmt->body = body;
  stmt->otherwise = otherwise;
  stmt->isAsync = isAsync;
  return stmt;
}

/// `with (a as b, c):` - the brackets belong to the list when a colon follows them, and they hold no generator or
/// yield.
bool ParserState::withItemsAreBracketed() const {
  if (!at(TokenKind::leftParen) || token(1).kind == TokenKind::kwYield)
    return false;
  unsigned open = 0;
  for (size_t i = index; i < tokens.size() && tokens[i].kind != TokenKind::newline; ++i) {
    TokenKind kind = tokens[i].kind;
    if (kind == TokenKind::leftParen || kind == TokenKind::leftSquare || kind == TokenKind::leftBrace)
      ++open;
    else if (kind == TokenKind::rightParen || kind == TokenKind::rightSquare || kind == TokenKind::rightBrace)
      --open;
    else if (open == 1 && (kind == TokenKind::kwFor || kind == TokenKind::walrus))
      return false;
    if (open == 0)
      return i + 1 < tokens.size() && tokens[i + 1].kind == TokenKind::colon;
  }
  return false;
}

bool ParserState::parseWithItems(llvm::SmallVectorImpl<WithItem> &items, bool bracketed) {
  Token opener = token();
  if (bracketed)
    take();
  do {
    if (bracketed && !items.empty() && at(TokenKind::rightParen))
      break;
    WithItem item;
    SourcePosition begin = here();
    item.context = parseExpr();
    if (!item.context)
      return false;
    if (consume(TokenKind::kwAs)) {
      item.target = at(TokenKind::star) ? parseListElement(false) : parseBinary(precBitOr);
      if (!item.target || !makeTarget(item.target, NameUse::store, "assign to"))
        return false;
    }
    item.range = since(begin);
    items.push_back(item);
  } while (consume(TokenKind::comma));
  return !bracketed || expectCloser(TokenKind::rightParen, opener);
}

Stmt *ParserState::parseWith(SourcePosition begin, bool isAsync) {
  Token word = take();
  llvm::SmallVector<WithItem, 4> items;
  if (!parseWithItems(items, withItemsAreBracketed()) || !expectColon(word))
    return nullptr;
  Block body;
  if (!parseBlock(word, body))
    return nullptr;
  auto *stmt = make<WithStmt>(since(begin));
  stmt->items = keep(items);
  stmt->body = body;
  stmt->isAsync = isAsync;
  return stmt;
}

bool ParserState::parseHandler(TryStmt *stmt, llvm::SmallVectorImpl<ExceptClause> &handlers) {
  Token word = take();
  ExceptClause clause;
  bool isGroup = consume(TokenKind::star);
  if (!handlers.empty() && (isGroup != stmt->isGroup || !handlers.back().type)) {
    bool mixed = isGroup != stmt->isGroup;
    if (Diagnostic *d =
            report(DiagnosticId::syntaxError, word.range,
                   mixed ? "`except` and `except*` in one `try`" : "an `except` after one that catches everything"))
      d->note(mixed ? "use one of the two" : "move `except:` to the end", where(handlers.back().range));
    return false;
  }
  stmt->isGroup = isGroup;
  if (!at(TokenKind::colon)) {
    clause.type = parseExpr();
    if (!clause.type)
      return false;
    if (at(TokenKind::comma)) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, token().range, "`,` in an `except`"))
        d->note("put several types in brackets, `except (A, B):`; name the exception with `as`");
      return false;
    }
    if (consume(TokenKind::kwAs)) {
      std::optional<Identifier> name = expectName("a name after `as`");
      if (!name)
        return false;
      clause.name = *name;
    }
  }
  if (!expectColon(word))
    return false;
  clause.range = since(word.range.begin);
  llvm::SaveAndRestore<bool> group(around.inGroupHandler, around.inGroupHandler || isGroup),
      loop(around.inLoopOfHandler, around.inLoopOfHandler && !isGroup);
  if (!parseBlock(word, clause.body))
    return false;
  handlers.push_back(clause);
  return true;
}

Stmt *ParserState::parseTry() {
  Token word = take();
  auto *stmt = make<TryStmt>(word.range);
  if (!expectColon(word) || !parseBlock(word, stmt->body))
    return nullptr;
  llvm::SmallVector<ExceptClause, 4> handlers;
  while (at(TokenKind::kwExcept))
    if (!parseHandler(stmt, handlers))
      return nullptr;
  if (!handlers.empty() && !parseElse(stmt->otherwise))
    return nullptr;
  if (at(TokenKind::kwFinally)) {
    Token last = take();
    if (!expectColon(last) || !parseBlock(last, stmt->finally))
      return nullptr;
  } else if (handlers.empty()) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, word.range, "a `try` without `except` or `finally`"))
      d->note("add an `except` after its block");
    return nullptr;
  }
  stmt->handlers = keep(handlers);
  stmt->range = since(word.range.begin);
  return stmt;
}

//===--- Functions and classes
//---------------------------------------------------------------------------------------===//

Stmt *ParserState::parseDecorated() {
  SourcePosition begin = here();
  llvm::SmallVector<Expr *, 4> decorators;
  while (consume(TokenKind::at)) {
    Expr *decorator = parseNamed();
    if (!decorator)
      return nullptr;
    if (!consume(TokenKind::newline)) {
      unexpectedAfter(decorator, "the end of the decorator's line");
      return nullptr;
    }
    decorators.push_back(decorator);
  }
  if (at(TokenKind::kwDef))
    return parseFunction(begin, keep(decorators), /*isAsync=*/false);
  if (at(TokenKind::kwClass))
    return parseClass(begin, keep(decorators));
  if (at(TokenKind::kwAsync) && token(1).kind == TokenKind::kwDef) {
    take();
    return parseFunction(begin, keep(decorators), /*isAsync=*/true);
  }
  return unexpected("the `def` or `class` of this decorator");
}

Stmt *ParserState::parseAsync() {
  Token word = take();
  if (at(TokenKind::kwDef))
    return parseFunction(word.range.begin, {}, /*isAsync=*/true);
  if (!around.inAsync && !relaxed) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, word.range, "`async` outside an `async def`"))
      d->note("remove `async`, or make the function `async def`");
    return nullptr;
  }
  if (at(TokenKind::kwFor))
    return parseFor(word.range.begin, /*isAsync=*/true);
  if (at(TokenKind::kwWith))
    return parseWith(word.range.begin, /*isAsync=*/true);
  return unexpected("`def`, `for` or `with` after `async`");
}

llvm::StringRef ParserState::docstringOf(Block body) const {
  auto *first = body.empty() ? nullptr : llvm::dyn_cast<ExprStmt>(body.front());
  auto *constant = first ? llvm::dyn_cast<ConstantExpr>(first->value) : nullptr;
  return constant && constant->type == ConstantExpr::Type::string ? constant->text : llvm::StringRef();
}

Stmt *ParserState::parseFunction(SourcePosition begin, Exprs decorators, bool isAsync) {
  Token word = take();
  std::optional<Identifier> name = expectName("the name of the function");
  llvm::SmallVector<TypeParameter, 2> typeParameters;
  llvm::SmallVector<Parameter, 8> parameters;
  if (!name || !parseTypeParameters(typeParameters))
    return nullptr;
  Token opener = token();
  if (!expect(TokenKind::leftParen, "and the parameters after the name of the function") ||
      !parseParameters(parameters, TokenKind::rightParen) || !expectCloser(TokenKind::rightParen, opener))
    return nullptr;
  Expr *returns = nullptr;
  if (consume(TokenKind::arrow) && !(returns = parseExpr()))
    return nullptr;
  if (!expectColon(word))
    return nullptr;
  Range headerRange = since(word.range.begin);

  Surroundings saved = around;
  around = {true, isAsync, false, false};
  Block body;
  bool ok = parseBlock(word, body);
  bool isGenerator = around.sawYield;
  around = saved;
  if (!ok)
    return nullptr;
  auto *def = make<FunctionDef>(since(begin));
  def->name = *name;
  def->headerRange = headerRange;
  def->decorators = decorators;
  def->typeParameters = keep(typeParameters);
  def->parameters = keep(parameters);
  def->returns = returns;
  def->body = body;
  def->docstring = docstringOf(body);
  def->isAsync = isAsync;
  def->isGenerator = isGenerator;
  return def;
}

Stmt *ParserState::parseClass(SourcePosition begin, Exprs decorators) {
  Token word = take();
  std::optional<Identifier> name = expectName("the name of the class");
  llvm::SmallVector<TypeParameter, 2> typeParameters;
  llvm::SmallVector<Argument, 4> arguments;
  if (!name || !parseTypeParameters(typeParameters))
    return nullptr;
  if (at(TokenKind::leftParen)) {
    Token opener = take();
    if (!parseArguments(arguments, opener))
      return nullptr;
  }
  if (!expectColon(word))
    return nullptr;
  Range headerRange = since(word.range.begin);
  Surroundings saved = around;
  around = {};
  Block body;
  bool ok = parseBlock(word, body);
  around = saved;
  if (!ok)
    return nullptr;
  auto *def = make<ClassDef>(since(begin));
  def->name = *name;
  def->headerRange = headerRange;
  def->decorators = decorators;
  def->typeParameters = keep(typeParameters);
  def->arguments = keep(arguments);
  def->body = body;
  def->docstring = docstringOf(body);
  return def;
}

//===--- Parameters
//--------------------------------------------------------------------------------------------------===//

bool ParserState::parseParameter(Parameter &parameter, bool annotated) {
  SourcePosition begin = here();
  if (consume(TokenKind::star))
    parameter.kind = Parameter::Kind::varArgs;
  else if (consume(TokenKind::doubleStar))
    parameter.kind = Parameter::Kind::varKeywords;
  std::optional<Identifier> name = expectName("the name of a parameter");
  if (!name)
    return false;
  parameter.name = *name;
  bool star = parameter.kind == Parameter::Kind::varArgs;
  if (annotated && consume(TokenKind::colon)) {
    parameter.annotation = star && at(TokenKind::star) ? parseListElement(false) : parseExpr();
    if (!parameter.annotation)
      return false;
  }
  if (at(TokenKind::equal)) {
    if (star || parameter.kind == Parameter::Kind::varKeywords) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, token().range, "a default for a starred parameter"))
        d->note("remove it: without arguments it is empty");
      return false;
    }
    take();
    parameter.defaultValue = parseExpr();
    if (!parameter.defaultValue)
      return false;
  }
  parameter.range = since(begin);
  return true;
}

/// What Python demands of a parameter and those before it.
bool ParserState::checkParameter(llvm::ArrayRef<Parameter> before, const Parameter &parameter) {
  auto complain = [&](std::string message, const Parameter &other, llvm::StringRef note) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, parameter.range, std::move(message)))
      d->note(note.str(), where(other.range));
    return false;
  };
  std::string name = "`" + parameter.name.text.str() + "`";
  for (const Parameter &other : before) {
    if (other.name.text == parameter.name.text)
      return complain("two parameters have the name " + name, other, "the other one is here; rename one of them");
    if (other.kind == Parameter::Kind::varKeywords)
      return complain("the parameter " + name + " after `**`", other, "`**` must be the last parameter");
    if (other.kind == Parameter::Kind::varArgs && parameter.kind == Parameter::Kind::varArgs)
      return complain("a second `*` among the parameters", other, "the first is here; keep one of them");
    bool positional = parameter.kind == Parameter::Kind::positional;
    if (positional && !parameter.defaultValue && other.defaultValue && other.kind <= Parameter::Kind::positional)
      return complain("the parameter " + name + " has no default but follows one that has", other,
                      "this one has a default; give " + name + " one as well, or put it first");
  }
  return true;
}

/// Up to but without `end`. `/` makes those before it positional only, `*` those after it keyword only.
bool ParserState::parseParameters(llvm::SmallVectorImpl<Parameter> &parameters, TokenKind end) {
  bool annotated = end == TokenKind::rightParen;
  bool keywordOnly = false;
  bool sawSlash = false;
  Token bareStar;
  while (!at(end)) {
    if (at(TokenKind::slash)) {
      const Token &slash = take();
      if (parameters.empty() || sawSlash || keywordOnly) {
        if (Diagnostic *d = report(DiagnosticId::syntaxError, slash.range,
                                   parameters.empty() ? "`/` before the first parameter"
                                   : sawSlash         ? "a second `/` among the parameters"
                                                      : "`/` after `*` among the parameters"))
          d->note("`/` follows the parameters that are positional only");
        return false;
      }
      sawSlash = true;
      for (Parameter &parameter : parameters)
        parameter.kind = Parameter::Kind::positionalOnly;
    } else if (at(TokenKind::star) && (token(1).kind == TokenKind::comma || token(1).kind == end)) {
      bareStar = take();
      if (keywordOnly || token(1).kind == end || at(end) || token(1).kind == TokenKind::doubleStar) {
        if (Diagnostic *d =
                report(DiagnosticId::syntaxError, bareStar.range,
                       keywordOnly ? "a second `*` among the parameters" : "`*` without a parameter after it"))
          d->note("`*` alone precedes the parameters that are keyword only");
        return false;
      }
      keywordOnly = true;
    } else {
      Parameter parameter;
      if (!parseParameter(parameter, annotated))
        return false;
      if (keywordOnly && parameter.kind == Parameter::Kind::positional)
        parameter.kind = Parameter::Kind::keywordOnly;
      if (parameters.size() == maxParameters) {
        if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, parameter.range,
                                   "more than " + std::to_string(maxParameters) + " parameters"))
          d->note("pass a list or a dict");
        return false;
      }
      if (keywordOnly && parameter.kind == Parameter::Kind::varArgs && bareStar.range.isValid()) {
        if (Diagnostic *d = report(DiagnosticId::syntaxError, parameter.range, "a second `*` among the parameters"))
          d->note("the first is here; keep one of them", where(bareStar.range));
        return false;
      }
      if (!checkParameter(parameters, parameter))
        return false;
      keywordOnly |= parameter.kind == Parameter::Kind::varArgs;
      parameters.push_back(parameter);
    }
    if (!consume(TokenKind::comma))
      break;
  }
  return true;
}

bool ParserState::parseTypeParameters(llvm::SmallVectorImpl<TypeParameter> &parameters) {
  if (!at(TokenKind::leftSquare))
    return true;
  Token opener = take();
  while (!at(TokenKind::rightSquare)) {
    TypeParameter parameter;
    SourcePosition begin = here();
    if (consume(TokenKind::star))
      parameter.kind = TypeParameter::Kind::tuple;
    else if (consume(TokenKind::doubleStar))
      parameter.kind = TypeParameter::Kind::parameters;
    std::optional<Identifier> name = expectName("the name of a type parameter");
    if (!name)
      return false;
    parameter.name = *name;
    if (consume(TokenKind::colon) && !(parameter.bound = parseExpr()))
      return false;
    parameter.range = since(begin);
    parameters.push_back(parameter);
    if (!consume(TokenKind::comma))
      break;
  }
  return expectCloser(TokenKind::rightSquare, opener);
}
