// SPDX-License-Identifier: Apache-2.0
// A program out of an artifact, to be run and nothing else: what a browser's second module holds, which has no front
// end to make a whole `Program` with.
#pragma once

#include "compiler/driver/Compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera::runner {

class FrozenProgram final : public RunnableProgram {
public:
  /// `module` went through the whole pipeline for `target`; its context must outlive this.
  FrozenProgram(mlir::OwningOpRef<mlir::ModuleOp> module, std::string target);
  ~FrozenProgram() override;

  std::vector<std::string> kernels() const override;
  /// Of `tile`, `tilegpu`, `llvm` and `ptx`, as the pipeline leaves them: there are no passes to go back to.
  std::optional<std::string> show(llvm::StringRef stage, llvm::StringRef pass, llvm::StringRef kernel,
                                  DiagnosticSink &sink) override;
  interpreter::RunResult run(interpreter::RunOptions options) override;
  mlir::ModuleOp module() const override { return *frozen; }
  llvm::StringRef target() const override { return targetName; }

private:
  mutable mlir::OwningOpRef<mlir::ModuleOp> frozen;
  std::string targetName;
  std::unique_ptr<interpreter::InlineAssembly> assembly;
};

} // namespace tessera::runner
