// SPDX-License-Identifier: Apache-2.0
// Triton's elementwise functions: arithmetic, choice, and the functions of `tl.math`.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

template <Binary op> static Value binaryFunction(Call &call) { return tritonBinary(call.evaluator, op, call[size_t(0)], call[size_t(1)], publicName(call.entry)); }

/// Whether NaN goes through: only if asked for.
static bool propagatesNan(Call &call) {
  auto *mode = dyn_cast<RecordObject>(call["propagate_nan"]);
  return mode && mode->field("name") && cast<StrObject>(mode->field("name"))->value == "ALL";
}
template <Binary numbers, Binary propagating> static Value extremeHandler(Call &call) {
  return tritonBinary(call.evaluator, propagatesNan(call) ? propagating : numbers, call["x"], call["y"], publicName(call.entry));
}
static Value absHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  mlir::Value value = tensor ? useHere(call.evaluator, tensor) : nullptr;
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).unary(Unary::abs, value, tensor->dtype), tensor->dtype) : nullptr;
}

/// The dtype in which all of them are combined; numbers follow the tensors, like the operands of `+`.
static std::optional<DType> promoteAll(Evaluator &evaluator, llvm::ArrayRef<Value> given, llvm::StringRef function, llvm::SmallVectorImpl<TritonTensor *> &tensors) {
  std::optional<TritonOperand> all;
  for (Value value : given) {
    tensors.push_back(toTritonTensor(evaluator, value, function));
    if (!tensors.back())
      return std::nullopt;
    TritonOperand operand{tensors.back()->dtype, !isa<TritonTensor>(value)};
    TritonPromotion promotion = all ? promoteTriton(*all, operand, false) : TritonPromotion{operand.dtype, TritonFailure::none};
    if (promotion.failure != TritonFailure::none)
      return evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function.str() + "` got dtypes that do not go together");
    all = TritonOperand{promotion.dtype, operand.scalar && (!all || all->scalar)};
  }
  return all->dtype;
}

static bool fitAll(Evaluator &evaluator, llvm::ArrayRef<TritonTensor *> tensors, DType type, llvm::StringRef function, llvm::SmallVectorImpl<mlir::Value> &values) {
  std::optional<Shape> shape = broadcastTriton(evaluator, tensors, function);
  for (TritonTensor *tensor : tensors) {
    values.push_back(shape ? fitTriton(evaluator, tensor, type, *shape) : mlir::Value());
    if (!values.back())
      return false;
  }
  return true;
}

bool frontend::readFloats(Call &call, llvm::ArrayRef<Value> given, llvm::SmallVectorImpl<mlir::Value> &values, DType &type) {
  std::string function = publicName(call.entry);
  llvm::SmallVector<TritonTensor *> tensors;
  std::optional<DType> promoted = promoteAll(call.evaluator, given, function, tensors);
  if (!promoted)
    return false;
  type = *promoted;
  if (!numerics::isFloat(type))
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function + "` takes floats, not `" + std::string(numerics::getName(type)) + "`")
               .note("convert first, with `.to(tl.float32)`"),
           false;
  return fitAll(call.evaluator, tensors, type, function, values);
}

