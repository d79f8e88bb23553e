// SPDX-License-Identifier: Apache-2.0
// Directed rounding, from rounding to nearest: where the nearest number lies on the wrong side of the exact value, its neighbour is the
// answer. Floats of one sign are ordered like their bits, so a neighbour is one bit pattern away.
//
//   1/3 to nearest in fp32 is 0x3eaaaaab, above 1/3:  towards zero it is 0x3eaaaaaa
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;

static DType bitsOf(DType type) {
  unsigned width = numerics::getBitWidth(type);
  return width == 8 ? DType::int8 : width == 16 ? DType::int16 : width == 32 ? DType::int32 : DType::int64;
}

/// The next number from `x` towards zero, or away from it. From zero away: the least number with `negative`'s sign.
static mlir::Value step(Emitter &e, mlir::Value x, DType type, bool away, mlir::Value negative) {
  DType bits = bitsOf(type);
  llvm::ArrayRef<int64_t> shape = tile::getShape(x.getType());
  mlir::Value pattern = e.bitcast(x, bits);
  mlir::Value moved = e.binary(away ? Binary::add : Binary::sub, pattern, e.constantInt(1, bits, shape), bits);
  if (!away)
    return e.bitcast(moved, type);
  mlir::Value isZero = e.compare(Compare::eq, x, e.constant(0, type, shape), type);
  int64_t sign = static_cast<int64_t>(uint64_t(1) << (numerics::getBitWidth(type) - 1));
  mlir::Value least = e.select(negative, e.constantInt(sign | 1, bits, shape), e.constantInt(1, bits, shape));
  return e.bitcast(e.select(isZero, least, moved), type);
}

mlir::Value frontend::roundDirected(Emitter &e, mlir::Value rounded, DType type, mlir::Value error, DType errorType, Rounding rounding) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(rounded.getType());
  mlir::Value zero = e.constant(0, type, shape), none = e.constant(0, errorType, shape);
  mlir::Value isBelow = e.compare(Compare::gt, error, none, errorType), isAbove = e.compare(Compare::lt, error, none, errorType); // where `rounded` lies
  mlir::Value isNegative = e.compare(Compare::lt, rounded, zero, type), isPositive = e.compare(Compare::gt, rounded, zero, type);
  auto both = [&](mlir::Value x, mlir::Value y) { return e.binary(Binary::bitAnd, x, y, DType::boolean); };
  auto inward = [&](mlir::Value where, mlir::Value x) { return e.select(where, step(e, rounded, type, /*away=*/false, isNegative), x); };
  mlir::Value notNegative = e.unary(Unary::bitNot, isNegative, DType::boolean), notPositive = e.unary(Unary::bitNot, isPositive, DType::boolean);
  switch (rounding) {
  case Rounding::towardZero:
    return inward(both(isBelow, isNegative), inward(both(isAbove, isPositive), rounded));
  case Rounding::down: // what lies above goes down
    return inward(both(isAbove, isPositive), e.select(both(isAbove, notPositive), step(e, rounded, type, /*away=*/true, isAbove), rounded));
  case Rounding::up:
    return inward(both(isBelow, isNegative), e.select(both(isBelow, notNegative), step(e, rounded, type, /*away=*/true, isAbove), rounded));
  }
  return rounded;
}

mlir::Value frontend::castTowardZero(Emitter &e, mlir::Value value, DType from, DType to) {
  mlir::Value nearest = e.cast(value, from, to), back = e.cast(nearest, to, from);
  // An infinity that the value was not lies beyond it.
  mlir::Value error = e.binary(Binary::sub, value, back, from);
  llvm::ArrayRef<int64_t> shape = tile::getShape(value.getType());
  mlir::Value same = e.compare(Compare::eq, value, back, from);
  error = e.select(same, e.constant(0, from, shape), error);
  return roundDirected(e, nearest, to, error, from, Rounding::towardZero);
}
