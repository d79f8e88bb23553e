// SPDX-License-Identifier: Apache-2.0
// Elementwise operations of JAX and NumPy. Each operation belongs to a class of type rules (`numerics::DType` in, out), the same
// classes that JAX's documentation has: same type, inexact, integers and booleans only, tests.
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/jax/NumpyViews.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static std::string nameOf(DType type) { return "`" + std::string(numerics::getName(type)) + "`"; }

Flavour frontend::flavourOf(llvm::ArrayRef<Operand> operands) {
  bool anyNumpy = false;
  for (const Operand &operand : operands) {
    if (operand.array && operand.array->flavour != Flavour::numpy)
      return Flavour::jax;
    anyNumpy |= operand.array != nullptr;
  }
  return anyNumpy ? Flavour::numpy : Flavour::jax;
}

std::optional<Common> frontend::promoteOperands(Evaluator &evaluator, llvm::ArrayRef<Operand> operands, llvm::StringRef function) {
  Flavour flavour = flavourOf(operands);
  if (function.starts_with("np.") && llvm::all_of(operands, [](const Operand &operand) { return operand.isNumber(); }))
    flavour = Flavour::numpy;
  for (const Operand &operand : operands)
    if (operand.array && (operand.array->flavour == Flavour::torch || operand.array->flavour == Flavour::triton))
      return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes JAX arrays, but " +
                                                          describe(evaluator, operand.array) + " is a `" +
                                                          operand.array->typeName(evaluator) + "`");
  if (flavour == Flavour::numpy) {
    llvm::SmallVector<TorchOperand> types;
    for (const Operand &operand : operands)
      types.push_back({operand.type.dtype, operand.isNumber()});
    return Common{{promoteNumpy(types), false}, flavour};
  }
  llvm::SmallVector<ElementType> types;
  for (const Operand &operand : operands) {
    ElementType type = operand.type;
    // A NumPy array enters JAX in x32 mode.
    type.dtype = canonicalizeX32(type.dtype);
    types.push_back(type);
  }
  if (std::optional<ElementType> type = promoteJax(types))
    return Common{*type, flavour};
  return evaluator
      .raise(DiagnosticId::dtypeMismatch, "`" + function.str() + "` has no implicit conversion between " +
                                              nameOf(types.front().dtype) + " and " + nameOf(types.back().dtype))
      .note("convert one side with `.astype(...)`");
}

//===-- two operands ------------------------------------------------------------------------------------------===//

namespace {
enum class Rule { same, arithmetic, noBoolean, inexact, widenBoolean, bitwise, integers };
}

static Rule ruleOf(Binary op) {
  switch (op) {
  case Binary::sub:
    return Rule::noBoolean;
  case Binary::divide:
  case Binary::atan2:
  case Binary::copySign:
    return Rule::inexact;
  case Binary::floorDivide:
  case Binary::floorRemainder:
  case Binary::truncDivide:
  case Binary::truncRemainder:
    return Rule::widenBoolean;
  case Binary::bitAnd:
  case Binary::bitOr:
  case Binary::bitXor:
    return Rule::bitwise;
  case Binary::shiftLeft:
  case Binary::shiftRight:
  case Binary::shiftRightLogical:
  case Binary::shiftRightArithmetic:
    return Rule::integers;
  default:
    return Rule::same;
  }
}

DType frontend::toFloatNumpy(DType type) {
  unsigned width = numerics::getBitWidth(type);
  return numerics::isFloat(type) ? type : width <= 8 ? DType::float16 : width == 16 ? DType::float32 : DType::float64;
}

/// Where a Python integer lies in respect of an integer dtype: below (-1), inside (0), above (1).
static int placeOf(const Operand &operand, DType type) {
  auto *integer = operand.isNumber() ? dyn_cast<IntObject>(operand.object) : nullptr;
  if (!integer || !numerics::isInteger(type) || type == DType::boolean)
    return 0;
  unsigned width = numerics::getBitWidth(type);
  bool isUnsigned = numerics::isUnsigned(type);
  std::optional<int64_t> value = integer->value.asInt64();
  if (!value)
    return integer->value.isNegative() ? -1 : isUnsigned && width == 64 && integer->value.bitLength() <= 64 ? 0 : 1;
  if (isUnsigned)
    return *value < 0 ? -1 : width < 63 && *value >> width ? 1 : 0;
  int64_t limit = width < 64 ? (int64_t(1) << (width - 1)) - 1 : INT64_MAX;
  return *value > limit ? 1 : *value < -limit - 1 ? -1 : 0;
}