Value frontend::tritonFma(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  llvm::SmallVector<TritonTensor *> tensors;
  std::optional<DType> type = promoteAll(evaluator, {call[size_t(0)], call[size_t(1)], call[size_t(2)]}, function, tensors);
  llvm::SmallVector<mlir::Value> values;
  if (!type || !fitAll(evaluator, tensors, *type, function, values))
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  if (!numerics::isFloat(*type))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function + "` takes floats, not `" + std::string(numerics::getName(*type)) + "`").note("write `x * y + z`");
  return wrapTriton(evaluator, emitter.create<mlir::math::FmaOp>(values[0], values[1], values[2]), *type);
}
static Value clampHandler(Call &call) {
  TritonTensor *x = tritonReceiver(call);
  if (!x)
    return nullptr;
  if (!numerics::isFloat(x->dtype))
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.clamp` takes floats, not `" + std::string(numerics::getName(x->dtype)) + "`")
        .note("use `tl.minimum(tl.maximum(x, low), high)`");
  bool all = propagatesNan(call);
  Value low = tritonBinary(call.evaluator, all ? Binary::maximum : Binary::maxNumber, x, call["min"], "tl.clamp");
  return low ? tritonBinary(call.evaluator, all ? Binary::minimum : Binary::minNumber, low, call["max"], "tl.clamp") : nullptr;
}
/// x / y of floats: fp16 and bf16 divide in fp32.
static Value divideHandler(Call &call) {
  bool isRounded = llvm::StringRef(call.entry->name) == "div_rn";
  if (!isRounded) {
    std::optional<bool> asked = call.evaluator.truth(call["ieee_rounding"]);
    if (!asked)
      return nullptr;
    isRounded = *asked;
  }
  Value quotient = tritonBinary(call.evaluator, isRounded ? Binary::divideRounded : Binary::divide, call["x"],
                                call["y"], publicName(call.entry));
  if (!quotient)
    return nullptr;
  for (llvm::StringRef name : {"x", "y"}) {
    auto *tensor = dyn_cast<TritonTensor>(call[name]);
    if ((tensor && !numerics::isFloat(tensor->dtype)) || isa<IntObject, BoolObject>(call[name]))
      return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes floats", call.rangeOf(name));
  }
  return quotient;
}

Value frontend::tritonHighProduct(Call &call, bool isSigned) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  llvm::SmallVector<TritonTensor *> tensors;
  std::optional<DType> type = promoteAll(evaluator, {call[size_t(0)], call[size_t(1)]}, function, tensors);
  if (!type)
    return nullptr;
  if (!numerics::isInteger(*type) || numerics::getBitWidth(*type) < 32)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function + "` takes integers of 32 or 64 bits, not `" + std::string(numerics::getName(*type)) + "`");
  llvm::SmallVector<mlir::Value> values;
  if (!fitAll(evaluator, tensors, *type, function, values))
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value high = isSigned ? emitter.create<mlir::arith::MulSIExtendedOp>(values[0], values[1]).getHigh()
                              : emitter.create<mlir::arith::MulUIExtendedOp>(values[0], values[1]).getHigh();
  return wrapTriton(evaluator, high, *type);
}
static Value umulhiHandler(Call &call) { return tritonHighProduct(call, /*isSigned=*/false); }

static Value whereHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *condition = toTritonTensor(evaluator, call["condition"], "tl.where");
  if (!condition)
    return nullptr;
  // The branches combine as the operands of `+` would.
  Value values[] = {call["x"], call["y"]};
  auto *first = dyn_cast<PointerObject>(values[0]), *second = dyn_cast<PointerObject>(values[1]);
  if (first && second) {
    mlir::Value mask = fitTriton(evaluator, condition, DType::boolean, condition->shape());
    return mask ? choosePointer(evaluator, mask, static_cast<TritonPointer *>(first), static_cast<TritonPointer *>(second)) : nullptr;
  }
  TritonOperand operands[2];
  TritonTensor *tensors[3] = {condition, nullptr, nullptr};
  for (int k = 0; k < 2; ++k) {
    tensors[k + 1] = toTritonTensor(evaluator, values[k], "tl.where");
    if (!tensors[k + 1])
      return nullptr;
    operands[k] = {tensors[k + 1]->dtype, !isa<TritonTensor>(values[k])};
  }
  TritonPromotion promotion = promoteTriton(operands[0], operands[1], false);
  if (promotion.failure != TritonFailure::none)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "the branches of `tl.where` have dtypes that do not go together");
  std::optional<Shape> shape = broadcastTriton(evaluator, tensors, "tl.where");
  mlir::Value mask = shape ? fitTriton(evaluator, condition, DType::boolean, *shape) : nullptr;
  mlir::Value left = mask ? fitTriton(evaluator, tensors[1], promotion.dtype, *shape) : nullptr;
  mlir::Value right = left ? fitTriton(evaluator, tensors[2], promotion.dtype, *shape) : nullptr;
  return right ? wrapTriton(evaluator, emitterHere(evaluator).select(mask, left, right), promotion.dtype) : nullptr;
}

