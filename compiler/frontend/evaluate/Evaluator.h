// SPDX-License-Identifier: Apache-2.0
// Runs a program's syntax tree the way Python runs it, and gives the library what it needs to record IR while that happens: objects,
// Python's operations on them, exceptions, the insertion point, and where the user's text stands.
//
// Functions that can fail return null, false or an empty optional with an exception pending (see Value.h): `return raise(...)`, and
// `return raise(...), false` where the result is a bool.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"
#include "compiler/frontend/evaluate/Extension.h"
#include "compiler/frontend/evaluate/Library.h"
#include "compiler/frontend/evaluate/LibraryTrees.h"
#include "compiler/frontend/evaluate/Trace.h"
#include "compiler/frontend/Frontend.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::frontend {

/// A pending exception on its way out of the function that raised it.
class Raised {
public:
  explicit Raised(ExceptionObject *exception) : exception(exception) {}
  /// `message` names another place (with `range`) or the way out.
  const Raised &note(std::string message, SourceRange range = {}) const;
  /// The exception is about `range`, not about the call under way.
  const Raised &at(SourceRange range) const;
  /// Null, failure, an empty optional; for `optional<Value>` a null value, since an empty one means "not mine". There is no
  /// conversion to bool, because `optional<bool>` would take it for an answer: write `return raise(...), false`.
  template <typename T, typename = std::enable_if_t<std::is_same_v<T, Value> || std::is_same_v<T, mlir::Value> ||
                                                    std::is_same_v<T, mlir::LogicalResult>>>
  operator T() const {
    if constexpr (std::is_same_v<T, mlir::LogicalResult>)
      return mlir::failure();
    else
      return T();
  }
  template <typename T> operator std::optional<T>() const {
    if constexpr (std::is_same_v<T, Value>)
      return std::optional<Value>(Value(nullptr));
    else
      return std::nullopt;
  }

private:
  ExceptionObject *exception;
};

/// What evaluation is for: a program; the tests of a file, found; one test, run. See Placeholder.h.
enum class EvaluationPhase : uint8_t { program, collecting, testing };

class Evaluator {
public:
  Evaluator(mlir::MLIRContext &context, const EvaluateOptions &options, DiagnosticSink &sink);
  ~Evaluator();
  Evaluator(const Evaluator &) = delete;

  /// Parses and runs `source`. False when something was reported as an error.
  bool run(llvm::StringRef fileName, llvm::StringRef source);
  mlir::OwningOpRef<mlir::ModuleOp> takeModule();

  //===-- making values ----------------------------------------------------------------------------------------===//
  template <typename T, typename... A> T *make(A &&...arguments) {
    T *object = new (allocate(sizeof(T))) T(std::forward<A>(arguments)...);
    // What holds nothing need not be destroyed.
    if constexpr (!llvm::is_one_of<T, FloatObject, BoundMethodObject, BuiltinObject, SliceObject, RangeObject>::value)
      own(object);
    return object;
  }
  Value none() const { return noneObject; }
  Value ellipsis() const { return ellipsisObject; }
  Value notImplemented() const { return notImplementedObject; }
  Value boolean(bool value) const { return value ? trueObject : falseObject; }
  Value integer(int64_t value);
  Value integer(Integer value);
  Value floating(double value);
  StrObject *string(llvm::StringRef value) { return make<StrObject>(value.str()); }
  TupleObject *tuple(std::vector<Value> items) { return make<TupleObject>(std::move(items)); }
  TupleObject *tupleOfInts(llvm::ArrayRef<int64_t> items);
  ListObject *list(std::vector<Value> items) { return make<ListObject>(std::move(items)); }
  DictObject *dict() { return make<DictObject>(); }
  /// An iterator over values that are already there.
  Value iteratorOver(std::vector<Value> items);
  /// An iterator that calls `next` (see IteratorObject::next).
  Value iteratorFrom(std::function<std::optional<Value>(Evaluator &)> next);

