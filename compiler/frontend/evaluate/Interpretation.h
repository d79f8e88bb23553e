// SPDX-License-Identifier: Apache-2.0
// The walk over the syntax tree: expressions to values, statements to effects on frames. One object an evaluator; what changes from
// call to call is the frame, the function and the value on its way out of a `return`. Its parts are in Expressions.cpp,
// PlainCalls.cpp, Attributes.cpp, Comprehensions.cpp, Names.cpp, Assignment.cpp, Statements.cpp, AssignmentStatements.cpp,
// Handling.cpp, Definitions.cpp, Imports.cpp, Patterns.cpp, Generators.cpp, ControlFlow.cpp and Tracebacks.cpp.
#pragma once

#include "compiler/frontend/evaluate/ElementSource.h"
#include "compiler/frontend/evaluate/Frame.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::frontend {

/// How a statement ended. `raised`: an exception is pending; `returned`: the value is in `result`.
enum class Flow : uint8_t { next, breakLoop, continueLoop, returned, raised };

/// What a generator's statement had computed when a `yield` inside it stopped it: going on, these parts are not computed again.
struct Replay {
  struct Part {
    const syntax::Node *node;
    Value value;
  };
  class GeneratorIterator *generator = nullptr;
  std::vector<Part> parts;
  size_t next = 0;    // the part that the walk comes to next
  size_t yieldAt = 0; // where the value of the `yield` belongs
};

/// `except*` under way: what the handlers so far left and raised.
struct GroupHandling {
  ExceptionObject *original = nullptr, *rest = nullptr;
  std::vector<Value> raised;
};

class Interpretation {
public:
  explicit Interpretation(Evaluator &evaluator) : evaluator(evaluator), context(evaluator.libraryTrees->names()) {}
  ~Interpretation();
  static Interpretation &of(Evaluator &evaluator) { return *evaluator.interpretation; }

  void runProgram(llvm::StringRef fileName, llvm::StringRef text);
  /// Runs a file of tests as the module `name`, after the `conftest` beside it: null with an exception pending, or with what is wrong
  /// with the text reported. Afterwards code that the library calls runs in its frame.
  ModuleObject *runTestModule(llvm::StringRef name, llvm::StringRef fileName, llvm::StringRef text);

  //===-- ModuleSearch.cpp ---------------------------------------------------------------------------------------===//
  /// Where the text of a module is.
  struct FoundModule {
    std::string file;                 // empty: a folder without `__init__.py`
    std::string text;
    std::vector<std::string> folders; // of a package: where its modules are
    bool isPackage() const { return !folders.empty(); }
  };
  /// Looks in the parent's `__path__`, or in `sys.path`. `replaces`: only what may take the place of a module of the library.
  std::optional<FoundModule> findSource(llvm::StringRef dottedName, bool replaces = false);
  /// What `sys.path` begins as.
  std::vector<std::string> searchFolders();
  /// As `__file__` has it.
  std::string absolutePath(llvm::StringRef file);
  /// `sys.modules`, live from the first time that a program asks for it.
  DictObject *moduleDict();
  /// What the program put into `sys.modules` under the name, or that it took it away. Empty: nothing of the kind.
  std::optional<Value> registeredModule(llvm::StringRef dottedName);
  void registerModule(llvm::StringRef dottedName, Value module);

  //===-- Modules.cpp --------------------------------------------------------------------------------------------===//
  /// A module from its text; `replaces` as in `findSource`. Empty: there is none.
  std::optional<Value> importSource(llvm::StringRef dottedName, bool replaces = false);
  ModuleObject *findModule(llvm::StringRef dottedName) const { return sourceModules.lookup(dottedName); }
  /// The full name of a module beside the program.
  std::string besideProgram(llvm::StringRef name) const;
  /// A name of a module's part that is written in Python; empty when there is none.
  std::optional<Value> preludeMember(llvm::StringRef module, llvm::StringRef name);
  /// The module of that part, if it was needed yet.
  ModuleObject *findPrelude(llvm::StringRef module) const;

