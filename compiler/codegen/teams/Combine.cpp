// SPDX-License-Identifier: Apache-2.0
// Reductions and scans by any function, from left to right: the function is associative, and may not commute.
//
// An axis of 2^n elements is walked from its lowest bit up (tilegpu/ir/AxisSteps.h). Before step k a segment is what differs in the bits below alone; the
// step joins segments that lie side by side. Whoever owns the step's bits says how: registers of one thread are combined one after the other, lanes
// exchange by shuffles, warps through scratch. Of each segment every thread that has some of it knows the total; a scan also keeps each element's
// prefix within its segment:
//
//     registers 0, 1 | lanes     a b | c d | e f | g h           after step 0 (registers): totals ab, cd, ef, gh; prefixes a ab, c cd, ..
//                                                                step 1 (lanes): what is left of each segment is found on the way up,
//                                                                () ab abcd abcdef, and put in front of its prefixes once
//
// So a scan in which a thread holds neighbours takes one function call an element, one more to put the left part in front, and two for each bit between threads.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/AxisSteps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using tilegpu::AxisStep;

/// One operation's code.
class TeamCode::Combiner {
public:
  Combiner(TeamCode &team, Operation *op, int64_t axis, bool isReversed)
      : t(team), d(team.d), op(op), body(op->getRegion(0).front()), layout(tilegpu::getLayout(op->getOperand(0).getType())), axis(axis),
        isReversed(isReversed), copies(layout::getCopies(layout).registers) {}

  LogicalResult reduce();
  LogicalResult scan();

private:
  using Entry = SmallVector<Value>; // one element of each input

  LogicalResult begin();
  LogicalResult combine(const Entry &left, const Entry &right, Entry &result);
  bool commutes();
  Entry select(Value condition, const Entry &yes, const Entry &no);
  Entry exchange(const Entry &entry, unsigned laneBit);
  /// Whether this thread is on the right of `bit`, of the lane's or the warp's number.
  Value isRight(AxisStep::Owner owner, unsigned bit);
  /// The `index`-th part of a step from the left.
  int32_t getPart(const AxisStep &step, int32_t index) { return step.place(isReversed ? step.count() - 1 - index : index); }

  LogicalResult joinRegisters(const AxisStep &step);
  LogicalResult joinLanes(const AxisStep &step);
  LogicalResult joinWarps(const AxisStep &step);
  LogicalResult joinWarpTotals(const AxisStep &step, ArrayRef<int32_t> keys, Value scratch, std::map<int32_t, Entry> &lefts);
  /// `left` in front of all prefixes of the segment of register `key`, where `condition` (null: always) holds.
  LogicalResult putInFront(int32_t key, const Entry &left, Value condition);
  /// Registers of a segment that has been walked, `key` the first.
  SmallVector<int32_t> listRegisters(int32_t key);

  TeamCode &t;
  Distributor &d;
  Operation *op;
  Block &body;
  layout::LinearLayout layout;
  int64_t axis;
  bool isReversed;
  int32_t copies;                    // register bits that repeat elements
  int32_t walked = 0;                // register bits of the axis below the current step
  std::map<int32_t, Entry> totals;   // of each segment, by its first register
  std::map<int32_t, Entry> prefixes; // of each register; empty for a reduction
  bool isScan = false;
  SmallVector<AxisStep> steps;
};

//===-- one step of the function ------------------------------------------------------------------------------===//

/// The region is copied for each pair.
LogicalResult TeamCode::Combiner::combine(const Entry &left, const Entry &right, Entry &result) {
  Entry arguments = left;
  llvm::append_range(arguments, right);
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    d.set(argument, {value});
  for (Operation &inner : body.without_terminator())
    if (failed(d.visit(&inner)))
      return failure();
  result.clear();
  for (Value value : body.getTerminator()->getOperands())
    result.push_back(d.getScalar(value));
  return success();
}

/// The region is one operation whose operands may change places.
bool TeamCode::Combiner::commutes() {
  Operation &only = body.front();
  return body.getNumArguments() == 2 && only.getNextNode() == body.getTerminator() && only.hasTrait<OpTrait::IsCommutative>() &&
         only.getNumOperands() == 2 && llvm::is_contained(only.getOperands(), body.getArgument(0)) &&
         llvm::is_contained(only.getOperands(), body.getArgument(1)) && body.getTerminator()->getOperand(0) == only.getResult(0);
}

TeamCode::Combiner::Entry TeamCode::Combiner::select(Value condition, const Entry &yes, const Entry &no) {
  Entry result;
  for (auto [a, b] : llvm::zip(yes, no))
    result.push_back(arith::SelectOp::create(t.builder, t.loc(), condition, a, b));
  return result;
}

TeamCode::Combiner::Entry TeamCode::Combiner::exchange(const Entry &entry, unsigned laneBit) {
  return llvm::map_to_vector(entry, [&](Value value) { return t.shuffle(value, 1 << laneBit); });
}

