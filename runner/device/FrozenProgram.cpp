// SPDX-License-Identifier: Apache-2.0
#include "runner/device/FrozenProgram.h"
#include "compiler/codegen/Codegen.h"
#include "compiler/driver/Snapshots.h"
#include "runner/device/EmulatedAssembly.h"

using namespace tessera;
using namespace tessera::runner;

FrozenProgram::FrozenProgram(mlir::OwningOpRef<mlir::ModuleOp> module, std::string target)
    : frozen(std::move(module)), targetName(std::move(target)), assembly(makeEmulatedAssembly()) {}
FrozenProgram::~FrozenProgram() = default;

std::vector<std::string> FrozenProgram::kernels() const {
  std::vector<std::string> names;
  for (auto kernel : frozen.get().getOps<tile::KernelOp>())
    names.push_back(kernel.getSymName().str());
  return names;
}

std::optional<std::string> FrozenProgram::show(llvm::StringRef stage, llvm::StringRef pass, llvm::StringRef kernel,
                                               DiagnosticSink &sink) {
  if (pass.empty() && (stage == "tile" || stage == "tilegpu"))
    return printModule(*extractStage(*frozen, stage, kernel)).text;
  if (!pass.empty() || (stage != "llvm" && stage != "ptx")) {
    sink.report(DiagnosticId::unknownStage, {}, "a program out of an artifact has no `" + (pass.empty() ? stage : pass).str() + "` here")
        .note("it has `tile`, `tilegpu`, `llvm` and `ptx`, each as the whole pipeline leaves it");
    return std::nullopt;
  }
  std::vector<std::string> wanted = kernel.empty() ? kernels() : std::vector<std::string>{kernel.str()};
  std::string text;
  for (mlir::FailureOr<std::string> &one : codegen::generateAll(*frozen, wanted, targetName, stage, sink)) {
    if (mlir::failed(one))
      return std::nullopt;
    text += *one;
  }
  return text;
}

interpreter::RunResult FrozenProgram::run(interpreter::RunOptions options) {
  options.inlineAssembly = assembly.get();
  if (!options.kernelText)
    options.kernelText = [this](llvm::StringRef kernel, llvm::StringRef stage) {
      DiagnosticSink sink;
      if (std::optional<std::string> text = show(stage, "", kernel, sink))
        return *text;
      std::string reason = "<" + stage.str() + " is not available";
      for (const Diagnostic &diagnostic : sink.all())
        reason += ": " + diagnostic.message;
      return reason + ">";
    };
  return interpreter::runProgram(*frozen, options);
}
