// SPDX-License-Identifier: Apache-2.0
// What both directions need of reductions, products, indexed accesses and sorts.
#include "compiler/frontend/library/derivatives/Rules.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

llvm::SmallVector<int64_t> frontend::inverse(llvm::ArrayRef<int64_t> permutation) {
  llvm::SmallVector<int64_t> result(permutation.size());
  for (auto [axis, source] : llvm::enumerate(permutation))
    result[source] = axis;
  return result;
}

llvm::SmallVector<int64_t> frontend::keptAxes(tile::ReduceOp reduce) {
  llvm::SmallVector<int64_t> kept;
  for (int64_t axis = 0, rank = tile::getShape(reduce.getInput().getType()).size(); axis < rank; ++axis)
    if (!llvm::is_contained(reduce.getAxes(), axis))
      kept.push_back(axis);
  return kept;
}

mlir::Value frontend::makeScan(Emitter &emitter, Binary op, mlir::Value x, int64_t axis, bool reverse) {
  auto scan = emitter.create<tile::ScanOp>(mlir::TypeRange(x.getType()), mlir::ValueRange(x), axis, reverse);
  mlir::Type element = tile::getElementType(x.getType());
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  mlir::Block *block =
      emitter.builder.createBlock(&scan.getCombine(), {}, {element, element}, {emitter.loc, emitter.loc});
  emitter.create<tile::YieldOp>(
      mlir::ValueRange(emitter.binary(op, block->getArgument(0), block->getArgument(1), dtypeOf(x))));
  return scan.getResult(0);
}

/// The product of all other elements along the reduced axes: what stands before times what stands behind, so that zeros
/// do no harm.
static mlir::Value productOfOthers(Emitter &emitter, mlir::Value x, llvm::ArrayRef<int64_t> kept,
                                   llvm::ArrayRef<int64_t> reduced) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(x.getType());
  llvm::SmallVector<int64_t> order(kept);
  order.append(reduced.begin(), reduced.end());
  mlir::Value last = emitter.transpose(x, order);
  Shape moved(tile::getShape(last.getType())), flat;
  for (int64_t axis : kept)
    flat.push_back(shape[axis]);
  flat.push_back(1);
  mlir::Value one = emitter.constant(1, dtypeOf(x), flat);
  for (int64_t axis : reduced)
    flat.back() *= shape[axis];
  int64_t axis = kept.size(), count = flat.back();
  last = emitter.reshape(last, flat);
  if (count < 2)
    return emitter.constant(1, dtypeOf(x), shape);
  auto part = [&](int64_t offset) -> mlir::Value {
    Shape sizes(flat), offsets(flat.size(), 0);
    sizes[axis] = count - 1;
    offsets[axis] = offset;
    return emitter.create<tile::SliceValueOp>(tile::getArrayType(sizes, tile::getElementType(x.getType())), last,
                                              mlir::ValueRange(), offsets, sizes, llvm::ArrayRef<int64_t>(),
                                              llvm::ArrayRef<int64_t>());
  };
  mlir::Value before = makeScan(emitter, Binary::mul, emitter.concatenate({one, part(0)}, axis), axis, false);
  mlir::Value behind = makeScan(emitter, Binary::mul, emitter.concatenate({part(1), one}, axis), axis, true);
  mlir::Value others = emitter.binary(Binary::mul, before, behind, dtypeOf(x));
  return emitter.transpose(emitter.reshape(others, moved), inverse(order));
}

