// SPDX-License-Identifier: Apache-2.0
// `math`: functions of Python numbers, with Python's errors where C gives NaN.
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::frontend;

/// One double in, one out. A NaN from a number that is none is a domain error, an infinity from a finite one a range
/// error.
template <double (*function)(double)> static Value unary(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<double> x =
      evaluator.toDouble(call["x"], std::string("the argument of math.") + call.entry->name + "()");
  if (!x)
    return nullptr;
  double result = function(*x);
  bool isBad = (std::isnan(result) && !std::isnan(*x)) || (std::isinf(result) && std::isfinite(*x));
  bool isRange = std::isinf(result) && *x != 0 && std::fabs(*x) != 1;
  if (isBad && isRange)
    return raiseOverflow(evaluator, "math range error");
  if (isBad)
    return evaluator.raise(DiagnosticId::valueError, "math domain error");
  return evaluator.floating(result);
}

template <double (*function)(double, double)> static Value binary(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<double> x = evaluator.toDouble(call["x"], "`x`"),
                        y = x ? evaluator.toDouble(call["y"], "`y`") : std::nullopt;
  if (!y)
    return nullptr;
  double result = function(*x, *y);
  bool isInfinite = std::isinf(result) && std::isfinite(*x) && std::isfinite(*y);
  if ((std::isnan(result) && !std::isnan(*x) && !std::isnan(*y)) || (isInfinite && *x == 0))
    return evaluator.raise(DiagnosticId::valueError, "math domain error");
  if (isInfinite)
    return raiseOverflow(evaluator, "math range error");
  return evaluator.floating(result);
}

static double toDegrees(double x) { return x * (180 / M_PI); }
static double toRadians(double x) { return x * (M_PI / 180); }

template <double (*function)(double)> static Value toInteger(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (InstancePart *part = call["x"]->instancePart())
    if (std::optional<Value> result =
            askClass(evaluator, call["x"], *part, std::string("__") + call.entry->name + "__"))
      return *result;
  if (llvm::isa<IntObject>(call["x"]) || llvm::isa<BoolObject>(call["x"]))
    return evaluator.unary(UnaryOp::plus, call["x"]);
  std::optional<double> x =
      evaluator.toDouble(call["x"], std::string("the argument of math.") + call.entry->name + "()");
  if (!x)
    return nullptr;
  if (std::optional<Integer> whole = Integer::fromDouble(function(*x)))
    return evaluator.integer(*whole);
  if (std::isnan(*x))
    return evaluator.raise(DiagnosticId::valueError, "cannot convert float NaN to integer");
  return raiseOverflow(evaluator, "cannot convert float infinity to integer");
}

template <bool (*test)(double)> static Value classify(Call &call) {
  std::optional<double> x = call.evaluator.toDouble(call["x"], "`x`");
  return x ? call.evaluator.boolean(test(*x)) : nullptr;
}
static bool isNan(double x) { return std::isnan(x); }
static bool isInf(double x) { return std::isinf(x); }
static bool isFinite(double x) { return std::isfinite(x); }

static Value log(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto logarithm = [&](Value value, double &result) {
    std::optional<double> x = evaluator.toDouble(value, "the argument of math.log()");
    if (x && !(*x > 0) && !std::isnan(*x))
      return evaluator.raise(DiagnosticId::valueError, "math domain error"), false;
    result = x ? std::log(*x) : 0;
    return x.has_value();
  };
  double x, base = 1;
  if (!logarithm(call["x"], x) || (call.given("base") && !logarithm(call["base"], base)))
    return nullptr;
  if (base == 0)
    return evaluator.raise(DiagnosticId::zeroDivision, "float division by zero");
  if (call.given("base")) { // exact where the base is 2 or 10
    std::optional<double> number = evaluator.toDouble(call["x"], "`x`"),
                          given = evaluator.toDouble(call["base"], "`base`");
    if (*given == 2)
      return evaluator.floating(std::log2(*number));
    if (*given == 10)
      return evaluator.floating(std::log10(*number));
  }
  return evaluator.floating(x / base);
}

