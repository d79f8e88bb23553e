// SPDX-License-Identifier: Apache-2.0
// What each operation becomes for a batch: one rule an operation. A value of the batch has one more axis, in front; a value that
// is the same for the whole batch stays as it is until it meets a batched one. An operation without a rule of its own is done
// entry by entry and the results are joined.
//
//   %y = tile.reduce add %x axes [0] : tensor<8xf32> -> f32
//   becomes, for a batch of 4,
//   %y = tile.reduce add %x axes [1] : tensor<4x8xf32> -> tensor<4xf32>
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/jax/Batcher.h"
#include "compiler/tile/ir/BlockPadding.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static llvm::SmallVector<int64_t> shift(llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<int64_t> result;
  for (int64_t axis : axes)
    result.push_back(axis + 1);
  return result;
}
static llvm::SmallVector<int64_t> prepend(int64_t first, llvm::ArrayRef<int64_t> rest) {
  llvm::SmallVector<int64_t> result = {first};
  result.append(rest.begin(), rest.end());
  return result;
}
/// A slice operation's strides with one for the new axis; none stays none.
static llvm::SmallVector<int64_t> prependStride(llvm::ArrayRef<int64_t> strides) {
  return strides.empty() ? llvm::SmallVector<int64_t>() : prepend(1, strides);
}

mlir::Value Batcher::get(Emitter &emitter, mlir::Value value) {
  auto found = batched.find(value);
  if (found != batched.end())
    return found->second;
  mlir::Value whole = mapping.lookupOrDefault(value);
  return emitter.broadcastTo(whole, tile::getShape(addAxis(whole.getType())));
}

bool Batcher::batchElementwise(Emitter &emitter, mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(get(emitter, operand));
  mlir::OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(addAxis(op->getResult(0).getType()));
  state.addAttributes(op->getAttrs());
  batched[op->getResult(0)] = emitter.builder.create(state)->getResult(0);
  return true;
}

/// For operations whose rule would need as many indices as there are entries, and launches that stay as they are: each
/// entry alone, then all joined.
bool Batcher::batchEntryByEntry(Emitter &emitter, mlir::Operation *op) {
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> parts(op->getNumResults());
  for (int64_t entry = 0; entry < size; ++entry) {
    if (!evaluator.step())
      return false;
    mlir::IRMapping one = mapping;
    for (mlir::Value operand : op->getOperands()) {
      if (!isBatched(operand))
        continue;
      mlir::Value whole = batched[operand];
      llvm::SmallVector<int64_t> offsets(tile::getShape(whole.getType()).size(), 0), sizes(tile::getShape(whole.getType()));
      offsets[0] = entry;
      sizes[0] = 1;
      one.map(operand, emitter.create<tile::SliceValueOp>(operand.getType(), whole, mlir::ValueRange(), offsets, sizes,
                                                          llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0}));
    }
    mlir::Operation *copy = emitter.builder.clone(*op, one);
    for (auto [index, result] : llvm::enumerate(copy->getResults()))
      parts[index].push_back(emitter.reshape(result, prepend(1, tile::getShape(result.getType()))));
  }
  for (auto [index, result] : llvm::enumerate(op->getResults()))
    batched[result] = emitter.concatenate(parts[index], 0);
  return true;
}

