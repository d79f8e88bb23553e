// SPDX-License-Identifier: Apache-2.0
// CUDA's libdevice, as `triton.language.extra` offers it: functions of fp32 and fp64, and some of integers. Those that MLIR's math
// dialect has are that; some others are short formulas, here or in LibdevicePrelude.cpp. Older releases of Triton had the same
// names in `tl.math`, and many kernels still use them from there.
#include "compiler/frontend/library/triton/Language.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::isa;

namespace {
/// A formula of floats: values of one dtype and shape in, one out.
using Formula = mlir::Value (*)(Emitter &, llvm::ArrayRef<mlir::Value>, DType);
} // namespace

static mlir::Value like(Emitter &emitter, double value, DType type, mlir::Value prototype) {
  return emitter.constant(value, type, tile::getShape(prototype.getType()));
}

template <Formula formula, DType result = DType::float32, bool keeps = true> static Value formulaHandler(Call &call) {
  llvm::SmallVector<Value> given(call.values.begin(), call.values.end());
  llvm::SmallVector<mlir::Value> values;
  DType type;
  if (!readFloats(call, given, values, type))
    return nullptr;
  if (type != DType::float32 && type != DType::float64)
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes fp32 or fp64, not `" + std::string(numerics::getName(type)) + "`")
        .note("convert first, with `.to(tl.float32)`");
  Emitter emitter = emitterHere(call.evaluator);
  return wrapTriton(call.evaluator, formula(emitter, values, type), keeps ? type : result);
}
template <Binary op> static mlir::Value binaryFormula(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) { return e.binary(op, x[0], x[1], type); }
template <Unary op> static mlir::Value unaryFormula(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) { return e.unary(op, x[0], type); }
/// op(a * x)
template <Unary op> static mlir::Value ofPi(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  return e.unary(op, e.binary(Binary::mul, x[0], like(e, 3.14159265358979323846, type, x[0]), type), type);
}
static mlir::Value exp10(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) { return e.binary(Binary::power, like(e, 10, type, x[0]), x[0], type); }
static mlir::Value rcbrt(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) { return e.unary(Unary::reciprocal, e.unary(Unary::cbrt, x[0], type), type); }
static mlir::Value saturate(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  return e.binary(Binary::minNumber, e.binary(Binary::maxNumber, x[0], like(e, 0, type, x[0]), type), like(e, 1, type, x[0]), type);
}
static mlir::Value positiveDifference(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  return e.select(e.compare(Compare::le, x[0], x[1], type), like(e, 0, type, x[0]), e.binary(Binary::sub, x[0], x[1], type));
}
/// In fp64 for fp32, so that squares neither overflow nor lose what the root needs.
template <bool reciprocal> static mlir::Value norm(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  mlir::Value sum;
  for (mlir::Value part : x) {
    mlir::Value square = e.unary(Unary::square, e.cast(part, type, DType::float64), DType::float64);
    sum = sum ? e.binary(Binary::add, sum, square, DType::float64) : square;
  }
  return e.cast(e.unary(reciprocal ? Unary::rsqrt : Unary::sqrt, sum, DType::float64), DType::float64, type);
}
static mlir::Value normalCdf(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  mlir::Value scaled = e.binary(Binary::mul, x[0], like(e, -0.70710678118654752440, type, x[0]), type);
  return e.binary(Binary::mul, like(e, 0.5, type, x[0]), e.unary(Unary::erfc, scaled, type), type);
}
static mlir::Value add(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) { return e.binary(Binary::add, x[0], x[1], type); }
static mlir::Value fma(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType) { return e.create<mlir::math::FmaOp>(x[0], x[1], x[2]); }
/// The remainder of the nearest quotient, halves to even.
static mlir::Value ieeeRemainder(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  mlir::Value rest = e.binary(Binary::truncRemainder, x[0], x[1], type), divisor = e.unary(Unary::abs, x[1], type);
  mlir::Value size = e.unary(Unary::abs, rest, type), half = e.binary(Binary::sub, divisor, size, type);
  mlir::Value quotient =
      e.unary(Unary::trunc, e.binary(Binary::divideRounded, e.binary(Binary::sub, x[0], rest, type), x[1], type), type);
  mlir::Value isOdd = e.compare(Compare::ne, e.binary(Binary::truncRemainder, quotient, like(e, 2, type, quotient), type), like(e, 0, type, quotient), type);
  mlir::Value tie = e.binary(Binary::bitAnd, e.compare(Compare::eq, size, half, type), isOdd, DType::boolean);
  mlir::Value over = e.binary(Binary::bitOr, e.compare(Compare::gt, size, half, type), tie, DType::boolean);
  return e.select(over, e.binary(Binary::sub, rest, e.binary(Binary::copySign, divisor, rest, type), type), rest);
}

