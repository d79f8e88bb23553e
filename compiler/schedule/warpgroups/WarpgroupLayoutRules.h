// SPDX-License-Identifier: Apache-2.0
// In which layout an operation of a kernel of warpgroups wants an operand, and what layout its result has where its operand's is known: the rules
// that `schedule-choose-warpgroup-layouts` spreads and `schedule-place-warpgroups` obeys.
#pragma once

#include "compiler/layout/WarpgroupLayouts.h"
#include "compiler/schedule/LayoutRules.h"

namespace tessera::schedule {

/// A value that is built anew in whatever layout it is wanted: an array of one value, or of indices.
bool isBuiltAnywhere(mlir::Value value);

/// The layout that `operand` must have whatever the result's: of matrix products and what meets accumulators. None for other operations;
/// `error` says why where the array can't be held that way.
std::optional<layout::LinearLayout> getDemand(mlir::OpOperand &operand, std::string *error = nullptr);
/// The layout that a result has by what the operation is: an accumulator's, or the one that the program casts to.
std::optional<layout::LinearLayout> getOwnLayout(mlir::Operation *op, std::string *error = nullptr);

/// The layout of `operand` from which `op`'s result in `result` comes without moving elements; none where there is no such rule.
std::optional<layout::LinearLayout> getSourceLayout(mlir::Operation *op, mlir::Value operand, const layout::LinearLayout &result);
/// The layout that the result of `op` has for nothing where `operand` is held as `layout`.
std::optional<layout::LinearLayout> getResultLayout(mlir::Operation *op, mlir::Value operand, const layout::LinearLayout &layout);

} // namespace tessera::schedule