  //===-- exceptions -------------------------------------------------------------------------------------------===//
  /// Raises the Python exception that belongs to `id` (`typeError`: TypeError, ...), at the expression being evaluated.
  Raised raise(DiagnosticId id, std::string message);
  /// The same, at an argument or another part of the user's text.
  Raised raise(DiagnosticId id, std::string message, Range range);
  /// Makes an exception object pending.
  Raised raise(ExceptionObject *exception);
  bool hasPending() const { return pending != nullptr; }
  ExceptionObject *pendingException() const { return pending; }
  void clearPending() { pending = nullptr; }
  /// Takes one step of the limit, and checks the stack; false with an exception pending when a limit is hit.
  bool step();
  /// The same, for the walk itself.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool stepInline() {
    auto *here = static_cast<const char *>(__builtin_frame_address(0));
    bool fits = ++steps <= evaluateOptions.stepLimit && memory <= evaluateOptions.memoryLimit && here >= stackEnd &&
                nesting <= evaluateOptions.nestingLimit;
    return LLVM_LIKELY(fits) || refuseStep();
  }
  /// Takes one step for what opens no expression, statement or call inside itself.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool count() {
    return LLVM_LIKELY(++steps <= evaluateOptions.stepLimit && memory <= evaluateOptions.memoryLimit) || refuseStep();
  }
  /// `not-supported`, naming `what`.
  Raised notSupported(const std::string &what);

  //===-- Python's operations ----------------------------------------------------------------------------------===//
  Value call(Value callee, llvm::ArrayRef<Value> positional, llvm::ArrayRef<Keyword> keywords = {});
  Value call(Value callee, Arguments &arguments);
  Value getAttribute(Value object, llvm::StringRef name);
  bool setAttribute(Value object, llvm::StringRef name, Value value);
  bool hasAttribute(Value object, llvm::StringRef name); // swallows the exception
  Value getItem(Value object, Value key);
  bool setItem(Value object, Value key, Value value);
  Value binary(BinaryOp op, Value left, Value right, bool inPlace = false);
  Value unary(UnaryOp op, Value operand); // `not` too
  /// The value of a comparison, `is` and `in` among them: a bool, or an array.
  Value compare(CompareOp op, Value left, Value right);
  std::optional<bool> equal(Value left, Value right);
  std::optional<bool> truth(Value value);
  std::optional<int64_t> length(Value value);
  Value iterate(Value iterable);
  /// All elements; bounded by the size limit.
  std::optional<std::vector<Value>> toVector(Value iterable);
  std::optional<std::string> str(Value value);
  std::optional<std::string> repr(Value value);
  Value format(Value value, char conversion, llvm::StringRef spec); // a StrObject or a TextObject
  bool isInstance(Value value, const ClassObject *type) { return value->type(*this)->isSubclassOf(type); }
  std::optional<bool> isInstance(Value value, Value typeOrTuple);
  bool isCallable(Value value);
  /// Texts one after the other: a StrObject, or a TextObject when a part is one.
  Value concatenate(llvm::ArrayRef<Value> texts);
  /// The printed text goes into `@main`, wherever tracing stands.
  bool print(Value text);
  bool writeFile(Value text, llvm::StringRef path);

  //===-- values of host arrays, now (HostValues.cpp) ----------------------------------------------------------------===//
  // What was recorded so far runs, and a `tile.guard` in `@main` says what the program goes on with. All fail inside traces.
  /// The elements of `array`, with its dtype.
  std::optional<numerics::Array> force(ArrayObject *array);
  /// The only element of `array` as a bool, an int or a float.
  Value forceItem(ArrayObject *array);
  /// The string; what it is made of is guarded.
  StrObject *force(TextObject *text);
  /// Element `index` as a bool, an int or a float.
  Value number(const numerics::Array &array, int64_t index);
  /// To be called after an assert or a comparison was recorded in `@main`: where the program would catch its failure it runs at
  /// once. False with AssertionError pending, and the operation gone, when it does not hold.
  bool settleCheck(mlir::Operation *check);
  /// While one lives, a failing check can be caught: inside `try`, `pytest.raises`.
  class CatchScope {
  public:
    explicit CatchScope(Evaluator &evaluator) : evaluator(evaluator) { ++evaluator.catching; }
    ~CatchScope() { --evaluator.catching; }
    CatchScope(const CatchScope &) = delete;

  private:
    Evaluator &evaluator;
  };
  bool isCatching() const { return catching != 0; }

  //===-- reading arguments, with an error that names `what` ---------------------------------------------------------===//
  /// An int or bool that fits 64 bits.
  std::optional<int64_t> toInt(Value value, llvm::StringRef what);
  std::optional<double> toDouble(Value value, llvm::StringRef what);
  std::optional<std::string> toString(Value value, llvm::StringRef what);
  /// An int, or a tuple or list of ints.
  std::optional<std::vector<int64_t>> toShape(Value value, llvm::StringRef what);
  std::optional<std::vector<int64_t>> toInts(Value value, llvm::StringRef what);

  //===-- classes and the library ------------------------------------------------------------------------------------===//
  /// The class of a name in `builtins`, for example `int`, `ValueError`.
  ClassObject *builtinClass(llvm::StringRef name);
  /// The class of an entry of kind `type`; made when first asked for. The entry must exist.
  ClassObject *libraryClass(llvm::StringRef module, llvm::StringRef name);
  /// A name of a module or a class's method or property, bound to `self`. Empty when the table has none.
  std::optional<Value> libraryMember(llvm::StringRef module, llvm::StringRef name, Value self = nullptr);
  /// A name of a module's Python text (library/*/*.py), private ones too: programs can't reach those. Empty when the text has none.
  std::optional<Value> textMember(llvm::StringRef module, llvm::StringRef name);
  /// The module that `import dottedName` means: a ModuleObject, or whatever the program put in its place in `sys.modules`.
  Value importModule(llvm::StringRef dottedName, Range range);
  /// Whether `value`, read from the library, only stands for something that is not supported (see Probes.cpp).
  bool isUnsupported(Value value);
  /// The class of the language that objects of a kind have.
  ClassObject *&classOfKind(Kind kind) { return kindClasses[static_cast<size_t>(kind)]; }
  /// A class of the library got an attribute from the program: attributes of its instances are looked for there first.
  bool hasPatchedClasses = false;
  /// A function value for a C++ closure: see WrapperObject.
  Value function(std::string name, WrapperObject::Handler handler, Value wrapped = nullptr) {
    return make<WrapperObject>(std::move(name), std::move(handler), wrapped);
  }
  /// The parameters of a callable as `inspect.signature` would list them; empty with an exception pending when it has none.
  std::optional<std::vector<ParameterInfo>> parametersOf(Value callable);
  /// Binds `arguments` to `parameters` with Python's messages, which call the function `name`. Absent arguments get their defaults,
  /// `*args` a tuple, `**kwargs` a dict.
  bool bind(llvm::StringRef name, const std::vector<ParameterInfo> &parameters, Arguments &arguments,
            llvm::SmallVectorImpl<Value> &values, llvm::SmallVectorImpl<bool> *passed = nullptr,
            llvm::SmallVectorImpl<Range> *ranges = nullptr, Range definition = {});

  //===-- recording ----------------------------------------------------------------------------------------------------===//
  mlir::MLIRContext *context() { return &mlirContext; }
  mlir::ModuleOp module() { return moduleOp.get(); }
  mlir::func::FuncOp mainFunction() { return mainOp; }
  /// At the insertion point of the trace under way; the location is the caller's business: use `location()`.
  mlir::OpBuilder &builder() { return opBuilder; }
  /// The end of `@main`.
  mlir::OpBuilder hostBuilder();
  Trace &trace() { return *currentTrace; }
  /// The expression that the program is evaluating.
  Range range() const { return currentRange; }
  SourceRange where(Range range) const; // in Modules.cpp
  SourceRange where() const { return where(currentRange); }
  mlir::Location location() { return location(currentRange); }
  /// What the library's own Python text records is placed at the program's call of it.
  mlir::Location location(Range range);
  bool isLibraryText(Range range) const {
    uint32_t line = range.begin.line;
    if (line < knownLines.first || line >= knownLines.past)
      findLines(line);
    return knownLines.isLibrary && range.isValid();
  }
  /// A symbol that the module does not have yet: `base`, `base_1`, ...
  std::string uniqueSymbol(llvm::StringRef base);
  /// Gives the operation that defines `value`'s array the user's name for it, where it has none yet.
  void nameValue(Value value, llvm::StringRef name);

  const EvaluateOptions &options() const { return evaluateOptions; }
  DiagnosticSink &sink() { return diagnosticSink; }
  /// The program's text.
  const syntax::SourceText &sourceText() const { return *sources.front().text; }
  /// The text that `range` stands in: the program's, or that of a module imported as source.
  const syntax::SourceText &sourceText(Range range) const { return *sourceAt(range.begin.line).text; }
  EvaluationPhase phase = EvaluationPhase::program;
  /// Things that live as long as the evaluator and belong to one library part; made when first asked for.
  template <typename T> T &state() {
    std::shared_ptr<void> &slot = states[&stateTag<T>];
    if (!slot)
      slot = std::make_shared<T>();
    return *static_cast<T *>(slot.get());
  }

