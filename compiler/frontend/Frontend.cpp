// SPDX-License-Identifier: Apache-2.0
// The front end's door: one evaluator a program.
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/Reached.h"
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

OwningOpRef<ModuleOp> frontend::evaluateProgram(MLIRContext &context, llvm::StringRef fileName, llvm::StringRef source, const EvaluateOptions &options,
                                                DiagnosticSink &sink, OwningOpRef<ModuleOp> *begun) {
  Evaluator evaluator(context, options, sink);
  bool isWhole = evaluator.run(fileName, source);
  if (isWhole || begun)
    removeMarkers(evaluator.module());
  if (isWhole)
    return evaluator.takeModule();
  if (begun)
    *begun = finishBegun(evaluator.takeModule());
  return nullptr;
}
