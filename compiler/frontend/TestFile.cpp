// SPDX-License-Identifier: Apache-2.0
// How a case becomes a program. The evaluator records into one function for the whole file. After a case its operations, which stand
// last, are cloned into a fresh `@main`, with those earlier ones that they use, directly or not. Nothing is erased while the evaluator
// lives: a cache or a list of the file may hold an array that an earlier case made.
#include "compiler/frontend/TestFile.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/testing/RunCase.h"
#include "compiler/frontend/library/testing/Scopes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace tessera;
using namespace tessera::frontend;
using testing::Case;
using testing::CaseOutcome;

TestFile::TestFile(mlir::MLIRContext &context, std::string fileName, std::string source, EvaluateOptions options)
    : context(context), fileName(std::move(fileName)), source(std::move(source)), options(std::move(options)) {}
TestFile::~TestFile() = default;

size_t TestFile::size() const { return cases.size(); }
llvm::StringRef TestFile::id(size_t index) const { return cases[index].id; }
SourceRange TestFile::range(size_t index) const { return cases[index].range; }

//===-- the file -----------------------------------------------------------------------------------------------===//

std::unique_ptr<TestFile> TestFile::load(mlir::MLIRContext &context, llvm::StringRef fileName, llvm::StringRef source,
                                         const EvaluateOptions &options, DiagnosticSink &sink) {
  std::unique_ptr<TestFile> file(new TestFile(context, fileName.str(), source.str(), options));
  bool done = file->evaluateFile();
  for (Diagnostic &diagnostic : file->sink.takeSorted())
    sink.add(std::move(diagnostic));
  return done ? std::move(file) : nullptr;
}

bool TestFile::evaluateFile() {
  runnable = nullptr;
  recorded = 0;
  sharedChecks.clear();
  verified.clear();
  cases.clear();
  if (options.hostValues)
    options.hostValues->forget();
  evaluator.reset(); // it has the library's trees
  evaluator = std::make_unique<Evaluator>(context, options, sink);
  evaluator->phase = EvaluationPhase::collecting;
  evaluator->beginStack(__builtin_frame_address(0));
  Interpretation &walk = Interpretation::of(*evaluator);
  const std::string &package = options.imports.package;
  std::string name = (package.empty() ? "" : package + ".") + llvm::sys::path::stem(fileName).str();
  ModuleObject *module = walk.runTestModule(name, fileName, source);
  evaluator->mainOp.setSymName("file.main"); // no symbol of a program has a dot in such a place
  if (module) {
    auto &modules = evaluator->state<testing::TestModules>();
    modules.file = module;
    if (ModuleObject *conftest = walk.findModule(walk.besideProgram("conftest")))
      modules.conftests = {conftest};
    cases = testing::collectCases(*evaluator, module);
  }
  if (ExceptionObject *exception = evaluator->pendingException())
    evaluator->reportUncaught(exception);
  evaluator->clearPending();
  needsReload = false;
  return module && !sink.hasErrors();
}

bool TestFile::isFull() const {
  constexpr size_t mostSymbols = 160, mostOperations = 20'000, mostBytes = size_t(256) << 20;
  return needsReload || recorded > mostOperations || evaluator->memory > mostBytes || llvm::hasNItemsOrMore(evaluator->moduleOp->getBody()->getOperations(), mostSymbols);
}

//===-- slices -------------------------------------------------------------------------------------------------===//

/// `roots` and the operations of `file` that they use, in order.
static std::vector<mlir::Operation *> withOperands(mlir::Block &file, llvm::ArrayRef<mlir::Operation *> roots) {
  llvm::DenseSet<mlir::Operation *> needed(roots.begin(), roots.end());
  std::vector<mlir::Operation *> work(roots.begin(), roots.end());
  while (!work.empty()) {
    mlir::Operation *operation = work.back();
    work.pop_back();
    operation->walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (mlir::Operation *definition = operand.getDefiningOp())
          if (definition->getBlock() == &file && needed.insert(definition).second)
            work.push_back(definition);
    });
  }
  std::vector<mlir::Operation *> ordered(needed.begin(), needed.end());
  llvm::sort(ordered, [](mlir::Operation *a, mlir::Operation *b) { return a->isBeforeInBlock(b); });
  return ordered;
}

