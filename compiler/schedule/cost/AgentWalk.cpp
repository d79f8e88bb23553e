// SPDX-License-Identifier: Apache-2.0
// The walk itself: control, and ordinary arithmetic on arrays. Memory, copies and products are in AgentMemory.cpp.
#include "compiler/schedule/cost/AgentWalk.h"
#include "compiler/schedule/cost/WorkPrices.h"
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using layout::LinearLayout;

/// Passes of a loop whose number is not known.
static constexpr double guessedTrips = 16;

double Usage::getMemoryBytes() const {
  return std::accumulate(argumentBytes.begin(), argumentBytes.end(), scratchBytes);
}

void Usage::add(const Usage &other, double factor) {
  for (double Usage::*part :
       {&Usage::issue, &Usage::special, &Usage::tensor, &Usage::shared, &Usage::operations, &Usage::scratchBytes})
    this->*part += other.*part * factor;
  for (auto part : {&Usage::argumentBytes, &Usage::waits, &Usage::copiedBytes})
    for (size_t i = 0; i < (other.*part).size(); ++i)
      (this->*part)[i] += (other.*part)[i] * factor;
}

AgentWalk::AgentWalk(tilegpu::KernelOp kernel, const MachineRates &rates, const AgentPlace &place)
    : kernel(kernel), rates(&rates), place(place),
      warps(static_cast<double>(kernel.getWarpsOfTensor())) {
  kernel.walk([&](tilegpu::AllocBarrierOp barrier) { barriers.try_emplace(barrier.getResult(), barriers.size()); });
  arrivals.resize(barriers.size());
  usage.argumentBytes.resize(kernel.getArgumentTypes().size());
  usage.waits.resize(barriers.size());
  usage.copiedBytes.resize(barriers.size());
  waited.resize(barriers.size());
  freedBy.resize(barriers.size());
  ahead.resize(barriers.size(), SmallVector<Ahead>(barriers.size()));
  for (auto [argument, scalar] : llvm::zip(kernel.getBody().getArguments(), place.scalars))
    scalars.set(argument, scalar);
}

void AgentWalk::run(unsigned loopPasses) {
  passes = loopPasses;
  walkBlock(kernel.getBody().front());
}

void AgentWalk::walkBlock(Block &block) {
  for (Operation &op : block)
    walk(&op);
}

void AgentWalk::issue(double instructions) {
  now += instructions / std::min(warps, schedulers);
  usage.issue += instructions / schedulers;
}

void AgentWalk::finish(Operation *op, double latency) {
  for (Value result : op->getResults())
    ready[result] = now + latency;
}

/// This program's index along each axis: blocks are numbered along the fastest axis first, parts of a program before
/// that.
static int64_t getProgramId(tilegpu::KernelOp kernel, const AgentPlace &place, int64_t axis) {
  if (kernel.getBlocks() > 0)
    return place.block;
  int64_t index = place.block / kernel.getParts();
  for (int64_t faster : kernel.getAxisOrder()) {
    int64_t extent = faster < static_cast<int64_t>(place.grid.size()) ? std::max<int64_t>(1, place.grid[faster]) : 1;
    if (faster == axis)
      return index % extent;
    index /= extent;
  }
  return 0;
}

void AgentWalk::walk(Operation *op) {
  for (Value operand : op->getOperands())
    if (auto found = ready.find(operand); found != ready.end() && !isa<scf::ForOp, scf::WhileOp, scf::YieldOp>(op))
      waitFor(found->second);
  bool isControl =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case<scf::ForOp>([&](auto loop) { return walkFor(loop), true; })
          .Case<scf::WhileOp>([&](auto loop) { return walkWhile(loop), true; })
          .Case<scf::IfOp>([&](auto branch) { return walkIf(branch), true; })
          .Case<tilegpu::WarpMapOp>([&](auto map) { return walkWarps(map), true; })
          .Case<tilegpu::ProgramIdOp>(
              [&](auto id) { return scalars.set(id, getProgramId(kernel, place, id.getAxis())), true; })
          .Case<tilegpu::ProgramPartOp>(
              [&](auto part) { return scalars.set(part, place.block % kernel.getParts()), true; })
          .Case<tilegpu::ThreadIndexOp>([&](auto index) { return scalars.set(index, place.warpgroup), true; })
          .Case<tilegpu::NumProgramsOp>([&](tilegpu::NumProgramsOp count) {
            auto axis = static_cast<size_t>(count.getAxis());
            return scalars.set(count, axis < place.grid.size() ? place.grid[axis] : 1), true;
          })
          .Default([](auto) { return false; });
  if (isControl || walkMemory(op) || walkCopies(op) || walkProducts(op))
    return;
  if (scalars.evaluate(op)) {
    if (!matchPattern(op, m_Constant()))
      issue(warps);
    return;
  }
  walkArrays(op);
}