Value TeamCode::Combiner::isRight(AxisStep::Owner owner, unsigned bit) {
  unsigned shift = bit + (owner == AxisStep::Owner::warps ? layout.inputBits(layout::laneDim) : 0);
  Value own = t.bitAnd(t.getThread(), int64_t(1) << shift);
  auto predicate = isReversed ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne;
  return arith::CmpIOp::create(t.builder, t.loc(), predicate, own, t.constant(0));
}

LogicalResult TeamCode::Combiner::begin() {
  auto found = tilegpu::getAxisSteps(layout, axis);
  if (!found)
    return d.fail(op, "combines along an axis whose bits are mixed");
  steps = *found;
  if (!isScan && commutes())
    // What a thread has is combined first.
    llvm::stable_sort(steps, [](const AxisStep &a, const AxisStep &b) { return a.owner < b.owner; });
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    if (reg & copies)
      continue;
    Entry entry;
    for (Value input : op->getOperands())
      entry.push_back(d.get(input)[reg]);
    totals[reg] = entry;
    if (isScan)
      prefixes[reg] = entry;
  }
  for (const AxisStep &step : steps) {
    LogicalResult joined = step.owner == AxisStep::Owner::registers ? joinRegisters(step)
                           : step.owner == AxisStep::Owner::lanes   ? joinLanes(step)
                                                                    : joinWarps(step);
    if (failed(joined))
      return failure();
  }
  return success();
}

//===-- joining segments --------------------------------------------------------------------------------------===//

SmallVector<int32_t> TeamCode::Combiner::listRegisters(int32_t key) {
  SmallVector<int32_t> registers;
  int32_t part = 0;
  do {
    registers.push_back(key | part);
    part = (part - walked) & walked; // the next combination of walked bits
  } while (part != 0);
  return registers;
}

LogicalResult TeamCode::Combiner::putInFront(int32_t key, const Entry &left, Value condition) {
  if (!isScan)
    return success();
  for (int32_t reg : listRegisters(key)) {
    Entry joined;
    if (failed(combine(left, prefixes[reg], joined)))
      return failure();
    prefixes[reg] = condition ? select(condition, joined, prefixes[reg]) : joined;
  }
  return success();
}

LogicalResult TeamCode::Combiner::joinRegisters(const AxisStep &step) {
  std::map<int32_t, Entry> joined;
  for (auto &[key, total] : totals) {
    if (key & step.mask())
      continue;
    Entry sum = totals[key | getPart(step, 0)];
    for (int32_t index = 1; index < step.count(); ++index) {
      int32_t part = key | getPart(step, index);
      if (failed(putInFront(part, sum, {})))
        return failure();
      Entry next;
      if (isScan && &step == &steps.front())
        next = prefixes[part]; // a segment of one element: its prefix is the total
      else if (failed(combine(sum, totals[part], next)))
        return failure();
      sum = next;
    }
    joined[key] = sum;
  }
  totals = std::move(joined);
  walked |= step.mask();
  return success();
}

LogicalResult TeamCode::Combiner::joinLanes(const AxisStep &step) {
  bool swaps = !isScan && commutes();
  for (auto &[key, total] : totals) {
    Entry left = total; // what is left of this segment, once some step has found any
    Value hasLeft;
    for (unsigned bit : step.bits) {
      Entry other = exchange(total, bit);
      if (swaps) {
        if (Entry mine = total; failed(combine(mine, other, total)))
          return failure();
        continue;
      }
      Value right = isRight(step.owner, bit);
      if (isScan) {
        Entry longer = other;
        if (hasLeft) {
          if (failed(combine(other, left, longer)))
            return failure();
          longer = select(hasLeft, longer, other);
        }
        left = select(right, longer, left);
        hasLeft = hasLeft ? Value(arith::OrIOp::create(t.builder, t.loc(), hasLeft, right)) : right;
      }
      Entry first = select(right, other, total), second = select(right, total, other);
      if (failed(combine(first, second, total)))
        return failure();
    }
    if (isScan && failed(putInFront(key, left, hasLeft)))
      return failure();
  }
  return success();
}

/// Some totals of all warps at a time: each thread writes its own, all meet, each reads those of the warps along the axis in order.
LogicalResult TeamCode::Combiner::joinWarps(const AxisStep &step) {
  tilegpu::WarpExchange exchange = tilegpu::getWarpExchange(op);
  Value scratch = t.enterScratch(op);
  if (!scratch || exchange.slots == 0)
    return d.fail(op, "goes through shared memory, and has no place there");
  SmallVector<int32_t> keys;
  for (auto &entry : totals)
    keys.push_back(entry.first);
  Value hasLeft;
  for (unsigned bit : step.bits) {
    Value right = isRight(step.owner, bit);
    hasLeft = hasLeft ? Value(arith::OrIOp::create(t.builder, t.loc(), hasLeft, right)) : right;
  }
  // One place serves all exchanges of this operation, one after the other.
  bool isFirstWarpStep = &step == llvm::find_if(steps, [](const AxisStep &s) { return s.owner == AxisStep::Owner::warps; });
  for (size_t first = 0; first < keys.size(); first += exchange.slots) {
    if (first > 0 || !isFirstWarpStep)
      t.syncTeam();
    std::map<int32_t, Entry> lefts;
    ArrayRef<int32_t> some = ArrayRef(keys).slice(first, std::min<size_t>(exchange.slots, keys.size() - first));
    if (failed(joinWarpTotals(step, some, scratch, lefts)))
      return failure();
    for (int32_t key : some)
      if (failed(putInFront(key, lefts[key], hasLeft)))
        return failure();
  }
  return success();
}

