// SPDX-License-Identifier: Apache-2.0
// No choice of a person's is passed over without a word: what was asked for is compared with what the kernel has.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/TileGpu.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_TELLCHOICESPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// What is known to stand in the way of the value; else null.
static const tilegpu::Decision *findObstacle(ArrayRef<tilegpu::Decision> decisions, StringRef name, int64_t value) {
  const tilegpu::Decision *found = llvm::find_if(decisions, [&](const tilegpu::Decision &decision) {
    return decision.name == name && decision.what == (name + "=" + Twine(value)).str();
  });
  return found == decisions.end() ? nullptr : found;
}

static std::string describeKind(tile::KernelOp kernel, tilegpu::KernelOp placed) {
  if (kernel.getSource() == tilegpu::mosaicSource)
    return "the program says itself what its warpgroups do";
  return placed.getWarpgroups() > 0 ? "a kernel of warpgroups has none to choose"
                                    : "nothing in its schedule as a block program goes by it";
}

static void tellChoice(tile::KernelOp kernel, tilegpu::KernelOp placed, ArrayRef<tilegpu::Decision> decisions,
                       StringRef name, int64_t asked) {
  std::optional<int64_t> chosen = tilegpu::getChosen(kernel, name);
  // These two allow for something, which may not be worth it.
  bool isAllowed = (name == "resize" || name == "specialize") && asked == 1 && chosen == 0;
  if (chosen == asked || isAllowed)
    return;
  std::string what = ("`" + name + "=" + Twine(asked) + "` is not done in `" + kernel.getSymName() + "`").str();
  auto tell = [&](Location where, const std::string &why, const std::string &remedy) {
    emitDiagnostic(where, DiagnosticId::scheduleChoice, Severity::remark,
                   what + ": " + why + (remedy.empty() ? "" : "; ") + remedy);
    tilegpu::addDecision(kernel, {tilegpu::Decision::Kind::obstacle, where, what, why, remedy});
  };
  if (const tilegpu::Decision *obstacle = findObstacle(decisions, name, asked))
    return tell(obstacle->where, obstacle->why, obstacle->remedy);
  tell(kernel.getLoc(), chosen ? ("it has `" + name + "=" + Twine(*chosen) + "`").str() : describeKind(kernel, placed),
       "");
}

namespace {
struct TellChoicesPass : schedule::impl::TellChoicesPassBase<TellChoicesPass> {
  void runOnOperation() override {
    for (auto target : getOperation().getOps<tilegpu::TargetModuleOp>())
      for (auto placed : target.getBody().getOps<tilegpu::KernelOp>())
        if (tile::KernelOp source = tilegpu::findSource(placed))
          tell(source, placed);
    for (auto kernel : getOperation().getOps<tile::KernelOp>())
      kernel->removeAttr(tuneName);
  }

  static void tell(tile::KernelOp kernel, tilegpu::KernelOp placed) {
    if (placed.getWarpgroups() == 0)
      tilegpu::setChosen(kernel, "warps", placed.getNumWarps());
    auto choices = kernel->getAttrOfType<DictionaryAttr>(tuneName);
    if (!choices)
      return;
    SmallVector<tilegpu::Decision> decisions = tilegpu::getDecisions(kernel);
    for (StringRef name : getChoiceNames())
      if (std::optional<int64_t> asked = findChoice(choices, kernel.getSymName(), name))
        tellChoice(kernel, placed, decisions, name, *asked);
  }
};
} // namespace
