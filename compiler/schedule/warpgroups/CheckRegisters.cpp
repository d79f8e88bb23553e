// SPDX-License-Identifier: Apache-2.0
// What warpgroups give back and take of a block's registers. A block begins with as many for each thread, which is all it ever has; a warpgroup that takes more
// waits until others have given that many back, so if what each holds in the end sums up to more than that, it waits for ever.
// Which warpgroup executes a `set_max_registers` is read off the branches around it (`thread_index == k`); one in other branches is left to the hardware.
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Registers are handed out to threads in eights.
static constexpr int64_t registerUnit = 8;

/// Whether warpgroup `index` is in this branch; none where the condition is about something else.
static std::optional<bool> isTaken(scf::IfOp branch, Operation *inner, int64_t index) {
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  APInt constant;
  if (!compare || !compare.getLhs().getDefiningOp<tilegpu::ThreadIndexOp>() || !matchPattern(compare.getRhs(), m_ConstantInt(&constant)))
    return std::nullopt;
  APInt own(constant.getBitWidth(), static_cast<uint64_t>(index));
  bool holds = arith::applyCmpPredicate(compare.getPredicate(), own, constant);
  return branch.getThenRegion().isAncestor(inner->getParentRegion()) == holds;
}

/// Whether warpgroup `index` executes `op`; none where that is not known.
static std::optional<bool> isExecuted(Operation *op, tile::KernelOp kernel, int64_t index) {
  bool isKnown = true;
  for (Operation *parent = op->getParentOp(); parent != kernel; parent = parent->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(parent)) {
      std::optional<bool> taken = isTaken(branch, op, index);
      if (taken && !*taken)
        return false;
      isKnown &= taken.has_value();
    }
  return isKnown ? std::optional(true) : std::nullopt;
}

/// The most registers a thread can begin with so that each decrease is one and each increase too; 0 where there is no such number.
static int64_t chooseLaunchRegisters(ArrayRef<tilegpu::SetMaxRegistersOp> changes, int64_t threads, const tilegpu::Target &target) {
  int64_t most = std::min(target.registersPerProcessor / threads, target.maxRegisters) / registerUnit * registerUnit, least = registerUnit;
  for (tilegpu::SetMaxRegistersOp op : changes)
    if (op.getIncrease())
      most = std::min(most, static_cast<int64_t>(op.getCount()));
    else
      least = std::max(least, static_cast<int64_t>(op.getCount()));
  return most >= least ? most : 0;
}

FailureOr<int64_t> tessera::schedule::findLaunchRegisters(tile::KernelOp kernel, const tilegpu::Target &target) {
  constexpr int64_t threads = tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp;
  int64_t warpgroups = tilegpu::getWarpgroups(kernel), sum = 0;
  SmallVector<tilegpu::SetMaxRegistersOp> changes;
  kernel.walk([&](tilegpu::SetMaxRegistersOp op) { changes.push_back(op); });
  if (changes.empty())
    return 0;
  int64_t first = chooseLaunchRegisters(changes, warpgroups * threads, target);
  if (first == 0)
    return refuse(changes.front().getLoc(), DiagnosticId::asyncMisuse,
                  "there is no number of registers to begin with, at most " + Twine(target.registersPerProcessor / (warpgroups * threads)) +
                      " for each of " + Twine(warpgroups * threads) + " threads, from which every decrease goes down and every increase up");
  for (int64_t index = 0; index < warpgroups; ++index) {
    int64_t held = first;
    for (tilegpu::SetMaxRegistersOp op : changes) {
      std::optional<bool> executes = isExecuted(op, kernel, index);
      if (!executes)
        return first;
      if (*executes)
        held = static_cast<int64_t>(op.getCount());
    }
    sum += held * threads;
  }
  if (sum <= first * warpgroups * threads)
    return first;
  return refuse(changes.back().getLoc(), DiagnosticId::deadlock,
                "the warpgroups ask for " + Twine(sum / threads) + " registers a thread together and begin with " + Twine(first * warpgroups) +
                    ": who takes more waits for ever");
}
