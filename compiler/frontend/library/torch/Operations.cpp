// SPDX-License-Identifier: Apache-2.0
// torch's arithmetic: promotion by category, floor division, int64 sums. Operands of one operation live on one device.
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
struct TorchOperands {
  llvm::SmallVector<Operand, 3> operands;
  DType type = DType::float32; // promoted
  Shape shape;
  bool onGpu = false;
  llvm::SmallVector<TorchTensor *, 3> tensors;

  /// The result of an elementwise operation: its elements lie as the operands' do.
  TorchTensor *wrap(Evaluator &evaluator, mlir::Value value, DType as) const { return wrapTorchIn(evaluator, value, as, onGpu, resultStrides(tensors, shape)); }
};
} // namespace

/// Operands, checked: tensors and numbers, on one device. The first `ignored` do not take part in promotion (a condition).
static std::optional<TorchOperands> readOperands(Evaluator &evaluator, llvm::ArrayRef<Value> values, llvm::StringRef function, size_t ignored = 0) {
  TorchOperands result;
  llvm::SmallVector<TorchOperand> types;
  TorchTensor *first = nullptr;
  for (auto [index, value] : llvm::enumerate(values)) {
    std::optional<Operand> operand = asOperand(value);
    if (!operand || (operand->array && !isa<TorchTensor>(operand->array)))
      return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes tensors and numbers, not a `" + value->typeName(evaluator) + "`");
    result.operands.push_back(*operand);
    auto *tensor = dyn_cast<TorchTensor>(value);
    // 0-d tensors of the CPU go with anything.
    if (tensor && !tensor->shape().empty()) {
      if (first && first->onGpu != tensor->onGpu)
        return torchError(evaluator, DiagnosticId::valueError, "`" + function.str() + "` got tensors on two devices: " + describe(evaluator, first) + " is on " +
                                                             (first->onGpu ? "cuda:0" : "cpu") + " but " + describe(evaluator, tensor) + " on " +
                                                             (tensor->onGpu ? "cuda:0" : "cpu"));
      first = first ? first : tensor;
    }
    result.onGpu |= tensor && tensor->onGpu;
    if (tensor)
      result.tensors.push_back(tensor);
    if (index >= ignored) {
      DType type = operand->type.dtype;
      // A Python number has torch's default type of its category.
      if (operand->isNumber() && isa<IntObject>(value))
        type = DType::int64;
      types.push_back({type, operand->isNumber(), operand->array && operand->shape().empty()});
    }
  }
  result.type = promoteTorch(types);
  std::optional<Shape> shape = broadcastOperands(evaluator, result.operands, function);
  if (!shape)
    return toRuntimeError(evaluator), std::nullopt;
  result.shape = *shape;
  return result;
}

/// Inside of `torch.autocast` functions that lose precision compute in float32 (of the CPU's, torch has other lists: there they do not).
static DType wideInAutocast(Evaluator &evaluator, DType type, bool onGpu) {
  bool isHalf = type == DType::float16 || type == DType::bfloat16;
  return isHalf && onGpu && evaluator.state<TorchAutocast>().onGpu ? DType::float32 : type;
}

/// A power of integers by repeated products, modulo the dtype's range: all bits of the exponent count, where XLA's rule
/// takes six.
static mlir::Value powerOfIntegers(Evaluator &evaluator, mlir::Value base, mlir::Value exponent, DType type) {
  Emitter emitter = emitterHere(evaluator);
  llvm::ArrayRef<int64_t> shape = tile::getShape(base.getType());
  auto constant = [&](int64_t value) { return emitter.constantInt(value, type, shape); };
  mlir::Value result = constant(1);
  unsigned bits = numerics::getBitWidth(type) - !numerics::isUnsigned(type);
  for (unsigned bit = 0; bit < bits; ++bit) {
    mlir::Value masked = emitter.binary(Binary::bitAnd, exponent, constant(static_cast<int64_t>(uint64_t(1) << bit)), type);
    mlir::Value isSet = emitter.compare(Compare::ne, masked, constant(0), type);
    result = emitter.select(isSet, emitter.binary(Binary::mul, result, base, type), result);
    if (bit + 1 < bits)
      base = emitter.binary(Binary::mul, base, base, type);
  }
  return result;
}

