// SPDX-License-Identifier: Apache-2.0
// Views pushed through operations towards what is loaded. A reshape deals a flat number out to its operand's axes:
// `x: 64 x 64` as `64 x 2 x 32`, of which [i, 1, j] is wanted, is element 64 i + 32 + j, so [i, 32 + j] of x.
#include "compiler/schedule/arrays/ArrayViews.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- forms -------------------------------------------------------------------------------------------------===//

static bool isSame(const IndexForm &a, const IndexForm &b) {
  return a.constant == b.constant && llvm::equal(a.factors, b.factors);
}
static bool isSame(const ArrayView &a, const ArrayView &b) {
  return llvm::equal(a.shape, b.shape) && a.axes.size() == b.axes.size() &&
         llvm::all_of(llvm::zip(a.axes, b.axes),
                      [](auto both) { return isSame(std::get<0>(both), std::get<1>(both)); });
}
static int64_t getRank(const ArrayView &view) { return static_cast<int64_t>(view.shape.size()); }

IndexForm ArrayView::zero() const { return {0, llvm::SmallVector<int64_t, 3>(shape.size(), 0)}; }

ArrayView ArrayView::all(ArrayRef<int64_t> shape) {
  ArrayView view;
  view.shape.assign(shape.begin(), shape.end());
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    view.axes.push_back(view.zero());
    view.axes.back().factors[axis] = 1;
  }
  return view;
}

int64_t ArrayView::getLast(const IndexForm &form) const {
  int64_t last = form.constant;
  for (auto [factor, extent] : llvm::zip(form.factors, shape))
    last += factor * (extent - 1);
  return last;
}

bool ArrayView::isAll(ArrayRef<int64_t> of) const { return llvm::equal(shape, of) && isSame(*this, all(of)); }

/// Where `view` looks at nothing else along an axis of its own, that axis has one element.
static ArrayView shrink(const ArrayView &view) {
  ArrayView small = view;
  for (size_t axis = 0; axis < view.shape.size(); ++axis)
    if (llvm::all_of(view.axes, [&](const IndexForm &form) { return form.factors[axis] == 0; }))
      small.shape[axis] = 1;
  return small;
}

/// The axis of the wanted array that the form goes along, one by one; none where it goes along none.
static FailureOr<std::optional<int64_t>> getOnlyAxis(const IndexForm &form, const ArrayView &view) {
  std::optional<int64_t> only;
  for (auto [axis, factor] : llvm::enumerate(form.factors)) {
    if (factor == 0 || view.shape[axis] == 1)
      continue;
    if (factor != 1 || only)
      return failure();
    only = static_cast<int64_t>(axis);
  }
  return only;
}

/// Whether `value` is computed of parts of what is loaded or computed: these can be had without the rest.
static bool isCut(Value value) { return isComputedBy<tile::SliceValueOp>(value); }

//===-- operations --------------------------------------------------------------------------------------------===//

Value ViewWriter::write(Value value, const ArrayView &view) {
  bool isAll = view.isAll(tile::getShape(value.getType()));
  if (isAll && !isCut(value))
    return value;
  for (const auto &[known, result] : written[value])
    if (isSame(known, view))
      return result;
  Value result = writeNew(value, view);
  if (!result && isAll)
    result = value;
  if (result)
    written[value].emplace_back(view, result);
  return result;
}

Value ViewWriter::writeNew(Value value, const ArrayView &view) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions() > 0)
    return {};
  ArrayView small = shrink(view);
  bool isScalar = isa<tile::BroadcastOp>(op) && !isa<RankedTensorType>(op->getOperand(0).getType());
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!isScalar && !constant && !llvm::equal(small.shape, view.shape)) {
    Value inner = write(value, small);
    if (!inner)
      return {};
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(inner);
    return ArrayExpansion(builder, op->getLoc())
        .broadcast(inner, view.shape, llvm::to_vector(llvm::seq<int64_t>(0, getRank(view))));
  }
  if (constant) {
    auto elements = dyn_cast<SplatElementsAttr>(constant.getValue());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    return elements ? arith::ConstantOp::create(
                          builder, op->getLoc(),
                          elements.resizeSplat(RankedTensorType::get(view.shape, elements.getElementType())))
                          .getResult()
                    : Value();
  }
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](tile::BroadcastOp broadcast) { return writeBroadcast(broadcast, view); })
      .Case([&](tile::ReshapeOp reshape) { return writeReshape(reshape, view); })
      .Case([&](tile::TransposeOp transpose) { return writeTranspose(transpose, view); })
      .Case([&](tile::SliceValueOp slice) { return writeSlice(slice, view); })
      .Case([&](tile::ConcatenateOp concatenate) { return writeConcatenate(concatenate, view); })
      .Case([&](tile::IotaOp iota) { return writeIota(iota, view); })
      .Case([&](tile::LoadOp load) { return writeLoad(load, view); })
      .Default([&](Operation *) { return writeElementwise(op, view); });
}

