// SPDX-License-Identifier: Apache-2.0
// Every pass that a program goes through, in order. `tessera show --list` prints this table; `tessera-opt` replays any part.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include <string>
#include <vector>

namespace tessera {

struct PipelineOptions {
  std::string target;
  std::string tune = {}; // choices made by hand, `stages=3;warps=8`
};

/// One pass of the pipeline.
struct PipelineStep {
  std::string stage;   // the level that it leaves behind: `tile` or `tilegpu`
  std::string pass;    // its argument, for example `schedule-split-blocks`
  std::string options; // its options as text, for example `{target=sm_90a}`, or empty
  std::string reason;  // why it stands here, one line
};

/// The whole pipeline for one target.
std::vector<PipelineStep> getPipeline(const PipelineOptions &options);

/// The pipeline as text that `tessera-opt --pass-pipeline=` accepts.
std::string printPipeline(llvm::ArrayRef<PipelineStep> steps);

/// Adds one step to `manager`. The passes must be registered.
mlir::LogicalResult addStep(mlir::OpPassManager &manager, const PipelineStep &step);

/// Runs one step, and MLIR's verifier after it if `verifies`. A pass that fails without saying why is a bug of ours,
/// and says so.
mlir::LogicalResult runStep(const PipelineStep &step, mlir::ModuleOp module, DiagnosticSink &sink, bool verifies);

/// A copy of `traced` that went through `steps`; null, and reported, where one fails.
///
/// MLIR's verifier costs as much as all passes together, so it looks where a `verify-` step stands, at borders. A
/// module that is wrong there goes through all of it again with the verifier behind each step: that names the pass,
/// which otherwise nobody would know. Debug builds verify behind each step.
///
/// `onStep`, if there, sees the module after each step of the first time.
mlir::OwningOpRef<mlir::ModuleOp>
runSteps(llvm::ArrayRef<PipelineStep> steps, mlir::ModuleOp traced, DiagnosticSink &sink,
         llvm::function_ref<void(const PipelineStep &step, mlir::ModuleOp module)> onStep = nullptr);

/// The stages in order, those that only a code generator makes included.
llvm::ArrayRef<llvm::StringRef> getStages();

/// Registers the dialects of every room that this build has.
void registerDialects(mlir::DialectRegistry &registry);
/// Registers every pass for textual pipelines; once, whoever calls it how often.
void registerPasses();

} // namespace tessera
