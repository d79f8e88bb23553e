// SPDX-License-Identifier: Apache-2.0
// Parts of buffers and arrays: nothing moves, a part is where it begins and which axes it has.
#include "compiler/codegen/teams/TeamCode.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

int64_t View::getPitch(int64_t axis) const {
  int64_t last = rank() - 1;
  if (axis == last)
    return elementBytes;
  if (axis == last - 1 && swizzle)
    return swizzle;
  int64_t pitch = elementBytes;
  for (int64_t faster = axis + 1; faster <= last; ++faster)
    pitch *= shape[faster];
  return pitch;
}

/// The whole of an array or buffer, without a place.
static View makeView(tilegpu::RefType type) {
  View view;
  view.isShared = type.getIsShared();
  view.element = type.getElementType();
  view.elementBytes = type.getElementBytes();
  view.shape.assign(type.getShape().begin(), type.getShape().end());
  view.offsets.resize(view.shape.size());
  view.axes = llvm::to_vector(llvm::seq<int64_t>(0, view.rank()));
  return view;
}

View TeamCode::getView(Value ref) {
  if (auto known = views.find(ref); known != views.end())
    return known->second;
  // A kernel's argument.
  View view = makeView(cast<tilegpu::RefType>(ref.getType()));
  view.base = d.getScalar(ref);
  view.argument = cast<BlockArgument>(ref).getArgNumber();
  return view;
}

LogicalResult TeamCode::visitAllocShared(tilegpu::AllocSharedOp op) {
  if (!op.getOffset())
    return d.fail(op, "has no place in shared memory");
  View view = makeView(cast<tilegpu::RefType>(op.getType()));
  view.base = add(sharedBase, static_cast<int64_t>(*op.getOffset()));
  view.swizzle = op.getSwizzle().value_or(0);
  if (view.swizzle && (view.shape.empty() || view.shape.back() * view.elementBytes % view.swizzle != 0))
    return d.fail(op, "has rows that are no multiple of its swizzle");
  views[op] = view;
  return success();
}

void TeamCode::visitSubview(tilegpu::SubviewOp op) {
  View view = getView(op.getRef());
  SmallVector<int64_t> axes;
  for (auto [own, axis] : llvm::enumerate(view.axes)) {
    OpFoldResult offset = op.getOffset(static_cast<int64_t>(own));
    if (auto value = dyn_cast<Value>(offset))
      view.offsets[axis] = add(view.offsets[axis], d.getScalar(value));
    else if (int64_t number = cast<IntegerAttr>(cast<Attribute>(offset)).getInt())
      view.offsets[axis] = view.offsets[axis] ? add(view.offsets[axis], number) : constant(number);
    if (!llvm::is_contained(op.getDropped(), static_cast<int64_t>(own)))
      axes.push_back(axis);
  }
  view.axes = axes;
  views[op] = view;
}

void TeamCode::visitTranspose(tilegpu::TransposeRefOp op) {
  View view = getView(op.getRef());
  SmallVector<int64_t> axes;
  for (int64_t axis : op.getPermutation())
    axes.push_back(view.axes[axis]);
  view.axes = axes;
  views[op] = view;
}

void TeamCode::visitReinterpret(tilegpu::ReinterpretOp op) {
  View from = getView(op.getRef());
  View view = makeView(cast<tilegpu::RefType>(op.getType()));
  view.isShared = from.isShared;
  view.isRemote = from.isRemote;
  view.swizzle = op.getSwizzle().value_or(0);
  int64_t bytes = static_cast<int64_t>(op.getByteOffset());
  view.base = getAddress(from);
  // An argument from its beginning is still the argument, of another shape: its tensor map says which.
  if (!view.isShared && bytes == 0 && llvm::none_of(from.offsets, [](Value offset) { return static_cast<bool>(offset); }))
    view.argument = from.argument;
  if (bytes && view.isShared)
    view.base = add(view.base, bytes);
  else if (bytes)
    view.base = d.addOffset(view.base, d.constant(builder.getI64Type(), bytes), builder.getI8Type());
  views[op] = view;
}

