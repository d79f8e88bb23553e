// SPDX-License-Identifier: Apache-2.0
// The parser's inside: recursive descent over the token vector, shared by the Parse*.cpp files. A parse function
// returns null (or false) after it has reported what is wrong; its callers pass that on without a further word, up to
// the statement, which skips to the next one. Tokens that the lexer made up or could not read fail silently: they were
// reported there.
#pragma once

#include "compiler/frontend/syntax/Lexer.h"
#include "compiler/frontend/syntax/Parser.h"
#include "compiler/frontend/syntax/Walk.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::frontend::syntax {

class ParserState {
public:
  ParserState(Context &context, const SourceText &source, LexedText lexed, DiagnosticSink &sink)
      : context(context), source(source), text(std::move(lexed.text)), tokens(std::move(lexed.tokens)), sink(sink) {
    relaxed = lexed.indentationIsGuessed;
    findMendedLines();
  }

  Block parseModule();

private:
  using Statements = llvm::SmallVectorImpl<Stmt *>;
  using ExprList = llvm::SmallVector<Expr *, 8>;

  //===--- Tokens ---===//
  const Token &token(size_t ahead = 0) const { return tokens[std::min(index + ahead, tokens.size() - 1)]; }
  const Token &previous() const { return tokens[index == 0 ? 0 : index - 1]; }
  bool at(TokenKind kind) const { return token().kind == kind; }
  bool atName(llvm::StringRef name) const { return at(TokenKind::name) && token().value == name; }
  const Token &take() {
    const Token &taken = tokens[index + 1 < tokens.size() ? index++ : index];
    bool layout =
        taken.kind == TokenKind::newline || taken.kind == TokenKind::indent || taken.kind == TokenKind::dedent;
    if (!layout)
      lastEnd = taken.range.end;
    return taken;
  }
  bool consume(TokenKind kind) {
    if (!at(kind))
      return false;
    take();
    return true;
  }
  /// From `begin` to the end of the last token that was taken, line ends and indentation not counted.
  Range since(SourcePosition begin) const { return {begin, lastEnd}; }
  SourcePosition here() const { return token().range.begin; }
  std::string spell(const Token &token) const;

  //===--- Nodes ---===//
  template <typename T> T *make(Range range) { return context.make<T>(range); }
  template <typename T> llvm::ArrayRef<T> keep(const llvm::SmallVectorImpl<T> &items) {
    return context.copy(llvm::ArrayRef<T>(items));
  }
  /// Gives the node its height; null, and reported, when that is too much.
  template <typename T> T *finish(T *node) {
    unsigned height = heightOf(node);
    if (height > maxExprHeight) {
      reportTooDeep(node->range);
      return nullptr;
    }
    node->height = static_cast<uint16_t>(height);
    return node;
  }
  NameExpr *makeName(const Token &token, NameUse use);

  //===--- Errors (ParseErrors.cpp) ---===//
  /// Null when this text has had enough errors, or when the lexer has reported its logical line already: what the
  /// parser finds there is most likely the same mistake again.
  Diagnostic *report(DiagnosticId id, Range range, std::string message);
  void reportTooDeep(Range range);
  void findMendedLines();
  /// "`x` where `what` was expected", with a hint where the tokens show what was meant. Always null.
  std::nullptr_t unexpected(llvm::StringRef what);
  std::nullptr_t unexpectedExpression();
  /// After a whole expression: something follows that can't.
  bool unexpectedAfter(const Expr *expr, llvm::StringRef wanted);
  bool hintAboutOperators();
  bool expect(TokenKind kind, llvm::StringRef purpose);
  /// The closing bracket of a display, a call or a subscript, after an element.
  bool expectCloser(TokenKind kind, const Token &opener);
  bool expectColon(const Token &header);
  std::optional<Identifier> expectName(llvm::StringRef what);
  void addFix(Diagnostic *diagnostic, std::string title, Range range, std::string replacement);
  SourceRange where(Range range) const { return source.where(range); }
  /// `return` for `retrun`: the keyword that `name` seems to be, or empty.
  static llvm::StringRef nearestKeyword(llvm::StringRef name);

