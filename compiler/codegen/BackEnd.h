// SPDX-License-Identifier: Apache-2.0
// MLIR's LLVM dialect, LLVM, and the NVPTX back end, all in process.
#pragma once

#include "compiler/tilegpu/ir/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace tessera::codegen {

/// Makes `context` know all that lowering needs, so that nothing is loaded while several threads lower.
void loadForLowering(mlir::MLIRContext &context);

/// Lowers one thread's code (arith, math, scf, llvm, nvvm) to the LLVM dialect, in place.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module);

/// A kernel as LLVM holds it, in a context of its own: what is done with one can be done on one thread while another
/// does it with the next.
class LlvmKernel {
public:
  /// Of `module`, which is in the LLVM dialect; null, and reported, where LLVM has no form of it.
  static std::unique_ptr<LlvmKernel> translate(mlir::ModuleOp module, const tilegpu::Target &target);
  ~LlvmKernel();

  /// LLVM IR as text, before optimization.
  std::string print() const;
  /// Optimized PTX. Once: what was translated is used up.
  llvm::Expected<std::string> emitPtx();

private:
  LlvmKernel();
  llvm::Error optimize();

  std::unique_ptr<llvm::LLVMContext> context; // outlives the module
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
  bool isOrdered = false; // instructions are where few values live at once
};

} // namespace tessera::codegen
