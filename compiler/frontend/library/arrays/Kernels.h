// SPDX-License-Identifier: Apache-2.0
// What Pallas and Triton share about kernels: reading from the body what it does with its arguments, and one kernel for
// launches that would record the same.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// What the body does with argument `index`: whether it loads, whether it stores.
struct Usage {
  bool reads = false, writes = false;
};
Usage findUsage(tile::KernelOp kernel, unsigned index);

/// Whether two arguments' Refs are the same window on arrays of one shape, in every program.
bool hasSameWindow(tile::KernelOp kernel, unsigned a, unsigned b);

/// `kernel`, which was just recorded, or an earlier one that is the same but for its name and its index maps' names; then
/// `kernel` and its maps are erased.
tile::KernelOp reuseKernel(Evaluator &evaluator, tile::KernelOp kernel);

/// Erases a kernel whose recording failed, with its index maps.
void eraseKernel(Evaluator &evaluator, tile::KernelOp kernel);

} // namespace tessera::frontend