  //===--- Statements (ParseStatements.cpp, ParseCompound.cpp) ---===//
  void parseStatements(Statements &out, TokenKind end);
  bool parseStatement(Statements &out);
  bool parseSimpleLine(Statements &out);
  Stmt *parseSimple();
  /// `orphans`: pass over the `else` and `except` parts that have lost their head, too.
  void recover(bool orphans = true);
  void skipToNextLine();
  void parseUnexpectedIndent(Statements &out);
  bool startsCompound() const;
  Stmt *parseCompound();

  Stmt *parseExprStatement();
  Stmt *parseAnnotation(Expr *target, SourcePosition begin);
  Stmt *parseAugAssign(Expr *target, SourcePosition begin, BinaryOp op);
  Stmt *parseAssign(Expr *target, SourcePosition begin);
  Stmt *parseReturn();
  Stmt *parseRaise();
  Stmt *parseDelete();
  Stmt *parseAssert();
  Stmt *parseImport();
  Stmt *parseImportFrom();
  bool parseImportNames(llvm::SmallVectorImpl<ImportName> &names);
  std::optional<Identifier> parseDottedName();
  bool parseNameList(llvm::SmallVectorImpl<Identifier> &names);
  Stmt *parseGlobal();
  Stmt *parseLoopControl();
  Stmt *parseTypeAlias();
  bool startsTypeAlias() const;
  bool makeTarget(Expr *expr, NameUse use, llvm::StringRef verb);

  bool parseBlock(const Token &header, Block &block);
  Stmt *parseIf();
  Stmt *parseWhile();
  Stmt *parseFor(SourcePosition begin, bool isAsync);
  Stmt *parseWith(SourcePosition begin, bool isAsync);
  bool parseWithItems(llvm::SmallVectorImpl<WithItem> &items, bool bracketed);
  bool withItemsAreBracketed() const;
  Stmt *parseTry();
  bool parseHandler(TryStmt *stmt, llvm::SmallVectorImpl<ExceptClause> &handlers);
  Stmt *parseDecorated();
  Stmt *parseAsync();
  Stmt *parseFunction(SourcePosition begin, Exprs decorators, bool isAsync);
  Stmt *parseClass(SourcePosition begin, Exprs decorators);
  bool parseElse(Block &block);
  bool parseParameters(llvm::SmallVectorImpl<Parameter> &parameters, TokenKind end);
  bool parseParameter(Parameter &parameter, bool annotated);
  bool checkParameter(llvm::ArrayRef<Parameter> before, const Parameter &parameter);
  bool parseTypeParameters(llvm::SmallVectorImpl<TypeParameter> &parameters);
  llvm::StringRef docstringOf(Block body) const;

  //===--- match (ParsePatterns.cpp) ---===//
  bool startsMatch() const;
  Stmt *parseMatch();
  bool parseCase(MatchCase &matchCase);
  Pattern *parseCasePattern();
  Pattern *parseAsPattern();
  Pattern *parseOrPattern();
  Pattern *parseClosedPattern();
  Pattern *parseLiteralPattern();
  Pattern *parseNamePattern();
  Pattern *parseClassPattern(Expr *type, SourcePosition begin);
  Pattern *parseMappingPattern();
  Pattern *parseGroupPattern();
  Pattern *parseStarPattern();
  bool parsePatternList(llvm::SmallVectorImpl<Pattern *> &elements, TokenKind end, bool &comma);
  //===--- what patterns may not be (CheckPatterns.cpp); each reports and gives false ---===//
  using PatternNames = llvm::SmallVector<const NameExpr *, 8>;
  bool checkCases(llvm::ArrayRef<MatchCase> cases);
  bool checkPattern(const Pattern *pattern, PatternNames &names);
  bool checkAlternatives(const OrPattern &pattern, PatternNames &names);
  bool bindInPattern(const NameExpr *target, PatternNames &names);
  bool refuseBehind(const AsPattern *taker);
  bool refusePattern(Range range, std::string message);
  Pattern *makeSequence(SourcePosition begin, const llvm::SmallVectorImpl<Pattern *> &elements);

