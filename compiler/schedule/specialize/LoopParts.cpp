// SPDX-License-Identifier: Apache-2.0
// How the rows of a value come from rows of what it is computed of, an operation at a time.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/LoopPlan.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

/// All operands in their whole form.
static SmallVector<ArrayPart> takeWhole(Operation *op) {
  SmallVector<ArrayPart> parts;
  for (Value operand : op->getOperands())
    if (!isa<tile::RefType>(operand.getType()))
      parts.emplace_back(operand, wholeArray);
  return parts;
}

/// Arrays of the result's shape are cut as it is.
static SmallVector<ArrayPart> takeAlike(Operation *op, int64_t axis) {
  SmallVector<ArrayPart> parts;
  for (Value operand : op->getOperands())
    if (!isa<tile::RefType>(operand.getType()))
      parts.emplace_back(operand, isArray(operand) ? axis : wholeArray);
  return parts;
}

static ArrayPart takeBroadcast(tile::BroadcastOp op, int64_t axis) {
  for (auto [own, to] : llvm::enumerate(op.getAxes()))
    if (to == axis && tile::getShape(op.getInput().getType())[own] != 1)
      return {op.getInput(), static_cast<int64_t>(own)};
  return {op.getInput(), wholeArray};
}

/// The axis with the same number of elements before it, and with the same extent, is the same one.
static std::optional<ArrayPart> takeReshape(tile::ReshapeOp op, int64_t axis) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType()), to = tile::getShape(op.getType());
  int64_t before = 1, wanted = 1;
  for (int64_t extent : to.take_front(axis))
    wanted *= extent;
  for (auto [own, extent] : llvm::enumerate(from)) {
    if (to[axis] != 1 && before == wanted && extent == to[axis])
      return ArrayPart(op.getInput(), static_cast<int64_t>(own));
    before *= extent;
  }
  return std::nullopt;
}

/// Of an axis that the slice leaves as it is.
static std::optional<SmallVector<ArrayPart>> takeSliceOfValue(tile::SliceValueOp op, int64_t axis) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType());
  int64_t own = getKeptAxes(static_cast<int64_t>(from.size()), op.getDropped())[axis];
  if (op.getSizes()[own] != from[own] || !op.getOffsets().empty())
    return std::nullopt;
  return SmallVector<ArrayPart>{{op.getInput(), own}};
}

static ArrayPart takeReduce(tile::ReduceOp op, int64_t axis) {
  int64_t own = 0;
  for (int64_t rank = static_cast<int64_t>(tile::getShape(op.getInput().getType()).size()); own < rank; ++own)
    if (!llvm::is_contained(op.getAxes(), own) && axis-- == 0)
      break;
  return {op.getInput(), own};
}

/// Masks and other values of a slice have the result's axes.
static SmallVector<ArrayPart> takeSlice(tile::LoadOp op, int64_t axis) {
  SmallVector<ArrayPart> parts;
  for (Value offset : op.getOffsets())
    parts.emplace_back(offset, wholeArray);
  for (Value array : {op.getMask(), op.getOther()})
    if (array)
      parts.emplace_back(array, isArray(array) ? axis : wholeArray);
  return parts;
}

std::optional<SmallVector<ArrayPart>> tessera::schedule::getOperandParts(Operation *op, int64_t axis) {
  if (isa<tile::ReduceOp>(op) && axis != wholeArray)
    return SmallVector<ArrayPart>{takeReduce(cast<tile::ReduceOp>(op), axis)};
  if (auto load = dyn_cast<tile::LoadOp>(op))
    return takeSlice(load, axis);
  if (op->getNumResults() != 1 && !OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt; // results of several shapes: nobody knows whose axis is meant
  if (axis == wholeArray)
    return takeWhole(op);
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    return SmallVector<ArrayPart>{takeBroadcast(broadcast, axis)};
  if (auto transpose = dyn_cast<tile::TransposeOp>(op))
    return SmallVector<ArrayPart>{{transpose.getInput(), transpose.getPermutation()[axis]}};
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op)) {
    std::optional<ArrayPart> part = takeReshape(reshape, axis);
    return part ? std::optional(SmallVector<ArrayPart>{*part}) : std::nullopt;
  }
  if (auto slice = dyn_cast<tile::SliceValueOp>(op))
    return takeSliceOfValue(slice, axis);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue()) ? std::optional(SmallVector<ArrayPart>()) : std::nullopt;
  if (isa<tile::IotaOp>(op))
    return SmallVector<ArrayPart>();
  if (isa<tile::GatherOp, tile::AtomicRmwOp, tile::CastOp, tile::BitcastOp>(op) ||
      OpTrait::hasElementwiseMappableTraits(op))
    return takeAlike(op, axis);
  return std::nullopt;
}

