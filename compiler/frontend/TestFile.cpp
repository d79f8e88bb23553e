// SPDX-License-Identifier: Apache-2.0
// How a case becomes a program. The evaluator records into one function for the whole file; after a case its operations, which stand
// behind the file's, are moved into a fresh `@main`, with clones of those operations of the file that they use, directly or not.
#include "compiler/frontend/TestFile.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/testing/RunCase.h"
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
  verified.clear();
  cases.clear();
  evaluator = std::make_unique<Evaluator>(context, options, sink);
  evaluator->phase = EvaluationPhase::collecting;
  evaluator->stackBase = static_cast<const char *>(__builtin_frame_address(0));
  Interpretation &walk = Interpretation::of(*evaluator);
  ModuleObject *module = walk.runTestModule(llvm::sys::path::stem(fileName), fileName, source);
  evaluator->mainOp.setSymName("file.main"); // no symbol of a program has a dot in such a place
  if (module) {
    auto &modules = evaluator->state<testing::TestModules>();
    modules.file = module;
    if (ModuleObject *conftest = evaluator->modules.lookup("conftest"))
      modules.conftests = {conftest};
    cases = testing::collectCases(*evaluator, module);
  }
  if (ExceptionObject *exception = evaluator->pendingException())
    evaluator->reportUncaught(exception);
  evaluator->clearPending();
  needsReload = false;
  mlir::Block &block = evaluator->mainOp.getBody().front();
  lastOfFile = block.empty() ? nullptr : &block.back();
  return module && !sink.hasErrors();
}

bool TestFile::isFull() const {
  constexpr size_t mostSymbols = 160, mostBytes = size_t(256) << 20;
  return needsReload || evaluator->memory > mostBytes || llvm::hasNItemsOrMore(evaluator->moduleOp->getBody()->getOperations(), mostSymbols);
}

//===-- slices -------------------------------------------------------------------------------------------------===//

/// The operations of `file` that `roots` use, in order.
static std::vector<mlir::Operation *> sliceOf(mlir::Block &file, llvm::ArrayRef<mlir::Operation *> roots, const llvm::DenseSet<mlir::Operation *> &own) {
  llvm::DenseSet<mlir::Operation *> needed;
  std::vector<mlir::Operation *> work(roots.begin(), roots.end());
  while (!work.empty()) {
    mlir::Operation *operation = work.back();
    work.pop_back();
    operation->walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (mlir::Operation *definition = operand.getDefiningOp())
          if (definition->getBlock() == &file && !own.contains(definition) && needed.insert(definition).second)
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
  runnable = function;
  return evaluator->moduleOp.get();
}

void TestFile::closeCase() {
  mlir::Block &file = evaluator->mainOp.getBody().front();
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(evaluator->moduleOp->getBody());
  auto function = mlir::func::FuncOp::create(builder, evaluator->mainOp.getLoc(), "main", builder.getFunctionType({}, {}));
  mlir::Block *body = function.addEntryBlock();
  auto first = lastOfFile ? std::next(lastOfFile->getIterator()) : file.begin();
  std::vector<mlir::Operation *> own;
  llvm::DenseSet<mlir::Operation *> ownSet;
  for (auto position = first; position != file.end(); ++position) {
    own.push_back(&*position);
    ownSet.insert(&*position);
  }
  std::vector<mlir::Operation *> slice = sliceOf(file, own, ownSet);
  mlir::IRMapping clones;
  builder.setInsertionPointToEnd(body);
  for (mlir::Operation *operation : slice)
    builder.clone(*operation, clones);
  body->getOperations().splice(body->end(), file.getOperations(), first, file.end());
  for (mlir::Operation *operation : own)
    operation->walk([&](mlir::Operation *inner) {
      for (mlir::OpOperand &operand : inner->getOpOperands())
        if (mlir::Value clone = clones.lookupOrNull(operand.get()))
          operand.set(clone);
    });
  builder.setInsertionPointToEnd(body);
  mlir::func::ReturnOp::create(builder, function.getLoc());
  runnable = function;
}

mlir::Operation *TestFile::findInvalid() {
  for (mlir::Operation &operation : *evaluator->moduleOp->getBody())
    if (&operation != evaluator->mainOp && (&operation == runnable || verified.insert(&operation).second) && mlir::failed(mlir::verify(&operation)))
      return &operation;
  return nullptr;
}

//===-- cases --------------------------------------------------------------------------------------------------===//

/// What a case left: its `@main`, and operations that no run will see.
void TestFile::endCase() {
  if (runnable)
    runnable->erase();
  runnable = nullptr;
  mlir::Block &file = evaluator->mainOp.getBody().front();
  while (!file.empty() && &file.back() != lastOfFile) {
    file.back().dropAllUses();
    file.back().erase();
  }
}

void TestFile::beginCase() {
  evaluator->phase = EvaluationPhase::testing;
  evaluator->steps = 0;
  evaluator->stackBase = static_cast<const char *>(__builtin_frame_address(0));
  evaluator->clearPending();
  evaluator->opBuilder.setInsertionPointToEnd(&evaluator->mainOp.getBody().front());
}

void TestFile::tell(ExceptionObject *exception, const Case &test) {
  SourceRange header = evaluator->where(test.header);
  llvm::erase_if(exception->stack, [&](const DiagnosticNote &note) { return note.range.begin == header.begin && note.range.file == header.file; });
  if (!exception->range.isValid())
    exception->range = test.range;
  evaluator->reportUncaught(exception);
}

EvaluatedCase TestFile::evaluate(size_t index) {
  EvaluatedCase result;
  endCase();
  if (isFull())
    evaluateFile();
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
  testing::prepareCase(*evaluator, test, outcome);
  mlir::Block &file = evaluator->mainOp.getBody().front();
  lastOfFile = file.empty() ? nullptr : &file.back();
  if (!outcome.skipped && outcome.failures.empty())
    testing::runCase(*evaluator, test, outcome);
  evaluator->clearPending();
  needsReload |= outcome.leavesTraces;
  for (ExceptionObject *failure : outcome.failures)
    tell(failure, test);
  for (mlir::Operation *text : llvm::reverse(evaluator->detachedTexts))
    if (text->use_empty() && text != lastOfFile)
      text->erase();
  evaluator->detachedTexts.clear();
  result.state = !outcome.failures.empty() ? EvaluatedCase::State::failed
                 : outcome.skipped         ? EvaluatedCase::State::skipped
                                           : EvaluatedCase::State::ready;
  result.reason = outcome.skipped.value_or("");
  result.expectedToFail = outcome.expectedToFail;
  result.isStrict = outcome.isStrict;
  result.diagnostics = sink.takeSorted();
  if (result.state == EvaluatedCase::State::ready) {
    closeCase();
    result.module = evaluator->moduleOp.get();
    if (findInvalid()) {
      result.state = EvaluatedCase::State::failed;
      result.diagnostics.emplace_back(DiagnosticId::internalError, test.range, "the front end recorded a case that does not verify");
    }
  }
  return result;
}
