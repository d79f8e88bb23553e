// SPDX-License-Identifier: Apache-2.0
// Block specs as offsets. An argument that was the Ref of one program's block becomes the Ref of the whole array; what the spec
// said is computed once at the kernel's start, the *origin*, and added to each access.
//
// Example: blocks of 512 of an array of 1000, `lambda i: i`. The origin is `i * 512`; 512 does not divide 1000, so an access of
// element k is masked by `origin + k < 1000` and reads NaN elsewhere.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/IR/IRMapping.h"

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
  SmallVector<Value> origin; // i32, one an array axis

  /// Whether some program's block may reach past the end along `axis`.
  bool isRagged(int64_t axis) const {
    return block.isElementAxis(axis) || block.getArray().getDimSize(axis) % block.getShape()[axis] != 0;
  }
  int64_t getExtent(int64_t axis) const { return block.getArray().getDimSize(axis); }
};
} // namespace

/// Calls the index map: its body, copied to where `builder` stands.
static SmallVector<Value> inlineIndexMap(ArrayBuilder &arrays, func::FuncOp map) {
  IRMapping mapping;
  for (auto [axis, argument] : llvm::enumerate(map.getArguments())) {
    Value id = tile::ProgramIdOp::create(arrays.builder, arrays.loc, static_cast<int64_t>(axis));
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

static BlockedArgument computeOrigin(ArrayBuilder &arrays, tile::BlockAttr block, ModuleOp module) {
  BlockedArgument argument{block, {}};
  SmallVector<Value> indices;
  if (block.getIndexMap())
    indices = inlineIndexMap(arrays, module.lookupSymbol<func::FuncOp>(block.getIndexMap().getValue()));
  for (int64_t axis = 0; axis < block.getArray().getRank(); ++axis) {
    Value index = indices.empty() ? arrays.constant(0) : indices[axis];
    argument.origin.push_back(block.isElementAxis(axis) ? index : arrays.multiply(index, block.getShape()[axis]));
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

/// What the elements outside the array, or masked without an `other`, read as.
static Value chooseOther(ArrayBuilder &arrays, Value other, Value isInside, Type result) {
  Value uninitialized =
      arrays.splat(ArrayBuilder::getUninitialized(tile::getElementType(result)), tile::getShape(result));
  if (!other)
    return uninitialized;
  return isInside ? arith::SelectOp::create(arrays.builder, arrays.loc, isInside, other, uninitialized) : other;
}

static DenseI64ArrayAttr getAllDynamic(OpBuilder &builder, size_t rank) {
  return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, ShapedType::kDynamic));
}

static void rewriteLoad(tile::LoadOp op, const BlockedArgument &argument, OpBuilder &builder) {
  ArrayBuilder arrays(builder, op.getLoc());
  ArraySlice slice = toArraySlice(op, argument, arrays, op.getType());
  Value mask = arrays.both(op.getMask(), slice.isInside);
  Value other = mask ? chooseOther(arrays, op.getOther(), slice.isInside, op.getType()) : Value();
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
    other = chooseOther(arrays, other, isInside, op.getType());
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

/// A masked load of a Ref without a block spec: say what the masked elements are.
static void completeLoad(tile::LoadOp op) {
  if (!op.getMask() || op.getOther())
    return;
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  op.getOtherMutable().assign(chooseOther(arrays, Value(), Value(), op.getType()));
}

static void lowerBlocks(tile::KernelOp kernel, ModuleOp module) {
  OpBuilder start(kernel.getContext());
  SmallVector<Type> types(kernel.getArgumentTypes());
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    tile::BlockAttr block = kernel.getBlock(index);
    if (!block)
      continue;
    BlockArgument value = kernel.getArgument(index);
    start.setInsertionPointToStart(&kernel.getBody().front());
    ArrayBuilder arrays(start, value.getLoc());
    BlockedArgument argument = computeOrigin(arrays, block, module);
    auto ref = cast<tile::RefType>(value.getType());
    types[index] = tile::RefType::get(block.getArray().getShape(), ref.getElementType(), ref.getMemorySpace());
    value.setType(types[index]);
    kernel.removeArgAttr(index, tile::KernelOp::blockName);
    for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      OpBuilder builder(user);
      llvm::TypeSwitch<Operation *>(user)
          .Case([&](tile::LoadOp op) { rewriteLoad(op, argument, builder); })
          .Case([&](tile::StoreOp op) { rewriteStore(op, argument, builder); })
          .Case([&](tile::GatherOp op) { rewriteGather(op, argument, builder); })
          .Case([&](tile::ScatterOp op) { rewriteScatter(op, argument, builder); });
    }
  }
  kernel.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(kernel.getContext(), types, {})));
  kernel.walk(completeLoad);
}

namespace {
struct LowerBlocksPass : schedule::impl::LowerBlocksPassBase<LowerBlocksPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      lowerBlocks(kernel, getOperation());
  }
};
} // namespace