/// Powers of signed integers: where the exponent is negative, 1 and -1 keep their powers and others give 0.
static mlir::Value withNegativePowers(Evaluator &evaluator, mlir::Value power, mlir::Value base, mlir::Value exponent,
                                      DType type) {
  Emitter emitter = emitterHere(evaluator);
  llvm::ArrayRef<int64_t> shape = tile::getShape(power.getType());
  auto constant = [&](int64_t value) { return emitter.constantInt(value, type, shape); };
  auto is = [&](Compare op, mlir::Value x, int64_t value) { return emitter.compare(op, x, constant(value), type); };
  mlir::Value isOdd = is(Compare::ne, emitter.binary(Binary::bitAnd, exponent, constant(1), type), 0);
  mlir::Value ofMinusOne = emitter.select(isOdd, constant(-1), constant(1));
  mlir::Value inverse = emitter.select(is(Compare::eq, base, 1), constant(1),
                                       emitter.select(is(Compare::eq, base, -1), ofMinusOne, constant(0)));
  return emitter.select(is(Compare::lt, exponent, 0), inverse, power);
}

Value frontend::torchBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function) {
  if (op == Binary::atan2)
    for (int k = 0; k < 2; ++k)
      if (Value operand = k ? y : x; !isa<TorchTensor>(operand))
        return evaluator.raise(DiagnosticId::typeError, std::string("atan2(): argument '") + (k ? "other" : "input") +
                                                            "' (position " + std::to_string(k + 1) +
                                                            ") must be Tensor, not " + operand->typeName(evaluator));
  std::optional<TorchOperands> read = readOperands(evaluator, {x, y}, function);
  if (!read)
    return nullptr;
  DType type = op == Binary::power ? wideInAutocast(evaluator, read->type, read->onGpu) : read->type;
  if (op == Binary::divide || op == Binary::atan2 || op == Binary::copySign)
    type = toFloatTorch(type);
  bool bits = op == Binary::bitAnd || op == Binary::bitOr || op == Binary::bitXor;
  bool shifts = op == Binary::shiftLeft || op == Binary::shiftRight;
  if (numerics::isFloat(type) && (bits || shifts))
    return torchError(evaluator, DiagnosticId::typeError, "`" + function.str() + "` takes integers, not `torch." + std::string(numerics::getName(type)) + "`");
  if (type == DType::boolean && op == Binary::sub)
    return torchError(evaluator, DiagnosticId::typeError, "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.");
  if (op == Binary::sub && llvm::any_of(read->operands, [](const Operand &operand) { return operand.type.dtype == DType::boolean; }))
    return torchError(evaluator, DiagnosticId::typeError,
                      "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
                      "`logical_not()` operator instead.");
  if (type == DType::boolean && !bits && op != Binary::add && op != Binary::mul && op != Binary::maximum && op != Binary::minimum)
    type = DType::int64;
  if (auto *exponent = op == Binary::power ? dyn_cast<IntObject>(y) : nullptr) {
    std::optional<int64_t> known = exponent->value.asInt64();
    if (exponent->value.isNegative() && !numerics::isFloat(type))
      return torchError(evaluator, DiagnosticId::valueError, "Integers to negative integer powers are not allowed.");
    if (known && *known >= 0 && (*known <= 64 || !numerics::isFloat(type)) && read->operands[0].array) {
      mlir::Value base = materialize(evaluator, read->operands[0], type);
      return base ? read->wrap(evaluator, emitterHere(evaluator).integerPower(base, *known, type), type) : nullptr;
    }
  }
  // torch takes roots where the exponent is a number that says so: of -inf there is none, of -0 it is -0.
  auto *half =
      op == Binary::power && numerics::isFloat(type) && read->operands[0].array ? dyn_cast<FloatObject>(y) : nullptr;
  if (half && std::abs(half->value) == 0.5) {
    mlir::Value base = materialize(evaluator, read->operands[0], type);
    if (!base)
      return nullptr;
    Emitter emitter = emitterHere(evaluator);
    mlir::Value root = emitter.unary(Unary::sqrt, base, type);
    if (half->value < 0)
      root = emitter.binary(Binary::divide, emitter.constant(1.0, type, tile::getShape(root.getType())), root, type);
    return read->wrap(evaluator, root, type);
  }
  mlir::Value left = materialize(evaluator, read->operands[0], type, read->shape);
  mlir::Value right = left ? materialize(evaluator, read->operands[1], type, read->shape) : nullptr;
  if (!right)
    return nullptr;
  bool isOfIntegers = op == Binary::power && !numerics::isFloat(type);
  mlir::Value result = isOfIntegers ? powerOfIntegers(evaluator, left, right, type) : emitterHere(evaluator).binary(op, left, right, type);
  if (isOfIntegers && !numerics::isUnsigned(type))
    result = withNegativePowers(evaluator, result, left, right, type);
  return read->wrap(evaluator, result, type);
}

