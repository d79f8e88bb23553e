// SPDX-License-Identifier: Apache-2.0
// How the elements along one axis of a tensor are dealt out, from neighbours to far ones: what combining along the axis goes through in order.
//
// Example: 64 elements, `register = [[1], [32]], lane = [[2], [4], [8], [16], [0]]`. The steps are: register bit 0 (neighbours), lane bits 0 to 3
// (sixteen of such pairs), register bit 1 (two of those). Combining along each step in turn combines from left to right, whatever the function.
#pragma once

#include "compiler/layout/LinearLayout.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace tessera::tilegpu {

struct AxisStep {
  enum class Owner { registers, lanes, warps };
  Owner owner;
  llvm::SmallVector<unsigned> bits; // of the owner's number, the one that moves least along the axis first
  int32_t mask() const {
    int32_t all = 0;
    for (unsigned bit : bits)
      all |= int32_t(1) << bit;
    return all;
  }
  /// The owner's number, in `bits` alone, of the `index`-th of the step's parts.
  int32_t place(int32_t index) const {
    int32_t number = 0;
    for (auto [position, bit] : llvm::enumerate(bits))
      number |= (index >> position & 1) << bit;
    return number;
  }
  int32_t count() const { return int32_t(1) << bits.size(); }
};

/// None where bits of the axis are mixed with each other or with another axis's.
std::optional<llvm::SmallVector<AxisStep>> getAxisSteps(const layout::LinearLayout &layout, int64_t axis);

/// A `tilegpu.reduce_by` or `tilegpu.scan`: entries (of all inputs) that each thread hands to other warps at a time, so that what is handed over fits in
/// a little memory, and the bytes that takes. Zeros where no step is between warps.
struct WarpExchange {
  int64_t slots = 0, bytes = 0;
};
WarpExchange getWarpExchange(mlir::Operation *op);

} // namespace tessera::tilegpu
