// SPDX-License-Identifier: Apache-2.0
// JAX's interpreter of Mosaic kernels, as its test files ask about it: parameters, which change nothing since every run
// here looks for races, and `get_races().races_found`. The question runs the kernels launched so far, at once; a race
// of theirs is then the program's business and no error of the run any more (tilegpu::racesAreAskedName).
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/mosaic_gpu/Tables.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/tilegpu/ir/AskedRaces.h"
#include "compiler/tilegpu/ir/TileGpu.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// Launches before the last reset, about which nobody asks.
struct OldLaunches {
  llvm::DenseSet<mlir::Operation *> launches;
};
} // namespace

static llvm::SmallVector<tile::LaunchOp> findLaunches(Evaluator &evaluator) {
  llvm::SmallVector<tile::LaunchOp> launches;
  for (auto launch : evaluator.mainFunction().getBody().front().getOps<tile::LaunchOp>()) {
    auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(launch.getKernelAttr());
    if (kernel && tilegpu::isWarpgroupKernel(kernel) && !evaluator.state<OldLaunches>().launches.contains(launch))
      launches.push_back(launch);
  }
  return launches;
}

static Value getRacesHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!evaluator.options().hostValues)
    return evaluator.notSupported("`get_races` where nothing runs programs");
  bool found = false;
  for (tile::LaunchOp launch : findLaunches(evaluator)) {
    DiagnosticSink reported;
    (void)evaluator.options().hostValues->output(launch, reported);
    found |= llvm::any_of(reported.all(), [](const Diagnostic &told) { return told.id == DiagnosticId::dataRace; });
    launch->setAttr(tilegpu::racesAreAskedName, mlir::UnitAttr::get(evaluator.context()));
  }
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(call.entry->module, "Races"));
  record->set("races_found", evaluator.boolean(found));
  return record;
}

static Value resetHandler(Call &call) {
  for (tile::LaunchOp launch : findLaunches(call.evaluator))
    call.evaluator.state<OldLaunches>().launches.insert(launch);
  return call.evaluator.none();
}

#define TESSERA_INTERPRET "jax._src.pallas.mosaic_gpu.interpret"
#define TESSERA_RACES(module)                                                                                          \
  {module,                                                                                                             \
   "get_races",                                                                                                        \
   EntryKind::function,                                                                                                \
   "()",                                                                                                               \
   "Whether the kernels launched so far have races: `races_found`. It runs them at once.",                             \
   getRacesHandler},                                                                                                   \
      {module, "reset_gpu_interpret_mode_state",       EntryKind::function,                                            \
       "()",   "Forgets the kernels launched so far.", resetHandler},                                                  \
  {                                                                                                                    \
    module, "Races", EntryKind::type, "", "What `get_races` gives.", nullptr                                           \
  }
static const LibraryEntry entries[] = {
    TESSERA_RACES(TESSERA_INTERPRET ".interpret_pallas_call"),
    TESSERA_RACES(TESSERA_INTERPRET ".gpu_callbacks"),
    {TESSERA_INTERPRET ".params", "InterpretParams", EntryKind::type, "(**kwargs)",
     "How a GPU is simulated; the interpreter here has no choices.", parametersHandler},
    {TESSERA_INTERPRET ".params", "InterpretGPUParams", EntryKind::type, "(**kwargs)",
     "How a GPU is simulated; the interpreter here has no choices.", parametersHandler},
    {TESSERA_INTERPRET ".params", "set_gpu_interpret_mode", EntryKind::function, "(params=None)",
     "Kernels are interpreted, which changes no result.", nothingHandler},
};

llvm::ArrayRef<LibraryEntry> frontend::interpretModeEntries() { return entries; }

llvm::ArrayRef<LibraryModule> frontend::interpretModeModules() {
  static const LibraryModule modules[] = {
      {TESSERA_INTERPRET ".interpret_pallas_call", "Races of interpreted kernels."},
      {TESSERA_INTERPRET ".gpu_callbacks", "Races of interpreted kernels."},
      {TESSERA_INTERPRET ".params", "Parameters of JAX's interpreter of Mosaic kernels."}};
  return modules;
}
