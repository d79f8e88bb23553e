// SPDX-License-Identifier: Apache-2.0
// A tensor core takes what was multiplied before as its left operand, and rows of a product are what warpgroups share
// out. A program may say all of that the other way round: scores as `k . q^T`, their sums along axis 0, `v^T . p`. As
// a b = (b^T a^T)^T, it is the same program with each matrix transposed, and the factors of each product in the other
// order:
//
//     s = dot %k, %q                             s = dot %q', %k'               of 64 x 128 becomes 128 x 64
//     m = reduce max s axes [0]           =>     m = reduce max s axes [1]
//     o = dot %v, f(s, m)                        o = dot f(s, m), %v'
//
// Nothing is moved for it: what is gathered is gathered at turned indices, vectors stay. What has axes in an order that
// memory or a person sees (slices of arrays, texts) gets its operand turned back, and its result turned. Rejected:
// turning single products, which leaves transpositions between them.
#include "compiler/schedule/specialize/SwapProducts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isMatrix(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 2;
}
static RankedTensorType getTurned(Type type) {
  auto matrix = cast<RankedTensorType>(type);
  return RankedTensorType::get({matrix.getDimSize(1), matrix.getDimSize(0)}, matrix.getElementType());
}
/// Whether turning changes nothing about the order of the elements.
static bool isVector(Value value) { return !isMatrix(value) || llvm::is_contained(tile::getShape(value.getType()), 1); }

/// Operations that say the same of turned matrices, once their own axes are.
static bool isSymmetric(Operation *op) {
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
    return isVector(reshape.getInput()) && isVector(reshape.getResult());
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    return isMatrix(broadcast.getResult());
  if (auto reduce = dyn_cast<tile::ReduceOp>(op))
    return !isMatrix(reduce.getResult());
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  return isa<tile::DotOp, tile::IotaOp, tile::TransposeOp, tile::CastOp, tile::BitcastOp, tile::GatherOp,
             tile::ScatterOp, tile::AtomicRmwOp, scf::ForOp, scf::IfOp, scf::YieldOp>(op) ||
         OpTrait::hasElementwiseMappableTraits(op);
}

static bool hasMatrices(Operation *op) {
  return llvm::any_of(op->getOperands(), isMatrix) || llvm::any_of(op->getResults(), isMatrix);
}

/// All that `op` reads is turned by now, and its results are to be.
static void turnAxes(Operation *op) {
  Builder builder(op->getContext());
  auto turn = [](int64_t axis) { return 1 - axis; };
  if (auto dot = dyn_cast<tile::DotOp>(op)) {
    Value left = dot.getLhs();
    dot.getLhsMutable().assign(dot.getRhs());
    dot.getRhsMutable().assign(left);
  } else if (auto iota = dyn_cast<tile::IotaOp>(op); iota && isMatrix(iota)) {
    iota.setAxis(static_cast<uint64_t>(turn(static_cast<int64_t>(iota.getAxis()))));
  } else if (auto reduce = dyn_cast<tile::ReduceOp>(op); reduce && isMatrix(reduce.getInput())) {
    auto axes = llvm::map_to_vector(reduce.getAxes(), turn);
    llvm::sort(axes);
    reduce.setAxes(axes);
  } else if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    auto axes = llvm::map_to_vector(broadcast.getAxes(), turn);
    std::reverse(axes.begin(), axes.end());
    broadcast.setAxes(axes);
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op); constant && isMatrix(constant)) {
    constant.setValueAttr(cast<SplatElementsAttr>(constant.getValue()).resizeSplat(getTurned(constant.getType())));
  }
}

static Value transpose(OpBuilder &builder, Location loc, Value value) {
  return tile::TransposeOp::create(builder, loc, getTurned(value.getType()), value, ArrayRef<int64_t>{1, 0});
}

/// `op` as it was, between transpositions.
static void wrap(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isMatrix(operand.get()))
      operand.set(transpose(builder, op->getLoc(), operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    if (isMatrix(result)) {
      Value turned = transpose(builder, op->getLoc(), result);
      result.replaceAllUsesExcept(turned, turned.getDefiningOp());
    }
}

/// Whether `value` is computed of what a product gives.
static bool isOfProduct(Value value) {
  SmallVector<Value> left = {value};
  llvm::DenseSet<Value> seen;
  while (!left.empty()) {
    Value next = left.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(next);
    Operation *op = argument ? argument.getOwner()->getParentOp() : next.getDefiningOp();
    if (isa<tile::DotOp>(op))
      return true;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (argument == loop.getInductionVar())
        continue;
      unsigned index = argument ? argument.getArgNumber() - 1 : cast<OpResult>(next).getResultNumber();
      left.append({loop.getInitArgs()[index], loop.getYieldedValues()[index]});
    } else if (!argument) {
      llvm::append_range(left, op->getOperands());
    }
  }
  return false;
}

bool tessera::schedule::wantsSwap(tile::KernelOp kernel) {
  return kernel
      .walk([](tile::DotOp dot) {
        return isOfProduct(dot.getRhs()) && !isOfProduct(dot.getLhs()) ? WalkResult::interrupt()
                                                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

bool tessera::schedule::swapProducts(tile::KernelOp kernel) {
  SmallVector<Operation *> symmetric, others;
  bool isPossible = true;
  kernel.walk([&](Operation *op) {
    if (op == kernel || op->getParentOfType<tile::ReduceOp>())
      return;
    auto dot = dyn_cast<tile::DotOp>(op);
    isPossible &= !dot || isMatrix(dot);
    isPossible &= isSymmetric(op) || op->getNumRegions() == 0 || !hasMatrices(op);
    if (hasMatrices(op) || isa<scf::ForOp, scf::IfOp>(op))
      (isSymmetric(op) ? symmetric : others).push_back(op);
  });
  if (!isPossible)
    return false;
  for (Operation *op : symmetric) {
    turnAxes(op);
    for (Value result : op->getResults())
      if (isMatrix(result))
        result.setType(getTurned(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (isMatrix(argument) && !isa<tile::ReduceOp>(op))
            argument.setType(getTurned(argument.getType()));
  }
  llvm::for_each(others, wrap);
  return true;
}