/// fp32 or fp64 to whether; Triton gives int32 or int1 by release, here int1.
template <Unary op> static Value testHandler(Call &call) { return formulaHandler<unaryFormula<op>, DType::boolean, false>(call); }
static mlir::Value signBit(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  DType bits = type == DType::float64 ? DType::int64 : DType::int32;
  mlir::Value pattern = e.bitcast(x[0], bits);
  return e.cast(e.compare(Compare::lt, pattern, e.constant(0, bits, tile::getShape(x[0].getType())), bits), DType::boolean, DType::int32);
}
/// Rounds by `op`, then converts to an integer.
template <Unary op, DType to> static mlir::Value toInteger(Emitter &e, llvm::ArrayRef<mlir::Value> x, DType type) {
  return e.cast(e.unary(op, x[0], type), type, to);
}

//===-- integers ----------------------------------------------------------------------------------------------===//

template <Unary op> static Value integerHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  mlir::Value value = tensor ? useHere(call.evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  if (!numerics::isInteger(tensor->dtype) || numerics::getBitWidth(tensor->dtype) < 32)
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes integers of 32 or 64 bits, not `" +
                                                                 std::string(numerics::getName(tensor->dtype)) + "`");
  Emitter emitter = emitterHere(call.evaluator);
  return wrapTriton(call.evaluator, emitter.cast(emitter.unary(op, value, tensor->dtype), tensor->dtype, DType::int32), DType::int32);
}
static Value mulhiHandler(Call &call) {
  auto *tensor = llvm::dyn_cast<TritonTensor>(call[size_t(0)]);
  return tritonHighProduct(call, /*isSigned=*/!tensor || !numerics::isUnsigned(tensor->dtype));
}
template <Binary op> static Value anyBinary(Call &call) { return tritonBinary(call.evaluator, op, call[size_t(0)], call[size_t(1)], publicName(call.entry)); }
static Value anyAbs(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  mlir::Value value = tensor ? useHere(call.evaluator, tensor) : nullptr;
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).unary(Unary::abs, value, tensor->dtype), tensor->dtype) : nullptr;
}
/// The same bits as another type.
template <DType from, DType to> static Value bitsHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (tensor && tensor->dtype != from)
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes `" + std::string(numerics::getName(from)) + "`, not `" +
                                                                 std::string(numerics::getName(tensor->dtype)) + "`");
  return tensor ? tritonCast(call.evaluator, tensor, to, /*bitcast=*/true) : nullptr;
}
/// A power; an integer exponent is converted.
static Value powerHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *exponent = toTritonTensor(evaluator, call[size_t(1)], publicName(call.entry));
  auto *base = llvm::dyn_cast<TritonTensor>(call[size_t(0)]);
  if (!exponent)
    return nullptr;
  if (numerics::isInteger(exponent->dtype) && base && numerics::isFloat(base->dtype))
    call.values[1] = tritonCast(evaluator, exponent, base->dtype, false);
  return call.values[1] ? formulaHandler<binaryFormula<Binary::power>>(call) : nullptr;
}
/// x times 2 to an integer power.
static Value ldexpHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *x = toTritonTensor(evaluator, call[size_t(0)], publicName(call.entry)), *n = x ? toTritonTensor(evaluator, call[size_t(1)], publicName(call.entry)) : nullptr;
  // In fp64 the power of two exists for every result that fp32 has; fp64 itself is done in two steps.
  Value exponent = n ? tritonCast(evaluator, n, DType::float64, false) : nullptr;
  Value wide = exponent ? tritonCast(evaluator, x, DType::float64, false) : nullptr;
  if (!wide)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value all = cast<TritonTensor>(exponent)->value, half = emitter.unary(Unary::trunc, emitter.binary(Binary::mul, all, like(emitter, 0.5, DType::float64, all), DType::float64), DType::float64);
  mlir::Value rest = emitter.binary(Binary::sub, all, half, DType::float64);
  Value result = wide;
  for (mlir::Value part : {half, rest})
    if (result)
      result = tritonBinary(evaluator, Binary::mul, result, wrapTriton(evaluator, emitter.unary(Unary::exp2, part, DType::float64), DType::float64), "ldexp");
  return result ? tritonCast(evaluator, cast<TritonTensor>(result), x->dtype, false) : nullptr;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

