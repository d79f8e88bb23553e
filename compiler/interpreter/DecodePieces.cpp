// SPDX-License-Identifier: Apache-2.0
// Long arrays, element by element: neighbouring operations of one shape are one step, which takes all of them over a
// piece of a few thousand elements before it goes on to the next. What only they read never leaves the cache and has no
// memory of its own, and a constant or a broadcast is made for a piece, not for the array.
//
//   %a = arith.mulf %x, dense<0.5>     ┐ for each piece:  scratch = x[piece] * halves
//   %b = arith.addf %a, %y             ┘                  b[piece] = scratch + y[piece]
//
// The loops are the same as of a step for each operation, so every element has the same bits. Assumes that none of the
// operations can fail; that there is no memory is told at the array that it was for.
#include "compiler/interpreter/Decoder.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Rearrange.h"
#include <cstring>
#include <memory>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BufferRef;

namespace {

constexpr int64_t pieceSize = 2048;  // elements
constexpr int64_t longArray = 16384; // elements from which on it pays: below, arrays stay in the cache by themselves
constexpr size_t mostTogether = 48;  // operations
constexpr size_t pieceBytes = pieceSize * sizeof(uint64_t);

/// Pieces are at numbered places. A place of an array goes on by `step` bytes an element; one of scratch memory stays.
struct Pieces {
  struct Operation {
    PieceFunction apply;
    SmallVector<uint32_t, 3> in;
    uint32_t out;
  };
  struct External {
    Operand array;
    uint32_t place;
    size_t lastReader; // among the operations
    bool dies;
  };
  struct Output {
    Operand array;
    uint32_t place;
    mlir::Operation *op;
    int over = -1; // the external whose memory it may take
  };
  struct Splat {
    Attribute value;
    Operand piece;
    uint32_t place;
  };
  int64_t count = 0;
  std::vector<Operation> operations;
  std::vector<External> externals;
  std::vector<Output> outputs;
  std::vector<Splat> splats;
  SmallVector<uint32_t> scratch;
  SmallVector<int64_t> steps; // of each place

  uint32_t newPlace(int64_t step) {
    steps.push_back(step);
    return static_cast<uint32_t>(steps.size() - 1);
  }
  void reuseMemory(ArrayRef<mlir::Operation *> group);
  bool prepare(Frame &frame, SmallVectorImpl<uint8_t *> &base, BufferRef &memory, std::vector<BufferRef> &filled) const;
  void run(Frame &frame) const;
};

} // namespace

static int64_t countOf(Value value) {
  int64_t count = 1;
  for (int64_t extent : tile::getShape(value.getType()))
    count = extent > INT64_MAX / 8 / std::max<int64_t>(count, 1) ? 0 : count * extent;
  return count;
}

static Attribute getSplat(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  return dense && dense.isSplat() ? Attribute(dense) : Attribute();
}

/// A broadcast whose input, without axes of size 1, is some neighbouring axes of the result.
static PieceFunction getBroadcastPiece(tile::BroadcastOp op) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType()), to = tile::getShape(op.getResult().getType());
  if (!llvm::is_sorted(op.getAxes()))
    return nullptr;
  SmallVector<bool, 4> isKept(to.size(), false);
  for (auto [axis, target] : llvm::enumerate(op.getAxes()))
    isKept[target] = from[axis] != 1;
  int64_t repeats = 1, entries = 1; // each entry stands `repeats` times in a row
  bool isBefore = false;            // an axis in front of the input's
  for (size_t axis = to.size(); axis-- > 0;) {
    if (isKept[axis] && isBefore)
      return nullptr;
    if (isKept[axis])
      entries *= to[axis];
    else if (to[axis] != 1)
      entries == 1 ? void(repeats *= to[axis]) : void(isBefore = true);
  }
  unsigned size = numerics::getByteSize(toDType(op.getResult().getType()));
  return [=](const uint8_t *const *in, uint8_t *out, int64_t begin, int64_t count) {
    while (count > 0) {
      int64_t entry = begin / repeats % entries, here = repeats - begin % repeats;
      if (repeats == 1 && entries > 1) {
        here = std::min(count, entries - entry);
        std::memcpy(out, in[0] + entry * size, here * size);
      } else {
        here = entries == 1 ? count : std::min(count, here);
        numerics::fillElements(out, in[0] + entry * size, size, here);
      }
      out += here * size;
      begin += here;
      count -= here;
    }
  };
}

PieceFunction Decoder::getPiece(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() || !isa<RankedTensorType>(op->getResult(0).getType()))
    return nullptr;
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    return getBroadcastPiece(broadcast);
  for (Value operand : op->getOperands())
    if (!isa<RankedTensorType>(operand.getType()) ||
        tile::getShape(operand.getType()) != tile::getShape(op->getResult(0).getType()))
      return nullptr;
  return getElementwisePiece(op);
}

