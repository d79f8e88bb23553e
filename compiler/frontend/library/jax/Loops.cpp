// SPDX-License-Identifier: Apache-2.0
// `fori_loop`, `while_loop`, `scan` and `map` are `scf` loops whose body is recorded once, in kernels and in the host program. A loop's
// carry keeps its types: a weak number may take the type that the body gives it, which takes a second try. `unroll=True` of known bounds
// runs through the body instead.
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "mlir/IR/PatternMatch.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static mlir::Value toBound(Evaluator &evaluator, Value bound, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, bound, function);
  if (!operand)
    return {};
  if (!operand->shape().empty() || numerics::isFloat(operand->type.dtype)) {
    evaluator.raise(DiagnosticId::typeError, "a bound of `" + function.str() + "` is not an integer");
    return {};
  }
  return materialize(evaluator, *operand, DType::int32);
}

/// The values that a loop begins with, at the place where it is recorded.
static std::optional<llvm::SmallVector<mlir::Value>> initialValues(Evaluator &evaluator, Value carry) {
  llvm::SmallVector<mlir::Value> initial = valuesOf(carry);
  for (mlir::Value &value : initial)
    if (!(value = useHere(evaluator, value)))
      return std::nullopt;
  return initial;
}

static mlir::scf::ForOp createLoop(Evaluator &evaluator, mlir::Value lower, mlir::Value upper, mlir::Value step, mlir::ValueRange initial) {
  return mlir::scf::ForOp::create(evaluator.builder(), evaluator.location(), lower, upper, step, initial,
                                  [](mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::ValueRange) {});
}

//===-- fori_loop ---------------------------------------------------------------------------------------------===//

/// One recording of the loop. `end` is what the body returned.
static Value recordOnce(Evaluator &evaluator, mlir::Value lower, mlir::Value upper, mlir::Value step, Value body, Value carry,
                        llvm::StringRef function, BodyEnd &end, mlir::scf::ForOp &loop) {
  auto initial = initialValues(evaluator, carry);
  if (!initial)
    return nullptr;
  loop = createLoop(evaluator, lower, upper, step, *initial);
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, loop.getBody());
    llvm::SmallVector<mlir::Value> inside(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
    Value index = wrap(evaluator, loop.getInductionVar(), DType::int32);
    Value seen = rebuildTree(evaluator, carry, inside);
    Value result = seen ? evaluator.call(body, {index, seen}) : nullptr;
    end = endBody(evaluator, carry, result, inside, function);
    if (end.returned)
      mlir::scf::YieldOp::create(evaluator.builder(), evaluator.location(), end.yielded);
  }
  evaluator.builder().setInsertionPointAfter(loop);
  if (!end.returned) {
    discard(evaluator, loop);
    return nullptr;
  }
  return afterLoop(evaluator, carry, end.returned, llvm::SmallVector<mlir::Value>(loop.getResults()));
}

/// Runs through a loop whose bounds are known.
static Value runLoop(Evaluator &evaluator, int64_t lower, int64_t upper, int64_t step, Value body, Value carry) {
  for (int64_t i = lower; i < upper; i += step) {
    if (!evaluator.step())
      return nullptr;
    Value index = wrap(evaluator, emitterHere(evaluator).constantInt(i, DType::int32), DType::int32);
    carry = evaluator.call(body, {index, carry});
    if (!carry)
      return nullptr;
  }
  return carry;
}

static std::optional<int64_t> knownBound(Value bound) {
  if (auto *integer = dyn_cast<IntObject>(bound))
    return integer->value.asInt64();
  if (auto *array = dyn_cast<ArrayObject>(bound))
    return getKnownInteger(array->value);
  return std::nullopt;
}

Value frontend::recordLoop(Evaluator &evaluator, Value lower, Value upper, Value step, Value body, Value carry, bool unroll,
                           llvm::StringRef function) {
  std::optional<int64_t> first = knownBound(lower), last = knownBound(upper), stride = knownBound(step);
  if (stride && *stride <= 0)
    return evaluator.raise(DiagnosticId::valueError, "the step of `" + function.str() + "` is " + std::to_string(*stride) + ", not positive");
  carry = toCarry(evaluator, carry, function);
  if (!carry)
    return nullptr;
  if (first && last && stride && unroll)
    return runLoop(evaluator, *first, *last, *stride, body, carry);
  mlir::Value from = toBound(evaluator, lower, function), to = from ? toBound(evaluator, upper, function) : nullptr;
  mlir::Value by = to ? toBound(evaluator, step, function) : nullptr;
  if (!by)
    return nullptr;
  BodyEnd end;
  mlir::scf::ForOp loop;
  Value carried = recordOnce(evaluator, from, to, by, body, carry, function, end, loop);
  if (!carried || !end.isAgain)
    return carried;
  discard(evaluator, loop);
  Value adopted = adoptTypes(evaluator, carry, end.returned);
  return adopted ? recordOnce(evaluator, from, to, by, body, adopted, function, end, loop) : nullptr;
}

