// SPDX-License-Identifier: Apache-2.0
// Block specs as offsets. An argument that was the Ref of one program's block becomes the Ref of the whole array; what the spec
// said is computed once, the *origin*, at the kernel's start or in the loop along the last grid's axis that it depends on, and added to each access.
// Where axes of the grid have become loops, the ids along the others are taken from the block's number at the end.
//
// Example: blocks of 512 of an array of 1000, `lambda i: i`. The origin is `i * 512`; 512 does not divide 1000, so an access of
// element k is masked by `origin + k < 1000` and reads NaN elsewhere.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/GridLoops.h"
#include "compiler/tile/ir/BlockPadding.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_LOWERBLOCKSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
/// One argument with a block spec, its origin computed.
struct BlockedArgument {
  tile::BlockAttr block;
  SmallVector<int64_t> padding; // before and after each axis, or empty
  SmallVector<Value> origin;    // i32, one an array axis

  /// Whether some program's block may reach past the array along `axis`.
  bool isRagged(int64_t axis) const {
    return block.isElementAxis(axis) || !padding.empty() || block.getArray().getDimSize(axis) % block.getShape()[axis] != 0;
  }
  int64_t getExtent(int64_t axis) const { return block.getArray().getDimSize(axis); }
};
} // namespace

/// The program's id along `axis`: a loop's variable or the launch's.
static Value getId(ArrayBuilder &arrays, tile::KernelOp kernel, int64_t axis) {
  if (scf::ForOp loop = findGridLoop(kernel, axis))
    return loop.getInductionVar();
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (grid && axis < grid.size() && grid[axis] <= 1)
    return arrays.constant(0);
  return tile::ProgramIdOp::create(arrays.builder, arrays.loc, axis);
}

static func::FuncOp findIndexMap(tile::KernelOp kernel, unsigned index, ModuleOp module) {
  tile::BlockAttr block = kernel.getBlock(index);
  return block && block.getIndexMap() ? module.lookupSymbol<func::FuncOp>(block.getIndexMap().getValue()) : func::FuncOp();
}

/// The Refs of an index map are the kernel's first: the kernel's argument for each of the map's, -1 for ids.
static SmallVector<int> findRefs(func::FuncOp map, tile::KernelOp kernel) {
  SmallVector<int> refs;
  int next = 0;
  for (BlockArgument argument : map.getArguments()) {
    refs.push_back(-1);
    if (!isa<tile::RefType>(argument.getType()))
      continue;
    while (next < static_cast<int>(kernel.getNumArguments()) && !isa<tile::RefType>(kernel.getArgument(next).getType()))
      ++next;
    refs.back() = next++;
  }
  return refs;
}

/// Calls the index map: its body, copied to where `builder` stands.
static SmallVector<Value> inlineIndexMap(ArrayBuilder &arrays, func::FuncOp map, tile::KernelOp kernel) {
  IRMapping mapping;
  int64_t axis = 0;
  for (auto [argument, ref] : llvm::zip(map.getArguments(), findRefs(map, kernel))) {
    if (ref >= 0) {
      mapping.map(argument, kernel.getArgument(ref));
      continue;
    }
    int64_t own = axis++;
    if (argument.use_empty())
      continue;
    Value id = getId(arrays, kernel, own);
    if (argument.getType().isInteger(64))
      id = arith::ExtSIOp::create(arrays.builder, arrays.loc, argument.getType(), id);
    mapping.map(argument, id);
  }
  for (Operation &op : map.getBody().front().without_terminator())
    arrays.builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : map.getBody().front().getTerminator()->getOperands())
    results.push_back(arrays.toI32(mapping.lookupOrDefault(value)));
  return results;
}

/// The axes of the grid that `map` needs, by itself or through the blocks of the Refs that it reads.
static void collectAxes(func::FuncOp map, tile::KernelOp kernel, ModuleOp module, llvm::SmallDenseSet<int64_t> &axes) {
  int64_t axis = 0;
  for (auto [argument, ref] : llvm::zip(map.getArguments(), findRefs(map, kernel))) {
    int64_t own = ref < 0 ? axis++ : -1;
    if (argument.use_empty())
      continue;
    if (ref < 0)
      axes.insert(own);
    else if (func::FuncOp other = findIndexMap(kernel, ref, module); other && other != map)
      collectAxes(other, kernel, module, axes);
  }
}