Value ViewWriter::writeElementwise(Operation *op, const ArrayView &view) {
  bool isGather = isa<tile::GatherOp>(op);
  if (!isGather && !isa<tile::CastOp, tile::BitcastOp>(op) && !OpTrait::hasElementwiseMappableTraits(op))
    return {};
  // Elements in steps would be loaded one by one.
  if (isGather && llvm::any_of(view.axes, [&](const IndexForm &form) { return failed(getOnlyAxis(form, view)); }))
    return {};
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType())) {
      Value part = write(operand, view);
      if (!part)
        return {};
      mapping.map(operand, part);
    }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  Operation *part = builder.clone(*op, mapping);
  Value result = part->getResult(0);
  result.setType(RankedTensorType::get(view.shape, tile::getElementType(result.getType())));
  return result;
}

Value ViewWriter::writeBroadcast(tile::BroadcastOp op, const ArrayView &view) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  if (!isa<RankedTensorType>(op.getInput().getType()))
    return ArrayBuilder(builder, op.getLoc()).splat(op.getInput(), view.shape);
  ArrayView inner;
  inner.shape = view.shape;
  for (auto [own, axis] : llvm::enumerate(op.getAxes()))
    inner.axes.push_back(tile::getShape(op.getInput().getType())[own] == 1 ? view.zero() : view.axes[axis]);
  return write(op.getInput(), inner);
}

Value ViewWriter::writeReshape(tile::ReshapeOp op, const ArrayView &view) {
  IndexForm flat = view.zero();
  int64_t pitch = 1;
  ArrayRef<int64_t> to = tile::getShape(op.getType()), from = tile::getShape(op.getInput().getType());
  for (size_t axis = to.size(); axis-- > 0; pitch *= to[axis]) {
    flat.constant += pitch * view.axes[axis].constant;
    for (size_t k = 0; k < view.shape.size(); ++k)
      flat.factors[k] += pitch * view.axes[axis].factors[k];
  }
  ArrayView inner;
  inner.shape = view.shape;
  for (int64_t extent : from) {
    pitch /= extent;
    IndexForm form = view.zero();
    form.constant = flat.constant / pitch;
    flat.constant %= pitch;
    for (size_t k = 0; k < view.shape.size(); ++k)
      if (flat.factors[k] % pitch == 0) {
        form.factors[k] = flat.factors[k] / pitch;
        flat.factors[k] = 0;
      }
    if (view.getLast(flat) >= pitch || view.getLast(form) >= extent)
      return {}; // an axis that is wanted in one goes along several
    inner.axes.push_back(form);
  }
  return write(op.getInput(), inner);
}

Value ViewWriter::writeTranspose(tile::TransposeOp op, const ArrayView &view) {
  ArrayView inner;
  inner.shape = view.shape;
  inner.axes.resize(view.axes.size());
  for (auto [axis, own] : llvm::enumerate(op.getPermutation()))
    inner.axes[own] = view.axes[axis];
  return write(op.getInput(), inner);
}

Value ViewWriter::writeSlice(tile::SliceValueOp op, const ArrayView &view) {
  if (!op.getOffsets().empty())
    return {};
  ArrayView inner;
  inner.shape = view.shape;
  size_t next = 0;
  for (int64_t axis = 0, rank = static_cast<int64_t>(op.getSizes().size()); axis < rank; ++axis) {
    IndexForm form = llvm::is_contained(op.getDropped(), axis) ? view.zero() : view.axes[next++];
    int64_t stride = op.getStrides().empty() ? 1 : op.getStrides()[axis];
    form.constant = form.constant * stride + op.getStaticOffsets()[axis];
    for (int64_t &factor : form.factors)
      factor *= stride;
    inner.axes.push_back(form);
  }
  return write(op.getInput(), inner);
}

