// SPDX-License-Identifier: Apache-2.0
// Reductions and matrix products of JAX and NumPy.
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

//===-- reductions --------------------------------------------------------------------------------------------===//

/// The dtype in which a reduction is done, which is its result's but for `any` and `all`.
static ElementType reductionType(Reduce kind, ElementType type, std::optional<DType> asked, Flavour flavour) {
  if (asked)
    return {*asked, false};
  if (flavour == Flavour::numpy && !numerics::isFloat(type.dtype) && kind != Reduce::max && kind != Reduce::min && kind != Reduce::any && kind != Reduce::all) {
    if (kind == Reduce::sum || kind == Reduce::prod)
      return {numerics::isUnsigned(type.dtype) ? DType::uint64 : DType::int64, false};
    return {DType::float64, false};
  }
  switch (kind) {
  case Reduce::sum:
  case Reduce::prod:
    return {getSumTypeJax(type.dtype), type.weak && type.dtype != DType::boolean};
  case Reduce::mean:
  case Reduce::var:
  case Reduce::std:
    return toInexact(type);
  case Reduce::any:
  case Reduce::all:
    return {DType::boolean, false};
  default:
    return type;
  }
}

static tile::Reduction combinerOf(Reduce kind, DType type) {
  // Truths are added by `or` and multiplied by `and`: a bit's own sum would be the parity of their number.
  bool areTruths = type == DType::boolean;
  switch (kind) {
  case Reduce::prod:
    return areTruths ? tile::Reduction::andi : tile::Reduction::mul;
  case Reduce::max:
    return Emitter::maxOf(type);
  case Reduce::min:
    return Emitter::minOf(type);
  case Reduce::any:
    return tile::Reduction::ori;
  case Reduce::all:
    return tile::Reduction::andi;
  default:
    return areTruths ? tile::Reduction::ori : tile::Reduction::add;
  }
}

/// f16 and bf16 means and variances are computed in f32 and rounded once.
static DType accumulatorOf(DType type) {
  return type == DType::float16 || type == DType::bfloat16 ? DType::float32 : type;
}

static mlir::Value emitMean(Emitter &emitter, mlir::Value value, llvm::ArrayRef<int64_t> axes, bool keepDims, DType type, double count) {
  mlir::Value sum = emitter.reduce(tile::Reduction::add, value, axes, keepDims);
  return emitter.binary(Binary::divide, sum, emitter.constant(count, type, tile::getShape(sum.getType())), type);
}

/// The element that changes no maximum, or no minimum. Integers of 64 bits are no doubles.
static mlir::Value neutralOf(Emitter &emitter, Reduce kind, DType type) {
  bool isMax = kind == Reduce::max;
  if (numerics::isFloat(type))
    return emitter.constant(isMax ? -INFINITY : INFINITY, type);
  if (type == DType::boolean || !numerics::isSigned(type))
    return emitter.constantInt(isMax ? 0 : type == DType::boolean ? 1 : -1, type);
  int64_t least = std::numeric_limits<int64_t>::min() >> (64 - numerics::getBitWidth(type));
  return emitter.constantInt(isMax ? least : ~least, type);
}

