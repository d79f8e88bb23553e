// SPDX-License-Identifier: Apache-2.0
// What depends on the order of elements: sorting, and where the extreme element is.
//
// A sort counts. Entry i comes after all entries j with a smaller key, and after those with an equal key and j < i: their number is its place. Every thread counts for
// its own entries while the loop goes through all j, whose keys all threads read from shared memory at once; then each entry is written to its place. For n entries that is n
// comparisons an entry, without a barrier; the order is stable by construction. Example: keys 3 1 3: places 1 0 2.
// Rejected: a bitonic network, (log n)^2 / 2 exchanges with two barriers each, not stable without the index as a further key: fewer steps only beyond some
// thousand entries, which do not fit a block's registers with their payload.
#include "compiler/schedule/arrays/ArrayExpansion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Elements as a type that compares: bytes for parts of bytes, f32 for 8-bit floats.
static Value toComparable(ArrayExpansion &code, Value array) {
  Type element = tile::getElementType(array.getType());
  unsigned width = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element))
    return width < 16 ? code.cast(array, code.builder.getF32Type()) : array;
  return width < 8 && width > 1 ? code.cast(array, code.builder.getI8Type()) : array;
}

static Value isNaN(ArrayExpansion &code, Value x) { return code.compare(arith::CmpFPredicate::UNO, x, x); }
static Value negate(ArrayExpansion &code, Value test) {
  return arith::XOrIOp::create(code.builder, code.loc, test, code.fill(1, code.builder.getI1Type(), tile::getShape(test.getType())));
}

namespace {
struct Comparison {
  Value isBefore, isEqual;
};
} // namespace

/// Whether key `a` stands before `b`, or beside it: -0 equals 0, NaNs are equal and last.
static Comparison compareKeys(ArrayExpansion &code, Value a, Value b, bool isUnsigned, bool descending) {
  if (descending) {
    Comparison turned = compareKeys(code, b, a, isUnsigned, false);
    return turned;
  }
  Type element = tile::getElementType(a.getType());
  if (!isa<FloatType>(element)) {
    auto less = isUnsigned || element.isInteger(1) ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    return {code.compare(less, a, b), code.compare(arith::CmpIPredicate::eq, a, b)};
  }
  Value isLastA = isNaN(code, a), isLastB = isNaN(code, b);
  Value isBefore = code.orBits(code.compare(arith::CmpFPredicate::OLT, a, b), code.andBits(isLastB, negate(code, isLastA)));
  return {isBefore, code.orBits(code.compare(arith::CmpFPredicate::OEQ, a, b), code.andBits(isLastA, isLastB))};
}

/// Each entry's place along `axis`.
static Value countPlaces(ArrayExpansion &code, tile::SortOp op, ArrayRef<int64_t> shape, int64_t axis) {
  OpBuilder &builder = code.builder;
  SmallVector<Value> keys, buffers;
  for (Value key : op.getInputs().take_front(op.getNumKeys())) {
    keys.push_back(toComparable(code, key));
    buffers.push_back(code.spill(keys.back()));
  }
  Value own = code.iota(shape, axis), none = code.fill(0, builder.getI32Type(), shape);
  auto loop = scf::ForOp::create(builder, code.loc, code.constant(0), code.constant(shape[axis]), code.constant(1), ValueRange{none});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value j = loop.getInductionVar();
  SmallVector<int64_t> sizes(shape), others = getKeptAxes(static_cast<int64_t>(shape.size()), {axis});
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getI64IntegerAttr(0));
  sizes[axis] = 1;
  offsets[axis] = j;
  // From the least significant key on: where a key is equal, what the keys after it said stands.
  Value isBefore = code.compare(arith::CmpIPredicate::slt, code.splat(j, shape), own);
  for (size_t k = keys.size(); k-- > 0;) {
    Value other = code.loadBox(buffers[k], offsets, sizes, {}, {axis});
    other = others.empty() ? code.splat(other, shape) : code.broadcast(other, shape, others);
    Comparison comparison = compareKeys(code, other, keys[k], llvm::is_contained(op.getUnsignedKeys(), static_cast<int64_t>(k)), op.getDescending());
    isBefore = code.orBits(comparison.isBefore, code.andBits(comparison.isEqual, isBefore));
  }
  Value one = code.cast(isBefore, builder.getI32Type(), /*fromUnsigned=*/true);
  scf::YieldOp::create(builder, code.loc, ValueRange{arith::AddIOp::create(builder, code.loc, loop.getRegionIterArg(0), one)});
  return loop.getResult(0);
}