/// NumPy refuses a Python integer that the array's dtype does not hold, where JAX wraps it.
static bool checkNumbers(Evaluator &evaluator, llvm::ArrayRef<Operand> operands, DType type, Flavour flavour) {
  if (flavour != Flavour::numpy || llvm::all_of(operands, [](const Operand &operand) { return operand.isNumber(); }))
    return true;
  for (const Operand &operand : operands) {
    if (placeOf(operand, type) == 0)
      continue;
    evaluator.raise(DiagnosticId::valueError, "Python integer " + cast<IntObject>(operand.object)->value.toString() + " out of bounds for " + std::string(numerics::getName(type)));
    evaluator.pendingException()->instanceType = evaluator.builtinClass("OverflowError");
    return false;
  }
  return true;
}

/// Truths have no difference and no negative. NumPy names the way out in its own words.
static std::nullopt_t refuseTruths(Evaluator &evaluator, Flavour flavour, llvm::StringRef function, bool isUnary) {
  if (flavour != Flavour::numpy) {
    evaluator
        .raise(DiagnosticId::typeError, "`" + function.str() + "` does not apply to " +
                                            (isUnary ? "a boolean array" : "two boolean arrays"))
        .note(isUnary ? "use `~` or `jnp.logical_not`" : "use `^` or `jnp.logical_xor`");
    return std::nullopt;
  }
  evaluator.raise(DiagnosticId::typeError,
                  isUnary ? "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or "
                            "the logical_not function instead."
                          : "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
                            "operator, or the logical_xor function instead.");
  return std::nullopt;
}

/// The type in which the operation is done; an error where the rule excludes it.
static std::optional<ElementType> applyRule(Evaluator &evaluator, Rule rule, ElementType type, Flavour flavour,
                                            llvm::StringRef function, bool isUnary = false) {
  bool boolean = type.dtype == DType::boolean, floating = numerics::isFloat(type.dtype);
  if (rule == Rule::noBoolean && boolean)
    return refuseTruths(evaluator, flavour, function, isUnary);
  if ((rule == Rule::bitwise || rule == Rule::integers) && floating)
    return evaluator.raise(DiagnosticId::typeError,
                           "`" + function.str() + "` takes integers and booleans, not " + nameOf(type.dtype));
  if ((rule == Rule::widenBoolean || rule == Rule::integers) && boolean)
    return ElementType{flavour == Flavour::numpy ? DType::int8 : DType::int32, false};
  if (rule == Rule::inexact && flavour == Flavour::numpy && !floating)
    return ElementType{toFloatNumpy(type.dtype), false};
  return rule == Rule::inexact ? toInexact(type) : type;
}

/// NumPy's float for two operands that are no floats: `/` has one loop for all of them, the other functions take the smallest that
/// holds each operand, which need not hold their common integer type (int8 with uint8: float16).
static DType loopOfNumpy(Binary op, llvm::ArrayRef<Operand> operands, DType common) {
  bool isWidened = llvm::any_of(operands, [&](const Operand &operand) {
    return operand.array && operand.type.dtype == DType::boolean && common != DType::boolean;
  });
  if (op == Binary::divide ||
      (isWidened && llvm::any_of(operands, [](const Operand &operand) { return !operand.array; })))
    return DType::float64; // of booleans and a Python integer, which is an int64 there
  llvm::SmallVector<TorchOperand> floats;
  for (const Operand &operand : operands)
    if (operand.array)
      floats.push_back({frontend::toFloatNumpy(operand.type.dtype), false});
  return floats.empty() ? frontend::toFloatNumpy(common) : promoteNumpy(floats);
}

