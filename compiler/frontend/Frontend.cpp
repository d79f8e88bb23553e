// SPDX-License-Identifier: Apache-2.0
// The front end's door: one evaluator a program.
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/evaluate/Evaluator.h"

using namespace tessera;
using namespace tessera::frontend;

mlir::OwningOpRef<mlir::ModuleOp> frontend::evaluateProgram(mlir::MLIRContext &context, llvm::StringRef fileName,
                                                            llvm::StringRef source, const EvaluateOptions &options,
                                                            DiagnosticSink &sink) {
  Evaluator evaluator(context, options, sink);
  if (!evaluator.run(fileName, source))
    return nullptr;
  return evaluator.takeModule();
}
