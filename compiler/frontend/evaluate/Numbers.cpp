// SPDX-License-Identifier: Apache-2.0
// Arithmetic of int, bool and float as Python defines it: exact integers, division and remainder that round towards
// minus infinity, true division of integers of any size, comparison of int with float without loss.
#include "compiler/frontend/evaluate/DigitLimit.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;

static std::optional<Integer> integerOf(const Object *value) {
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return Integer(boolean->value);
  if (auto *integer = llvm::dyn_cast<IntObject>(value))
    return integer->value;
  return std::nullopt;
}

/// The number as a double; empty for an integer too large for one.
static std::optional<double> doubleOf(const Object *value) {
  if (auto *floating = llvm::dyn_cast<FloatObject>(value))
    return floating->value;
  double result = integerOf(value)->toDouble();
  return std::isfinite(result) ? std::optional<double>(result) : std::nullopt;
}

static Raised divisionByZero(Evaluator &evaluator, const char *what) {
  return evaluator.raise(DiagnosticId::zeroDivision, what);
}

static Raised tooLarge(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::valueError, "the integer result has more than " + std::to_string(Integer::maxBits) +
                                                       " bits, which is the limit while compiling");
}

static Value divideIntegers(Evaluator &evaluator, const Integer &a, const Integer &b) {
  double x = a.toDouble(), y = b.toDouble();
  if (a.bitLength() <= 53 && b.bitLength() <= 53)
    return evaluator.floating(x / y);
  // Scale so that the quotient has 66 bits, then round once with a sticky bit.
  int shift = 66 - (static_cast<int>(a.bitLength()) - static_cast<int>(b.bitLength()));
  Integer numerator = a.isNegative() ? -a : a, denominator = b.isNegative() ? -b : b;
  std::optional<Integer> scaled;
  if (shift >= 0)
    scaled = numerator.shiftLeft(static_cast<unsigned>(shift)), numerator = scaled.value_or(0);
  else
    scaled = denominator.shiftLeft(static_cast<unsigned>(-shift)), denominator = scaled.value_or(1);
  if (!scaled)
    return tooLarge(evaluator);
  Integer quotient, remainder;
  Integer::floorDivide(numerator, denominator, quotient, remainder);
  if (!remainder.isZero())
    quotient = quotient | Integer(1);
  double result = std::ldexp(quotient.toDouble(), -shift);
  if (!std::isfinite(result))
    return raiseOverflow(evaluator, "integer division result too large for a float");
  return evaluator.floating(a.isNegative() != b.isNegative() ? -result : result);
}

/// `x ** y` where CPython has an error for it and C does not: an infinity out of finite numbers.
static Value powerOfFloats(Evaluator &evaluator, double x, double y) {
  if (x == 0 && y < 0 && std::isfinite(y))
    return divisionByZero(evaluator, "0.0 cannot be raised to a negative power");
  double result = std::pow(x, y);
  if (std::isinf(result) && std::isfinite(x) && std::isfinite(y)) {
    raiseOverflow(evaluator, "(34, 'Numerical result out of range')");
    evaluator.pendingException()->arguments = {evaluator.integer(34), evaluator.string("Numerical result out of range")};
    return nullptr;
  }
  return evaluator.floating(result);
}

static Value powerOfIntegers(Evaluator &evaluator, const Integer &a, const Integer &b) {
  if (b.isNegative()) {
    double x = a.toDouble(), y = b.toDouble();
    if (!std::isfinite(x) || !std::isfinite(y))
      return raiseOverflow(evaluator, "int too large to convert to float");
    return powerOfFloats(evaluator, x, y);
  }
  std::optional<Integer> result;
  if (b.fitsInt64())
    result = a.power(static_cast<uint64_t>(*b.asInt64()));
  else if (a.bitLength() <= 1) // of 0, 1 and -1 nothing counts but whether it is odd
    result = a.power(b.value()[0] ? 1 : 2);
  if (!result)
    return tooLarge(evaluator);
  return evaluator.integer(*result);
}

static Value shift(Evaluator &evaluator, BinaryOp op, const Integer &a, const Integer &b) {
  if (b.isNegative())
    return evaluator.raise(DiagnosticId::valueError, "negative shift count");
  unsigned count = static_cast<unsigned>(std::min<int64_t>(b.asInt64().value_or(INT32_MAX), INT32_MAX));
  if (op == BinaryOp::shiftRight)
    return evaluator.integer(a.shiftRight(count));
  std::optional<Integer> result = a.shiftLeft(count);
  if (!result)
    return tooLarge(evaluator);
  return evaluator.integer(*result);
}

