// SPDX-License-Identifier: Apache-2.0
// The whole story of the compiler, a line a pass. What each pass requires, ensures and declines stands in its room's .td file;
// here stands only why it is at this place.
#include "compiler/driver/Pipeline.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tile/transforms/TilePasses.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "compiler/tilegpu/transforms/TileGpuPasses.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;

ArrayRef<StringRef> tessera::getStages() {
  static const StringRef stages[] = {"tile", "tilegpu", "llvm", "ptx", "sass"};
  return stages;
}

std::vector<PipelineStep> tessera::getPipeline(const PipelineOptions &options) {
  std::vector<PipelineStep> steps;
  auto add = [&](StringRef stage, StringRef pass, StringRef reason, std::function<void(OpPassManager &)> create) {
    steps.push_back({stage.str(), pass.str(), reason.str(), std::move(create)});
  };

  // WHAT is computed. The front end records as it goes, so the first thing is to drop what nobody uses.
  add("tile", "tile-cleanup", "the recorder leaves duplicates and dead values; every later pass is shorter without them",
      [](OpPassManager &manager) { manager.addPass(tile::createTileCleanup()); });
  add("tile", "verify-tile", "border: the interpreter and the scheduler may rely on what it checks",
      [](OpPassManager &manager) { manager.addPass(tile::createVerifyTile()); });

  // Beyond this point no `tile` operation changes: kernels are scheduled beside their `tile` form, which stays the reference.
  for (const schedule::ScheduleStep &step : schedule::getScheduleSteps({options.target}))
    add("tilegpu", step.pass, step.reason, step.add);
  return steps;
}

void tessera::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect, scf::SCFDialect, tile::TileDialect,
                  tilegpu::TileGpuDialect>();
}

void tessera::registerPasses() {
  registerCanonicalizer();
  registerCSE();
  tile::registerTilePasses();
  schedule::registerSchedulePasses();
  tilegpu::registerTileGpuPasses();
}
