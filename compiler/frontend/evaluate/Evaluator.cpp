// SPDX-License-Identifier: Apache-2.0
// The evaluator's own state: the arena of objects, limits, where recording happens, and the way from a whole program to a module. The
// walk over the tree is in Interpretation; Python's operations on objects are in Operations.cpp.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/AfterProgram.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace tessera;
using namespace tessera::frontend;

Evaluator::Evaluator(mlir::MLIRContext &context, const EvaluateOptions &options, DiagnosticSink &sink)
    : mlirContext(context), evaluateOptions(options), libraryTrees(options.libraryTrees), diagnosticSink(sink),
      opBuilder(&context), hostTrace(TraceKind::host, nullptr), currentTrace(&hostTrace) {
  beginStack(__builtin_frame_address(0));
  context.loadDialect<tile::TileDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect, mlir::math::MathDialect,
                      mlir::scf::SCFDialect>();
  sources.push_back({std::make_shared<const syntax::SourceText>("", "")});
  noneObject = make<SingletonObject>(Kind::none);
  ellipsisObject = make<SingletonObject>(Kind::ellipsis);
  notImplementedObject = make<SingletonObject>(Kind::notImplemented);
  trueObject = make<BoolObject>(true);
  falseObject = make<BoolObject>(false);
  for (int64_t i = -16; i <= 256; ++i)
    smallIntegers.push_back(make<IntObject>(Integer(i)));

  mlir::Location unknown = mlir::UnknownLoc::get(&context);
  moduleOp = mlir::ModuleOp::create(unknown);
  opBuilder.setInsertionPointToEnd(moduleOp->getBody());
  mainOp = mlir::func::FuncOp::create(opBuilder, unknown, "main", opBuilder.getFunctionType({}, {}));
  opBuilder.setInsertionPointToEnd(mainOp.addEntryBlock());
  interpretation = std::make_unique<Interpretation>(*this);
}

Evaluator::~Evaluator() {
  for (Object *object : llvm::reverse(objects))
    object->~Object();
  for (void *chunk : chunks)
    std::free(chunk);
}

void *Evaluator::allocate(size_t bytes) {
  memory += bytes;
  bytes = llvm::alignTo(bytes, alignof(std::max_align_t));
  if (static_cast<size_t>(arenaEnd - arenaNext) < bytes)
    return allocateChunk(bytes);
  return std::exchange(arenaNext, arenaNext + bytes);
}

/// Chunks grow up to what the system can back with huge pages, whose first use is much cheaper than that of small ones.
void *Evaluator::allocateChunk(size_t bytes) {
  constexpr size_t first = size_t(64) << 10, huge = size_t(2) << 20, most = size_t(4) << 20;
  chunkSize = chunkSize ? std::min(chunkSize * 2, most) : first;
  size_t size = std::max(bytes, chunkSize);
#ifdef __linux__
  if (size >= huge)
    size = llvm::alignTo(size, huge);
  void *chunk = size < huge ? std::malloc(size) : std::aligned_alloc(huge, size);
  if (chunk && size >= huge)
    madvise(chunk, size, MADV_HUGEPAGE);
#else
  void *chunk = std::malloc(size);
#endif
  if (!chunk)
    llvm::report_bad_alloc_error("objects of the program");
  chunks.push_back(chunk);
  arenaNext = static_cast<char *>(chunk) + bytes;
  arenaEnd = static_cast<char *>(chunk) + size;
  return chunk;
}

void Evaluator::own(Object *object) { objects.push_back(object); }

bool Evaluator::run(llvm::StringRef fileName, llvm::StringRef text) {
  beginStack(__builtin_frame_address(0));
  size_t before = diagnosticSink.errorCount();
  interpretation->runProgram(fileName, text);
  if (const auto &after = state<AfterProgram>().run; after && !pending && diagnosticSink.errorCount() == before)
    after(*this);
  if (pending)
    reportUncaught(pending);
  pending = nullptr;
  for (mlir::Operation *text : llvm::reverse(detachedTexts))
    if (text->use_empty())
      text->erase();
  detachedTexts.clear();
  if (diagnosticSink.errorCount() != before)
    return false;
  SourceRange start{fileName.str(), {1, 1}, {1, 1}};
  moduleOp->getOperation()->setLoc(toLocation(&mlirContext, start));
  mainOp->setLoc(toLocation(&mlirContext, start));
  mlir::OpBuilder builder = hostBuilder();
  mlir::func::ReturnOp::create(builder, mainOp.getLoc());
  return true;
}

