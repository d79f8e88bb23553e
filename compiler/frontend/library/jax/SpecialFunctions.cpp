// SPDX-License-Identifier: Apache-2.0
// Functions that MLIR's `math` lacks, as formulas on arrays: the inverse error function (Giles's polynomials, with fused multiply-adds as
// XLA's CPU back end has them), the gamma function's logarithm and its derivative (Lanczos's approximation with g = 7), and what is
// made of them. Also the tables of `jax.scipy.special`.
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/jax/LaxFunctions.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/jax/Tables.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;

/// c[0] * x^n + ... + c[n], fused or in separate steps.
static Value polynomial(Formula &f, Value x, llvm::ArrayRef<double> coefficients, bool fused) {
  if (!x)
    return nullptr;
  auto *array = cast<JaxArray>(x);
  Emitter emitter = emitterHere(f.evaluator);
  auto splat = [&](double value) { return emitter.constant(value, array->dtype, array->shape()); };
  mlir::Value result = splat(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    result = fused ? mlir::Value(emitter.create<mlir::math::FmaOp>(result, array->value, splat(coefficient)))
                   : emitter.binary(Binary::add, emitter.binary(Binary::mul, result, array->value, array->dtype), splat(coefficient), array->dtype);
  return wrap(f.evaluator, result, {array->dtype, array->weak}, array->flavour);
}

/// Small floats are computed in f32; `function` gets at least that.
static Value inWide(Formula &f, Value x, llvm::function_ref<Value(Value)> function) {
  x = f.inexact(x);
  if (!x)
    return nullptr;
  DType type = Formula::typeOf(x);
  bool narrow = numerics::getBitWidth(type) < 32;
  Value result = function(narrow ? f.cast(x, DType::float32) : x);
  return narrow ? f.cast(result, type) : result;
}

Value frontend::inverseErrorFunction(Formula &f, Value given) {
  static constexpr double center[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                      -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  static constexpr double tail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                    -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  return inWide(f, given, [&](Value x) -> Value {
    Value w = f.neg(f.log1p(f.mul(x, f.neg(x))));
    Value isCenter = f.compare(Compare::lt, w, f.number(5));
    Value near = polynomial(f, f.sub(w, f.number(2.5)), center, true), far = polynomial(f, f.sub(f.unary(Unary::sqrt, w), f.number(3)), tail, true);
    Value result = f.mul(f.where(isCenter, near, far), x);
    Value isEnd = f.compare(Compare::eq, f.unary(Unary::abs, x), f.number(1));
    return f.where(isEnd, f.binary(Binary::copySign, f.number(INFINITY), x), result);
  });
}
Value frontend::erfInvHandler(Call &call) {
  Formula f(call);
  return inverseErrorFunction(f, call[size_t(0)]);
}

//===-- gamma -------------------------------------------------------------------------------------------------===//

static constexpr double lanczos[] = {676.520368121885098567009190444019,  -1259.13921672240287047156078755283, 771.3234287776530788486528258894,
                                     -176.61502916214059906584551354,     12.507343278686904814458936853,      -0.13857109526572011689554707,
                                     9.984369578019570859563e-6,          1.50563273514931155834e-7};
static constexpr double lanczosBase = 0.99999999999980993227684700473478;
static constexpr double pi = 3.14159265358979323846;

/// log |gamma(x)|; below 1/2 by reflection.
static Value logGamma(Formula &f, Value x) {
  Value reflects = f.compare(Compare::lt, x, f.number(0.5));
  Value z = f.where(reflects, f.neg(x), f.sub(x, f.number(1)));
  Value sum = f.number(lanczosBase);
  for (int k = 0; k < 8; ++k)
    sum = f.add(sum, f.div(f.number(lanczos[k]), f.add(z, f.number(k + 1))));
  Value t = f.add(z, f.number(7.5)), logT = f.add(f.number(std::log(7.5)), f.log1p(f.div(z, f.number(7.5))));
  Value direct = f.add(f.add(f.number(0.5 * std::log(2 * pi)), f.mul(f.sub(f.add(z, f.number(0.5)), f.div(t, logT)), logT)), f.log(sum));
  // log(pi) - log|sin(pi x)| - lgamma(1 - x); the sine by the distance to the nearest integer.
  Value fraction = f.unary(Unary::abs, f.sub(x, f.unary(Unary::floor, x)));
  fraction = f.where(f.compare(Compare::gt, fraction, f.number(0.5)), f.sub(f.number(1), fraction), fraction);
  Value sine = f.unary(Unary::sin, f.mul(f.number(pi), fraction));
  Value reflected = f.sub(f.sub(f.number(std::log(pi)), f.log(sine)), direct);
  Value result = f.where(reflects, reflected, direct);
  return f.where(f.unary(Unary::isInf, x), f.number(INFINITY), result);
}
Value frontend::lgammaHandler(Call &call) {
  Formula f(call);
  return inWide(f, call[size_t(0)], [&](Value x) { return logGamma(f, x); });
}

/// The derivative of lgamma; poles at 0, -1, -2, ... are NaN.
Value frontend::digammaHandler(Call &call) {
  Formula f(call);
  return inWide(f, call[size_t(0)], [&](Value x) -> Value {
    Value reflects = f.compare(Compare::lt, x, f.number(0.5));
    Value z = f.where(reflects, f.neg(x), f.sub(x, f.number(1)));
    Value numerator = f.number(0), denominator = f.number(lanczosBase);
    for (int k = 0; k < 8; ++k) {
      Value place = f.add(z, f.number(k + 1)), term = f.div(f.number(lanczos[k]), place);
      numerator = f.sub(numerator, f.div(term, place));
      denominator = f.add(denominator, term);
    }
    Value t = f.add(z, f.number(7.5)), logT = f.add(f.number(std::log(7.5)), f.log1p(f.div(z, f.number(7.5))));
    Value direct = f.sub(f.add(logT, f.div(numerator, denominator)), f.div(f.number(7), t));
    Value reduced = f.add(x, f.unary(Unary::abs, f.unary(Unary::floor, f.add(x, f.number(0.5)))));
    Value angle = f.mul(f.number(pi), reduced);
    Value reflected = f.sub(direct, f.div(f.mul(f.number(pi), f.unary(Unary::cos, angle)), f.unary(Unary::sin, angle)));
    Value isPole = f.both(f.compare(Compare::le, x, f.number(0)), f.compare(Compare::eq, x, f.unary(Unary::floor, x)));
    return f.where(isPole, f.number(NAN), f.where(reflects, reflected, direct));
  });
}

//===-- logarithms of sums ------------------------------------------------------------------------------------===//

/// log(sum(weights * exp(x))) with the greatest element taken out, which is 0 where it is infinite.
Value frontend::logSumExp(Formula &f, Value given, Value axis, Value weights, bool keepDims) {
  Value x = f.inexact(given);
  Value greatest = annotateDerivative(f.evaluator, f.reduce(Reduce::max, x, axis), "constant", 1);
  greatest = f.where(f.unary(Unary::isFinite, greatest), greatest, f.cast(f.integer(0), x ? Formula::typeOf(x) : DType::float32));
  Value terms = f.exp(f.sub(x, greatest));
  if (weights && !isNone(weights))
    terms = f.mul(weights, terms);
  Value result = f.add(f.log(f.reduce(Reduce::sum, terms, axis)), greatest);
  if (!result || keepDims)
    return result;
  auto axes = toAxes(f.evaluator, axis ? axis : f.evaluator.none(), Formula::shapeOf(x).size(), f.function);
  if (!axes)
    return nullptr;
  Shape shape;
  for (auto [position, extent] : llvm::enumerate(Formula::shapeOf(result)))
    if (!llvm::is_contained(*axes, static_cast<int64_t>(position)))
      shape.push_back(extent);
  return f.reshape(result, shape);
}

Value frontend::logSumExpHandler(Call &call) {
  Formula f(call);
  std::optional<bool> keepDims = f.evaluator.truth(call["keepdims"]);
  if (!keepDims || !refuseArguments(call, {"where"}))
    return nullptr;
  if (f.evaluator.truth(call["return_sign"]).value_or(true))
    return f.evaluator.notSupported("`return_sign` of `" + f.function + "`");
  return logSumExp(f, call["a"], call["axis"], call["b"], *keepDims);
}

//===-- jax.scipy.special -------------------------------------------------------------------------------------===//

static Value logitHandler(Call &call) { // log(x / (1 - x))
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]);
  return f.log(f.div(x, f.sub(f.number(1), x)));
}
/// The normal distribution's cumulated density, 0.5 * erfc(-x / sqrt 2).
static Value ndtrHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]);
  return f.mul(f.number(0.5), f.unary(Unary::erfc, f.mul(f.neg(x), f.number(std::sqrt(0.5)))));
}
static Value ndtriHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]);
  return f.mul(f.number(std::sqrt(2.0)), inverseErrorFunction(f, f.sub(f.mul(f.number(2), x), f.number(1))));
}
/// x * log(y), and x * log1p(y): 0 where x is 0.
static Value xlogyHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]), y = f.inexact(call[size_t(1)]);
  Value isZero = f.compare(Compare::eq, x, f.number(0));
  Value logarithm = llvm::StringRef(call.entry->name) == "xlogy" ? f.log(y) : f.log1p(y);
  return f.where(isZero, f.number(0), f.mul(x, logarithm));
}
/// -x * log(x)
static Value entropyHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]);
  Value isZero = f.compare(Compare::eq, x, f.number(0));
  Value inside = f.where(isZero, f.number(0), f.neg(f.mul(x, f.log(x))));
  return f.where(f.compare(Compare::lt, x, f.number(0)), f.number(-INFINITY), inside);
}
static Value betalnHandler(Call &call) {
  Formula f(call);
  Value a = f.inexact(call[size_t(0)]), b = f.inexact(call[size_t(1)]);
  return a && b ? f.sub(f.add(logGamma(f, a), logGamma(f, b)), logGamma(f, f.add(a, b))) : nullptr;
}
static Value gammaHandler(Call &call) {
  Formula f(call);
  return inWide(f, call[size_t(0)], [&](Value x) -> Value {
    // The sign alternates between the poles below 0.
    Value floor = f.unary(Unary::floor, x), isOdd = f.compare(Compare::ne, f.binary(Binary::floorRemainder, floor, f.number(2)), f.number(0));
    Value isNegative = f.both(f.compare(Compare::lt, x, f.number(0)), isOdd), magnitude = f.exp(logGamma(f, x));
    return f.where(isNegative, f.neg(magnitude), magnitude);
  });
}
static Value expitHandler(Call &call) { return unaryHandler<Unary::logistic>(call); }
static Value scipySoftmax(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]),
        shifted = f.sub(x, annotateDerivative(f.evaluator, f.reduce(Reduce::max, x, call["axis"]), "constant", 1));
  Value terms = f.exp(shifted), sum = f.reduce(Reduce::sum, terms, call["axis"]);
  return llvm::StringRef(call.entry->name) == "softmax" ? f.div(terms, sum) : f.sub(shifted, f.log(sum));
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"jax.scipy.special", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("erf", "(x)", "Error function.", unaryHandler<Unary::erf>),
    TESSERA_ENTRY("erfc", "(x)", "Complementary error function.", unaryHandler<Unary::erfc>),
    TESSERA_ENTRY("erfinv", "(x)", "Inverse error function.", erfInvHandler),
    TESSERA_ENTRY("expit", "(x)", "1 / (1 + exp(-x)).", expitHandler),
    TESSERA_ENTRY("logit", "(x)", "log(x / (1 - x)).", logitHandler),
    TESSERA_ENTRY("gammaln", "(x)", "Logarithm of the gamma function's absolute value.", lgammaHandler),
    TESSERA_ENTRY("gamma", "(x)", "The gamma function.", gammaHandler),
    TESSERA_ENTRY("betaln", "(a, b)", "Logarithm of the beta function.", betalnHandler),
    TESSERA_ENTRY("digamma", "(x)", "Derivative of gammaln.", digammaHandler),
    TESSERA_ENTRY("logsumexp", "(a, axis=None, b=None, keepdims=False, return_sign=False, where=None)", "log(sum(b * exp(a))).", logSumExpHandler),
    TESSERA_ENTRY("softmax", "(x, /, *, axis=None)", "exp(x), scaled to sum to 1.", scipySoftmax),
    TESSERA_ENTRY("log_softmax", "(x, /, *, axis=None)", "log(softmax(x)).", scipySoftmax),
    TESSERA_ENTRY("ndtr", "(x)", "The normal distribution's cumulated density.", ndtrHandler),
    TESSERA_ENTRY("ndtri", "(p)", "Its inverse.", ndtriHandler),
    TESSERA_ENTRY("xlogy", "(x, y)", "x * log(y), 0 where x is 0.", xlogyHandler),
    TESSERA_ENTRY("xlog1py", "(x, y)", "x * log1p(y), 0 where x is 0.", xlogyHandler),
    TESSERA_ENTRY("entr", "(x)", "-x * log(x).", entropyHandler),
    TESSERA_ENTRY("i0", "(x)", "Modified Bessel function.", nullptr),
    TESSERA_ENTRY("i1", "(x)", "Modified Bessel function.", nullptr),
    TESSERA_ENTRY("zeta", "(x, q)", "Hurwitz zeta function.", nullptr),
    TESSERA_ENTRY("polygamma", "(n, x)", "Derivatives of digamma.", nullptr),
    TESSERA_ENTRY("gammainc", "(a, x)", "Regularized incomplete gamma function.", nullptr),
    TESSERA_ENTRY("betainc", "(a, b, x)", "Regularized incomplete beta function.", nullptr),
};

void library::registerJaxScipy(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.scipy", "SciPy's functions on JAX's arrays."}, {"jax.scipy.special", "Special functions."}};
  table.add(modules, entries);
}
