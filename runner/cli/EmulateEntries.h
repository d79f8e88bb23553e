// SPDX-License-Identifier: Apache-2.0
// The kernels of a PTX file in JSON, as `tessera emulate --list --json` and the browser's module tell them.
#pragma once

#include "runner/emulator/Emulator.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner::cli {

/// `{name, parameters: [{name, type, offset, size, alignment}], staticShared, requiredThreads?, maximalThreads?,
/// requiredCluster?}`.
llvm::json::Object toJson(const emulator::Program &program, const emulator::Function &entry);

/// Those of all kernels, in the file's order.
llvm::json::Array listEntries(const emulator::Program &program);

} // namespace tessera::runner::cli