/// The body of the innermost loop along an axis of the grid that the map needs, or the kernel's.
static Block *findScope(tile::KernelOp kernel, func::FuncOp map, ModuleOp module) {
  Block *scope = &kernel.getBody().front();
  auto loops = kernel->getAttrOfType<DenseI64ArrayAttr>(loopAxesName);
  if (!map || !loops)
    return scope;
  llvm::SmallDenseSet<int64_t> axes;
  collectAxes(map, kernel, module, axes);
  for (int64_t axis : loops.asArrayRef())
    if (axes.contains(axis))
      scope = findGridLoop(kernel, axis).getBody();
  return scope;
}

static BlockedArgument computeOrigin(tile::KernelOp kernel, unsigned index, ModuleOp module) {
  tile::BlockAttr block = kernel.getBlock(index);
  BlockedArgument argument{block, llvm::to_vector(tile::getPadding(kernel, index)), {}};
  func::FuncOp map = findIndexMap(kernel, index, module);
  OpBuilder builder = OpBuilder::atBlockBegin(findScope(kernel, map, module));
  ArrayBuilder arrays(builder, kernel.getArgument(index).getLoc());
  SmallVector<Value> indices;
  if (map)
    indices = inlineIndexMap(arrays, map, kernel);
  for (int64_t axis = 0; axis < block.getArray().getRank(); ++axis) {
    Value begin = indices.empty() ? arrays.constant(0) : indices[axis];
    if (!block.isElementAxis(axis))
      begin = arrays.multiply(begin, block.getShape()[axis]);
    if (!argument.padding.empty())
      begin = arrays.add(begin, arrays.constant(-argument.padding[2 * axis]));
    argument.origin.push_back(begin);
  }
  return argument;
}

namespace {
/// A slice of the block as a slice of the array.
struct ArraySlice {
  SmallVector<Value> offsets;
  SmallVector<int64_t> sizes, strides, dropped;
  Value isInside; // null where nothing is ragged
};
} // namespace

template <typename OpT> static ArraySlice toArraySlice(OpT op, const BlockedArgument &argument, ArrayBuilder &arrays, Type result) {
  ArraySlice slice;
  int64_t ownAxis = 0, resultAxis = 0;
  for (int64_t axis = 0; axis < argument.block.getArray().getRank(); ++axis) {
    Value offset = argument.origin[axis];
    if (argument.block.isSqueezed(axis)) {
      slice.sizes.push_back(1);
      slice.strides.push_back(1);
      slice.dropped.push_back(axis);
    } else {
      offset = arrays.add(offset, arrays.toI32(op.getOffset(ownAxis)));
      slice.sizes.push_back(op.getSizes()[ownAxis]);
      slice.strides.push_back(op.getStride(ownAxis));
      if (llvm::is_contained(op.getDropped(), ownAxis))
        slice.dropped.push_back(axis);
      ++ownAxis;
    }
    slice.offsets.push_back(offset);
    bool isKept = !llvm::is_contained(slice.dropped, axis);
    if (argument.isRagged(axis)) {
      ArrayRef<int64_t> shape = tile::getShape(result);
      Value positions = isKept ? arrays.positions(shape, resultAxis, offset, slice.strides.back()) : arrays.splat(offset, shape);
      slice.isInside = arrays.both(slice.isInside, arrays.isBelow(positions, argument.getExtent(axis)));
    }
    resultAxis += isKept;
  }
  return slice;
}

/// What is not read reads as: `other` where the program's own mask is false, else it is outside of the array.
static Value chooseOther(ArrayBuilder &arrays, Value mask, Value other, Value isInside, Type result) {
  Value uninitialized =
      arrays.splat(ArrayBuilder::getUninitialized(tile::getElementType(result)), tile::getShape(result));
  if (!other || !mask)
    return uninitialized;
  if (!isInside)
    return other;
  return arith::SelectOp::create(arrays.builder, arrays.loc, mask, uninitialized, other);
}

