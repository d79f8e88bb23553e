// SPDX-License-Identifier: Apache-2.0
// A loop over all passes of all tiles, which counts where in a tile it is, becomes a loop over tiles with one over a
// tile's passes inside:
//
//     for i in range(n * P):                                   for o in range(n):
//         if at == 0: begin                                        begin
//         work(at)                                      =>         for s in range(P): work(s)
//         if at == P - 1: end                                      end
//         at = 0 if at == P - 1 else at + 1
//
// What counts is found by running it: numbers that the loop carries and that nothing but themselves decides are run for
// two periods. Conditions that they decide have to hold in a tile's first pass alone, or in its last; what else is made
// of them has to grow by the same from pass to pass. Whatever the text calls them, and wherever in the pass they count.
#include "compiler/schedule/Bounds.h"
#include "compiler/schedule/fold/CountingLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t longestPeriod = 2048;

static std::optional<APInt> getConstant(Value value) {
  APInt number;
  return value.getType().isIntOrIndex() && matchPattern(value, m_ConstantInt(&number)) ? std::optional(number)
                                                                                       : std::nullopt;
}

namespace {
/// When a condition holds.
enum class Guard { none, first, last };

class FlatLoop {
public:
  FlatLoop(scf::ForOp loop, BoundsAnalysis &bounds) : loop(loop), bounds(bounds), builder(loop) {}

  bool run() {
    if (!findFactor() || !findCounters() || !findPeriod() || !check())
      return false;
    write();
    return !isRefused;
  }

private:
  Block &body() { return *loop.getBody(); }
  bool isInside(Value value) { return loop->isAncestor(value.getParentBlock()->getParentOp()); }

  //===-- how many passes -------------------------------------------------------------------------------------===//

  /// `factor` is a number that divides that of passes, for any of them.
  bool findFactor() {
    auto lower = getConstant(loop.getLowerBound()), step = getConstant(loop.getStep());
    if (!lower || !lower->isZero() || !step || !step->isOne() || loop.getUnsignedCmp())
      return false;
    if (auto upper = getConstant(loop.getUpperBound()))
      return (factor = upper->getSExtValue()) > 1;
    auto product = loop.getUpperBound().getDefiningOp<arith::MulIOp>();
    auto by = product ? getConstant(product.getRhs()) : std::nullopt;
    if (!by || by->getSExtValue() < 2)
      return false;
    factor = by->getSExtValue();
    count = product.getLhs();
    // A product that wraps is no multiple.
    std::optional<Bounds> range = bounds.get(count);
    constexpr int64_t most = INT32_MAX;
    return range && range->least >= -most / factor && range->most <= most / factor;
  }

  //===-- what counts -----------------------------------------------------------------------------------------===//

  /// `value` in a pass that begins with `state`; null where something else has a part in it.
  std::optional<APInt> evaluate(Value value, const llvm::DenseMap<Value, APInt> &state,
                                llvm::DenseMap<Value, std::optional<APInt>> &known) {
    if (auto own = state.find(value); own != state.end())
      return own->second;
    if (auto constant = getConstant(value))
      return constant;
    Operation *op = value.getDefiningOp();
    if (!op || !isInside(value))
      return std::nullopt;
    if (auto before = known.find(value); before != known.end())
      return before->second;
    known[value] = std::nullopt;
    return known[value] = evaluateOp(op, value, state, known);
  }