static std::optional<Integer> integerArgument(Evaluator &evaluator, Value value, const char *name) {
  if (InstancePart *part = value->instancePart(); part && part->instanceType->find("__index__")) {
    std::optional<Value> method = value->getAttribute(evaluator, "__index__");
    if (!method || !*method || !(value = evaluator.call(*method, llvm::ArrayRef<Value>())))
      return std::nullopt;
  }
  if (auto *integer = llvm::dyn_cast<IntObject>(value))
    return integer->value;
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return Integer(boolean->value);
  return evaluator.raise(DiagnosticId::typeError, "'" + value->typeName(evaluator) +
                                                      "' object cannot be interpreted as an integer, as math." + name +
                                                      "() needs");
}

static Integer greatestCommonDivisor(Integer a, Integer b) {
  Integer quotient, remainder;
  while (!b.isZero()) {
    Integer::floorDivide(a, b, quotient, remainder);
    a = b;
    b = remainder;
  }
  return a.isNegative() ? -a : a;
}

static Value gcdOrLcm(Call &call, bool isLcm) {
  Evaluator &evaluator = call.evaluator;
  Integer total(isLcm ? 1 : 0), quotient, remainder;
  for (Value item : llvm::cast<TupleObject>(call["integers"])->items) {
    std::optional<Integer> value = integerArgument(evaluator, item, call.entry->name);
    if (!value)
      return nullptr;
    Integer divisor = greatestCommonDivisor(total, *value);
    if (!isLcm) {
      total = divisor;
      continue;
    }
    if (divisor.isZero() || value->isZero())
      return evaluator.integer(0);
    Integer::floorDivide(total * *value, divisor, quotient, remainder);
    total = quotient.isNegative() ? -quotient : quotient;
  }
  return evaluator.integer(total);
}
static Value gcd(Call &call) { return gcdOrLcm(call, false); }
static Value lcm(Call &call) { return gcdOrLcm(call, true); }

static Value prod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["iterable"]);
  Value total = call["start"];
  for (size_t i = 0; items && total && i < items->size(); ++i)
    total = evaluator.step() ? evaluator.binary(BinaryOp::multiply, total, (*items)[i]) : nullptr;
  return items ? total : nullptr;
}

static Value factorial(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> n = evaluator.toInt(call["n"], "`n`");
  if (!n)
    return nullptr;
  if (*n < 0)
    return evaluator.raise(DiagnosticId::valueError, "factorial() not defined for negative values");
  Value result = evaluator.integer(1);
  for (int64_t i = 2; result && i <= *n; ++i)
    result = evaluator.binary(BinaryOp::multiply, result, evaluator.integer(i));
  return result;
}

static Value comb(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Integer> n = integerArgument(evaluator, call["n"], "comb"), k = n ? integerArgument(evaluator, call["k"], "comb") : std::nullopt;
  if (!k)
    return nullptr;
  if (n->isNegative() || k->isNegative())
    return evaluator.raise(DiagnosticId::valueError, std::string(n->isNegative() ? "n" : "k") + " must be a non-negative integer");
  if (*n < *k)
    return evaluator.integer(0);
  Value all = evaluator.integer(*n), others = evaluator.binary(BinaryOp::subtract, all, evaluator.integer(*k));
  if (!others)
    return nullptr;
  const Integer &rest = llvm::cast<IntObject>(others)->value;
  std::optional<int64_t> steps = (rest < *k ? rest : *k).asInt64();
  if (!steps)
    return raiseOverflow(evaluator, "min(n - k, k) must not exceed 9223372036854775807");
  Value result = evaluator.integer(1);
  for (int64_t i = 0; result && i < *steps; ++i) {
    if (!evaluator.step())
      return nullptr;
    Value factor = evaluator.binary(BinaryOp::subtract, all, evaluator.integer(i));
    result = factor ? evaluator.binary(BinaryOp::multiply, result, factor) : nullptr;
    result = result ? evaluator.binary(BinaryOp::floorDivide, result, evaluator.integer(i + 1)) : nullptr;
  }
  return result;
}