/// Of one of what is joined.
Value ViewWriter::writeConcatenate(tile::ConcatenateOp op, const ArrayView &view) {
  const IndexForm &form = view.axes[op.getAxis()];
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    int64_t end = begin + tile::getShape(input.getType())[op.getAxis()];
    if (begin <= form.constant && view.getLast(form) < end) {
      ArrayView inner = view;
      inner.axes[op.getAxis()].constant -= begin;
      return write(input, inner);
    }
    begin = end;
  }
  return {};
}

Value ViewWriter::writeIota(tile::IotaOp op, const ArrayView &view) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  ArrayExpansion code(builder, op.getLoc());
  Type element = tile::getElementType(op.getType());
  if (!element.isSignlessInteger())
    return {};
  const IndexForm &form = view.axes[op.getAxis()];
  Value result;
  auto add = [&](Value part) {
    result = result ? Value(arith::AddIOp::create(builder, op.getLoc(), result, part)) : part;
  };
  for (auto [axis, factor] : llvm::enumerate(form.factors)) {
    if (factor == 0 || view.shape[axis] == 1)
      continue;
    Value own = tile::IotaOp::create(builder, op.getLoc(), RankedTensorType::get(view.shape, element),
                                     static_cast<int64_t>(axis));
    add(factor == 1 ? own
                    : Value(arith::MulIOp::create(builder, op.getLoc(), own, code.fill(factor, element, view.shape))));
  }
  if (form.constant != 0 || !result)
    add(code.fill(form.constant, element, view.shape));
  return result;
}

/// A smaller box, and its axes in the order that is wanted.
Value ViewWriter::writeLoad(tile::LoadOp op, const ArrayView &view) {
  SmallVector<int64_t> sizes(op.getSizes()), constants, order, shape;
  SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), op.getDropped());
  SmallVector<Value> computed;
  SmallVector<OpFoldResult> offsets;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  ArrayExpansion code(builder, op.getLoc());
  for (int64_t axis = 0; axis < static_cast<int64_t>(sizes.size()); ++axis)
    offsets.push_back(op.getOffset(axis));
  ArrayView box; // of what is loaded, from the load as it was
  for (auto [own, axis] : llvm::enumerate(kept)) {
    FailureOr<std::optional<int64_t>> along = getOnlyAxis(view.axes[own], view);
    if (failed(along) || (*along && llvm::is_contained(order, **along)))
      return {};
    if (*along)
      order.push_back(**along);
    sizes[axis] = *along ? view.shape[**along] : 1;
    shape.push_back(sizes[axis]);
    int64_t step = view.axes[own].constant * op.getStride(axis);
    if (auto known = dyn_cast<Attribute>(offsets[axis]))
      offsets[axis] = builder.getI64IntegerAttr(cast<IntegerAttr>(known).getInt() + step);
    else if (step != 0)
      offsets[axis] = code.add(code.narrowIndex(cast<Value>(offsets[axis])), code.constant(step));
  }
  box = ArrayView::all(shape);
  for (auto [own, form] : llvm::enumerate(box.axes))
    form.constant = view.axes[own].constant;
  Value mask = op.getMask() ? write(op.getMask(), box) : Value(),
        other = op.getOther() ? write(op.getOther(), box) : Value();
  if ((op.getMask() && !mask) || (op.getOther() && !other))
    return {};
  dispatchIndexOpFoldResults(offsets, computed, constants);
  Value loaded =
      tile::LoadOp::create(builder, op.getLoc(), RankedTensorType::get(shape, tile::getElementType(op.getType())),
                           op.getRef(), computed, mask, other, builder.getDenseI64ArrayAttr(constants),
                           builder.getDenseI64ArrayAttr(sizes), op.getStridesAttr(), op.getDroppedAttr());
  if (!llvm::is_sorted(order)) {
    if (order.size() != shape.size())
      return {};
    SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(order.size())));
    llvm::sort(permutation, [&](int64_t a, int64_t b) { return order[a] < order[b]; });
    auto turned = llvm::map_to_vector(permutation, [&](int64_t own) { return shape[own]; });
    loaded = tile::TransposeOp::create(
        builder, op.getLoc(), RankedTensorType::get(turned, tile::getElementType(op.getType())), loaded, permutation);
  }
  return code.reshape(loaded, view.shape);
}
