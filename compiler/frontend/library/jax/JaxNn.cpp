// SPDX-License-Identifier: Apache-2.0
// The table of `jax.nn`: activations written with jnp's operations, by the formulas that JAX documents.
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/jax/LaxFunctions.h"
#include "compiler/frontend/library/jax/Tables.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;

static Value relu(Call &call) {
  Formula f(call);
  return annotateDerivative(f.evaluator, f.max(call["x"], f.evaluator.integer(0)), "tie", 0);
}
static Value relu6(Call &call) {
  Formula f(call);
  return f.min(f.max(call["x"], f.evaluator.integer(0)), f.evaluator.integer(6));
}
static Value sigmoid(Call &call) {
  Formula f(call);
  return f.unary(Unary::logistic, call["x"]);
}
static Value silu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return f.mul(x, f.unary(Unary::logistic, x));
}
static Value tanhActivation(Call &call) {
  Formula f(call);
  return f.unary(Unary::tanh, call["x"]);
}
static Value gelu(Call &call) {
  Formula f(call);
  std::optional<bool> approximate = f.evaluator.truth(call["approximate"]);
  Value x = approximate ? f.inexact(call["x"]) : nullptr;
  if (!x)
    return nullptr;
  if (!*approximate) // x / 2 * erfc(-x / sqrt 2)
    return f.mul(f.mul(f.number(0.5), x), f.unary(Unary::erfc, f.mul(f.unary(Unary::neg, x), f.number(std::sqrt(0.5)))));
  Value cubed = applyPower(f.evaluator, x, f.evaluator.integer(3), f.function);
  Value inner = f.mul(f.number(std::sqrt(2 / 3.141592653589793)), f.add(x, f.mul(f.number(0.044715), cubed)));
  return f.mul(x, f.mul(f.number(0.5), f.add(f.number(1), f.unary(Unary::tanh, inner))));
}

/// log(1 + exp(x)) without overflow: max(x, 0) + log1p(exp(-|x|)).
static Value softplusOf(Formula &f, Value x) {
  Value tail = f.unary(Unary::log1p, f.unary(Unary::exp, f.unary(Unary::neg, f.unary(Unary::abs, x))));
  return f.add(f.max(x, f.number(0)), tail);
}
static Value softplus(Call &call) {
  Formula f(call);
  return softplusOf(f, f.inexact(call["x"]));
}
static Value logSigmoid(Call &call) {
  Formula f(call);
  Value negated = f.unary(Unary::neg, f.inexact(call["x"]));
  return negated ? f.unary(Unary::neg, softplusOf(f, negated)) : nullptr;
}
static Value leakyRelu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return f.where(f.compare(Compare::ge, x, f.number(0)), x, f.mul(call["negative_slope"], x));
}
static Value eluOf(Formula &f, Value x, Value alpha) {
  Value positive = f.compare(Compare::gt, x, f.number(0));
  Value safe = f.where(positive, f.number(0), x);
  return f.where(positive, x, f.mul(alpha, f.unary(Unary::expm1, safe)));
}
static Value elu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return x ? eluOf(f, x, call["alpha"]) : nullptr;
}
static Value selu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return x ? f.mul(f.number(1.0507009873554805), eluOf(f, x, f.number(1.6732632423543772))) : nullptr;
}
static Value celu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  Value low = f.mul(call["alpha"], f.unary(Unary::expm1, f.div(f.min(x, f.number(0)), call["alpha"])));
  return f.add(f.max(x, f.number(0)), low);
}
static Value hardSigmoid(Call &call) {
  Formula f(call);
  return f.div(f.min(f.max(f.add(f.inexact(call["x"]), f.number(3)), f.number(0)), f.number(6)), f.number(6));
}
static Value hardSilu(Call &call) {
  Formula f(call);
  return f.mul(call["x"], hardSigmoid(call));
}
static Value hardTanh(Call &call) {
  Formula f(call);
  return f.min(f.max(call["x"], f.evaluator.integer(-1)), f.evaluator.integer(1));
}
static Value softSign(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return f.div(x, f.add(f.unary(Unary::abs, x), f.number(1)));
}
static Value mish(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return x ? f.mul(x, f.unary(Unary::tanh, softplusOf(f, x))) : nullptr;
}
static Value squareplus(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  return f.div(f.add(x, f.unary(Unary::sqrt, f.add(f.unary(Unary::square, x), call["b"]))), f.number(2));
}