static Value isqrt(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Integer> n = integerArgument(evaluator, call["n"], "isqrt");
  if (!n)
    return nullptr;
  if (n->isNegative())
    return evaluator.raise(DiagnosticId::valueError, "isqrt() argument must be nonnegative");
  // Newton from above.
  Integer root = *Integer(1).shiftLeft(n->bitLength() / 2 + 1), quotient, remainder;
  while (!n->isZero()) {
    Integer::floorDivide(*n, root, quotient, remainder);
    Integer next = (root + quotient).shiftRight(1);
    if (!(next < root))
      break;
    root = next;
  }
  return evaluator.integer(n->isZero() ? Integer() : root);
}

static Value hypot(Call &call) {
  double total = 0;
  for (Value item : llvm::cast<TupleObject>(call["coordinates"])->items) {
    std::optional<double> x = call.evaluator.toDouble(item, "a coordinate");
    if (!x)
      return nullptr;
    total = std::hypot(total, *x);
  }
  return call.evaluator.floating(total);
}

static Value isclose(Call &call) {
  Evaluator &evaluator = call.evaluator;
  double values[4];
  const char *names[] = {"a", "b", "rel_tol", "abs_tol"};
  for (int i = 0; i < 4; ++i) {
    std::optional<double> value = evaluator.toDouble(call[names[i]], std::string("`") + names[i] + "`");
    if (!value)
      return nullptr;
    values[i] = *value;
  }
  double a = values[0], b = values[1];
  if (values[2] < 0 || values[3] < 0)
    return evaluator.raise(DiagnosticId::valueError, "tolerances must be non-negative");
  if (a == b)
    return evaluator.boolean(true);
  bool isClose = std::isfinite(a) && std::isfinite(b) &&
                 std::fabs(a - b) <= std::max(values[2] * std::max(std::fabs(a), std::fabs(b)), values[3]);
  return evaluator.boolean(isClose);
}

static Value frexp(Call &call) {
  std::optional<double> x = call.evaluator.toDouble(call["x"], "`x`");
  int exponent = 0;
  double mantissa = x ? std::frexp(*x, &exponent) : 0;
  return x ? Value(call.evaluator.tuple({call.evaluator.floating(mantissa), call.evaluator.integer(exponent)}))
           : nullptr;
}

static Value ldexp(Call &call) {
  std::optional<double> x = call.evaluator.toDouble(call["x"], "`x`");
  if (x && llvm::isa<FloatObject>(call["i"]))
    return call.evaluator.raise(DiagnosticId::typeError, "Expected an int as second argument to ldexp.");
  auto *integer = llvm::dyn_cast<IntObject>(call["i"]);
  bool isHuge = integer && !integer->value.asInt64();
  std::optional<int64_t> i = isHuge ? std::optional<int64_t>(integer->value.isNegative() ? INT64_MIN : INT64_MAX)
                             : x    ? call.evaluator.toInt(call["i"], "`i`")
                                    : std::nullopt;
  if (!x || !i)
    return nullptr;
  double result = std::ldexp(*x, static_cast<int>(std::max<int64_t>(-5000, std::min<int64_t>(*i, 5000))));
  if (std::isinf(result) && !std::isinf(*x))
    return raiseOverflow(call.evaluator, "math range error");
  return call.evaluator.floating(result);
}

static Value modf(Call &call) {
  std::optional<double> x = call.evaluator.toDouble(call["x"], "`x`");
  double whole = 0, fraction = x ? std::modf(*x, &whole) : 0;
  return x ? Value(call.evaluator.tuple({call.evaluator.floating(fraction), call.evaluator.floating(whole)})) : nullptr;
}

