// SPDX-License-Identifier: Apache-2.0
// What the operations of kernels of warpgroups must satisfy one by one: AsyncOps.td says what they mean. What only the
// whole kernel shows (that every copy has a wait, that shared memory suffices) is for `verify-warpgroups` and
// `schedule`.
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

static bool isSwizzle(int64_t bytes) { return bytes == 0 || bytes == 32 || bytes == 64 || bytes == 128; }

static LogicalResult checkSwizzle(Operation *op, std::optional<uint64_t> swizzle) {
  if (swizzle && !isSwizzle(static_cast<int64_t>(*swizzle)))
    return op->emitOpError("has a swizzle of ") << *swizzle << " bytes, expected 0, 32, 64 or 128";
  return success();
}

static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

static int64_t getElementBytes(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

//===-- who ---------------------------------------------------------------------------------------------------===//

LogicalResult WarpMapOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 || !block.getArgument(0).getType().isInteger(32))
    return emitOpError("expected one argument, the warp's index as an `i32`");
  return success();
}

//===-- buffers -----------------------------------------------------------------------------------------------===//

LogicalResult AllocSharedOp::verify() {
  if (!isSharedRef(getType()))
    return emitOpError("gives ") << getType() << ", expected a Ref to shared memory";
  if (ShapedType::isDynamicShape(getRefShape(getType())))
    return emitOpError("has an extent that is not known");
  return checkSwizzle(*this, getSwizzle());
}

LogicalResult AllocBarrierOp::verify() {
  if (static_cast<int64_t>(getArrivals()) < 1)
    return emitOpError("has phases of ") << static_cast<int64_t>(getArrivals()) << " arrivals, expected at least one";
  return success();
}

LogicalResult AllocAccumulatorOp::verify() {
  if (!getInit())
    return success();
  Type type = getInit().getType();
  if (tilegpu::getShape(type) != ArrayRef<int64_t>(getType().getShape()) ||
      tilegpu::getElementType(type) != getType().getElementType())
    return emitOpError("begins as ") << type << ", expected the accumulator's shape and type, " << getType();
  return success();
}

OpFoldResult SubviewOp::getOffset(int64_t axis) {
  int64_t constant = getStaticOffsets()[axis];
  if (!ShapedType::isDynamic(constant))
    return IntegerAttr::get(IntegerType::get(getContext(), 64), constant);
  return getOffsets()[llvm::count_if(getStaticOffsets().take_front(axis), ShapedType::isDynamic)];
}

static LogicalResult checkView(Operation *op, Type from, Type to, ArrayRef<int64_t> shape) {
  if (from.getTypeID() != to.getTypeID() || isSharedRef(from) != isSharedRef(to) ||
      getRefElementType(from) != getRefElementType(to))
    return op->emitOpError("makes ") << to << " of " << from << ", which is of another element type or memory";
  if (getRefShape(to) != shape)
    return op->emitOpError("gives ") << to << ", but the part's shape is [" << shape << "]";
  return success();
}

LogicalResult SubviewOp::verify() {
  ArrayRef<int64_t> from = getRefShape(getRef().getType());
  if (getStaticOffsets().size() != from.size() || getSizes().size() != from.size())
    return emitOpError("has ") << getStaticOffsets().size() << " offsets and " << getSizes().size() << " sizes for "
                               << from.size() << " axes";
  if (llvm::count_if(getStaticOffsets(), ShapedType::isDynamic) != static_cast<int64_t>(getOffsets().size()))
    return emitOpError("has ") << getOffsets().size()
                               << " computed offsets, expected one for each that is not constant";
  SmallVector<int64_t> shape;
  for (auto [axis, size] : llvm::enumerate(getSizes())) {
    if (size < 0)
      return emitOpError("has size ") << size << " along axis " << axis;
    bool isDropped = llvm::is_contained(getDropped(), static_cast<int64_t>(axis));
    if (isDropped && size != 1)
      return emitOpError("drops axis ") << axis << ", which has size " << size << " there";
    if (!isDropped)
      shape.push_back(size);
  }
  return checkView(*this, getRef().getType(), getType(), shape);
}

