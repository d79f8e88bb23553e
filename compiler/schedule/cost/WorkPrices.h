// SPDX-License-Identifier: Apache-2.0
// What an elementwise operation costs: how many instructions `codegen` and ptxas make of one element, counted in
// listings of such kernels. What a later instruction does on the way costs nothing: a sign that is turned or taken
// off is a modifier of the operand, and of two bitwise operations in a row one instruction of three operands is made.
#pragma once

#include "mlir/IR/Operation.h"

namespace tessera::schedule {

/// Of one warp: instructions, and how many of them go through the unit of exponentials and their kin.
struct WorkPrice {
  double instructions = 1, special = 0;

  WorkPrice times(double count) const { return {instructions * count, special * count}; }
  WorkPrice operator+(const WorkPrice &other) const {
    return {instructions + other.instructions, special + other.special};
  }
};

/// Of all registers that one warp holds of the results of `op`, which is no conversion and combines nothing.
WorkPrice getWorkPrice(mlir::Operation *op);

} // namespace tessera::schedule