bool Batcher::batchLaunch(Emitter &emitter, tile::LaunchOp launch) {
  auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(launch.getKernelAttr());
  if (kernel.getSource() == "mosaic_gpu") // its clusters and semaphores are those of one launch
    return batchEntryByEntry(emitter, launch);
  llvm::SmallVector<bool> isArgumentBatched;
  llvm::SmallVector<mlir::RankedTensorType> arrays; // each argument's array in the batch; null for scratch and scalars
  llvm::SmallVector<mlir::Value> inputs;
  size_t input = 0, output = 0;
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    tile::Access access = kernel.getAccess(index);
    bool writes = access == tile::Access::write || access == tile::Access::readwrite;
    bool batchIt = writes;
    mlir::Type type;
    if (access == tile::Access::read || access == tile::Access::readwrite) {
      mlir::Value operand = launch.getInputs()[input++];
      batchIt |= isBatched(operand);
      inputs.push_back(batchIt ? get(emitter, operand) : mapping.lookupOrDefault(operand));
      type = inputs.back().getType();
    }
    if (writes)
      type = addAxis(launch.getOutputs()[output++].getType());
    isArgumentBatched.push_back(batchIt);
    arrays.push_back(batchIt ? cast<mlir::RankedTensorType>(type) : mlir::RankedTensorType());
  }
  llvm::SmallVector<int64_t> grid = prepend(size, launch.getGrid());
  tile::KernelOp copy = batchKernel(evaluator, kernel, size, isArgumentBatched, grid, arrays);
  if (!copy)
    return false;
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value result : launch.getOutputs())
    types.push_back(addAxis(result.getType()));
  auto replacement = emitter.create<tile::LaunchOp>(types, copy.getSymName(), grid, inputs);
  for (auto [old, fresh] : llvm::zip(launch.getOutputs(), replacement.getOutputs()))
    batched[old] = fresh;
  return true;
}

/// The index arrays for a batch: first the entry's own number, then each with the batch's axis.
llvm::SmallVector<mlir::Value> Batcher::batchIndices(Emitter &emitter, mlir::OperandRange indices) {
  llvm::SmallVector<mlir::Value> all;
  for (mlir::Value index : indices)
    all.push_back(get(emitter, index));
  all.insert(all.begin(), emitter.iota(tile::getShape(all.front().getType()), 0, DType::int32));
  return all;
}

bool Batcher::batchTake(Emitter &emitter, tile::TakeOp take) {
  mlir::Type type = addAxis(take.getResult().getType());
  bool indicesDiffer = llvm::any_of(take.getIndices(), [&](mlir::Value index) { return isBatched(index); });
  if (!isBatched(take.getInput())) { // the indices alone: their axis comes first as it is
    llvm::SmallVector<mlir::Value> indices;
    for (mlir::Value index : take.getIndices())
      indices.push_back(get(emitter, index));
    batched[take.getResult()] = emitter.create<tile::TakeOp>(type, mapping.lookupOrDefault(take.getInput()), indices, take.getAxes());
    return true;
  }
  mlir::Value input = batched[take.getInput()];
  if (indicesDiffer) {
    batched[take.getResult()] = emitter.create<tile::TakeOp>(type, input, batchIndices(emitter, take.getIndices()), prepend(0, shift(take.getAxes())));
    return true;
  }
  // The indices' axes, then the batch's, then the rest.
  llvm::SmallVector<mlir::Value> indices;
  for (mlir::Value index : take.getIndices())
    indices.push_back(mapping.lookupOrDefault(index));
  int64_t indexRank = tile::getShape(indices.front().getType()).size();
  Shape shape(tile::getShape(take.getResult().getType()));
  shape.insert(shape.begin() + indexRank, size);
  mlir::Value taken = emitter.create<tile::TakeOp>(tile::getArrayType(shape, tile::getElementType(type)), input, indices, shift(take.getAxes()));
  llvm::SmallVector<int64_t> permutation = {indexRank};
  for (int64_t axis = 0; axis < static_cast<int64_t>(shape.size()); ++axis)
    if (axis != indexRank)
      permutation.push_back(axis);
  batched[take.getResult()] = emitter.transpose(taken, permutation);
  return true;
}

bool Batcher::batchPut(Emitter &emitter, tile::PutOp put) {
  mlir::Value input = get(emitter, put.getInput()), updates = get(emitter, put.getUpdates());
  batched[put.getResult()] =
      emitter.create<tile::PutOp>(input.getType(), put.getKind(), updates, input, batchIndices(emitter, put.getIndices()), prepend(0, shift(put.getAxes())));
  return true;
}