//===-- control -----------------------------------------------------------------------------------------------===//

/// Loops that go on where each other ends, as many as a loop was cut in.
static double countParts(scf::ForOp loop) {
  auto getNext = [](scf::ForOp part) {
    for (Operation *user : part.getUpperBound().getUsers())
      if (auto next = dyn_cast<scf::ForOp>(user); next && next != part && next.getLowerBound() == part.getUpperBound())
        return next;
    return scf::ForOp();
  };
  auto getLast = [](scf::ForOp part) {
    for (Operation *user : part.getLowerBound().getUsers())
      if (auto last = dyn_cast<scf::ForOp>(user); last && last != part && last.getUpperBound() == part.getLowerBound())
        return last;
    return scf::ForOp();
  };
  double count = 1;
  for (scf::ForOp part = getNext(loop); part && count < guessedTrips; part = getNext(part))
    ++count;
  for (scf::ForOp part = getLast(loop); part && count < guessedTrips; part = getLast(part))
    ++count;
  return count;
}

double AgentWalk::getTripCount(scf::ForOp loop) {
  std::optional<int64_t> from = scalars.get(loop.getLowerBound()), to = scalars.get(loop.getUpperBound()),
                         step = scalars.get(loop.getStep());
  if (from && to && step && *step > 0)
    return *to > *from ? static_cast<double>((*to - *from + *step - 1) / *step) : 0;
  guesses = true;
  return guessedTrips / countParts(loop);
}

void AgentWalk::shift(double cycles) {
  now += cycles;
  tensorFree += cycles;
  engineFree += cycles;
  openGroup += cycles;
  for (auto *queue : {&products, &groups})
    for (double &time : *queue)
      time += cycles;
  for (auto &queue : arrivals)
    for (double &time : queue)
      time += cycles;
}

/// As if what was done since `since` were done `times` times more.
void AgentWalk::repeat(double times, double since, const Usage &before) {
  Usage after = usage;
  usage.add(after, times);
  usage.add(before, -times);
  shift((now - since) * times);
}

void AgentWalk::walkFor(scf::ForOp loop) {
  double trips = getTripCount(loop), outerRepeats = repeats;
  bool wasFirst = isFirst;
  double walked = std::min<double>(passes, trips);
  for (auto [argument, init] : llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs())) {
    scalars.set(argument, scalars.get(init));
    ready[argument] = ready.lookup(init);
  }
  std::optional<int64_t> index = scalars.get(loop.getLowerBound()), step = scalars.get(loop.getStep());
  unsigned outerPasses = std::exchange(passes, std::max(1u, passes / 2));
  repeats *= trips;
  double half = std::floor(walked / 2), since = now, shifted = 0;
  Usage before = usage;
  for (double pass = 0; pass < walked; ++pass) {
    if (pass == half) {
      since = now;
      before = usage;
    }
    scalars.set(loop.getInductionVar(), index);
    walkBlock(*loop.getBody());
    issue(2 * warps); // the loop's own counting
    SmallVector<std::pair<std::optional<int64_t>, double>> next;
    for (Value yielded : loop.getBody()->getTerminator()->getOperands())
      next.emplace_back(scalars.get(yielded), ready.lookup(yielded));
    for (auto [argument, is] : llvm::zip(loop.getRegionIterArgs(), next)) {
      scalars.set(argument, is.first);
      ready[argument] = is.second;
    }
    index = index && step ? std::optional(*index + *step) : std::nullopt;
    isFirst = false;
  }
  if (trips > walked && walked > 0) {
    double end = now;
    repeat((trips - walked) / (walked - half), since, before);
    shifted = now - end;
  }
  for (auto [result, argument] : llvm::zip(loop.getResults(), loop.getRegionIterArgs())) {
    scalars.set(result, trips > walked ? std::nullopt : scalars.get(argument));
    ready[result] = ready.lookup(argument) + shifted;
  }
  repeats = outerRepeats;
  isFirst = wasFirst;
  passes = outerPasses;
}

void AgentWalk::walkWhile(scf::WhileOp loop) {
  guesses = true;
  double since = now;
  Usage before = usage;
  walkBlock(*loop.getBeforeBody());
  walkBlock(*loop.getAfterBody());
  repeat(guessedTrips - 1, since, before);
}