LogicalResult TransposeRefOp::verify() {
  ArrayRef<int64_t> from = getRefShape(getRef().getType());
  SmallVector<int64_t> shape, sorted(getPermutation());
  llvm::sort(sorted);
  for (auto [index, axis] : llvm::enumerate(sorted))
    if (sorted.size() != from.size() || axis != static_cast<int64_t>(index))
      return emitOpError("permutes axes by [")
             << getPermutation() << "], expected each of " << from.size() << " axes once";
  for (int64_t axis : getPermutation())
    shape.push_back(from[axis]);
  return checkView(*this, getRef().getType(), getType(), shape);
}

LogicalResult ReinterpretOp::verify() {
  Type from = getRef().getType(), to = getType();
  if (from.getTypeID() != to.getTypeID() || isSharedRef(from) != isSharedRef(to))
    return emitOpError("makes ") << to << " of " << from << ", which is of another memory";
  int64_t offset = static_cast<int64_t>(getByteOffset()),
          has = countElements(getRefShape(from)) * getElementBytes(getRefElementType(from)),
          needs = countElements(getRefShape(to)) * getElementBytes(getRefElementType(to));
  // Of an array whose size only the launch knows, who writes this answers for it.
  bool isKnown = !ShapedType::isDynamicShape(getRefShape(from));
  if (offset < 0 || (isKnown && offset + needs > has))
    return emitOpError("reads ") << needs << " bytes from byte " << offset << " of a Ref that has " << has;
  return checkSwizzle(*this, getSwizzle());
}

LogicalResult ClusterRefOp::verify() {
  if (!isSharedRef(getRef().getType()) || getType() != getRef().getType())
    return emitOpError("gives ") << getType() << " for " << getRef().getType()
                                 << ", expected one type, of shared memory";
  if (getIndices().size() != getAxes().size())
    return emitOpError("has ") << getIndices().size() << " indices for " << getAxes().size() << " axes";
  return success();
}

//===-- copies ------------------------------------------------------------------------------------------------===//

static LogicalResult checkCopy(Operation *op, Type source, Type target, bool isSourceShared) {
  if (isSharedRef(source) != isSourceShared || isSharedRef(target) == isSourceShared)
    return op->emitOpError("copies ") << source << " to " << target << ", expected "
                                      << (isSourceShared ? "shared to global memory" : "global to shared memory");
  if (getRefShape(source) != getRefShape(target) || getRefElementType(source) != getRefElementType(target))
    return op->emitOpError("copies ") << source << " to " << target << ", which differ in shape or element type";
  return success();
}

LogicalResult CopyInOp::verify() {
  if (static_cast<bool>(getBarrier()) != static_cast<bool>(getIndex()))
    return emitOpError("has a barrier without an index, or an index without a barrier");
  if (getPartitioned() &&
      (static_cast<int64_t>(*getPartitioned()) < 0 || *getPartitioned() >= getRefShape(getSource().getType()).size()))
    return emitOpError("is partitioned along axis ") << *getPartitioned() << ", which it does not have";
  if ((getPartitioned() || getLeaderTracked()) && getCollective().empty())
    return emitOpError("is partitioned or tracked by the first block, but not collective");
  return checkCopy(*this, getSource().getType(), getTarget().getType(), false);
}

LogicalResult CopyOutOp::verify() { return checkCopy(*this, getSource().getType(), getTarget().getType(), true); }

LogicalResult StoreClusterOp::verify() {
  Type type = getValue().getType(), target = getTarget().getType();
  if (!isSharedRef(target) || tilegpu::getShape(type) != getRefShape(target) ||
      tilegpu::getElementType(type) != getRefElementType(target))
    return emitOpError("stores ") << type << " to " << target
                                  << ", expected shared memory of the same shape and element type";
  return success();
}

//===-- matrix products ---------------------------------------------------------------------------------------===//