mlir::OwningOpRef<mlir::ModuleOp> Evaluator::takeModule() { return std::move(moduleOp); }

void Evaluator::reportUncaught(ExceptionObject *exception) {
  clearPending();
  // Triton puts an error into another one for each call on the way to it; the error itself says most.
  while (llvm::StringRef(exception->instanceType->module) == "triton.compiler.errors" && llvm::isa_and_nonnull<ExceptionObject>(exception->cause))
    exception = llvm::cast<ExceptionObject>(exception->cause);
  std::string text = exception->str(*this).value_or("");
  clearPending();
  std::string message = text;
  if (exception->id == DiagnosticId::raised || exception->instanceType->isUser)
    message = "`" + exception->instanceType->name + "` is raised and nothing catches it" + (text.empty() ? "" : ": " + text);
  else if (exception->id == DiagnosticId::keyError)
    message = "no such key: " + text;
  Diagnostic diagnostic(exception->id, exception->range, message);
  llvm::append_range(diagnostic.notes, exception->stack);
  llvm::append_range(diagnostic.notes, exception->notes);
  diagnostic.fix = exception->fix;
  diagnosticSink.add(std::move(diagnostic));
}

//===-- limits -------------------------------------------------------------------------------------------------===//

bool Evaluator::step() { return stepInline(); }

/// Says which limit a step that was counted has hit.
bool Evaluator::refuseStep() {
  if (steps > evaluateOptions.stepLimit) {
    raise(DiagnosticId::stepLimit, "the program takes more than " + std::to_string(evaluateOptions.stepLimit) +
                                       " steps to evaluate, which is the limit",
          currentLoop.isValid() ? currentLoop : currentRange)
        .note("Python loops run while compiling; a loop of the kernel (`lax.fori_loop`, Triton's `range`) takes no steps");
    pending->fatal = true;
    return false;
  }
  if (memory > evaluateOptions.memoryLimit) {
    raise(DiagnosticId::memoryLimit, "the program makes more than " + std::to_string(evaluateOptions.memoryLimit >> 20) +
                                         " MiB of Python objects while compiling, which is the limit");
    pending->fatal = true;
    return false;
  }
  auto *here = static_cast<const char *>(__builtin_frame_address(0));
  size_t used = here < stackBase ? static_cast<size_t>(stackBase - here) : static_cast<size_t>(here - stackBase);
  if (used <= evaluateOptions.stackBytes && nesting <= evaluateOptions.nestingLimit)
    return true;
  raise(DiagnosticId::recursionLimit, "expressions and calls nest too deeply to be evaluated").note(
      "calls are " + std::to_string(callDepth) + " deep here; a loop instead of recursion needs no depth");
  return false;
}

//===-- making values ------------------------------------------------------------------------------------------===//

void *Evaluator::numberCell() {
  static_assert(sizeof(IntObject) <= 32 && sizeof(FloatObject) <= 32);
  return spareCell ? std::exchange(spareCell, *static_cast<void **>(spareCell)) : allocate(32);
}

/// Numbers of 64 bits hold nothing that has to be destroyed.
Value Evaluator::makeInteger(int64_t value, void *cell) {
  if (value < -16 || value > 256)
    return new (cell ? cell : numberCell()) IntObject(Integer(value));
  if (cell)
    giveBack(cell);
  return smallIntegers[static_cast<size_t>(value + 16)];
}

Value Evaluator::makeFloating(double value, void *cell) { return new (cell ? cell : numberCell()) FloatObject(value); }
Value Evaluator::integer(int64_t value) { return makeInteger(value, nullptr); }
Value Evaluator::floating(double value) { return makeFloating(value, nullptr); }

