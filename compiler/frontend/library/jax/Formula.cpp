// SPDX-License-Identifier: Apache-2.0
// The steps of formulas that are more than one call.
#include "compiler/frontend/library/jax/Formula.h"
#include "compiler/frontend/library/jax/NumpyViews.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

JaxArray *Formula::array(Value x) {
  if (!x)
    return nullptr;
  if (auto *known = dyn_cast<JaxArray>(x))
    return known;
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  if (!operand)
    return nullptr;
  if (auto *known = dyn_cast<JaxArray>(operand->object))
    return known;
  Flavour flavour = llvm::StringRef(function).starts_with("np.") ? Flavour::numpy : Flavour::jax;
  return llvm::cast_or_null<JaxArray>(makeJaxArray(evaluator, operand->object, std::nullopt, flavour));
}

Value Formula::inexact(Value x) {
  JaxArray *known = array(x);
  if (!known || numerics::isFloat(known->dtype))
    return known;
  return cast(known, known->flavour == Flavour::numpy ? DType::float64 : defaultFloatOfJax());
}

Value Formula::floating(Value x) {
  JaxArray *known = array(x);
  if (!known || numerics::isFloat(known->dtype))
    return known;
  return cast(known, known->flavour == Flavour::numpy ? toFloatNumpy(known->dtype) : defaultFloatOfJax());
}

void Formula::floating(Value &x, Value &y) {
  auto isNumber = [](Value value) { return value && asOperand(value) && asOperand(value)->isNumber(); };
  bool first = isNumber(x), second = isNumber(y);
  // A number of a higher kind than the array's (2 of booleans, 2.5 of integers) is not that small.
  auto kindOf = [](DType type) { return type == DType::boolean ? 0 : numerics::isFloat(type) ? 2 : 1; };
  auto *other = dyn_cast<ArrayObject>(first ? y : x);
  bool isWide = first != second && other && kindOf(asOperand(first ? x : y)->type.dtype) > kindOf(other->dtype);
  x = floating(x);
  y = x ? floating(y) : nullptr;
  if (!y || first == second || llvm::cast<JaxArray>(x)->flavour != Flavour::numpy || llvm::cast<JaxArray>(y)->flavour != Flavour::numpy)
    return;
  if (isWide || first)
    x = cast(x, isWide ? DType::float64 : typeOf(y));
  if (isWide || second)
    y = cast(y, isWide ? DType::float64 : typeOf(x));
}

Value Formula::slice(Value x, int64_t axis, int64_t offset, int64_t size, int64_t stride) {
  if (!x)
    return nullptr;
  auto *source = llvm::cast<JaxArray>(x);
  Shape sizes(source->shape());
  if (offset == 0 && stride == 1 && size == sizes[axis])
    return x;
  mlir::Value value = useHere(evaluator, source);
  if (!value)
    return nullptr;
  Shape offsets(sizes.size(), 0), strides(sizes.size(), 1);
  offsets[axis] = size ? offset : 0;
  sizes[axis] = size;
  strides[axis] = size ? stride : 1;
  if (strides[axis] == 1)
    strides.clear();
  Emitter emitter = emitterHere(evaluator);
  mlir::Type type = tile::getArrayType(sizes, tile::getElementType(value.getType()));
  mlir::Value part = emitter.create<tile::SliceValueOp>(type, value, mlir::ValueRange(), offsets, sizes, strides, llvm::ArrayRef<int64_t>());
  Value result = wrap(evaluator, part, {source->dtype, source->weak}, source->flavour);
  Index index;
  for (auto [k, extent] : llvm::enumerate(source->shape()))
    index.axes.push_back(static_cast<int64_t>(k) == axis ? AxisIndex{size ? offset : 0, {}, size, size ? stride : 1} : AxisIndex{0, {}, extent});
  markSlice(evaluator, x, result, index);
  return result;
}

Value Formula::concatenate(llvm::ArrayRef<Value> parts, int64_t axis) {
  llvm::SmallVector<mlir::Value> values;
  for (Value part : parts) {
    mlir::Value value = part ? useHere(evaluator, llvm::cast<ArrayObject>(part)) : nullptr;
    if (!value)
      return nullptr;
    values.push_back(value);
  }
  auto *first = llvm::cast<JaxArray>(parts.front());
  return wrap(evaluator, emitterHere(evaluator).concatenate(values, axis), {first->dtype, first->weak}, first->flavour);
}

Value Formula::iota(llvm::ArrayRef<int64_t> shape, int64_t axis, DType type, Flavour flavour) {
  return wrap(evaluator, emitterHere(evaluator).iota(shape, axis, type), type, flavour);
}

std::optional<int64_t> Formula::axis(Value given, int64_t rank, llvm::StringRef what) {
  std::optional<int64_t> number = evaluator.toInt(given, what);
  return number ? normalizeAxis(evaluator, *number, rank, function) : std::nullopt;
}
