// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a Python 3.12 file. Every node is a plain struct in a `Context`'s arena: no destructors run, lists
// are `ArrayRef`s into the arena, and every name and string is interned in its `Names`, so two equal names have the
// same `data()` pointer and may be compared by it. The tree lives as long as its Context. `Node::classof` serves
// llvm::isa/cast/dyn_cast.
//
// Three departures from CPython's `ast`: `elif` is a further clause of the same IfStmt (no deep nesting), a call's
// arguments are one list in source order, and a function's parameters are one list with a kind on each. No tree is
// higher than `maxExprHeight` nodes or has more than `maxBlockDepth` nested blocks, so a recursive walk is safe on a
// small stack.
#pragma once

#include "compiler/frontend/syntax/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera::frontend::syntax {

/// The parser refuses an expression or pattern whose tree is higher than this.
constexpr unsigned maxExprHeight = 200;
/// The parser refuses blocks that nest deeper than this (CPython's own limit is 100 levels of indentation).
constexpr unsigned maxBlockDepth = 60;

/// The names and strings of the trees that are run together, each once.
class Names {
public:
  /// The one copy of `text`: equal texts give equal pointers. It stays when others are dropped where `keeps`.
  llvm::StringRef intern(llvm::StringRef text, bool keeps) {
    auto &entry = *texts.try_emplace(text, false).first;
    entry.second |= keeps;
    return entry.getKey();
  }
  /// Drops what was only interned not to be kept.
  void dropOthers();
  size_t size() const { return texts.size(); }

private:
  llvm::StringMap<bool> texts; // whether one is kept
};

struct Node;

/// Owns every node of one tree, or of several.
class Context {
public:
  Context() : own(std::make_unique<Names>()), names(*own) {}
  /// For trees that are run with others: `names` are those of all, and must outlive this.
  explicit Context(Names &names) : names(names) {}
  /// For a tree that is run again later, with others: its names are kept, and what an evaluator has noted in it can be
  /// taken out again.
  static std::unique_ptr<Context> forKept(Names &names);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  template <typename T, typename... Args> T *make(Args &&...args) {
    static_assert(std::is_trivially_destructible<T>::value, "nodes are never destroyed");
    T *node = new (allocator.Allocate<T>()) T(std::forward<Args>(args)...);
    if constexpr (std::is_base_of_v<Node, T>)
      if (T::hasNotes && isKept)
        noted.push_back(node);
    return node;
  }
  /// A copy of `items` in the arena.
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> items) {
    static_assert(std::is_trivially_destructible<T>::value, "nodes are never destroyed");
    return items.copy(allocator);
  }
  /// The one copy of `text`: equal texts give equal pointers.
  llvm::StringRef intern(llvm::StringRef text) { return names.intern(text, isKept); }
  /// Takes what an evaluator noted of its own values out of the nodes of a kept tree.
  void dropNotes();

private:
  llvm::BumpPtrAllocator allocator;
  std::unique_ptr<Names> own; // null where they are others' too
  Names &names;
  bool isKept = false;
  std::vector<const Node *> noted; // where kept: the nodes that have notes
};

struct Node {
  enum class Kind : uint8_t {
    // Expressions
    nameExpr,
    constantExpr,
    joinedStringExpr,
    tupleExpr,
    listExpr,
    setExpr,
    dictExpr,
    unaryExpr,
    binaryExpr,
    boolExpr,
    compareExpr,
    conditionalExpr,
    lambdaExpr,
    callExpr,
    attributeExpr,
    subscriptExpr,
    sliceExpr,
    starredExpr,
    namedExpr,
    comprehensionExpr,
    awaitExpr,
    yieldExpr,
    yieldFromExpr,
    // Statements
    functionDef,
    classDef,
    returnStmt,
    deleteStmt,
    assignStmt,
    augAssignStmt,
    annAssignStmt,
    forStmt,
    whileStmt,
    ifStmt,
    withStmt,
    raiseStmt,
    tryStmt,
    assertStmt,
    importStmt,
    importFromStmt,
    globalStmt,
    nonlocalStmt,
    exprStmt,
    passStmt,
    breakStmt,
    continueStmt,
    matchStmt,
    typeAliasStmt,
    // Patterns of `case`
    valuePattern,
    sequencePattern,
    mappingPattern,
    classPattern,
    starPattern,
    asPattern,
    orPattern,
  };
  static constexpr Kind lastExpr = Kind::yieldFromExpr;
  static constexpr Kind lastStmt = Kind::typeAliasStmt;

