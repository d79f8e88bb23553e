// SPDX-License-Identifier: Apache-2.0
// Where every value of a scheduled kernel lives, as JSON for people to look at: which lane holds which element in which register, what lies where
// in shared memory, and how accesses to it fall on its banks.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace tessera::views {

/// The layouts of every scheduled kernel of `module`, as shared/protocol/README.md describes them.
llvm::json::Value makeLayouts(mlir::ModuleOp module);

/// At most this many values of a kernel are listed.
constexpr size_t listedValueLimit = 500;

} // namespace tessera::views