bool Batcher::batchAlongAxis(Emitter &emitter, mlir::Operation *op) {
  mlir::IRMapping one = mapping;
  for (mlir::Value operand : op->getOperands())
    one.map(operand, get(emitter, operand));
  mlir::Operation *copy = emitter.builder.clone(*op, one);
  copy->setAttr("axis", emitter.builder.getI64IntegerAttr(op->getAttrOfType<mlir::IntegerAttr>("axis").getInt() + 1));
  for (auto [old, fresh] : llvm::zip(op->getResults(), copy->getResults())) {
    fresh.setType(addAxis(old.getType()));
    batched[old] = fresh;
  }
  return true;
}

bool Batcher::batch(mlir::Operation *op) {
  Emitter emitter(evaluator.builder(), op->getLoc());
  if (llvm::none_of(op->getOperands(), [&](mlir::Value operand) { return isBatched(operand); })) {
    // The same for all entries, unless a region uses a batched value from outside of it.
    if (!captures(op)) {
      emitter.builder.clone(*op, mapping);
      return true;
    }
  }
  bool succeeded = false;
  if (batchControl(emitter, op, succeeded))
    return succeeded;
  if (captures(op) || (op->getNumResults() == 0))
    return evaluator.raise(DiagnosticId::notSupported, "`jax.vmap` over `" + op->getName().getStringRef().str() + "` is not supported yet")
        .note("it is recorded here", toRange(op->getLoc())), false;
  mlir::Value result = op->getResult(0);
  mlir::Type type = addAxis(result.getType());
  auto offsetsAreBatched = [&](mlir::OperandRange offsets) {
    return llvm::any_of(offsets, [&](mlir::Value offset) { return isBatched(offset); });
  };
  auto mapOffsets = [&](mlir::OperandRange offsets) {
    llvm::SmallVector<mlir::Value> values;
    for (mlir::Value offset : offsets)
      values.push_back(mapping.lookupOrDefault(offset));
    return values;
  };
  auto done = [&](mlir::Value value) {
    batched[result] = value;
    return true;
  };
  return llvm::TypeSwitch<mlir::Operation *, bool>(op)
      .Case<tile::LaunchOp>([&](auto launch) { return batchLaunch(emitter, launch); })
      .Case<tile::CastOp, tile::BitcastOp>([&](auto) { return batchElementwise(emitter, op); })
      .Case<tile::BroadcastOp>([&](auto broadcast) {
        return done(emitter.create<tile::BroadcastOp>(type, batched[broadcast.getInput()], prepend(0, shift(broadcast.getAxes()))));
      })
      .Case<tile::ReshapeOp>([&](auto reshape) { return done(emitter.reshape(batched[reshape.getInput()], tile::getShape(type))); })
      .Case<tile::TransposeOp>([&](auto transpose) {
        return done(emitter.transpose(batched[transpose.getInput()], prepend(0, shift(transpose.getPermutation()))));
      })
      .Case<tile::ConcatenateOp>([&](auto concatenate) {
        llvm::SmallVector<mlir::Value> parts;
        for (mlir::Value part : concatenate.getInputs())
          parts.push_back(get(emitter, part));
        return done(emitter.concatenate(parts, concatenate.getAxis() + 1));
      })
      .Case<tile::ReduceOp>([&](auto reduce) {
        return done(emitter.create<tile::ReduceOp>(type, batched[reduce.getInput()], reduce.getKind(), shift(reduce.getAxes()), reduce.getIgnoreNan()));
      })
      .Case<tile::DotOp>([&](auto dot) {
        mlir::Value acc = dot.getAcc() ? get(emitter, dot.getAcc()) : mlir::Value();
        return done(emitter.create<tile::DotOp>(type, get(emitter, dot.getLhs()), get(emitter, dot.getRhs()), acc, dot.getPrecision(), dot.getFromUnsigned()));
      })
      .Case<tile::TakeOp>([&](auto take) { return batchTake(emitter, take); })
      .Case<tile::PutOp>([&](auto put) { return batchPut(emitter, put); })
      .Case<tile::SortOp, tile::ScanOp, tile::ReduceByOp>([&](auto) { return batchAlongAxis(emitter, op); })
      .Case<tile::ArgReduceOp>([&](auto reduce) {
        return done(emitter.create<tile::ArgReduceOp>(type, reduce.getKind(), batched[reduce.getInput()], reduce.getAxis() + 1, reduce.getLast(), reduce.getIgnoreNan()));
      })
      .Case<tile::SliceValueOp>([&](auto slice) {
        if (offsetsAreBatched(slice.getOffsets()))
          return batchEntryByEntry(emitter, op);
        return done(emitter.create<tile::SliceValueOp>(type, batched[slice.getInput()], mapOffsets(slice.getOffsets()), prepend(0, slice.getStaticOffsets()),
                                                       prepend(size, slice.getSizes()), prependStride(slice.getStrides()), shift(slice.getDropped())));
      })
      .Case<tile::UpdateSliceOp>([&](auto update) {
        if (offsetsAreBatched(update.getOffsets()))
          return batchEntryByEntry(emitter, op);
        return done(emitter.create<tile::UpdateSliceOp>(type, get(emitter, update.getInput()), get(emitter, update.getUpdate()), mapOffsets(update.getOffsets()),
                                                        prepend(0, update.getStaticOffsets()), prependStride(update.getStrides())));
      })
      .Case<tile::RandomOp>([&](auto random) {
        return done(emitter.create<tile::RandomOp>(type, batched[random.getKey()], random.getGenerator(), random.getDistribution(), random.getLow(), random.getHigh()));
      })
      .Case<tile::RandomSplitOp>([&](auto split) { return done(emitter.create<tile::RandomSplitOp>(type, batched[split.getKey()])); })
      .Default([&](mlir::Operation *) {
        llvm::StringRef dialect = op->getName().getDialectNamespace();
        if (dialect == "arith" || dialect == "math")
          return batchElementwise(emitter, op);
        return batchEntryByEntry(emitter, op);
      });
}

