// SPDX-License-Identifier: Apache-2.0
// Reductions and scans whose combining function is a region. Entries are combined from left to right along the axis. A region that is
// one operation is that operation's loop over neighbouring entries. Any other becomes steps of the code inside a loop over the axis:
//   * lanes: when the region has no control flow, its scalars stand for all entries beside each other on the other axes, so that a
//     step works on a whole row of them;
//   * else one lane after the other, since each may take its own branch.
#include "compiler/interpreter/Decoder.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/Rearrange.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BinaryFunction;
using numerics::CopyAxis;

namespace {

/// An array seen from one of its axes: (outer, extent, inner). `reverse` counts the entries of the axis from its end.
struct Lines {
  int64_t outer = 1, extent = 1, inner = 1;
  bool reverse = false;

  int64_t place(int64_t step) const { return reverse ? extent - 1 - step : step; }
  int64_t lanes() const { return outer * inner; }
};

/// The operation as its decoder sees it.
struct Combination {
  SmallVector<Operand> inputs, outputs;
  Lines lines;
  bool isScan = false;
};

} // namespace

static Lines linesOf(const Operand &array, int64_t axis, bool reverse) {
  Lines lines;
  lines.reverse = reverse;
  for (auto [position, extent] : llvm::enumerate(array.shape)) {
    int64_t at = static_cast<int64_t>(position);
    (at < axis ? lines.outer : at == axis ? lines.extent : lines.inner) *= extent;
  }
  return lines;
}

/// The one binary operation that the region is, its operands the left and the right entry; `swaps` when they are exchanged.
static Operation *getOnlyOperation(Block &body, bool &swaps) {
  Operation &first = body.front();
  if (body.getNumArguments() != 2 || &first == body.getTerminator() || first.getNextNode() != body.getTerminator())
    return nullptr;
  if (first.getNumOperands() != 2 || first.getNumResults() != 1 || body.getTerminator()->getOperand(0) != first.getResult(0))
    return nullptr;
  Value left = body.getArgument(0), right = body.getArgument(1);
  swaps = first.getOperand(0) == right && first.getOperand(1) == left;
  return swaps || (first.getOperand(0) == left && first.getOperand(1) == right) ? &first : nullptr;
}

/// Rows of `inner` entries, each combined with the one before it. A loop is called for each row; narrow rows of a scan
/// are one loop from the second row on, whose operand is what it has just written: element by element as ever, since
/// its memory overlaps.
static std::function<void(Frame &)> makeFastStep(const Combination &what, BinaryFunction function, bool swaps) {
  const numerics::DType type = what.inputs[0].type;
  const bool hasOwnLoop = numerics::isFloat(type) ? numerics::getByteSize(type) >= 4 : numerics::getBitWidth(type) >= 8;
  const bool isOneLoop = what.isScan && !what.lines.reverse && what.lines.inner <= 4 && hasOwnLoop;
  return [=](Frame &frame) {
    const Lines &lines = what.lines;
    const int64_t row = lines.inner * numerics::getByteSize(what.inputs[0].type);
    const uint8_t *from = frame.at(what.inputs[0]);
    uint8_t *to = frame.define(what.outputs[0]);
    for (int64_t o = 0; to && row && lines.extent && o < lines.outer; ++o, from += row * lines.extent, to += what.isScan ? row * lines.extent : row) {
      uint8_t *last = what.isScan ? to + lines.place(0) * row : to;
      std::memcpy(last, from + lines.place(0) * row, row);
      if (isOneLoop)
        function(swaps ? from + row : to, swaps ? to : from + row, to + row, (lines.extent - 1) * lines.inner);
      for (int64_t step = isOneLoop ? lines.extent : 1; step < lines.extent; ++step) {
        const uint8_t *entry = from + lines.place(step) * row;
        uint8_t *next = what.isScan ? to + lines.place(step) * row : to;
        function(swaps ? entry : last, swaps ? last : entry, next, lines.inner);
        last = next;
      }
      if ((o & 255) == 255 && frame.run.isCancelled(frame.currentOp()->getLoc()))
        return;
    }
  };
}

/// Copies entry `place` of the axis between the whole array and a dense row of lanes; `lane` < 0: all lanes, else that one.
static void copyEntry(const Lines &lines, unsigned size, const uint8_t *from, uint8_t *to, int64_t place, int64_t lane, bool intoArray) {
  if (lane >= 0) {
    int64_t at = ((lane / lines.inner * lines.extent + place) * lines.inner + lane % lines.inner) * size;
    std::memcpy(intoArray ? to + at : to, intoArray ? from : from + at, size);
    return;
  }
  int64_t whole = lines.extent * lines.inner * size, row = lines.inner * size, at = place * row;
  CopyAxis axes[] = {{lines.outer, intoArray ? row : whole, intoArray ? whole : row}, {lines.inner, size, size}};
  numerics::copyStrided(intoArray ? from : from + at, intoArray ? to + at : to, size, axes, 2);
}

/// Whether the region's operations may be done for many entries at once.
static bool isLaneWise(Block &body) {
  auto isScalar = [](Type type) { return !isa<RankedTensorType>(type); };
  return llvm::all_of(body, [&](Operation &op) {
    return op.getNumRegions() == 0 && llvm::all_of(op.getOperandTypes(), isScalar) && llvm::all_of(op.getResultTypes(), isScalar) && (isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) ||
                                       isa<tile::CastOp, tile::BitcastOp, tile::YieldOp>(op));
  });
}