Value frontend::torchScaledBinary(Evaluator &evaluator, Binary op, Value x, Value y, Value alpha, llvm::StringRef function) {
  auto *one = dyn_cast<IntObject>(alpha);
  if (one && one->value.asInt64() == 1 && !isa<BoolObject>(alpha))
    return torchBinary(evaluator, op, x, y, function);
  std::optional<TorchOperands> read = readOperands(evaluator, {x, y}, function);
  std::optional<Operand> factor = read ? toOperand(evaluator, alpha, function) : std::nullopt;
  if (!factor)
    return nullptr;
  if (factor->type.dtype == DType::boolean && read->type != DType::boolean)
    return torchError(evaluator, DiagnosticId::typeError, "Boolean alpha only supported for Boolean results.");
  if (numerics::isFloat(factor->type.dtype) && !numerics::isFloat(read->type))
    return torchError(evaluator, DiagnosticId::typeError, "For integral input tensors, argument alpha must not be a floating point number.");
  mlir::Value right = materialize(evaluator, read->operands[1], read->type, read->shape);
  mlir::Value scale = right ? materialize(evaluator, *factor, read->type, read->shape) : nullptr;
  if (!scale)
    return nullptr;
  right = emitterHere(evaluator).binary(Binary::mul, right, scale, read->type);
  return torchBinary(evaluator, op, x, read->wrap(evaluator, right, read->type), function);
}

Value frontend::torchRoundedDivision(Evaluator &evaluator, Value x, Value y, Value mode, llvm::StringRef function) {
  if (isNone(mode))
    return torchBinary(evaluator, Binary::divide, x, y, function);
  std::optional<std::string> name = evaluator.toString(mode, "rounding_mode");
  if (!name)
    return nullptr;
  if (*name == "floor")
    return torchBinary(evaluator, Binary::floorDivide, x, y, function);
  if (*name != "trunc")
    return torchError(evaluator, DiagnosticId::valueError, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + *name + "'");
  std::optional<TorchOperands> read = readOperands(evaluator, {x, y}, function);
  if (!read)
    return nullptr;
  if (!numerics::isFloat(read->type))
    return torchBinary(evaluator, Binary::truncDivide, x, y, function);
  Value quotient = torchBinary(evaluator, Binary::divide, x, y, function);
  return quotient ? torchUnary(evaluator, Unary::trunc, quotient, function) : nullptr;
}

Value frontend::torchCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function) {
  std::optional<TorchOperands> read = readOperands(evaluator, {x, y}, function);
  mlir::Value left = read ? materialize(evaluator, read->operands[0], read->type, read->shape) : nullptr;
  mlir::Value right = left ? materialize(evaluator, read->operands[1], read->type, read->shape) : nullptr;
  return right ? read->wrap(evaluator, emitterHere(evaluator).compare(op, left, right, read->type), DType::boolean) : nullptr;
}

Value frontend::torchUnary(Evaluator &evaluator, Unary op, Value x, llvm::StringRef function) {
  std::optional<TorchOperands> read = readOperands(evaluator, {x}, function);
  if (!read)
    return nullptr;
  DType type = read->type;
  bool test = op == Unary::isNan || op == Unary::isInf || op == Unary::isFinite || op == Unary::logicalNot;
  switch (op) {
  case Unary::neg:
    if (type == DType::boolean)
      return torchError(evaluator, DiagnosticId::typeError, "`-` does not apply to a boolean tensor").note("use `~`");
    break;
  case Unary::bitNot:
    if (numerics::isFloat(type))
      return evaluator.raise(DiagnosticId::typeError, "`~` takes integers and booleans, not `torch." + std::string(numerics::getName(type)) + "`");
    break;
  case Unary::square:
    type = type == DType::boolean ? DType::int64 : type; // x ** 2
    break;
  case Unary::abs:
  case Unary::sign:
  case Unary::floor:
  case Unary::ceil:
  case Unary::trunc:
  case Unary::roundEven:
    break;
  case Unary::exp:
  case Unary::expm1:
  case Unary::log:
  case Unary::log10:
  case Unary::log1p:
  case Unary::log2:
  case Unary::reciprocal:
  case Unary::rsqrt:
  case Unary::acos:
  case Unary::asin:
  case Unary::cosh:
  case Unary::sinh:
  case Unary::tan:
    type = wideInAutocast(evaluator, toFloatTorch(type), read->onGpu);
    break;
  default:
    if (!test)
      type = toFloatTorch(type);
  }
  mlir::Value value = materialize(evaluator, read->operands[0], type);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result = emitter.unary(op, value, type);
  if (op == Unary::sign && numerics::isFloat(type)) // torch's is (x > 0) - (x < 0), which is 0 of NaN
    result = emitter.select(emitter.compare(Compare::ne, value, value, type),
                            emitter.constant(0, type, tile::getShape(value.getType())), result);
  return read->wrap(evaluator, result, test ? DType::boolean : type);
}