Value frontend::applyBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function) {
  if (op == Binary::power)
    return applyPower(evaluator, x, y, function);
  std::optional<Operand> lhs = toOperand(evaluator, x, function);
  std::optional<Operand> rhs = lhs ? toOperand(evaluator, y, function) : std::nullopt;
  if (!rhs)
    return nullptr;
  Operand operands[] = {*lhs, *rhs};
  std::optional<Common> common = promoteOperands(evaluator, operands, function);
  std::optional<ElementType> type = common ? applyRule(evaluator, ruleOf(op), common->type, common->flavour, function) : std::nullopt;
  if (type && ruleOf(op) == Rule::inexact && common->flavour == Flavour::numpy && !numerics::isFloat(common->type.dtype))
    type->dtype = loopOfNumpy(op, operands, common->type.dtype);
  if (type && !checkNumbers(evaluator, operands, type->dtype, common->flavour))
    return nullptr;
  std::optional<Shape> shape = type ? broadcastOperands(evaluator, operands, function) : std::nullopt;
  if (!shape)
    return nullptr;
  mlir::Value left = materialize(evaluator, *lhs, type->dtype, *shape);
  mlir::Value right = left ? materialize(evaluator, *rhs, type->dtype, *shape) : nullptr;
  if (!right)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  bool divides = op == Binary::floorDivide || op == Binary::floorRemainder || op == Binary::truncRemainder;
  if (divides && common->flavour == Flavour::numpy && !numerics::isFloat(type->dtype)) { // by zero it is 0 there
    mlir::Value zero = emitter.constantInt(0, type->dtype, *shape), one = emitter.constantInt(1, type->dtype, *shape);
    mlir::Value isZero = emitter.compare(Compare::eq, right, zero, type->dtype);
    mlir::Value quotient = emitter.binary(op, left, emitter.select(isZero, one, right), type->dtype);
    return layOutLike(evaluator, wrap(evaluator, emitter.select(isZero, zero, quotient), *type, common->flavour),
                      {x, y});
  }
  return layOutLike(evaluator, wrap(evaluator, emitter.binary(op, left, right, type->dtype), *type, common->flavour),
                    {x, y});
}

Value frontend::applyCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function) {
  std::optional<Operand> lhs = toOperand(evaluator, x, function);
  std::optional<Operand> rhs = lhs ? toOperand(evaluator, y, function) : std::nullopt;
  if (!rhs)
    return nullptr;
  Operand operands[] = {*lhs, *rhs};
  std::optional<Common> common = promoteOperands(evaluator, operands, function);
  std::optional<Shape> shape = common ? broadcastOperands(evaluator, operands, function) : std::nullopt;
  if (!shape)
    return nullptr;
  // A Python integer that NumPy's array can't hold is still compared by its value.
  if (common->flavour == Flavour::numpy && lhs->isNumber() != rhs->isNumber())
    if (int place = lhs->isNumber() ? -placeOf(*lhs, common->type.dtype) : placeOf(*rhs, common->type.dtype)) {
      bool isLess = place > 0, holds = op == Compare::ne || (isLess ? op == Compare::lt || op == Compare::le : op == Compare::gt || op == Compare::ge);
      return layOutLike(evaluator,
                        wrap(evaluator, emitterHere(evaluator).constantInt(holds, DType::boolean, *shape),
                             DType::boolean, Flavour::numpy),
                        {x, y});
    }
  mlir::Value left = materialize(evaluator, *lhs, common->type.dtype, *shape);
  mlir::Value right = left ? materialize(evaluator, *rhs, common->type.dtype, *shape) : nullptr;
  if (!right)
    return nullptr;
  mlir::Value result = emitterHere(evaluator).compare(op, left, right, common->type.dtype);
  return layOutLike(evaluator, wrap(evaluator, result, DType::boolean, common->flavour), {x, y});
}

/// Whether any element is below or above a bound: the values are looked at.
static std::optional<bool> isAny(Evaluator &evaluator, Compare op, Value array, int64_t bound,
                                 llvm::StringRef function) {
  Value found = applyCompare(evaluator, op, array, evaluator.integer(bound), function);
  Value any = found ? applyReduce(evaluator, Reduce::any, found, {}, function) : nullptr;
  return any ? evaluator.truth(any) : std::nullopt;
}

