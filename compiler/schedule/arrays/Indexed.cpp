// SPDX-License-Identifier: Apache-2.0
// Elements at computed indices: take and put.
//
// A put whose updates may meet applies them in row-major order: every element of the result looks at all updates one after the other, whose indices and
// values are read from shared memory by all at once (a broadcast). There is no barrier in that loop and the order is the language's. Many updates by a
// function of integers that commutes are atomics on the buffer instead.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Updates up to which a put is a loop whatever its kind.
static constexpr int64_t loopLimit = 64;

static int64_t countElements(ArrayRef<int64_t> shape) { return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>()); }

/// The axes of `rank` that are not in `axes`.
static SmallVector<int64_t> getOthers(size_t rank, ArrayRef<int64_t> axes) { return getKeptAxes(static_cast<int64_t>(rank), axes); }

/// One index array of `shape` for each axis of an array of `rank` axes: `indices` (of the leading axes of `shape`) for `axes`, its own place for the others,
/// which are the last axes of `shape`.
static SmallVector<Value> spreadIndices(ArrayExpansion &code, ArrayRef<Value> indices, ArrayRef<int64_t> axes, size_t rank, ArrayRef<int64_t> shape) {
  SmallVector<Value> all(rank);
  size_t leading = tile::getShape(indices.front().getType()).size();
  SmallVector<int64_t> first = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(leading)));
  for (auto [axis, index] : llvm::zip(axes, indices))
    all[axis] = code.broadcast(index, shape, first);
  for (auto [k, axis] : llvm::enumerate(getOthers(rank, axes)))
    all[axis] = code.iota(shape, static_cast<int64_t>(leading + k));
  return all;
}

bool tessera::schedule::expandTake(ArrayExpansion &code, tile::TakeOp op) {
  Value input = op.getInput();
  ArrayRef<int64_t> whole = tile::getShape(input.getType()), shape = tile::getShape(op.getType());
  if (Value element = getUniformElement(code, input)) {
    op.replaceAllUsesWith(code.splat(element, shape));
    return true;
  }
  SmallVector<Value> indices;
  SmallVector<ArrayExpansion::Pick> picks;
  bool isOne = true;
  for (auto [axis, index] : llvm::zip(op.getAxes(), op.getIndices())) {
    Value element = getUniformElement(code, index);
    isOne &= element && whole[axis] <= pickLimit;
    indices.push_back(code.clampIndex(element && tile::getShape(index.getType()).empty() ? element : index, whole[axis] - 1));
    if (isOne)
      picks.push_back({axis, code.clampIndex(element, whole[axis] - 1)});
  }
  if (isOne) { // all indices are the same
    Value entry = code.pick(input, picks);
    size_t leading = shape.size() - tile::getShape(entry.getType()).size();
    op.replaceAllUsesWith(code.broadcast(entry, shape, llvm::to_vector(llvm::seq<int64_t>(static_cast<int64_t>(leading), static_cast<int64_t>(shape.size())))));
    return true;
  }
  Value ref = code.spill(input);
  if (shape.empty()) {
    SmallVector<OpFoldResult> offsets(indices.begin(), indices.end());
    SmallVector<int64_t> sizes(whole.size(), 1), all = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(whole.size())));
    op.replaceAllUsesWith(code.loadBox(ref, offsets, sizes, {}, all));
    return true;
  }
  op.replaceAllUsesWith(code.gather(ref, spreadIndices(code, indices, op.getAxes(), whole.size(), shape)));
  return true;
}

//===-- put ---------------------------------------------------------------------------------------------------===//

namespace {
struct PutExpansion {
  ArrayExpansion &code;
  tile::PutOp op;
  ArrayRef<int64_t> whole = tile::getShape(op.getInput().getType()), updates = tile::getShape(op.getUpdates().getType()),
                    leading = tile::getShape(op.getIndices().front().getType());
  Type element = tile::getElementType(op.getInput().getType());
  SmallVector<int64_t> others = getOthers(whole.size(), op.getAxes()), rest = SmallVector<int64_t>(updates.drop_front(leading.size()));

  /// `old` after one update: where its indices are an element's own. `update` has the shape of the axes without indices.
  Value apply(Value old, ArrayRef<Value> indices, Value update) {
    Value isHere;
    for (auto [axis, given] : llvm::zip(op.getAxes(), indices)) {
      Value index = given;
      // An index of 64 bits that is not inside may look like one in 32 bits.
      if (tile::getElementType(index.getType()).getIntOrFloatBitWidth() > 32) {
        Value outside = code.fill(-1, code.builder.getI32Type(), {});
        index = code.select(code.isInside(index, whole[axis]), code.narrowIndex(index), outside);
      }
      Value test = code.compare(arith::CmpIPredicate::eq, code.iota(whole, axis), code.splat(code.narrowIndex(index), whole));
      isHere = code.both(isHere, test);
    }
    Value fresh = rest.empty() ? code.splat(update, whole) : code.broadcast(update, whole, others);
    return code.select(isHere, code.combine(op.getKind(), old, fresh), old);
  }