Value frontend::torchWhere(Evaluator &evaluator, Value condition, Value x, Value y, llvm::StringRef function) {
  std::optional<TorchOperands> read = readOperands(evaluator, {condition, x, y}, function, /*ignored=*/1);
  mlir::Value test = read ? materialize(evaluator, read->operands[0], DType::boolean, read->shape) : nullptr;
  mlir::Value left = test ? materialize(evaluator, read->operands[1], read->type, read->shape) : nullptr;
  mlir::Value right = left ? materialize(evaluator, read->operands[2], read->type, read->shape) : nullptr;
  return right ? read->wrap(evaluator, emitterHere(evaluator).select(test, left, right), read->type) : nullptr;
}

Value frontend::torchCast(Evaluator &evaluator, Value x, DType type) {
  auto *tensor = cast<TorchTensor>(x);
  if (tensor->dtype == type)
    return x;
  Emitter emitter = emitterHere(evaluator);
  return wrapTorchIn(evaluator, torchConvert(emitter, tensor->value, tensor->dtype, type), type, tensor->onGpu, copiedStrides(tensor));
}

mlir::Value frontend::torchConvert(Emitter &emitter, mlir::Value value, DType from, DType to) {
  bool isNarrowed = numerics::isFloat(from) && numerics::isInteger(to) && to != DType::boolean && numerics::getBitWidth(to) < 32;
  if (!isNarrowed)
    return emitter.cast(value, from, to);
  return emitter.cast(emitter.cast(value, from, DType::int64), DType::int64, to);
}

Value frontend::torchMatmul(Evaluator &evaluator, Value x, Value y, llvm::StringRef function) {
  auto *a = dyn_cast<TorchTensor>(x), *b = dyn_cast<TorchTensor>(y);
  if (!a || !b)
    return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes two tensors");
  if (std::optional<DType> type = evaluator.state<TorchAutocast>().of(a->onGpu)) {
    auto isNarrowed = [](TorchTensor *tensor) { return numerics::isFloat(tensor->dtype) && tensor->dtype != DType::float64; };
    a = isNarrowed(a) ? cast<TorchTensor>(torchCast(evaluator, a, *type)) : a;
    b = isNarrowed(b) ? cast<TorchTensor>(torchCast(evaluator, b, *type)) : b;
  }
  Shape left(a->shape()), right(b->shape());
  if (a->dtype != b->dtype)
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "`" + function.str() + "` needs equal dtypes: " + describe(evaluator, a) + " is " +
                                                            std::string(numerics::getName(a->dtype)) + " but " + describe(evaluator, b) + " is " +
                                                            std::string(numerics::getName(b->dtype)));
  if (left.empty() || right.empty())
    return torchError(evaluator, DiagnosticId::shapeMismatch, "`" + function.str() + "` needs tensors with at least one axis");
  bool vectorLeft = left.size() == 1, vectorRight = right.size() == 1;
  if (vectorLeft)
    left.insert(left.begin(), 1);
  if (vectorRight)
    right.push_back(1);
  std::optional<Operand> lhs = asOperand(x), rhs = asOperand(y);
  if (left.back() != right[right.size() - 2]) {
    Raised raised = torchError(evaluator, DiagnosticId::dotInnerSize, "inner sizes differ: " + describeShape(evaluator, *lhs) + " but " + describeShape(evaluator, *rhs));
    noteShape(evaluator, raised, *lhs);
    noteShape(evaluator, raised, *rhs);
    return nullptr;
  }
  std::optional<Shape> batch = broadcastShapes(llvm::ArrayRef<int64_t>(left).drop_back(2), llvm::ArrayRef<int64_t>(right).drop_back(2));
  if (!batch)
    return torchError(evaluator, DiagnosticId::shapeMismatch, "the batch axes do not go together: " + describeShape(evaluator, *lhs) + " but " + describeShape(evaluator, *rhs));
  Emitter emitter = emitterHere(evaluator);
  auto prepare = [&](mlir::Value value, const Shape &matrix) {
    Shape full(*batch);
    full.append({matrix[matrix.size() - 2], matrix.back()});
    return emitter.broadcastTo(emitter.reshape(value, matrix), full);
  };
  mlir::Value l = prepare(a->value, left), r = prepare(b->value, right);
  Shape shape(*batch);
  shape.append({left[left.size() - 2], right.back()});
  mlir::Value product = emitter.create<tile::DotOp>(getArrayType(evaluator.context(), shape, a->dtype), l, r, mlir::Value(), tile::Precision::ieee,
                                                    numerics::isUnsigned(a->dtype));
  if (vectorRight)
    shape.pop_back();
  if (vectorLeft)
    shape.erase(shape.end() - 1 - !vectorRight);
  return wrapTorch(evaluator, emitter.reshape(product, shape), a->dtype, a->onGpu);
}

