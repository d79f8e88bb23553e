// SPDX-License-Identifier: Apache-2.0
// Triton's operators. Two rules differ from all other libraries here: a Python number takes the tensor's type unless its kind is
// higher, and integer division truncates. Division by zero and large shifts are left to the machine, as Triton leaves them.
#include "compiler/frontend/library/triton/Tensor.h"
#include "compiler/frontend/library/arrays/Operators.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static Emitter tritonEmitter(Evaluator &evaluator) { return emitterHere(evaluator, Corners::undefined); }

//===-- numbers and promotion ---------------------------------------------------------------------------------===//

std::optional<DType> frontend::typeOfNumber(Evaluator &evaluator, Value number) {
  if (isa<BoolObject>(number))
    return DType::boolean;
  if (auto *integer = dyn_cast<IntObject>(number)) {
    std::optional<int64_t> value = integer->value.asInt64();
    if (value && *value >= INT32_MIN && *value <= INT32_MAX)
      return DType::int32;
    if (value && *value >= 0 && *value <= int64_t(UINT32_MAX))
      return DType::uint32;
    if (value)
      return DType::int64;
    if (!integer->value.isNegative() && integer->value.bitLength() <= 64)
      return DType::uint64;
    return evaluator.raise(DiagnosticId::valueError, "the integer " + integer->value.toString() + " does not fit 64 bits");
  }
  double value = std::fabs(cast<FloatObject>(number)->value);
  bool single = value == 0 || std::isinf(value) || std::isnan(value) || (value >= 1.1754943508222875e-38 && value <= 3.4028234663852886e38);
  return single ? DType::float32 : DType::float64;
}

/// A number as a scalar of `type`.
static mlir::Value makeNumber(Emitter &emitter, Value number, DType type, llvm::ArrayRef<int64_t> shape) {
  if (auto *boolean = dyn_cast<BoolObject>(number))
    return emitter.constantInt(boolean->value, type, shape);
  if (auto *floating = dyn_cast<FloatObject>(number))
    return emitter.constant(floating->value, type, shape);
  const Integer &integer = cast<IntObject>(number)->value;
  if (numerics::isFloat(type))
    return emitter.constant(integer.toDouble(), type, shape);
  return emitter.constantInt(static_cast<int64_t>(integer.value().trunc(64).getZExtValue()), type, shape);
}

static bool isNumber(Value value) { return isa<BoolObject, IntObject, FloatObject>(value); }

TritonTensor *frontend::toTritonTensor(Evaluator &evaluator, Value value, llvm::StringRef function) {
  if (auto *tensor = dyn_cast<TritonTensor>(value))
    return tensor;
  if (isNumber(value)) {
    std::optional<DType> type = typeOfNumber(evaluator, value);
    if (!type)
      return nullptr;
    Emitter emitter = tritonEmitter(evaluator);
    return wrapTriton(evaluator, makeNumber(emitter, value, *type, {}), *type);
  }
  Raised raised = evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes tensors and numbers, not a `" + value->typeName(evaluator) + "`");
  if (isa<PointerObject>(value))
    raised.note("a pointer is read with `tl.load`");
  return nullptr;
}

/// A conversion. To 8-bit floats it saturates, as NVIDIA's `cvt.satfinite` does: 448 or 57344 instead of NaN or infinity; NaN stays.
static mlir::Value convert(Emitter &e, mlir::Value x, DType from, DType to) {
  if (!numerics::isFloat(to) || numerics::getBitWidth(to) != 8 || from == to || from == DType::boolean)
    return e.cast(x, from, to);
  if (!numerics::isFloat(from) || numerics::getBitWidth(from) == 8) {
    x = e.cast(x, from, DType::float32);
    from = DType::float32;
  }
  // What a masked load takes where it reads nothing; a product knows it by its form.
  if (mlir::matchPattern(x, mlir::m_AnyZeroFloat()))
    return e.cast(x, from, to);
  llvm::ArrayRef<int64_t> shape = tile::getShape(x.getType());
  mlir::Value most = e.constant(to == DType::float8_e5m2 ? 57344 : 448, from, shape);
  mlir::Value isBeyond = e.compare(Compare::gt, e.unary(Unary::abs, x, from), most, from);
  return e.cast(e.select(isBeyond, e.binary(Binary::copySign, most, x, from), x), from, to);
}

