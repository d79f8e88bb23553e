// SPDX-License-Identifier: Apache-2.0
// Records operations on arrays: given values and how their integers are read, it emits `arith`, `math` and `tile` at one
// source location. It knows dtypes and shapes, and nothing of the user's language: promotion, argument checking and error
// messages are done before it is called. Every method assumes operands that fit, and returns a value that the dialects'
// verifiers accept.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "shared/numerics/DType.h"

namespace tessera::frontend {

using numerics::DType;
using Shape = llvm::SmallVector<int64_t>;

/// The MLIR element type of a dtype (integers are signless), and the dtype of an element type read as signed.
mlir::Type getElementType(mlir::MLIRContext *context, DType type);
mlir::Type getArrayType(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape, DType type);

enum class Unary {
  neg, abs, sign, square, reciprocal, bitNot, logicalNot,
  exp, exp2, expm1, log, log2, log10, log1p, sqrt, rsqrt, cbrt, logistic,
  sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, erf, erfc,
  floor, ceil, trunc, roundAway, roundEven,
  isNan, isInf, isFinite, populationCount, countLeadingZeros,
};

enum class Binary {
  add,
  sub,
  mul,
  divide,        // floats only: true division; of f32 in kernels it may be off by 2 ulp on a GPU
  divideRounded, // the same, rounded to nearest everywhere
  floorDivide,
  floorRemainder, // Python's and jnp's: the remainder has the divisor's sign; x // 0 as XLA has it
  truncDivide,
  truncRemainder, // C's and lax's: the remainder has the dividend's sign
  power,
  maximum,
  minimum, // NaN if either is NaN
  maxNumber,
  minNumber, // the other operand where one is NaN
  bitAnd,
  bitOr,
  bitXor,
  shiftLeft,
  shiftRight,
  shiftRightLogical,
  shiftRightArithmetic,
  atan2,
  copySign,
};

enum class Compare { eq, ne, lt, le, gt, ge };

/// What a target language says about corners that MLIR leaves undefined. JAX defines division by zero and large shifts;
/// Triton leaves them to the hardware.
enum class Corners { defined, undefined };

class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, Corners corners = Corners::defined)
      : builder(builder), loc(loc), corners(corners) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  Corners corners;

  template <typename OpT, typename... Args> OpT create(Args &&...args) {
    return OpT::create(builder, loc, std::forward<Args>(args)...);
  }

  /// A constant array; `value` is converted to `type` (floats round to nearest even, integers wrap).
  mlir::Value constant(double value, DType type, llvm::ArrayRef<int64_t> shape = {});
  mlir::Value constantInt(int64_t value, DType type, llvm::ArrayRef<int64_t> shape = {});
  /// `value` with the elements' count and row-major order of `shape`.
  mlir::Value constantElements(llvm::ArrayRef<double> values, DType type, llvm::ArrayRef<int64_t> shape);
  mlir::Value constantIntElements(llvm::ArrayRef<int64_t> values, DType type, llvm::ArrayRef<int64_t> shape);

  /// Elementwise; the operands have one shape. The result has the operands' dtype, or `boolean` for tests.
  mlir::Value unary(Unary op, mlir::Value x, DType type);
  mlir::Value binary(Binary op, mlir::Value x, mlir::Value y, DType type);
  mlir::Value compare(Compare op, mlir::Value x, mlir::Value y, DType type);
  /// `condition` is boolean and of the operands' shape.
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);
  /// x to a known integer power, by repeated squaring from the low bit; negative ones (floats only) through 1 / x**n.
  mlir::Value integerPower(mlir::Value x, int64_t exponent, DType type);

  mlir::Value cast(mlir::Value x, DType from, DType to);
  mlir::Value bitcast(mlir::Value x, DType to);
  /// NumPy's rule: aligned at the last axis, axes of size 1 repeat.
  mlir::Value broadcastTo(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  mlir::Value broadcastInDim(mlir::Value x, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value x, llvm::ArrayRef<int64_t> permutation);
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, int64_t axis, DType type);
  mlir::Value concatenate(llvm::ArrayRef<mlir::Value> inputs, int64_t axis);
  /// `axes` vanish; `keepDims` leaves them with size 1. f16 and bf16 sums are rounded once.
  mlir::Value reduce(tile::Reduction kind, mlir::Value x, llvm::ArrayRef<int64_t> axes, bool keepDims, bool ignoreNan = false);
  /// Which reduction `max` and `min` are for a dtype's integers.
  static tile::Reduction maxOf(DType type);
  static tile::Reduction minOf(DType type);

private:
  mlir::Type typeOf(DType type, mlir::Value like);
  mlir::Value splatLike(double value, DType type, mlir::Value like) { return constant(value, type, tile::getShape(like.getType())); }
  mlir::Value intBinary(Binary op, mlir::Value x, mlir::Value y, DType type);
  mlir::Value floatBinary(Binary op, mlir::Value x, mlir::Value y, DType type);
  mlir::Value boolBinary(Binary op, mlir::Value x, mlir::Value y);
  mlir::Value intUnary(Unary op, mlir::Value x, DType type);
  mlir::Value floatUnary(Unary op, mlir::Value x, DType type);
  mlir::Value divideFloats(mlir::Value x, mlir::Value y);
  mlir::Value divideIntegers(Binary op, mlir::Value x, mlir::Value y, DType type);
  mlir::Value shift(Binary op, mlir::Value x, mlir::Value y, DType type);
  mlir::Value integerPowerByArray(mlir::Value x, mlir::Value y, DType type);
  mlir::Value fixRemainderSign(mlir::Value remainder, mlir::Value y, DType type);
};

/// The shape of two arrays combined by NumPy's rule; none where they do not go together.
std::optional<Shape> broadcastShapes(llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs);
/// `(4, 1024)` as Python writes it.
std::string formatShape(llvm::ArrayRef<int64_t> shape);
int64_t countElements(llvm::ArrayRef<int64_t> shape);

} // namespace tessera::frontend
