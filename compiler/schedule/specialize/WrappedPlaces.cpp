// SPDX-License-Identifier: Apache-2.0
// Places that wrap around where the whole ends, of which nothing is kept:
//
//     %row = (%pid * 128 + iota) % 200                 %row = %pid * 128 + iota
//     %x = gather x[%row, ..]                    =>    %x = gather x[%row, ..] mask %row < 200
//     scatter c[%place, ..] mask %place < 200          scatter c[%place, ..] mask %place < 200
//
// What lies beyond the end is computed and not stored, so it need not be what the program would have read. The same
// goes for `where(%row < 200, %row, 0)`.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/ProgramMerge.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// What all elements of an array are.
static std::optional<int64_t> getConstant(Value array, AffineAnalysis &affine) {
  std::optional<AffineArray> form = affine.get(array);
  bool isConstant =
      form && form->base.isConstant() && llvm::all_of(form->steps, [](int64_t step) { return step == 0; });
  return isConstant ? std::optional(form->base.constant) : std::nullopt;
}

std::optional<int64_t> tessera::schedule::findEnd(Value mask, const AffineSum &begin, int64_t step, unsigned number,
                                                  const AxisClasses &axes, AffineAnalysis &affine) {
  Operation *op = mask.getDefiningOp();
  auto findIn = [&](unsigned index) { return findEnd(op->getOperand(index), begin, step, number, axes, affine); };
  if (op && isa<arith::AndIOp>(op)) {
    std::optional<int64_t> one = findIn(0), other = findIn(1);
    return one && other ? std::min(one, other) : one ? one : other;
  }
  if (op && isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return findIn(0);
  using P = arith::CmpIPredicate;
  auto comparison = dyn_cast_or_null<arith::CmpIOp>(op);
  SmallVector<int64_t> own = comparison ? axes.find(comparison.getLhs(), number) : SmallVector<int64_t>();
  std::optional<AffineArray> left = own.size() == 1 ? affine.get(comparison.getLhs()) : std::nullopt;
  std::optional<int64_t> limit = left ? getConstant(comparison.getRhs(), affine) : std::nullopt;
  bool isPlace = limit && left->base == begin && left->steps[own.front()] == step &&
                 llvm::count_if(left->steps, [](int64_t step) { return step != 0; }) == 1;
  P predicate = comparison ? comparison.getPredicate() : P::eq;
  if (!isPlace || (predicate != P::slt && predicate != P::ult && predicate != P::sle && predicate != P::ule))
    return std::nullopt;
  return *limit + (predicate == P::sle || predicate == P::ule ? 1 : 0);
}

namespace {
class WrappedPlaces {
public:
  WrappedPlaces(tile::KernelOp kernel, Operation *wrap, const AxisClasses &axes, AffineAnalysis &affine)
      : kernel(kernel), wrap(wrap), axes(axes), affine(affine) {}

  bool unwrap() {
    if (!findPlace() || !areEffectsMasked())
      return false;
    kernel.walk([&](Operation *op) {
      if (auto load = dyn_cast<tile::GatherOp>(op))
        maskLoad(load);
      if (auto load = dyn_cast<tile::LoadOp>(op))
        maskLoad(load);
    });
    wrap->getResult(0).replaceAllUsesWith(rows);
    return true;
  }

private:
  bool findPlace() {
    auto choice = dyn_cast<arith::SelectOp>(wrap);
    rows = choice ? choice.getTrueValue() : wrap->getOperand(0);
    std::optional<AffineArray> form = affine.get(rows);
    std::optional<Bounds> bounds = form ? affine.getBounds(*form, tile::getShape(rows.getType())) : std::nullopt;
    if (!bounds || bounds->least < 0 || llvm::count_if(form->steps, [](int64_t step) { return step != 0; }) != 1)
      return false;
    axis = llvm::find_if(form->steps, [](int64_t step) { return step != 0; }) - form->steps.begin();
    number = axes.get(rows, axis);
    place = *form;
    std::optional<int64_t> limit = choice ? findEnd(choice.getCondition()) : getConstant(wrap->getOperand(1), affine);
    end = limit.value_or(0);
    Reasons untold;
    return limit && axes.canGrow(number, untold);
  }

  std::optional<int64_t> findEnd(Value mask) {
    return schedule::findEnd(mask, place.base, place.steps[axis], number, axes, affine);
  }

  /// Whether nothing of what lies beyond the end leaves the program.
  bool areEffectsMasked() {
    WalkResult all = kernel.walk([&](Operation *op) {
      if (!isEffect(op))
        return WalkResult::advance();
      bool isAlong = llvm::any_of(op->getOperands(), [&](Value value) { return !axes.find(value, number).empty(); });
      Value mask = isa<tile::StoreOp>(op) ? cast<tile::StoreOp>(op).getMask() : Value();
      if (auto scatter = dyn_cast<tile::ScatterOp>(op))
        mask = scatter.getMask();
      if (auto atomic = dyn_cast<tile::AtomicRmwOp>(op))
        mask = atomic.getMask();
      std::optional<int64_t> limit = isAlong && mask ? findEnd(mask) : std::nullopt;
      return limit && *limit <= end ? WalkResult::advance() : WalkResult::interrupt();
    });
    return !all.wasInterrupted();
  }

  template <typename OpT> void maskLoad(OpT load) {
    SmallVector<int64_t> own = axes.find(load.getResult(), number);
    if (own.size() != 1)
      return;
    auto type = cast<RankedTensorType>(load.getResult().getType());
    OpBuilder builder(load);
    ArrayBuilder arrays(builder, load.getLoc());
    Value rows = this->rows;
    auto from = cast<RankedTensorType>(rows.getType());
    SmallVector<int64_t> line = {from.getShape()[axis]};
    if (from.getRank() > 1)
      rows = tile::ReshapeOp::create(builder, load.getLoc(), RankedTensorType::get(line, from.getElementType()), rows);
    Value limit = arrays.splat(builder.getIntegerAttr(from.getElementType(), end), line);
    Value isInside = arith::CmpIOp::create(builder, load.getLoc(), arith::CmpIPredicate::slt, rows, limit);
    Value mask = tile::BroadcastOp::create(builder, load.getLoc(), type.clone(builder.getI1Type()), isInside,
                                           ArrayRef<int64_t>{own.front()});
    load.getMaskMutable().assign(arrays.both(load.getMask(), mask));
    if (!load.getOther())
      load.getOtherMutable().assign(arrays.splat(builder.getZeroAttr(type.getElementType()), type.getShape()));
  }

  tile::KernelOp kernel;
  Operation *wrap; // a remainder or a choice
  Value rows;      // which goes on beyond the end
  const AxisClasses &axes;
  AffineAnalysis &affine;
  AffineArray place;
  int64_t axis = 0, end = 0;
  unsigned number = 0;
};
} // namespace

void tessera::schedule::unwrapPlaces(tile::KernelOp kernel) {
  SmallVector<Operation *> wraps;
  kernel.walk([&](Operation *op) {
    if (isa<arith::RemSIOp, arith::RemUIOp, arith::SelectOp>(op) && isa<RankedTensorType>(op->getResult(0).getType()) &&
        tile::getElementType(op->getResult(0).getType()).isIntOrIndex())
      wraps.push_back(op);
  });
  for (Operation *wrap : wraps) {
    AxisClasses axes(kernel);
    AffineAnalysis affine(kernel);
    WrappedPlaces(kernel, wrap, axes, affine).unwrap();
  }
}
