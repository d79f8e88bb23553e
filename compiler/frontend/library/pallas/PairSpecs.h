// SPDX-License-Identifier: Apache-2.0
// Gives the arrays of a `pallas_call` their BlockSpecs: see PairSpecs.cpp.
#pragma once

#include "compiler/frontend/library/pallas/BlockSpecs.h"

namespace tessera::frontend {

/// Sets `spec` of each operand. `specs` is None or `pl.no_block_spec` (no operand has one), or a tree of `tree`'s structure, whose leaves
/// the operands are. `specsName` and `treeName` are what messages call the two. False with an exception pending.
bool pairSpecs(Evaluator &evaluator, Value specs, Value tree, llvm::MutableArrayRef<KernelOperand> operands, llvm::StringRef specsName,
               llvm::StringRef treeName);

} // namespace tessera::frontend
