// SPDX-License-Identifier: Apache-2.0
// An axis's bits and who owns them.
#include "compiler/tilegpu/ir/AxisSteps.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

/// Shared memory that one exchange may take before it is done in several.
static constexpr int64_t exchangeBytes = 16 * 1024;

std::optional<SmallVector<AxisStep>> tessera::tilegpu::getAxisSteps(const layout::LinearLayout &layout, int64_t axis) {
  using Owner = AxisStep::Owner;
  struct Bit {
    int32_t distance;
    Owner owner;
    unsigned bit;
  };
  SmallVector<Bit> bits;
  for (auto [name, owner] : {std::pair(StringRef(layout::registerDim), Owner::registers), std::pair(StringRef(layout::laneDim), Owner::lanes),
                             std::pair(StringRef(layout::warpDim), Owner::warps)})
    for (auto [bit, basis] : llvm::enumerate(layout.bases(name))) {
      if (basis[axis] == 0)
        continue;
      for (int64_t other = 0; other < static_cast<int64_t>(basis.size()); ++other)
        if (other != axis && basis[other] != 0)
          return std::nullopt;
      if (!llvm::isPowerOf2_32(static_cast<uint32_t>(basis[axis])))
        return std::nullopt;
      bits.push_back({basis[axis], owner, static_cast<unsigned>(bit)});
    }
  llvm::sort(bits, [](const Bit &a, const Bit &b) { return a.distance < b.distance; });
  SmallVector<AxisStep> steps;
  for (auto [index, bit] : llvm::enumerate(bits)) {
    if (index > 0 && bits[index - 1].distance == bit.distance)
      return std::nullopt;
    if (steps.empty() || steps.back().owner != bit.owner)
      steps.push_back({bit.owner, {}});
    steps.back().bits.push_back(bit.bit);
  }
  return steps;
}

WarpExchange tessera::tilegpu::getWarpExchange(Operation *op) {
  auto reduce = dyn_cast<ReduceByOp>(op);
  auto axis = static_cast<int64_t>(reduce ? reduce.getAxis() : cast<ScanOp>(op).getAxis());
  layout::LinearLayout layout = getLayout(op->getOperand(0).getType());
  auto steps = getAxisSteps(layout, axis);
  if (!steps)
    return {};
  int64_t slots = layout.inputSize(layout::registerDim) >> llvm::popcount(static_cast<uint32_t>(layout::getCopies(layout).registers)), most = 0;
  for (const AxisStep &step : *steps) {
    if (step.owner == AxisStep::Owner::registers)
      slots /= step.count();
    else if (step.owner == AxisStep::Owner::warps)
      most = std::max(most, slots);
  }
  if (most == 0)
    return {};
  int64_t entryBytes = 0;
  for (Type type : op->getOperandTypes())
    entryBytes += (getElementType(type).getIntOrFloatBitWidth() + 7) / 8;
  int64_t each = layout.inputSize(layout::laneDim) * layout.inputSize(layout::warpDim) * entryBytes;
  WarpExchange exchange;
  exchange.slots = std::clamp<int64_t>(exchangeBytes / each, 1, most);
  exchange.bytes = exchange.slots * each;
  return exchange;
}
