// SPDX-License-Identifier: Apache-2.0
// Mathematical functions as arithmetic. NVIDIA's hardware has no exp or sin of full precision, and its library of them is not
// on every machine, so they are written out here and in MLIR's polynomial approximations.
//
// Accuracy in f32, in units of the last place, over the whole range unless said:
//   exp, exp2           3: ex2.approx after a reduction by multiples of ln 2 (exp), subnormal results included
//   rsqrt               2: rsqrt.approx          sqrt, fma, floor, ceil, round: exact (IEEE)
//   sin, cos, tan       2 (tan 4) up to |x| = 100,000; beyond, the reduction loses about a bit each doubling
//   log, log2, log10, log1p, expm1, tanh, erf, erfc, atan, asin, acos, cbrt, sinh, cosh: MLIR's approximations, about 4
//   pow                 as exp2(y * log2 x): the relative error grows with |y * log2 x|, about 2e-7 times it
// f16 and bf16 are computed in f32 and rounded once.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace tessera::codegen {

/// Leaves no function of `math` in `module` that the back end does not have as an instruction.
mlir::LogicalResult expandMath(mlir::ModuleOp module);

} // namespace tessera::codegen