Value frontend::torchReduce(Evaluator &evaluator, TorchReduce kind, Value x, Value dim, bool keepDim, std::optional<DType> dtype, llvm::StringRef function) {
  if (isa<TorchTensor>(x) && dtype && (kind == TorchReduce::sum || kind == TorchReduce::prod))
    x = torchCast(evaluator, x, *dtype);
  std::optional<TorchOperands> read = readOperands(evaluator, {x}, function);
  if (read && kind == TorchReduce::mean && !numerics::isFloat(dtype.value_or(read->type)))
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "`" + function.str() + "` needs floats, not `torch." + std::string(numerics::getName(read->type)) + "`")
        .note("convert with `.float()` first");
  auto axes = read ? torchAxes(evaluator, dim, read->shape.size()) : std::nullopt;
  if (!axes)
    return nullptr;
  double count = 1;
  for (int64_t axis : *axes)
    count *= read->shape[axis];
  DType type = read->type;
  tile::Reduction combiner = tile::Reduction::add;
  switch (kind) {
  case TorchReduce::sum:
  case TorchReduce::prod:
    combiner = kind == TorchReduce::prod ? tile::Reduction::mul
               : dtype == DType::boolean ? tile::Reduction::ori
                                         : tile::Reduction::add;
    if (!numerics::isFloat(type))
      type = DType::int64;
    type = wideInAutocast(evaluator, type, read->onGpu);
    break;
  case TorchReduce::mean:
    break;
  case TorchReduce::max:
  case TorchReduce::min:
    if (count == 0 && isNone(dim))
      return torchError(evaluator, DiagnosticId::valueError, function.rsplit('.').second.str() + "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.");
    if (count == 0)
      return evaluator.raise(DiagnosticId::indexError, function.rsplit('.').second.str() + "(): Expected reduction dim to have non-zero size.");
    combiner = kind == TorchReduce::max ? Emitter::maxOf(type) : Emitter::minOf(type);
    break;
  case TorchReduce::any:
  case TorchReduce::all:
    type = DType::boolean;
    combiner = kind == TorchReduce::any ? tile::Reduction::ori : tile::Reduction::andi;
    break;
  }
  if (dtype)
    type = *dtype;
  DType work = kind == TorchReduce::mean && numerics::getBitWidth(type) < 32 ? DType::float32 : type;
  mlir::Value value = materialize(evaluator, read->operands[0], work);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result = emitter.reduce(combiner, value, *axes, keepDim);
  if (kind == TorchReduce::mean)
    result = emitter.binary(Binary::divide, result, emitter.constant(count, work, tile::getShape(result.getType())), work);
  result = emitter.cast(result, work, type);
  bool isTest = kind == TorchReduce::any || kind == TorchReduce::all;
  if (isTest && read->type == DType::uint8) { // the dtype of truth before there were booleans
    result = emitter.cast(result, type, DType::uint8);
    type = DType::uint8;
  }
  return wrapTorch(evaluator, result, type, read->onGpu);
}