static ArrayRef<int64_t> getOperandShape(Type type) {
  return isa<RankedTensorType>(type) ? tilegpu::getShape(type) : getRefShape(type);
}
static Type getOperandElementType(Type type) {
  return isa<RankedTensorType>(type) ? tilegpu::getElementType(type) : getRefElementType(type);
}

LogicalResult WgmmaOp::verify() {
  Type a = getA().getType(), b = getB().getType();
  AccumulatorType accumulator = getAccumulator().getType();
  ArrayRef<int64_t> left = getOperandShape(a), right = getOperandShape(b);
  if (left.size() != 2 || right.size() != 2 || left[0] != accumulator.getRows() || left[1] != right[0] ||
      right[1] > accumulator.getColumns())
    return emitOpError("adds ") << a << " times " << b << " to " << accumulator << ", whose shapes do not fit";
  if ((!isa<RankedTensorType>(a) && !isSharedRef(a)) || !isSharedRef(b))
    return emitOpError("has an operand in global memory");
  Type leftElement = getOperandElementType(a), rightElement = getOperandElementType(b);
  bool areBothFloat8 = isa<FloatType>(leftElement) && isa<FloatType>(rightElement) &&
                       leftElement.getIntOrFloatBitWidth() == 8 && rightElement.getIntOrFloatBitWidth() == 8;
  if (leftElement != rightElement && !areBothFloat8)
    return emitOpError("multiplies ") << leftElement << " by " << rightElement << ", expected one element type";
  return success();
}

LogicalResult ReadAccumulatorOp::verify() {
  Type type = getType();
  AccumulatorType accumulator = getAccumulator().getType();
  if (tilegpu::getShape(type) != ArrayRef<int64_t>(accumulator.getShape()) ||
      tilegpu::getElementType(type) != accumulator.getElementType())
    return emitOpError("gives ") << type << " for " << accumulator;
  return success();
}

LogicalResult WriteAccumulatorOp::verify() {
  Type type = getValue().getType();
  AccumulatorType accumulator = getAccumulator().getType();
  ArrayRef<int64_t> shape = tilegpu::getShape(type);
  int64_t column = static_cast<int64_t>(getColumn());
  bool fits = shape.size() == 2 && shape[0] == accumulator.getRows() && column % 8 == 0 &&
              shape[1] <= accumulator.getColumns() && column <= accumulator.getColumns() - shape[1];
  if (!fits || tilegpu::getElementType(type) != accumulator.getElementType())
    return emitOpError("writes ") << type << " to " << accumulator << " from column " << column << " on";
  return success();
}

LogicalResult MmaOp::verify() {
  ArrayRef<int64_t> left = tilegpu::getShape(getA().getType()), right = tilegpu::getShape(getB().getType()),
                    sum = tilegpu::getShape(getType());
  if (left.size() != 2 || right.size() != 2 || sum.size() != 2 || left[0] != sum[0] || left[1] != right[0] ||
      right[1] != sum[1])
    return emitOpError("adds ") << getA().getType() << " times " << getB().getType() << " to " << getType()
                                << ", whose shapes do not fit";
  return success();
}

//===-- the machine -------------------------------------------------------------------------------------------===//

LogicalResult SetMaxRegistersOp::verify() {
  if (getCount() % 8 != 0)
    return emitOpError("asks for ") << getCount() << " registers, expected a multiple of 8 from 24 to 256";
  return success();
}

//===-- semaphores --------------------------------------------------------------------------------------------===//

static LogicalResult checkSemaphore(Operation *op, Type type) {
  if (isSharedRef(type) || countElements(getRefShape(type)) != 1 || !getRefElementType(type).isInteger(32))
    return op->emitOpError("has ") << type << ", expected one `i32` in global memory";
  return success();
}
LogicalResult SemaphoreSignalOp::verify() { return checkSemaphore(*this, getSemaphore().getType()); }
LogicalResult SemaphoreWaitOp::verify() { return checkSemaphore(*this, getSemaphore().getType()); }
LogicalResult SemaphoreReadOp::verify() { return checkSemaphore(*this, getSemaphore().getType()); }