bool tessera::schedule::expandSort(ArrayExpansion &code, tile::SortOp op) {
  int64_t axis = static_cast<int64_t>(op.getAxis());
  SmallVector<int64_t> shape(tile::getShape(op.getInputs().front().getType()));
  if (shape[axis] <= 1) {
    op->replaceAllUsesWith(op.getInputs());
    return true;
  }
  SmallVector<Value> indices;
  for (int64_t k = 0; k < static_cast<int64_t>(shape.size()); ++k)
    indices.push_back(k == axis ? Value() : code.iota(shape, k));
  indices[axis] = countPlaces(code, op, shape, axis);
  for (auto [input, output] : llvm::zip(op.getInputs(), op.getOutputs())) {
    if (output.use_empty())
      continue;
    Value ref = code.allocate(shape, tile::getElementType(input.getType()));
    code.scatter(input, ref, indices);
    output.replaceAllUsesWith(code.loadAll(ref));
  }
  return true;
}

//===-- the extreme element -----------------------------------------------------------------------------------===//

/// Whether the right entry is to be taken, whose index is the higher one.
static Value isBetter(ArrayExpansion &code, tile::ArgReduceOp op, Value left, Value right) {
  bool isMax = op.getKind() == tile::Reduction::max || op.getKind() == tile::Reduction::umax;
  bool isUnsigned = op.getKind() == tile::Reduction::umax || op.getKind() == tile::Reduction::umin || left.getType().isInteger(1);
  if (!isa<FloatType>(left.getType())) {
    auto predicate = isUnsigned ? (op.getLast() ? arith::CmpIPredicate::uge : arith::CmpIPredicate::ugt)
                                : (op.getLast() ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sgt);
    return isMax ? code.compare(predicate, right, left) : code.compare(predicate, left, right);
  }
  auto predicate = op.getLast() ? arith::CmpFPredicate::OGE : arith::CmpFPredicate::OGT;
  Value isGreater = isMax ? code.compare(predicate, right, left) : code.compare(predicate, left, right);
  if (op.getIgnoreNan()) // a number is taken instead of a NaN
    return code.orBits(isGreater, code.andBits(isNaN(code, left), negate(code, isNaN(code, right))));
  // A NaN is taken instead of a number, the first of several or the last.
  Value isRightNaN = isNaN(code, right);
  return code.orBits(isGreater, op.getLast() ? isRightNaN : code.andBits(isRightNaN, negate(code, isNaN(code, left))));
}

/// A reduction of (element, index), in which the left entry has the lower index.
bool tessera::schedule::expandArgReduce(ArrayExpansion &code, tile::ArgReduceOp op) {
  OpBuilder &builder = code.builder;
  int64_t axis = static_cast<int64_t>(op.getAxis());
  Value input = toComparable(code, op.getInput());
  Type element = tile::getElementType(input.getType()), i32 = builder.getI32Type();
  ArrayRef<int64_t> shape = tile::getShape(input.getType()), kept = tile::getShape(op.getType());
  Type types[] = {tile::getArrayType(kept, element), tile::getArrayType(kept, i32)};
  auto reduce = tile::ReduceByOp::create(builder, code.loc, types, ValueRange{input, code.iota(shape, axis)}, axis);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&reduce.getCombine(), {}, {element, i32, element, i32}, SmallVector<Location>(4, code.loc));
  Value isRight = isBetter(code, op, body->getArgument(0), body->getArgument(2));
  tile::YieldOp::create(builder, code.loc, ValueRange{code.select(isRight, body->getArgument(2), body->getArgument(0)), code.select(isRight, body->getArgument(3), body->getArgument(1))});
  builder.setInsertionPointAfter(reduce);
  op.replaceAllUsesWith(code.cast(reduce.getResult(1), tile::getElementType(op.getType())));
  return true;
}
