// SPDX-License-Identifier: Apache-2.0
// A thin adapter: compiler/codegen knows nothing of the driver, nor the driver of it.
#include "runner/device/NativeCodeGenerator.h"
#include "compiler/codegen/Codegen.h"
#include "runner/device/EmulatedAssembly.h"

using namespace tessera;
using namespace tessera::runner;

namespace {
class NativeCodeGenerator final : public CodeGenerator {
public:
  std::optional<std::string> generate(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef target,
                                      llvm::StringRef stage, DiagnosticSink &sink) override {
    mlir::FailureOr<std::string> text = codegen::generate(module, kernel, target, stage, sink);
    return mlir::succeeded(text) ? std::optional<std::string>(std::move(*text)) : std::nullopt;
  }
  interpreter::InlineAssembly *inlineAssembly() override { return assembly.get(); }

private:
  std::unique_ptr<interpreter::InlineAssembly> assembly = makeEmulatedAssembly();
};
} // namespace

std::unique_ptr<CodeGenerator> runner::makeNativeCodeGenerator() { return std::make_unique<NativeCodeGenerator>(); }