  Kind kind;
  Range range;

protected:
  Node(Kind kind, Range range) : kind(kind), range(range) {}
};

/// The kind's name as the dump spells it, for example `binary` or `for`.
llvm::StringRef getText(Node::Kind kind);

struct Expr : Node {
  /// Nodes on the longest way down, this one included; kept below `maxExprHeight` by the parser.
  uint16_t height = 1;
  /// It stood in its own round brackets: `(a)`; the range does not include them.
  bool parenthesized = false;
  /// What the evaluator has found out about the node's own text; 0 at first (`CallForm`).
  mutable uint8_t form = 0;

  static bool classof(const Node *node) { return node->kind <= lastExpr; }

protected:
  using Node::Node;
};

struct Stmt : Node {
  /// What the evaluator has found out about a `yield` in the statement; 0 at first (Generators.cpp).
  mutable uint8_t yields = 0;

  static bool classof(const Node *node) { return node->kind > lastExpr && node->kind <= lastStmt; }

protected:
  using Node::Node;
};

struct Pattern : Node {
  uint16_t height = 1; // as in Expr
  static bool classof(const Node *node) { return node->kind > lastStmt; }

protected:
  using Node::Node;
};

/// What each concrete node has in common: its kind as a constant, a constructor from the range, `classof`.
template <typename Base, Node::Kind K> struct NodeOf : Base {
  /// Whether an evaluator notes its own values in it; the node then has a `dropNotes`.
  static constexpr bool hasNotes = false;
  static constexpr Node::Kind thisKind = K;
  explicit NodeOf(Range range) : Base(K, range) {}
  static bool classof(const Node *node) { return node->kind == K; }
};

using Block = llvm::ArrayRef<Stmt *>;
using Exprs = llvm::ArrayRef<Expr *>;

/// An identifier with its place.
struct Identifier {
  llvm::StringRef text; // interned; empty when absent
  Range range;

  explicit operator bool() const { return !text.empty(); }
};

//===--- Scopes ------------------------------------------------------------------------------------------------------===//

/// The names that one body of code defines, as Python decides it before the code runs. Made by `analyzeScopes`, which `parse` calls.
struct Scope {
  enum class Kind : uint8_t { module, function, lambda, classBody, comprehension };
  Kind kind = Kind::module;
  /// The scope around this one; null for the module's.
  Scope *parent = nullptr;
  /// Names bound here (parameters first, in order, then in order of first binding). A read of one of these before it is bound
  /// is an unbound local.
  llvm::ArrayRef<llvm::StringRef> locals;
  /// Names that `global` sends to the module and `nonlocal` to an enclosing function.
  llvm::ArrayRef<llvm::StringRef> globals;
  llvm::ArrayRef<llvm::StringRef> nonlocals;
  /// Names read or bound here or further in that a function around this one holds: what a closure captures.
  llvm::ArrayRef<llvm::StringRef> captures;

  /// `name` must be interned in the tree's Context.
  bool isLocal(llvm::StringRef name) const;
};

/// Where a name lives, decided before the code runs.
enum class Binding : uint8_t {
  local,     // in the scope that the name stands in
  enclosing, // in a function around that scope: go outward, past class bodies, to the first scope with the name as a local
  global,    // in the module, and when not there a builtin
};

//===--- Expressions -------------------------------------------------------------------------------------------------===//

enum class NameUse : uint8_t { load, store, remove };

struct NameExpr : NodeOf<Expr, Node::Kind::nameExpr> {
  using NodeOf::NodeOf;
  llvm::StringRef name;
  NameUse use = NameUse::load;
  Binding binding = Binding::global;
  // Notes of the evaluator, checked before each use: where the name was found last.
  static constexpr bool hasNotes = true;
  mutable uint32_t place = 0;          // in the locals of the scope `owner`, or in the module's names `owner`
  mutable const void *owner = nullptr; // null: it was not found yet
  mutable void *builtin = nullptr;     // its value, where the first `place` names of a module are others
  mutable uint64_t bit = 0;            // of `place` among a scope's first 64 locals
  void dropNotes() const { owner = builtin = nullptr; }
};

