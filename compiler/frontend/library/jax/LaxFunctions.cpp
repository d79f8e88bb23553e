// SPDX-License-Identifier: Apache-2.0
// Functions of `lax` beyond its slices and loops.
#include "compiler/frontend/library/jax/LaxFunctions.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/jax/Ordering.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// Case `which` of each element; a boolean chooses between two.
Value frontend::selectNHandler(Call &call) {
  Formula f(call);
  JaxArray *which = f.array(call["which"]);
  std::vector<Value> cases = cast<TupleObject>(call["cases"])->items;
  if (!which)
    return nullptr;
  if (cases.empty() || numerics::isFloat(which->dtype) || (which->dtype == DType::boolean && cases.size() > 2))
    return f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` chooses by an integer, or between two by a boolean");
  for (Value &one : cases) {
    JaxArray *array = f.array(one);
    if (!array)
      return nullptr;
    one = array;
    if (array->shape() != Formula::shapeOf(cases[0]) || array->dtype != Formula::typeOf(cases[0]))
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "the cases of `" + f.function + "` have different shapes or dtypes");
  }
  if (!which->shape().empty() && which->shape() != Formula::shapeOf(cases[0]))
    return f.evaluator.raise(DiagnosticId::shapeMismatch, "`" + f.function + "` chooses by a scalar or by an array of the cases' shape");
  if (which->dtype == DType::boolean)
    return cases.size() == 1 ? cases[0] : f.where(which, cases[1], cases[0]);
  Value result = cases.back();
  for (size_t k = cases.size() - 1; k-- > 0 && result;)
    result = f.where(f.compare(Compare::le, which, f.integer(k)), cases[k], result);
  return result;
}

Value frontend::sortKeyValHandler(Call &call) {
  Formula f(call);
  JaxArray *keys = f.array(call["keys"]), *values = keys ? f.array(call["values"]) : nullptr;
  std::optional<int64_t> axis = values ? f.axis(call["dimension"], keys->shape().size(), "dimension") : std::nullopt;
  if (!axis)
    return nullptr;
  if (keys->shape() != values->shape())
    return f.evaluator.raise(DiagnosticId::shapeMismatch, "`" + f.function + "` needs keys and values of one shape");
  llvm::SmallVector<Value> sorted = sortTogether(f, {keys, values}, *axis, 1, false);
  return sorted.empty() ? nullptr : f.evaluator.tuple({sorted[0], sorted[1]});
}

Value frontend::laxSqueezeHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["array"]);
  auto axes = x ? toAxes(f.evaluator, call["dimensions"], x->shape().size(), f.function) : std::nullopt;
  if (!axes)
    return nullptr;
  Shape shape;
  for (auto [axis, extent] : llvm::enumerate(x->shape())) {
    if (!llvm::is_contained(*axes, static_cast<int64_t>(axis)))
      shape.push_back(extent);
    else if (extent != 1)
      return f.evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(axis) + " can't be squeezed away: it has " + std::to_string(extent) + " elements");
  }
  return f.reshape(x, shape);
}

Value frontend::collapseHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  if (!x)
    return nullptr;
  int64_t rank = x->shape().size();
  std::optional<int64_t> start = f.evaluator.toInt(call["start_dimension"], "start_dimension"), stop = rank;
  if (start && !isNone(call["stop_dimension"]))
    stop = f.evaluator.toInt(call["stop_dimension"], "stop_dimension");
  if (!start || !stop)
    return nullptr;
  *start += *start < 0 ? rank : 0;
  *stop += *stop < 0 ? rank : 0;
  if (*start < 0 || *stop > rank || *start > *stop)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` of axes " + std::to_string(*start) + " to " + std::to_string(*stop) + " of " + std::to_string(rank));
  Shape shape(x->shape().take_front(*start));
  shape.push_back(countElements(x->shape().slice(*start, *stop - *start)));
  shape.append(x->shape().begin() + *stop, x->shape().end());
  return f.reshape(x, shape);
}

Value frontend::laxSplitHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  std::optional<std::vector<int64_t>> sizes = x ? f.evaluator.toInts(call["sizes"], "sizes") : std::nullopt;
  std::optional<int64_t> axis = sizes ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  if (!axis)
    return nullptr;
  int64_t begin = 0;
  std::vector<Value> parts;
  for (int64_t size : *sizes) {
    if (size < 0 || begin + size > x->shape()[*axis])
      break;
    parts.push_back(f.slice(x, *axis, begin, size));
    begin += size;
  }
  if (begin != x->shape()[*axis] || parts.size() != sizes->size())
    return f.evaluator.raise(DiagnosticId::valueError, "the sizes of `" + f.function + "` do not add up to the axis's " + std::to_string(x->shape()[*axis]));
  return llvm::is_contained(parts, nullptr) ? nullptr : Value(f.evaluator.list(parts));
}

/// A reduction by a function of two scalars, with the initial value on the left.
Value frontend::laxReduceHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  JaxArray *x = f.array(call["operands"]);
  auto axes = x ? toAxes(evaluator, call["dimensions"], x->shape().size(), f.function) : std::nullopt;
  Value initial = axes ? f.cast(call["init_values"], x->dtype) : nullptr;
  if (!initial)
    return nullptr;
  Value result = x;
  for (size_t k = axes->size(); k-- > 0 && result;) {
    auto *source = cast<JaxArray>(result);
    mlir::Value value = useHere(evaluator, source);
    if (!value)
      return nullptr;
    Shape shape(source->shape());
    if (shape[(*axes)[k]] == 0)
      return evaluator.notSupported("`" + f.function + "` over an axis without elements");
    shape.erase(shape.begin() + (*axes)[k]);
    mlir::Type element = tile::getElementType(value.getType());
    Emitter emitter = emitterHere(evaluator);
    auto reduce = emitter.create<tile::ReduceByOp>(mlir::TypeRange(tile::getArrayType(shape, element)), mlir::ValueRange(value), (*axes)[k]);
    mlir::Block &body = reduce.getCombine().emplaceBlock();
    body.addArguments({element, element}, {emitter.loc, emitter.loc});
    Value combined;
    {
      RegionTrace trace(evaluator.trace());
      TraceScope scope(evaluator, trace, &body);
      combined = evaluator.call(call["computation"], {wrap(evaluator, body.getArgument(0), source->dtype), wrap(evaluator, body.getArgument(1), source->dtype)});
      combined = combined ? f.cast(combined, source->dtype) : nullptr;
      if (combined && !Formula::shapeOf(combined).empty())
        combined = evaluator.raise(DiagnosticId::shapeMismatch, "the function given to `" + f.function + "` returns an array of shape " + formatShape(Formula::shapeOf(combined)));
      if (combined)
        emitterHere(evaluator).create<tile::YieldOp>(cast<ArrayObject>(combined)->value);
    }
    evaluator.builder().setInsertionPointAfter(reduce);
    if (!combined) {
      discard(evaluator, reduce);
      return nullptr;
    }
    result = wrap(evaluator, reduce.getOutputs()[0], source->dtype, source->flavour);
  }
  return result ? evaluator.call(call["computation"], {initial, result}) : nullptr;
}