mlir::ModuleOp TestFile::prelude() {
  mlir::Block &file = evaluator->mainOp.getBody().front();
  std::vector<mlir::Operation *> roots;
  for (mlir::Operation &operation : file)
    if (llvm::isa<tile::AssertOp, tile::CheckCloseOp, tile::PrintOp>(operation))
      roots.push_back(&operation);
  if (roots.empty())
    return {};
  endCase();
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(evaluator->moduleOp->getBody());
  auto function = mlir::func::FuncOp::create(builder, evaluator->mainOp.getLoc(), "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  mlir::IRMapping clones;
  for (mlir::Operation &operation : file)
    builder.clone(operation, clones);
  mlir::func::ReturnOp::create(builder, function.getLoc());
  removeMarkers(function);
  runnable = function;
  return evaluator->moduleOp.get();
}

void TestFile::closeCase() {
  mlir::Block &file = evaluator->mainOp.getBody().front();
  std::vector<mlir::Operation *> own = std::exchange(sharedChecks, {});
  for (auto position = lastBefore ? std::next(lastBefore->getIterator()) : file.begin(); position != file.end(); ++position)
    own.push_back(&*position);
  recorded += own.size();
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(evaluator->moduleOp->getBody());
  auto function = mlir::func::FuncOp::create(builder, evaluator->mainOp.getLoc(), "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  mlir::IRMapping clones;
  for (mlir::Operation *operation : withOperands(file, own))
    builder.clone(*operation, clones);
  mlir::func::ReturnOp::create(builder, function.getLoc());
  removeMarkers(function);
  runnable = function;
}

mlir::Operation *TestFile::findInvalid() {
  for (mlir::Operation &operation : *evaluator->moduleOp->getBody())
    if (&operation != evaluator->mainOp && (&operation == runnable || verified.insert(&operation).second) && mlir::failed(mlir::verify(&operation)))
      return &operation;
  return nullptr;
}

//===-- cases --------------------------------------------------------------------------------------------------===//

void TestFile::endCase() {
  if (runnable)
    runnable->erase();
  runnable = nullptr;
}

void TestFile::beginCase() {
  evaluator->phase = EvaluationPhase::testing;
  evaluator->steps = 0;
  evaluator->catching = 0; // a block that a limit ended
  evaluator->beginStack(__builtin_frame_address(0));
  evaluator->clearPending();
  evaluator->opBuilder.setInsertionPointToEnd(&evaluator->mainOp.getBody().front());
}

/// What set-up shared by several cases asserts about arrays is checked by the first case that runs.
void TestFile::keepSharedChecks(mlir::Operation *after) {
  mlir::Block &file = evaluator->mainOp.getBody().front();
  for (auto position = after ? std::next(after->getIterator()) : file.begin(); position != file.end(); ++position)
    if (llvm::isa<tile::AssertOp, tile::CheckCloseOp>(*position))
      sharedChecks.push_back(&*position);
}

mlir::Operation *TestFile::lastRecorded() {
  mlir::Block &file = evaluator->mainOp.getBody().front();
  return file.empty() ? nullptr : &file.back();
}

void TestFile::tell(ExceptionObject *exception, const Case &test) {
  SourceRange header = evaluator->where(test.header);
  llvm::erase_if(exception->stack, [&](const DiagnosticNote &note) { return note.range.begin == header.begin && note.range.file == header.file; });
  if (!exception->range.isValid())
    exception->range = test.range;
  evaluator->reportUncaught(exception);
}

/// The recorded case as a program that can run.
void TestFile::makeRunnable(EvaluatedCase &result, const Case &test) {
  closeCase();
  result.module = evaluator->moduleOp.get();
  if (findInvalid()) {
    result.state = EvaluatedCase::State::failed;
    result.diagnostics.emplace_back(DiagnosticId::internalError, test.range, "the front end recorded a case that does not verify");
  }
}

EvaluatedCase TestFile::leaveScopes(std::optional<size_t> next) {
  EvaluatedCase result;
  result.state = EvaluatedCase::State::skipped;
  if (cases.empty() || lastCase >= cases.size() || (next && *next >= cases.size()))
    return result;
  endCase();
  DiagnosticSink ignored = std::exchange(sink, DiagnosticSink());
  beginCase();
  lastBefore = lastRecorded();
  std::vector<ExceptionObject *> failures;
  bool any = testing::leaveScopes(*evaluator, next ? &cases[*next] : nullptr, failures);
  evaluator->clearPending();
  for (ExceptionObject *failure : failures)
    tell(failure, cases[lastCase]);
  evaluator->detachedTexts.clear();
  result.diagnostics = sink.takeSorted();
  if (!any)
    return result;
  result.state = failures.empty() ? EvaluatedCase::State::ready : EvaluatedCase::State::failed;
  if (failures.empty())
    makeRunnable(result, cases[lastCase]);
  return result;
}

EvaluatedCase TestFile::evaluate(size_t index) {
  EvaluatedCase result;
  endCase();
  if (isFull())
    evaluateFile();
  lastCase = index;
  DiagnosticSink ignored = std::exchange(sink, DiagnosticSink());
  if (index >= cases.size()) { // the file gave other cases this time
    sink.report(DiagnosticId::internalError, {}, "the file's tests changed while they ran");
    result.state = EvaluatedCase::State::failed;
    result.diagnostics = sink.takeSorted();
    return result;
  }
  const Case &test = cases[index];
  beginCase();
  evaluator->currentRange = test.header;
  CaseOutcome outcome;
  mlir::Operation *beforeSharing = lastRecorded();
  testing::prepareCase(*evaluator, test, outcome);
  keepSharedChecks(beforeSharing);
  lastBefore = lastRecorded();
  if (!outcome.skipped && outcome.failures.empty())
    testing::runCase(*evaluator, test, outcome);
  evaluator->clearPending();
  needsReload |= outcome.leavesTraces;
  for (ExceptionObject *failure : outcome.failures)
    tell(failure, test);
  evaluator->detachedTexts.clear();
  result.state = !outcome.failures.empty() ? EvaluatedCase::State::failed
                 : outcome.skipped         ? EvaluatedCase::State::skipped
                                           : EvaluatedCase::State::ready;
  result.reason = outcome.skipped.value_or("");
  result.expectedToFail = outcome.expectedToFail;
  result.isStrict = outcome.isStrict;
  result.diagnostics = sink.takeSorted();
  if (result.state == EvaluatedCase::State::ready)
    makeRunnable(result, test);
  return result;
}