OperandSource tessera::schedule::traceOperand(Value value) {
  OperandSource source;
  while (auto transpose = value.getDefiningOp<tile::TransposeOp>()) {
    if (transpose.getPermutation() != ArrayRef<int64_t>({1, 0}))
      return {};
    source.isTransposed = !source.isTransposed;
    value = transpose.getInput();
  }
  Operation *op = value.getDefiningOp();
  source.load = op && isa<tile::LoadOp, tile::GatherOp>(op) ? op : nullptr;
  return source;
}

//===-- what a plan knows -------------------------------------------------------------------------------------===//

static int64_t getBlockBytes(ArrayRef<int64_t> shape, Type elementType) {
  int64_t bytes = (elementType.getIntOrFloatBitWidth() + 7) / 8;
  for (int64_t extent : shape)
    bytes *= extent;
  return bytes;
}

int64_t Ring::getBytes() const { return getBlockBytes(shape, elementType); }
int64_t StoreBuffer::getBytes() const { return turns * getBlockBytes(shape, elementType); }

bool LoopPlan::isDemanded(Value value) const {
  for (int64_t axis = wholeArray, rank = static_cast<int64_t>(tile::getShape(value.getType()).size()); axis < rank;
       ++axis)
    if (demanded.count({value, axis}))
      return true;
  return false;
}

OperandSource LoopPlan::trace(Value operand) const {
  OperandSource source;
  Value value = operand;
  while (auto transpose = value.getDefiningOp<tile::TransposeOp>()) {
    auto known = staged.find(transpose);
    if (known != staged.end())
      break;
    source.isTransposed = !source.isTransposed;
    value = transpose.getInput();
  }
  source.load = value.getDefiningOp();
  auto known = source.load ? staged.find(source.load) : staged.end();
  return known != staged.end() && known->second.isComputed ? source : traceOperand(operand);
}

bool tessera::schedule::isStagedIn(LoopPlan &plan, Value operand, Operation *dot) {
  Operation *load = plan.trace(operand).load;
  return load && plan.isStaged(load) && llvm::is_contained(plan.staged[load].uses, dot);
}

/// The product that begins from `dot`'s sum, where that is all that becomes of it.
static tile::DotOp findNext(LoopPlan &plan, tile::DotOp dot) {
  Operation *addition = plan.folded.lookup(dot);
  Value sum = addition ? addition->getResult(0) : dot.getResult();
  if (!sum.hasOneUse())
    return {};
  Operation *user = *sum.user_begin(), *adder = plan.additions.lookup(user);
  auto next = dyn_cast<tile::DotOp>(adder ? adder : user);
  bool isNext = next && next != dot && (adder || next.getAcc() == sum) && next->getBlock() == dot->getBlock() &&
                dot->isBeforeInBlock(next) && plan.live.contains(next);
  return isNext ? next : tile::DotOp();
}

bool tessera::schedule::isSteady(LoopPlan &plan, tile::DotOp dot) {
  if (isStagedIn(plan, dot.getLhs(), dot))
    return !plan.demanded.contains({dot.getLhs(), 0});
  // Registers of other elements would move while they are multiplied.
  auto loop = dot->getParentOfType<scf::ForOp>();
  return loop && !loop->isAncestor(dot.getLhs().getParentRegion()->getParentOp()) &&
         tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth() == 16;
}

void tessera::schedule::findChains(LoopPlan &plan) {
  plan.kernel.walk([&](tile::DotOp dot) {
    bool canGoOn = plan.live.contains(dot) && !isSummedByStep(dot) && isSteady(plan, dot);
    if (tile::DotOp next = canGoOn ? findNext(plan, dot) : tile::DotOp())
      plan.chained[dot] = next;
  });
}