/// The workspace of a launch is its blocks' one after the other.
void TeamCode::visitAllocWorkspace(tilegpu::AllocWorkspaceOp op) {
  View view = makeView(cast<tilegpu::RefType>(op.getType()));
  auto extend = [&](Value value) { return builder.createOrFold<arith::ExtUIOp>(loc(), builder.getI64Type(), value); };
  Value block = extend(NVVM::BlockIdZOp::create(builder, loc(), i32()));
  block = add(mul(block, extend(NVVM::GridDimYOp::create(builder, loc(), i32()))), extend(NVVM::BlockIdYOp::create(builder, loc(), i32())));
  block = add(mul(block, extend(NVVM::GridDimXOp::create(builder, loc(), i32()))), extend(d.getBlockX()));
  Value place = add(mul(block, static_cast<int64_t>(kernel.getWorkspaceBytes())), d.constant(builder.getI64Type(), static_cast<int64_t>(op.getOffset().value_or(0))));
  view.base = d.addOffset(d.getParameter(d.getWorkspaceParameter()), place, builder.getI8Type());
  views[op] = view;
}

void TeamCode::visitSelectRef(tilegpu::SelectRefOp op) {
  View view = makeView(cast<tilegpu::RefType>(op.getType()));
  for (auto [number, ref] : llvm::enumerate(op.getRefs())) {
    Value base = getAddress(getView(ref)), index = d.getScalar(op.getIndex());
    if (!view.base) {
      view.base = base;
      continue;
    }
    Value isThis = arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::eq, index, d.constant(index.getType(), static_cast<int64_t>(number)));
    view.base = LLVM::SelectOp::create(builder, loc(), isThis, base, view.base);
  }
  views[op] = view;
}

void TeamCode::visitClusterRef(tilegpu::ClusterRefOp op) {
  View view = getView(op.getRef());
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(d.getScalar(index));
  view.base = mapToRank(view.base, getRank(op.getAxes(), indices));
  view.isRemote = true;
  views[op] = view;
}

tilegpu::ClusterRefOp TeamCode::getClusterRefOf(Value view) {
  while (Operation *op = view.getDefiningOp()) {
    if (auto cluster = dyn_cast<tilegpu::ClusterRefOp>(op))
      return cluster;
    if (!isa<tilegpu::SubviewOp, tilegpu::TransposeRefOp, tilegpu::ReinterpretOp>(op))
      break;
    view = op->getOperand(0);
  }
  return {};
}

Value TeamCode::getAddress(const View &view, ArrayRef<int64_t> at) {
  SmallVector<Value> coordinates(view.offsets.begin(), view.offsets.end());
  for (auto [own, number] : llvm::enumerate(at))
    if (number)
      coordinates[view.axes[own]] = coordinates[view.axes[own]] ? add(coordinates[view.axes[own]], number) : constant(number);
  Value bytes;
  for (int64_t axis = 0; axis < view.rank(); ++axis) {
    Value coordinate = coordinates[axis];
    if (!coordinate)
      continue;
    if (!view.isShared && coordinate.getType() == i32())
      coordinate = builder.createOrFold<arith::ExtSIOp>(loc(), builder.getI64Type(), coordinate);
    bool isPanelled = view.swizzle && axis == view.rank() - 1 && view.shape[axis] * view.elementBytes > view.swizzle;
    Value part = mul(coordinate, view.getPitch(axis));
    if (isPanelled) {
      Value panel = shiftRight(part, llvm::Log2_64(view.swizzle));
      part = add(mul(panel, view.getPanelPitch()), bitAnd(part, view.swizzle - 1));
    }
    bytes = add(bytes, part);
  }
  if (view.isShared)
    return add(view.base, bytes);
  return bytes ? d.addOffset(view.base, bytes, builder.getI8Type()) : view.base;
}