static std::optional<Value> integerBinary(Evaluator &evaluator, BinaryOp op, const Integer &a, const Integer &b) {
  Integer quotient, remainder;
  switch (op) {
  case BinaryOp::add:
    return evaluator.integer(a + b);
  case BinaryOp::subtract:
    return evaluator.integer(a - b);
  case BinaryOp::multiply:
    if (a.bitLength() + b.bitLength() > Integer::maxBits)
      return Value(tooLarge(evaluator));
    return evaluator.integer(a * b);
  case BinaryOp::divide:
    if (b.isZero())
      return Value(divisionByZero(evaluator, "division by zero"));
    return divideIntegers(evaluator, a, b);
  case BinaryOp::floorDivide:
  case BinaryOp::modulo:
    if (b.isZero())
      return Value(divisionByZero(evaluator, op == BinaryOp::modulo ? "integer modulo by zero"
                                                                    : "integer division or modulo by zero"));
    Integer::floorDivide(a, b, quotient, remainder);
    return evaluator.integer(op == BinaryOp::modulo ? remainder : quotient);
  case BinaryOp::power:
    return powerOfIntegers(evaluator, a, b);
  case BinaryOp::shiftLeft:
  case BinaryOp::shiftRight:
    return shift(evaluator, op, a, b);
  case BinaryOp::bitAnd:
    return evaluator.integer(a & b);
  case BinaryOp::bitOr:
    return evaluator.integer(a | b);
  case BinaryOp::bitXor:
    return evaluator.integer(a ^ b);
  case BinaryOp::matmul:
    return std::nullopt;
  }
  return std::nullopt;
}

static double floorModulo(double x, double y) {
  double remainder = std::fmod(x, y);
  if (remainder != 0 && (remainder < 0) != (y < 0))
    remainder += y;
  return remainder == 0 ? std::copysign(0.0, y) : remainder;
}

static double floorQuotient(double x, double y) {
  double remainder = std::fmod(x, y), quotient = (x - remainder) / y;
  if (remainder != 0 && (remainder < 0) != (y < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, x / y); // `-0.0 // 1` is -0.0
  double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1 : floored;
}

static std::optional<Value> floatBinary(Evaluator &evaluator, BinaryOp op, double x, double y) {
  switch (op) {
  case BinaryOp::add:
    return evaluator.floating(x + y);
  case BinaryOp::subtract:
    return evaluator.floating(x - y);
  case BinaryOp::multiply:
    return evaluator.floating(x * y);
  case BinaryOp::divide:
    if (y == 0)
      return Value(divisionByZero(evaluator, "float division by zero"));
    return evaluator.floating(x / y);
  case BinaryOp::floorDivide:
    if (y == 0)
      return Value(divisionByZero(evaluator, "float floor division by zero"));
    return evaluator.floating(floorQuotient(x, y));
  case BinaryOp::modulo:
    if (y == 0)
      return Value(divisionByZero(evaluator, "float modulo"));
    return evaluator.floating(floorModulo(x, y));
  case BinaryOp::power:
    if (x < 0 && std::isfinite(x) && std::isfinite(y) && y != std::floor(y))
      return ComplexObject(x, 0).binary(evaluator, op, evaluator.make<ComplexObject>(y, 0), false);
    return powerOfFloats(evaluator, x, y);
  default:
    return std::nullopt;
  }
}

std::optional<Value> NumberObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (!llvm::isa<NumberObject>(other))
    return std::nullopt;
  Value left = reflected ? other : this, right = reflected ? this : other;
  if (llvm::isa<FloatObject>(left) || llvm::isa<FloatObject>(right)) {
    std::optional<double> x = doubleOf(left), y = doubleOf(right);
    if (!x || !y)
      return Value(raiseOverflow(evaluator, "int too large to convert to float"));
    return floatBinary(evaluator, op, *x, *y);
  }
  auto isBit = [&] { return op == BinaryOp::bitAnd || op == BinaryOp::bitOr || op == BinaryOp::bitXor; };
  if (left->kind() == Kind::boolean && right->kind() == Kind::boolean && isBit()) {
    bool a = llvm::cast<BoolObject>(left)->value, b = llvm::cast<BoolObject>(right)->value;
    return evaluator.boolean(op == BinaryOp::bitAnd ? a && b : op == BinaryOp::bitOr ? a || b : a != b);
  }
  return integerBinary(evaluator, op, *integerOf(left), *integerOf(right));
}

std::optional<Value> NumberObject::unary(Evaluator &evaluator, UnaryOp op) {
  if (auto *floating = llvm::dyn_cast<FloatObject>(this)) {
    if (op == UnaryOp::invert)
      return std::nullopt;
    return op == UnaryOp::plus ? this : evaluator.floating(-floating->value);
  }
  Integer value = *integerOf(this);
  return evaluator.integer(op == UnaryOp::minus ? -value : op == UnaryOp::invert ? ~value : value);
}