LogicalResult TeamCode::Combiner::joinWarpTotals(const AxisStep &step, ArrayRef<int32_t> keys, Value scratch, std::map<int32_t, Entry> &lefts) {
  OpBuilder &builder = t.builder;
  int64_t laneBits = layout.inputBits(layout::laneDim), threads = int64_t(layout.inputSize(layout::laneDim)) * layout.inputSize(layout::warpDim);
  auto slots = static_cast<int64_t>(keys.size());
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  // An input's part of the scratch holds, for each slot, one element a thread.
  auto getPointer = [&](Value thread, size_t input, int64_t slot, Type stored) -> Value {
    int64_t begin = 0, bytes = stored.getIntOrFloatBitWidth() / 8;
    for (size_t before = 0; before < input; ++before)
      begin += slots * threads * d.getStoredType(totals.begin()->second[before].getType()).getIntOrFloatBitWidth() / 8;
    Value address = t.add(t.add(scratch, t.mul(thread, bytes)), begin + slot * threads * bytes);
    return LLVM::IntToPtrOp::create(builder, t.loc(), pointerType, address);
  };
  for (auto [slot, key] : llvm::enumerate(keys))
    for (auto [input, value] : llvm::enumerate(totals[key])) {
      Value stored = t.toStored(value);
      LLVM::StoreOp::create(builder, t.loc(), stored, getPointer(t.getThread(), input, static_cast<int64_t>(slot), stored.getType()));
    }
  t.syncTeam();
  int64_t runBits = int64_t(step.mask()) << laneBits;
  Value others = t.bitAnd(t.getThread(), ~runBits & (threads - 1)), own = t.bitAnd(t.getThread(), runBits);
  for (auto [slot, key] : llvm::enumerate(keys)) {
    Entry sum, left = totals[key];
    for (int32_t index = 0; index < step.count(); ++index) {
      int64_t part = int64_t(getPart(step, index)) << laneBits;
      if (isScan && index > 0)
        left = select(t.isEqual(own, part), sum, left);
      Entry entry;
      for (auto [input, value] : llvm::enumerate(totals[key])) {
        Type stored = d.getStoredType(value.getType());
        Value loaded = LLVM::LoadOp::create(builder, t.loc(), stored, getPointer(t.add(others, part), input, static_cast<int64_t>(slot), stored));
        entry.push_back(t.fromStored(loaded, value.getType()));
      }
      if (index == 0) {
        sum = entry;
        continue;
      }
      if (Entry before = sum; failed(combine(before, entry, sum)))
        return failure();
    }
    lefts[key] = left;
    totals[key] = sum;
  }
  return success();
}

//===-- the two operations ------------------------------------------------------------------------------------===//

LogicalResult TeamCode::Combiner::reduce() {
  if (failed(begin()))
    return failure();
  SmallVector<int64_t> kept;
  for (int64_t other = 0; other < static_cast<int64_t>(layout.rank()); ++other)
    if (other != axis)
      kept.push_back(other);
  if (kept.empty()) {
    for (auto [index, result] : llvm::enumerate(op->getResults()))
      d.set(result, {totals.begin()->second[index]});
    return success();
  }
  layout::LinearLayout to = layout.projected(kept);
  auto map = layout::getRegisterMap(to, tilegpu::getLayout(op->getResult(0).getType()));
  if (!map)
    return d.fail(op, "gives a layout that is not its operand's without the axis");
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    Registers values;
    for (int32_t reg : *map)
      values.push_back(totals[reg & ~(walked | copies)][index]);
    d.set(result, std::move(values));
  }
  return success();
}

LogicalResult TeamCode::Combiner::scan() {
  isScan = true;
  if (failed(begin()))
    return failure();
  // A register that repeats an element finds it where the layout says it is.
  auto map = layout::getRegisterMap(layout, layout);
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    Registers values;
    for (int32_t reg : *map)
      values.push_back(prefixes[reg & ~copies][index]);
    d.set(result, std::move(values));
  }
  return success();
}

LogicalResult TeamCode::visitReduceBy(tilegpu::ReduceByOp op) {
  return Combiner(*this, op, static_cast<int64_t>(op.getAxis()), /*isReversed=*/false).reduce();
}
LogicalResult TeamCode::visitScan(tilegpu::ScanOp op) {
  return Combiner(*this, op, static_cast<int64_t>(op.getAxis()), op.getReverse()).scan();
}
