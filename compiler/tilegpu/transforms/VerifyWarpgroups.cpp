// SPDX-License-Identifier: Apache-2.0
// What the border asks of kernels of warpgroups: every buffer and barrier has its place inside of the shared memory that the kernel asks for, aligned as its
// swizzle and the copy engine want; every copy has a map over its own array with its buffer's swizzle; every operand of a product lies as wgmma reads it;
// nothing of the first form is left.
#include "compiler/tilegpu/transforms/VerifyWarpgroups.h"
#include "compiler/layout/WarpgroupLayouts.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

static constexpr int64_t barrierBytes = 8, swizzleAlignment = 1024, plainAlignment = 16, maxBoxExtent = 256, boxRowBytes = 16;

static std::string count(int64_t number, llvm::StringRef what) { return std::to_string(number) + " " + what.str(); }

/// The root that says how a view's bytes lie.
static Value getRoot(Value ref) {
  while (auto *op = ref.getDefiningOp()) {
    if (!isa<SubviewOp, TransposeRefOp, ClusterRefOp>(op))
      break;
    ref = op->getOperand(0);
  }
  return ref;
}

static std::optional<uint64_t> getSwizzle(Value ref) {
  Value root = getRoot(ref);
  if (auto alloc = root.getDefiningOp<AllocSharedOp>())
    return alloc.getSwizzle();
  auto reinterpret = root.getDefiningOp<ReinterpretOp>();
  return reinterpret ? reinterpret.getSwizzle() : std::nullopt;
}

static int64_t getBytes(Type ref) {
  int64_t bytes = (getRefElementType(ref).getIntOrFloatBitWidth() + 7) / 8;
  for (int64_t extent : getRefShape(ref))
    bytes *= extent;
  return bytes;
}

static std::string checkPlace(std::optional<uint64_t> offset, int64_t bytes, int64_t alignment, KernelOp kernel) {
  if (!offset)
    return "has no place in shared memory";
  int64_t begin = static_cast<int64_t>(*offset), end = begin + bytes;
  if (begin % alignment != 0)
    return "begins at byte " + std::to_string(begin) + ", expected a multiple of " + std::to_string(alignment);
  if (end > static_cast<int64_t>(kernel.getSharedBytes()))
    return "ends at byte " + std::to_string(end) + " of " + count(static_cast<int64_t>(kernel.getSharedBytes()), "that the kernel asks for");
  return "";
}

static std::string checkBuffer(AllocSharedOp op, KernelOp kernel) {
  if (!op.getSwizzle())
    return "has no swizzle";
  return checkPlace(op.getOffset(), getBytes(op.getType()), *op.getSwizzle() ? swizzleAlignment : plainAlignment, kernel);
}

//===-- copies ------------------------------------------------------------------------------------------------===//

static std::string checkMap(Value array, Value buffer, std::optional<uint64_t> index, KernelOp kernel) {
  if (!index || !kernel.getTensorMaps() || *index >= kernel.getTensorMaps()->size())
    return "has no tensor map";
  auto map = cast<TensorMapAttr>((*kernel.getTensorMaps())[*index]);
  // An argument, or the whole of one read as another array.
  Value root = getRoot(array);
  auto other = root.getDefiningOp<ReinterpretOp>();
  auto argument = dyn_cast<BlockArgument>(other && other.getByteOffset() == 0 ? other.getRef() : root);
  ArrayRef<int64_t> shape = getRefShape(root.getType());
  if (!argument || argument.getArgNumber() != map.getArgument() || (other && map.getShape() != shape) || (!other && !map.getShape().empty()))
    return "copies from or to another array than its tensor map says";
  if (map.getBox().size() != shape.size())
    return "has a tensor map of " + count(static_cast<int64_t>(map.getBox().size()), "axes for an array of ") + std::to_string(shape.size());
  int64_t bytes = (getRefElementType(argument.getType()).getIntOrFloatBitWidth() + 7) / 8, row = map.getBox().empty() ? 0 : map.getBox().back() * bytes;
  if (llvm::any_of(map.getBox(), [](int64_t extent) { return extent < 1 || extent > maxBoxExtent; }) || row % boxRowBytes != 0)
    return "has a tensor map whose box the copy engine does not take";
  if (!buffer)
    return "";
  std::optional<uint64_t> swizzle = getSwizzle(buffer);
  if (!swizzle || static_cast<int64_t>(*swizzle) != map.getSwizzle())
    return "has a buffer that lies otherwise than its tensor map says";
  return map.getSwizzle() && row != map.getSwizzle() ? "has a tensor map whose rows are not panels" : "";
}

//===-- matrix products ---------------------------------------------------------------------------------------===//

static std::string checkProduct(WgmmaOp op) {
  AccumulatorType sum = op.getAccumulator().getType();
  if (sum.getRows() % 64 != 0 || sum.getColumns() % 8 != 0 || sum.getColumns() > 256)
    return "has an accumulator that wgmma does not have";
  for (Value operand : {op.getA(), op.getB()})
    if (!isa<RankedTensorType>(operand.getType()) && getSwizzle(operand).value_or(0) == 0)
      return "has an operand in shared memory without a swizzle";
  Type left = op.getA().getType();
  if (!isa<RankedTensorType>(left))
    return "";
  auto wanted = layout::makeWgmmaOperand(getShape(left), getElementType(left).getIntOrFloatBitWidth());
  return wanted == getLayout(left) ? "" : "has a left operand in other registers than wgmma reads";
}

static std::string checkAccumulated(Type type, int64_t bits) {
  return layout::makeNamedLayout({"wgmma", {}, {}}, getShape(type), bits) == getLayout(type) ? "" : "has an array in other registers than the accumulator's";
}

//===-- all of it ---------------------------------------------------------------------------------------------===//

std::string tessera::tilegpu::findWarpgroupObstacle(Operation *op, KernelOp kernel) {
  for (Value value : llvm::concat<Value>(llvm::to_vector(op->getOperands()), llvm::to_vector(op->getResults())))
    if (isa<tile::RefType>(value.getType()))
      return "has a Ref that is not placed";
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<LayoutCastOp, PrintLayoutOp>([](Operation *) { return "is left of the first form"; })
      .Case([&](AllocSharedOp alloc) { return checkBuffer(alloc, kernel); })
      .Case([&](ReinterpretOp view) { return isSharedRef(view.getType()) && !view.getSwizzle() ? "has no swizzle" : ""; })
      .Case([&](AllocBarrierOp alloc) {
        return checkPlace(alloc.getOffset(), barrierBytes * alloc.getType().getCount(), barrierBytes, kernel);
      })
      .Case([&](CopyInOp copy) { return copy.getBarrier() ? checkMap(copy.getSource(), copy.getTarget(), copy.getMap(), kernel) : ""; })
      .Case([&](CopyOutOp copy) { return checkMap(copy.getTarget(), copy.getSource(), copy.getMap(), kernel); })
      .Case([&](PrefetchOp prefetch) { return checkMap(prefetch.getSource(), Value(), prefetch.getMap(), kernel); })
      .Case([&](WgmmaOp product) { return checkProduct(product); })
      .Case([&](ReadAccumulatorOp read) { return checkAccumulated(read.getType(), getElementType(read.getType()).getIntOrFloatBitWidth()); })
      .Case([&](WriteAccumulatorOp write) {
        return checkAccumulated(write.getValue().getType(), getElementType(write.getValue().getType()).getIntOrFloatBitWidth());
      })
      .Default([](Operation *) { return ""; });
}
