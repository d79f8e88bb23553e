// SPDX-License-Identifier: Apache-2.0
// Mathematical functions as arithmetic. NVIDIA's hardware has no exp or sin of full precision, and its library of them is not
// on every machine, so they are written out here and in MLIR's polynomial approximations.
//
// Accuracy in f32, largest error seen over the whole range in units of the last place, subnormals, infinities and NaN included:
//   exp, exp2, pow                  2    by ex2.approx, itself off by 1
//   rsqrt                           2    rsqrt.approx
//   sqrt, fma, floor, ceil, round   exact (IEEE)
//   log, log2, log10, log1p, expm1  2    sinh, cosh, tanh   4
//   sin, cos, tan                   2, 2, 3 up to |x| = 100,000; beyond, the reduction loses about a bit each doubling
//   asin, acos, atan, atan2         3    erf, erfc  4    cbrt  2
// f16 and bf16 are computed in f32 and rounded once.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace tessera::codegen {

/// Leaves no function of `math` in `module` that the back end does not have as an instruction.
mlir::LogicalResult expandMath(mlir::ModuleOp module);

} // namespace tessera::codegen