static DenseI64ArrayAttr getAllDynamic(OpBuilder &builder, size_t rank) {
  return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, ShapedType::kDynamic));
}

static void rewriteLoad(tile::LoadOp op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  ArraySlice slice = toArraySlice(op, argument, arrays, op.getType());
  Value mask = arrays.both(op.getMask(), slice.isInside);
  Value other = mask ? chooseOther(arrays, op.getMask(), op.getOther(), slice.isInside, op.getType()) : Value();
  Value load = tile::LoadOp::create(builder, op.getLoc(), op.getType(), op.getRef(), slice.offsets, mask, other,
                                    getAllDynamic(builder, slice.offsets.size()), builder.getDenseI64ArrayAttr(slice.sizes),
                                    builder.getDenseI64ArrayAttr(slice.strides), builder.getDenseI64ArrayAttr(slice.dropped));
  op.replaceAllUsesWith(load);
  op.erase();
}

static void rewriteStore(tile::StoreOp op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  ArraySlice slice = toArraySlice(op, argument, arrays, op.getValue().getType());
  tile::StoreOp::create(builder, op.getLoc(), op.getValue(), op.getRef(), slice.offsets, arrays.both(op.getMask(), slice.isInside),
                        getAllDynamic(builder, slice.offsets.size()), builder.getDenseI64ArrayAttr(slice.sizes),
                        builder.getDenseI64ArrayAttr(slice.strides), builder.getDenseI64ArrayAttr(slice.dropped));
  op.erase();
}

/// Index arrays of the whole array, and (second) whether they lie inside it.
template <typename OpT>
static std::pair<SmallVector<Value>, Value> toArrayIndices(OpT op, const BlockedArgument &argument, ArrayBuilder &arrays, Type result) {
  SmallVector<Value> indices;
  Value isInside;
  int64_t own = 0;
  for (int64_t axis = 0; axis < argument.block.getArray().getRank(); ++axis) {
    Value index = arrays.splat(argument.origin[axis], tile::getShape(result));
    if (!argument.block.isSqueezed(axis)) {
      Value inBlock = op.getIndices()[own++];
      Type type = inBlock.getType();
      if (!tile::getElementType(type).isInteger(32))
        inBlock = tile::CastOp::create(arrays.builder, arrays.loc, index.getType(), inBlock, false, false);
      index = arith::AddIOp::create(arrays.builder, arrays.loc, index, inBlock);
    }
    if (argument.isRagged(axis))
      isInside = arrays.both(isInside, arrays.isBelow(index, argument.getExtent(axis)));
    indices.push_back(index);
  }
  return {indices, isInside};
}

static void rewriteGather(tile::GatherOp op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  auto [indices, isInside] = toArrayIndices(op, argument, arrays, op.getType());
  Value mask = arrays.both(op.getMask(), isInside), other = op.getOther();
  if (isInside) {
    if (!other && op.getMask())
      other = arrays.splat(builder.getZeroAttr(tile::getElementType(op.getType())), tile::getShape(op.getType()));
    other = chooseOther(arrays, op.getMask(), other, isInside, op.getType());
  }
  Value gather = tile::GatherOp::create(builder, op.getLoc(), op.getType(), op.getRef(), indices, mask, other);
  op.replaceAllUsesWith(gather);
  op.erase();
}

static void rewriteScatter(tile::ScatterOp op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  auto [indices, isInside] = toArrayIndices(op, argument, arrays, op.getValue().getType());
  tile::ScatterOp::create(builder, op.getLoc(), op.getValue(), op.getRef(), indices, arrays.both(op.getMask(), isInside));
  op.erase();
}

template <typename OpT> static void rewriteAtomic(OpT op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  auto [indices, isInside] = toArrayIndices(op, argument, arrays, op.getValue().getType());
  Value mask = arrays.both(op.getMask(), isInside);
  op.getIndicesMutable().assign(indices);
  op.getMaskMutable().assign(mask ? ValueRange(mask) : ValueRange());
}

/// A masked load of a Ref without a block spec: say what the masked elements are.
static void completeLoad(tile::LoadOp op) {
  if (!op.getMask() || op.getOther())
    return;
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  op.getOtherMutable().assign(chooseOther(arrays, Value(), Value(), Value(), op.getType()));
}