struct ConstantExpr : NodeOf<Expr, Node::Kind::constantExpr> {
  using NodeOf::NodeOf;
  enum class Type : uint8_t { none, boolean, ellipsis, integer, floating, imaginary, string, bytes };
  Type type = Type::none;
  bool boolean = false;
  double floating = 0; // the imaginary part of an imaginary number too
  /// integer: decimal digits of any length, never signed. string: UTF-8. bytes: the bytes. Adjacent literals are already joined.
  llvm::StringRef text;
  static constexpr bool hasNotes = true;
  mutable void *value = nullptr; // the evaluator's, once it was evaluated
  void dropNotes() const { value = nullptr; }
};

/// `f"a {x!r:>{w}}"`: pieces in order. The `=` form has become a literal piece `x=` and a piece with conversion `r`.
struct JoinedStringExpr;
struct StringPiece {
  Range range;
  llvm::StringRef literal;          // when `value` is null
  Expr *value = nullptr;            // the expression between the braces
  char conversion = 0;              // 0, 'r', 's' or 'a'
  JoinedStringExpr *spec = nullptr; // what stands after the colon; null when there is no colon
};
struct JoinedStringExpr : NodeOf<Expr, Node::Kind::joinedStringExpr> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<StringPiece> pieces;
};

/// `a, b` or `(a, b)`; the range has the brackets when there are some. Elements may be StarredExpr.
struct TupleExpr : NodeOf<Expr, Node::Kind::tupleExpr> {
  using NodeOf::NodeOf;
  Exprs elements;
};
struct ListExpr : NodeOf<Expr, Node::Kind::listExpr> {
  using NodeOf::NodeOf;
  Exprs elements;
};
struct SetExpr : NodeOf<Expr, Node::Kind::setExpr> {
  using NodeOf::NodeOf;
  Exprs elements;
};

struct DictItem {
  Expr *key = nullptr; // null: `**value`
  Expr *value = nullptr;
};
struct DictExpr : NodeOf<Expr, Node::Kind::dictExpr> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<DictItem> items;
};

enum class UnaryOp : uint8_t { plus, minus, invert, logicalNot };
enum class BinaryOp : uint8_t {
  add,
  subtract,
  multiply,
  matmul,
  divide,
  floorDivide,
  modulo,
  power,
  shiftLeft,
  shiftRight,
  bitAnd,
  bitOr,
  bitXor
};
enum class BoolOp : uint8_t { logicalAnd, logicalOr };
enum class CompareOp : uint8_t { equal, notEqual, less, lessEqual, greater, greaterEqual, is, isNot, in, notIn };

/// As written: `+`, `not`, `//`, `is not`.
llvm::StringRef getText(UnaryOp op);
llvm::StringRef getText(BinaryOp op);
llvm::StringRef getText(BoolOp op);
llvm::StringRef getText(CompareOp op);

struct UnaryExpr : NodeOf<Expr, Node::Kind::unaryExpr> {
  using NodeOf::NodeOf;
  UnaryOp op = UnaryOp::plus;
  Expr *operand = nullptr;
};
struct BinaryExpr : NodeOf<Expr, Node::Kind::binaryExpr> {
  using NodeOf::NodeOf;
  BinaryOp op = BinaryOp::add;
  Range opRange;
  Expr *left = nullptr;
  Expr *right = nullptr;
};
/// `a and b and c`: one node, two operands or more.
struct BoolExpr : NodeOf<Expr, Node::Kind::boolExpr> {
  using NodeOf::NodeOf;
  BoolOp op = BoolOp::logicalAnd;
  Exprs operands;
};
/// `a < b <= c`: `ops[i]` stands between operand i and operand i + 1.
struct CompareExpr : NodeOf<Expr, Node::Kind::compareExpr> {
  using NodeOf::NodeOf;
  Exprs operands;
  llvm::ArrayRef<CompareOp> ops;
};
struct ConditionalExpr : NodeOf<Expr, Node::Kind::conditionalExpr> {
  using NodeOf::NodeOf;
  Expr *test = nullptr;
  Expr *whenTrue = nullptr;
  Expr *whenFalse = nullptr;
};