  //===--- Expressions (ParseExpressions.cpp, ParseAtoms.cpp) ---===//
  bool startsExpression(const Token &token) const;
  /// `a, *b, c`: a tuple when there is a comma, else the one expression. `named`: `x := y` may stand here.
  Expr *parseExprList(bool named = false);
  Expr *parseExprListOrYield();
  Expr *parseTargetList();
  Expr *parseListElement(bool named);
  Expr *parseNamed();
  Expr *parseExpr();
  Expr *parseBinary(int minimum);
  Expr *parseBoolChain(Expr *first, SourcePosition begin, int precedence);
  Expr *parseCompareChain(Expr *first, SourcePosition begin);
  std::optional<CompareOp> takeCompareOp();
  Expr *parseUnary();
  Expr *parsePower();
  Expr *parsePostfix();
  Expr *parseLambda();
  Expr *parseYield();
  /// The test of `if`, `while` and their like, where `=` is a mistake for `==`.
  Expr *parseCondition();

  Expr *parseAtom();
  Expr *parseNumber();
  Expr *parseBrackets();
  Expr *parseList();
  Expr *parseBraces();
  bool parseDictItem(llvm::SmallVectorImpl<DictItem> &items, bool &isDict, ExprList &elements);
  Expr *parseComprehension(ComprehensionExpr::Result result, Expr *element, Expr *value, SourcePosition begin);
  bool parseComprehensionClause(llvm::SmallVectorImpl<ComprehensionClause> &clauses);
  bool atComprehension() const;
  void reportBareGenerator(Range range);
  Expr *parseCall(Expr *callee, SourcePosition begin);
  bool parseArguments(llvm::SmallVectorImpl<Argument> &arguments, const Token &opener);
  bool parseArgument(llvm::SmallVectorImpl<Argument> &arguments);
  bool checkArgument(llvm::ArrayRef<Argument> before, const Argument &argument);
  Expr *parseSubscript(Expr *object, SourcePosition begin);
  Expr *parseSubscriptElement();
  Expr *parseStrings();
  /// The pieces of a string that is being read; literals that touch become one piece.
  struct Pieces {
    llvm::SmallVector<StringPiece, 8> done;
    std::string literal;
    Range literalRange;
  };
  bool parseJoinedString(Pieces &pieces);
  bool parseReplacement(Pieces &pieces);
  JoinedStringExpr *parseFormatSpec();
  static void appendLiteral(Pieces &pieces, llvm::StringRef literal, Range range);
  llvm::ArrayRef<StringPiece> finishPieces(Pieces &pieces);
  void endLiteral(Pieces &pieces);

  /// One level of recursion, refused when there are too many.
  class Nesting {
  public:
    explicit Nesting(ParserState &parser) : parser(parser) { ++parser.depth; }
    ~Nesting() { --parser.depth; }
    bool tooDeep() const;

  private:
    ParserState &parser;
  };

  /// What the statements around allow.
  struct Surroundings {
    bool inFunction = false;
    bool inAsync = false;
    bool inLoop = false;
    bool sawYield = false;
    bool inGroupHandler = false, inLoopOfHandler = false; // `except*`; a loop inside of one
  };

  Context &context;
  const SourceText &source;
  std::string text; // what the tokens' offsets count in
  std::vector<Token> tokens;
  std::vector<bool> mended; // for each token: its logical line has a synthetic one
  DiagnosticSink &sink;
  size_t index = 0;
  SourcePosition lastEnd{1, 1};
  unsigned depth = 0;
  unsigned blockDepth = 0;
  unsigned errors = 0;
  Surroundings around;
  bool relaxed =
      false; // below a header that could not be read, or where blocks are guessed: `return` may stand anywhere
};

/// How tightly infix operators bind, loosest first.
enum Precedence : int {
  precOr = 1,
  precAnd,
  precNot,
  precCompare,
  precBitOr,
  precBitXor,
  precBitAnd,
  precShift,
  precSum,
  precProduct
};

/// What a message calls this expression: "a call", "a number".
llvm::StringRef describe(const Expr *expr);

} // namespace tessera::frontend::syntax
