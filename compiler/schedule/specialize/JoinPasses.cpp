// SPDX-License-Identifier: Apache-2.0
// Whether two passes of a loop are one pass over the elements of both. What a loop carries from block to block of keys,
// as attention's softmax does,
//
//     greatest' = max(greatest, max(s));  p = exp(s - greatest');  a = exp(greatest - greatest')
//     total' = total a + sum(p);          acc' = acc a + p . v
//
// is the same after one step with all elements of two blocks as after two steps with one block each, in real numbers.
// Whether a loop is such is found by running it: a step is done on small arrays of random numbers (three elements a
// pass along the axis, two along each other one), once after the other and once joined, from what the loop begins with
// and from what a few passes leave, with large and small numbers, an operand of -infinity, masks that hold for all
// elements, for some and for none. Two different functions agree at random places only by chance. So nothing is
// recognized: running sums, products and greatest ones, softmax however it is written, with and without guards for rows
// that are all masked.
//
// An operation with two cases (a choice, a comparison, the larger of two) has to be in both of them at times: of one
// that is not, such as a limit that random sums never reach, nothing is known, and the passes stay as they are.
//
// Run is what depends on what is carried, or combines elements of a pass. Whatever else lies along the axis, such as
// the sums of a loop within that does neither, is an operand: random numbers, which says more than the program needs.
// Where the steps themselves give NaN, such as for a row that is all masked and has no guard, the joined pass may give
// what it likes.
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <deque>
#include <limits>
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// An array of few elements, in the order of its axes.
struct Small {
  SmallVector<int64_t> shape;
  std::vector<double> data;
};

/// Of what a value is made, from the least to the most.
enum class Making {
  constant, // of what the loop does not change
  place,    // a number of the pass
  element,  // along the axis, each element by itself
  step,     // has to be run
  unknown
};

class StepRun {
public:
  StepRun(scf::ForOp loop, const AxisClasses &axes, unsigned number, Reasons &reasons)
      : loop(loop), axes(axes), number(number), reasons(reasons) {}

  bool check() {
    auto yielded = loop.getYieldedValues();
    for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), yielded))
      if (!axes.find(argument, number).empty() || getMaking(value) == Making::unknown)
        return refuse(loop, "what a pass gives on to the next one is not run");
    SmallVector<int> numbers(yielded.size(), 0); // trials in which all of a result were
    for (trial = 0; trial < trials; ++trial)
      if (!runTrial(numbers))
        return false;
    for (auto [op, cases] : seen)
      if (cases != bothCases)
        return refuse(op, "one of its two cases did not come up when passes were run");
    return llvm::all_of(numbers, [](int count) { return count >= trials / 3; }) ||
           refuse(loop, "what a pass gives on to the next one is mostly NaN");
  }