struct Parameter {
  enum class Kind : uint8_t { positionalOnly, positional, varArgs, keywordOnly, varKeywords };
  Kind kind = Kind::positional;
  Identifier name; // without the stars
  Range range;
  Expr *annotation = nullptr;   // or null
  Expr *defaultValue = nullptr; // or null
};
using Parameters = llvm::ArrayRef<Parameter>;

struct LambdaExpr : NodeOf<Expr, Node::Kind::lambdaExpr> {
  using NodeOf::NodeOf;
  Parameters parameters;
  Expr *body = nullptr;
  Scope *scope = nullptr;
  bool isGenerator = false; // the body has a `yield` of its own
};

struct Argument {
  enum class Kind : uint8_t { positional, star, keyword, doubleStar };
  Kind kind = Kind::positional;
  Identifier name; // of a keyword
  Range range;     // with the name or the stars
  Expr *value = nullptr;
};
struct CallExpr : NodeOf<Expr, Node::Kind::callExpr> {
  using NodeOf::NodeOf;
  Expr *callee = nullptr;
  llvm::ArrayRef<Argument> arguments; // in source order
  Range argumentsRange;               // from `(` to after `)`
};

struct AttributeExpr : NodeOf<Expr, Node::Kind::attributeExpr> {
  using NodeOf::NodeOf;
  Expr *object = nullptr;
  Identifier name;
  // Notes of the evaluator, checked before each use: what the attribute was when it was asked for last
  // (Attributes.cpp).
  static constexpr bool hasNotes = true;
  mutable const void *type = nullptr;
  mutable const void *shape = nullptr; // of the instance's attributes
  mutable const void *found = nullptr;
  mutable uint64_t epoch = 0;
  mutable uint32_t place = 0;
  mutable uint8_t access = 0;
  void dropNotes() const { type = shape = found = nullptr; }
};
/// `a[i, j:k]`: `index` is a TupleExpr when there is a comma at its top level.
struct SubscriptExpr : NodeOf<Expr, Node::Kind::subscriptExpr> {
  using NodeOf::NodeOf;
  Expr *object = nullptr;
  Expr *index = nullptr;
};
/// `lower:upper:step`; each may be null. Only inside a SubscriptExpr's index.
struct SliceExpr : NodeOf<Expr, Node::Kind::sliceExpr> {
  using NodeOf::NodeOf;
  Expr *lower = nullptr;
  Expr *upper = nullptr;
  Expr *step = nullptr;
};
/// `*value` in a display, a subscript or a target; a call's stars are in its arguments.
struct StarredExpr : NodeOf<Expr, Node::Kind::starredExpr> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};
/// `target := value`. The target is bound in the nearest scope that is no comprehension.
struct NamedExpr : NodeOf<Expr, Node::Kind::namedExpr> {
  using NodeOf::NodeOf;
  NameExpr *target = nullptr;
  Expr *value = nullptr;
};

struct ComprehensionClause {
  Range range;
  Expr *target = nullptr;
  Expr *iterable = nullptr; // the first clause's is evaluated outside the comprehension's scope
  Exprs conditions;
  bool isAsync = false;
};
struct ComprehensionExpr : NodeOf<Expr, Node::Kind::comprehensionExpr> {
  using NodeOf::NodeOf;
  enum class Result : uint8_t { list, set, dict, generator };
  Result result = Result::list;
  Expr *element = nullptr; // the key of a dict comprehension
  Expr *value = nullptr;   // only of a dict comprehension
  llvm::ArrayRef<ComprehensionClause> clauses;
  Scope *scope = nullptr;
};

struct AwaitExpr : NodeOf<Expr, Node::Kind::awaitExpr> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};
struct YieldExpr : NodeOf<Expr, Node::Kind::yieldExpr> {
  using NodeOf::NodeOf;
  Expr *value = nullptr; // or null
};
struct YieldFromExpr : NodeOf<Expr, Node::Kind::yieldFromExpr> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};