static Value fsum(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["seq"]);
  if (!items)
    return nullptr;
  std::vector<double> partials;     // Shewchuk: exact as a sum of non-overlapping parts
  double special = 0, infinite = 0; // sums of what is not finite
  bool hasSpecial = false;
  for (Value item : *items) {
    std::optional<double> number = evaluator.toDouble(item, "an element of fsum()");
    if (!number)
      return nullptr;
    double x = *number;
    if (!std::isfinite(x)) {
      hasSpecial = true;
      special += x;
      infinite += std::isinf(x) ? x : 0;
      continue;
    }
    size_t kept = 0;
    for (double y : std::vector<double>(partials)) {
      if (std::fabs(x) < std::fabs(y))
        std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0)
        partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    if (!std::isfinite(x))
      return raiseOverflow(evaluator, "intermediate overflow in fsum");
    partials.push_back(x);
  }
  if (std::isnan(infinite))
    return evaluator.raise(DiagnosticId::valueError, "-inf + inf in fsum");
  if (hasSpecial)
    return evaluator.floating(special);
  // From the greatest part down to the first that rounding cuts. What it cuts may be just half of the last place: then the
  // sign of the parts below says where the sum is.
  double total = 0, cut = 0;
  size_t below = partials.size();
  while (below > 0 && cut == 0) {
    double part = partials[--below], sum = total + part;
    cut = part - (sum - total);
    total = sum;
  }
  bool goesOn = below > 0 && cut != 0 && (cut > 0) == (partials[below - 1] > 0);
  if (double next = total + 2 * cut; goesOn && next - total == 2 * cut)
    total = next;
  return evaluator.floating(total);
}

static double unitInLastPlace(double x) {
  x = std::fabs(x);
  if (!std::isfinite(x))
    return x;
  double next = std::nextafter(x, std::numeric_limits<double>::infinity());
  return std::isinf(next) ? x - std::nextafter(x, 0.0) : next - x;
}

static Value pi(Call &call) { return call.evaluator.floating(M_PI); }
static Value e(Call &call) { return call.evaluator.floating(M_E); }
static Value tau(Call &call) { return call.evaluator.floating(2 * M_PI); }
static Value infinity(Call &call) { return call.evaluator.floating(std::numeric_limits<double>::infinity()); }
static Value nan_(Call &call) { return call.evaluator.floating(std::numeric_limits<double>::quiet_NaN()); }

