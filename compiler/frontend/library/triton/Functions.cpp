// SPDX-License-Identifier: Apache-2.0
// Triton's products and reductions, with its rules for the dtype of a result.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- functions of one float --------------------------------------------------------------------------------===//

template <Unary op> Value frontend::tritonFloatFunction(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return nullptr;
  if (tensor->dtype != DType::float32 && tensor->dtype != DType::float64)
    return evaluator
        .raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes fp32 or fp64, not `" + std::string(numerics::getName(tensor->dtype)) + "`")
        .note("convert first, with `.to(tl.float32)`");
  mlir::Value value = useHere(evaluator, tensor);
  return value ? wrapTriton(evaluator, emitterHere(evaluator).unary(op, value, tensor->dtype), tensor->dtype) : nullptr;
}
template Value frontend::tritonFloatFunction<Unary::exp>(Call &);
template Value frontend::tritonFloatFunction<Unary::exp2>(Call &);
template Value frontend::tritonFloatFunction<Unary::log>(Call &);
template Value frontend::tritonFloatFunction<Unary::log2>(Call &);
template Value frontend::tritonFloatFunction<Unary::sin>(Call &);
template Value frontend::tritonFloatFunction<Unary::cos>(Call &);
template Value frontend::tritonFloatFunction<Unary::sqrt>(Call &);
template Value frontend::tritonFloatFunction<Unary::rsqrt>(Call &);
template Value frontend::tritonFloatFunction<Unary::erf>(Call &);
template Value frontend::tritonFloatFunction<Unary::floor>(Call &);
template Value frontend::tritonFloatFunction<Unary::ceil>(Call &);
template Value frontend::tritonFloatFunction<Unary::logistic>(Call &);
template Value frontend::tritonFloatFunction<Unary::tanh>(Call &);
template Value frontend::tritonFloatFunction<Unary::asin>(Call &);

//===-- products ----------------------------------------------------------------------------------------------===//

static std::optional<tile::Precision> readPrecision(Call &call) {
  if (!isNone(call["allow_tf32"])) {
    std::optional<bool> allow = call.evaluator.truth(call["allow_tf32"]);
    if (!allow)
      return std::nullopt;
    return *allow ? tile::Precision::tf32 : tile::Precision::ieee;
  }
  Value asked =
      isNone(call["input_precision"]) ? readKnob(call.evaluator, "language", "fp32_default") : call["input_precision"];
  if (!asked)
    return call.evaluator.options().device == "cpu" ? tile::Precision::ieee : tile::Precision::tf32; // on a CPU, Triton interprets its kernels
  std::optional<std::string> name = call.evaluator.toString(asked, "input_precision");
  if (!name)
    return std::nullopt;
  if (std::optional<tile::Precision> precision = tile::symbolizePrecision(*name))
    return precision;
  if (*name == "bf16x3" || *name == "bf16x6" || *name == "hf32")
    return call.evaluator.raise(DiagnosticId::notSupported, "the input precision `" + *name + "` is not supported", call.rangeOf("input_precision"))
        .note("use `tf32`, `tf32x3` or `ieee`");
  return call.evaluator.raise(DiagnosticId::valueError, "input_precision must be one of ('tf32', 'tf32x3', 'ieee', 'bf16x3', 'bf16x6'). Got " + *name, call.rangeOf("input_precision"));
}

/// The result's dtype: int8 gives int32, fp64 fp64, fp32 and bf16 fp32, fp16 and fp8 what is asked for.
static std::optional<DType> dotResult(Call &call, DType operand) {
  if (numerics::isInteger(operand))
    return DType::int32;
  if (operand == DType::float64)
    return DType::float64;
  auto *acc = dyn_cast<TritonTensor>(call["acc"]);
  bool half = operand == DType::float16 || numerics::getBitWidth(operand) == 8;
  if (isNone(call["out_dtype"]))
    return acc && half && acc->dtype == DType::float16 ? DType::float16 : DType::float32;
  std::optional<DType> asked = toDType(call.evaluator, call["out_dtype"], "out_dtype", DType::float32, false);
  if (asked && *asked != DType::float32 && !(half && *asked == DType::float16))
    return call.evaluator.raise(DiagnosticId::valueError, "`out_dtype` can't be `" + std::string(numerics::getName(*asked)) + "` for operands of `" +
                                                              std::string(numerics::getName(operand)) + "`",
                                call.rangeOf("out_dtype"));
  return asked;
}

