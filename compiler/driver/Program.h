// SPDX-License-Identifier: Apache-2.0
// What a `Program` is made of. Private to the driver: others see Compiler.h.
#pragma once

#include "compiler/driver/Compiler.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/interpreter/PartialRun.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/BuiltinOps.h"
#include "shared/artifact/Artifact.h"

namespace tessera {

/// `kernel`'s text at `stage`, compiled from a copy of a module that may still be growing; else the first reason why
/// there is none.
std::string showRecordedKernel(mlir::ModuleOp module, CodeGenerator *generator, const std::string &target,
                               llvm::StringRef kernel, llvm::StringRef stage);

/// See `frontend::HostValues::measure`.
std::optional<frontend::KernelNumbers> measureKernel(mlir::ModuleOp module, const std::string &target,
                                                     const std::string &tune, llvm::StringRef kernel,
                                                     DiagnosticSink &sink);

/// A program from text (`traced` is set and the pipeline can be replayed) or from an artifact (only `finished` is).
class CompiledProgram : public Program {
public:
  CompiledProgram(CodeGenerator *generator, std::string target, std::string tune = {}, bool keepsSnapshots = false)
      : generator(generator), targetName(std::move(target)), choices(std::move(tune)), keepsSnapshots(keepsSnapshots) {}

  /// Runs the pipeline over `module`. Afterwards `diagnostics` says how it went, and what of `told` did not stay true.
  void compile(mlir::OwningOpRef<mlir::ModuleOp> module, std::string fileName, std::string source, DiagnosticSink &sink,
               llvm::ArrayRef<frontend::ToldShared> told = {});
  /// Takes a module that went through the pipeline before.
  void adopt(mlir::OwningOpRef<mlir::ModuleOp> module, const artifact::Manifest &manifest, DiagnosticSink &sink);
  /// A program that is nothing but its errors.
  void fail(DiagnosticSink &sink) { reported = sink.takeSorted(); }
  void keepAutotuned(std::vector<AutotunedKernel> kernels) { tuned = std::move(kernels); }
  /// What it did before those errors, for `run`.
  void keepBegun(mlir::OwningOpRef<mlir::ModuleOp> module) { begun = std::move(module); }
  /// What is left to be run of it. It is cleaned up like the module that it is a copy of.
  void keepSettled(std::optional<interpreter::SettledProgram> program);

  llvm::ArrayRef<Diagnostic> diagnostics() const override;
  bool ok() const override { return static_cast<bool>(finished); }
  bool hasBegun() const override { return static_cast<bool>(begun); }
  std::vector<std::string> kernels() const override;
  std::optional<std::string> show(llvm::StringRef stage, llvm::StringRef pass, llvm::StringRef kernel,
                                  DiagnosticSink &sink) override;
  llvm::ArrayRef<Snapshot> snapshots() override;
  llvm::json::Value tilings(std::chrono::milliseconds limit) override;
  llvm::json::Value layouts() override;
  interpreter::RunResult run(interpreter::RunOptions options) override;
  std::vector<uint8_t> freeze(const FreezeOptions &options) override;
  mlir::ModuleOp module() const override { return finished ? *finished : mlir::ModuleOp(); }
  mlir::ModuleOp tracedModule() const override { return traced ? *traced : mlir::ModuleOp(); }
  llvm::StringRef target() const override { return targetName; }
  /// Null where the kernel has no schedule for the target.
  tilegpu::KernelOp findScheduled(llvm::StringRef kernel) const;
  std::vector<AutotunedKernel> autotuned() const override { return tuned; }
  std::optional<KernelEstimate> estimate(llvm::StringRef kernel, llvm::StringRef card) const override;
  std::string describeKernel(llvm::StringRef kernel) const override;
  std::unique_ptr<Program> reschedule(const std::string &tune) const override;

private:
  CodeGenerator *generator;
  std::string targetName, choices, fileName, sourceDigest;
  std::optional<std::string> source; // absent when thawed from an artifact that does not hold it
  mlir::OwningOpRef<mlir::ModuleOp> traced, finished, begun;
  std::optional<interpreter::SettledProgram> settled;
  mutable std::vector<Diagnostic> reported;
  mutable bool tellsPlans = false; // when it is asked for: the cost model is not free
  std::vector<AutotunedKernel> tuned;
  bool keepsSnapshots;
  std::vector<Snapshot> taken; // made again from `traced` where there are none

  artifact::Manifest manifest(const FreezeOptions &freeze);
  bool hasKernel(llvm::StringRef name) const;
  std::optional<std::string> showPass(llvm::StringRef stage, llvm::StringRef pass, DiagnosticSink &sink);
};

/// See `Compiler::test`.
TestSummary runTests(mlir::MLIRContext &context, CodeGenerator *generator,
                     std::shared_ptr<frontend::LibraryTrees> libraryTrees, llvm::StringRef fileName,
                     llvm::StringRef source, const TestOptions &options,
                     llvm::function_ref<bool(const TestReport &)> onCase);

} // namespace tessera