#define TESSERA_UNARY(name, of, summary) {"math", name, EntryKind::function, "(x, /)", summary, unary<of>}
static constexpr LibraryEntry entries[] = {
    {"math", "pi", EntryKind::constant, "", "The circle's circumference over its diameter.", pi},
    {"math", "e", EntryKind::constant, "", "Euler's number.", e},
    {"math", "tau", EntryKind::constant, "", "2 pi.", tau},
    {"math", "inf", EntryKind::constant, "", "Infinity.", infinity},
    {"math", "nan", EntryKind::constant, "", "Not a number.", nan_},
    TESSERA_UNARY("sqrt", std::sqrt, "The square root."),
    TESSERA_UNARY("cbrt", std::cbrt, "The cube root."),
    TESSERA_UNARY("exp", std::exp, "`e ** x`."),
    TESSERA_UNARY("exp2", std::exp2, "`2 ** x`."),
    TESSERA_UNARY("expm1", std::expm1, "`e ** x - 1`, exact near 0."),
    TESSERA_UNARY("log2", std::log2, "The logarithm to base 2."),
    TESSERA_UNARY("log10", std::log10, "The logarithm to base 10."),
    TESSERA_UNARY("log1p", std::log1p, "`log(1 + x)`, exact near 0."),
    TESSERA_UNARY("sin", std::sin, "The sine."),
    TESSERA_UNARY("cos", std::cos, "The cosine."),
    TESSERA_UNARY("tan", std::tan, "The tangent."),
    TESSERA_UNARY("asin", std::asin, "The arc sine."),
    TESSERA_UNARY("acos", std::acos, "The arc cosine."),
    TESSERA_UNARY("atan", std::atan, "The arc tangent."),
    TESSERA_UNARY("sinh", std::sinh, "The hyperbolic sine."),
    TESSERA_UNARY("cosh", std::cosh, "The hyperbolic cosine."),
    TESSERA_UNARY("tanh", std::tanh, "The hyperbolic tangent."),
    TESSERA_UNARY("asinh", std::asinh, "The inverse hyperbolic sine."),
    TESSERA_UNARY("acosh", std::acosh, "The inverse hyperbolic cosine."),
    TESSERA_UNARY("atanh", std::atanh, "The inverse hyperbolic tangent."),
    TESSERA_UNARY("ulp", unitInLastPlace, "The distance to the next larger float."),
    TESSERA_UNARY("erf", std::erf, "The error function."),
    TESSERA_UNARY("erfc", std::erfc, "1 - erf(x)."),
    TESSERA_UNARY("gamma", std::tgamma, "The gamma function."),
    TESSERA_UNARY("lgamma", std::lgamma, "The logarithm of the gamma function."),
    TESSERA_UNARY("fabs", std::fabs, "The absolute value."),
    TESSERA_UNARY("degrees", toDegrees, "Radians to degrees."),
    TESSERA_UNARY("radians", toRadians, "Degrees to radians."),
    {"math", "floor", EntryKind::function, "(x, /)", "The largest integer not above x.", toInteger<std::floor>},
    {"math", "ceil", EntryKind::function, "(x, /)", "The smallest integer not below x.", toInteger<std::ceil>},
    {"math", "trunc", EntryKind::function, "(x, /)", "The integer next to x towards 0.", toInteger<std::trunc>},
    {"math", "isnan", EntryKind::function, "(x, /)", "Whether x is not a number.", classify<isNan>},
    {"math", "isinf", EntryKind::function, "(x, /)", "Whether x is infinite.", classify<isInf>},
    {"math", "isfinite", EntryKind::function, "(x, /)", "Whether x is neither infinite nor NaN.", classify<isFinite>},
    {"math", "atan2", EntryKind::function, "(x, y, /)", "The angle of the point (y, x).", binary<std::atan2>},
    {"math", "nextafter", EntryKind::function, "(x, y, /)", "The float next to x towards y.", binary<std::nextafter>},
    {"math", "fmod", EntryKind::function, "(x, y, /)", "The remainder with the sign of x.", binary<std::fmod>},
    {"math", "copysign", EntryKind::function, "(x, y, /)", "x with the sign of y.", binary<std::copysign>},
    {"math", "remainder", EntryKind::function, "(x, y, /)", "The IEEE remainder.", binary<std::remainder>},
    {"math", "pow", EntryKind::function, "(x, y, /)", "`x ** y` as floats.", binary<std::pow>},
    {"math", "log", EntryKind::function, "(x, base=None, /)", "The natural logarithm, or to `base`.", log},
    {"math", "gcd", EntryKind::function, "(*integers)", "The greatest common divisor.", gcd},
    {"math", "lcm", EntryKind::function, "(*integers)", "The least common multiple.", lcm},
    {"math", "prod", EntryKind::function, "(iterable, /, *, start=1)", "The elements' product.", prod},
    {"math", "factorial", EntryKind::function, "(n, /)", "`1 * 2 * ... * n`.", factorial},
    {"math", "comb", EntryKind::function, "(n, k, /)", "Ways to choose k of n.", comb},
    {"math", "isqrt", EntryKind::function, "(n, /)", "The square root, rounded down.", isqrt},
    {"math", "hypot", EntryKind::function, "(*coordinates)", "The Euclidean norm.", hypot},
    {"math", "isclose", EntryKind::function, "(a, b, *, rel_tol=1e-09, abs_tol=0.0)",
     "Whether two numbers are nearly equal.", isclose},
    {"math", "frexp", EntryKind::function, "(x, /)", "Mantissa and exponent.", frexp},
    {"math", "ldexp", EntryKind::function, "(x, i, /)", "`x * 2 ** i`.", ldexp},
    {"math", "modf", EntryKind::function, "(x, /)", "Fraction and whole part.", modf},
    {"math", "fsum", EntryKind::function, "(seq, /)", "An exact sum of floats.", fsum},
};
#undef TESSERA_UNARY

llvm::ArrayRef<LibraryEntry> library::mathEntries() { return entries; }