  //===-- Probes.cpp ---------------------------------------------------------------------------------------------===//
  /// Whether code around asks: it handles errors like `lack`, by name, or with a handler of the same function.
  bool isProbed(ExceptionObject *lack);
  /// The pending exception says that the library lacks something. Where nothing asks, what stands for it instead of the error.
  Value admitLack();
  bool isGuarded() const { return !guards.empty(); }
  /// The `def` in `text` as if it stood where `original` does, but for what is local there. Null with an exception pending.
  FunctionObject *redefine(FunctionObject &original, llvm::StringRef text);
  Value callFunction(FunctionObject &function, Arguments &arguments);

  /// `name` as code in `frame` reads it, builtins included; null and no exception when nothing defines it.
  Value lookUp(Frame *frame, llvm::StringRef name);
  /// What `super()` without arguments stands for; null with an exception pending outside methods.
  Value currentSuper();
  /// `eval` and `exec`: the text as code of the caller's scopes, or of those given. None for statements.
  Value runText(llvm::StringRef text, bool isExpression, DictObject *globals, DictObject *locals);
  /// Null for classes that no `class` statement made.
  const syntax::ClassDef *definitionOf(const ClassObject *type) const { return classDefinitions.lookup(type); }
  DictObject *localsAsDict();
  DictObject *globalsAsDict();

  //===-- Expressions.cpp ----------------------------------------------------------------------------------------===//
  Value evaluate(const syntax::Expr *expr) {
    return LLVM_UNLIKELY(replay != nullptr) ? evaluateAgain(expr) : evaluateOnce(expr);
  }
  /// The inside of brackets: slices, and tuples of them.
  Value evaluateIndex(const syntax::Expr *expr);
  /// Elements of a display, with `*x` spread. False: exception pending.
  bool evaluateElements(syntax::Exprs elements, std::vector<Value> &values);
  bool evaluateArguments(llvm::ArrayRef<syntax::Argument> list, Arguments &arguments);
  /// An annotation's value, or null: annotations never fail a program.
  Value evaluateAnnotation(const syntax::Expr *expr);
  //===-- Comprehensions.cpp -------------------------------------------------------------------------------------===//
  Value makeComprehension(const syntax::ComprehensionExpr &expr);
  /// AsyncComprehensions.cpp. Empty: it does not wait.
  std::optional<Value> makeAsyncComprehension(const syntax::ComprehensionExpr &expr);

  //===-- Assignment.cpp -----------------------------------------------------------------------------------------===//
  bool assign(const syntax::Expr *target, Value value);
  bool storeName(const syntax::NameExpr &name, Value value);
  bool storeIdentifier(const syntax::Identifier &name, Value value);
  bool remove(const syntax::Expr *target);

  //===-- Statements.cpp -----------------------------------------------------------------------------------------===//
  Flow execute(syntax::Block block);
  Flow execute(const syntax::Stmt *statement);

  //===-- Handling.cpp -------------------------------------------------------------------------------------------===//
  /// Whether `clause` catches the pending exception; empty with another exception pending.
  std::optional<bool> matches(const syntax::ExceptClause &clause, ExceptionObject *exception);
  /// Runs a handler that matched: binds the name, makes `raise` alone work. `body` runs it.
  Flow handle(const syntax::ExceptClause &clause, ExceptionObject *exception);
  bool beginHandling(const syntax::ExceptClause &clause, ExceptionObject *exception);
  /// The part of `handling.rest` that an `except*` takes, None for nothing; null with an exception pending.
  Value takeOfGroup(const syntax::ExceptClause &clause, GroupHandling &handling);
  /// After the handlers of `except*`: what goes on is pending again.
  Flow endGroup(GroupHandling &handling);
  Flow executeGroup(const syntax::TryStmt &statement, ExceptionObject *exception);
  void endHandling(const syntax::ExceptClause &clause);
  /// Records that the run fails with `message` (a text, or null) unless the scalar `condition` holds.
  bool recordAssert(ArrayObject *condition, Value message);