mlir::Value frontend::fitTriton(Evaluator &evaluator, TritonTensor *tensor, DType type, llvm::ArrayRef<int64_t> shape) {
  mlir::Value value = useHere(evaluator, tensor);
  if (!value)
    return {};
  Emitter emitter = tritonEmitter(evaluator);
  return emitter.broadcastTo(convert(emitter, value, tensor->dtype, type), shape);
}

std::optional<Shape> frontend::broadcastTriton(Evaluator &evaluator, llvm::ArrayRef<TritonTensor *> tensors, llvm::StringRef function) {
  llvm::SmallVector<Operand> operands;
  for (TritonTensor *tensor : tensors)
    operands.push_back(*asOperand(tensor));
  return broadcastOperands(evaluator, operands, function);
}

/// Both operands as tensors of one type and shape.
struct TritonPair {
  mlir::Value left, right;
  DType type;
};

static std::optional<DType> promotePair(Evaluator &evaluator, Value x, Value y, bool divOrMod, bool numbersAreTensors, llvm::StringRef function) {
  TritonOperand operands[2];
  Value values[] = {x, y};
  for (int k = 0; k < 2; ++k) {
    if (auto *tensor = dyn_cast<TritonTensor>(values[k])) {
      operands[k] = {tensor->dtype, false};
    } else {
      std::optional<DType> type = typeOfNumber(evaluator, values[k]);
      if (!type)
        return std::nullopt;
      operands[k] = {*type, !numbersAreTensors};
    }
  }
  TritonPromotion promotion = promoteTriton(operands[0], operands[1], divOrMod);
  auto name = [](DType type) { return "`" + std::string(numerics::getName(type)) + "`"; };
  if (promotion.failure == TritonFailure::fp8WithInteger)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function.str() + "` does not combine " + name(operands[0].dtype) + " and " + name(operands[1].dtype))
        .note("convert one side with `.to(...)`");
  if (promotion.failure == TritonFailure::differentSignedness)
    return evaluator
        .raise(DiagnosticId::dtypeMismatch, "`" + function.str() + "` does not divide " + name(operands[0].dtype) + " by " + name(operands[1].dtype) +
                                                ": one is signed, the other is not")
        .note("convert one side with `.to(...)`");
  // A number that the tensor's type can't hold is an error, not a wrap.
  for (int k = 0; k < 2; ++k) {
    auto *integer = operands[k].scalar ? dyn_cast<IntObject>(values[k]) : nullptr;
    if (!integer || !numerics::isInteger(promotion.dtype))
      continue;
    unsigned width = numerics::getBitWidth(promotion.dtype);
    bool fits = numerics::isUnsigned(promotion.dtype) ? !integer->value.isNegative() && integer->value.bitLength() <= width
                                                      : integer->value.value().getSignificantBits() <= width;
    if (!fits)
      return evaluator.raise(DiagnosticId::valueError, "the number " + integer->value.toString() + " is out of range for " + name(promotion.dtype));
  }
  return promotion.dtype;
}

static std::optional<TritonPair> preparePair(Evaluator &evaluator, Value x, Value y, DType type, llvm::StringRef function) {
  llvm::SmallVector<Operand> operands = {*asOperand(x), *asOperand(y)};
  std::optional<Shape> shape = broadcastOperands(evaluator, operands, function);
  if (!shape)
    return std::nullopt;
  TritonPair pair{{}, {}, type};
  Emitter emitter = tritonEmitter(evaluator);
  mlir::Value *sides[] = {&pair.left, &pair.right};
  Value values[] = {x, y};
  for (int k = 0; k < 2; ++k) {
    auto *tensor = dyn_cast<TritonTensor>(values[k]);
    *sides[k] = tensor ? fitTriton(evaluator, tensor, type, *shape) : makeNumber(emitter, values[k], type, *shape);
    if (!*sides[k])
      return std::nullopt;
  }
  return pair;
}

//===-- operations --------------------------------------------------------------------------------------------===//

static bool checkOperand(Evaluator &evaluator, Value value, llvm::StringRef function) {
  if (isNumber(value) || isa<TritonTensor>(value))
    return true;
  return toTritonTensor(evaluator, value, function) != nullptr;
}