namespace {
struct DeviceFunction {
  const char *name, *signature, *summary;
  Value (*handler)(Call &);
};
} // namespace

#define TESSERA_UNARY(name, op, summary) {name, "(arg0)", summary, formulaHandler<unaryFormula<Unary::op>>}
static const DeviceFunction functions[] = {
    TESSERA_UNARY("acos", acos, "Inverse cosine."),
    TESSERA_UNARY("acosh", acosh, "Inverse hyperbolic cosine."),
    TESSERA_UNARY("asin", asin, "Inverse sine."),
    TESSERA_UNARY("asinh", asinh, "Inverse hyperbolic sine."),
    TESSERA_UNARY("atan", atan, "Inverse tangent."),
    TESSERA_UNARY("atanh", atanh, "Inverse hyperbolic tangent."),
    TESSERA_UNARY("cbrt", cbrt, "Cube root."),
    TESSERA_UNARY("ceil", ceil, "Rounds up."),
    TESSERA_UNARY("cos", cos, "Cosine."),
    TESSERA_UNARY("cosh", cosh, "Hyperbolic cosine."),
    TESSERA_UNARY("erf", erf, "Error function."),
    TESSERA_UNARY("erfc", erfc, "1 - erf(x)."),
    TESSERA_UNARY("exp", exp, "e to the power x."),
    TESSERA_UNARY("exp2", exp2, "2 to the power x."),
    TESSERA_UNARY("expm1", expm1, "e to the power x, minus 1."),
    TESSERA_UNARY("floor", floor, "Rounds down."),
    TESSERA_UNARY("log", log, "Natural logarithm."),
    TESSERA_UNARY("log10", log10, "Logarithm to base 10."),
    TESSERA_UNARY("log1p", log1p, "log(1 + x)."),
    TESSERA_UNARY("log2", log2, "Logarithm to base 2."),
    TESSERA_UNARY("nearbyint", roundEven, "Rounds to the nearest integer, halves to even."),
    TESSERA_UNARY("rint", roundEven, "Rounds to the nearest integer, halves to even."),
    TESSERA_UNARY("round", roundAway, "Rounds to the nearest integer, halves away from zero."),
    TESSERA_UNARY("rsqrt", rsqrt, "1 / sqrt(x)."),
    TESSERA_UNARY("rsqrt_rn", rsqrt, "1 / sqrt(x)."),
    TESSERA_UNARY("rcp_rn", reciprocal, "1 / x, rounded to nearest."),
    TESSERA_UNARY("sin", sin, "Sine."),
    TESSERA_UNARY("sinh", sinh, "Hyperbolic sine."),
    TESSERA_UNARY("sqrt", sqrt, "Square root."),
    TESSERA_UNARY("sqrt_rn", sqrt, "Square root, rounded to nearest."),
    TESSERA_UNARY("tan", tan, "Tangent."),
    TESSERA_UNARY("tanh", tanh, "Hyperbolic tangent."),
    TESSERA_UNARY("trunc", trunc, "Rounds towards zero."),
    // The fast variants promise less; here they are the full ones.
    TESSERA_UNARY("fast_cosf", cos, "Cosine."),
    TESSERA_UNARY("fast_sinf", sin, "Sine."),
    TESSERA_UNARY("fast_tanf", tan, "Tangent."),
    TESSERA_UNARY("fast_tanhf", tanh, "Hyperbolic tangent."),
    TESSERA_UNARY("fast_expf", exp, "e to the power x."),
    TESSERA_UNARY("fast_logf", log, "Natural logarithm."),
    TESSERA_UNARY("fast_log2f", log2, "Logarithm to base 2."),
    TESSERA_UNARY("fast_log10f", log10, "Logarithm to base 10."),
    {"fast_exp10f", "(arg0)", "10 to the power x.", formulaHandler<exp10>},
    {"fast_powf", "(arg0, arg1)", "x to the power y.", powerHandler},
    {"fast_dividef", "(arg0, arg1)", "x / y.", formulaHandler<binaryFormula<Binary::divide>>},
    {"exp10", "(arg0)", "10 to the power x.", formulaHandler<exp10>},
    {"cospi", "(arg0)", "cos(pi * x).", formulaHandler<ofPi<Unary::cos>>},
    {"sinpi", "(arg0)", "sin(pi * x).", formulaHandler<ofPi<Unary::sin>>},
    {"rcbrt", "(arg0)", "1 / cbrt(x).", formulaHandler<rcbrt>},
    {"saturatef", "(arg0)", "Limits to [0, 1].", formulaHandler<saturate>},
    {"normcdf", "(arg0)", "The standard normal distribution function.", formulaHandler<normalCdf>},
    {"fdim", "(arg0, arg1)", "max(x - y, 0).", formulaHandler<positiveDifference>},
    {"hypot", "(arg0, arg1)", "sqrt(x * x + y * y).", formulaHandler<norm<false>>},
    {"rhypot", "(arg0, arg1)", "1 / sqrt(x * x + y * y).", formulaHandler<norm<true>>},
    {"norm3d", "(arg0, arg1, arg2)", "Length of a vector.", formulaHandler<norm<false>>},
    {"rnorm3d", "(arg0, arg1, arg2)", "1 / length of a vector.", formulaHandler<norm<true>>},
    {"norm4d", "(arg0, arg1, arg2, arg3)", "Length of a vector.", formulaHandler<norm<false>>},
    {"rnorm4d", "(arg0, arg1, arg2, arg3)", "1 / length of a vector.", formulaHandler<norm<true>>},
    {"atan2", "(arg0, arg1)", "The angle of the point (y, x).", formulaHandler<binaryFormula<Binary::atan2>>},
    {"copysign", "(arg0, arg1)", "|x| with y's sign.", formulaHandler<binaryFormula<Binary::copySign>>},
    {"fmod", "(arg0, arg1)", "The remainder with x's sign.", formulaHandler<binaryFormula<Binary::truncRemainder>>},
    {"remainder", "(arg0, arg1)", "The remainder of the nearest quotient.", formulaHandler<ieeeRemainder>},
    {"pow", "(arg0, arg1)", "x to the power y.", powerHandler},
    {"ldexp", "(arg0, arg1)", "x times 2 to the power n.", ldexpHandler},
    {"scalbn", "(arg0, arg1)", "x times 2 to the power n.", ldexpHandler},
    {"add_rn", "(arg0, arg1)", "x + y, rounded to nearest.", formulaHandler<add>},
    {"sub_rn", "(arg0, arg1)", "x - y, rounded to nearest.", formulaHandler<binaryFormula<Binary::sub>>},
    {"mul_rn", "(arg0, arg1)", "x * y, rounded to nearest.", formulaHandler<binaryFormula<Binary::mul>>},
    {"div_rn", "(arg0, arg1)", "x / y, rounded to nearest.", formulaHandler<binaryFormula<Binary::divideRounded>>},
    {"fma", "(arg0, arg1, arg2)", "x * y + z, rounded once.", formulaHandler<fma>},
    {"fma_rn", "(arg0, arg1, arg2)", "x * y + z, rounded once.", formulaHandler<fma>},
    {"abs", "(arg0)", "Absolute value.", anyAbs},
    {"max", "(arg0, arg1)", "The greater of both; a number wins over NaN.", anyBinary<Binary::maxNumber>},
    {"min", "(arg0, arg1)", "The lesser of both; a number wins over NaN.", anyBinary<Binary::minNumber>},
    {"isnan", "(arg0)", "Whether each element is NaN.", testHandler<Unary::isNan>},
    {"isinf", "(arg0)", "Whether each element is infinite.", testHandler<Unary::isInf>},
    {"finitef", "(arg0)", "Whether each element is finite.", testHandler<Unary::isFinite>},
    {"isfinited", "(arg0)", "Whether each element is finite.", testHandler<Unary::isFinite>},
    {"signbit", "(arg0)", "1 where the sign bit is set.", formulaHandler<signBit, DType::int32, false>},
    {"llrint", "(arg0)", "The nearest integer, halves to even, as int64.",
     formulaHandler<toInteger<Unary::roundEven, DType::int64>, DType::int64, false>},
    {"llround", "(arg0)", "The nearest integer, halves away from zero, as int64.",
     formulaHandler<toInteger<Unary::roundAway, DType::int64>, DType::int64, false>},
    {"float2int_rn", "(arg0)", "The nearest integer, halves to even, as int32.",
     formulaHandler<toInteger<Unary::roundEven, DType::int32>, DType::int32, false>},
    {"float2int_rz", "(arg0)", "Rounds towards zero, to int32.",
     formulaHandler<toInteger<Unary::trunc, DType::int32>, DType::int32, false>},
    {"float2int_ru", "(arg0)", "Rounds up, to int32.",
     formulaHandler<toInteger<Unary::ceil, DType::int32>, DType::int32, false>},
    {"float2int_rd", "(arg0)", "Rounds down, to int32.",
     formulaHandler<toInteger<Unary::floor, DType::int32>, DType::int32, false>},
    {"float_as_int", "(arg0)", "The bits of fp32 as int32.", bitsHandler<DType::float32, DType::int32>},
    {"int_as_float", "(arg0)", "The bits of int32 as fp32.", bitsHandler<DType::int32, DType::float32>},
    {"double_as_longlong", "(arg0)", "The bits of fp64 as int64.", bitsHandler<DType::float64, DType::int64>},
    {"longlong_as_double", "(arg0)", "The bits of int64 as fp64.", bitsHandler<DType::int64, DType::float64>},
    {"popc", "(arg0)", "How many bits are set.", integerHandler<Unary::populationCount>},
    {"clz", "(arg0)", "How many leading bits are 0.", integerHandler<Unary::countLeadingZeros>},
    {"mulhi", "(arg0, arg1)", "The high half of a product of integers.", mulhiHandler},
};