/// Fewest products of 8-bit floats that a target may add less exactly than f32 before it adds their sum as f32 (schedule/specialize/GemmEmit.cpp): a step's.
static constexpr int64_t fewestImprecise = 128;

/// What an instruction multiplies at least along K: Triton refuses less. False with an exception pending.
static bool checkDepth(Call &call, DType operand, int64_t depth) {
  int64_t least = std::max<int64_t>(256 / numerics::getBitWidth(operand), 4);
  if (depth >= least || call.evaluator.options().device == "cpu")
    return true;
  return call.evaluator.raise(DiagnosticId::shapeMismatch, "Input shapes should have M >= 1, N >= 1 and K >= " + std::to_string(least) + ", but K is " + std::to_string(depth))
             .note("load more of K at once, with zeros beyond the end, or multiply and add: `tl.sum(a[:, :, None] * b[None, :, :], 1)`"),
         false;
}

/// Operands whose sums must not be less exact: f16 holds each 8-bit float, and its products are added as f32. None on an error.
static std::optional<bool> isExactSumAsked(Call &call, DType operand, int64_t depth) {
  if (isNone(call["max_num_imprecise_acc"]))
    return false;
  std::optional<int64_t> most = call.evaluator.toInt(call["max_num_imprecise_acc"], "max_num_imprecise_acc");
  if (!most)
    return std::nullopt;
  if (numerics::isFloat(operand) && numerics::getBitWidth(operand) == 8 && *most > depth)
    return call.evaluator.raise(DiagnosticId::valueError, "max_num_imprecise_acc (" + std::to_string(*most) + ") must be <= K (" + std::to_string(depth) + ")",
                                call.rangeOf("max_num_imprecise_acc"));
  return numerics::isFloat(operand) && numerics::getBitWidth(operand) == 8 && *most < fewestImprecise;
}

/// Triton multiplies 8-bit floats of any two types.
static bool canMultiply(DType left, DType right) {
  auto isFloat8 = [](DType type) { return numerics::isFloat(type) && numerics::getBitWidth(type) == 8; };
  return left == right || (isFloat8(left) && isFloat8(right));
}

