// SPDX-License-Identifier: Apache-2.0
// Rules of layouts, an operation at a time.
#include "compiler/schedule/warpgroups/WarpgroupLayoutRules.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

bool tessera::schedule::isBuiltAnywhere(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<RankedTensorType>(value.getType()))
    return false;
  if (isa<arith::ConstantOp, tile::IotaOp>(op))
    return true;
  if (auto cast = dyn_cast<tilegpu::LayoutCastOp>(op))
    return cast.getLayout().getName() == "splat" && isBuiltAnywhere(cast.getInput());
  auto broadcast = dyn_cast<tile::BroadcastOp>(op);
  return broadcast && (!isa<RankedTensorType>(broadcast.getInput().getType()) || isBuiltAnywhere(broadcast.getInput()));
}

static int64_t getBits(Type type) { return tile::getElementType(type).getIntOrFloatBitWidth(); }

std::optional<LinearLayout> tessera::schedule::getDemand(OpOperand &operand, std::string *error) {
  Type type = operand.get().getType();
  if (!isa<RankedTensorType>(type))
    return std::nullopt;
  ArrayRef<int64_t> shape = tile::getShape(type);
  Operation *op = operand.getOwner();
  if (isa<tilegpu::WgmmaOp>(op))
    return layout::makeNamedLayout({"mma_lhs", {}, {}}, shape, getBits(type), error);
  if (isa<tilegpu::WriteAccumulatorOp, tilegpu::AllocAccumulatorOp>(op))
    return layout::makeNamedLayout({"wgmma", {}, {}}, shape, getBits(type), error);
  if (isa<tilegpu::MmaOp>(op)) {
    static const llvm::StringLiteral names[] = {"mma_acc", "mma_lhs", "mma_rhs"};
    return layout::makeNamedLayout({names[operand.getOperandNumber()], {}, {}}, shape, getBits(type), error);
  }
  return std::nullopt;
}

std::optional<LinearLayout> tessera::schedule::getOwnLayout(Operation *op, std::string *error) {
  if (op->getNumResults() != 1 || !isa<RankedTensorType>(op->getResult(0).getType()))
    return std::nullopt;
  Type type = op->getResult(0).getType();
  ArrayRef<int64_t> shape = tile::getShape(type);
  if (isa<tilegpu::ReadAccumulatorOp, tilegpu::MmaOp>(op))
    return layout::makeNamedLayout({"wgmma", {}, {}}, shape, getBits(type), error);
  auto cast = dyn_cast<tilegpu::LayoutCastOp>(op);
  if (!cast || cast.getLayout().getName() == "splat")
    return std::nullopt;
  tilegpu::RegisterLayoutAttr name = cast.getLayout();
  return layout::makeNamedLayout({name.getName(), name.getNumbers(), name.getReduced()}, shape, getBits(type), error);
}

/// The layout of a whole of which `part` is held as said, the rest in further registers.
static LinearLayout extendPart(const LinearLayout &part, ArrayRef<int64_t> shape) {
  std::vector<LinearLayout::Input> inputs;
  LinearLayout::Input registers{layout::registerDim.str(), part.bases(layout::registerDim).vec()};
  for (size_t axis = shape.size(); axis-- > 0;)
    for (int64_t step = part.outputs()[axis].size; step < shape[axis]; step *= 2) {
      layout::Basis basis(shape.size(), 0);
      basis[axis] = static_cast<int32_t>(step);
      registers.bases.push_back(basis);
    }
  inputs.push_back(std::move(registers));
  for (const LinearLayout::Input &input : part.inputs())
    if (input.name != layout::registerDim)
      inputs.push_back(input);
  std::vector<LinearLayout::Output> outputs;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    outputs.push_back({layout::getAxisName(axis), static_cast<int32_t>(shape[axis])});
  return *LinearLayout::create(std::move(inputs), std::move(outputs));
}

/// The shape of a slice with the axes that it drops.
static SmallVector<int64_t> getSliceShape(tile::SliceValueOp op) { return llvm::to_vector(op.getSizes()); }

std::optional<LinearLayout> tessera::schedule::getSourceLayout(Operation *op, Value operand, const LinearLayout &result) {
  if (isa<tile::ReduceOp, tilegpu::MmaOp, tilegpu::ReadAccumulatorOp>(op))
    return std::nullopt;
  if (auto slice = dyn_cast<tile::SliceValueOp>(op)) {
    auto whole = result.reshaped(getSliceShape(slice));
    return whole ? std::optional(extendPart(*whole, tile::getShape(operand.getType()))) : std::nullopt;
  }
  if (isa<tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp>(op))
    return getOperandLayout(op, operand, result);
  if (tile::getShape(operand.getType()) != ArrayRef<int64_t>(result.shape()))
    return std::nullopt;
  return result;
}

std::optional<LinearLayout> tessera::schedule::getResultLayout(Operation *op, Value operand, const LinearLayout &layout) {
  if (isa<tile::BroadcastOp, tilegpu::MmaOp, tilegpu::ReadAccumulatorOp>(op) || op->getNumResults() == 0)
    return std::nullopt;
  if (op->getNumResults() > 1 && !OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt;
  if (auto reduce = dyn_cast<tile::ReduceOp>(op)) {
    SmallVector<int64_t> axes(reduce.getAxes());
    llvm::sort(axes);
    LinearLayout result = layout;
    for (int64_t axis : llvm::reverse(axes))
      result = layout::makeSlice(result, static_cast<size_t>(axis));
    return result;
  }
  if (auto slice = dyn_cast<tile::SliceValueOp>(op)) {
    auto part = layout::makePart(layout, getSliceShape(slice));
    return part ? part->reshaped(tile::getShape(slice.getType())) : std::nullopt;
  }
  if (auto transpose = dyn_cast<tile::TransposeOp>(op))
    return layout.transposed(transpose.getPermutation());
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
    return layout.reshaped(tile::getShape(reshape.getType()));
  if (tile::getShape(op->getResult(0).getType()) != tile::getShape(operand.getType()))
    return std::nullopt;
  return layout;
}