mlir::Value frontend::reduceWeights(Emitter &emitter, tile::ReduceOp reduce) {
  mlir::Value x = reduce.getInput();
  llvm::ArrayRef<int64_t> shape = tile::getShape(x.getType());
  DType type = dtypeOf(x);
  llvm::SmallVector<int64_t> kept = keptAxes(reduce), reduced(reduce.getAxes());
  if (reduce.getKind() == tile::Reduction::mul)
    return productOfOthers(emitter, x, kept, reduced);
  if (reduce->hasAttr("first")) { // torch's `max(dim)`: the element whose index it gives
    Shape without;
    for (int64_t axis : kept)
      without.push_back(shape[axis]);
    mlir::Value index = emitter.create<tile::ArgReduceOp>(tile::getArrayType(without, emitter.builder.getI32Type()),
                                                          reduce.getKind(), x, reduced[0], false, false);
    mlir::Value chosen = emitter.compare(Compare::eq, emitter.iota(shape, reduced[0], DType::int32),
                                         emitter.broadcastInDim(index, shape, kept), DType::int32);
    return emitter.cast(chosen, DType::boolean, type);
  }
  // Equal elements share.
  mlir::Value chosen =
      emitter.cast(emitter.compare(Compare::eq, x, emitter.broadcastInDim(reduce.getResult(), shape, kept), type),
                   DType::boolean, type);
  mlir::Value count = emitter.reduce(tile::Reduction::add, chosen, reduced, false);
  return emitter.binary(Binary::divide, chosen, emitter.broadcastInDim(count, shape, kept), type);
}

mlir::Value frontend::logisticRule(Emitter &emitter, mlir::Value r, mlir::Value g) {
  DType type = dtypeOf(r);
  mlir::Value rest = emitter.binary(Binary::sub, emitter.constant(1, type, tile::getShape(r.getType())), r, type);
  return emitter.binary(Binary::mul, g, emitter.binary(Binary::mul, r, rest, type), type);
}

mlir::Value frontend::dotRule(Emitter &emitter, tile::DotOp dot, unsigned index, mlir::Value ct) {
  mlir::Value side = dot->getOperand(index), other = dot->getOperand(1 - index);
  llvm::SmallVector<int64_t> order;
  for (int64_t axis = 0, rank = tile::getShape(other.getType()).size(); axis < rank; ++axis)
    order.push_back(axis);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  DType type = dtypeOf(ct);
  mlir::Value turned = emitter.transpose(emitter.cast(other, dtypeOf(other), type), order);
  mlir::Value result = emitter.create<tile::DotOp>(
      tile::getArrayType(tile::getShape(side.getType()), tile::getElementType(ct.getType())), index == 0 ? ct : turned,
      index == 0 ? turned : ct, mlir::Value(), dot.getPrecision(), false);
  return emitter.cast(result, type, dtypeOf(side));
}

//===-- indices -----------------------------------------------------------------------------------------------===//

Values frontend::clampIndices(Emitter &emitter, mlir::ValueRange indices, llvm::ArrayRef<int64_t> shape,
                              llvm::ArrayRef<int64_t> axes) {
  Values result;
  for (auto [index, axis] : llvm::zip(indices, axes)) {
    DType type = dtypeOf(index);
    llvm::ArrayRef<int64_t> extent = tile::getShape(index.getType());
    mlir::Value low = emitter.binary(Binary::maximum, index, emitter.constantInt(0, type, extent), type);
    result.push_back(emitter.binary(Binary::minimum, low, emitter.constantInt(shape[axis] - 1, type, extent), type));
  }
  return result;
}