/// Integers to integer powers in NumPy, which refuses negative ones. The recorded operation has XLA's rule, which takes
/// the six low bits of an exponent: the others are done here, where there are any.
static mlir::Value powerOfIntegers(Evaluator &evaluator, mlir::Value x, mlir::Value y, DType type,
                                   llvm::StringRef function) {
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result = emitter.binary(Binary::power, x, y, type);
  Value exponents = wrap(evaluator, y, type, Flavour::numpy);
  std::optional<bool> isNegative =
      numerics::isSigned(type) ? isAny(evaluator, Compare::lt, exponents, 0, function) : false;
  if (isNegative && *isNegative)
    return evaluator.raise(DiagnosticId::valueError, "Integers to negative integer powers are not allowed."), nullptr;
  std::optional<bool> isLong = isNegative ? isAny(evaluator, Compare::gt, exponents, 63, function) : std::nullopt;
  if (!isLong)
    return nullptr;
  for (size_t bit = 6; *isLong && bit < numerics::getBitWidth(type); bit += 6) {
    x = emitter.integerPower(x, 64, type);
    y = emitter.binary(Binary::shiftRightLogical, y, emitter.constantInt(6, type, tile::getShape(y.getType())), type);
    result = emitter.binary(Binary::mul, result, emitter.binary(Binary::power, x, y, type), type);
  }
  return result;
}

Value frontend::applyPower(Evaluator &evaluator, Value x, Value y, llvm::StringRef function) {
  std::optional<Operand> base = toOperand(evaluator, x, function);
  std::optional<Operand> exponent = base ? toOperand(evaluator, y, function) : std::nullopt;
  if (!exponent)
    return nullptr;
  auto *integer = dyn_cast<IntObject>(y);
  std::optional<int64_t> known = integer ? integer->value.asInt64() : std::nullopt;
  if (known && base->array && *known >= -64 && *known <= 64) {
    // A known exponent leaves the base's type alone and multiplies.
    ElementType type = base->type;
    if (type.dtype == DType::boolean) { // NumPy's operator squares, which is done in the narrowest integer
      DType wide = *known == 2 && !function.starts_with("np.") ? DType::int8 : DType::int64;
      type = {flavourOf(*base) == Flavour::numpy ? wide : DType::int32, false};
    }
    if (*known < 0 && !numerics::isFloat(type.dtype) && flavourOf(*base) == Flavour::numpy &&
        countElements(base->shape()) == 0)
      known = 0; // no element that could not have it
    if (*known < 0 && !numerics::isFloat(type.dtype) && flavourOf(*base) == Flavour::numpy)
      return evaluator.raise(DiagnosticId::valueError, "Integers to negative integer powers are not allowed.");
    if (*known < 0 && !numerics::isFloat(type.dtype))
      return evaluator.raise(DiagnosticId::typeError, "integers can't be raised to the negative power " + std::to_string(*known))
          .note("convert the base to a float first, with `.astype(jnp.float32)`");
    mlir::Value value = materialize(evaluator, *base, type.dtype);
    if (!value)
      return nullptr;
    Emitter emitter = emitterHere(evaluator);
    Value result = wrap(evaluator, emitter.integerPower(value, *known, type.dtype), type, flavourOf(*base));
    return layOutLike(evaluator, result, {x});
  }
  Operand operands[] = {*base, *exponent};
  std::optional<Common> common = promoteOperands(evaluator, operands, function);
  std::optional<Shape> shape = common ? broadcastOperands(evaluator, operands, function) : std::nullopt;
  if (!shape)
    return nullptr;
  ElementType type = common->type;
  if (type.dtype == DType::boolean)
    type = {common->flavour == Flavour::numpy ? DType::int8 : DType::int32, false};
  mlir::Value left = materialize(evaluator, *base, type.dtype, *shape);
  mlir::Value right = left ? materialize(evaluator, *exponent, type.dtype, *shape) : nullptr;
  if (!right)
    return nullptr;
  if (common->flavour == Flavour::numpy && numerics::isInteger(type.dtype) && !isTracing(evaluator)) {
    mlir::Value result = powerOfIntegers(evaluator, left, right, type.dtype, function);
    return result ? layOutLike(evaluator, wrap(evaluator, result, type, common->flavour), {x, y}) : nullptr;
  }
  mlir::Value result = emitterHere(evaluator).binary(Binary::power, left, right, type.dtype);
  return layOutLike(evaluator, wrap(evaluator, result, type, common->flavour), {x, y});
}

