// SPDX-License-Identifier: Apache-2.0
// Statements of one line, and what happens after one that could not be read: it is skipped to the next line, the block
// below it is read for its own mistakes and then dropped, and so are the `else` and `except` parts that have lost their
// head.
#include "compiler/frontend/syntax/ParserState.h"
#include "compiler/frontend/syntax/ScopeAnalysis.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

static constexpr llvm::StringLiteral leavesGroup = "'break', 'continue' and 'return' cannot appear in an except* block";

Block ParserState::parseModule() {
  llvm::SmallVector<Stmt *, 64> body;
  parseStatements(body, TokenKind::endOfText);
  return keep(body);
}

void ParserState::parseStatements(Statements &out, TokenKind end) {
  while (!at(end) && !at(TokenKind::endOfText)) {
    if (at(TokenKind::indent))
      parseUnexpectedIndent(out);
    else if (at(TokenKind::dedent) || at(TokenKind::newline))
      take(); // only left over from mended text
    else if (!parseStatement(out))
      recover();
  }
}

bool ParserState::parseStatement(Statements &out) {
  depth = 0;
  if (!startsCompound())
    return parseSimpleLine(out);
  Stmt *stmt = parseCompound();
  if (stmt)
    out.push_back(stmt);
  return stmt != nullptr;
}

void ParserState::skipToNextLine() {
  while (!at(TokenKind::newline) && !at(TokenKind::endOfText) && !at(TokenKind::indent) && !at(TokenKind::dedent))
    take();
  consume(TokenKind::newline);
}

/// After a statement whose error has been reported.
void ParserState::recover(bool orphans) {
  for (;;) {
    skipToNextLine();
    if (at(TokenKind::indent)) {
      take();
      Surroundings saved = around;
      bool wasRelaxed = relaxed;
      relaxed = true;
      llvm::SmallVector<Stmt *, 8> dropped;
      if (++blockDepth <= maxBlockDepth)
        parseStatements(dropped, TokenKind::dedent);
      else
        while (!at(TokenKind::dedent) && !at(TokenKind::endOfText))
          take();
      --blockDepth;
      consume(TokenKind::dedent);
      relaxed = wasRelaxed;
      around = saved;
    }
    bool follows = at(TokenKind::kwElse) || at(TokenKind::kwElif) || at(TokenKind::kwExcept) ||
                   at(TokenKind::kwFinally) || (atName("case") && startsExpression(token(1)));
    if (!follows || !orphans)
      return;
  }
}

void ParserState::parseUnexpectedIndent(Statements &out) {
  Token indent = take();
  if (Diagnostic *d =
          report(DiagnosticId::indentation, indent.range, "this line is indented, but no block begins before it"))
    d->note(out.empty() ? "remove the blanks at the start of the line, here and below"
                        : "give it the indentation of the statement before it",
            out.empty() ? SourceRange() : where(out.back()->range));
  if (++blockDepth <= maxBlockDepth)
    parseStatements(out, TokenKind::dedent);
  else
    skipToNextLine();
  --blockDepth;
  consume(TokenKind::dedent);
}

/// `a = 1; b = 2` and the end of the line.
bool ParserState::parseSimpleLine(Statements &out) {
  for (;;) {
    Stmt *stmt = parseSimple();
    if (!stmt)
      return false;
    out.push_back(stmt);
    if (consume(TokenKind::newline))
      return true;
    if (!at(TokenKind::semicolon)) {
      if (auto *expr = llvm::dyn_cast<ExprStmt>(stmt))
        return unexpectedAfter(expr->value, "the end of the statement");
      if (auto *assign = llvm::dyn_cast<AssignStmt>(stmt))
        return unexpectedAfter(assign->value, "the end of the statement");
      if (auto *ret = llvm::dyn_cast<ReturnStmt>(stmt); ret && ret->value)
        return unexpectedAfter(ret->value, "the end of the statement");
      unexpected("the end of the statement");
      return false;
    }
    take();
    if (consume(TokenKind::newline))
      return true;
  }
}