/// Finds the groups among `ops`, operations of one block in their order. `kept` are the values that are read at the
/// end.
void Decoder::planPieces(ArrayRef<Operation *> ops, llvm::function_ref<bool(Operation *)> isReader,
                         const DenseSet<Value> &kept) {
  if (isRepeated || lanes || ops.empty())
    return;
  Block &block = *ops.front()->getBlock();
  SmallVector<Operation *> group;
  int64_t count = 0;
  auto close = [&] {
    bool hasSplat = llvm::any_of(group, [](Operation *op) {
      return llvm::any_of(op->getOperands(), [](Value value) { return getSplat(value); });
    });
    bool computes = llvm::any_of(group, [](Operation *op) { return !isa<tile::BroadcastOp>(op); });
    if (computes && (group.size() > 1 || hasSplat)) {
      for (Operation *op : group)
        pieceGroupOf[op] = pieceGroups.size();
      pieceGroups.emplace_back(group.begin(), group.end());
    }
    group.clear();
  };
  for (Operation *op : ops) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      continue;
    bool isMember = op->getNumResults() == 1 && countOf(op->getResult(0)) >= longArray && getPiece(op);
    bool needsWhole = isa<tile::BroadcastOp>(op) && llvm::is_contained(group, op->getOperand(0).getDefiningOp());
    if (!isMember || needsWhole || group.size() >= mostTogether ||
        (!group.empty() && countOf(op->getResult(0)) != count))
      close();
    if (!isMember)
      continue;
    count = countOf(op->getResult(0));
    group.push_back(op);
  }
  close();
  auto isOutside = [&](Operation *user, auto isMember) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    return reader && isReader(reader) && !isMember(reader);
  };
  for (Operation *op : ops) {
    if (op->getNumResults() != 1)
      continue;
    Value value = op->getResult(0);
    auto found = pieceGroupOf.find(op);
    bool isInside = found != pieceGroupOf.end();
    if (!isInside && !getSplat(value))
      continue;
    auto isMember = [&](Operation *reader) {
      auto other = pieceGroupOf.find(reader);
      return other != pieceGroupOf.end() &&
             (isInside ? other->second == found->second : !isa<tile::BroadcastOp>(reader));
    };
    if (!kept.contains(value) &&
        llvm::none_of(value.getUsers(), [&](Operation *user) { return isOutside(user, isMember); }))
      pieceInternals.insert(value);
  }
}

/// True when it belongs to a group: its step is emitted with the last of that.
bool Decoder::decodePieces(Operation *op) {
  if (op->getNumResults() == 1 && getSplat(op->getResult(0)))
    return pieceInternals.contains(op->getResult(0));
  auto found = pieceGroupOf.find(op);
  if (found == pieceGroupOf.end())
    return false;
  ArrayRef<Operation *> group = pieceGroups[found->second];
  if (op != group.back())
    return true;
  auto pieces = std::make_shared<Pieces>();
  pieces->count = countOf(op->getResult(0));
  DenseMap<Value, uint32_t> places;
  DenseMap<Value, size_t> lastUses;
  for (auto [number, member] : llvm::enumerate(group))
    for (Value operand : member->getOperands())
      lastUses[operand] = number;
  SmallVector<uint32_t> freeScratch;
  DenseSet<Value> inScratch;
  auto takeScratch = [&] {
    if (freeScratch.empty()) {
      pieces->scratch.push_back(pieces->newPlace(0));
      return pieces->scratch.back();
    }
    return freeScratch.pop_back_val();
  };
  auto dies = [&](Value value) {
    auto last = lastReaders.find(value);
    return last != lastReaders.end() && last->second &&
           found->second == pieceGroupOf.lookup_or(last->second, SIZE_MAX) && !presets.contains(value);
  };
  auto placeOf = [&](Value value, bool isWhole) {
    if (auto known = places.find(value); known != places.end() && !isWhole)
      return known->second;
    Operand array = get(value);
    Attribute splat = isWhole ? Attribute() : getSplat(value);
    uint32_t place = pieces->newPlace(isWhole || splat ? 0 : numerics::getByteSize(array.type));
    if (splat) {
      array.count = pieceSize;
      array.bytes = pieceSize * numerics::getByteSize(array.type);
      pieces->splats.push_back({splat, array, place});
    } else {
      pieces->externals.push_back({array, place, lastUses[value], !isWhole && dies(value)});
    }
    if (!isWhole)
      places[value] = place;
    return place;
  };
  for (auto [number, member] : llvm::enumerate(group)) {
    Pieces::Operation operation{getPiece(member), {}, 0};
    bool isBroadcast = isa<tile::BroadcastOp>(member);
    for (Value operand : member->getOperands())
      operation.in.push_back(placeOf(operand, isBroadcast));
    Value result = member->getResult(0);
    bool isInternal = pieceInternals.contains(result);
    operation.out = isInternal ? takeScratch() : pieces->newPlace(numerics::getByteSize(toDType(result.getType())));
    places[result] = operation.out;
    if (isInternal)
      inScratch.insert(result);
    else
      pieces->outputs.push_back({get(result), operation.out, member});
    SmallVector<Value> met(member->getOperands());
    met.push_back(result); // which may have no reader
    for (Value value : met)
      if ((!lastUses.contains(value) || lastUses[value] == number) && inScratch.erase(value))
        freeScratch.push_back(places[value]);
    pieces->operations.push_back(std::move(operation));
  }
  pieces->reuseMemory(group);
  if (failed)
    return true;
  emit(op, [pieces = std::shared_ptr<const Pieces>(pieces)](Frame &frame) { pieces->run(frame); });
  auto isWhole = [&](Value value) {
    return isa<RankedTensorType>(value.getType()) && !presets.contains(value) && !pieceInternals.contains(value);
  };
  for (Operation *member : group)
    for (Value value : deaths.lookup(member))
      if (isWhole(value))
        code.steps.back().deaths.push_back(get(value).slot);
  return true;
}