/// exp(x - max) / sum, along axis 0 unless said otherwise.
static Value softmaxHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *x = tritonReceiver(call);
  std::optional<int64_t> dim = x ? (isNone(call["dim"]) ? std::optional<int64_t>(0) : evaluator.toInt(call["dim"], "dim")) : std::nullopt;
  std::optional<int64_t> axis = dim ? normalizeAxis(evaluator, *dim, x->shape().size(), "tl.softmax") : std::nullopt;
  mlir::Value value = axis ? useHere(evaluator, x) : nullptr;
  if (!value)
    return nullptr;
  if (!numerics::isFloat(x->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.softmax` takes floats");
  // `keep_dims` concerns the reductions inside, not the result.
  std::optional<bool> isRounded = evaluator.truth(call["ieee_rounding"]);
  if (!isRounded)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value most = emitter.broadcastTo(emitter.reduce(tile::Reduction::max, value, {*axis}, true, true), x->shape());
  mlir::Value powers = emitter.unary(Unary::exp, emitter.binary(Binary::sub, value, most, x->dtype), x->dtype);
  mlir::Value total = emitter.broadcastTo(emitter.reduce(tile::Reduction::add, powers, {*axis}, true), x->shape());
  Binary divide = *isRounded ? Binary::divideRounded : Binary::divide;
  return wrapTriton(evaluator, emitter.binary(divide, powers, total, x->dtype), x->dtype);
}
static Value cdivHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value less = evaluator.binary(BinaryOp::subtract, call["div"], evaluator.integer(1));
  Value sum = less ? evaluator.binary(BinaryOp::add, call["x"], less) : nullptr;
  return sum ? evaluator.binary(BinaryOp::floorDivide, sum, call["div"]) : nullptr;
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"triton.language", name, EntryKind::function, signature, summary, handler}
#define TESSERA_BOTH(name, signature, summary, handler)                                                                \
  TESSERA_ENTRY(name, signature, summary, handler), { "triton.language.math", name, EntryKind::function, signature, summary, handler }
#define TESSERA_FLOAT(name, op, summary) TESSERA_BOTH(name, "(x)", summary, tritonFloatFunction<Unary::op>)
#define TESSERA_METHOD(name, signature, summary, handler) {"triton.language.tensor", name, EntryKind::method, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_FLOAT("exp", exp, "e to the power x, of fp32 or fp64."),
    TESSERA_FLOAT("exp2", exp2, "2 to the power x, of fp32 or fp64."),
    TESSERA_FLOAT("log", log, "Natural logarithm of fp32 or fp64."),
    TESSERA_FLOAT("log2", log2, "Logarithm to base 2 of fp32 or fp64."),
    TESSERA_FLOAT("sin", sin, "Sine of fp32 or fp64."),
    TESSERA_FLOAT("cos", cos, "Cosine of fp32 or fp64."),
    TESSERA_FLOAT("sqrt", sqrt, "Square root of fp32 or fp64."),
    TESSERA_FLOAT("sqrt_rn", sqrt, "Square root, rounded to nearest."),
    TESSERA_FLOAT("rsqrt", rsqrt, "1 / sqrt(x) of fp32 or fp64."),
    TESSERA_FLOAT("erf", erf, "Error function of fp32 or fp64."),
    TESSERA_FLOAT("floor", floor, "Rounds down."),
    TESSERA_FLOAT("ceil", ceil, "Rounds up."),
    TESSERA_ENTRY("sigmoid", "(x)", "1 / (1 + exp(-x)) of fp32 or fp64.", tritonFloatFunction<Unary::logistic>),
    TESSERA_BOTH("abs", "(x)", "Absolute value.", absHandler),
    TESSERA_ENTRY("add", "(x, y, sanitize_overflow=True)", "x + y; integers wrap.", binaryFunction<Binary::add>),
    TESSERA_ENTRY("sub", "(x, y, sanitize_overflow=True)", "x - y; integers wrap.", binaryFunction<Binary::sub>),
    TESSERA_ENTRY("mul", "(x, y, sanitize_overflow=True)", "x * y; integers wrap.", binaryFunction<Binary::mul>),
    TESSERA_BOTH("fdiv", "(x, y, ieee_rounding=False)",
                 "x / y of floats: on a GPU within 2 ulp, or rounded to nearest.", divideHandler),
    TESSERA_BOTH("div_rn", "(x, y)", "x / y of floats, rounded to nearest.", divideHandler),
    TESSERA_BOTH("umulhi", "(x, y)", "The high half of the product of unsigned integers of 32 or 64 bits.",
                 umulhiHandler),
    TESSERA_ENTRY("maximum", "(x, y, propagate_nan=None)",
                  "The greater of both; a number wins over NaN unless `propagate_nan=tl.PropagateNan.ALL`.",
                  (extremeHandler<Binary::maxNumber, Binary::maximum>)),
    TESSERA_ENTRY("minimum", "(x, y, propagate_nan=None)",
                  "The lesser of both; a number wins over NaN unless `propagate_nan=tl.PropagateNan.ALL`.",
                  (extremeHandler<Binary::minNumber, Binary::minimum>)),
    TESSERA_BOTH("fma", "(x, y, z)", "x * y + z, rounded once.", tritonFma),
    TESSERA_ENTRY("clamp", "(x, min, max, propagate_nan=None)", "Limits each element of a float block to a range.",
                  clampHandler),
    TESSERA_ENTRY("where", "(condition, x, y)",
                  "Elements of x where the condition holds, else of y; both are computed.", whereHandler),
    TESSERA_ENTRY("softmax", "(x, dim=None, keep_dims=False, ieee_rounding=False)",
                  "exp(x), scaled to sum to 1 along an axis, by default the first.", softmaxHandler),
    TESSERA_ENTRY("cdiv", "(x, div)", "x / div, rounded up, of integers above 0.", cdivHandler),
    TESSERA_METHOD("abs", "()", "Absolute value.", absHandler),
    TESSERA_METHOD("__abs__", "()", "Absolute value, for `abs(x)`.", absHandler),
    TESSERA_METHOD("exp", "()", "e to the power x.", tritonFloatFunction<Unary::exp>),
    TESSERA_METHOD("exp2", "()", "2 to the power x.", tritonFloatFunction<Unary::exp2>),
    TESSERA_METHOD("log", "()", "Natural logarithm.", tritonFloatFunction<Unary::log>),
    TESSERA_METHOD("log2", "()", "Logarithm to base 2.", tritonFloatFunction<Unary::log2>),
    TESSERA_METHOD("sin", "()", "Sine.", tritonFloatFunction<Unary::sin>),
    TESSERA_METHOD("cos", "()", "Cosine.", tritonFloatFunction<Unary::cos>),
    TESSERA_METHOD("sqrt", "()", "Square root.", tritonFloatFunction<Unary::sqrt>),
    TESSERA_METHOD("sqrt_rn", "()", "Square root, rounded to nearest.", tritonFloatFunction<Unary::sqrt>),
    TESSERA_METHOD("rsqrt", "()", "1 / sqrt(x).", tritonFloatFunction<Unary::rsqrt>),
    TESSERA_METHOD("erf", "()", "Error function.", tritonFloatFunction<Unary::erf>),
    TESSERA_METHOD("floor", "()", "Rounds down.", tritonFloatFunction<Unary::floor>),
    TESSERA_METHOD("ceil", "()", "Rounds up.", tritonFloatFunction<Unary::ceil>),
    TESSERA_METHOD("sigmoid", "()", "1 / (1 + exp(-x)).", tritonFloatFunction<Unary::logistic>),
    TESSERA_METHOD("softmax", "(dim=None, keep_dims=False, ieee_rounding=False)", "exp(x), scaled to sum to 1.",
                   softmaxHandler),
};

void library::registerTritonElementwise(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.language.math", "Functions of floats."}};
  table.add(modules, entries);
}