Stmt *ParserState::parseSimple() {
  switch (token().kind) {
  case TokenKind::kwPass:
    return make<PassStmt>(take().range);
  case TokenKind::kwBreak:
  case TokenKind::kwContinue:
    return parseLoopControl();
  case TokenKind::kwReturn:
    return parseReturn();
  case TokenKind::kwRaise:
    return parseRaise();
  case TokenKind::kwDel:
    return parseDelete();
  case TokenKind::kwAssert:
    return parseAssert();
  case TokenKind::kwImport:
    return parseImport();
  case TokenKind::kwFrom:
    return parseImportFrom();
  case TokenKind::kwGlobal:
  case TokenKind::kwNonlocal:
    return parseGlobal();
  case TokenKind::kwElse:
  case TokenKind::kwElif:
  case TokenKind::kwExcept:
  case TokenKind::kwFinally: {
    llvm::StringRef opener = at(TokenKind::kwElse) || at(TokenKind::kwElif) ? "if" : "try";
    if (Diagnostic *d =
            report(DiagnosticId::syntaxError, token().range, spell(token()) + " without its `" + opener.str() + "`"))
      d->note("it belongs at the indentation of an `" + opener.str() + "` just before it");
    return nullptr;
  }
  default:
    return startsTypeAlias() ? parseTypeAlias() : parseExprStatement();
  }
}

//===--- Assignments
//-------------------------------------------------------------------------------------------------===//

/// Makes `expr` a target, or says why it can't be one.
bool ParserState::makeTarget(Expr *expr, NameUse use, llvm::StringRef verb) {
  auto each = [&](Exprs elements) {
    unsigned stars = 0;
    for (Expr *element : elements) {
      if (auto *starred = llvm::dyn_cast<StarredExpr>(element); starred && use == NameUse::store) {
        if (++stars > 1) {
          if (Diagnostic *d = report(DiagnosticId::syntaxError, element->range, "a second starred target"))
            d->note("only one target of an assignment takes the rest");
          return false;
        }
        element = starred->value;
      }
      if (!makeTarget(element, use, verb))
        return false;
    }
    return true;
  };
  switch (expr->kind) {
  case Node::Kind::nameExpr:
    llvm::cast<NameExpr>(expr)->use = use;
    return true;
  case Node::Kind::attributeExpr:
  case Node::Kind::subscriptExpr:
    return true;
  case Node::Kind::tupleExpr:
    return each(llvm::cast<TupleExpr>(expr)->elements);
  case Node::Kind::listExpr:
    return each(llvm::cast<ListExpr>(expr)->elements);
  default:
    break;
  }
  Diagnostic *d = report(DiagnosticId::syntaxError, expr->range, "can't " + verb.str() + " " + describe(expr).str());
  if (d && llvm::isa<StarredExpr>(expr))
    d->note("a starred target stands in a list: `" + source.excerpt(expr->range, 40) + ", = ...`");
  else if (d && use == NameUse::store)
    d->note("a target is a name, an attribute, an index or a list of those; to compare, write `==`");
  else if (d)
    d->note("a name, an attribute or an index can stand here");
  return false;
}

static std::optional<BinaryOp> augmentedOp(TokenKind kind) {
  switch (kind) {
  case TokenKind::plusEqual:
    return BinaryOp::add;
  case TokenKind::minusEqual:
    return BinaryOp::subtract;
  case TokenKind::starEqual:
    return BinaryOp::multiply;
  case TokenKind::atEqual:
    return BinaryOp::matmul;
  case TokenKind::slashEqual:
    return BinaryOp::divide;
  case TokenKind::doubleSlashEqual:
    return BinaryOp::floorDivide;
  case TokenKind::percentEqual:
    return BinaryOp::modulo;
  case TokenKind::doubleStarEqual:
    return BinaryOp::power;
  case TokenKind::shiftLeftEqual:
    return BinaryOp::shiftLeft;
  case TokenKind::shiftRightEqual:
    return BinaryOp::shiftRight;
  case TokenKind::ampersandEqual:
    return BinaryOp::bitAnd;
  case TokenKind::barEqual:
    return BinaryOp::bitOr;
  case TokenKind::caretEqual:
    return BinaryOp::bitXor;
  default:
    return std::nullopt;
  }
}

