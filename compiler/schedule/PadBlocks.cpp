// SPDX-License-Identifier: Apache-2.0
// Extents rounded up to powers of two. Every tensor of a kernel grows to the next power of two in each axis; elementwise
// operations do not care what the new elements hold, and accesses are masked so that those elements never reach memory. What a reduction
// combines is first made neutral there (PadCombining.cpp). Buffers keep their own extents: accesses to them are masked, too.
#include "compiler/schedule/Padding.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_PADBLOCKSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

SmallVector<int64_t> tessera::schedule::padShape(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape, [](int64_t extent) -> int64_t { return llvm::PowerOf2Ceil(extent); });
}

static Type pad(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(padShape(tensor.getShape())) : type;
}

Value tessera::schedule::getOwnElements(ArrayBuilder &arrays, ArrayRef<int64_t> shape, std::optional<ArrayRef<int64_t>> axes) {
  Value own;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!llvm::isPowerOf2_64(extent) && (!axes || llvm::is_contained(*axes, static_cast<int64_t>(axis))))
      own = arrays.both(own, arrays.isBelow(arrays.positions(padShape(shape), axis, arrays.constant(0), 1), extent));
  return own;
}

/// The sizes of a slice are its array's extents along the axes that it keeps.
template <typename OpT> static void padSlice(OpT op, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes(op.getSizes());
  for (auto [axis, extent] : llvm::zip(getKeptAxes(sizes.size(), op.getDropped()), padShape(shape)))
    sizes[axis] = extent;
  op.setSizes(sizes);
}

/// Adds the mask of an access of `shape`, which is already padded everywhere else.
template <typename OpT> static void padMask(OpT op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  if (Value own = getOwnElements(arrays, shape))
    op.getMaskMutable().assign(arrays.both(op.getMask(), own));
}

/// What is printed are the program's own elements: their extents stay on the text.
static void padFormat(tile::FormatOp op) {
  OpBuilder builder(op);
  bool grows = false;
  auto shapes = llvm::map_to_vector(op.getValues(), [&](Value value) -> Attribute {
    ArrayRef<int64_t> shape = isa<tile::TextType>(value.getType()) ? ArrayRef<int64_t>() : tile::getShape(value.getType());
    grows |= !llvm::equal(padShape(shape), shape);
    return builder.getDenseI64ArrayAttr(shape);
  });
  if (grows)
    op->setAttr(ownShapesName, builder.getArrayAttr(shapes));
}

/// The array that decides how an operation is padded: what it accesses, or combines.
static Type getDecidingType(Operation *op) {
  return llvm::TypeSwitch<Operation *, Type>(op)
      .Case<tile::StoreOp, tile::ScatterOp>([](auto store) { return store.getValue().getType(); })
      .Case<tile::LoadOp, tile::GatherOp, tile::AtomicRmwOp, tile::AtomicCasOp>([](auto access) { return access.getType(); })
      .Case([](tile::ReduceOp reduce) { return reduce.getInput().getType(); })
      .Case<tile::ReduceByOp, tile::ScanOp>([](auto combine) { return combine.getInputs().front().getType(); })
      .Case([](tile::DotOp dot) { return dot.getLhs().getType(); })
      .Default(Type());
}

static void padKernel(tile::KernelOp kernel) {
  SmallVector<std::pair<Operation *, SmallVector<int64_t>>> accesses;
  bool grows = false;
  kernel.walk([&](Operation *op) {
    if (Type type = getDecidingType(op))
      accesses.push_back({op, llvm::to_vector(tile::getShape(type))});
    if (auto format = dyn_cast<tile::FormatOp>(op))
      padFormat(format);
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
        .Case<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>([&, shape = shape](auto access) { padMask(access, shape); })
        .Case<tile::ReduceOp, tile::ReduceByOp>([&, shape = shape](auto reduce) { padReduction(reduce, shape); })
        .Case([&, shape = shape](tile::ScanOp scan) { padScan(scan, shape); })
        .Case([&, shape = shape](tile::DotOp dot) { padDot(dot, shape); });
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