//===-- one operand -------------------------------------------------------------------------------------------===//

static bool isTest(Unary op) {
  return op == Unary::isNan || op == Unary::isInf || op == Unary::isFinite || op == Unary::logicalNot;
}

static Rule ruleOf(Unary op) {
  switch (op) {
  case Unary::neg:
    return Rule::noBoolean;
  case Unary::bitNot:
  case Unary::populationCount:
  case Unary::countLeadingZeros:
    return Rule::bitwise;
  case Unary::abs:
  case Unary::sign:
  case Unary::square:
  case Unary::floor:
  case Unary::ceil:
  case Unary::trunc:
  case Unary::roundAway:
  case Unary::roundEven:
    return Rule::same;
  default:
    return isTest(op) ? Rule::same : Rule::inexact;
  }
}

Value frontend::applyUnary(Evaluator &evaluator, Unary op, Value x, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  std::optional<Common> common = operand ? promoteOperands(evaluator, *operand, function) : std::nullopt;
  std::optional<ElementType> type =
      common ? applyRule(evaluator, ruleOf(op), common->type, common->flavour, function, /*isUnary=*/true)
             : std::nullopt;
  if (type && common->flavour == Flavour::numpy) {
    bool isBoolean = common->type.dtype == DType::boolean;
    if (isBoolean && op == Unary::sign)
      return evaluator.raise(DiagnosticId::typeError, "ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtype[bool]'> -> None");
    if (isBoolean && (op == Unary::square || op == Unary::reciprocal))
      type->dtype = DType::int8;
    if (op == Unary::reciprocal && !numerics::isFloat(common->type.dtype)) { // of integers: 1 // x, toward zero
      type->dtype = isBoolean ? DType::int8 : common->type.dtype;
      mlir::Value divisor = materialize(evaluator, *operand, type->dtype);
      Emitter emitter = emitterHere(evaluator);
      if (!divisor)
        return nullptr;
      mlir::Value one = emitter.constantInt(1, type->dtype, tile::getShape(divisor.getType()));
      mlir::Value quotient = emitter.binary(Binary::truncDivide, one, divisor, type->dtype);
      // Of 0: infinity as C gives it on x86-64, by way of 32 or 64 bits.
      bool isWide = numerics::isSigned(type->dtype) && numerics::getBitWidth(type->dtype) >= 32;
      mlir::Value ofZero = emitter.constantInt(isWide ? INT64_MIN >> (64 - numerics::getBitWidth(type->dtype)) : 0,
                                               type->dtype, tile::getShape(divisor.getType()));
      mlir::Value isZero = emitter.compare(
          Compare::eq, divisor, emitter.constantInt(0, type->dtype, tile::getShape(divisor.getType())), type->dtype);
      Value result = wrap(evaluator, emitter.select(isZero, ofZero, quotient), *type, common->flavour);
      return layOutLike(evaluator, result, {x});
    }
  }
  mlir::Value value = type ? materialize(evaluator, *operand, type->dtype) : nullptr;
  if (!value)
    return nullptr;
  mlir::Value result = emitterHere(evaluator).unary(op, value, type->dtype);
  ElementType given = isTest(op) ? ElementType{DType::boolean, false} : *type;
  return layOutLike(evaluator, wrap(evaluator, result, given, common->flavour), {x});
}

//===-- selection ---------------------------------------------------------------------------------------------===//