bool frontend::batchOperations(Evaluator &evaluator, mlir::Block &block, int64_t size, llvm::DenseMap<mlir::Value, mlir::Value> &batched,
                               mlir::IRMapping &mapping) {
  Batcher batcher(evaluator, size, batched, mapping);
  for (mlir::Operation &op : block)
    if (!evaluator.step() || !batcher.batch(&op))
      return false;
  return true;
}

//===-- kernels -----------------------------------------------------------------------------------------------===//

/// `map` with the batch's index as a new first argument: returned first when the operand is batched, else ignored. A null map is
/// all zeros, `rank` of them.
static mlir::FlatSymbolRefAttr batchIndexMap(Evaluator &evaluator, mlir::func::FuncOp map, llvm::StringRef name, size_t gridRank, size_t rank,
                                             bool isBatched, mlir::Location location) {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Type i32 = builder.getI32Type();
  llvm::SmallVector<mlir::Type> inputs(gridRank, i32), results(rank + isBatched, i32);
  if (map) // prefetched scalars follow the grid's indices
    for (mlir::Type type : map.getArgumentTypes().drop_front(gridRank - 1))
      inputs.push_back(type);
  auto copy = mlir::func::FuncOp::create(builder, location, evaluator.uniqueSymbol(name), builder.getFunctionType(inputs, results));
  copy.setPrivate();
  mlir::Block *entry = copy.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  llvm::SmallVector<mlir::Value> returned;
  if (isBatched)
    returned.push_back(entry->getArgument(0));
  if (map) {
    mlir::IRMapping mapping;
    for (auto [index, argument] : llvm::enumerate(map.getArguments()))
      mapping.map(argument, entry->getArgument(index + 1));
    for (mlir::Operation &op : map.getBody().front()) {
      if (isa<mlir::func::ReturnOp>(op)) {
        for (mlir::Value value : op.getOperands())
          returned.push_back(mapping.lookupOrDefault(value));
        break;
      }
      builder.clone(op, mapping);
    }
  } else {
    mlir::Value zero = rank ? mlir::Value(mlir::arith::ConstantIntOp::create(builder, location, i32, 0)) : mlir::Value();
    returned.append(rank, zero);
  }
  mlir::func::ReturnOp::create(builder, location, returned);
  return mlir::FlatSymbolRefAttr::get(copy.getSymNameAttr());
}