/// A reduction of the elements where a mask holds.
static Value reduceWhere(Evaluator &evaluator, Reduce kind, Value x, const ReduceOptions &options, llvm::StringRef function) {
  ReduceOptions rest = options;
  rest.where = nullptr;
  auto reduce = [&](Reduce inner, Value value, const ReduceOptions &how) { return value ? applyReduce(evaluator, inner, value, how, function) : nullptr; };
  auto binary = [&](Binary op, Value a, Value b) { return a && b ? applyBinary(evaluator, op, a, b, function) : nullptr; };
  auto masked = [&](Value value, Value other) { return value ? applyWhere(evaluator, options.where, value, other, function) : nullptr; };
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  if (!operand)
    return nullptr;
  switch (kind) {
  case Reduce::max:
  case Reduce::min: {
    if (!options.initial)
      return evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` with `where` needs `initial`: the greatest of no elements has no value");
    DType type = operand->type.dtype;
    Emitter emitter = emitterHere(evaluator);
    Value other = wrap(evaluator, neutralOf(emitter, kind, type), {type, false}, flavourOf(*operand));
    return reduce(kind, masked(x, other), rest);
  }
  case Reduce::mean:
  case Reduce::var:
  case Reduce::std: {
    ReduceOptions counting = rest;
    counting.dtype = std::nullopt;
    counting.correction = 0;
    if (numerics::isFloat(operand->type.dtype)) // the result is no wider than the elements; what is between is
      rest.dtype = options.dtype ? options.dtype : accumulatorOf(operand->type.dtype);
    DType type = options.dtype.value_or(operand->type.dtype);
    auto narrowed = [&](Value result) {
      return result && numerics::isFloat(type) ? applyCast(evaluator, result, type, function) : result;
    };
    Value mask = applyBroadcastTo(evaluator, options.where, operand->shape(), function);
    Value count = mask ? applyCast(evaluator, mask, DType::boolean, function) : nullptr;
    if (kind == Reduce::mean) {
      count = reduce(Reduce::sum, count, counting);
      return narrowed(binary(Binary::divide, reduce(Reduce::sum, masked(x, evaluator.integer(0)), rest), count));
    }
    ReduceOptions kept = options;
    kept.keepDims = true;
    kept.correction = 0;
    Value centered = binary(Binary::sub, x, reduceWhere(evaluator, Reduce::mean, x, kept, function));
    Value squares = centered ? applyUnary(evaluator, Unary::square, centered, function) : nullptr;
    rest.correction = 0;
    Value sum = reduce(Reduce::sum, masked(squares, evaluator.integer(0)), rest);
    count = reduce(Reduce::sum, count, counting);
    Value divisor = options.correction == 0 ? count : binary(Binary::sub, count, evaluator.floating(options.correction));
    if (divisor && options.correction != 0) {
      Value isPositive = applyCompare(evaluator, Compare::gt, divisor, evaluator.integer(0), function);
      divisor = isPositive ? applyWhere(evaluator, isPositive, divisor, evaluator.floating(std::nan("")), function) : nullptr;
    }
    Value result = binary(Binary::divide, sum, divisor);
    return narrowed(result && kind == Reduce::std ? applyUnary(evaluator, Unary::sqrt, result, function) : result);
  }
  default:
    return reduce(kind, masked(x, evaluator.integer(kind == Reduce::prod || kind == Reduce::all)), rest);
  }
}

Value frontend::applyReduce(Evaluator &evaluator, Reduce kind, Value x, const ReduceOptions &options, llvm::StringRef function) {
  if (options.where && !isNone(options.where))
    return reduceWhere(evaluator, kind, x, options, function);
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  std::optional<Common> common = operand ? promoteOperands(evaluator, *operand, function) : std::nullopt;
  if (!common)
    return nullptr;
  int64_t rank = operand->shape().size();
  auto axes = toAxes(evaluator, options.axis ? options.axis : evaluator.none(), rank, function);
  if (!axes)
    return nullptr;
  double count = 1;
  for (int64_t axis : *axes)
    count *= operand->shape()[axis];
  bool hasInitial = options.initial && !isNone(options.initial);
  if (count == 0 && !hasInitial && (kind == Reduce::max || kind == Reduce::min))
    return evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` of no elements has no value: " + describeShape(evaluator, *operand));
  ElementType type = reductionType(kind, common->type, options.dtype, common->flavour);
  bool average = kind == Reduce::mean || kind == Reduce::var || kind == Reduce::std;
  DType work = average ? accumulatorOf(type.dtype) : type.dtype;
  mlir::Value value = materialize(evaluator, *operand, work);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result;
  if (!average) {
    result = emitter.reduce(combinerOf(kind, work), value, *axes, options.keepDims, options.ignoresNan);
  } else if (kind == Reduce::mean) {
    result = emitMean(emitter, value, *axes, options.keepDims, work, count);
  } else {
    mlir::Value mean = emitMean(emitter, value, *axes, /*keepDims=*/true, work, count);
    mlir::Value centered = emitter.binary(Binary::sub, value, emitter.broadcastTo(mean, operand->shape()), work);
    double divisor = count - options.correction;
    result = emitMean(emitter, emitter.unary(Unary::square, centered, work), *axes, options.keepDims, work,
                      divisor > 0 ? divisor : std::nan(""));
    if (kind == Reduce::std)
      result = emitter.unary(Unary::sqrt, result, work);
  }
  Value reduced = wrap(evaluator, emitter.cast(result, work, type.dtype), type, common->flavour);
  layOutReduced(evaluator, reduced, x, *axes, options.keepDims);
  if (!hasInitial)
    return reduced;
  Binary combiner = kind == Reduce::sum ? Binary::add : kind == Reduce::prod ? Binary::mul : kind == Reduce::max ? Binary::maximum : Binary::minimum;
  Value initial = applyCast(evaluator, options.initial, type.dtype, function);
  return initial ? applyBinary(evaluator, combiner, reduced, initial, function) : nullptr;
}

/// The first position of the extreme element. A NaN is extreme, the first one wins, unless NaNs are ignored.
Value frontend::applyArgReduce(Evaluator &evaluator, bool max, Value x, Value axisValue, bool keepDims, llvm::StringRef function, bool ignoresNan) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  mlir::Value value = operand ? materialize(evaluator, *operand, operand->type.dtype) : nullptr;
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  int64_t axis = 0, rank = operand->shape().size();
  Shape kept(operand->shape());
  if (isNone(axisValue)) {
    value = emitter.reshape(value, {countElements(operand->shape())});
    kept.assign(rank, 1);
  } else {
    std::optional<int64_t> given = evaluator.toInt(axisValue, "axis");
    std::optional<int64_t> normal = given ? normalizeAxis(evaluator, *given, rank, function) : std::nullopt;
    if (!normal)
      return nullptr;
    axis = *normal;
    kept[axis] = 1;
  }
  Shape shape(tile::getShape(value.getType()));
  if (shape.empty() || shape[axis] == 0)
    return evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` needs at least one element and one axis");
  DType type = operand->type.dtype;
  bool isUnsigned = numerics::isUnsigned(type) || type == DType::boolean;
  tile::Reduction kind = max ? (isUnsigned ? tile::Reduction::umax : tile::Reduction::max) : isUnsigned ? tile::Reduction::umin : tile::Reduction::min;
  shape.erase(shape.begin() + axis);
  Flavour flavour = flavourOf(*operand);
  DType indexType = flavour == Flavour::numpy ? DType::int64 : defaultIntOfJax();
  mlir::Type resultType = getArrayType(evaluator.context(), shape, indexType);
  mlir::Value result = emitter.create<tile::ArgReduceOp>(resultType, kind, value, axis, /*last=*/false, ignoresNan);
  return wrap(evaluator, keepDims ? emitter.reshape(result, kept) : result, indexType, flavour);
}

//===-- products ----------------------------------------------------------------------------------------------===//

std::optional<DotOptions> frontend::toDotOptions(Evaluator &evaluator, Value precision, Value preferred) {
  DotOptions options;
  if (!isNone(preferred)) {
    std::optional<DType> type = toDType(evaluator, preferred, "preferred_element_type", DType::float32);
    if (!type)
      return std::nullopt;
    options.preferred = type;
  }
  // A pair gives one precision a side; ours is one for both.
  if (auto *pair = dyn_cast<TupleObject>(precision); pair && pair->items.size() == 2) {
    std::optional<bool> same = evaluator.equal(pair->items[0], pair->items[1]);
    if (!same)
      return std::nullopt;
    if (!*same)
      return evaluator.notSupported("a product with another precision for each side");
    precision = pair->items[0];
  }
  if (isNone(precision))
    return options;
  std::string name;
  if (auto *text = dyn_cast<StrObject>(precision))
    name = text->value;
  else if (auto *record = dyn_cast<RecordObject>(precision); record && record->field("name"))
    name = llvm::cast<StrObject>(record->field("name"))->value;
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  std::optional<tile::Precision> chosen = llvm::StringSwitch<std::optional<tile::Precision>>(name)
                                              .Cases("default", "highest", "float32", tile::Precision::ieee)
                                              .Cases("high", "tf32_tf32_f32_x3", tile::Precision::tf32x3)
                                              .Cases("tensorfloat32", "tf32_tf32_f32", tile::Precision::tf32)
                                              .Cases("f32_f32_f32", "f16_f16_f32", "bf16_bf16_f32", "f64_f64_f64", tile::Precision::ieee) // see checkAlgorithm
                                              .Default(std::nullopt);
  if (!chosen)
    return evaluator.raise(DiagnosticId::notSupported, "the precision `" + name + "` is not supported yet")
        .note("use `default`, `high`, `highest` or `tensorfloat32`");
  options.precision = *chosen;
  return options;
}

/// `64x128` for messages about products.
static std::string timesShape(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? "x" : "") + std::to_string(extent);
  return text;
}

static Raised raiseInner(Evaluator &evaluator, const Operand &x, const Operand &y) {
  Raised raised = evaluator.raise(DiagnosticId::dotInnerSize, "inner sizes differ: " + describe(evaluator, x.array) + " is " +
                                                                  timesShape(x.shape()) + " but " + describe(evaluator, y.array) +
                                                                  " is " + timesShape(y.shape()));
  noteShape(evaluator, raised, x);
  noteShape(evaluator, raised, y);
  if (x.array->flavour == Flavour::numpy && y.array->flavour == Flavour::numpy)
    evaluator.pendingException()->instanceType = evaluator.builtinClass("ValueError");
  return raised;
}

struct Product {
  Operand lhs, rhs;
  mlir::Value left, right; // of the operands' common type
  DType operandType;
  ElementType resultType;
  Flavour flavour;
};

static std::optional<Product> prepareProduct(Evaluator &evaluator, Value x, Value y, const DotOptions &options, llvm::StringRef function) {
  std::optional<Operand> lhs = toOperand(evaluator, x, function);
  std::optional<Operand> rhs = lhs ? toOperand(evaluator, y, function) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  if (lhs->shape().empty() || rhs->shape().empty()) {
    const Operand &scalar = lhs->shape().empty() ? *lhs : *rhs;
    return evaluator.raise(DiagnosticId::shapeMismatch, "`" + function.str() + "` needs arrays with at least one axis: " +
                                                            describeShape(evaluator, scalar))
        .note("multiply by a scalar with `*`");
  }
  Operand operands[] = {*lhs, *rhs};
  std::optional<Common> common = promoteOperands(evaluator, operands, function);
  if (!common)
    return std::nullopt;
  ElementType result = common->type;
  if (options.preferred)
    result = {*options.preferred, false};
  // Products of booleans are counted as integers and tested at the end by their users; JAX's own result is boolean.
  DType operandType = common->type.dtype == DType::boolean ? DType::int32 : common->type.dtype;
  Product product{*lhs, *rhs, {}, {}, operandType, result, common->flavour};
  product.left = materialize(evaluator, *lhs, operandType);
  product.right = product.left ? materialize(evaluator, *rhs, operandType) : nullptr;
  return product.right ? std::optional<Product>(product) : std::nullopt;
}

static mlir::Value emitDot(Emitter &emitter, const Product &product, mlir::Value left, mlir::Value right, const DotOptions &options) {
  llvm::ArrayRef<int64_t> l = tile::getShape(left.getType()), r = tile::getShape(right.getType());
  Shape shape(l);
  shape.back() = r.back();
  DType type = product.resultType.dtype == DType::boolean ? DType::int32 : product.resultType.dtype;
  mlir::Type resultType = getArrayType(emitter.builder.getContext(), shape, type);
  mlir::Value result = emitter.create<tile::DotOp>(resultType, left, right, mlir::Value(), options.precision,
                                                   numerics::isUnsigned(product.operandType));
  return emitter.cast(result, type, product.resultType.dtype);
}

Value frontend::applyMatmul(Evaluator &evaluator, Value x, Value y, const DotOptions &options, llvm::StringRef function) {
  std::optional<Product> product = prepareProduct(evaluator, x, y, options, function);
  if (!product)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  Shape left(product->lhs.shape()), right(product->rhs.shape());
  bool vectorLeft = left.size() == 1, vectorRight = right.size() == 1;
  if (vectorLeft)
    left.insert(left.begin(), 1);
  if (vectorRight)
    right.push_back(1);
  if (left.back() != right[right.size() - 2])
    return raiseInner(evaluator, product->lhs, product->rhs);
  std::optional<Shape> batch = broadcastShapes(llvm::ArrayRef<int64_t>(left).drop_back(2), llvm::ArrayRef<int64_t>(right).drop_back(2));
  if (!batch)
    return evaluator.raise(DiagnosticId::shapeMismatch, "the batch axes do not go together: " + describeShape(evaluator, product->lhs) +
                                                            " but " + describeShape(evaluator, product->rhs));
  auto prepare = [&](mlir::Value value, const Shape &matrix) {
    Shape full(*batch);
    full.append({matrix[matrix.size() - 2], matrix.back()});
    return emitter.broadcastTo(emitter.reshape(value, matrix), full);
  };
  mlir::Value result = emitDot(emitter, *product, prepare(product->left, left), prepare(product->right, right), options);
  Shape shape(*batch);
  if (!vectorLeft)
    shape.push_back(left[left.size() - 2]);
  if (!vectorRight)
    shape.push_back(right.back());
  return wrap(evaluator, emitter.reshape(result, shape), product->resultType, product->flavour);
}

/// Moves `batch` axes to the front, then the free axes and the contracted ones in the order asked, and flattens each group:
/// the operand of one batched matrix product.
static mlir::Value flattenOperand(Emitter &emitter, mlir::Value value, llvm::ArrayRef<int64_t> batch, llvm::ArrayRef<int64_t> contract,
                                  bool contractLast, Shape &freeShape) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(value.getType());
  llvm::SmallVector<int64_t> free;
  for (int64_t axis = 0; axis < static_cast<int64_t>(shape.size()); ++axis)
    if (!llvm::is_contained(batch, axis) && !llvm::is_contained(contract, axis))
      free.push_back(axis);
  llvm::SmallVector<int64_t> permutation(batch);
  llvm::append_range(permutation, contractLast ? llvm::ArrayRef<int64_t>(free) : contract);
  llvm::append_range(permutation, contractLast ? contract : llvm::ArrayRef<int64_t>(free));
  Shape flat;
  int64_t freeSize = 1, contractSize = 1;
  for (int64_t axis : batch)
    flat.push_back(shape[axis]);
  for (int64_t axis : free) {
    freeShape.push_back(shape[axis]);
    freeSize *= shape[axis];
  }
  for (int64_t axis : contract)
    contractSize *= shape[axis];
  flat.push_back(contractLast ? freeSize : contractSize);
  flat.push_back(contractLast ? contractSize : freeSize);
  return emitter.reshape(emitter.transpose(value, permutation), flat);
}

Value frontend::applyDotGeneral(Evaluator &evaluator, Value x, Value y, llvm::ArrayRef<int64_t> contractX,
                                llvm::ArrayRef<int64_t> contractY, llvm::ArrayRef<int64_t> batchX, llvm::ArrayRef<int64_t> batchY,
                                const DotOptions &options, llvm::StringRef function) {
  std::optional<Product> product = prepareProduct(evaluator, x, y, options, function);
  if (!product)
    return nullptr;
  llvm::ArrayRef<int64_t> left = product->lhs.shape(), right = product->rhs.shape();
  auto valid = [](llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> shape) {
    return llvm::all_of(axes, [&](int64_t axis) { return axis >= 0 && axis < static_cast<int64_t>(shape.size()); });
  };
  if (contractX.size() != contractY.size() || batchX.size() != batchY.size() || !valid(contractX, left) || !valid(batchX, left) ||
      !valid(contractY, right) || !valid(batchY, right))
    return evaluator.raise(DiagnosticId::valueError, "`dimension_numbers` do not fit: " + describeShape(evaluator, product->lhs) +
                                                         " and " + describeShape(evaluator, product->rhs));
  for (auto [l, r] : llvm::zip(contractX, contractY))
    if (left[l] != right[r])
      return raiseInner(evaluator, product->lhs, product->rhs);
  for (auto [l, r] : llvm::zip(batchX, batchY))
    if (left[l] != right[r])
      return evaluator.raise(DiagnosticId::shapeMismatch, "the batch axes differ: " + describeShape(evaluator, product->lhs) + " but " +
                                                              describeShape(evaluator, product->rhs));
  Emitter emitter = emitterHere(evaluator);
  Shape shape;
  for (int64_t axis : batchX)
    shape.push_back(left[axis]);
  mlir::Value l = flattenOperand(emitter, product->left, batchX, contractX, /*contractLast=*/true, shape);
  mlir::Value r = flattenOperand(emitter, product->right, batchY, contractY, /*contractLast=*/false, shape);
  mlir::Value result = emitDot(emitter, *product, l, r, options);
  return wrap(evaluator, emitter.reshape(result, shape), product->resultType, product->flavour);
}