private:
  friend class Interpretation; // Statements.cpp, Expressions.cpp: the walk over the tree
  friend class TraceScope;
  friend class Signatures;
  friend class TestFile; // compiler/frontend/TestFile.cpp: a case is evaluated behind what the file recorded
  template <typename T> static inline char stateTag = 0;

  /// The stack grows from here, downwards.
  void beginStack(const void *here) {
    stackBase = static_cast<const char *>(here);
    auto base = reinterpret_cast<uintptr_t>(here);
    stackEnd = reinterpret_cast<const char *>(base - std::min<uintptr_t>(base, evaluateOptions.stackBytes));
  }

  friend Value operateOnNumbers(Evaluator &evaluator, BinaryOp op, Value left, Value right, void *cell);

  void *allocate(size_t bytes);
  void *allocateChunk(size_t bytes);
  void own(Object *object);
  bool refuseStep();
  /// Memory for an int or a float; `giveBack` takes that of one that nothing holds any more.
  void *numberCell();
  void giveBack(void *cell) {
    *static_cast<void **>(cell) = spareCell;
    spareCell = cell;
  }
  /// Whether the number is one of those that all equal ones share.
  bool isShared(Value value) const {
    auto *integer = llvm::dyn_cast<IntObject>(value);
    return integer && integer->value.low() >= -16 && integer->value.low() <= 256;
  }
  Value makeInteger(int64_t value, void *cell);
  Value makeFloating(double value, void *cell);
  Value formatContainer(Value container);
  void reportUncaught(ExceptionObject *exception);
  bool canForce(mlir::Value value, llvm::StringRef what);
  Raised raiseReported(DiagnosticSink &reported);
  void guard(mlir::Value value, const numerics::Array &expected);

  mlir::MLIRContext &mlirContext;
  EvaluateOptions evaluateOptions;
  TreesInRun libraryTrees; // before all that holds names
  DiagnosticSink &diagnosticSink;
  mlir::OwningOpRef<mlir::ModuleOp> moduleOp;
  mlir::func::FuncOp mainOp;
  mlir::OpBuilder opBuilder;
  Trace hostTrace;
  Trace *currentTrace;
  Range currentRange;
  Range currentLoop; // the head of the innermost Python loop under way
  Range libraryCall; // the program's innermost call that led into the library's own Python text, while that runs
  /// Ranges know no file: the lines of each text have numbers of their own.
  struct Source {
    std::shared_ptr<const syntax::SourceText> text;
    bool isLibrary = false; // a part of the library that is written in Python: its places mean nothing to a program
  };
  const Source &sourceAt(uint32_t line) const;
  void findLines(uint32_t line) const;
  void addSource(Source source);
  std::vector<Source> sources; // one at least, the program's first; in the order of their lines
  uint32_t linesGiven = 0;     // to the program's texts
  ExceptionObject *pending = nullptr;

  char *arenaNext = nullptr, *arenaEnd = nullptr;
  llvm::SmallVector<void *, 4> chunks; // of the arena
  size_t chunkSize = 0;                // of the last one
  void *spareCell = nullptr;           // the first of a list
  /// The last number that `operateOnNumbers` made for an operator of the walk: nothing holds it yet. Null where that
  /// made none.
  Value freshNumber = nullptr;
  class Signatures *signatures = nullptr; // in `states`, once one was read
  std::vector<Object *> objects;          // to be destroyed
  Value noneObject, ellipsisObject, notImplementedObject, trueObject, falseObject;
  std::vector<Value> smallIntegers;
  llvm::StringMap<ClassObject *> classes; // by qualified name
  llvm::StringMap<ModuleObject *> modules;
  llvm::DenseMap<const LibraryEntry *, Value> members;
  std::map<const void *, std::shared_ptr<void>> states;

  llvm::DenseMap<mlir::Value, numerics::Array> forced; // guarded values; only small arrays are kept, others are asked for again
  llvm::SetVector<mlir::Operation *> detachedTexts; // texts that became part of another one; erased at the end if still unused
  uint64_t steps = 0;
  size_t memory = 0;             // bytes of objects
  unsigned callDepth = 0;        // of the user's functions
  unsigned catching = 0;         // `try` statements and the like around
  unsigned nesting = 0;          // of expressions and statements inside each other
  const char *stackBase = nullptr;
  std::unique_ptr<class Interpretation> interpretation;
  ClassObject *kindClasses[static_cast<size_t>(Kind::extension) + 1] = {};
  const char *stackEnd = nullptr;
  /// The lines of the text that was asked for last. Those of the last text are known up to its end only.
  mutable struct {
    uint32_t first = 1, past = 0;
    bool isLibrary = false;
  } knownLines;
};

} // namespace tessera::frontend