Value frontend::foriLoopHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool unroll = false;
  if (auto *boolean = dyn_cast<BoolObject>(call["unroll"]))
    unroll = boolean->value;
  // Partial unrolling changes nothing that can be seen.
  return recordLoop(evaluator, call["lower"], call["upper"], evaluator.integer(1), call["body_fun"], call["init_val"], unroll,
                    publicName(call.entry));
}

//===-- while_loop --------------------------------------------------------------------------------------------===//

static Value recordWhileOnce(Evaluator &evaluator, Value condition, Value body, Value carry, llvm::StringRef function, BodyEnd &end,
                             mlir::scf::WhileOp &loop) {
  auto initial = initialValues(evaluator, carry);
  if (!initial)
    return nullptr;
  mlir::OpBuilder &builder = evaluator.builder();
  mlir::Location location = evaluator.location();
  llvm::SmallVector<mlir::Type> types(mlir::ValueRange(*initial).getTypes());
  llvm::SmallVector<mlir::Location> locations(types.size(), location);
  loop = mlir::scf::WhileOp::create(builder, location, types, *initial);
  mlir::Block *before = &loop.getBefore().emplaceBlock(), *after = &loop.getAfter().emplaceBlock();
  before->addArguments(types, locations);
  after->addArguments(types, locations);
  bool succeeded = false;
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, before);
    Value seen = rebuildTree(evaluator, carry, llvm::SmallVector<mlir::Value>(before->getArguments()));
    Value holds = seen ? evaluator.call(condition, {seen}) : nullptr;
    std::optional<Operand> operand = holds ? toOperand(evaluator, holds, function) : std::nullopt;
    if (operand && (!operand->shape().empty() || operand->type.dtype != DType::boolean))
      evaluator.raise(DiagnosticId::typeError, "the condition of `" + function.str() + "` returns " + std::string(numerics::getName(operand->type.dtype)) +
                                                   formatShape(operand->shape()) + ", not one boolean");
    else if (mlir::Value test = operand ? materialize(evaluator, *operand, DType::boolean) : nullptr) {
      mlir::scf::ConditionOp::create(evaluator.builder(), location, test, before->getArguments());
      succeeded = true;
    }
  }
  if (succeeded) {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, after);
    llvm::SmallVector<mlir::Value> inside(after->getArguments());
    Value seen = rebuildTree(evaluator, carry, inside);
    Value result = seen ? evaluator.call(body, {seen}) : nullptr;
    end = endBody(evaluator, carry, result, inside, function);
    if (end.returned)
      mlir::scf::YieldOp::create(evaluator.builder(), location, end.yielded);
  }
  builder.setInsertionPointAfter(loop);
  if (!succeeded || !end.returned) {
    discard(evaluator, loop);
    return nullptr;
  }
  return afterLoop(evaluator, carry, end.returned, llvm::SmallVector<mlir::Value>(loop.getResults()));
}

Value frontend::whileLoopHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value carry = toCarry(evaluator, call["init_val"], function);
  if (!carry)
    return nullptr;
  BodyEnd end;
  mlir::scf::WhileOp loop;
  Value carried = recordWhileOnce(evaluator, call["cond_fun"], call["body_fun"], carry, function, end, loop);
  if (!carried || !end.isAgain)
    return carried;
  discard(evaluator, loop);
  Value adopted = adoptTypes(evaluator, carry, end.returned);
  return adopted ? recordWhileOnce(evaluator, call["cond_fun"], call["body_fun"], adopted, function, end, loop) : nullptr;
}

//===-- scan --------------------------------------------------------------------------------------------------===//

namespace {

/// `lax.scan`: a loop that reads entry i of its inputs and collects one output an entry.
class Scan {
public:
  Scan(Evaluator &evaluator, std::string function, Value body, Value inputs, int64_t length, bool reverse)
      : evaluator(evaluator), function(std::move(function)), body(body), inputs(inputs), length(length), reverse(reverse) {}
  /// (carry, outputs); null with an exception pending.
  Value run(Value carry);

private:
  Value record(Value carry, BodyEnd &end, mlir::scf::ForOp &loop);
  Value takeEntry(mlir::Value place);
  Value collect(Value outputs, mlir::Value place, mlir::scf::ForOp &loop);

