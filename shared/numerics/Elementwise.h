// SPDX-License-Identifier: Apache-2.0
// Operations that go element by element, as loops over whole blocks. An operation and a dtype are looked up once and give a
// small function object; running it does no further dispatch. Operands and result may be the same memory.
//
// Rounding: f16, bf16 and fp8 are computed in f32 and rounded once. Functions that no processor rounds exactly (exp, log, sin,
// pow, ...) are computed by the C library in double, then rounded to f32: the library's error is below 2^-52, so that a native
// run and one in the browser agree except where the exact value lies within that of a midpoint of two floats. In f64 the two
// libraries may differ in the last bit.
#pragma once

#include "shared/numerics/DType.h"

namespace tessera::numerics {

enum class UnaryOp : uint8_t {
  // floats
  negf, absf, sqrt, rsqrt, ceil, floor, trunc, round, roundeven, acos, acosh, asin, asinh, atan, atanh, cbrt, cos, cosh, sin,
  sinh, tan, tanh, erf, erfc, exp, exp2, expm1, log, log10, log1p, log2,
  // floats to bool
  isfinite, isinf, isnan, isnormal,
  // integers
  absi, ctlz, cttz, ctpop,
};

enum class BinaryOp : uint8_t {
  // floats; maximum and minimum give NaN if either is NaN, maxnum and minnum the other one; -0 < +0 for all four
  addf, subf, mulf, divf, remf, maximumf, minimumf, maxnumf, minnumf, atan2, copysign, powf,
  // integers, modulo 2^n. Division by 0: -1 (all ones), remainder the dividend; the smallest integer / -1 is itself. A shift by
  // the width or more gives 0, or the sign. `floordivsi` by 0 is -2, of 0 -1 (what jnp's `//` gives).
  addi, subi, muli, divsi, divui, remsi, remui, ceildivsi, ceildivui, floordivsi, andi, ori, xori, shli, shrsi, shrui, maxsi,
  minsi, maxui, minui, ipowi, mulhsi, mulhui,
};

/// The same order of meanings as MLIR's `arith.cmpi` and `arith.cmpf`.
enum class IntCompare : uint8_t { eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge };
enum class FloatCompare : uint8_t { never, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, always };

using UnaryLoop = void (*)(const void *in, void *out, int64_t count, double (*scalar)(double));
using BinaryLoop = void (*)(const void *lhs, const void *rhs, void *out, int64_t count);

/// How elements of a narrow dtype reach the loop's dtype and come back.
struct Widening {
  DType narrow = DType::float32, wide = DType::float32, narrowResult = DType::float32, wideResult = DType::float32;
  bool asMinusOne = false; // a bool is read as the one-bit signed integer that it is in IR
};

class UnaryFunction {
public:
  /// Null when `op` has no meaning for `type`.
  static UnaryFunction get(UnaryOp op, DType type);
  explicit operator bool() const { return loop != nullptr; }
  void operator()(const void *in, void *out, int64_t count) const;

private:
  UnaryLoop loop = nullptr;
  double (*scalar)(double) = nullptr;
  Widening widening;
};

class BinaryFunction {
public:
  static BinaryFunction get(BinaryOp op, DType type);
  static BinaryFunction get(IntCompare op, DType type);
  static BinaryFunction get(FloatCompare op, DType type);
  explicit operator bool() const { return loop != nullptr; }
  void operator()(const void *lhs, const void *rhs, void *out, int64_t count) const;

private:
  BinaryLoop loop = nullptr;
  Widening widening;
};

/// a * b + c rounded once, for a float dtype.
void fusedMultiplyAdd(DType type, const void *a, const void *b, const void *c, void *out, int64_t count);
/// `condition` (bytes 0 or 1) ? a : b, for elements of `byteSize` bytes.
void select(const uint8_t *condition, const void *a, const void *b, void *out, unsigned byteSize, int64_t count);

/// Loops of one dtype (float or double; an integer of 8 to 64 bits), or null; for Elementwise.cpp.
UnaryLoop getFloatLoop(UnaryOp op, bool isDouble, double (*&scalar)(double));
BinaryLoop getFloatLoop(BinaryOp op, bool isDouble);
BinaryLoop getFloatLoop(FloatCompare op, bool isDouble);

} // namespace tessera::numerics
