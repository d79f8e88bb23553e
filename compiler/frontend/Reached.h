// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace tessera::frontend {

/// Erases what `main` does not reach: a kernel that was being traced when an error came, one that nobody launches,
/// their helpers.
void eraseUnreached(mlir::ModuleOp module, mlir::func::FuncOp main);

} // namespace tessera::frontend