//===--- Statements --------------------------------------------------------------------------------------------------===//

/// `T`, `*Ts` or `**P` in `def f[T: bound, *Ts, **P]()`.
struct TypeParameter {
  enum class Kind : uint8_t { type, tuple, parameters };
  Kind kind = Kind::type;
  Identifier name;
  Range range;
  Expr *bound = nullptr; // or null
};
using TypeParameters = llvm::ArrayRef<TypeParameter>;

struct FunctionDef : NodeOf<Stmt, Node::Kind::functionDef> {
  using NodeOf::NodeOf; // the range begins at the first decorator
  Identifier name;
  Range headerRange; // from `def` to the colon
  Exprs decorators;
  TypeParameters typeParameters;
  Parameters parameters;
  Expr *returns = nullptr; // the annotation, or null
  Block body;
  llvm::StringRef docstring; // its text when the body begins with a string
  Scope *scope = nullptr;
  bool isAsync = false;
  bool isGenerator = false;
};

struct ClassDef : NodeOf<Stmt, Node::Kind::classDef> {
  using NodeOf::NodeOf;
  Identifier name;
  Range headerRange;
  Exprs decorators;
  TypeParameters typeParameters;
  llvm::ArrayRef<Argument> arguments; // bases and keywords
  Block body;
  llvm::StringRef docstring;
  Scope *scope = nullptr;
};

struct ReturnStmt : NodeOf<Stmt, Node::Kind::returnStmt> {
  using NodeOf::NodeOf;
  Expr *value = nullptr; // or null
};
struct DeleteStmt : NodeOf<Stmt, Node::Kind::deleteStmt> {
  using NodeOf::NodeOf;
  Exprs targets;
};
/// `a = b = value`. A target is a NameExpr, AttributeExpr, SubscriptExpr, or a TupleExpr or ListExpr of targets and at most one
/// StarredExpr of a target.
struct AssignStmt : NodeOf<Stmt, Node::Kind::assignStmt> {
  using NodeOf::NodeOf;
  Exprs targets;
  Expr *value = nullptr;
};
struct AugAssignStmt : NodeOf<Stmt, Node::Kind::augAssignStmt> {
  using NodeOf::NodeOf;
  Expr *target = nullptr; // NameExpr (use: store), AttributeExpr or SubscriptExpr
  BinaryOp op = BinaryOp::add;
  Range opRange;
  Expr *value = nullptr;
};
struct AnnAssignStmt : NodeOf<Stmt, Node::Kind::annAssignStmt> {
  using NodeOf::NodeOf;
  Expr *target = nullptr;
  Expr *annotation = nullptr;
  Expr *value = nullptr; // or null
};

struct ForStmt : NodeOf<Stmt, Node::Kind::forStmt> {
  using NodeOf::NodeOf;
  Expr *target = nullptr;
  Expr *iterable = nullptr;
  Block body;
  Block otherwise;
  bool isAsync = false;
};
struct WhileStmt : NodeOf<Stmt, Node::Kind::whileStmt> {
  using NodeOf::NodeOf;
  Expr *test = nullptr;
  Block body;
  Block otherwise;
};
struct IfClause {
  Range range; // of `if test:` or `elif test:`
  Expr *test = nullptr;
  Block body;
};
struct IfStmt : NodeOf<Stmt, Node::Kind::ifStmt> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<IfClause> clauses; // the `if`, then each `elif`
  Block otherwise;
};
struct WithItem {
  Range range;
  Expr *context = nullptr;
  Expr *target = nullptr; // or null
};
struct WithStmt : NodeOf<Stmt, Node::Kind::withStmt> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<WithItem> items;
  Block body;
  bool isAsync = false;
};
struct RaiseStmt : NodeOf<Stmt, Node::Kind::raiseStmt> {
  using NodeOf::NodeOf;
  Expr *exception = nullptr; // null: raise again what is being handled
  Expr *cause = nullptr;     // or null
};
struct ExceptClause {
  Range range; // of the header
  Expr *type = nullptr; // null: `except:`
  Identifier name;
  Block body;
};
struct TryStmt : NodeOf<Stmt, Node::Kind::tryStmt> {
  using NodeOf::NodeOf;
  Block body;
  llvm::ArrayRef<ExceptClause> handlers;
  Block otherwise;
  Block finally;
  bool isGroup = false; // `except*`
};
struct AssertStmt : NodeOf<Stmt, Node::Kind::assertStmt> {
  using NodeOf::NodeOf;
  Expr *test = nullptr;
  Expr *message = nullptr; // or null
};