Value frontend::applyWhere(Evaluator &evaluator, Value condition, Value x, Value y, llvm::StringRef function) {
  std::optional<Operand> test = toOperand(evaluator, condition, function);
  std::optional<Operand> lhs = test ? toOperand(evaluator, x, function) : std::nullopt;
  std::optional<Operand> rhs = lhs ? toOperand(evaluator, y, function) : std::nullopt;
  if (!rhs)
    return nullptr;
  if (!test->array && !lhs->array && !rhs->array && function.starts_with("np.")) { // three Python numbers
    Value first = makeJaxArray(evaluator, x, std::nullopt, Flavour::numpy),
          second = makeJaxArray(evaluator, y, std::nullopt, Flavour::numpy);
    return first && second ? applyWhere(evaluator, condition, first, second, function) : nullptr;
  }
  Operand branches[] = {*lhs, *rhs}, all[] = {*test, *lhs, *rhs};
  std::optional<Common> common = promoteOperands(evaluator, branches, function);
  std::optional<Shape> shape = common ? broadcastOperands(evaluator, all, function) : std::nullopt;
  if (!shape)
    return nullptr;
  if (!checkNumbers(evaluator, branches, common->type.dtype, flavourOf(all)))
    return nullptr;
  mlir::Value mask = materialize(evaluator, *test, DType::boolean, *shape);
  mlir::Value left = mask ? materialize(evaluator, *lhs, common->type.dtype, *shape) : nullptr;
  mlir::Value right = left ? materialize(evaluator, *rhs, common->type.dtype, *shape) : nullptr;
  if (!right)
    return nullptr;
  mlir::Value chosen = emitterHere(evaluator).select(mask, left, right);
  return layOutLike(evaluator, wrap(evaluator, chosen, common->type, flavourOf(all)), {condition, x, y});
}

//===-- conversion and shape ----------------------------------------------------------------------------------===//

Value frontend::applyCast(Evaluator &evaluator, Value x, DType type, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  mlir::Value value = operand ? materialize(evaluator, *operand, type) : nullptr;
  bool isNumpyNumber = operand && operand->isNumber() && function.starts_with("np.");
  if (!value)
    return nullptr;
  return layOutLike(evaluator, wrap(evaluator, value, type, isNumpyNumber ? Flavour::numpy : flavourOf(*operand)), {x});
}

Value frontend::applyReshape(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> given, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  mlir::Value value = operand ? materialize(evaluator, *operand, operand->type.dtype) : nullptr;
  if (!value)
    return nullptr;
  Shape shape(given.begin(), given.end());
  int64_t total = countElements(operand->shape()), known = 1;
  int64_t *open = nullptr;
  for (int64_t &extent : shape) {
    if (extent < -1 || (extent == -1 && open))
      return evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` can't make the shape " + formatShape(given) +
                                                           ": at most one size may be -1, the others not negative");
    if (extent == -1)
      open = &extent;
    else
      known *= extent;
  }
  if (open)
    *open = known == 0 ? 0 : total / known;
  if (countElements(shape) != total) {
    Raised raised = evaluator.raise(DiagnosticId::shapeMismatch,
                                    "can't reshape " + std::to_string(total) + " elements into " + formatShape(given) + ": " +
                                        describeShape(evaluator, *operand));
    noteShape(evaluator, raised, *operand);
    return nullptr;
  }
  Value result = wrap(evaluator, emitterHere(evaluator).reshape(value, shape), operand->type, flavourOf(*operand));
  markReshape(evaluator, x, result);
  return result;
}

Value frontend::applyTranspose(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> given, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  mlir::Value value = operand ? materialize(evaluator, *operand, operand->type.dtype) : nullptr;
  if (!value)
    return nullptr;
  int64_t rank = operand->shape().size();
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis : given) {
    std::optional<int64_t> normal = normalizeAxis(evaluator, axis, rank, function);
    if (!normal)
      return nullptr;
    if (llvm::is_contained(permutation, *normal))
      return evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(axis) + " is given twice to `" + function.str() + "`");
    permutation.push_back(*normal);
  }
  if (given.empty())
    for (int64_t axis = rank; axis-- > 0;)
      permutation.push_back(axis);
  if (static_cast<int64_t>(permutation.size()) != rank)
    return evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` got " + std::to_string(permutation.size()) +
                                                         " axes for an array with " + std::to_string(rank));
  Value result = wrap(evaluator, emitterHere(evaluator).transpose(value, permutation), operand->type, flavourOf(*operand));
  markTranspose(evaluator, x, result, permutation);
  return result;
}

Value frontend::applyBroadcastTo(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> shape, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  if (!operand)
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(operand->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape)
    return evaluator.raise(DiagnosticId::shapeMismatch,
                           "can't broadcast to " + formatShape(shape) + ": " + describeShape(evaluator, *operand));
  mlir::Value value = materialize(evaluator, *operand, operand->type.dtype, shape);
  return value ? layOutLike(evaluator, wrap(evaluator, value, operand->type, flavourOf(*operand)), {x}) : nullptr;
}
