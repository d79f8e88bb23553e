// SPDX-License-Identifier: Apache-2.0
// Python's complex numbers. Quotients, powers and texts follow CPython's algorithms step by step, since their last digits show which one
// was taken. `std::complex` is not used: its product of infinities, and its power, are others.
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;

namespace {
struct Pair {
  double re, im;
};
} // namespace

static Pair multiply(Pair a, Pair b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

/// By the larger part of the divisor, so that squares neither overflow nor vanish. The divisor is not zero.
static Pair divide(Pair a, Pair b) {
  if (std::isnan(b.re) || std::isnan(b.im))
    return {NAN, NAN};
  if (std::fabs(b.re) >= std::fabs(b.im)) {
    double ratio = b.im / b.re, whole = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / whole, (a.im - a.re * ratio) / whole};
  }
  double ratio = b.re / b.im, whole = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / whole, (a.im * ratio - a.re) / whole};
}

static Pair raiseToInteger(Pair base, unsigned exponent) {
  Pair result{1, 0};
  for (unsigned bit = 1; bit <= exponent; bit <<= 1) {
    if (exponent & bit)
      result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}

static std::optional<Pair> power(Evaluator &evaluator, Pair a, Pair b) {
  auto refuse = [&] {
    evaluator.raise(DiagnosticId::zeroDivision, "0.0 to a negative or complex power");
    return std::nullopt;
  };
  bool isZero = a.re == 0 && a.im == 0;
  Pair result;
  if (b.im == 0 && b.re == std::floor(b.re) && std::fabs(b.re) <= 100) {
    if (isZero && b.re < 0)
      return refuse();
    result = raiseToInteger(a, static_cast<unsigned>(std::fabs(b.re)));
    if (b.re < 0)
      result = divide({1, 0}, result);
  } else if (isZero) {
    if (b.im != 0 || b.re < 0)
      return refuse();
    result = {0, 0};
  } else {
    double size = std::hypot(a.re, a.im), length = std::pow(size, b.re), angle = std::atan2(a.im, a.re), phase = angle * b.re;
    if (b.im != 0) {
      length /= std::exp(angle * b.im);
      phase += b.im * std::log(size);
    }
    if (std::isinf(phase)) // no angle: CPython takes the C library's domain error for this one
      return refuse();
    result = {length * std::cos(phase), length * std::sin(phase)};
  }
  if (std::isinf(result.re) || std::isinf(result.im)) { // NaN is none, as in CPython
    raiseOverflow(evaluator, "complex exponentiation");
    return std::nullopt;
  }
  return result;
}

/// A number of any kind as a complex one; empty for other objects, or with an exception pending for an int too large.
static std::optional<Pair> pairOf(Evaluator &evaluator, Value value) {
  if (auto *complex = llvm::dyn_cast<ComplexObject>(value))
    return Pair{complex->real, complex->imaginary};
  if (!llvm::isa<NumberObject>(value))
    return std::nullopt;
  std::optional<double> real = evaluator.toDouble(value, "a complex number's part");
  return real ? std::optional<Pair>(Pair{*real, 0}) : std::nullopt;
}

std::optional<Value> ComplexObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  std::optional<Pair> theirs = pairOf(evaluator, other);
  if (!theirs)
    return evaluator.hasPending() ? std::optional<Value>(Value(nullptr)) : std::nullopt;
  Pair a{real, imaginary}, b = *theirs;
  if (reflected)
    std::swap(a, b);
  Pair result;
  switch (op) {
  case BinaryOp::add:
    result = {a.re + b.re, a.im + b.im};
    break;
  case BinaryOp::subtract:
    result = {a.re - b.re, a.im - b.im};
    break;
  case BinaryOp::multiply:
    result = multiply(a, b);
    break;
  case BinaryOp::divide:
    if (b.re == 0 && b.im == 0)
      return Value(evaluator.raise(DiagnosticId::zeroDivision, "complex division by zero"));
    result = divide(a, b);
    break;
  case BinaryOp::power:
    if (std::optional<Pair> raised = power(evaluator, a, b))
      result = *raised;
    else
      return Value(nullptr);
    break;
  default:
    return std::nullopt;
  }
  return evaluator.make<ComplexObject>(result.re, result.im);
}