  std::optional<APInt> evaluateOp(Operation *op, Value value, const llvm::DenseMap<Value, APInt> &state,
                                  llvm::DenseMap<Value, std::optional<APInt>> &known) {
    auto get = [&](Value operand) { return evaluate(operand, state, known); };
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      auto condition = get(branch.getCondition());
      unsigned number = cast<OpResult>(value).getResultNumber();
      return !condition ? std::nullopt
                        : get((condition->isOne() ? branch.thenYield() : branch.elseYield()).getOperand(number));
    }
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      auto condition = get(select.getCondition());
      return !condition ? std::nullopt : get(condition->isOne() ? select.getTrueValue() : select.getFalseValue());
    }
    if (!value.getType().isIntOrIndex() || op->getNumOperands() == 0 || op->getNumRegions() > 0)
      return std::nullopt;
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      auto number = operand.getType().isIntOrIndex() ? get(operand) : std::nullopt;
      if (!number)
        return std::nullopt;
      operands.push_back(IntegerAttr::get(operand.getType(), *number));
    }
    SmallVector<OpFoldResult> results;
    if (op->getNumResults() != 1 || failed(op->fold(operands, results)) || results.size() != 1)
      return std::nullopt;
    if (auto attribute = dyn_cast_or_null<IntegerAttr>(dyn_cast<Attribute>(results[0])))
      return attribute.getValue();
    auto folded = dyn_cast<Value>(results[0]);
    return folded && folded != value ? get(folded) : std::nullopt;
  }

  /// Carried integers that begin with a constant, and of which each next one is made of them alone; and the remainders
  /// of the loop's own counter.
  bool findCounters() {
    for (Operation *user : llvm::make_early_inc_range(loop.getInductionVar().getUsers())) {
      auto by = isa<arith::RemSIOp, arith::RemUIOp, arith::DivSIOp, arith::DivUIOp>(user) &&
                        user->getOperand(0) == loop.getInductionVar() && !isInside(user->getOperand(1))
                    ? getConstant(user->getOperand(1))
                    : std::nullopt;
      if (!by || by->getSExtValue() < 2 || factor % by->getSExtValue() != 0)
        continue;
      user->moveBefore(&body(), body().begin()); // from a branch
      if (isa<arith::DivSIOp, arith::DivUIOp>(user)) {
        quotients[user->getResult(0)] = by->getSExtValue();
      } else {
        remainders[user->getResult(0)] = *by;
        state[user->getResult(0)] = APInt(by->getBitWidth(), 0);
      }
    }
    for (auto [init, argument] : llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
      if (auto constant = getConstant(init))
        state[argument] = *constant;
    return settle();
  }

  bool settle() {
    for (bool isSettled = false; !isSettled;) {
      isSettled = true;
      for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
        Value argument = loop.getRegionIterArg(index);
        if (state.count(argument) &&
            (!isMadeOfCounters(loop.getYieldedValues()[index]) || !loop.getResult(index).use_empty())) {
          state.erase(argument);
          isSettled = false;
        }
      }
    }
    return !state.empty();
  }

  /// Whatever way conditions go.
  bool isMadeOfCounters(Value value) {
    if (state.count(value) || getConstant(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || !isInside(value))
      return false;
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      return isMadeOfCounters(branch.getCondition()) && isMadeOfCounters(branch.thenYield().getOperand(number)) &&
             isMadeOfCounters(branch.elseYield().getOperand(number));
    }
    return value.getType().isIntOrIndex() && op->getNumRegions() == 0 && op->getNumOperands() > 0 &&
           isMemoryEffectFree(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return isMadeOfCounters(operand); });
  }

  //===-- the period ------------------------------------------------------------------------------------------===//

  using Pass = llvm::DenseMap<Value, APInt>;

  /// All that is made of counters and used by something else, conditions first of all.
  void collect() {
    auto add = [&](Value value) {
      if (!getConstant(value) && isMadeOfCounters(value))
        made.insert(value);
    };
    auto visit = [&](Operation *op) {
      bool isCounting = llvm::all_of(op->getResults(), [&](Value result) { return isMadeOfCounters(result); }) &&
                        op->getNumResults() > 0;
      if (!isCounting)
        for (Value operand : op->getOperands())
          add(operand);
    };
    loop.walk([&](Operation *op) {
      if (op != loop && op != body().getTerminator())
        visit(op);
    });
    for (auto [argument, next] : llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues()))
      if (!state.count(argument))
        add(next);
  }

  /// Numbers that go on from tile to tile are no counters.
  bool findPeriod() {
    for (size_t before = 0; before != state.size();) {
      before = state.size();
      if (tryPeriod())
        return true;
      if (!settle())
        return false;
    }
    return false;
  }

  bool tryPeriod() {
    made.clear();
    guards.clear();
    lines.clear();
    period = 0;
    collect();
    std::vector<Pass> passes;
    std::vector<llvm::DenseMap<Value, APInt>> states;
    llvm::DenseMap<Value, APInt> now = state;
    int64_t most = std::min(factor, longestPeriod) + 1;
    if (llvm::none_of(made, [](Value value) { return value.getType().isInteger(1); }))
      return false;
    auto runPass = [&] {
      llvm::DenseMap<Value, std::optional<APInt>> known;
      Pass pass;
      for (Value value : made) {
        auto number = evaluate(value, now, known);
        if (!number)
          return false;
        pass[value] = *number;
      }
      llvm::DenseMap<Value, APInt> next;
      for (auto [argument, yielded] : llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues()))
        if (now.count(argument)) {
          auto number = evaluate(yielded, now, known);
          if (!number)
            return false;
          next[argument] = *number;
        }
      for (auto &[value, by] : remainders)
        next[value] = (now.find(value)->second + 1).urem(by);
      states.push_back(now);
      passes.push_back(std::move(pass));
      now = std::move(next);
      return true;
    };
    // The period is where a condition that holds in some pass holds again, or holds first.
    Value first;
    for (int64_t pass = 0; pass < most && period == 0; ++pass) {
      if (!runPass())
        return false;
      for (Value value : made) {
        if (!value.getType().isInteger(1) || !passes.back().find(value)->second.isOne() || (first && value != first))
          continue;
        if (pass > 0)
          period = first ? pass : pass + 1;
        else
          first = value;
        break;
      }
    }
    if (period < 2 || factor % period != 0)
      return false;
    while (static_cast<int64_t>(passes.size()) < 2 * period + 1)
      if (!runPass())
        return false;
    // From the second pass on the state says all that comes; of the first one only what is used matters.
    bool arePeriodic = true;
    for (auto &[argument, number] : states[1])
      if (states[period + 1].find(argument)->second != number) {
        state.erase(argument);
        remainders.erase(argument);
        arePeriodic = false;
      }
    if (!arePeriodic)
      return false;
    for (Value value : made)
      if (passes[period].find(value)->second != passes[0].find(value)->second || !describe(value, passes))
        return false;
    return true;
  }

  /// What `value` is in a period: a condition of the first or last pass, or so much more in each.
  bool describe(Value value, const std::vector<Pass> &passes) {
    auto at = [&](int64_t pass) { return passes[pass].find(value)->second; };
    if (value.getType().isInteger(1)) {
      auto holdsInside = [&](int64_t from, int64_t to) {
        for (int64_t pass = from; pass < to; ++pass)
          if (at(pass).isOne())
            return true;
        return false;
      };
      bool isFirst = at(0).isOne(), isLast = at(period - 1).isOne();
      guards[value] = isFirst ? Guard::first : isLast ? Guard::last : Guard::none;
      return isFirst != isLast && !holdsInside(1, period - 1);
    }
    APInt by = at(1) - at(0);
    for (int64_t pass = 1; pass < period; ++pass)
      if (at(pass) - at(pass - 1) != by)
        return false;
    lines[value] = {at(0), by};
    return true;
  }

  //===-- whether it can be written ---------------------------------------------------------------------------===//

  Guard getGuard(Operation *op) {
    Value condition;
    if (auto branch = dyn_cast<scf::IfOp>(op))
      condition = branch.getCondition();
    else if (auto select = dyn_cast<arith::SelectOp>(op))
      condition = select.getCondition();
    auto found = condition ? guards.find(condition) : guards.end();
    bool isOwn = found != guards.end() && op->getBlock() == &body();
    return isOwn ? found->second : Guard::none;
  }
  static Value getTrue(Operation *op, unsigned index) {
    auto branch = dyn_cast<scf::IfOp>(op);
    return branch ? branch.thenYield().getOperand(index) : cast<arith::SelectOp>(op).getTrueValue();
  }
  static Value getFalse(Operation *op, unsigned index) {
    auto branch = dyn_cast<scf::IfOp>(op);
    return branch ? branch.elseYield().getOperand(index) : cast<arith::SelectOp>(op).getFalseValue();
  }
  bool isCounting(Operation *op) {
    return op->getNumResults() > 0 &&
           llvm::all_of(op->getResults(), [&](Value result) { return isMadeOfCounters(result); });
  }

  /// The order of effects stays what it was: a first pass's come before all others, a last one's behind them. What is
  /// otherwise only done in these passes leaves what the loop carries as it is.
  bool check() {
    bool hasBegun = false, hasEnded = false;
    for (Operation &op : body().without_terminator()) {
      if (isCounting(&op))
        continue;
      Guard guard = getGuard(&op);
      bool isPure = isMemoryEffectFree(&op);
      if (guard == Guard::first && !isPure && hasBegun)
        return false;
      if (guard != Guard::last && !isPure && hasEnded)
        return false;
      hasBegun |= !isPure;
      hasEnded |= guard == Guard::last && !isPure;
      if (guard == Guard::none)
        continue;
      if (auto branch = dyn_cast<scf::IfOp>(&op);
          branch && !branch.getElseRegion().empty() &&
          !llvm::all_of(branch.getElseRegion().front().without_terminator(),
                        [](Operation &each) { return isMemoryEffectFree(&each); }))
        return false;
      for (OpResult result : op.getResults()) {
        if (isMadeOfCounters(result))
          continue;
        Value otherwise = getFalse(&op, result.getResultNumber());
        if (Operation *made = otherwise.getDefiningOp(); made && op.isProperAncestor(made))
          return false;
        if (guard == Guard::last) {
          // It is what the loop carries on.
          if (!llvm::all_of(result.getUsers(), [&](Operation *user) { return user == body().getTerminator(); }))
            return false;
        } else {
          auto argument = dyn_cast<BlockArgument>(otherwise);
          bool isOwn = argument && argument.getOwner() == &body() && argument != loop.getInductionVar() &&
                       llvm::all_of(argument.getUsers(), [&](Operation *user) { return op.isAncestor(user); });
          if (!isOwn || !begun.try_emplace(argument, result).second)
            return false;
        }
      }
    }
    // Conditions of one pass decide nothing else.
    for (auto [value, guard] : guards)
      for (Operation *user : value.getUsers())
        if (!isCounting(user) && getGuard(user) == Guard::none)
          return false;
    return true;
  }

  //===-- writing ---------------------------------------------------------------------------------------------===//

  Value emitNumber(Location loc, Type type, Value counter, const APInt &start, const APInt &by) {
    auto constant = [&](const APInt &number) {
      return Value(arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, number)));
    };
    if (!counter || by.isZero())
      return constant(counter ? start : start + by * (period - 1));
    Value own = counter;
    if (own.getType() != type)
      own = tile::CastOp::create(builder, loc, type, own, false, false);
    if (!by.isOne())
      own = arith::MulIOp::create(builder, loc, own, constant(by));
    return start.isZero() ? own : arith::AddIOp::create(builder, loc, own, constant(start));
  }

  /// Clones `op` with all that it uses of the loop mapped, by `find` where it is not yet.
  Operation *cloneWith(Operation *op, IRMapping &mapping, llvm::function_ref<Value(Value)> find) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isInside(operand) && !op->isAncestor(operand.getParentBlock()->getParentOp()) && !mapping.contains(operand))
          if (Value found = find(operand))
            mapping.map(operand, found);
    });
    return builder.clone(*op, mapping);
  }

  /// What `value` is in a tile's first pass (before the inner loop) or in its last (behind it).
  Value findAround(Value value, IRMapping &mapping, bool isLast) {
    if (!isInside(value) || mapping.contains(value))
      return mapping.lookupOrDefault(value);
    Operation *op = value.getDefiningOp();
    Location loc = value.getLoc();
    if (isMadeOfCounters(value)) {
      auto line = lines.find(value);
      if (line != lines.end()) {
        Value number =
            isLast
                ? emitNumber(loc, value.getType(), Value(), line->second.first, line->second.second)
                : Value(arith::ConstantOp::create(builder, loc, IntegerAttr::get(value.getType(), line->second.first)));
        mapping.map(value, number);
        return number;
      }
    }
    if (!op || op->getBlock() != &body() || op->getNumRegions() > 0 || !isMemoryEffectFree(op) ||
        getGuard(op) != Guard::none) {
      isRefused = true;
      return Value();
    }
    for (Value operand : op->getOperands())
      if (!findAround(operand, mapping, isLast))
        return Value();
    return builder.clone(*op, mapping)->getResult(cast<OpResult>(value).getResultNumber());
  }

  /// Does the guarded operation there; `mapping` gets what comes of it.
  void doGuarded(Operation *op, IRMapping &mapping, bool isLast) {
    auto find = [&](Value value) { return findAround(value, mapping, isLast); };
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Operation &inner : branch.getThenRegion().front().without_terminator()) {
        if (isRefused)
          return;
        cloneWith(&inner, mapping, find);
      }
    }
    for (OpResult result : op->getResults())
      if (!isMadeOfCounters(result))
        if (Value value = find(getTrue(op, result.getResultNumber())))
          mapping.map(result, value);
  }

  void write() {
    Location loc = loop.getLoc();
    Type type = loop.getInductionVar().getType();
    auto constant = [&](int64_t number) {
      return Value(arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, number)));
    };
    Value tiles = constant(factor / period);
    if (count)
      tiles = factor == period ? count : Value(arith::MulIOp::create(builder, loc, count, tiles));
    SmallVector<unsigned> carried; // by the new loops
    SmallVector<Value> inits;
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index)
      if (!state.count(loop.getRegionIterArg(index))) {
        carried.push_back(index);
        inits.push_back(loop.getInitArgs()[index]);
      }
    Value zero = constant(0), one = constant(1);
    auto outer = scf::ForOp::create(builder, loc, zero, tiles, one, inits);
    written = outer;
    auto clear = [](scf::ForOp made) {
      if (!made.getBody()->empty() && made.getBody()->back().hasTrait<OpTrait::IsTerminator>())
        made.getBody()->back().erase();
    };
    clear(outer);
    builder.setInsertionPointToStart(outer.getBody());

    // The first pass's.
    IRMapping head;
    auto mapQuotients = [&](IRMapping &mapping) {
      for (auto &[value, by] : quotients)
        if (by == period)
          mapping.map(value, outer.getInductionVar());
    };
    mapQuotients(head);
    Value begin = arith::MulIOp::create(builder, loc, outer.getInductionVar(), constant(period));
    head.map(loop.getInductionVar(), begin);
    for (auto [position, index] : llvm::enumerate(carried))
      head.map(loop.getRegionIterArg(index), outer.getRegionIterArg(position));
    for (Operation &op : body().without_terminator())
      if (!isRefused && !isCounting(&op) && getGuard(&op) == Guard::first)
        doGuarded(&op, head, false);

    // What a pass begins with, and what it leaves where it is not the last one.
    SmallVector<Value> current, next;
    SmallVector<bool> isSame;
    for (unsigned index : carried) {
      Value argument = loop.getRegionIterArg(index), own = begun.lookup(argument),
            left = loop.getYieldedValues()[index];
      if (Operation *op = left.getDefiningOp(); op && getGuard(op) == Guard::last && !isMadeOfCounters(left))
        left = getFalse(op, cast<OpResult>(left).getResultNumber());
      current.push_back(head.lookupOrDefault(own ? own : argument));
      next.push_back(left);
      isSame.push_back(left == (own ? own : argument));
    }
    SmallVector<Value> innerInits;
    for (auto [value, same] : llvm::zip(current, isSame))
      if (!same)
        innerInits.push_back(value);
    if (isRefused)
      return undo();
    auto inner = scf::ForOp::create(builder, loc, zero, constant(period), one, innerInits);
    clear(inner);
    SmallVector<Value> results; // of a tile's passes
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(inner.getBody());
      IRMapping mapping;
      Value at = arith::AddIOp::create(builder, loc, begin, inner.getInductionVar());
      mapping.map(loop.getInductionVar(), at);
      mapQuotients(mapping);
      unsigned position = 0;
      for (auto [number, index] : llvm::enumerate(carried)) {
        Value argument = loop.getRegionIterArg(index), own = begun.lookup(argument);
        Value value = isSame[number] ? current[number] : Value(inner.getRegionIterArg(position++));
        mapping.map(own ? own : argument, value);
      }
      auto find = [&](Value value) -> Value {
        auto line = lines.find(value);
        return line == lines.end() ? Value()
                                   : emitNumber(value.getLoc(), value.getType(), inner.getInductionVar(),
                                                line->second.first, line->second.second);
      };
      for (Operation &op : body().without_terminator())
        if (!isCounting(&op) && getGuard(&op) == Guard::none)
          cloneWith(&op, mapping, find);
      SmallVector<Value> yielded;
      for (auto [value, same] : llvm::zip(next, isSame))
        if (!same)
          yielded.push_back(mapping.lookupOrDefault(value));
      scf::YieldOp::create(builder, loc, yielded);
    }
    // The last pass's.
    IRMapping tail;
    mapQuotients(tail);
    tail.map(loop.getInductionVar(), arith::AddIOp::create(builder, loc, begin, constant(period - 1)));
    unsigned position = 0;
    for (auto [number, index] : llvm::enumerate(carried)) {
      Value argument = loop.getRegionIterArg(index), own = begun.lookup(argument);
      Value result = isSame[number] ? current[number] : Value(inner.getResult(position++));
      results.push_back(result);
      if (isSame[number]) {
        tail.map(own ? own : argument, result);
      } else if (isInside(next[number])) {
        tail.map(next[number], result);
      }
    }
    for (Operation &op : body().without_terminator())
      if (!isRefused && !isCounting(&op) && getGuard(&op) == Guard::last)
        doGuarded(&op, tail, true);
    if (isRefused)
      return undo();
    SmallVector<Value> yielded;
    for (auto [number, index] : llvm::enumerate(carried)) {
      Value left = loop.getYieldedValues()[index];
      yielded.push_back(left == next[number] ? results[number] : tail.lookupOrDefault(left));
    }
    scf::YieldOp::create(builder, loc, yielded);
    for (auto [number, index] : llvm::enumerate(carried))
      loop.getResult(index).replaceAllUsesWith(outer.getResult(number));
    loop.erase();
  }

  void undo() { written.erase(); }

  scf::ForOp loop, written;
  BoundsAnalysis &bounds;
  OpBuilder builder;
  Value count;
  int64_t factor = 0, period = 0;
  llvm::DenseMap<Value, APInt> state; // of the counters, before the first pass
  llvm::DenseMap<Value, APInt> remainders;
  llvm::DenseMap<Value, int64_t> quotients; // of the loop's counter
  llvm::SetVector<Value> made;
  llvm::DenseMap<Value, Guard> guards;
  llvm::DenseMap<Value, std::pair<APInt, APInt>> lines; // in the first pass, and how much more in the next
  llvm::DenseMap<Value, Value> begun;                   // what a first pass makes of what is carried
  bool isRefused = false;
};
} // namespace

bool tessera::schedule::nestFlatLoops(tile::KernelOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  bool hasChanged = false;
  for (scf::ForOp loop : loops) {
    BoundsAnalysis bounds(kernel);
    hasChanged |= FlatLoop(loop, bounds).run();
  }
  return hasChanged;
}
