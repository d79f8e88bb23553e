// SPDX-License-Identifier: Apache-2.0
// Bit casts. One that changes the width goes through unsigned integers: parts are shifted out, or shifted and joined; the lowest bits
// are the first part, as in memory.
#include "compiler/frontend/library/jax/Bits.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;

static DType unsignedOf(unsigned bits) {
  return bits == 2    ? DType::uint2
         : bits == 4  ? DType::uint4
         : bits == 8  ? DType::uint8
         : bits == 16 ? DType::uint16
         : bits == 32 ? DType::uint32
                      : DType::uint64;
}

/// (.., n) of `from` bits as (.., n, from / to).
static mlir::Value split(Emitter &emitter, mlir::Value value, unsigned from, unsigned to) {
  Shape shape(tile::getShape(value.getType()));
  Shape one(shape);
  one.push_back(1);
  llvm::SmallVector<mlir::Value> parts;
  for (unsigned k = 0; k < from / to; ++k) {
    mlir::Value part = value;
    if (k != 0)
      part = emitter.binary(Binary::shiftRightLogical, value, emitter.constantInt(k * to, unsignedOf(from), shape), unsignedOf(from));
    if (to < from)
      part = emitter.binary(Binary::bitAnd, part, emitter.constantInt((int64_t(1) << to) - 1, unsignedOf(from), shape), unsignedOf(from));
    parts.push_back(emitter.reshape(emitter.cast(part, unsignedOf(from), unsignedOf(to)), one));
  }
  return emitter.concatenate(parts, shape.size());
}

/// (.., to / from) of `from` bits as (..) of `to` bits.
static mlir::Value join(Emitter &emitter, mlir::Value value, unsigned from, unsigned to) {
  Shape whole(tile::getShape(value.getType()));
  Shape shape(llvm::ArrayRef<int64_t>(whole).drop_back());
  mlir::Value result;
  for (unsigned k = 0; k < to / from; ++k) {
    Shape offsets(whole.size(), 0), sizes(whole);
    offsets.back() = k;
    sizes.back() = 1;
    mlir::Type type = tile::getArrayType(sizes, tile::getElementType(value.getType()));
    mlir::Value part = emitter.create<tile::SliceValueOp>(type, value, mlir::ValueRange(), offsets, sizes, llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>());
    part = emitter.cast(emitter.reshape(part, shape), unsignedOf(from), unsignedOf(to));
    if (k != 0)
      part = emitter.binary(Binary::shiftLeft, part, emitter.constantInt(k * from, unsignedOf(to), shape), unsignedOf(to));
    result = result ? emitter.binary(Binary::bitOr, result, part, unsignedOf(to)) : part;
  }
  return result;
}

Value frontend::bitcastArray(Evaluator &evaluator, JaxArray *array, DType type, llvm::StringRef function) {
  unsigned from = numerics::getBitWidth(array->dtype), to = numerics::getBitWidth(type);
  mlir::Value value = useHere(evaluator, array);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  if (array->dtype == DType::boolean && type == DType::boolean)
    return array;
  if (array->dtype == DType::boolean || type == DType::boolean)
    return Value(evaluator.notSupported("a bit cast between " + std::string(numerics::getName(array->dtype)) + " and " +
                                        std::string(numerics::getName(type))));
  if (from == to)
    return wrap(evaluator, emitter.bitcast(value, type), type, array->flavour);
  mlir::Value bits = array->dtype == unsignedOf(from) ? value : emitter.bitcast(value, unsignedOf(from));
  if (from > to)
    bits = split(emitter, bits, from, to);
  else if (array->shape().empty() || array->shape().back() != to / from)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`" + function.str() + "` from " + std::string(numerics::getName(array->dtype)) + " to " + std::string(numerics::getName(type)) +
                                                            " needs a last axis of size " + std::to_string(to / from) + ": " + describe(evaluator, array) + " is " + formatShape(array->shape()));
  else
    bits = join(emitter, bits, from, to);
  return wrap(evaluator, type == unsignedOf(to) ? bits : emitter.bitcast(bits, type), type, array->flavour);
}

Value frontend::viewAs(Evaluator &evaluator, JaxArray *array, DType type) {
  unsigned from = numerics::getByteSize(array->dtype), to = numerics::getByteSize(type);
  Shape shape(array->shape());
  if (array->dtype == DType::boolean && type != DType::boolean && to == 1) { // a byte of 0 or 1
    Value bytes = applyCast(evaluator, array, DType::uint8, "view");
    return bytes ? bitcastArray(evaluator, llvm::cast<JaxArray>(bytes), type, "view") : nullptr;
  }
  if (type == DType::boolean && array->dtype != DType::boolean && from == 1) { // what is not 0 is true
    Value truths = applyCast(evaluator, array, DType::boolean, "view");
    return truths;
  }
  if (from == to)
    return bitcastArray(evaluator, array, type, "view");
  if ((array->dtype == DType::boolean) != (type == DType::boolean)) { // by way of bytes
    Value bytes = viewAs(evaluator, array, DType::uint8);
    return bytes ? viewAs(evaluator, llvm::cast<JaxArray>(bytes), type) : nullptr;
  }
  if (shape.empty())
    return evaluator.raise(DiagnosticId::valueError, "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
  if (from > to) {
    shape.back() *= from / to;
    Value parts = bitcastArray(evaluator, array, type, "view");
    return parts ? applyReshape(evaluator, parts, shape, "view") : nullptr;
  }
  if (shape.back() % (to / from) != 0)
    return evaluator.raise(DiagnosticId::valueError, "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.");
  shape.back() /= to / from;
  shape.push_back(to / from);
  Value parts = applyReshape(evaluator, array, shape, "view");
  return parts ? bitcastArray(evaluator, llvm::cast<JaxArray>(parts), type, "view") : nullptr;
}
