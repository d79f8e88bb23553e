// SPDX-License-Identifier: Apache-2.0
// What the operations of BlockOps.td must satisfy one by one.
#include "compiler/tilegpu/ir/TileGpu.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

//===-- combining along an axis -------------------------------------------------------------------------------===//

/// `inputs` agree, and the region combines two entries of them.
static LogicalResult verifyCombination(Operation *op, ValueRange inputs, int64_t axis, Block &body) {
  if (inputs.empty())
    return op->emitOpError("combines nothing");
  auto first = cast<RankedTensorType>(inputs.front().getType());
  if (axis < 0 || axis >= first.getRank())
    return op->emitOpError("combines along axis ") << axis << " of " << first;
  SmallVector<Type> elements;
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getShape() != first.getShape() || type.getEncoding() != first.getEncoding())
      return op->emitOpError("combines ") << first << " and " << type << ", expected one shape and layout";
    elements.push_back(type.getElementType());
  }
  SmallVector<Type> entries = elements;
  entries.append(elements);
  if (body.getArgumentTypes() != TypeRange(entries))
    return op->emitOpError("has a region on ") << body.getArgumentTypes() << ", expected two entries, " << TypeRange(entries);
  if (body.getTerminator()->getOperandTypes() != TypeRange(elements))
    return op->emitOpError("has a region that yields ") << body.getTerminator()->getOperandTypes() << ", expected one entry, " << TypeRange(elements);
  return success();
}

LogicalResult ReduceByOp::verify() {
  auto axis = static_cast<int64_t>(getAxis());
  if (failed(verifyCombination(*this, getInputs(), axis, getCombine().front())))
    return failure();
  if (getOutputs().size() != getInputs().size())
    return emitOpError("has ") << getOutputs().size() << " results for " << getInputs().size() << " inputs";
  for (auto [input, output] : llvm::zip(getInputs(), getOutputs())) {
    SmallVector<int64_t> shape(tilegpu::getShape(input.getType()));
    shape.erase(shape.begin() + axis);
    if (tilegpu::getShape(output.getType()) != ArrayRef<int64_t>(shape) ||
        tilegpu::getElementType(output.getType()) != tilegpu::getElementType(input.getType()))
      return emitOpError("gives ") << output.getType() << " for axis " << axis << " of " << input.getType();
  }
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombination(*this, getInputs(), static_cast<int64_t>(getAxis()), getCombine().front())))
    return failure();
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError("gives ") << getOutputs().getTypes() << " for " << getInputs().getTypes();
  return success();
}

//===-- matrix products ---------------------------------------------------------------------------------------===//

static ArrayRef<int64_t> getArrayShape(Type type) {
  return isa<RankedTensorType>(type) ? tilegpu::getShape(type) : getRefShape(type);
}
static Type getArrayElementType(Type type) { return isa<RankedTensorType>(type) ? tilegpu::getElementType(type) : getRefElementType(type); }

LogicalResult DotOp::verify() {
  Type a = getA().getType(), b = getB().getType(), sum = getAccumulator().getType();
  ArrayRef<int64_t> left = getArrayShape(a), right = getArrayShape(b), shape = tilegpu::getShape(sum);
  size_t rank = shape.size();
  if (rank < 2 || left.size() != rank || right.size() != rank || left.drop_back(2) != right.drop_back(2) || left.drop_back(2) != shape.drop_back(2) ||
      left[rank - 1] != right[rank - 2] || left[rank - 2] != shape[rank - 2] || right[rank - 1] != shape[rank - 1])
    return emitOpError("adds ") << a << " times " << b << " to " << sum;
  if (getInstruction() == DotInstruction::mma && getArrayElementType(a).getIntOrFloatBitWidth() != getArrayElementType(b).getIntOrFloatBitWidth())
    return emitOpError("multiplies ") << getArrayElementType(a) << " and " << getArrayElementType(b) << " by mma.sync";
  return success();
}

//===-- memory ------------------------------------------------------------------------------------------------===//

static LogicalResult verifyPlace(Operation *op, RefType ref, ValueRange indices, Value mask, Type array) {
  if (static_cast<int64_t>(indices.size()) != ref.getRank())
    return op->emitOpError("has ") << indices.size() << " indices for " << ref;
  for (Value index : indices)
    if (tilegpu::getShape(index.getType()) != tilegpu::getShape(array) || !tilegpu::getElementType(index.getType()).isSignlessInteger())
      return op->emitOpError("index array is ") << index.getType();
  if (mask && (tilegpu::getShape(mask.getType()) != tilegpu::getShape(array) || !tilegpu::getElementType(mask.getType()).isInteger(1)))
    return op->emitOpError("mask is ") << mask.getType();
  return success();
}

LogicalResult AtomicCasOp::verify() {
  RefType ref = getRef().getType();
  if (tilegpu::getElementType(getValue().getType()) != ref.getElementType())
    return emitOpError("changes ") << ref << " by " << getValue().getType();
  return verifyPlace(*this, ref, getIndices(), getMask(), getValue().getType());
}

LogicalResult SelectRefOp::verify() {
  if (getRefs().empty())
    return emitOpError("has nothing to choose from");
  for (Value ref : getRefs())
    if (ref.getType() != getType())
      return emitOpError("gives ") << getType() << " of " << ref.getType();
  return success();
}

LogicalResult AllocWorkspaceOp::verify() {
  if (isSharedRef(getType()) || ShapedType::isDynamicShape(getRefShape(getType())))
    return emitOpError("gives ") << getType() << ", expected a Ref to global memory of known extents";
  return success();
}

/// A target in shared memory as large as what is loaded.
static LogicalResult verifyTarget(Operation *op, RefType ref, RefType target, ArrayRef<int64_t> shape, int64_t vector) {
  if (!target.getIsShared() || target.getElementType() != ref.getElementType() || target.getShape() != shape)
    return op->emitOpError("copies ") << ref << " to " << target << ", expected a buffer in shared memory of the box's shape";
  int64_t bytes = vector * ref.getElementBytes();
  if (vector < 1 || bytes > maxAccessBytes)
    return op->emitOpError("copies ") << vector << " elements of " << ref.getElementType() << " at once";
  return success();
}

LogicalResult LoadAsyncOp::verify() {
  RefType ref = getRef().getType();
  if (static_cast<int64_t>(getOffsets().size()) != ref.getRank() || getAxes().size() != getLayout().getLayout().rank())
    return emitOpError("has ") << getOffsets().size() << " offsets and " << getAxes().size() << " axes for " << ref;
  std::vector<int64_t> shape = getLayout().getLayout().shape();
  return verifyTarget(*this, ref, getTarget().getType(), shape, static_cast<int64_t>(getVector()));
}

LogicalResult GatherAsyncOp::verify() {
  RefType ref = getRef().getType();
  if (getIndices().empty() || !isa<RankedTensorType>(getIndices().front().getType()))
    return emitOpError("has no index arrays");
  Type array = getIndices().front().getType();
  if (failed(verifyPlace(*this, ref, getIndices(), getMask(), array)))
    return failure();
  return verifyTarget(*this, ref, getTarget().getType(), tilegpu::getShape(array), static_cast<int64_t>(getVector()));
}
