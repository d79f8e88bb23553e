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
  std::vector<std::optional<std::string>> generate(mlir::ModuleOp module, llvm::ArrayRef<std::string> kernels,
                                                   llvm::StringRef target, llvm::StringRef stage,
                                                   DiagnosticSink &sink) override {
    std::vector<std::optional<std::string>> texts;
    for (mlir::FailureOr<std::string> &text : codegen::generateAll(module, kernels, target, stage, sink))
      texts.push_back(mlir::succeeded(text) ? std::optional<std::string>(std::move(*text)) : std::nullopt);
    return texts;
  }
  interpreter::InlineAssembly *inlineAssembly() override { return assembly.get(); }

private:
  std::unique_ptr<interpreter::InlineAssembly> assembly = makeEmulatedAssembly();
};
} // namespace

std::unique_ptr<CodeGenerator> runner::makeNativeCodeGenerator() { return std::make_unique<NativeCodeGenerator>(); }