  Evaluator &evaluator;
  std::string function;
  Value body, inputs;
  int64_t length;
  bool reverse;
};

} // namespace

static mlir::Value entryOf(Emitter &emitter, mlir::Value whole, mlir::Value place) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(whole.getType());
  llvm::SmallVector<int64_t> offsets(shape.size(), 0), sizes(shape);
  offsets[0] = mlir::ShapedType::kDynamic;
  sizes[0] = 1;
  mlir::Type type = tile::getArrayType(shape.drop_front(), tile::getElementType(whole.getType()));
  return emitter.create<tile::SliceValueOp>(type, whole, mlir::ValueRange(place), offsets, sizes, llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
}

Value Scan::takeEntry(mlir::Value place) {
  return mapTree(evaluator, inputs, [&](Value leaf) -> Value {
    llvm::SmallVector<mlir::Value> values;
    leaf->collectValues(values);
    for (mlir::Value &value : values) {
      if (!(value = useHere(evaluator, value)))
        return nullptr;
      Emitter emitter = emitterHere(evaluator);
      value = entryOf(emitter, value, place);
    }
    if (auto *array = dyn_cast<ArrayObject>(leaf))
      return array->withValue(evaluator, values[0]);
    llvm::ArrayRef<mlir::Value> rest = values;
    return leaf->rebuild(evaluator, rest);
  });
}

/// Gives the loop one more carried array for each output, of which iteration `place` writes its entry.
Value Scan::collect(Value outputs, mlir::Value place, mlir::scf::ForOp &loop) {
  llvm::SmallVector<mlir::Value> values = valuesOf(outputs), initial;
  mlir::IRRewriter rewriter(evaluator.context());
  rewriter.setInsertionPoint(loop);
  Emitter outside(rewriter, loop.getLoc());
  for (mlir::Value value : values) {
    Shape shape(tile::getShape(value.getType()));
    shape.insert(shape.begin(), length);
    auto type = mlir::RankedTensorType::get(shape, tile::getElementType(value.getType()));
    initial.push_back(outside.create<mlir::arith::ConstantOp>(mlir::cast<mlir::TypedAttr>(rewriter.getZeroAttr(type))));
  }
  size_t carried = loop.getNumResults();
  mlir::FailureOr<mlir::LoopLikeOpInterface> grown = loop.replaceWithAdditionalYields(
      rewriter, initial, /*replaceInitOperandUsesInLoop=*/false, [&](mlir::OpBuilder &builder, mlir::Location location, llvm::ArrayRef<mlir::BlockArgument> collected) {
        Emitter emitter(builder, location);
        llvm::SmallVector<mlir::Value> updated;
        for (auto [value, whole] : llvm::zip(values, collected)) {
          llvm::SmallVector<int64_t> offsets(tile::getShape(whole.getType()).size(), 0);
          offsets[0] = mlir::ShapedType::kDynamic;
          Shape row(tile::getShape(value.getType()));
          row.insert(row.begin(), 1);
          updated.push_back(emitter.create<tile::UpdateSliceOp>(whole.getType(), whole, emitter.reshape(value, row), mlir::ValueRange(place), offsets, llvm::ArrayRef<int64_t>()));
        }
        return updated;
      });
  if (mlir::failed(grown))
    return evaluator.notSupported("collecting the outputs of `" + function + "`");
  loop = mlir::cast<mlir::scf::ForOp>(grown->getOperation());
  evaluator.builder().setInsertionPointAfter(loop);
  llvm::SmallVector<mlir::Value> results(loop.getResults().drop_front(carried));
  llvm::ArrayRef<mlir::Value> rest = results;
  return mapTree(evaluator, outputs, [&](Value leaf) -> Value {
    if (auto *array = dyn_cast<ArrayObject>(leaf)) {
      mlir::Value front = rest.front();
      rest = rest.drop_front();
      return array->withValue(evaluator, front);
    }
    return leaf->rebuild(evaluator, rest);
  });
}