/// -1, 0, 1, or 2 when unordered. An int and a float compare by their exact values.
static int orderNumbers(Value left, Value right) {
  auto *a = llvm::dyn_cast<FloatObject>(left), *b = llvm::dyn_cast<FloatObject>(right);
  if (!a && !b)
    return integerOf(left)->compare(*integerOf(right));
  if (a && b)
    return a->value < b->value ? -1 : a->value > b->value ? 1 : a->value == b->value ? 0 : 2;
  if (b)  {
    int swapped = orderNumbers(right, left);
    return swapped == 2 ? 2 : -swapped;
  }
  if (std::isnan(a->value))
    return 2;
  if (std::isinf(a->value))
    return a->value < 0 ? -1 : 1;
  double whole = std::floor(a->value);
  int order = Integer::fromDouble(whole)->compare(*integerOf(right));
  return order == 0 && whole != a->value ? 1 : order;
}

std::optional<Value> NumberObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (!llvm::isa<NumberObject>(other))
    return std::nullopt;
  int order = orderNumbers(this, other);
  switch (op) {
  case CompareOp::equal:
    return evaluator.boolean(order == 0);
  case CompareOp::notEqual:
    return evaluator.boolean(order != 0);
  case CompareOp::less:
    return evaluator.boolean(order == -1);
  case CompareOp::lessEqual:
    return evaluator.boolean(order == -1 || order == 0);
  case CompareOp::greater:
    return evaluator.boolean(order == 1);
  case CompareOp::greaterEqual:
    return evaluator.boolean(order == 1 || order == 0);
  default:
    return std::nullopt;
  }
}

//===-- quick ways ---------------------------------------------------------------------------------------------===//

