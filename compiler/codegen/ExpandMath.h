// SPDX-License-Identifier: Apache-2.0
// Mathematical functions as arithmetic. NVIDIA's hardware has no exp or sin of full precision, and its library of them
// is not on every machine, so they are written out here and in MLIR's polynomial approximations.
//
// Accuracy in f32, largest error seen over the whole range in units of the last place, subnormals, infinities and NaN
// included:
//   exp, exp2, pow                  2    by ex2.approx, itself off by 1
//   division                        exact where the program asks for it; else 2, by div.full, and 1 where several
//   numbers are
//                                   divided by one (Divisions.cpp)
//   rsqrt                           2    rsqrt.approx
//   sqrt, fma, floor, ceil, round   exact (IEEE)
//   log, log2, log10, log1p, expm1  2    sinh, cosh, tanh   4
//   sin, cos, tan                   2, 2, 3 up to |x| = 100,000; beyond, the reduction loses about a bit each doubling
//   asin, acos, atan, atan2         3    erf  2    erfc  4    cbrt  2    asinh, acosh, atanh  4
//   remainders                      exact
// tanh, erfc, log1p, expm1, atan and their kin divide, by div.full, which may add 2 on a machine; emulated it is exact.
// f16 and bf16 are computed in f32 and rounded once, 8-bit floats likewise.
//
// In f64, where nothing is an instruction but sqrt and fma:
//   exp, exp2, log, log2, log10, sin, cos, atan, cbrt   2    expm1, log1p, tan, asin, acos, atan2, erf   4
//   hyperbolic functions and their inverses   6              erfc  10 up to 10, then growing with x^2
//   pow   4 while |y log x| < 100, growing with it           sin, cos as in f32 up to |x| = 10^9
// An exp or exp2 that may be approximate (`fastmath<afn>`, of weights that are rounded to 16 bits) is one
// ex2.approx.ftz: subnormals are 0, and exp x is off by 2 + |x|. A division that may be is a product with a reciprocal,
// off by 2, and 0 where the divisor is above 2^126.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace tessera::codegen {

/// Leaves no function of `math` in `module` that the back end does not have as an instruction.
mlir::LogicalResult expandMath(mlir::ModuleOp module);

/// Says of a division of f32 that it has to be rounded to nearest.
void keepRounded(mlir::arith::DivFOp op);
/// `keepRounded` of all that the program does not leave to the machine (`fastmath<arcp>`); before `expandMath` adds its
/// own.
void keepRoundedDivisions(mlir::ModuleOp module);
/// Makes the reciprocal of a number by which f32 numbers are divided several times once, and what else need not be
/// rounded to nearest div.full.
void lowerDivisions(mlir::ModuleOp module);

} // namespace tessera::codegen