void Decoder::decodeCombination(Operation *op, int64_t axis, bool reverse, bool isScan) {
  Combination what;
  what.inputs = getAll(op->getOperands());
  what.outputs = getAll(op->getResults());
  what.lines = linesOf(what.inputs.front(), axis, reverse);
  what.isScan = isScan;
  if (!isScan && what.lines.extent == 0)
    return refuse(op, "it combines no entries");
  Block &body = op->getRegion(0).front();
  bool swaps = false;
  if (Operation *only = getOnlyOperation(body, swaps))
    if (std::optional<numerics::BinaryOp> binary = getBinaryOp(only->getName().getStringRef()))
      if (BinaryFunction function = BinaryFunction::get(*binary, what.inputs.front().type))
        return emit(op, makeFastStep(what, function, swaps));

  size_t count = what.inputs.size();
  const Lines &lines = what.lines;
  bool asLanes = isLaneWise(body) && lines.lanes() > 1;
  int64_t outerLanes = lanes;
  DenseMap<Value, SlotIndex> outerSlots;
  std::swap(outerSlots, laneSlots);
  lanes = asLanes ? lines.lanes() : 0;
  // What the region uses from outside of it is repeated in each lane.
  SmallVector<std::pair<Operand, Operand>> captured;
  if (asLanes)
    body.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        if (operand.getParentBlock() == &body || laneSlots.count(operand))
          continue;
        lanes = 0;
        Operand outside = get(operand);
        lanes = lines.lanes();
        captured.push_back({outside, get(operand)});
      }
    });
  SmallVector<Operand> left = getAll(body.getArguments().take_front(count)), right = getAll(body.getArguments().drop_front(count));

  SlotIndex step = newSlot(), lane = newSlot();
  auto laneOf = [=](Frame &frame) { return asLanes ? int64_t(-1) : static_cast<int64_t>(frame.slots[lane].scalar); };
  int64_t groups = asLanes ? 1 : lines.lanes();
  emit(op, [=](Frame &frame) {
    frame.setScalar(lane, 0);
    for (const Operand &output : what.outputs)
      if (!frame.define(output))
        return;
    for (const auto &[outside, inside] : captured) {
      uint8_t *to = frame.define(inside);
      if (!to)
        return;
      numerics::fillElements(to, frame.at(outside), numerics::getByteSize(inside.type), inside.count);
    }
  });
  auto end = std::make_shared<size_t>(0);
  // The first entry of a line is its own prefix.
  auto store = [=](Frame &frame, int64_t place) {
    for (size_t k = 0; k < count; ++k)
      copyEntry(what.lines, numerics::getByteSize(what.inputs[k].type), frame.at(left[k]), frame.at(what.outputs[k]), what.isScan ? place : 0,
                laneOf(frame), /*intoArray=*/true);
  };
  size_t newLine = code.steps.size();
  emit(op, [=](Frame &frame) {
    if (static_cast<int64_t>(frame.slots[lane].scalar) >= groups || !what.lines.extent) {
      frame.pc = *end;
      return;
    }
    frame.setScalar(step, 1);
    for (size_t k = 0; k < count; ++k) {
      uint8_t *to = frame.define(left[k]);
      if (!to)
        return;
      copyEntry(what.lines, numerics::getByteSize(what.inputs[k].type), frame.at(what.inputs[k]), to, what.lines.place(0), laneOf(frame), false);
    }
    if (what.isScan)
      store(frame, what.lines.place(0));
  });
  size_t test = code.steps.size();
  auto lineEnd = std::make_shared<size_t>(0);
  emit(op, [=](Frame &frame) {
    int64_t at = static_cast<int64_t>(frame.slots[step].scalar);
    if (at >= what.lines.extent) {
      frame.pc = *lineEnd;
      return;
    }
    for (size_t k = 0; k < count; ++k) {
      uint8_t *to = frame.define(right[k]);
      if (!to)
        return;
      copyEntry(what.lines, numerics::getByteSize(what.inputs[k].type), frame.at(what.inputs[k]), to, what.lines.place(at), laneOf(frame), false);
    }
  });
  (void)decodeBlock(body);
  if (failed)
    return;
  Operation *yield = body.getTerminator();
  auto next = assign(getAll(yield->getOperands(), yield), left);
  emit(yield, [=](Frame &frame) {
    next(frame);
    int64_t at = static_cast<int64_t>(frame.slots[step].scalar);
    if (what.isScan)
      store(frame, what.lines.place(at));
    frame.setScalar(step, static_cast<uint64_t>(at + 1));
    frame.pc = test;
  });
  *lineEnd = code.steps.size();
  emit(op, [=](Frame &frame) {
    if (!what.isScan)
      for (size_t k = 0; k < count; ++k) // the result has no axis any more: its extent is 1
        copyEntry({what.lines.outer, 1, what.lines.inner, false}, numerics::getByteSize(what.inputs[k].type), frame.at(left[k]),
                  frame.at(what.outputs[k]), 0, laneOf(frame), /*intoArray=*/true);
    frame.setScalar(lane, frame.slots[lane].scalar + 1);
    frame.pc = newLine;
  });
  *end = code.steps.size();
  emit(op, [](Frame &) {});
  lanes = outerLanes;
  std::swap(outerSlots, laneSlots);
}

bool Decoder::decodeCombine(Operation *op) {
  if (auto reduce = dyn_cast<tile::ReduceByOp>(op))
    decodeCombination(op, static_cast<int64_t>(reduce.getAxis()), /*reverse=*/false, /*isScan=*/false);
  else if (auto scan = dyn_cast<tile::ScanOp>(op))
    decodeCombination(op, static_cast<int64_t>(scan.getAxis()), scan.getReverse(), /*isScan=*/true);
  else
    return isa<tile::YieldOp>(op); // its parent's business
  return true;
}