tile::KernelOp frontend::batchKernel(Evaluator &evaluator, tile::KernelOp kernel, int64_t size, llvm::ArrayRef<bool> isBatched,
                                     llvm::ArrayRef<int64_t> grid, llvm::ArrayRef<mlir::RankedTensorType> arrays) {
  mlir::ModuleOp module = evaluator.module();
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(module.getBody());
  if (kernel.getSource() != "pallas") {
    evaluator.raise(DiagnosticId::notSupported, "`jax.vmap` over the Triton kernel `" + kernel.getSymName().str() + "` is not supported");
    return {};
  }
  auto copy = cast<tile::KernelOp>(builder.clone(*kernel));
  copy.setSymName(evaluator.uniqueSymbol(kernel.getSymName().str() + "_vmap"));
  copy.walk([](mlir::Operation *op) {
    if (auto id = dyn_cast<tile::ProgramIdOp>(op))
      id.setAxis(id.getAxis() + 1);
    else if (auto count = dyn_cast<tile::NumProgramsOp>(op))
      count.setAxis(count.getAxis() + 1);
  });
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    tile::BlockAttr block = kernel.getBlock(index);
    auto map = block && block.getIndexMap() ? module.lookupSymbol<mlir::func::FuncOp>(block.getIndexMap()) : mlir::func::FuncOp();
    std::string name = copy.getSymName().str() + "." + kernel.getArgumentName(index);
    mlir::Location location = map ? map.getLoc() : kernel.getLoc();
    tile::BlockAttr replacement;
    if (isBatched[index]) {
      auto ref = cast<tile::RefType>(kernel.getArgumentTypes()[index]);
      llvm::SmallVector<int64_t> shape(block ? block.getShape() : ref.getShape()), squeezed = {0}, elements;
      size_t rank = shape.size();
      shape.insert(shape.begin(), 1);
      if (block) {
        for (int64_t axis : block.getSqueezed())
          squeezed.push_back(axis + 1);
        for (int64_t axis : block.getElementAxes())
          elements.push_back(axis + 1);
      }
      mlir::FlatSymbolRefAttr symbol = batchIndexMap(evaluator, map, name, grid.size(), rank, /*isBatched=*/true, location);
      replacement = tile::BlockAttr::get(evaluator.context(), shape, arrays[index], symbol, squeezed, elements);
    } else if (map) {
      mlir::FlatSymbolRefAttr symbol = batchIndexMap(evaluator, map, name, grid.size(), block.getShape().size(), /*isBatched=*/false, location);
      replacement = tile::BlockAttr::get(evaluator.context(), block.getShape(), block.getArray(), symbol, block.getSqueezed(), block.getElementAxes());
    }
    if (replacement)
      copy.setArgAttr(index, tile::KernelOp::blockName, replacement);
    if (llvm::ArrayRef<int64_t> padding = tile::getPadding(kernel, index); !padding.empty() && isBatched[index]) {
      llvm::SmallVector<int64_t> shifted = {0, 0};
      shifted.append(padding.begin(), padding.end());
      copy.setArgAttr(index, tile::paddingName, mlir::DenseI64ArrayAttr::get(evaluator.context(), shifted));
    }
  }
  return reuseKernel(evaluator, copy);
}
