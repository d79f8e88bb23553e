// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/IndexRange.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static std::optional<IndexRange> find(Value index, unsigned depth) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return IndexRange{{}, constant.getSExtValue(), constant.getSExtValue()};
  Operation *op = index.getDefiningOp();
  if (op && depth < 16) {
    if (isa<tilegpu::SplatOp, tilegpu::BroadcastOp, tilegpu::ReshapeOp>(op))
      return find(op->getOperand(0), depth + 1);
    if (auto iota = dyn_cast<tilegpu::IotaOp>(op))
      return IndexRange{{}, 0, tilegpu::getShape(iota.getType())[iota.getAxis()] - 1};
    if (isa<arith::AddIOp>(op)) {
      auto left = find(op->getOperand(0), depth + 1), right = find(op->getOperand(1), depth + 1);
      if (!left || !right)
        return std::nullopt;
      left->terms.append(right->terms);
      llvm::sort(left->terms, [](Value a, Value b) { return a.getAsOpaquePointer() < b.getAsOpaquePointer(); });
      left->first += right->first;
      left->last += right->last;
      return left;
    }
  }
  if (isa<RankedTensorType>(index.getType()))
    return std::nullopt;
  return IndexRange{{index}, 0, 0};
}

std::optional<IndexRange> tessera::schedule::findIndexRange(Value index) { return find(index, 0); }
