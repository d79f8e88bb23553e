// SPDX-License-Identifier: Apache-2.0
// Operations get numbers in order; an array lives from its own to its last use's, and where that is in a loop that the
// array comes from outside of, to the loop's end. What lives at once is added up: 32-bit words of one thread.
#include "compiler/schedule/cost/CostModel.h"
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "compiler/tilegpu/ir/Registers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// For addresses, counters and what the compiler holds between instructions.
static constexpr int64_t ownRegisters = 24;

static int64_t countWords(Value value) {
  if (auto sum = dyn_cast<tilegpu::AccumulatorType>(value.getType()))
    return sum.getRows() * sum.getColumns() / (tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp);
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  auto layout = tensor ? dyn_cast_or_null<tilegpu::LinearAttr>(tensor.getEncoding()) : tilegpu::LinearAttr();
  Operation *op = value.getDefiningOp();
  if (!layout || tensor.getElementType().isInteger(1))
    return 0;
  // These are made again where they are used, or are other values' registers.
  if (op && (isa<tilegpu::SplatOp, tilegpu::BroadcastOp, tilegpu::ReshapeOp, tilegpu::TransposeOp, tilegpu::SliceOp,
                 tilegpu::BitcastOp, tilegpu::IotaOp>(op) ||
             matchPattern(op, m_Constant())))
    return 0;
  return static_cast<int64_t>(
      llvm::divideCeil(countDistinctRegisters(layout.getLayout()) * tensor.getElementTypeBitWidth(), 32));
}

int64_t tessera::schedule::estimateRegisters(tilegpu::KernelOp kernel) {
  llvm::DenseMap<Operation *, int64_t> first, last;
  int64_t count = 0;
  std::function<void(Block &)> number = [&](Block &block) {
    for (Operation &op : block) {
      first[&op] = count++;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          number(inner);
      last[&op] = count++;
    }
  };
  number(kernel.getBody().front());
  llvm::SmallVector<int64_t> change(static_cast<size_t>(count) + 2, 0);
  auto add = [&](Value value, int64_t begin) {
    int64_t words = countWords(value), end = begin;
    if (words == 0)
      return;
    for (Operation *user : value.getUsers()) {
      Operation *outer = value.getParentBlock()->findAncestorOpInBlock(*user);
      bool isInLoop = outer && outer != user &&
                      outer->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
      end = std::max(end, isInLoop ? last[outer] : first[user]);
    }
    change[static_cast<size_t>(begin)] += words;
    change[static_cast<size_t>(end)] -= words;
  };
  kernel.walk([&](Operation *op) {
    if (op == kernel.getOperation())
      return;
    for (Value result : op->getResults())
      add(result, last[op]);
    if (!isa<tilegpu::ReduceByOp, tilegpu::ScanOp>(op)) // their functions take elements
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          add(argument, first[op]);
  });
  int64_t live = 0, most = 0;
  for (int64_t step : change)
    most = std::max(most, live += step);
  return most + ownRegisters;
}