void AgentWalk::walkIf(scf::IfOp branch) {
  auto walkRegion = [&](Region &region) {
    if (!region.empty())
      walkBlock(region.front());
  };
  std::optional<int64_t> condition = scalars.get(branch.getCondition());
  Region *taken = condition && *condition == 0 ? &branch.getElseRegion() : &branch.getThenRegion();
  if (condition) {
    walkRegion(*taken);
  } else { // the longer of both
    guesses = true;
    AgentWalk other = *this;
    if (!branch.getElseRegion().empty())
      other.walkBlock(branch.getElseRegion().front());
    walkRegion(*taken);
    if (other.now > now) {
      *this = std::move(other);
      taken = &branch.getElseRegion();
    }
  }
  issue(warps);
  if (taken->empty())
    return;
  for (auto [result, yielded] : llvm::zip(branch.getResults(), taken->front().getTerminator()->getOperands())) {
    scalars.set(result, condition ? scalars.get(yielded) : std::nullopt);
    ready[result] = ready.lookup(yielded);
  }
}

/// Warps run side by side: the slowest's time, and what all of them ask for.
void AgentWalk::walkWarps(tilegpu::WarpMapOp map) {
  double begin = now, end = now, outerWarps = std::exchange(warps, 1);
  for (int64_t warp = 0; warp < tilegpu::warpsPerWarpgroup; ++warp) {
    now = begin;
    scalars.set(map.getBody().getArgument(0), warp);
    walkBlock(map.getBody().front());
    end = std::max(end, now);
  }
  now = end;
  warps = outerWarps;
}

//===-- arrays ------------------------------------------------------------------------------------------------===//

LinearLayout tessera::schedule::getHeldLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto attribute = tensor ? dyn_cast_or_null<tilegpu::LinearAttr>(tensor.getEncoding()) : tilegpu::LinearAttr();
  return attribute ? attribute.getLayout() : LinearLayout();
}

static bool isFree(Operation *op) {
  return isa<tilegpu::SplatOp, tilegpu::BroadcastOp, tilegpu::ReshapeOp, tilegpu::TransposeOp, tilegpu::SliceOp,
             tilegpu::BitcastOp, tilegpu::ReturnOp, tilegpu::YieldOp, tilegpu::WarpYieldOp, scf::YieldOp,
             scf::ConditionOp>(op) ||
         matchPattern(op, m_Constant());
}

/// Cycles of one multiprocessor for moving elements among threads, none where `op` moves none.
static std::optional<double> getMoveCost(Operation *op) {
  if (auto convert = dyn_cast<tilegpu::ConvertLayoutOp>(op))
    return getConversionCost(getHeldLayout(convert.getInput().getType()), getHeldLayout(convert.getResult().getType()),
                             tile::getElementType(convert.getInput().getType()).getIntOrFloatBitWidth());
  if (auto reduce = dyn_cast<tilegpu::ReduceOp>(op))
    return getCombinationCost(getHeldLayout(reduce.getInput().getType()), reduce.getAxes(), false, false);
  double each =
      op->getNumRegions()
          ? static_cast<double>(std::distance(op->getRegion(0).front().begin(), op->getRegion(0).front().end()))
          : 1;
  if (auto reduce = dyn_cast<tilegpu::ReduceByOp>(op))
    return each * getCombinationCost(getHeldLayout(reduce.getInputs().front().getType()),
                                     static_cast<int64_t>(reduce.getAxis()), true, false)
                      .value_or(100);
  if (auto scan = dyn_cast<tilegpu::ScanOp>(op))
    return each * getCombinationCost(getHeldLayout(scan.getInputs().front().getType()),
                                     static_cast<int64_t>(scan.getAxis()), true, true)
                      .value_or(100);
  return std::nullopt;
}

void AgentWalk::walkArrays(Operation *op) {
  if (isFree(op) || op->getNumResults() == 0) {
    for (Value result : op->getResults())
      for (Value operand : op->getOperands())
        ready[result] = std::max(ready.lookup(result), ready.lookup(operand));
    return;
  }
  if (std::optional<double> cycles = getMoveCost(op)) {
    // One block's warps keep a part of the multiprocessor busy: shuffles and shared memory take theirs in turn.
    now += *cycles;
    usage.shared += *cycles / 2;
    usage.issue += *cycles / 2;
    return finish(op, sharedCycles);
  }
  WorkPrice price = getWorkPrice(op);
  issue(price.instructions * warps);
  usage.special += price.special * specialCycles * warps / schedulers;
  finish(op, price.special > 0 ? specialLatency : workCycles);
}