  /// What follows a statement up to the end of its function: the rest of its block, then that of the block around, ...
  using Tail = llvm::SmallVector<syntax::Block, 4>;

  //===-- the state of the walk ----------------------------------------------------------------------------------===//
  /// Runs code in another frame for its own lifetime.
  class Within {
  public:
    Within(Interpretation &walk, Frame *frame, FunctionObject *function)
        : walk(walk), savedFrame(walk.frame), savedFunction(walk.function),
          savedReplay(std::exchange(walk.replay, nullptr)), savedTail(std::exchange(walk.tail, nullptr)),
          outer(std::exchange(walk.innermost, this)), enteredAt(walk.evaluator.range()) {
      if (!walk.handled.empty())
        savedHandled = walk.handled;
      walk.frame = frame;
      walk.function = function;
    }
    ~Within() {
      walk.frame = savedFrame;
      walk.function = savedFunction;
      if (!walk.handled.empty() || !savedHandled.empty())
        walk.handled = std::move(savedHandled);
      walk.replay = savedReplay;
      walk.tail = savedTail;
      walk.innermost = outer;
    }

  private:
    Interpretation &walk;
    Frame *savedFrame;
    FunctionObject *savedFunction;
    std::vector<ExceptionObject *> savedHandled;
    Replay *savedReplay;
    const Tail *savedTail;
    const Within *outer;
    const Range enteredAt; // what was under way in the saved frame
    friend class Interpretation;
  };
  const Within *innermost = nullptr;

  //===-- Tracebacks.cpp -----------------------------------------------------------------------------------------===//
  /// Notes that `exception` passes the frame under way, where `range` is. Not in the library's own text.
  void notePassage(ExceptionObject &exception, Range range);
  /// The comprehension's frames among those passed get their name: a scope does not tell a list's from a dict's.
  void nameComprehension(const syntax::ComprehensionExpr &expr, Range call);
  /// `sys._getframe(depth)`: the program's frame that is `depth` calls out from the one under way. Null with a
  /// ValueError pending.
  Value frameAt(int64_t depth);
  Frame *newFrame(const syntax::Scope *scope, Frame *parent);
  /// Gives a frame back that nothing captured.
  void releaseFrame(Frame *frame);

  Evaluator &evaluator;
  Frame *frame = nullptr;
  FunctionObject *function = nullptr;
  std::vector<ExceptionObject *> handled; // `except` blocks around, innermost last
  Value result = nullptr;
  /// The number that a function of the program has just returned, where it was made for that and nothing holds it.
  Value freshResult = nullptr;
  Replay *replay = nullptr; // of the generator's statement under way
  const Tail *tail = nullptr; // of the block or the `if` under way; null where a `return` can't become part of a branch (in loops)

private:
  friend class GeneratorIterator;
  friend class ComprehensionIterator;

  void at(const syntax::Node *node) { evaluator.currentRange = node->range; }
  void at(Range range) { evaluator.currentRange = range; }