/// An array whose last reader is the operation itself or an earlier one gives its memory to the result.
void Pieces::reuseMemory(ArrayRef<mlir::Operation *> group) {
  SmallVector<bool> isTaken(externals.size(), false);
  for (Output &output : outputs)
    for (auto [number, external] : llvm::enumerate(externals)) {
      mlir::Operation *last = group[external.lastReader];
      if (!external.dies || isTaken[number] || external.array.bytes != output.array.bytes ||
          (last != output.op && !last->isBeforeInBlock(output.op)))
        continue;
      output.over = static_cast<int>(number);
      isTaken[number] = true;
      break;
    }
}

/// Finds or makes the memory of every place; false, and the run stopped, when there is none.
bool Pieces::prepare(Frame &frame, SmallVectorImpl<uint8_t *> &base, BufferRef &memory,
                     std::vector<BufferRef> &filled) const {
  Pool &pool = frame.run.pool;
  auto failScratch = [&] {
    return frame.fail(DiagnosticId::memoryLimit, "there is no memory for the operation's intermediate results"), false;
  };
  for (const External &external : externals)
    base[external.place] = frame.at(external.array);
  for (const Output &output : outputs) {
    if (output.over >= 0) {
      const Slot &from = frame.slots[externals[output.over].array.slot];
      if (from.buffer && from.buffer->size() == output.array.bytes && !from.buffer->isShared()) {
        frame.move(output.array.slot, externals[output.over].array.slot);
        base[output.place] = frame.at(output.array);
        continue;
      }
    }
    frame.release(output.array.slot);
    numerics::Buffer *buffer = pool.allocate(output.array.bytes);
    if (!buffer)
      return failForMemory(frame.run, output.op->getLoc(), output.array), false;
    Slot &slot = frame.slots[output.array.slot];
    slot.buffer = BufferRef::adopt(buffer);
    slot.data = base[output.place] = buffer->data();
  }
  if (!scratch.empty() && !(memory = BufferRef::adopt(pool.allocate(scratch.size() * pieceBytes))))
    return failScratch();
  for (auto [number, place] : llvm::enumerate(scratch))
    base[place] = memory->data() + number * pieceBytes;
  for (const Splat &splat : splats) {
    uint64_t scalar = 0;
    filled.push_back(BufferRef::adopt(makeConstant(pool, splat.value, splat.piece, scalar)));
    if (!filled.back())
      return failScratch();
    base[splat.place] = filled.back()->data();
  }
  return true;
}

void Pieces::run(Frame &frame) const {
  SmallVector<uint8_t *, 16> base(steps.size(), nullptr);
  BufferRef memory;
  std::vector<BufferRef> filled;
  if (!prepare(frame, base, memory, filled))
    return;
  const uint8_t *in[3] = {};
  for (int64_t begin = 0, turn = 1; begin < count; begin += pieceSize, ++turn) {
    int64_t here = std::min(pieceSize, count - begin);
    for (const Operation &operation : operations) {
      for (size_t i = 0; i < operation.in.size(); ++i)
        in[i] = base[operation.in[i]] + begin * steps[operation.in[i]];
      operation.apply(in, base[operation.out] + begin * steps[operation.out], begin, here);
    }
    if ((turn & 127) == 0 && frame.run.isCancelled(frame.currentOp()->getLoc()))
      break;
  }
  if (memory)
    frame.run.pool.recycle(std::move(memory));
  for (BufferRef &buffer : filled)
    frame.run.pool.recycle(std::move(buffer));
}