Value frontend::tritonBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function) {
  if (!checkOperand(evaluator, x, function) || !checkOperand(evaluator, y, function))
    return nullptr;
  bool bits = op == Binary::bitAnd || op == Binary::bitOr || op == Binary::bitXor, shifts = op == Binary::shiftLeft || op == Binary::shiftRight;
  bool isQuotient = op == Binary::divide || op == Binary::divideRounded;
  bool divides = isQuotient || op == Binary::truncDivide || op == Binary::truncRemainder;
  bool extremes = op == Binary::maximum || op == Binary::minimum || op == Binary::maxNumber || op == Binary::minNumber;
  std::optional<DType> type = promotePair(evaluator, x, y, divides, /*numbersAreTensors=*/extremes, function);
  if (!type)
    return nullptr;
  bool floating = numerics::isFloat(*type);
  auto refuse = [&](const std::string &why) { return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` " + why); };
  if (floating && (bits || shifts))
    return refuse("takes integers, not `" + std::string(numerics::getName(*type)) + "`");
  if (op == Binary::truncDivide && floating)
    return refuse("takes integers, not floats").note("use `/`, and `tl.floor` if the quotient shall be whole");
  if (isQuotient && !floating)
    type = DType::float32;
  if (*type == DType::boolean && (divides || shifts))
    type = DType::int32;
  std::optional<TritonPair> pair = preparePair(evaluator, x, y, *type, function);
  if (!pair)
    return nullptr;
  // The left operand says whether a shift to the right repeats the sign, whatever both become; of a number, the right one says it.
  if (op == Binary::shiftRight) {
    auto *shifted = dyn_cast<TritonTensor>(isa<TritonTensor>(x) ? x : y);
    op = shifted && numerics::isSigned(shifted->dtype) ? Binary::shiftRightArithmetic : Binary::shiftRightLogical;
  }
  Emitter emitter = tritonEmitter(evaluator);
  mlir::Value result;
  if (*type == DType::boolean && (op == Binary::add || op == Binary::sub))
    result = emitter.binary(Binary::bitXor, pair->left, pair->right, *type); // one bit wraps
  else
    result = emitter.binary(op, pair->left, pair->right, *type);
  return wrapTriton(evaluator, result, *type);
}

Value frontend::tritonCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function) {
  if (!checkOperand(evaluator, x, function) || !checkOperand(evaluator, y, function))
    return nullptr;
  std::optional<DType> type = promotePair(evaluator, x, y, false, /*numbersAreTensors=*/true, function);
  std::optional<TritonPair> pair = type ? preparePair(evaluator, x, y, *type, function) : std::nullopt;
  return pair ? wrapTriton(evaluator, tritonEmitter(evaluator).compare(op, pair->left, pair->right, *type), DType::boolean) : nullptr;
}

Value frontend::tritonCast(Evaluator &evaluator, TritonTensor *tensor, DType type, bool bitcast) {
  mlir::Value value = useHere(evaluator, tensor);
  if (!value)
    return nullptr;
  Emitter emitter = tritonEmitter(evaluator);
  if (!bitcast)
    return wrapTriton(evaluator, convert(emitter, value, tensor->dtype, type), type);
  if (numerics::getBitWidth(type) != numerics::getBitWidth(tensor->dtype))
    return evaluator.raise(DiagnosticId::valueError, "a bit cast needs equal widths: `" + std::string(numerics::getName(tensor->dtype)) + "` and `" +
                                                         std::string(numerics::getName(type)) + "` differ");
  return wrapTriton(evaluator, emitter.bitcast(value, type), type);
}

