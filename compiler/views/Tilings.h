// SPDX-License-Identifier: Apache-2.0
// Which program of a grid sees which part of which array, as JSON for people to look at.
#pragma once

#include "compiler/interpreter/Interpreter.h"
#include "llvm/Support/JSON.h"

namespace tessera::views {

/// The tilings of every launch in `@main`, as shared/protocol/README.md describes them. `recorded` holds one record for each
/// launch in program order with its accesses, or is empty: then operands without a block spec show the whole array.
llvm::json::Value makeTilings(mlir::ModuleOp module, llvm::ArrayRef<interpreter::LaunchRecord> recorded);

/// Whether some launch has an operand whose tiling only a run can tell (Triton's pointers).
bool needsRecording(mlir::ModuleOp module);

/// At most this many programs of a launch are listed.
constexpr int64_t listedProgramLimit = 65536;

} // namespace tessera::views