Stmt *ParserState::parseExprStatement() {
  SourcePosition begin = here();
  Expr *expr = parseExprListOrYield();
  if (!expr)
    return nullptr;
  if (at(TokenKind::colon))
    return parseAnnotation(expr, begin);
  if (std::optional<BinaryOp> op = augmentedOp(token().kind))
    return parseAugAssign(expr, begin, *op);
  if (at(TokenKind::equal))
    return parseAssign(expr, begin);
  if (at(TokenKind::walrus)) {
    addFix(report(DiagnosticId::syntaxError, token().range, "`:=` in a statement of its own"), "assign with `=`",
           token().range, "=");
    return nullptr;
  }
  if (llvm::isa<StarredExpr>(expr)) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, expr->range, "a starred expression outside a list or a call"))
      d->note("remove the `*`, or add a comma for a tuple");
    return nullptr;
  }
  auto *stmt = make<ExprStmt>(since(begin));
  stmt->value = expr;
  return stmt;
}

Stmt *ParserState::parseAnnotation(Expr *target, SourcePosition begin) {
  bool simple = llvm::isa<NameExpr, AttributeExpr, SubscriptExpr>(target);
  bool endsLine = token(1).kind == TokenKind::newline;
  if (!simple || endsLine) {
    auto *name = llvm::dyn_cast<NameExpr>(target);
    if (endsLine && name && !nearestKeyword(name->name).empty()) {
      unexpectedAfter(target, "a statement");
      return nullptr;
    }
    Diagnostic *d = report(DiagnosticId::syntaxError, token().range,
                           "`:` after `" + source.excerpt(target->range, 40) + "`, which begins no block");
    if (d)
      d->note(
          "a block begins with `if`, `for`, `while`, `with`, `def`, `class` or `try`; an annotation is `name: type`");
    return nullptr;
  }
  take();
  makeTarget(target, NameUse::store, "annotate");
  Expr *annotation = parseExpr();
  if (!annotation)
    return nullptr;
  Expr *value = nullptr;
  if (consume(TokenKind::equal) && !(value = parseExprListOrYield()))
    return nullptr;
  auto *stmt = make<AnnAssignStmt>(since(begin));
  stmt->target = target;
  stmt->annotation = annotation;
  stmt->value = value;
  return stmt;
}

Stmt *ParserState::parseAugAssign(Expr *target, SourcePosition begin, BinaryOp op) {
  Token opToken = take();
  if (!llvm::isa<NameExpr, AttributeExpr, SubscriptExpr>(target)) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, target->range,
                               "can't assign to " + describe(target).str() + " with " + spell(opToken)))
      d->note("the target is one name, one attribute or one index");
    return nullptr;
  }
  makeTarget(target, NameUse::store, "assign to");
  Expr *value = parseExprListOrYield();
  if (!value)
    return nullptr;
  auto *stmt = make<AugAssignStmt>(since(begin));
  stmt->target = target;
  stmt->op = op;
  stmt->opRange = opToken.range;
  stmt->value = value;
  return stmt;
}

Stmt *ParserState::parseAssign(Expr *target, SourcePosition begin) {
  llvm::SmallVector<Expr *, 2> targets;
  Expr *value = target;
  while (consume(TokenKind::equal)) {
    if (!makeTarget(value, NameUse::store, "assign to"))
      return nullptr;
    targets.push_back(value);
    value = parseExprListOrYield();
    if (!value)
      return nullptr;
  }
  if (llvm::isa<StarredExpr>(value)) {
    if (Diagnostic *d =
            report(DiagnosticId::syntaxError, value->range, "a starred expression outside a list or a call"))
      d->note("add a comma for a tuple: `" + source.excerpt(value->range, 40) + ",`");
    return nullptr;
  }
  auto *stmt = make<AssignStmt>(since(begin));
  stmt->targets = keep(targets);
  stmt->value = value;
  return stmt;
}

//===--- Statements with a keyword
//-----------------------------------------------------------------------------------===//