/// `a.b.c as d` (dotted) or `x as y`.
struct ImportName {
  Range range;
  Identifier name; // `*` in `from m import *`
  Identifier alias;
};
struct ImportStmt : NodeOf<Stmt, Node::Kind::importStmt> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<ImportName> names;
};
struct ImportFromStmt : NodeOf<Stmt, Node::Kind::importFromStmt> {
  using NodeOf::NodeOf;
  Identifier module; // dotted; absent in `from . import x`
  unsigned level = 0; // leading dots
  llvm::ArrayRef<ImportName> names;
};
struct GlobalStmt : NodeOf<Stmt, Node::Kind::globalStmt> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<Identifier> names;
};
struct NonlocalStmt : NodeOf<Stmt, Node::Kind::nonlocalStmt> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<Identifier> names;
};
struct ExprStmt : NodeOf<Stmt, Node::Kind::exprStmt> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};
struct PassStmt : NodeOf<Stmt, Node::Kind::passStmt> {
  using NodeOf::NodeOf;
};
struct BreakStmt : NodeOf<Stmt, Node::Kind::breakStmt> {
  using NodeOf::NodeOf;
};
struct ContinueStmt : NodeOf<Stmt, Node::Kind::continueStmt> {
  using NodeOf::NodeOf;
};

struct MatchCase {
  Range range; // of the header
  Pattern *pattern = nullptr;
  Expr *guard = nullptr; // or null
  Block body;
};
struct MatchStmt : NodeOf<Stmt, Node::Kind::matchStmt> {
  using NodeOf::NodeOf;
  Expr *subject = nullptr;
  llvm::ArrayRef<MatchCase> cases;
};
struct TypeAliasStmt : NodeOf<Stmt, Node::Kind::typeAliasStmt> {
  using NodeOf::NodeOf;
  NameExpr *name = nullptr;
  TypeParameters typeParameters;
  Expr *value = nullptr;
};

//===--- Patterns ----------------------------------------------------------------------------------------------------===//

/// A literal or a dotted name. Compares with `==`, but None, True and False with `is`.
struct ValuePattern : NodeOf<Pattern, Node::Kind::valuePattern> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};
struct SequencePattern : NodeOf<Pattern, Node::Kind::sequencePattern> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<Pattern *> elements; // at most one StarPattern
};
struct MappingPattern : NodeOf<Pattern, Node::Kind::mappingPattern> {
  using NodeOf::NodeOf;
  Exprs keys;
  llvm::ArrayRef<Pattern *> values;
  NameExpr *rest = nullptr; // of `**rest`, or null
};
struct ClassPattern : NodeOf<Pattern, Node::Kind::classPattern> {
  using NodeOf::NodeOf;
  Expr *type = nullptr;
  llvm::ArrayRef<Pattern *> positional;
  llvm::ArrayRef<Identifier> keywords;
  llvm::ArrayRef<Pattern *> keywordPatterns; // one a keyword
};
/// `*name` or `*_` in a sequence pattern.
struct StarPattern : NodeOf<Pattern, Node::Kind::starPattern> {
  using NodeOf::NodeOf;
  NameExpr *target = nullptr; // null: `*_`
};
/// `pattern as name`; `name` alone (pattern null); `_` (both null).
struct AsPattern : NodeOf<Pattern, Node::Kind::asPattern> {
  using NodeOf::NodeOf;
  Pattern *pattern = nullptr;
  NameExpr *target = nullptr;
};
struct OrPattern : NodeOf<Pattern, Node::Kind::orPattern> {
  using NodeOf::NodeOf;
  llvm::ArrayRef<Pattern *> alternatives;
};

} // namespace tessera::frontend::syntax