static void rewriteAccess(Operation *op, const BlockedArgument &argument) {
  OpBuilder builder(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tile::LoadOp load) { rewriteLoad(load, argument, builder); })
      .Case([&](tile::StoreOp store) { rewriteStore(store, argument, builder); })
      .Case([&](tile::GatherOp gather) { rewriteGather(gather, argument, builder); })
      .Case([&](tile::ScatterOp scatter) { rewriteScatter(scatter, argument, builder); })
      .Case<tile::AtomicRmwOp, tile::AtomicCasOp>([&](auto atomic) { rewriteAtomic(atomic, argument, builder); });
}

/// Where axes of the grid are loops: the launch is a row of blocks, one for each point of the other axes.
static void flattenGrid(tile::KernelOp kernel) {
  auto axes = kernel->getAttrOfType<DenseI64ArrayAttr>(loopAxesName);
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (!axes || !grid)
    return;
  int64_t blocks = 1;
  SmallVector<int64_t> strides(grid.size(), 0); // 0: not of the launch
  for (int64_t axis = grid.size(); axis-- > 0;)
    if (!llvm::is_contained(axes.asArrayRef(), axis)) {
      strides[axis] = blocks;
      blocks *= std::max<int64_t>(grid[axis], 1);
    }
  SmallVector<tile::ProgramIdOp> ids;
  kernel.walk([&](tile::ProgramIdOp id) { ids.push_back(id); });
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ArrayBuilder arrays(builder, kernel.getLoc());
  llvm::DenseMap<int64_t, Value> known;
  Value number;
  for (tile::ProgramIdOp id : ids) {
    int64_t axis = id.getAxis();
    Value &value = known[axis];
    if (!value) {
      if (!number)
        number = tile::ProgramIdOp::create(builder, kernel.getLoc(), int64_t(0));
      value = number;
      if (strides[axis] > 1)
        value = arith::DivUIOp::create(builder, kernel.getLoc(), value, arrays.constant(strides[axis]));
      if (strides[axis] * grid[axis] < blocks)
        value = arith::RemUIOp::create(builder, kernel.getLoc(), value, arrays.constant(grid[axis]));
    }
    id.replaceAllUsesWith(value);
  }
  for (tile::ProgramIdOp id : ids) // only now: the builder stands before one of them
    id.erase();
  kernel->setAttr(blocksName, builder.getI64IntegerAttr(blocks));
  kernel->setAttr(gridName, builder.getDenseI64ArrayAttr({blocks}));
  kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0}));
  kernel->removeAttr(linearGridName);
  kernel->removeAttr(loopAxesName);
  kernel.walk([](scf::ForOp loop) { loop->removeAttr(gridAxisName); });
}

static void lowerBlocks(tile::KernelOp kernel, ModuleOp module) {
  // All origins before any access is rewritten: an index map reads Refs that have blocks themselves. The last first, each at the begin of its scope, so that
  // those of prefetched scalars, which come first, are there when another's map needs them.
  llvm::MapVector<unsigned, BlockedArgument> arguments;
  for (unsigned index = kernel.getNumArguments(); index-- > 0;)
    if (kernel.getBlock(index))
      arguments.insert({index, computeOrigin(kernel, index, module)});
  SmallVector<Type> types(kernel.getArgumentTypes());
  for (auto &[index, argument] : arguments) {
    BlockArgument value = kernel.getArgument(index);
    SmallVector<Operation *> users(value.getUsers());
    auto ref = cast<tile::RefType>(value.getType());
    types[index] = tile::RefType::get(argument.block.getArray().getShape(), ref.getElementType(), ref.getMemorySpace());
    value.setType(types[index]);
    kernel.removeArgAttr(index, tile::KernelOp::blockName);
    kernel.removeArgAttr(index, tile::paddingName);
    for (Operation *user : users)
      rewriteAccess(user, argument);
  }
  kernel.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(kernel.getContext(), types, {})));
  kernel.walk(completeLoad);
  flattenGrid(kernel);
}

namespace {
struct LowerBlocksPass : schedule::impl::LowerBlocksPassBase<LowerBlocksPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      lowerBlocks(kernel, getOperation());
  }
};
} // namespace
