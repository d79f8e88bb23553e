// SPDX-License-Identifier: Apache-2.0
// Every pass that a program goes through, in order. `tessera show --list` prints this table; `tessera-opt` replays any part.
#pragma once

#include "mlir/Pass/PassManager.h"
#include <functional>
#include <string>
#include <vector>

namespace tessera {

struct PipelineOptions {
  std::string target;
};

/// One pass of the pipeline.
struct PipelineStep {
  std::string stage;  // the level that it leaves behind: `tile` or `tilegpu`
  std::string pass;   // its argument on the command line of `tessera-opt`
  std::string reason; // why it stands here, one line
  std::function<void(mlir::OpPassManager &)> add;
};

/// The whole pipeline for one target.
std::vector<PipelineStep> getPipeline(const PipelineOptions &options);

/// The stages in order, those that only a code generator makes included.
llvm::ArrayRef<llvm::StringRef> getStages();

/// Registers the dialects of every room that this build has.
void registerDialects(mlir::DialectRegistry &registry);
/// Registers every pass for textual pipelines.
void registerPasses();

} // namespace tessera
