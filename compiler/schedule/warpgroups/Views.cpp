// SPDX-License-Identifier: Apache-2.0
// Views of buffers, from where they are used to the root that says how the bytes lie.
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

std::string tessera::schedule::describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return quote(text);
}

std::string tessera::schedule::getBufferName(Value view) {
  Value base = tilegpu::getBaseRef(view);
  std::string name;
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto kernel = dyn_cast<tile::KernelOp>(owner))
      name = kernel.getArgumentName(argument.getArgNumber());
    else if (auto placed = dyn_cast<tilegpu::KernelOp>(owner))
      name = placed.getArgumentName(argument.getArgNumber());
  } else if (auto alloc = base.getDefiningOp<tilegpu::AllocSharedOp>()) {
    name = alloc.getName().str();
  }
  return name.empty() ? describe(base.getType()) : quote(name);
}

View tessera::schedule::traceView(Value ref) {
  View view{ref, {}, {}};
  for (size_t axis = 0; axis < tilegpu::getRefShape(ref.getType()).size(); ++axis)
    view.axes.push_back(static_cast<int64_t>(axis));
  while (Operation *op = view.root.getDefiningOp()) {
    if (auto subview = dyn_cast<tilegpu::SubviewOp>(op)) {
      SmallVector<int64_t> kept;
      for (size_t axis = 0; axis < subview.getSizes().size(); ++axis)
        if (!llvm::is_contained(subview.getDropped(), static_cast<int64_t>(axis)))
          kept.push_back(static_cast<int64_t>(axis));
      for (int64_t &axis : view.axes)
        axis = kept[axis];
    } else if (auto transpose = dyn_cast<tilegpu::TransposeRefOp>(op)) {
      for (int64_t &axis : view.axes)
        axis = transpose.getPermutation()[axis];
    } else if (!isa<tilegpu::ClusterRefOp>(op)) {
      break;
    }
    view.steps.push_back(op);
    view.root = op->getOperand(0);
  }
  return view;
}

Operation *tessera::schedule::getAllocation(Value root) { return tilegpu::getBaseRef(root).getDefiningOp(); }

int64_t tessera::schedule::getSwizzle(Value root) {
  std::optional<uint64_t> swizzle;
  if (auto alloc = root.getDefiningOp<tilegpu::AllocSharedOp>())
    swizzle = alloc.getSwizzle();
  else if (auto reinterpret = root.getDefiningOp<tilegpu::ReinterpretOp>())
    swizzle = reinterpret.getSwizzle();
  return swizzle ? static_cast<int64_t>(*swizzle) : 0;
}

int64_t tessera::schedule::getRows(Type ref) {
  ArrayRef<int64_t> shape = tilegpu::getRefShape(ref);
  return shape.size() < 2 ? 1 : shape[shape.size() - 2];
}

int64_t tessera::schedule::getRowBytes(Type ref) {
  ArrayRef<int64_t> shape = tilegpu::getRefShape(ref);
  return (shape.empty() ? 1 : shape.back()) * getElementBytes(tilegpu::getRefElementType(ref));
}

void tessera::schedule::forEachUse(Value root, function_ref<void(OpOperand &, const View &)> use) {
  SmallVector<Value> views = {root};
  while (!views.empty()) {
    Value ref = views.pop_back_val();
    for (OpOperand &operand : ref.getUses()) {
      Operation *user = operand.getOwner();
      if (isa<tilegpu::SubviewOp, tilegpu::TransposeRefOp, tilegpu::ClusterRefOp>(user))
        views.push_back(user->getResult(0));
      use(operand, traceView(ref));
    }
  }
}

int64_t tessera::schedule::getOffsetDivisor(OpFoldResult offset, AxisInfoAnalysis &info) {
  if (auto constant = dyn_cast<Attribute>(offset))
    return getPowerOfTwoDivisor(cast<IntegerAttr>(constant).getInt());
  return info.get(cast<Value>(offset)).getElementDivisibility();
}
