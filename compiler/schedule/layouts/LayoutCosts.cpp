// SPDX-License-Identifier: Apache-2.0
// The cost model of layouts.
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/AxisSteps.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::Basis;
using tessera::layout::LinearLayout;

/// A multiprocessor issues 4 instructions a cycle, moves 128 bytes to or from shared memory or L1, and 2 sectors to or
/// from L2.
static constexpr double issueRate = 4, sharedBytesACycle = 128, sectorBytes = 32, sectorsACycle = 2, barrierCycles = 30;

static bool isZero(const Basis &basis) {
  return llvm::all_of(basis, [](int32_t at) { return at == 0; });
}

int64_t tessera::schedule::countDistinctRegisters(const LinearLayout &layout) {
  return layout.inputSize(layout::registerDim) >>
         llvm::popcount(static_cast<uint32_t>(layout::getCopies(layout).registers));
}

static int64_t countWarps(const LinearLayout &layout) { return layout.inputSize(layout::warpDim); }

double tessera::schedule::getWorkCost(const LinearLayout &layout) {
  return static_cast<double>(layout.inputSize(layout::registerDim)) * countWarps(layout) / issueRate;
}

/// Elements along `axis` that a warp's lanes cover side by side where each has `width`, and how many such runs there
/// are.
static std::pair<int64_t, int64_t> getRuns(const LinearLayout &layout, int64_t axis, int64_t width) {
  int64_t run = width, runs = 1;
  llvm::SmallVector<int64_t> steps;
  for (const Basis &basis : layout.bases(layout::laneDim)) {
    if (isZero(basis))
      continue;
    bool isAlong = axis >= 0;
    for (int64_t other = 0; isAlong && other < static_cast<int64_t>(basis.size()); ++other)
      isAlong = other == axis || basis[other] == 0;
    if (isAlong)
      steps.push_back(basis[axis]);
    else
      runs *= 2;
  }
  llvm::sort(steps);
  for (int64_t step : steps) {
    if (step == run)
      run *= 2;
    else
      runs *= 2;
  }
  return {run, runs};
}

/// Elements that one instruction moves.
static int64_t getWidth(const LinearLayout &layout, const AccessFacts &access) {
  return access.axis < 0
             ? 1
             : std::min(access.vector, layout::getContiguousElements(layout, static_cast<size_t>(access.axis)));
}

std::pair<double, double> tessera::schedule::getSectorBytes(const LinearLayout &layout, const AccessFacts &access) {
  int64_t width = getWidth(layout, access);
  auto [run, runs] = getRuns(layout, access.axis, width);
  int64_t warps = countWarps(layout) >> llvm::popcount(static_cast<uint32_t>(layout::getCopies(layout).warps));
  double instructions = static_cast<double>(countDistinctRegisters(layout)) / width * warps;
  return {instructions * runs * std::max(sectorBytes, static_cast<double>(run * access.elementBytes)), instructions};
}

double tessera::schedule::getAccessCost(const LinearLayout &layout, const AccessFacts &access) {
  int64_t registers = countDistinctRegisters(layout), width = getWidth(layout, access);
  double instructions = static_cast<double>(registers) / width * countWarps(layout);
  auto [run, runs] = getRuns(layout, access.axis, width);
  double runBytes = static_cast<double>(run * access.elementBytes);
  if (access.isShared)
    return instructions * std::max(1.0, runs * std::max(runBytes, 4.0) / sharedBytesACycle) + instructions / issueRate;
  double sectors = runs * std::max(1.0, runBytes / sectorBytes);
  return instructions * (1 + sectors / sectorsACycle);
}

double tessera::schedule::getConversionCost(const LinearLayout &from, const LinearLayout &to, int64_t bits) {
  double words = std::max<double>(1, bits / 32.0);
  double moved = static_cast<double>(countDistinctRegisters(from)) * countWarps(from),
         received = static_cast<double>(countDistinctRegisters(to)) * countWarps(to);
  switch (layout::classifyConversion(from, to)) {
  case layout::Conversion::none:
    return 0;
  case layout::Conversion::registers:
    return 0;
  case layout::Conversion::shuffle:
    return (moved + received) * words;
  case layout::Conversion::sharedMemory:
    break;
  }
  // Narrow elements are written together where neighbours are held; count bytes, and some conflicts.
  double bytes = std::max<double>(1, bits / 8.0) * 32;
  return barrierCycles + (moved + received) * std::max(0.5, 1.5 * bytes / sharedBytesACycle);
}

std::optional<double> tessera::schedule::getCombinationCost(const LinearLayout &layout, llvm::ArrayRef<int64_t> axes,
                                                            bool isOrdered, bool isScan) {
  int64_t lanes = 0, warps = 0;
  auto isAlong = [&](const Basis &basis) { return llvm::any_of(axes, [&](int64_t axis) { return basis[axis] != 0; }); };
  for (const Basis &basis : layout.bases(layout::laneDim))
    lanes += isAlong(basis);
  for (const Basis &basis : layout.bases(layout::warpDim))
    warps += isAlong(basis);
  double registers = static_cast<double>(countDistinctRegisters(layout)), along = 1;
  for (const Basis &basis : layout.bases(layout::registerDim))
    along *= isAlong(basis) ? 2 : 1;
  double results = registers / along;
  if (isOrdered || isScan) {
    auto steps = tilegpu::getAxisSteps(layout, axes.front());
    if (!steps)
      return std::nullopt;
    // What is in registers above the lanes' bits is exchanged one by one.
    double slots = registers, exchanges = 0;
    for (const tilegpu::AxisStep &step : *steps) {
      if (step.owner == tilegpu::AxisStep::Owner::registers)
        slots /= step.count();
      else if (step.owner == tilegpu::AxisStep::Owner::lanes)
        exchanges += slots * static_cast<double>(step.bits.size()) * (isScan ? 6 : 3);
      else
        exchanges += slots * step.count() * 2;
    }
    double instructions = registers * (isScan ? 2 : 1) + exchanges;
    return instructions * countWarps(layout) / 2 + (warps ? 2 * barrierCycles : 0);
  }
  double perWarp = registers / issueRate + results * static_cast<double>(lanes);
  double cost = perWarp * countWarps(layout);
  if (warps)
    cost += 2 * barrierCycles + results * countWarps(layout) * (1 + static_cast<double>(int64_t(1) << warps));
  return cost;
}