Stmt *ParserState::parseLoopControl() {
  Token word = take();
  if (around.inGroupHandler && !around.inLoopOfHandler && !relaxed) {
    report(DiagnosticId::syntaxError, word.range, leavesGroup.str());
    return nullptr;
  }
  if (!around.inLoop && !relaxed) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, word.range, spell(word) + " outside a loop"))
      d->note(around.inFunction ? "to leave the function, write `return`"
                                : "it belongs in the block of a `for` or a `while`");
    return nullptr;
  }
  if (word.kind == TokenKind::kwBreak)
    return make<BreakStmt>(word.range);
  return make<ContinueStmt>(word.range);
}

Stmt *ParserState::parseReturn() {
  Token word = take();
  if (around.inGroupHandler && !relaxed) {
    report(DiagnosticId::syntaxError, word.range, leavesGroup.str());
    return nullptr;
  }
  if (!around.inFunction && !relaxed) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, word.range, "`return` outside a function"))
      d->note("indent it into its `def`, or remove it");
    return nullptr;
  }
  Expr *value = nullptr;
  if (!at(TokenKind::newline) && !at(TokenKind::semicolon) && !(value = parseExprList()))
    return nullptr;
  auto *stmt = make<ReturnStmt>(since(word.range.begin));
  stmt->value = value;
  return stmt;
}

Stmt *ParserState::parseRaise() {
  Token word = take();
  Expr *exception = nullptr;
  Expr *cause = nullptr;
  if (!at(TokenKind::newline) && !at(TokenKind::semicolon)) {
    exception = parseExpr();
    if (!exception || (consume(TokenKind::kwFrom) && !(cause = parseExpr())))
      return nullptr;
  }
  auto *stmt = make<RaiseStmt>(since(word.range.begin));
  stmt->exception = exception;
  stmt->cause = cause;
  return stmt;
}

Stmt *ParserState::parseDelete() {
  Token word = take();
  ExprList targets;
  do {
    if (!targets.empty() && !startsExpression(token()))
      break;
    Expr *target = parseBinary(precBitOr);
    if (!target || !makeTarget(target, NameUse::remove, "delete"))
      return nullptr;
    targets.push_back(target);
  } while (consume(TokenKind::comma));
  auto *stmt = make<DeleteStmt>(since(word.range.begin));
  stmt->targets = keep(targets);
  return stmt;
}

Stmt *ParserState::parseAssert() {
  Token word = take();
  Expr *test = parseCondition();
  if (!test)
    return nullptr;
  Expr *message = nullptr;
  if (consume(TokenKind::comma) && !(message = parseExpr()))
    return nullptr;
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(test); tuple && !tuple->elements.empty() && !message) {
    SourceRange range = where(test->range);
    sink.report(DiagnosticId::syntaxError, range, "this `assert` always holds: it tests a tuple", Severity::warning)
        .note("remove the brackets around the test and its message");
  }
  auto *stmt = make<AssertStmt>(since(word.range.begin));
  stmt->test = test;
  stmt->message = message;
  return stmt;
}

std::optional<Identifier> ParserState::parseDottedName() {
  std::optional<Identifier> name = expectName("the name of a module");
  if (!name || !at(TokenKind::dot))
    return name;
  std::string dotted = name->text.str();
  while (consume(TokenKind::dot)) {
    std::optional<Identifier> part = expectName("the name of a module");
    if (!part)
      return std::nullopt;
    dotted += '.';
    dotted += part->text;
  }
  return Identifier{context.intern(dotted), since(name->range.begin)};
}

Stmt *ParserState::parseImport() {
  Token word = take();
  llvm::SmallVector<ImportName, 4> names;
  do {
    ImportName entry;
    SourcePosition begin = here();
    std::optional<Identifier> name = parseDottedName();
    if (!name)
      return nullptr;
    entry.name = *name;
    if (consume(TokenKind::kwAs)) {
      std::optional<Identifier> alias = expectName("a name after `as`");
      if (!alias)
        return nullptr;
      entry.alias = *alias;
    }
    entry.range = since(begin);
    names.push_back(entry);
  } while (consume(TokenKind::comma));
  auto *stmt = make<ImportStmt>(since(word.range.begin));
  stmt->names = keep(names);
  return stmt;
}