std::optional<Value> ComplexObject::unary(Evaluator &evaluator, UnaryOp op) {
  if (op == UnaryOp::invert)
    return std::nullopt;
  return op == UnaryOp::plus ? evaluator.make<ComplexObject>(real, imaginary) : evaluator.make<ComplexObject>(-real, -imaginary);
}

std::optional<Value> ComplexObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  bool isEquality = op == CompareOp::equal || op == CompareOp::notEqual;
  if (!isEquality)
    return std::nullopt;
  bool same;
  if (auto *complex = llvm::dyn_cast<ComplexObject>(other)) {
    same = real == complex->real && imaginary == complex->imaginary;
  } else if (llvm::isa<NumberObject>(other)) { // exactly: an int may be more than a float holds
    std::optional<Value> sameReal = FloatObject(real).compare(evaluator, CompareOp::equal, other);
    same = imaginary == 0 && sameReal && *sameReal == evaluator.boolean(true);
  } else {
    return std::nullopt;
  }
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<bool> ComplexObject::truth(Evaluator &) { return real != 0 || imaginary != 0; }

std::optional<uint64_t> ComplexObject::hash(Evaluator &) {
  uint64_t combined = hashFloat(real, this) + 1000003 * hashFloat(imaginary, this);
  return combined == UINT64_MAX ? uint64_t(-2) : combined;
}

/// Both parts in the spec's way, between brackets where the spec has no type and there is a real part.
static std::optional<std::string> formatParts(const ComplexObject &value, FormatSpec spec, std::string &error) {
  bool isBare = spec.type == 0, hasReal = value.real != 0 || std::signbit(value.real);
  std::string text;
  FormatSpec part = spec;
  part.width = 0;
  part.fill = " ";
  part.align = 0;
  part.zero = false;
  if (isBare && spec.precision >= 0)
    part.type = 'g';
  auto one = [&](double number) -> std::optional<std::string> {
    std::optional<std::string> shown = formatDouble(number, part, error);
    if (shown && isBare && spec.precision < 0 && llvm::StringRef(*shown).ends_with(".0")) // no part looks like a float alone
      shown->resize(shown->size() - (spec.alternate ? 1 : 2));
    return shown;
  };
  if (!isBare || hasReal) {
    std::optional<std::string> first = one(value.real);
    if (!first)
      return std::nullopt;
    text = *first;
    part.sign = '+';
  }
  std::optional<std::string> second = one(value.imaginary);
  if (!second)
    return std::nullopt;
  text += *second + "j";
  return isBare && hasReal ? "(" + text + ")" : text;
}

std::optional<std::string> ComplexObject::repr(Evaluator &) {
  std::string error;
  return formatParts(*this, FormatSpec(), error);
}

Value ComplexObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (conversion || spec.empty())
    return evaluator.string(*repr(evaluator))->format(evaluator, 0, spec);
  std::string error;
  std::optional<FormatSpec> parsed = FormatSpec::parse(spec, "complex", error);
  if (parsed && parsed->type && !llvm::StringRef("eEfFgGn").contains(parsed->type))
    error = std::string("Unknown format code '") + parsed->type + "' for object of type 'complex'";
  else if (parsed && (parsed->zero || parsed->fill == "0"))
    error = "Zero padding is not allowed in complex format specifier";
  else if (parsed && parsed->align == '=')
    error = "'=' alignment flag is not allowed in complex format specifier";
  std::optional<std::string> text = error.empty() && parsed ? formatParts(*this, *parsed, error) : std::nullopt;
  if (!text)
    return evaluator.raise(DiagnosticId::valueError, error);
  FormatSpec layout;
  layout.width = parsed->width;
  layout.fill = parsed->fill;
  layout.align = parsed->align ? parsed->align : '>';
  text = formatString(*text, layout, error);
  return evaluator.string(*text);
}
