// SPDX-License-Identifier: Apache-2.0
// What happens to a sum before it is stored. It is elementwise, so any part of any tile can be computed alike: the axes of each array in it run along the
// tile's rows, its columns, or neither, and the arrays that it reads move with the tile.
#include "compiler/schedule/specialize/Gemm.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

std::optional<TileAxes> tessera::schedule::getInputAxes(Operation *op, ArrayRef<TileAxis> axes) {
  ArrayRef<int64_t> from = tile::getShape(op->getOperand(0).getType()), to = tile::getShape(op->getResult(0).getType());
  TileAxes input(from.size(), TileAxis::none);
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    for (auto [index, axis] : llvm::enumerate(broadcast.getAxes()))
      if (from[index] != 1)
        input[index] = axes[axis];
    return input;
  }
  auto isNotOne = [](int64_t extent) { return extent != 1; };
  if (!llvm::equal(llvm::make_filter_range(from, isNotOne), llvm::make_filter_range(to, isNotOne)))
    return std::nullopt;
  size_t next = 0;
  for (auto [index, extent] : llvm::enumerate(from)) {
    if (extent == 1)
      continue;
    while (to[next] == 1)
      ++next;
    input[index] = axes[next++];
  }
  return input;
}

namespace {
class EpilogueFinder {
public:
  EpilogueFinder(Gemm &gemm, AffineForms &forms, BoundsAnalysis *bounds, Reasons &reasons)
      : gemm(gemm), forms(forms), bounds(bounds), reasons(reasons),
        kernel(gemm.result.box.access->getParentOfType<tile::KernelOp>()) {}

  bool find(Value value, ArrayRef<TileAxis> axes) {
    if (value == gemm.product)
      return axes == ArrayRef<TileAxis>({TileAxis::row, TileAxis::column}) ||
             reasons.add(gemm.result.box.access, "the product is stored in another order of its axes");
    Operation *op = value.getDefiningOp();
    if (!op || llvm::is_contained(known[value], axes))
      return op != nullptr;
    known[value].emplace_back(axes);
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return addLoad(op, axes);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return isa<SplatElementsAttr>(constant.getValue());
    if (isa<tile::BroadcastOp, tile::ReshapeOp>(op)) {
      Value input = op->getOperand(0);
      std::optional<TileAxes> own = isa<RankedTensorType>(input.getType()) ? getInputAxes(op, axes) : std::nullopt;
      return own ? find(input, *own)
                 : isCommon(input) ||
                       reasons.add(
                           op,
                           "what is done with the product depends on the program, or is loaded one number at a time",
                           "hand numbers over as arguments");
    }
    bool isElementwise = isa<tile::CastOp, tile::BitcastOp>(op) || op->hasTrait<OpTrait::Elementwise>();
    if (!isElementwise || op->getNumResults() != 1 || op->getNumRegions() > 0)
      return reasons.add(op, "`" + op->getName().stripDialect() +
                                 "` is done with the product, which is not element by element");
    return llvm::all_of(op->getOperands(), [&](Value operand) { return isa<RankedTensorType>(operand.getType()) ? find(operand, axes) : isCommon(operand); });
  }

  /// Arrays of which numbers are read stay as they are: none is seen as a matrix, too.
  bool areNumbersApart() const {
    auto isMatrix = [&](BlockArgument array) {
      return array == gemm.a.box.array || array == gemm.b.box.array ||
             llvm::any_of(gemm.loads, [&](const auto &load) { return load.first.array == array; });
    };
    return llvm::none_of(numbers, isMatrix);
  }

private:
  /// Scalars that are the same in every program.
  bool isCommon(Value scalar) {
    if (isa<RankedTensorType>(scalar.getType()))
      return false;
    if (auto argument = dyn_cast<BlockArgument>(scalar))
      return argument.getOwner()->getParentOp() == kernel;
    Operation *op = scalar.getDefiningOp();
    if (auto load = dyn_cast<tile::LoadOp>(op))
      return isCommonNumber(load);
    return !isa<tile::ProgramIdOp, tile::NumProgramsOp>(op) && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return isCommon(operand); });
  }

  /// A number of an array that the kernel only reads, the same for all.
  bool isCommonNumber(tile::LoadOp load) {
    auto array = dyn_cast<BlockArgument>(load.getRef());
    if (!array || array.getOwner()->getParentOp() != kernel || load.getMask() ||
        kernel.getAccess(array.getArgNumber()) != tile::Access::read)
      return false;
    numbers.push_back(array);
    return llvm::all_of(load.getOffsets(), [&](Value offset) { return isCommon(offset); });
  }

  bool isBatch(const Linear &begin) {
    return llvm::any_of(ArrayRef(gemm.result.box.axes).take_front(gemm.result.line), [&](const BoxAxis &axis) { return axis.begin == begin; });
  }

  bool addLoad(Operation *op, ArrayRef<TileAxis> axes) {
    std::optional<Box> box = findBox(op, forms, bounds);
    if (!box)
      return reasons.add(op, "what is read beside the product is no box of an array");
    if (box->isFlat && box->array == gemm.result.box.array)
      return reasons.add(op, "the result's array is read, too");
    for (const BoxAxis &axis : box->axes)
      if (!movesAlong(axis, axis.valueAxis < 0 ? TileAxis::none : axes[axis.valueAxis]))
        return reasons.add(op, "what is read here does not move with the product's rows and columns");
    gemm.loads.emplace_back(std::move(*box), TileAxes(axes));
    return true;
  }

  bool movesAlong(const BoxAxis &axis, TileAxis role) {
    if (role == TileAxis::none)
      return axis.size == 1 && (axis.begin.isConstant() || isBatch(axis.begin));
    const BoxAxis &moving = role == TileAxis::row ? gemm.result.getLine() : gemm.result.getInner();
    int64_t needed = role == TileAxis::row ? gemm.m : gemm.n;
    if (!(axis.begin == moving.begin) || axis.size != moving.size || needed < 0)
      return false;
    auto isEnough = [&](std::optional<int64_t> end) { return !end || *end >= needed; };
    return isEnough(axis.maskEnd) && isEnough(axis.validEnd) && (axis.extent < 0 || axis.extent >= needed);
  }

  Gemm &gemm;
  AffineForms &forms;
  BoundsAnalysis *bounds;
  Reasons &reasons;
  tile::KernelOp kernel;
  llvm::DenseMap<Value, SmallVector<TileAxes, 1>> known;
  SmallVector<BlockArgument> numbers;
};
} // namespace

bool tessera::schedule::findEpilogue(Value value, ArrayRef<TileAxis> axes, Gemm &gemm, AffineForms &forms,
                                     BoundsAnalysis *bounds, Reasons &reasons) {
  EpilogueFinder finder(gemm, forms, bounds, reasons);
  return finder.find(value, axes) && finder.areNumbersApart();
}
