// SPDX-License-Identifier: Apache-2.0
// MLIR's LLVM dialect, LLVM, and the NVPTX back end, all in process.
#pragma once

#include "compiler/tilegpu/ir/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace tessera::codegen {

/// Lowers one thread's code (arith, math, scf, llvm, nvvm) to the LLVM dialect, in place.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module);
/// LLVM IR as text, before optimization. `module` is in the LLVM dialect.
mlir::FailureOr<std::string> printLLVM(mlir::ModuleOp module, const tilegpu::Target &target);
/// Optimized PTX.
mlir::FailureOr<std::string> printPtx(mlir::ModuleOp module, const tilegpu::Target &target);

} // namespace tessera::codegen