static Value tritonDot(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *a = toTritonTensor(evaluator, call["input"], "tl.dot"), *b = a ? toTritonTensor(evaluator, call["other"], "tl.dot") : nullptr;
  std::optional<tile::Precision> precision = b ? readPrecision(call) : std::nullopt;
  if (!precision)
    return nullptr;
  if (!canMultiply(a->dtype, b->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "both operands of `tl.dot` must be of the same dtype: " + describe(evaluator, a) + " is " + std::string(numerics::getName(a->dtype)) +
                                                            " but " + describe(evaluator, b) + " is " + std::string(numerics::getName(b->dtype)));
  llvm::ArrayRef<int64_t> left = a->shape(), right = b->shape();
  if (left.size() < 2 || left.size() > 3 || left.size() != right.size() || left.drop_back(2) != right.drop_back(2))
    return evaluator.raise(DiagnosticId::shapeMismatch, "`tl.dot` takes two matrices, or two batches of them: " + describe(evaluator, a) + " is " + formatShape(left) +
                                                            " but " + describe(evaluator, b) + " is " + formatShape(right));
  if (left.back() != right[right.size() - 2]) {
    Operand x = *asOperand(a), y = *asOperand(b);
    Raised raised = evaluator.raise(DiagnosticId::dotInnerSize, "inner sizes differ: " + describeShape(evaluator, x) + " but " + describeShape(evaluator, y));
    noteShape(evaluator, raised, x);
    noteShape(evaluator, raised, y);
    return nullptr;
  }
  if (a->dtype == DType::boolean || (numerics::isInteger(a->dtype) && numerics::getBitWidth(a->dtype) != 8))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.dot` takes floats and int8, not `" + std::string(numerics::getName(a->dtype)) + "`");
  std::optional<DType> type = dotResult(call, a->dtype);
  if (!type || !checkDepth(call, a->dtype, left.back()))
    return nullptr;
  Shape shape(left);
  shape.back() = right.back();
  mlir::Value acc;
  if (!isNone(call["acc"])) {
    TritonTensor *tensor = toTritonTensor(evaluator, call["acc"], "tl.dot");
    if (!tensor)
      return nullptr;
    if (tensor->dtype != *type || tensor->shape() != llvm::ArrayRef<int64_t>(shape))
      return evaluator.raise(DiagnosticId::shapeMismatch, "`acc` is " + std::string(numerics::getName(tensor->dtype)) + formatShape(tensor->shape()) +
                                                              " but the product is " + std::string(numerics::getName(*type)) + formatShape(shape),
                             call.rangeOf("acc"));
    acc = useHere(evaluator, tensor);
    if (!acc)
      return nullptr;
  }
  mlir::Value l = useHere(evaluator, a), r = l ? useHere(evaluator, b) : nullptr;
  std::optional<bool> isExact = r ? isExactSumAsked(call, a->dtype, left.back()) : std::nullopt;
  if (!isExact)
    return nullptr;
  if (*isExact) {
    l = emitterHere(evaluator).cast(l, a->dtype, DType::float16);
    r = emitterHere(evaluator).cast(r, b->dtype, DType::float16);
  }
  tile::Precision exactness = a->dtype == DType::float32 ? *precision : tile::Precision::ieee;
  mlir::Value product = emitterHere(evaluator).create<tile::DotOp>(getArrayType(evaluator.context(), shape, *type), l, r, acc, exactness, numerics::isUnsigned(a->dtype));
  return wrapTriton(evaluator, product, *type);
}

//===-- reductions --------------------------------------------------------------------------------------------===//

namespace {
struct Reduced {
  TritonTensor *tensor;
  llvm::SmallVector<int64_t> axes;
  bool keepDims;
};
} // namespace

static std::optional<Reduced> readReduction(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return std::nullopt;
  auto axes = toAxes(call.evaluator, call["axis"], tensor->shape().size(), publicName(call.entry));
  std::optional<bool> keep = axes ? call.evaluator.truth(call["keep_dims"]) : std::nullopt;
  if (!keep)
    return std::nullopt;
  return Reduced{tensor, *axes, *keep};
}

static Value emitReduction(Evaluator &evaluator, const Reduced &reduced, tile::Reduction kind, DType type, bool ignoreNan) {
  mlir::Value value = fitTriton(evaluator, reduced.tensor, type, reduced.tensor->shape());
  return value ? wrapTriton(evaluator, emitterHere(evaluator).reduce(kind, value, reduced.axes, reduced.keepDims, ignoreNan), type) : nullptr;
}

/// Integers narrower than 32 bits widen; a boolean counts as unsigned.
static DType widen(DType type) {
  if (type == DType::boolean || (numerics::isUnsigned(type) && numerics::getBitWidth(type) < 32))
    return DType::uint32;
  return numerics::isInteger(type) && numerics::getBitWidth(type) < 32 ? DType::int32 : type;
}

static Value tritonReduceSum(Call &call) {
  std::optional<Reduced> reduced = readReduction(call);
  if (!reduced)
    return nullptr;
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", widen(reduced->tensor->dtype), false);
  return type ? emitReduction(call.evaluator, *reduced, tile::Reduction::add, *type, false) : nullptr;
}

/// max and min: fp16 and bf16 give fp32, small integers int32; with indices only bf16 changes.
static DType extremeType(DType type, bool withIndices) {
  if (type == DType::bfloat16 || (type == DType::float16 && !withIndices))
    return DType::float32;
  return numerics::isInteger(type) && numerics::getBitWidth(type) < 32 && !withIndices ? DType::int32 : type;
}

/// The extreme elements and the least (or, of equal ones, the last) indices where they are.
static std::optional<std::pair<Value, Value>> extremesWithIndices(Call &call, bool isMax, bool keepsType) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Reduced> reduced = readReduction(call);
  if (!reduced)
    return std::nullopt;
  TritonTensor *tensor = reduced->tensor;
  DType type = keepsType ? tensor->dtype : extremeType(tensor->dtype, true);
  mlir::Value value = fitTriton(evaluator, tensor, type, tensor->shape());
  if (!value)
    return std::nullopt;
  Emitter emitter = emitterHere(evaluator);
  Shape kept(tensor->shape());
  if (reduced->axes.size() != 1) { // all axes: positions count in row-major order
    kept.assign(kept.size(), 1);
    value = emitter.reshape(value, {countElements(tensor->shape())});
    reduced->axes = {0};
  } else {
    kept[reduced->axes[0]] = 1;
  }
  llvm::ArrayRef<int64_t> shape = tile::getShape(value.getType());
  mlir::Value extreme = emitter.reduce(isMax ? Emitter::maxOf(type) : Emitter::minOf(type), value, reduced->axes, true, numerics::isFloat(type));
  mlir::Value hit = emitter.compare(Compare::eq, value, emitter.broadcastTo(extreme, shape), type);
  mlir::Value index = emitter.select(hit, emitter.iota(shape, reduced->axes[0], DType::int32), emitter.constantInt(INT32_MAX, DType::int32, shape));
  mlir::Value position = emitter.reduce(tile::Reduction::min, index, reduced->axes, true);
  Shape result;
  for (auto [axis, extent] : llvm::enumerate(tile::getShape(extreme.getType())))
    if (static_cast<int64_t>(axis) != reduced->axes[0])
      result.push_back(extent);
  if (reduced->keepDims)
    result = kept;
  return std::make_pair(Value(wrapTriton(evaluator, emitter.reshape(extreme, result), type)), Value(wrapTriton(evaluator, emitter.reshape(position, result), DType::int32)));
}

template <bool max> static Value reduceExtreme(Call &call) {
  std::optional<bool> indices = call.evaluator.truth(call["return_indices"]);
  if (indices && *indices) {
    auto both = extremesWithIndices(call, max, /*keepsType=*/false);
    return both ? call.evaluator.tuple({both->first, both->second}) : nullptr;
  }
  std::optional<Reduced> reduced = indices ? readReduction(call) : std::nullopt;
  if (!reduced)
    return nullptr;
  DType type = extremeType(reduced->tensor->dtype, false);
  return emitReduction(call.evaluator, *reduced, max ? Emitter::maxOf(type) : Emitter::minOf(type), type, /*ignoreNan=*/numerics::isFloat(type));
}

template <tile::Reduction kind> static Value reduceBits(Call &call) {
  std::optional<Reduced> reduced = readReduction(call);
  if (!reduced)
    return nullptr;
  if (numerics::isFloat(reduced->tensor->dtype))
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes integers");
  return emitReduction(call.evaluator, *reduced, kind, reduced->tensor->dtype, false);
}

template <bool max> static Value argExtreme(Call &call) {
  auto both = extremesWithIndices(call, max, /*keepsType=*/true);
  return both ? both->second : nullptr;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_BOTH(name, parameters, summary, handler)                                                               \
  {"triton.language", name, EntryKind::function, "(input, " parameters ")", summary, handler}, {                        \
    "triton.language.tensor", name, EntryKind::method, "(" parameters ")", summary, handler                             \
  }
#define TESSERA_EXTREME "axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False"
static const LibraryEntry entries[] = {
    {"triton.language", "dot", EntryKind::function, "(input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None, out_dtype=None)",
     "Product of matrices or batches of them: (.., M, K) by (.., K, N); fp32 operands may be rounded to TF32 unless `input_precision` says `ieee`; of 8-bit floats 128 products are added in 13 bits unless `max_num_imprecise_acc` is less.", tritonDot},
    TESSERA_BOTH("sum", "axis=None, keep_dims=False, dtype=None", "Sum along an axis; small integers widen to 32 bits.", tritonReduceSum),
    TESSERA_BOTH("max", TESSERA_EXTREME, "Greatest element along an axis, with `return_indices` also where it is.", reduceExtreme<true>),
    TESSERA_BOTH("min", TESSERA_EXTREME, "Least element along an axis, with `return_indices` also where it is.", reduceExtreme<false>),
    TESSERA_BOTH("argmax", "axis=None, tie_break_left=True, keep_dims=False", "Position of the greatest element, the first of equal ones, as int32.", argExtreme<true>),
    TESSERA_BOTH("argmin", "axis=None, tie_break_left=True, keep_dims=False", "Position of the least element, the first of equal ones, as int32.", argExtreme<false>),
    TESSERA_BOTH("xor_sum", "axis=None, keep_dims=False", "Exclusive or of integers along an axis.", reduceBits<tile::Reduction::xori>),
    TESSERA_BOTH("reduce_or", "axis, keep_dims=False", "Or of integers along an axis.", reduceBits<tile::Reduction::ori>),
};

void library::registerTritonProducts(LibraryTable &table) { table.add({}, entries); }
