// SPDX-License-Identifier: Apache-2.0
// The front end's door: one evaluator a program.
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/evaluate/AfterProgram.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/Reached.h"
#include "compiler/frontend/Unlaunched.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::frontend;

/// Whether the error came while a body of `op` was being recorded.
static bool isHalfRecorded(Operation &op) {
  return op.walk([&](Block *block) {
             bool open = block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>();
             return open ? WalkResult::interrupt() : WalkResult::advance();
           }).wasInterrupted();
}

/// Makes `module`, whose recording an error ended, whole: what the program did before that. Null when none of it can be seen.
static OwningOpRef<ModuleOp> finishBegun(OwningOpRef<ModuleOp> module) {
  auto main = module->lookupSymbol<func::FuncOp>("main");
  if (!main || main.getBody().empty())
    return nullptr;
  Block &block = main.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isHalfRecorded(op) && op.use_empty())
      op.erase();
  if (llvm::all_of(block, [](Operation &op) { return isMemoryEffectFree(&op); }))
    return nullptr;
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  func::ReturnOp::create(builder, main.getLoc());
  eraseUnreached(*module, main);
  ScopedDiagnosticHandler quiet(module->getContext(), [](mlir::Diagnostic &) { return success(); });
  return succeeded(verify(*module)) ? std::move(module) : nullptr;
}

static bool hasKernels(ModuleOp module) { return !module.getOps<tile::KernelOp>().empty(); }

/// Whether the program with `launch` behind it evaluates, and launches something.
static bool launches(MLIRContext &context, llvm::StringRef fileName, llvm::StringRef text,
                     const EvaluateOptions &options) {
  EvaluateOptions alone = options;
  alone.libraryTrees = nullptr; // the program's own evaluation has notes in those
  alone.hostValues = nullptr;
  alone.autotuned = nullptr;
  alone.told = nullptr;
  DiagnosticSink sink;
  Evaluator evaluator(context, alone, sink);
  return evaluator.run(fileName, text) && hasKernels(evaluator.module());
}

/// Tells of kernels that a program without launches defines: it compiles to nothing, and Python would not say so.
static void reportUnlaunched(MLIRContext &context, llvm::StringRef fileName, llvm::StringRef source,
                             const EvaluateOptions &options, llvm::ArrayRef<UnlaunchedKernel> kernels,
                             DiagnosticSink &sink) {
  for (const UnlaunchedKernel &kernel : kernels) {
    tessera::Diagnostic &diagnostic = sink.report(
        DiagnosticId::gridError, kernel.range,
        "`" + kernel.name + "` is never launched: there is nothing to compile or to run", Severity::warning);
    diagnostic.note("a kernel is compiled for its arguments; " + kernel.way);
    std::string gap = source.empty() || source.ends_with("\n") ? "\n\n" : "\n\n\n";
    for (const std::string &launch : kernel.launches)
      if (launches(context, fileName, source.str() + gap + launch, options)) {
        diagnostic.fix = DiagnosticFix{"write arguments and a launch", endOf(kernel.range.file, source), gap + launch};
        break;
      }
  }
}

OwningOpRef<ModuleOp> frontend::evaluateProgram(MLIRContext &context, llvm::StringRef fileName, llvm::StringRef source, const EvaluateOptions &options,
                                                DiagnosticSink &sink, OwningOpRef<ModuleOp> *begun) {
  Evaluator evaluator(context, options, sink);
  std::vector<UnlaunchedKernel> unlaunched;
  evaluator.state<AfterProgram>().run = [&](Evaluator &self) {
    if (!hasKernels(self.module()))
      unlaunched = findUnlaunched(self);
  };
  bool isWhole = evaluator.run(fileName, source);
  if (isWhole || begun)
    removeMarkers(evaluator.module());
  if (isWhole) {
    reportUnlaunched(context, fileName, source, options, unlaunched, sink);
    return evaluator.takeModule();
  }
  if (begun)
    *begun = finishBegun(evaluator.takeModule());
  return nullptr;
}
