// SPDX-License-Identifier: Apache-2.0
// The whole story of the compiler, a line a pass. What each pass requires, ensures and declines stands in its room's .td file;
// here stands only why it is at this place.
#include "compiler/driver/Pipeline.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tile/transforms/Passes.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;

ArrayRef<StringRef> tessera::getStages() {
  static const StringRef stages[] = {"tile", "tilegpu", "llvm", "ptx", "sass"};
  return stages;
}

std::vector<PipelineStep> tessera::getPipeline(const PipelineOptions &options) {
  std::vector<PipelineStep> steps;
  // WHAT is computed. The front end records as it goes, so the first thing is to drop what nobody uses.
  steps.push_back({"tile", "tile-cleanup", "", "the recorder leaves duplicates and dead values; all that follows is shorter without them"});
  steps.push_back({"tile", "verify-tile", "", "border: the interpreter and the scheduler rely on what it checks"});

  // Beyond this point no `tile` operation changes: kernels are scheduled beside their `tile` form, which stays the reference.
  for (const schedule::PipelineEntry &entry : schedule::getSchedulePipeline()) {
    bool takesTarget = entry.argument == "schedule-select-kernels";
    steps.push_back({"tilegpu", entry.argument.str(), takesTarget ? "{target=" + options.target + (options.tune.empty() ? "" : " tune=" + options.tune) + "}" : "", entry.reason.str()});
  }
  steps.push_back({"tilegpu", "verify-tilegpu", "", "border: past it an artifact is frozen and code is made"});
  return steps;
}

std::string tessera::printPipeline(ArrayRef<PipelineStep> steps) {
  std::string text = "builtin.module(";
  for (const PipelineStep &step : steps)
    text += (text.back() == '(' ? "" : ",") + step.pass + step.options;
  return text + ")";
}

LogicalResult tessera::addStep(OpPassManager &manager, const PipelineStep &step) {
  return parsePassPipeline(step.pass + step.options, manager);
}

void tessera::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect, scf::SCFDialect, tile::TileDialect,
                  tilegpu::TileGpuDialect>();
}

void tessera::registerPasses() {
  static bool registered = [] {
    registerCanonicalizer();
    registerCSE();
    tile::registerTilePasses();
    schedule::registerSchedulePasses();
    tilegpu::registerTileGpuPasses();
    return true;
  }();
  (void)registered;
}