  /// One update, with scalar indices.
  Value putOne() { return apply(op.getInput(), llvm::to_vector(op.getIndices()), op.getUpdates()); }

  /// Updates in row-major order: entry i of flat buffers.
  Value putInTurn() {
    int64_t count = countElements(leading);
    SmallVector<Value> buffers;
    for (Value index : op.getIndices())
      buffers.push_back(spillFlat(index, leading, {}));
    Value values = spillFlat(op.getUpdates(), updates, rest);
    auto loop = scf::ForOp::create(code.builder, code.loc, code.constant(0), code.constant(count), code.constant(1), ValueRange{op.getInput()});
    OpBuilder::InsertionGuard guard(code.builder);
    code.builder.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    SmallVector<Value> indices = llvm::map_to_vector(buffers, [&](Value buffer) { return loadEntry(buffer, i, {}); });
    Value next = apply(loop.getRegionIterArg(0), indices, loadEntry(values, i, rest));
    scf::YieldOp::create(code.builder, code.loc, next);
    return loop.getResult(0);
  }

  /// A buffer of (count, entry..) with the elements of `array`, in row-major order.
  Value spillFlat(Value array, ArrayRef<int64_t> shape, ArrayRef<int64_t> entry) {
    if (Value uniform = getUniformElement(code, array); uniform && entry.empty())
      return uniform;
    if (leading.size() == 1)
      return code.spill(array);
    SmallVector<int64_t> flat = {countElements(leading)};
    llvm::append_range(flat, entry);
    Value ref = code.allocate(flat, tile::getElementType(array.getType()));
    Value position;
    int64_t pitch = 1;
    for (size_t axis = leading.size(); axis-- > 0; pitch *= leading[axis]) {
      Value part = code.positions(shape, static_cast<int64_t>(axis), code.constant(0), pitch);
      position = position ? Value(arith::AddIOp::create(code.builder, code.loc, position, part)) : part;
    }
    SmallVector<Value> indices = {position};
    for (size_t axis = leading.size(); axis < shape.size(); ++axis)
      indices.push_back(code.iota(shape, static_cast<int64_t>(axis)));
    code.scatter(array, ref, indices);
    return ref;
  }

  Value loadEntry(Value ref, Value i, ArrayRef<int64_t> entry) {
    if (!isa<tile::RefType>(ref.getType()))
      return ref;
    SmallVector<OpFoldResult> offsets(entry.size() + 1, code.builder.getI64IntegerAttr(0));
    SmallVector<int64_t> sizes = {1};
    offsets.front() = i;
    llvm::append_range(sizes, entry);
    return code.loadBox(ref, offsets, sizes, {}, {0});
  }

  bool commutes() {
    auto integer = dyn_cast<IntegerType>(element);
    bool isWord = integer && (integer.getWidth() == 32 || integer.getWidth() == 64);
    return isWord && op.getKind() != tile::Atomic::exchange && op.getKind() != tile::Atomic::mul;
  }

  Value putAtOnce() {
    Value ref = code.spill(op.getInput());
    SmallVector<int64_t> first = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(leading.size())));
    SmallVector<Value> indices;
    Value isInside;
    for (auto [axis, index] : llvm::zip(op.getAxes(), op.getIndices())) {
      isInside = code.both(isInside, code.isInside(index, whole[axis]));
      indices.push_back(code.clampIndex(index, whole[axis] - 1));
    }
    Value mask = code.broadcast(isInside, updates, first);
    tile::AtomicRmwOp::create(code.builder, code.loc, op.getKind(), op.getUpdates(), ref, spreadIndices(code, indices, op.getAxes(), whole.size(), updates), mask,
                              "relaxed", "cta");
    return code.loadAll(ref);
  }
};
} // namespace

bool tessera::schedule::expandPut(ArrayExpansion &code, tile::PutOp op) {
  PutExpansion put{code, op};
  bool isOne = put.leading.empty(), isShort = countElements(put.leading) <= loopLimit;
  op.replaceAllUsesWith(isOne ? put.putOne() : put.commutes() && !isShort ? put.putAtOnce() : put.putInTurn());
  return true;
}