Value Scan::record(Value carry, BodyEnd &end, mlir::scf::ForOp &loop) {
  auto initial = initialValues(evaluator, carry);
  if (!initial)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  auto constant = [&](int64_t value) { return emitter.constantInt(value, DType::int32); };
  mlir::Value zero = constant(0), count = constant(length), one = constant(1);
  loop = createLoop(evaluator, zero, count, one, *initial);
  Value outputs = nullptr;
  mlir::Value place;
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, loop.getBody());
    llvm::SmallVector<mlir::Value> inside(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
    place = loop.getInductionVar();
    if (reverse) {
      Emitter region = emitterHere(evaluator);
      place = region.binary(Binary::sub, region.constantInt(length - 1, DType::int32), place, DType::int32);
    }
    Value seen = rebuildTree(evaluator, carry, inside), entry = seen ? takeEntry(place) : nullptr;
    Value result = entry ? evaluator.call(body, {seen, entry}) : nullptr;
    auto *pair = result ? dyn_cast<TupleObject>(result) : nullptr;
    if (result && (!pair || pair->items.size() != 2))
      evaluator.raise(DiagnosticId::typeError, "the function given to `" + function + "` returns a pair, (carry, output)");
    else if (pair)
      end = endBody(evaluator, carry, pair->items[0], inside, function);
    if (end.returned) {
      outputs = toCarry(evaluator, pair->items[1], function);
      mlir::scf::YieldOp::create(evaluator.builder(), evaluator.location(), end.yielded);
    }
  }
  evaluator.builder().setInsertionPointAfter(loop);
  if (!outputs) {
    discard(evaluator, loop);
    return nullptr;
  }
  if (end.isAgain)
    return outputs; // the caller records again
  // An output may be a value from outside of the loop.
  size_t carried = loop.getNumResults();
  Value collected = collect(outputs, place, loop);
  Value last = collected ? afterLoop(evaluator, carry, end.returned, llvm::SmallVector<mlir::Value>(loop.getResults().take_front(carried))) : nullptr;
  return last ? evaluator.tuple({last, collected}) : nullptr;
}

Value Scan::run(Value carry) {
  BodyEnd end;
  mlir::scf::ForOp loop;
  Value result = record(carry, end, loop);
  if (!result || !end.isAgain)
    return result;
  discard(evaluator, loop);
  Value adopted = adoptTypes(evaluator, carry, end.returned);
  end = BodyEnd();
  return adopted ? record(adopted, end, loop) : nullptr;
}

/// The common size of the leading axes, which `given` may say alone.
static std::optional<int64_t> readLength(Call &call, Value inputs, Value given) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::vector<Value> leaves;
  if (!flattenTree(inputs, leaves))
    return std::nullopt;
  std::optional<int64_t> length;
  if (!isNone(given) && !(length = evaluator.toInt(given, "length")))
    return std::nullopt;
  for (Value leaf : leaves) {
    llvm::SmallVector<mlir::Value> values;
    leaf->collectValues(values);
    llvm::ArrayRef<int64_t> shape = values.size() == 1 ? tile::getShape(values[0].getType()) : llvm::ArrayRef<int64_t>();
    if (shape.empty())
      return evaluator.raise(DiagnosticId::valueError, "`" + function + "` goes over arrays with a leading axis, but got a `" + leaf->typeName(evaluator) + "` without");
    if (length && *length != shape[0])
      return evaluator.raise(DiagnosticId::shapeMismatch, "`" + function + "` got leading axes of different sizes: " + std::to_string(*length) + " but " +
                                                              std::to_string(shape[0]));
    length = shape[0];
  }
  if (!length)
    return evaluator.raise(DiagnosticId::valueError, "`" + function + "` needs `xs` or `length`");
  if (*length == 0)
    return evaluator.notSupported("`" + function + "` over an axis of size 0");
  if (*length < 0 || *length > INT32_MAX)
    return evaluator.raise(DiagnosticId::valueError, "the length of `" + function + "` is " + std::to_string(*length));
  return length;
}

Value frontend::scanHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value carry = toCarry(evaluator, call["init"], function), inputs = carry ? toCarry(evaluator, call["xs"], function) : nullptr;
  std::optional<int64_t> length = inputs ? readLength(call, inputs, call["length"]) : std::nullopt;
  std::optional<bool> reverse = length ? evaluator.truth(call["reverse"]) : std::nullopt;
  // Unrolling changes nothing that can be seen.
  return reverse ? Scan(evaluator, function, call["f"], inputs, *length, *reverse).run(carry) : nullptr;
}

Value frontend::laxMapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value inputs = toCarry(evaluator, call["xs"], function);
  std::optional<int64_t> length = inputs ? readLength(call, inputs, evaluator.none()) : std::nullopt;
  if (!length)
    return nullptr;
  Value mapped = call["f"];
  Value body = evaluator.function("map", [mapped](Evaluator &e, Arguments &arguments) -> Value {
    Value result = e.call(mapped, {arguments.positional[1]});
    return result ? e.tuple({e.none(), result}) : nullptr;
  });
  Value result = Scan(evaluator, function, body, inputs, *length, false).run(evaluator.none());
  return result ? cast<TupleObject>(result)->items[1] : nullptr;
}