bool ParserState::parseImportNames(llvm::SmallVectorImpl<ImportName> &names) {
  Token opener = token();
  bool bracketed = consume(TokenKind::leftParen);
  do {
    if (bracketed && !names.empty() && at(TokenKind::rightParen))
      break;
    ImportName entry;
    SourcePosition begin = here();
    std::optional<Identifier> name = expectName("a name to import");
    if (!name)
      return false;
    entry.name = *name;
    if (consume(TokenKind::kwAs)) {
      std::optional<Identifier> alias = expectName("a name after `as`");
      if (!alias)
        return false;
      entry.alias = *alias;
    }
    entry.range = since(begin);
    names.push_back(entry);
  } while (consume(TokenKind::comma));
  return !bracketed || expectCloser(TokenKind::rightParen, opener);
}

Stmt *ParserState::parseImportFrom() {
  Token word = take();
  unsigned level = 0;
  for (; at(TokenKind::dot) || at(TokenKind::ellipsis); take())
    level += at(TokenKind::dot) ? 1 : 3;
  Identifier module;
  if (level == 0 || !at(TokenKind::kwImport)) {
    std::optional<Identifier> name = parseDottedName();
    if (!name)
      return nullptr;
    module = *name;
  }
  if (!expect(TokenKind::kwImport, "after the module"))
    return nullptr;
  llvm::SmallVector<ImportName, 8> names;
  if (at(TokenKind::star)) {
    const Token &star = take();
    if (around.inFunction) {
      if (Diagnostic *d = report(DiagnosticId::syntaxError, star.range, "`import *` inside a function"))
        d->note("import at the top of the file, or name what you use");
      return nullptr;
    }
    names.push_back({star.range, {context.intern("*"), star.range}, {}});
  } else if (!parseImportNames(names)) {
    return nullptr;
  }
  auto *stmt = make<ImportFromStmt>(since(word.range.begin));
  stmt->module = module;
  stmt->level = level;
  stmt->names = keep(names);
  return stmt;
}

bool ParserState::parseNameList(llvm::SmallVectorImpl<Identifier> &names) {
  do {
    std::optional<Identifier> name = expectName("a name");
    if (!name)
      return false;
    names.push_back(*name);
  } while (consume(TokenKind::comma));
  return true;
}

Stmt *ParserState::parseGlobal() {
  Token word = take();
  llvm::SmallVector<Identifier, 4> names;
  if (!parseNameList(names))
    return nullptr;
  if (word.kind == TokenKind::kwGlobal) {
    auto *stmt = make<GlobalStmt>(since(word.range.begin));
    stmt->names = keep(names);
    return stmt;
  }
  auto *stmt = make<NonlocalStmt>(since(word.range.begin));
  stmt->names = keep(names);
  return stmt;
}

/// `type` is a keyword only in front of a name with `=` or `[` after it.
bool ParserState::startsTypeAlias() const {
  return atName("type") && token(1).kind == TokenKind::name &&
         (token(2).kind == TokenKind::equal || token(2).kind == TokenKind::leftSquare);
}

Stmt *ParserState::parseTypeAlias() {
  Token word = take();
  NameExpr *name = makeName(take(), NameUse::store);
  llvm::SmallVector<TypeParameter, 2> parameters;
  if (!parseTypeParameters(parameters) || !expect(TokenKind::equal, "after the name of the type"))
    return nullptr;
  Expr *value = parseExpr();
  if (!value)
    return nullptr;
  auto *stmt = make<TypeAliasStmt>(since(word.range.begin));
  stmt->name = name;
  stmt->typeParameters = keep(parameters);
  stmt->value = value;
  return stmt;
}

ParsedModule tessera::frontend::syntax::parse(Context &context, llvm::StringRef fileName, llvm::StringRef text,
                                              DiagnosticSink &sink, uint32_t linesBefore) {
  size_t errorsBefore = sink.errorCount();
  ParsedModule module;
  module.source = std::make_shared<const SourceText>(fileName, text, linesBefore);
  LexedText lexed = lex(context, *module.source, sink);
  module.body = ParserState(context, *module.source, std::move(lexed), sink).parseModule();
  module.scope = analyzeScopes(context, *module.source, module.body, sink);
  module.ok = sink.errorCount() == errorsBefore;
  return module;
}