/// The greatest element, and x with masked elements at minus infinity.
static Value shiftedBy(Formula &f, Call &call, Value &x) {
  x = f.inexact(call["x"]);
  if (!refuseArguments(call, {"initial"}))
    return nullptr;
  if (!isNone(call["where"]))
    x = f.where(call["where"], x, f.number(-INFINITY));
  return f.sub(x, annotateDerivative(f.evaluator, f.reduce(Reduce::max, x, call["axis"]), "constant", 1));
}
static Value softmax(Call &call) {
  Formula f(call);
  Value x = nullptr, exponential = f.exp(shiftedBy(f, call, x));
  Value result = f.div(exponential, f.reduce(Reduce::sum, exponential, call["axis"]));
  return isNone(call["where"]) ? result : f.where(call["where"], result, f.number(0));
}
static Value logSoftmax(Call &call) {
  Formula f(call);
  Value x = nullptr, shifted = shiftedBy(f, call, x);
  return f.sub(shifted, f.log(f.reduce(Reduce::sum, f.exp(shifted), call["axis"])));
}

static Value oneHot(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Formula f(call);
  std::optional<Operand> operand = toOperand(evaluator, call["x"], f.function);
  std::optional<int64_t> classes = operand ? evaluator.toInt(call["num_classes"], "num_classes") : std::nullopt;
  std::optional<DType> type = classes ? toDType(evaluator, call["dtype"], "dtype", DType::float32) : std::nullopt;
  if (!type || !refuseArguments(call, {"axis"}))
    return nullptr;
  if (*classes < 1)
    return evaluator.raise(DiagnosticId::valueError, "`num_classes` is " + std::to_string(*classes), call.rangeOf("num_classes"));
  Shape column(operand->shape());
  column.push_back(1);
  Value index = applyReshape(evaluator, call["x"], column, f.function);
  Value classesArray = wrap(evaluator, emitterHere(evaluator).iota({*classes}, 0, DType::int32), DType::int32);
  Value hit = f.compare(Compare::eq, index, classesArray);
  return hit ? applyCast(evaluator, hit, *type, f.function) : nullptr;
}

/// (x - mean) / sqrt(variance + epsilon); the variance is mean(x * x) - mean(x)**2, not below 0.
static Value standardize(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  if (!refuseArguments(call, {"where"}))
    return nullptr;
  Value mean = isNone(call["mean"]) ? f.reduce(Reduce::mean, x, call["axis"]) : call["mean"], variance = call["variance"];
  if (isNone(variance))
    variance = f.max(f.sub(f.reduce(Reduce::mean, f.unary(Unary::square, x), call["axis"]), f.unary(Unary::square, mean)), f.number(0));
  return f.mul(f.sub(x, mean), f.unary(Unary::rsqrt, f.add(variance, call["epsilon"])));
}