private:
  static constexpr int64_t elementsOfPass = 3, elementsOfOthers = 2;
  static constexpr int trials = 24, trialsOfNumbers = 16; // in the others one operand of a pass is -infinity
  static constexpr unsigned bothCases = 3;
  using Passes = ArrayRef<int>;
  using State = SmallVector<const Small *>;

  bool refuse(Operation *op, const Twine &why) { return reasons.add(op, why); }
  bool isInside(Value value) { return loop->isAncestor(value.getParentBlock()->getParentOp()); }
  bool isAlong(Value value) const { return !axes.find(value, number).empty(); }

  //===-- what has to be run ----------------------------------------------------------------------------------===//

  Making getMaking(Value value) {
    if (auto known = makings.find(value); known != makings.end())
      return known->second;
    return makings[value] = findMaking(value);
  }

  Making findMaking(Value value) {
    if (value == loop.getInductionVar())
      return Making::place;
    if (llvm::is_contained(loop.getRegionIterArgs(), value))
      return Making::step;
    if (!isInside(value))
      return isAlong(value) && !matchPattern(value, m_Constant()) ? Making::element : Making::constant;
    Operation *op = value.getDefiningOp();
    if (auto inner = dyn_cast_or_null<scf::ForOp>(op))
      return isAlong(value) && isOfElements(inner) ? Making::element : Making::unknown;
    if (!op || op->getNumRegions() > 0)
      return Making::unknown;
    Making most = Making::constant;
    for (Value operand : op->getOperands())
      most = std::max(most, getMaking(operand));
    if (most == Making::unknown)
      return most;
    if (most == Making::step || combines(op))
      return Making::step;
    if (isAlong(value))
      return Making::element;
    if (most == Making::constant)
      return most;
    return most == Making::place && isMemoryEffectFree(op) ? Making::place : Making::unknown;
  }

  /// Whether a loop in a pass, such as one that sums up products, makes each element along the axis by itself, of
  /// nothing that is carried from pass to pass.
  bool isOfElements(scf::ForOp inner) {
    WalkResult all = inner->walk([&](Operation *op) {
      bool isOfCarried = llvm::any_of(op->getOperands(), [&](Value operand) {
        return !inner->isAncestor(operand.getParentBlock()->getParentOp()) && getMaking(operand) >= Making::step;
      });
      bool isSingle = op->getNumRegions() > 0 ? isa<scf::ForOp>(op) : op->getNumResults() == 0 || !combines(op);
      return isOfCarried || !isSingle ? WalkResult::interrupt() : WalkResult::advance();
    });
    return !all.wasInterrupted();
  }

  /// Whether elements along the axis meet in `op`.
  bool combines(Operation *op) const {
    if (auto dot = dyn_cast<tile::DotOp>(op))
      return axes.get(dot.getLhs(), 1) == number;
    return !isAlong(op->getResult(0)) && llvm::any_of(op->getOperands(), [&](Value each) { return isAlong(each); });
  }

  //===-- running ---------------------------------------------------------------------------------------------===//

  bool runTrial(SmallVectorImpl<int> &numbers) {
    random.seed(static_cast<unsigned>(trial) + 1);
    drawn.clear();
    held.clear();
    State begin, after, one, both;
    done.clear();
    for (Value init : loop.getInitArgs()) {
      begin.push_back(evaluate(init, {0}, {}));
      if (!begin.back())
        return false;
    }
    for (int pass = 0; pass < (trial < trialsOfNumbers ? trial % 4 : 0); ++pass) // passes that came before
      if (!step({pass + 2}, begin, begin))
        return false;
    isBetween = true;
    bool isDone = step({0}, begin, after);
    isBetween = false;
    if (!isDone || !step({1}, after, one) || !step({0, 1}, begin, both) || !compare(one, both))
      return false;
    for (auto [count, result] : llvm::zip(numbers, one))
      count += llvm::none_of(result->data, [](double value) { return std::isnan(value); });
    return true;
  }

  /// Where the program's own passes give a number, the joined one has to give the same.
  bool compare(const State &own, const State &joined) {
    for (auto [value, a, b] : llvm::zip(loop.getYieldedValues(), own, joined))
      for (auto [x, y] : llvm::zip(a->data, b->data))
        if (!std::isnan(x) && x != y && !(std::abs(x - y) <= 1e-9 * std::max(1.0, std::abs(x))))
          return refuse(value.getDefiningOp() ? value.getDefiningOp() : loop,
                        "a pass over all elements of two passes gives something else than one after the other");
    return true;
  }

  bool step(Passes passes, State state, State &result) {
    done.clear();
    result.clear();
    for (Value value : loop.getYieldedValues()) {
      result.push_back(evaluate(value, passes, state));
      if (!result.back())
        return false;
    }
    return true;
  }

  SmallVector<int64_t> getShape(Value value, int64_t passes) const {
    SmallVector<int64_t> shape;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        shape.push_back(type.getDimSize(axis) == 1        ? 1
                        : axes.get(value, axis) == number ? elementsOfPass * passes
                                                          : elementsOfOthers);
    return shape;
  }
  static int64_t count(ArrayRef<int64_t> shape) {
    int64_t all = 1;
    for (int64_t each : shape)
      all *= each;
    return all;
  }

  double drawElement(Type element, int pass) {
    if (element.isInteger(1)) { // masks: of all, of none in one pass or the other, of some
      int kind = trial % 4;
      bool isNone = (kind == 1 && pass == 0) || (kind == 2 && pass == 1);
      return isNone ? 0 : kind == 0 || (kind == 1 && pass == 1) ? 1 : static_cast<double>(random() % 2);
    }
    if (isa<IntegerType, IndexType>(element))
      return static_cast<double>(random() % 8);
    double sum = -6; // near enough to N(0, 1), and the same on every machine
    for (int i = 0; i < 12; ++i)
      sum += static_cast<double>(random()) / 4294967296.0;
    if (pass < 0)
      return 0.5 + std::abs(sum);
    if (trial % 4 == 3) // much of a kind, and then something else: limits are reached, and left again
      return sum * (pass == 1 ? 4 : 0.05);
    constexpr double sizes[] = {1, 0.05, 4, 1, 30};
    return sum * sizes[(7 * trial + 3 * pass) % 5];
  }

  /// Random numbers for an operand of a pass, or (-1) of the loop: the same whenever they are asked for.
  const Small &draw(Value value, int pass) {
    Small *&known = drawn[{value, pass}];
    if (!known) {
      known = &held.emplace_back();
      known->shape = getShape(value, 1);
      bool isFloat = isa<FloatType>(tile::getElementType(value.getType()));
      if (isFloat && pass >= 0 && !llvm::is_contained(operands, value))
        operands.push_back(value);
      bool isInfinite = isFloat && pass == trial % 2 && trial >= trialsOfNumbers &&
                        value == operands[static_cast<size_t>(trial / 2) % operands.size()];
      Type element = tile::getElementType(value.getType());
      for (int64_t i = 0, size = count(known->shape); i < size; ++i)
        known->data.push_back(isInfinite ? -std::numeric_limits<double>::infinity() : drawElement(element, pass));
    }
    return *known;
  }

  /// What each pass has, side by side along the axis; null, and noted, where it has no one place there.
  const Small *join(Value value, Passes passes) {
    SmallVector<int64_t> along = axes.find(value, number);
    if (along.size() != 1)
      return refuse(loop, "two axes of an array are the one along which passes go"), nullptr;
    if (passes.size() == 1)
      return &draw(value, passes.front());
    SmallVector<const Small *> parts;
    for (int pass : passes)
      parts.push_back(&draw(value, pass));
    Small &result = held.emplace_back();
    result.shape = getShape(value, static_cast<int64_t>(passes.size()));
    ArrayRef<int64_t> shape = parts.front()->shape;
    int64_t inner = count(shape.drop_front(along.front())), outer = count(shape.take_front(along.front()));
    for (int64_t i = 0; i < outer; ++i)
      for (const Small *part : parts)
        result.data.insert(result.data.end(), part->data.begin() + i * inner, part->data.begin() + (i + 1) * inner);
    return &result;
  }

  /// Null, and the reason noted, for what is not run.
  const Small *evaluate(Value value, Passes passes, const State &state) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == loop.getBody() && argument.getArgNumber() > 0)
      return state[argument.getArgNumber() - 1];
    if (const Small *known = done.lookup(value))
      return known;
    const Small *result = evaluateNew(value, passes, state);
    done[value] = result;
    return result;
  }

  const Small *evaluateNew(Value value, Passes passes, const State &state) {
    Operation *op = value.getDefiningOp();
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return fill(value, constant, passes);
    Making making = getMaking(value);
    // A choice between numbers of the pass and, as masks have it, a constant is not any number, nor is such a constant.
    bool isThrough = isa_and_nonnull<arith::SelectOp, tile::BroadcastOp, tile::ReshapeOp>(op) &&
                     llvm::none_of(op->getOperands(), [&](Value each) { return getMaking(each) == Making::place; });
    if (making == Making::element && !isThrough)
      return join(value, passes);
    if (making == Making::constant && !isThrough)
      return &draw(value, -1);
    if (making == Making::place || making == Making::unknown || !op)
      return refuse(op ? op : loop, "passes are told apart by more than their elements"), nullptr;
    State operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(evaluate(operand, passes, state));
      if (!operands.back())
        return nullptr;
    }
    Small &result = held.emplace_back();
    result.shape = getShape(value, static_cast<int64_t>(passes.size()));
    result.data.assign(static_cast<size_t>(count(result.shape)), 0.0);
    if (runOp(op, operands, result))
      return &result;
    refuse(op, "`" + op->getName().stripDialect() + "` is not run to see whether passes can be joined");
    return nullptr;
  }

  const Small *fill(Value value, Attribute constant, Passes passes) {
    if (auto splat = dyn_cast<SplatElementsAttr>(constant))
      constant = splat.getSplatValue<Attribute>();
    double number = 0;
    if (auto real = dyn_cast<FloatAttr>(constant))
      number = real.getValueAsDouble();
    else if (auto whole = dyn_cast<IntegerAttr>(constant))
      number = whole.getType().isInteger(1) ? whole.getValue().getBoolValue() : static_cast<double>(whole.getInt());
    else
      return refuse(loop, "a constant differs from element to element"), nullptr;
    Small &result = held.emplace_back();
    result.shape = getShape(value, static_cast<int64_t>(passes.size()));
    result.data.assign(static_cast<size_t>(count(result.shape)), number);
    return &result;
  }

  //===-- operations ------------------------------------------------------------------------------------------===//

  static SmallVector<int64_t> getPlace(int64_t index, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> place(shape.size());
    for (size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
      place[axis] = index % shape[axis];
    return place;
  }
  static int64_t getIndex(ArrayRef<int64_t> place, ArrayRef<int64_t> shape) {
    int64_t index = 0;
    for (auto [each, extent] : llvm::zip(place, shape))
      index = index * extent + each;
    return index;
  }

  bool runOp(Operation *op, const State &operands, Small &result) {
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](tile::BroadcastOp broadcast) {
          const Small &input = *operands[0];
          for (int64_t i = 0, size = count(result.shape); i < size; ++i) {
            SmallVector<int64_t> place = getPlace(i, result.shape), from;
            for (auto [extent, axis] : llvm::zip(input.shape, broadcast.getAxes()))
              from.push_back(extent == 1 ? 0 : place[axis]);
            result.data[i] = input.data[getIndex(from, input.shape)];
          }
          return true;
        })
        .Case([&](tile::ReshapeOp) {
          auto isOne = [](int64_t extent) { return extent == 1; };
          SmallVector<int64_t> from(operands[0]->shape), to(result.shape);
          llvm::erase_if(from, isOne);
          llvm::erase_if(to, isOne);
          result.data = operands[0]->data;
          return from == to;
        })
        .Case([&](tile::TransposeOp transpose) {
          for (int64_t i = 0, size = count(result.shape); i < size; ++i) {
            SmallVector<int64_t> place = getPlace(i, result.shape), from(place.size());
            for (auto [to, axis] : llvm::enumerate(transpose.getPermutation()))
              from[axis] = place[to];
            result.data[i] = operands[0]->data[getIndex(from, operands[0]->shape)];
          }
          return true;
        })
        .Case([&](tile::CastOp cast) { // real numbers are not rounded
          result.data = operands[0]->data;
          Type from = tile::getElementType(cast.getInput().getType()), to = tile::getElementType(cast.getType());
          return isa<FloatType>(to) ? !from.isInteger(1)
                                    : isa<IntegerType>(from) && !from.isInteger(1) && !to.isInteger(1);
        })
        .Case([&](tile::ReduceOp reduce) { return runReduce(reduce, *operands[0], result); })
        .Case([&](tile::DotOp dot) { return runDot(dot, operands, result); })
        .Default([&](Operation *) { return runElements(op, operands, result); });
  }

  static bool runReduce(tile::ReduceOp op, const Small &input, Small &result) {
    using tile::Reduction;
    Reduction kind = op.getKind();
    if (kind != Reduction::add && kind != Reduction::mul && kind != Reduction::max && kind != Reduction::min)
      return false;
    bool skipsNan = op.getIgnoreNan();
    std::vector<bool> isBegun(result.data.size());
    for (int64_t i = 0, size = count(input.shape); i < size; ++i) {
      SmallVector<int64_t> place = getPlace(i, input.shape), to;
      for (auto [axis, each] : llvm::enumerate(place))
        if (!llvm::is_contained(op.getAxes(), static_cast<int64_t>(axis)))
          to.push_back(each);
      int64_t index = getIndex(to, result.shape);
      double a = result.data[index], b = input.data[i];
      result.data[index] = !isBegun[index]          ? b
                           : kind == Reduction::add ? a + b
                           : kind == Reduction::mul ? a * b
                                                    : extreme(a, b, kind == Reduction::max, skipsNan);
      isBegun[index] = true;
    }
    return true;
  }
  static double extreme(double a, double b, bool isMax, bool skipsNan) {
    if (std::isnan(a) || std::isnan(b))
      return skipsNan ? (std::isnan(a) ? b : a) : std::nan("");
    return isMax ? std::max(a, b) : std::min(a, b);
  }

  static bool runDot(tile::DotOp dot, const State &operands, Small &result) {
    ArrayRef<int64_t> a = operands[0]->shape, b = operands[1]->shape;
    if (a.size() != 2)
      return false;
    for (int64_t row = 0; row < a[0]; ++row)
      for (int64_t column = 0; column < b[1]; ++column) {
        double sum = dot.getAcc() ? operands[2]->data[row * b[1] + column] : 0;
        for (int64_t k = 0; k < a[1]; ++k)
          sum += operands[0]->data[row * a[1] + k] * operands[1]->data[k * b[1] + column];
        result.data[row * b[1] + column] = sum;
      }
    return true;
  }

  bool runElements(Operation *op, const State &operands, Small &result) {
    SmallVector<double, 3> inputs(operands.size());
    for (size_t i = 0; i < result.data.size(); ++i) {
      for (auto [input, operand] : llvm::zip(inputs, operands)) {
        if (operand->data.size() != result.data.size())
          return false;
        input = operand->data[i];
      }
      std::optional<double> value = runElement(op, inputs);
      if (!value)
        return false;
      if (unsigned cases = getCase(op, inputs, *value))
        seen[op] |= isBetween ? cases : 0;
      result.data[i] = *value;
    }
    return true;
  }

  /// Which of its two cases an operation that has them was in: both have to be seen, or nothing is known of one.
  unsigned getCase(Operation *op, ArrayRef<double> x, double result) {
    if (getMaking(op->getResult(0)) != Making::step)
      return 0;
    auto getOf = [](bool isFirst) { return isFirst ? 1u : 2u; };
    if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp>(
            op))
      return x[0] == x[1] || std::isnan(result) ? 0 : getOf(result == x[0]);
    if (isa<arith::SelectOp>(op))
      return getOf(x[0] != 0);
    if (isa<arith::CmpFOp, arith::CmpIOp>(op))
      return getOf(result != 0);
    return isa<math::AbsFOp>(op) && x[0] != 0 ? getOf(x[0] > 0) : 0;
  }

  static std::optional<double> runElement(Operation *op, ArrayRef<double> x) {
    bool isBoolean = tile::getElementType(op->getResult(0).getType()).isInteger(1);
    if (isBoolean &&
        !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::CmpFOp, arith::CmpIOp, arith::SelectOp>(op))
      return std::nullopt;
    return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
        .Case<arith::AddFOp, arith::AddIOp>([&](auto) { return x[0] + x[1]; })
        .Case<arith::SubFOp, arith::SubIOp>([&](auto) { return x[0] - x[1]; })
        .Case<arith::MulFOp, arith::MulIOp>([&](auto) { return x[0] * x[1]; })
        .Case([&](arith::DivFOp) { return x[0] / x[1]; })
        .Case([&](arith::NegFOp) { return -x[0]; })
        .Case([&](arith::MaximumFOp) { return extreme(x[0], x[1], true, false); })
        .Case([&](arith::MinimumFOp) { return extreme(x[0], x[1], false, false); })
        .Case<arith::MaxNumFOp, arith::MaxSIOp>([&](auto) { return extreme(x[0], x[1], true, true); })
        .Case<arith::MinNumFOp, arith::MinSIOp>([&](auto) { return extreme(x[0], x[1], false, true); })
        .Case([&](arith::SelectOp) { return x[0] != 0 ? x[1] : x[2]; })
        .Case([&](arith::AndIOp) -> std::optional<double> {
          return isBoolean ? std::optional(static_cast<double>(x[0] != 0 && x[1] != 0)) : std::nullopt;
        })
        .Case([&](arith::OrIOp) -> std::optional<double> {
          return isBoolean ? std::optional(static_cast<double>(x[0] != 0 || x[1] != 0)) : std::nullopt;
        })
        .Case([&](arith::XOrIOp) -> std::optional<double> {
          return isBoolean ? std::optional(static_cast<double>((x[0] != 0) != (x[1] != 0))) : std::nullopt;
        })
        .Case(
            [&](arith::CmpFOp compare) { return static_cast<double>(runCompare(compare.getPredicate(), x[0], x[1])); })
        .Case([&](arith::CmpIOp compare) { return runCompare(compare.getPredicate(), x[0], x[1]); })
        .Case([&](math::FmaOp) { return x[0] * x[1] + x[2]; })
        .Case([&](math::AbsFOp) { return std::abs(x[0]); })
        .Case([&](math::ExpOp) { return std::exp(x[0]); })
        .Case([&](math::Exp2Op) { return std::exp2(x[0]); })
        .Case([&](math::LogOp) { return std::log(x[0]); })
        .Case([&](math::Log2Op) { return std::log2(x[0]); })
        .Case([&](math::SqrtOp) { return std::sqrt(x[0]); })
        .Case([&](math::RsqrtOp) { return 1 / std::sqrt(x[0]); })
        .Case([&](math::TanhOp) { return std::tanh(x[0]); })
        .Default([](Operation *) { return std::nullopt; });
  }

  static bool runCompare(arith::CmpFPredicate predicate, double a, double b) {
    return arith::applyCmpPredicate(predicate, APFloat(a), APFloat(b));
  }
  static std::optional<double> runCompare(arith::CmpIPredicate predicate, double a, double b) {
    return arith::applyCmpPredicate(predicate, APInt(64, static_cast<uint64_t>(static_cast<int64_t>(a)), false, true),
                                    APInt(64, static_cast<uint64_t>(static_cast<int64_t>(b)), false, true));
  }

  scf::ForOp loop;
  const AxisClasses &axes;
  unsigned number;
  Reasons &reasons;
  llvm::DenseMap<Value, Making> makings;
  std::deque<Small> held; // all arrays of a trial
  llvm::DenseMap<std::pair<Value, int>, Small *> drawn;
  llvm::DenseMap<Value, const Small *> done; // of the step that is run
  SmallVector<Value> operands;               // floats of passes, in the order in which they were asked for
  llvm::MapVector<Operation *, unsigned> seen;
  std::mt19937 random;
  int trial = 0;
  bool isBetween = false; // the first one of two passes is run
};
} // namespace

bool tessera::schedule::canJoinPasses(scf::ForOp loop, const AxisClasses &axes, unsigned number, Reasons &reasons) {
  return StepRun(loop, axes, number, reasons).check();
}