Value Evaluator::integer(Integer value) {
  if (std::optional<int64_t> small = value.asInt64())
    return integer(*small);
  memory += value.value().getBitWidth() / 8;
  return make<IntObject>(std::move(value));
}

TupleObject *Evaluator::tupleOfInts(llvm::ArrayRef<int64_t> items) {
  std::vector<Value> values;
  for (int64_t item : items)
    values.push_back(integer(item));
  return tuple(std::move(values));
}

namespace {
class ClosureIterator : public IteratorObject {
public:
  explicit ClosureIterator(std::function<std::optional<Value>(Evaluator &)> step) : stepOnce(std::move(step)) {}
  std::optional<Value> next(Evaluator &evaluator) override {
    if (!evaluator.step())
      return Value(nullptr);
    return stepOnce(evaluator);
  }

private:
  std::function<std::optional<Value>(Evaluator &)> stepOnce;
};
} // namespace

Value Evaluator::iteratorFrom(std::function<std::optional<Value>(Evaluator &)> next) {
  return make<ClosureIterator>(std::move(next));
}

Value Evaluator::iteratorOver(std::vector<Value> items) {
  return list(std::move(items))->iterate(*this);
}

//===-- recording ----------------------------------------------------------------------------------------------===//

mlir::OpBuilder Evaluator::hostBuilder() {
  mlir::OpBuilder builder(&mlirContext);
  builder.setInsertionPointToEnd(&mainOp.getBody().front());
  return builder;
}

mlir::Location Evaluator::location(Range range) {
  return toLocation(&mlirContext, where(libraryCall.isValid() && isLibraryText(range) ? libraryCall : range));
}

std::string Evaluator::uniqueSymbol(llvm::StringRef base) {
  std::string name;
  for (char c : base)
    name += llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' ? c : '_';
  if (name.empty() || llvm::isDigit(name[0]))
    name = "_" + name;
  std::string candidate = name;
  for (unsigned i = 1; moduleOp->lookupSymbol(candidate); ++i)
    candidate = name + "_" + std::to_string(i);
  return candidate;
}

void Evaluator::nameValue(Value value, llvm::StringRef name) {
  if (isLibraryText(currentRange)) // the program knows no variable of the library's
    return;
  mlir::Operation *operation = nullptr;
  if (auto *array = llvm::dyn_cast<ArrayObject>(value))
    operation = array->value.getDefiningOp();
  else if (auto *pointer = llvm::dyn_cast<PointerObject>(value))
    operation = pointer->offset ? pointer->offset.getDefiningOp() : nullptr;
  if (operation && operation->getNumResults() == 1 && !llvm::isa<mlir::NameLoc>(operation->getLoc()))
    operation->setLoc(mlir::NameLoc::get(mlir::StringAttr::get(&mlirContext, name), operation->getLoc()));
}

TraceScope::TraceScope(Evaluator &evaluator, Trace &trace, mlir::Block *block)
    : evaluator(evaluator), saved(evaluator.currentTrace), point(evaluator.opBuilder.saveInsertionPoint()) {
  trace.parent = saved;
  evaluator.currentTrace = &trace;
  evaluator.opBuilder.setInsertionPointToEnd(block);
}

TraceScope::~TraceScope() {
  evaluator.currentTrace = saved;
  evaluator.opBuilder.restoreInsertionPoint(point);
}

Trace::~Trace() = default;
TraceStrategy::~TraceStrategy() = default;
mlir::Value TraceStrategy::condition(Evaluator &evaluator, Value) { return evaluator.notSupported("control flow on traced values here"); }
Value TraceStrategy::carry(Evaluator &, Value value, Value) { return value; }
std::optional<Value> TraceStrategy::extreme(Evaluator &, bool, llvm::ArrayRef<Value>) { return std::nullopt; }
std::optional<Value> TraceStrategy::print(Evaluator &, llvm::ArrayRef<Value>) { return std::nullopt; }
std::optional<Value> TraceStrategy::check(Evaluator &, Value, Value) { return std::nullopt; }
std::optional<Value> TraceStrategy::attribute(Evaluator &, Value, llvm::StringRef) { return std::nullopt; }
