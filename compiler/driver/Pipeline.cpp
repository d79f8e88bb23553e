// SPDX-License-Identifier: Apache-2.0
// The whole story of the compiler, a line a pass. What each pass requires, ensures and declines stands in its room's .td file;
// here stands only why it is at this place.
#include "compiler/driver/Pipeline.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tile/transforms/Passes.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "mlir/IR/Verifier.h"
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

LogicalResult tessera::runStep(const PipelineStep &step, ModuleOp module, DiagnosticSink &sink, bool verifies) {
  size_t before = sink.errorCount();
  DiagnosticCollector collector(module.getContext(), sink);
  PassManager manager(module.getContext());
  manager.enableVerifier(verifies);
  LogicalResult result = addStep(manager, step);
  if (succeeded(result))
    result = manager.run(module);
  if (failed(result) && sink.errorCount() == before)
    sink.report(DiagnosticId::internalError, {}, "pass `" + step.pass + "` failed without a diagnostic")
        .note("this is a bug of ours; `tessera show --pass=trace` prints the IR that replays it");
  return result;
}

namespace {
enum class Outcome { done, failed, invalid };
}

/// `invalid`: the verifier refused what came to a border; what it says is in `sink`.
static Outcome runAll(ArrayRef<PipelineStep> steps, ModuleOp module, DiagnosticSink &sink, bool verifiesEach,
                      function_ref<void(const PipelineStep &, ModuleOp)> onStep = nullptr) {
  for (const PipelineStep &step : steps) {
    if (StringRef(step.pass).starts_with("verify-") && !verifiesEach) {
      DiagnosticCollector collector(module.getContext(), sink);
      if (failed(verify(module)))
        return Outcome::invalid;
    }
    if (failed(runStep(step, module, sink, verifiesEach)))
      return Outcome::failed;
    if (onStep)
      onStep(step, module);
  }
  return Outcome::done;
}

OwningOpRef<ModuleOp> tessera::runSteps(ArrayRef<PipelineStep> steps, ModuleOp traced, DiagnosticSink &sink,
                                        function_ref<void(const PipelineStep &, ModuleOp)> onStep) {
#ifdef NDEBUG
  constexpr bool verifiesEach = false;
#else
  constexpr bool verifiesEach = true;
#endif
  OwningOpRef<ModuleOp> module = traced.clone();
  DiagnosticSink said;
  Outcome outcome = runAll(steps, *module, said, verifiesEach, onStep);
  if (outcome == Outcome::invalid) {
    DiagnosticSink again;
    module = traced.clone();
    outcome = runAll(steps, *module, again, /*verifiesEach=*/true);
    if (outcome != Outcome::done) // else the verifier's word at the border stands
      said = std::move(again);
    outcome = Outcome::failed;
  }
  for (const Diagnostic &diagnostic : said.all())
    sink.add(diagnostic);
  return outcome == Outcome::done ? std::move(module) : nullptr;
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