static Value glu(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  std::optional<int64_t> axis = x ? f.axis(call["axis"], Formula::shapeOf(x).size()) : std::nullopt;
  if (!axis)
    return nullptr;
  int64_t extent = Formula::shapeOf(x)[*axis];
  if (extent % 2)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` halves an axis of " + std::to_string(extent) + " elements");
  return f.mul(f.slice(x, *axis, 0, extent / 2), f.unary(Unary::logistic, f.slice(x, *axis, extent / 2, extent / 2)));
}

/// Near 0 the first form is exact, far from it the second.
static Value log1mexp(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]), isNear = f.compare(Compare::lt, x, f.number(std::log(2.0)));
  return f.where(isNear, f.log(f.neg(f.unary(Unary::expm1, f.neg(x)))), f.log1p(f.neg(f.exp(f.neg(x)))));
}

static Value sparsePlus(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]);
  Value middle = f.div(f.unary(Unary::square, f.add(x, f.number(1))), f.number(4));
  return f.where(f.compare(Compare::le, x, f.number(-1)), f.number(0), f.where(f.compare(Compare::ge, x, f.number(1)), x, middle));
}

static Value sparseSigmoid(Call &call) {
  Formula f(call);
  return f.mul(f.number(0.5), f.min(f.max(f.add(f.inexact(call["x"]), f.number(1)), f.number(0)), f.number(2)));
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"jax.nn", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("relu", "(x)", "max(x, 0).", relu),
    TESSERA_ENTRY("relu6", "(x)", "x limited to [0, 6].", relu6),
    TESSERA_ENTRY("sigmoid", "(x)", "1 / (1 + exp(-x)).", sigmoid),
    TESSERA_ENTRY("silu", "(x)", "x * sigmoid(x).", silu),
    TESSERA_ENTRY("swish", "(x)", "x * sigmoid(x).", silu),
    TESSERA_ENTRY("tanh", "(x)", "Hyperbolic tangent.", tanhActivation),
    TESSERA_ENTRY("gelu", "(x, approximate=True)", "Gaussian error linear unit.", gelu),
    TESSERA_ENTRY("softplus", "(x)", "log(1 + exp(x)).", softplus),
    TESSERA_ENTRY("log_sigmoid", "(x)", "log(sigmoid(x)).", logSigmoid),
    TESSERA_ENTRY("leaky_relu", "(x, negative_slope=0.01)", "x, or a fraction of it below 0.", leakyRelu),
    TESSERA_ENTRY("elu", "(x, alpha=1.0)", "x, or alpha * (exp(x) - 1) below 0.", elu),
    TESSERA_ENTRY("selu", "(x)", "Scaled exponential linear unit.", selu),
    TESSERA_ENTRY("celu", "(x, alpha=1.0)", "Continuously differentiable exponential linear unit.", celu),
    TESSERA_ENTRY("hard_sigmoid", "(x)", "relu6(x + 3) / 6.", hardSigmoid),
    TESSERA_ENTRY("hard_silu", "(x)", "x * hard_sigmoid(x).", hardSilu),
    TESSERA_ENTRY("hard_swish", "(x)", "x * hard_sigmoid(x).", hardSilu),
    TESSERA_ENTRY("hard_tanh", "(x)", "x limited to [-1, 1].", hardTanh),
    TESSERA_ENTRY("soft_sign", "(x)", "x / (|x| + 1).", softSign),
    TESSERA_ENTRY("mish", "(x)", "x * tanh(softplus(x)).", mish),
    TESSERA_ENTRY("squareplus", "(x, b=4)", "(x + sqrt(x*x + b)) / 2.", squareplus),
    TESSERA_ENTRY("softmax", "(x, axis=-1, where=None, initial=None)", "exp(x), scaled to sum to 1 along an axis.", softmax),
    TESSERA_ENTRY("log_softmax", "(x, axis=-1, where=None, initial=None)", "log(softmax(x)).", logSoftmax),
    TESSERA_ENTRY("one_hot", "(x, num_classes, *, dtype=None, axis=None)", "Rows of zeros with a one at each index.", oneHot),
    TESSERA_ENTRY("logsumexp", "(a, axis=None, b=None, keepdims=False, return_sign=False, where=None)", "log(sum(b * exp(a))).", logSumExpHandler),
    TESSERA_ENTRY("standardize", "(x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None)", "Zero mean and unit variance.", standardize),
    TESSERA_ENTRY("glu", "(x, axis=-1)", "Half of x times the sigmoid of the other half.", glu),
    TESSERA_ENTRY("log1mexp", "(x)", "log(1 - exp(-x)).", log1mexp),
    TESSERA_ENTRY("sparse_plus", "(x)", "0 below -1, x above 1, a parabola between.", sparsePlus),
    TESSERA_ENTRY("sparse_sigmoid", "(x)", "0 below -1, 1 above 1, a line between.", sparseSigmoid),
    TESSERA_ENTRY("identity", "(x)", "x.", [](Call &call) -> Value { return call[size_t(0)]; }),
};

void library::registerJaxNn(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.nn", "Activations and their kin."}};
  table.add(modules, entries);
}