  /// Whether the name is one of a function's own.
  bool isOwn(const syntax::NameExpr &name) const {
    return frame->locals.holds(name) || (name.binding == syntax::Binding::local && !frame->names);
  }
  /// `storeName`, quick where the name is a function's own. `isFresh`: the value is a number that nothing holds.
  bool store(const syntax::NameExpr &name, Value value, bool isFresh = false) {
    if (LLVM_UNLIKELY(!isOwn(name)))
      return storeName(name, value);
    if (Value old = frame->locals.write(name, value, isFresh))
      evaluator.giveBack(old);
    return true;
  }
  /// `evaluate`, quick where the expression is a variable of the function.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Value evaluateQuickly(const syntax::Expr *expr) {
    if (auto *name = llvm::dyn_cast<syntax::NameExpr>(expr);
        name && frame->locals.holds(*name) && LLVM_LIKELY(!replay && evaluator.phase != EvaluationPhase::testing))
      if (Value value = frame->locals.read(*name))
        return value;
    return evaluate(expr);
  }
  /// A loop's target gets the element that `source` has just given.
  bool takeElement(const syntax::Expr *target, Value element, ElementSource &source) {
    if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target))
      return store(*name, element, source.makesNumbers() && !evaluator.isShared(element));
    if (!assign(target, element))
      return false;
    if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target))
      source.giveBack(element, tuple->elements);
    return true;
  }
  /// An operand of an operator: a variable's number is only looked at, so that it stays the variable's alone
  /// (LocalNames). Small, so that it is handed on in registers.
  struct Operand {
    Value value = nullptr;
    llvm::PointerIntPair<const syntax::NameExpr *, 1, bool> rest;
    Operand() = default;
    Operand(Value value, const syntax::NameExpr *looked = nullptr, bool isSpare = false)
        : value(value), rest(looked, isSpare) {}
    /// Where it was.
    const syntax::NameExpr *looked() const { return rest.getPointer(); }
    /// A number that nothing holds.
    bool isSpare() const { return rest.getInt(); }
  };
  static_assert(std::is_trivially_copyable<Operand>::value);
  /// Variables of the function and literals at once; other operands, and those that are evaluated again, by the walk.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Operand evaluateOperand(const syntax::Expr *expr) {
    if (auto *name = llvm::dyn_cast<syntax::NameExpr>(expr); name && frame->locals.holds(*name) && !replay) {
      Value value = frame->locals.look(*name);
      if (value && (value->kind() == Kind::integer || value->kind() == Kind::floating))
        return {value, name};
    } else if (auto *constant = llvm::dyn_cast<syntax::ConstantExpr>(expr); constant && constant->value && !replay) {
      return {static_cast<Value>(constant->value)};
    }
    return evaluateAnyOperand(expr);
  }
  Operand evaluateAnyOperand(const syntax::Expr *expr);
  /// The second operand, while the first one waits for it.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Operand evaluateAfter(const Operand &first, const syntax::Expr *expr) {
    if (!first.value)
      return {};
    if (!first.looked() || llvm::isa<syntax::NameExpr, syntax::ConstantExpr>(expr))
      return evaluateOperand(expr);
    return evaluateWhileWaits(*first.looked(), expr);
  }
  Operand evaluateWhileWaits(const syntax::NameExpr &first, const syntax::Expr *expr);
  /// The operand's value goes elsewhere.
  void share(const Operand &operand) {
    if (operand.looked())
      frame->locals.share(*operand.looked());
  }
  /// Whether the value of `expr`, which was just evaluated, is a number that nothing holds.
  bool isFresh(const syntax::Expr *expr, Value value) const {
    return value && ((value == evaluator.freshNumber && llvm::isa<syntax::BinaryExpr>(expr)) ||
                     (value == freshResult && llvm::isa<syntax::CallExpr>(expr)));
  }
  void nameValue(Value value, llvm::StringRef name) {
    if (value->kind() == Kind::array || value->kind() == Kind::pointer)
      evaluator.nameValue(value, name);
  }
  /// The truth of a test that is a bool, as most are; empty: ask `isRecorded` and `Evaluator::truth`.
  static std::optional<bool> knownTruth(Value test) {
    if (!test || test->kind() != Kind::boolean)
      return std::nullopt;
    return static_cast<const BoolObject *>(test)->value;
  }

  // Expressions.cpp
  Value evaluateOnce(const syntax::Expr *expr);
  Value evaluateAgain(const syntax::Expr *expr);
  Value evaluateUnguarded(const syntax::Expr *expr);
  Value evaluateRare(const syntax::Expr *expr);
  Value evaluateUnary(const syntax::UnaryExpr &expr);
  Value evaluateConditional(const syntax::ConditionalExpr &expr);
  Value evaluateDisplay(const syntax::Expr *expr);
  Value evaluateBinary(const syntax::BinaryExpr &expr);
  Value evaluateCall(const syntax::CallExpr &expr);
  // Attributes.cpp
  /// How calls and accesses find an attribute again.
  enum Access : uint8_t {
    isReadable = 1, // an instance's own, or else what `getAttribute` says
    isWritable = 2, // an instance's own
    isMethod = 4,   // where the instance has none of the name: the function `found` of its class
    isValue = 8,    // likewise: the value `found`
  };
  uint8_t accessOf(const syntax::AttributeExpr &expr, const InstanceObject &instance);
  Value loadAttribute(const syntax::AttributeExpr &expr, Value object);
  bool storeAttribute(const syntax::AttributeExpr &expr, Value object, Value value);
  FunctionObject *methodOf(const syntax::AttributeExpr &expr, const InstanceObject &instance);
  Value callAttribute(const syntax::CallExpr &expr, const syntax::AttributeExpr &attribute);
  Value callMethod(const syntax::CallExpr &expr, FunctionObject &function, Value self);
  // PlainCalls.cpp
  /// `called(...)`, or `self.called(...)`, whose arguments go to the places of its variables at once. Empty, with
  /// nothing evaluated: it is no such call.
  std::optional<Value> callPlainly(const syntax::CallExpr &expr, FunctionObject &called, Value self);
  bool fillPlaces(const syntax::CallExpr &expr, const FunctionObject &called, LocalNames &places, size_t given);
  // Definitions.cpp
  /// Runs the function in the frame, which has its arguments and is given back. `call`: where it is called.
  Value runFunction(FunctionObject &called, Frame *inner, Range call);
  Value runBody(FunctionObject &called);
  Raised refuseDepth(const FunctionObject &called);
  Value evaluateCompare(const syntax::CompareExpr &expr);
  /// Where there are two operands.
  Value evaluateComparison(const syntax::CompareExpr &expr);
  Value evaluateSubscript(const syntax::SubscriptExpr &expr);
  Value evaluateBool(const syntax::BoolExpr &expr);
  Value evaluateJoinedString(const syntax::JoinedStringExpr &expr);
  Value evaluateDict(const syntax::DictExpr &expr);
  Value evaluateSet(const syntax::SetExpr &expr);
  // Names.cpp
  Value loadName(const syntax::NameExpr &expr);
  /// What a Triton kernel may read of the names around it: constants only as `tl.constexpr`.
  Value admitGlobal(const syntax::NameExpr &expr, Value value);
  /// What a test may read: anything but a placeholder.
  Value admit(Value value);
  Value loadGlobal(const Frame *from, llvm::StringRef name);
  Value loadGlobal(const syntax::NameExpr &expr);
  Value findOwn(const syntax::NameExpr &expr);
  Raised unknownName(llvm::StringRef name);
  Frame *frameHolding(llvm::StringRef name);
  Frame *frameOfClass();
  // Settings.cpp
  /// Puts the options' settings into the tree. False when one was refused.
  bool applySettings();
  // Assignment.cpp
  /// What `Expr::form` says of a tuple or a list.
  enum DisplayForm : uint8_t { isUnknown, ofNames, withoutStar, withStar };
  static DisplayForm formOf(const syntax::Expr &display, syntax::Exprs elements) {
    return display.form ? static_cast<DisplayForm>(display.form) : findForm(display, elements);
  }
  static DisplayForm findForm(const syntax::Expr &display, syntax::Exprs elements);
  bool unpack(syntax::Exprs targets, DisplayForm form, Value value);
  bool unpackAny(syntax::Exprs targets, Value value);
  bool assignElement(const syntax::Expr *target, Value value);
  // AssignmentStatements.cpp
  Flow executeAssign(const syntax::AssignStmt &statement);
  Flow assignAny(const syntax::AssignStmt &statement, Value value);
  Flow executeSwap(const syntax::TupleExpr &targets, const syntax::TupleExpr &values);
  /// Whether `items[i]`, a variable that was looked at, is the only one of its value, and a target takes its place.
  bool moves(const syntax::TupleExpr &targets, llvm::ArrayRef<Operand> items, size_t i) const;
  Flow executeAugAssign(const syntax::AugAssignStmt &statement);
  Flow updateAny(const syntax::AugAssignStmt &statement);
  Flow updateAttribute(const syntax::AugAssignStmt &statement, const syntax::AttributeExpr &attribute);
  /// `name op= value` for a variable that holds a number.
  Flow updateNumber(const syntax::AugAssignStmt &statement, const syntax::NameExpr &name, Value old);
  Flow executeAnnAssign(const syntax::AnnAssignStmt &statement);
  // Statements.cpp
  Flow executeUnguarded(const syntax::Stmt *statement);
  Flow executeBeforeTail(syntax::Block block);
  Flow executeRare(const syntax::Stmt *statement);
  Flow executeReturn(const syntax::ReturnStmt &statement);
  Flow executeFor(const syntax::ForStmt &statement);
  Flow executeWhile(const syntax::WhileStmt &statement);
  /// Takes the first clause that holds.
  Flow executeClauses(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise);
  Flow executeWith(const syntax::WithStmt &statement, size_t item);
  // Handling.cpp
  /// A comparison and what it compared.
  struct Comparison {
    const syntax::CompareExpr *expr = nullptr;
    Value left = nullptr, right = nullptr;
  };
  Flow executeTry(const syntax::TryStmt &statement);
  Flow executeRaise(const syntax::RaiseStmt &statement);
  Flow executeAssert(const syntax::AssertStmt &statement);
  void noteSides(const syntax::Expr *test, const Comparison &compared);
  Flow executeMatch(const syntax::MatchStmt &statement); // in Patterns.cpp
  // Patterns.cpp
  std::optional<bool> match(const syntax::Pattern *pattern, Value subject);
  std::optional<bool> matchSequence(const syntax::SequencePattern &pattern, Value subject);
  std::optional<bool> matchMapping(const syntax::MappingPattern &pattern, Value subject);
  std::optional<bool> matchClass(const syntax::ClassPattern &pattern, Value subject);
  // Definitions.cpp
  bool fillParameters(FunctionObject &made, syntax::Parameters parameters);
  Value makeLambda(const syntax::LambdaExpr &expr);
  Flow executeFunctionDef(const syntax::FunctionDef &statement);
  Flow executeClassDef(const syntax::ClassDef &statement);
  /// `name` as `__qualname__` has it, for what is defined here.
  std::string qualifiedNameOf(llvm::StringRef name) const;
  Value decorate(syntax::Exprs decorators, Value value);
  // Modules.cpp
  struct SourceModule;
  ModuleObject *openModule(llvm::StringRef name, llvm::StringRef fileName, llvm::StringRef text);
  SourceModule *parseText(llvm::StringRef fileName, llvm::StringRef text);
  SourceModule *parseLibraryText(llvm::StringRef module, unsigned number, llvm::StringRef fileName);
  SourceModule *addText(syntax::ParsedModule program, DiagnosticSink &sink, bool isLibrary);
  ModuleObject *enterModule(SourceModule &text, llvm::StringRef name);
  void enterText(SourceModule &text, ModuleObject *module);
  /// Evaluates the next text of a library module, the first one where `loaded` is null, which it then sets. False with
  /// an exception pending.
  bool readLibraryText(llvm::StringRef module, ModuleObject *&loaded);
  /// While tests are collected: what the pending exception's lack makes of `statement`.
  Flow leaveOut(const syntax::Stmt *statement);
  /// Imports the package that the program is a module of. False with an exception pending.
  bool enterPackage(ModuleObject *module);
  /// Whether the pending exception is about something that the library lacks, and nothing around handles it.
  bool isLack() const;
  // Imports.cpp
  Flow bindImport(const syntax::Identifier &target, Value value, const std::string &what);
  Value importedName(Value module, const std::string &from, llvm::StringRef name, Range range);
  std::string moduleOfImport(const syntax::ImportFromStmt &statement);
  Flow executeImport(const syntax::ImportStmt &statement);
  Flow executeImportFrom(const syntax::ImportFromStmt &statement);
  bool importAll(Value module);
  bool importNames(Value module, llvm::ArrayRef<std::string> names);
  // ControlFlow.cpp: statements that the run decides
  bool recordsControlFlow() const;
  /// Whether `value`, a condition, is one that only the run knows, in a trace that records control flow.
  bool isRecorded(Value value) const;
  Value recordConditional(const syntax::ConditionalExpr &expr, Value test);
  /// `x and y`, `x or y` from operand `first` on, whose value is `value`: all are evaluated.
  Value recordBool(const syntax::BoolExpr &expr, size_t first, Value value);
  Flow recordIf(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise, Value test);
  struct Branches;
  /// `rest`: what follows the `if` in the function, where a side may return.
  Flow executeSide(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise, int side, const Tail *rest);
  /// One block after the other, each with those after it as its tail.
  Flow executeTail(const Tail &blocks);
  bool joinObjects(Branches &branches, llvm::StringRef name, Value first, Value second);
  bool joinNames(Branches &branches);
  bool finishIf(Branches &branches, mlir::Value condition);
  Flow recordFor(const syntax::ForStmt &statement, Value start, Value stop, Value step, LoopRangeObject *range);
  Flow recordWhile(const syntax::WhileStmt &statement);
  struct Carried;
  bool openLoop(const syntax::Stmt *statement, syntax::Block body, const syntax::Expr *target, Carried &carried);
  bool rebind(Carried &carried, llvm::ArrayRef<mlir::Value> values);
  bool closeLoop(Carried &carried, llvm::SmallVectorImpl<mlir::Value> &values);
  bool beginAgain(Carried &carried, mlir::Operation *loop);
  Flow recordForOnce(const syntax::ForStmt &statement, llvm::ArrayRef<mlir::Value> bounds, LoopRangeObject *range, Carried &carried);
  Flow recordWhileOnce(const syntax::WhileStmt &statement, Carried &carried);
  Flow closeRecorded(Carried &carried, mlir::Operation *loop, bool done);
  Flow refuseExit(Flow flow, llvm::StringRef loop);

  struct SourceModule {
    syntax::ParsedModule program;
    ModuleObject *object = nullptr;
  };
  syntax::Context context; // of the program's own trees
  std::vector<std::unique_ptr<SourceModule>> modules;
  llvm::StringMap<unsigned> libraryTextsRead; // by the library module
  llvm::DenseMap<const ClassObject *, const syntax::ClassDef *> classDefinitions;
  unsigned guarding = 0; // `try` statements with handlers around
  /// Those statements, innermost last, and where they stand.
  struct Guard {
    const syntax::TryStmt *statement;
    Frame *frame;
    FunctionObject *function;
  };
  std::vector<Guard> guards;
  std::optional<bool> catches(const Guard &guard, ExceptionObject *exception);
  llvm::StringMap<ModuleObject *> sourceModules; // by dotted name
  DictObject *registry = nullptr;                // `sys.modules`, once it was asked for
  Comparison lastComparison; // the last one whose value was its expression's, for what a failed `assert` says
  std::vector<std::unique_ptr<Frame>> frames;
  llvm::SmallVector<Frame *> spareFrames; // of calls that have ended
};

} // namespace tessera::frontend
