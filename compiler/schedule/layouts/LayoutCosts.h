// SPDX-License-Identifier: Apache-2.0
// What layouts cost, in cycles of one multiprocessor that runs one program: how often memory is asked, how many sectors
// of 32 bytes that touches, what passes through shared memory, how many instructions all warps issue. Only differences
// matter; the numbers are the hardware's rates (perf.md), rounded.
#pragma once

#include "compiler/layout/LinearLayout.h"
#include "mlir/IR/Operation.h"

namespace tessera::schedule {

/// An access as layouts are chosen for it.
struct AccessFacts {
  int64_t vector = 1; // elements along `axis` that one instruction may move
  int64_t axis = -1;  // along which neighbours lie side by side in memory; -1: none known
  int64_t elementBytes = 4;
  bool isShared = false;
};

/// `repeats`: warps' instructions for each register that does not repeat an element.
int64_t countDistinctRegisters(const layout::LinearLayout &layout);
double getAccessCost(const layout::LinearLayout &layout, const AccessFacts &access);
/// Bytes of the sectors of global memory that all warps touch together, and instructions of warps that do so.
std::pair<double, double> getSectorBytes(const layout::LinearLayout &layout, const AccessFacts &access);
/// Of a tensor of elements of so many bits, once.
double getConversionCost(const layout::LinearLayout &from, const layout::LinearLayout &to, int64_t bits);
/// Combining along `axes` of a tensor held as `layout`, `isOrdered` where the function may not commute. None where it
/// has no code.
std::optional<double> getCombinationCost(const layout::LinearLayout &layout, llvm::ArrayRef<int64_t> axes,
                                         bool isOrdered, bool isScan);
/// One instruction for each register of every warp.
double getWorkCost(const layout::LinearLayout &layout);

} // namespace tessera::schedule
