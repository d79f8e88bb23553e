// SPDX-License-Identifier: Apache-2.0
// The front end's third door: a file whose benchmarks are asked for. The file is evaluated as a program would be;
// behind it the function of one point is called. What comes out is a program of that point alone: of the file's own
// operations it has what the point needs, and its measured calls have kernels of their own.
#pragma once

#include "compiler/frontend/Frontend.h"
#include "compiler/support/Benchmarks.h"

namespace tessera::frontend {

/// As `evaluateProgram`. Without `evaluation.point` the module is the whole file's, and `declared` what it is about.
mlir::OwningOpRef<mlir::ModuleOp> evaluateBenchmark(mlir::MLIRContext &context, llvm::StringRef fileName,
                                                    llvm::StringRef source, const EvaluateOptions &options,
                                                    BenchmarkEvaluation &evaluation, DiagnosticSink &sink);

} // namespace tessera::frontend
