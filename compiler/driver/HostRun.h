// SPDX-License-Identifier: Apache-2.0
// The front end asks for values while it evaluates a program; the interpreter gives them. Only the driver sees both.
#pragma once

#include "compiler/frontend/Frontend.h"
#include "compiler/interpreter/PartialRun.h"
#include <optional>

namespace tessera {

/// Values of the host program while it is being recorded. Launches run in the interpreter, wherever the program will
/// run later.
class HostRun : public frontend::HostValues {
public:
  /// `show` gives the text of a kernel of a module at a stage, for `kernel.asm[...]`.
  using ShowKernel = std::function<std::string(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef stage)>;
  /// As `frontend::HostValues::measure`.
  using MeasureKernel = std::function<std::optional<frontend::KernelNumbers>(
      mlir::ModuleOp module, llvm::StringRef kernel, DiagnosticSink &sink)>;
  HostRun(interpreter::RunOptions given, MeasureKernel measured, ShowKernel show = nullptr)
      : options(std::move(given)), measured(std::move(measured)) {
    if (show && !options.kernelText)
      options.kernelText = [this, show = std::move(show)](llvm::StringRef kernel, llvm::StringRef stage) {
        return show(module, kernel, stage);
      };
  }
  HostRun(const HostRun &) = delete; // the options point here
  std::optional<numerics::Array> read(mlir::Value array, DiagnosticSink &sink) override {
    return partial(array.getDefiningOp()).read(array, sink);
  }
  std::optional<std::string> readText(mlir::Value text, DiagnosticSink &sink) override {
    return partial(text.getDefiningOp()).readText(text, sink);
  }
  bool check(mlir::Operation *check, DiagnosticSink &sink) override { return partial(check).run(check, sink); }
  std::optional<std::string> output(mlir::Operation *op, DiagnosticSink &sink) override {
    return partial(op).output(op, sink);
  }
  std::optional<frontend::KernelNumbers> measure(mlir::ModuleOp module, llvm::StringRef kernel,
                                                 DiagnosticSink &sink) override {
    return measured(module, kernel, sink);
  }
  void forget() override { current.reset(); }
  /// See `interpreter::PartialRun::settle`; `recorded` is the program, done.
  std::optional<interpreter::SettledProgram> settle(mlir::ModuleOp recorded) const {
    return current ? current->settle(recorded) : std::nullopt;
  }

private:
  interpreter::PartialRun &partial(mlir::Operation *op) {
    if (op)
      module = op->getParentOfType<mlir::ModuleOp>();
    return current ? *current : current.emplace(options);
  }
  interpreter::RunOptions options;
  MeasureKernel measured;
  mlir::ModuleOp module;                          // of the value that was asked for last
  std::optional<interpreter::PartialRun> current; // made when a value is first asked for
};

} // namespace tessera