PutParts frontend::putRule(Emitter &emitter, tile::PutOp put, mlir::Value ct) {
  DType type = dtypeOf(ct);
  llvm::ArrayRef<int64_t> shape = tile::getShape(put.getInput().getType()),
                          part = tile::getShape(put.getUpdates().getType());
  auto take = [&](mlir::Value from) -> mlir::Value {
    return emitter.create<tile::TakeOp>(put.getUpdates().getType(), from, put.getIndices(), put.getAxes());
  };
  auto change = [&](tile::Atomic kind, mlir::Value updates) -> mlir::Value {
    return emitter.create<tile::PutOp>(ct.getType(), kind, updates, ct, put.getIndices(), put.getAxes());
  };
  PutParts parts{ct, {}};
  mlir::Value updates =
      take(put.getKind() == tile::Atomic::mul ? emitter.binary(Binary::mul, ct, put.getInput(), type) : ct);
  if (put.getKind() == tile::Atomic::exchange)
    parts.input = change(tile::Atomic::exchange, emitter.constant(0, type, part));
  else if (put.getKind() == tile::Atomic::mul)
    parts.input = change(tile::Atomic::mul, put.getUpdates());
  // What lies outside was dropped.
  mlir::Value inside;
  Values clamped = clampIndices(emitter, put.getIndices(), shape, put.getAxes());
  for (auto [index, low] : llvm::zip(put.getIndices(), clamped)) {
    mlir::Value same = emitter.compare(Compare::eq, index, low, dtypeOf(index));
    inside = inside ? emitter.binary(Binary::bitAnd, inside, same, DType::boolean) : same;
  }
  llvm::SmallVector<int64_t> front;
  for (int64_t axis = 0, rank = tile::getShape(inside.getType()).size(); axis < rank; ++axis)
    front.push_back(axis);
  parts.updates = emitter.select(emitter.broadcastInDim(inside, part, front), updates, emitter.constant(0, type, part));
  return parts;
}

//===-- sorts -------------------------------------------------------------------------------------------------===//

/// `x` along `axis` in the order of the integers `keys`.
static mlir::Value orderBy(Emitter &emitter, mlir::Value keys, mlir::Value x, int64_t axis) {
  return emitter
      .create<tile::SortOp>(mlir::TypeRange{keys.getType(), x.getType()}, mlir::ValueRange{keys, x}, axis, 1,
                            llvm::ArrayRef<int64_t>(), false)
      .getResult(1);
}

/// Where each sorted element comes from.
static mlir::Value sourceOf(Emitter &emitter, tile::SortOp sort) {
  mlir::Value places = emitter.iota(tile::getShape(sort.getInputs()[0].getType()), sort.getAxis(), DType::int32);
  Values inputs(sort.getInputs());
  inputs.push_back(places);
  return emitter
      .create<tile::SortOp>(mlir::ValueRange(inputs).getTypes(), inputs, sort.getAxis(), sort.getNumKeys(),
                            sort.getUnsignedKeys(), sort.getDescending())
      .getOutputs()
      .back();
}

bool frontend::reverseSort(Emitter &emitter, tile::SortOp sort, Differentiator &whole) {
  mlir::Value source = sourceOf(emitter, sort);
  whole.visited.insert(sort);
  for (auto [input, output] : llvm::zip(sort.getInputs(), sort.getOutputs()))
    if (mlir::Value ct = whole.derivatives.lookup(output))
      whole.add(input, orderBy(emitter, source, ct, sort.getAxis()));
  return true;
}

bool frontend::forwardSort(Emitter &emitter, tile::SortOp sort, Differentiator &whole) {
  mlir::Value source = sourceOf(emitter, sort), target;
  for (auto [input, output] : llvm::zip(sort.getInputs(), sort.getOutputs()))
    if (mlir::Value t = whole.derivatives.lookup(input)) {
      if (!target)
        target = orderBy(emitter, source, emitter.iota(tile::getShape(source.getType()), sort.getAxis(), DType::int32),
                         sort.getAxis());
      whole.derivatives[output] = orderBy(emitter, target, t, sort.getAxis());
    }
  return true;
}

//===-- what torch frees --------------------------------------------------------------------------------------===//

bool frontend::savesOperands(mlir::Operation *op, unsigned index) {
  llvm::StringRef name = op->getName().getStringRef();
  if (name == "arith.addf" || name == "arith.subf" || name == "arith.negf")
    return false;
  // By a number, as a mean is: nothing is kept.
  return name != "arith.divf" || index != 0 || !op->getOperand(1).getDefiningOp<mlir::arith::ConstantOp>();
}