std::optional<Value> TritonTensor::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (isa<PointerObject>(other))
    return std::nullopt; // the pointer's own operator
  if (!isNumber(other) && !isa<TritonTensor>(other))
    return std::nullopt;
  Value left = reflected ? other : this, right = reflected ? this : other;
  llvm::StringRef symbol = syntax::getText(op);
  switch (op) {
  case BinaryOp::floorDivide: // toward 0, as C has them
    return tritonBinary(evaluator, Binary::truncDivide, left, right, symbol);
  case BinaryOp::modulo:
    return tritonBinary(evaluator, Binary::truncRemainder, left, right, symbol);
  case BinaryOp::matmul:
    return Value(evaluator.raise(DiagnosticId::typeError, "`@` does not apply to Triton tensors").note("use `tl.dot(a, b)`"));
  case BinaryOp::power:
    return Value(evaluator.raise(DiagnosticId::typeError, "`**` does not apply to Triton tensors").note("multiply, or use `tl.exp2(tl.log2(x) * y)`"));
  default:
    return tritonBinary(evaluator, toBinary(op), left, right, symbol);
  }
}

std::optional<Value> TritonTensor::unary(Evaluator &evaluator, UnaryOp op) {
  mlir::Value operand = useHere(evaluator, this);
  if (!operand)
    return Value(nullptr);
  switch (op) {
  case UnaryOp::plus:
    return Value(this);
  case UnaryOp::minus:
    return wrapTriton(evaluator, tritonEmitter(evaluator).unary(Unary::neg, operand, dtype), dtype);
  case UnaryOp::invert:
    if (numerics::isFloat(dtype))
      return Value(evaluator.raise(DiagnosticId::typeError, "`~` takes integers, not `" + std::string(numerics::getName(dtype)) + "`"));
    return wrapTriton(evaluator, tritonEmitter(evaluator).unary(Unary::bitNot, operand, dtype), dtype);
  default:
    return std::nullopt;
  }
}

std::optional<Value> TritonTensor::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (op > CompareOp::greaterEqual || (!isNumber(other) && !isa<TritonTensor>(other)))
    return std::nullopt;
  constexpr Compare operators[] = {Compare::eq, Compare::ne, Compare::lt, Compare::le, Compare::gt, Compare::ge};
  return tritonCompare(evaluator, operators[static_cast<int>(op)], this, other, syntax::getText(op));
}

std::optional<Value> TritonShape::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (auto *list = dyn_cast<ListObject>(other))
    return TupleObject::compare(evaluator, op, evaluator.tuple(list->items));
  return TupleObject::compare(evaluator, op, other);
}

TritonShape *frontend::makeTritonShape(Evaluator &evaluator, llvm::ArrayRef<int64_t> sizes) {
  std::vector<Value> items;
  for (int64_t size : sizes)
    items.push_back(evaluator.integer(size));
  return evaluator.make<TritonShape>(std::move(items));
}

//===-- indexing ----------------------------------------------------------------------------------------------===//

std::optional<Shape> frontend::readTritonIndex(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> shape) {
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  Shape result;
  size_t next = 0;
  for (Value item : items) {
    if (isNone(item)) {
      result.push_back(1);
      continue;
    }
    auto *slice = dyn_cast<SliceObject>(item);
    if (!slice || !isNone(slice->start) || !isNone(slice->stop) || !isNone(slice->step))
      return evaluator.raise(DiagnosticId::indexError, "a Triton tensor can be indexed with `:` and `None` only")
          .note("elements of a block can't be picked: load the ones that are wanted");
    if (next == shape.size())
      return evaluator.raise(DiagnosticId::indexError, "the tensor has " + std::to_string(shape.size()) + (shape.size() == 1 ? " axis" : " axes") + " but is indexed with more");
    result.push_back(shape[next++]);
  }
  while (next < shape.size())
    result.push_back(shape[next++]);
  return result;
}

Value TritonTensor::getItem(Evaluator &evaluator, Value key) {
  std::optional<Shape> result = readTritonIndex(evaluator, key, shape());
  mlir::Value operand = result ? useHere(evaluator, this) : nullptr;
  return operand ? wrapTriton(evaluator, tritonEmitter(evaluator).reshape(operand, *result), dtype) : nullptr;
}

bool TritonTensor::setItem(Evaluator &evaluator, Value, Value) {
  return evaluator.raise(DiagnosticId::typeError, "elements of a Triton tensor can't be assigned").note("choose elements with `tl.where(mask, new, old)`"), false;
}

std::optional<Value> TritonTensor::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return evaluator.libraryMember("triton.language.tensor", name, this);
}

void TritonTensor::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (llvm::StringRef name : LibraryTable::get().namesIn("triton.language.tensor"))
    names.push_back(name.str());
}
