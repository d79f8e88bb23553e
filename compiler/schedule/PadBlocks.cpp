// SPDX-License-Identifier: Apache-2.0
// Extents rounded up to powers of two. Every tensor of a kernel grows to the next power of two in each axis; elementwise
// operations do not care what the new elements hold, and accesses are masked so that those elements never reach memory. What a reduction
// combines is first made neutral there.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_PADBLOCKSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static SmallVector<int64_t> pad(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape, [](int64_t extent) -> int64_t { return llvm::PowerOf2Ceil(extent); });
}

static Type pad(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(pad(tensor.getShape())) : type;
}

/// Which elements of the padded array are the program's; null where it did not grow.
static Value isOwn(ArrayBuilder &arrays, ArrayRef<int64_t> shape) {
  Value own;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!llvm::isPowerOf2_64(extent))
      own = arrays.both(own, arrays.isBelow(arrays.positions(pad(shape), axis, arrays.constant(0), 1), extent));
  return own;
}

/// The sizes of a slice are its array's extents along the axes that it keeps.
template <typename OpT> static void padSlice(OpT op, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes(op.getSizes());
  for (auto [axis, extent] : llvm::zip(getKeptAxes(sizes.size(), op.getDropped()), pad(shape)))
    sizes[axis] = extent;
  op.setSizes(sizes);
}

/// Adds the mask of an access of `shape`, which is already padded everywhere else.
template <typename OpT> static void padMask(OpT op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  if (Value own = isOwn(arrays, shape))
    op.getMaskMutable().assign(arrays.both(op.getMask(), own));
}

/// What changes no other element that it is combined with.
static TypedAttr getNeutral(tile::Reduction kind, Type type) {
  if (auto number = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = number.getFloatSemantics();
    bool isInfinite = kind == tile::Reduction::max || kind == tile::Reduction::min;
    return FloatAttr::get(type, isInfinite ? APFloat::getInf(semantics, kind == tile::Reduction::max) : APFloat(semantics, kind == tile::Reduction::mul ? 1 : 0));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case tile::Reduction::mul:
    return IntegerAttr::get(type, APInt(width, 1));
  case tile::Reduction::max:
    return IntegerAttr::get(type, APInt::getSignedMinValue(width));
  case tile::Reduction::min:
    return IntegerAttr::get(type, APInt::getSignedMaxValue(width));
  case tile::Reduction::umin:
  case tile::Reduction::andi:
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  default:
    return IntegerAttr::get(type, APInt::getZero(width));
  }
}

/// A reduction of an array that was of `shape`.
static void padReduction(tile::ReduceOp op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  Value own = isOwn(arrays, shape);
  if (!own)
    return;
  Value neutral = arrays.splat(getNeutral(op.getKind(), tile::getElementType(op.getInput().getType())), pad(shape));
  op.getInputMutable().assign(arith::SelectOp::create(builder, op.getLoc(), own, op.getInput(), neutral));
}

static void padKernel(tile::KernelOp kernel) {
  SmallVector<std::pair<Operation *, SmallVector<int64_t>>> accesses;
  bool grows = false;
  kernel.walk([&](Operation *op) {
    Type type = op->getNumResults() ? op->getResult(0).getType() : Type();
    if (auto store = dyn_cast<tile::StoreOp>(op))
      type = store.getValue().getType();
    if (auto scatter = dyn_cast<tile::ScatterOp>(op))
      type = scatter.getValue().getType();
    if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      type = reduce.getInput().getType();
    if (isa<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::ReduceOp>(op))
      accesses.push_back({op, llvm::to_vector(tile::getShape(type))});
    for (Type result : op->getResultTypes())
      grows |= pad(result) != result;
  });
  if (!grows)
    return;
  kernel.walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(pad(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          argument.setType(pad(argument.getType()));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
        constant.setValueAttr(splat.resizeSplat(cast<ShapedType>(constant.getType())));
  });
  for (auto &[op, shape] : accesses)
    llvm::TypeSwitch<Operation *>(op)
        .Case<tile::LoadOp, tile::StoreOp>([&, shape = shape](auto access) {
          padSlice(access, shape);
          padMask(access, shape);
        })
        .Case<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp>([&, shape = shape](auto access) { padMask(access, shape); })
        .Case([&, shape = shape](tile::ReduceOp reduce) { padReduction(reduce, shape); });
}

namespace {
struct PadBlocksPass : schedule::impl::PadBlocksPassBase<PadBlocksPass> {
  void runOnOperation() override {
    for (bool ofWarpgroups : {false, true})
      for (tile::KernelOp kernel : getCopies(getOperation(), ofWarpgroups))
        padKernel(kernel);
  }
};
} // namespace