/// Known by name; using one says that it is not supported yet.
static const char *const missing[] = {"jn", "yn"};

void library::registerTritonLibdevice(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.language.extra", "Functions of one vendor's hardware."},
                                          {"triton.language.extra.libdevice", "CUDA's libdevice: functions of fp32, fp64 and integers."},
                                          {"triton.language.extra.cuda", "Functions of NVIDIA's hardware."},
                                          {"triton.language.extra.cuda.libdevice", "CUDA's libdevice: functions of fp32, fp64 and integers."}};
  static const std::vector<LibraryEntry> entries = [] {
    std::vector<LibraryEntry> all;
    static const char *const own[] = {"abs", "ceil", "cos", "div_rn", "erf", "exp", "exp2", "floor", "fma", "log", "log2", "rsqrt", "sin", "sqrt", "sqrt_rn"};
    for (const char *module : {"triton.language.extra.libdevice", "triton.language.extra.cuda.libdevice", "triton.language.math"}) {
      bool isMath = llvm::StringRef(module) == "triton.language.math";
      for (const DeviceFunction &function : functions)
        if (!isMath || llvm::none_of(own, [&](llvm::StringRef name) { return name == function.name; }))
          all.push_back({module, function.name, EntryKind::function, function.signature, function.summary, function.handler});
      for (const char *name : missing)
        if (!isMath)
          all.push_back({module, name, EntryKind::function, "(*args)", "A function of libdevice.", nullptr});
    }
    return all;
  }();
  table.add(modules, entries);
  registerTritonLibdevicePrelude(table);
}