/// The exact result where it fits 64 bits.
static std::optional<int64_t> operateOnInts(BinaryOp op, int64_t x, int64_t y) {
  int64_t result;
  switch (op) {
  case BinaryOp::add:
    return __builtin_add_overflow(x, y, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::subtract:
    return __builtin_sub_overflow(x, y, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::multiply:
    return __builtin_mul_overflow(x, y, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::floorDivide:
  case BinaryOp::modulo: {
    if (y == 0 || y == -1)
      return std::nullopt;
    int64_t rest = x % y;
    bool isBelow = rest != 0 && (rest < 0) != (y < 0);
    return op == BinaryOp::modulo ? (isBelow ? rest + y : rest) : x / y - isBelow;
  }
  case BinaryOp::shiftLeft:
    if (y < 0 || y > 30 || x < INT32_MIN || x > INT32_MAX)
      return std::nullopt;
    return x * (int64_t(1) << y);
  case BinaryOp::shiftRight:
    return y < 0 || y > 63 ? std::nullopt : std::optional(x >> y);
  case BinaryOp::bitAnd:
    return x & y;
  case BinaryOp::bitOr:
    return x | y;
  case BinaryOp::bitXor:
    return x ^ y;
  default:
    return std::nullopt;
  }
}

static std::optional<double> operateOnFloats(BinaryOp op, double x, double y) {
  switch (op) {
  case BinaryOp::add:
    return x + y;
  case BinaryOp::subtract:
    return x - y;
  case BinaryOp::multiply:
    return x * y;
  case BinaryOp::divide:
    return y == 0 ? std::nullopt : std::optional(x / y);
  default:
    return std::nullopt;
  }
}

/// A float, or an int of 64 bits as the nearest one.
static bool readPlainDouble(Value value, double &result) {
  if (value->kind() == Kind::floating && !value->isDerived()) {
    result = static_cast<FloatObject *>(value)->value;
    return true;
  }
  const IntObject *integer = plainInteger(value);
  if (integer)
    result = static_cast<double>(integer->value.low());
  return integer;
}

Value frontend::operateOnNumbers(Evaluator &evaluator, BinaryOp op, Value left, Value right, void *cell) {
  const IntObject *a = plainInteger(left), *b = a ? plainInteger(right) : nullptr;
  double x, y;
  if (b) {
    if (std::optional<int64_t> result = operateOnInts(op, a->value.low(), b->value.low()))
      return evaluator.makeInteger(*result, cell);
    if (op != BinaryOp::divide)
      return nullptr;
    constexpr int64_t exact = int64_t(1) << 53; // beyond, the quotient of the floats is not the float of the quotient
    if (std::max(a->value.low(), b->value.low()) > exact || std::min(a->value.low(), b->value.low()) < -exact)
      return nullptr;
  }
  if (!readPlainDouble(left, x) || !readPlainDouble(right, y))
    return nullptr;
  std::optional<double> result = operateOnFloats(op, x, y);
  return result ? evaluator.makeFloating(*result, cell) : nullptr;
}

template <typename T> static std::optional<bool> compareWith(CompareOp op, T x, T y) {
  switch (op) {
  case CompareOp::equal:
    return x == y;
  case CompareOp::notEqual:
    return x != y;
  case CompareOp::less:
    return x < y;
  case CompareOp::lessEqual:
    return x <= y;
  case CompareOp::greater:
    return x > y;
  case CompareOp::greaterEqual:
    return x >= y;
  default:
    return std::nullopt;
  }
}

std::optional<bool> frontend::compareNumbers(CompareOp op, Value left, Value right) {
  const IntObject *a = plainInteger(left), *b = a ? plainInteger(right) : nullptr;
  if (b)
    return compareWith(op, a->value.low(), b->value.low());
  auto isFloat = [](Value value) { return value->kind() == Kind::floating && !value->isDerived(); };
  if (!isFloat(left) || !isFloat(right))
    return std::nullopt;
  return compareWith(op, static_cast<FloatObject *>(left)->value, static_cast<FloatObject *>(right)->value);
}

std::optional<bool> NumberObject::truth(Evaluator &) {
  if (auto *floating = llvm::dyn_cast<FloatObject>(this))
    return floating->value != 0;
  return !integerOf(this)->isZero();
}

std::optional<std::string> NumberObject::repr(Evaluator &evaluator) {
  if (auto *boolean = llvm::dyn_cast<BoolObject>(this))
    return boolean->value ? "True" : "False";
  if (auto *floating = llvm::dyn_cast<FloatObject>(this))
    return reprFloat(floating->value);
  const Integer &value = llvm::cast<IntObject>(this)->value;
  return decimalText(evaluator, value);
}

// The value as a fraction modulo 2^61 - 1, where dividing by two turns the bits round.
uint64_t frontend::hashFloat(double value, const Object *object) {
  if (std::isnan(value))
    return reinterpret_cast<uintptr_t>(object) >> 4;
  if (std::isinf(value))
    return value < 0 ? uint64_t(-314159) : 314159;
  constexpr uint64_t modulus = (uint64_t(1) << 61) - 1;
  int exponent;
  auto mantissa = static_cast<uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53)); // times 2^(exponent - 53)
  int turn = ((exponent - 53) % 61 + 61) % 61;
  uint64_t rest = turn ? (mantissa << turn & modulus) | mantissa >> (61 - turn) : mantissa;
  return value < 0 ? (rest == 1 ? uint64_t(-2) : -rest) : rest;
}

std::optional<uint64_t> NumberObject::hash(Evaluator &) {
  if (const IntObject *integer = plainInteger(this); integer && integer->value.low() >= 0)
    return static_cast<uint64_t>(integer->value.low()) % ((uint64_t(1) << 61) - 1);
  auto *floating = llvm::dyn_cast<FloatObject>(this);
  if (!floating)
    return integerOf(this)->hash();
  // Equal numbers hash alike, so a float with an integer's value takes that integer's hash.
  if (std::optional<Integer> whole = Integer::fromDouble(floating->value))
    if (std::floor(floating->value) == floating->value)
      return whole->hash();
  return hashFloat(floating->value, this);
}

Value NumberObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (conversion || spec.empty() || kind() == Kind::boolean) {
    std::optional<std::string> text = repr(evaluator);
    if (!text)
      return nullptr;
    if (kind() != Kind::boolean || conversion || spec.empty())
      return evaluator.string(*text)->format(evaluator, 0, spec);
  }
  std::string error;
  std::optional<FormatSpec> parsed = FormatSpec::parse(spec, typeName(evaluator), error);
  if (!parsed)
    return evaluator.raise(DiagnosticId::valueError, error);
  if (auto value = integerOf(this)) {
    bool isPlain = !parsed->hasSign && !parsed->alternate && !parsed->noNegativeZero && parsed->precision < 0;
    if (parsed->type == 'c' && isPlain && !value->asInt64())
      return raiseOverflow(evaluator, "Python int too large to convert to C long");
    if (parsed->type == 'c' && isPlain && (value->isNegative() || value->asInt64().value_or(INT64_MAX) > 0x10FFFF))
      return raiseOverflow(evaluator, "%c arg not in range(0x110000)");
    if (parsed->type && llvm::StringRef("eEfFgG%").contains(parsed->type) && !doubleOf(this))
      return raiseOverflow(evaluator, "int too large to convert to float");
  }
  std::optional<std::string> text;
  if (auto *floating = llvm::dyn_cast<FloatObject>(this))
    text = formatDouble(floating->value, *parsed, error);
  else
    text = formatInteger(*integerOf(this), *parsed, error);
  if (!text)
    return evaluator.raise(DiagnosticId::valueError, error);
  return evaluator.string(*text);
}
