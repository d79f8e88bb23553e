// SPDX-License-Identifier: Apache-2.0
// The stages below `tilegpu`, one after the other: one thread's code, its mathematics written out, the LLVM dialect, PTX,
// and the machine's own code where the tools for it are installed.
#include "compiler/codegen/Codegen.h"
#include "compiler/codegen/BackEnd.h"
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/Disassemble.h"
#include "compiler/codegen/ExpandMath.h"
#include "compiler/support/PassDiagnostics.h"

using namespace mlir;
using namespace tessera;

FailureOr<std::string> tessera::codegen::generate(ModuleOp module, StringRef name, StringRef targetName, StringRef stage,
                                                  DiagnosticSink &sink) {
  if (stage != "llvm" && stage != "ptx" && stage != "sass") {
    sink.report(DiagnosticId::unknownStage, {}, "stage is `" + stage.str() + "`, expected `llvm`, `ptx` or `sass`");
    return failure();
  }
  tilegpu::KernelOp kernel = findKernel(module, name, targetName, sink);
  if (!kernel)
    return failure();
  MLIRContext *context = module.getContext();
  context->loadDialect<arith::ArithDialect, math::MathDialect, scf::SCFDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  size_t errorsBefore = sink.errorCount();
  FailureOr<std::string> text = failure();
  {
    DiagnosticCollector collector(context, sink);
    const tilegpu::Target &target = kernel.getTarget();
    FailureOr<OwningOpRef<ModuleOp>> thread = distribute(kernel);
    bool isExpanded = succeeded(thread) && succeeded(expandMath(thread->get()));
    if (isExpanded)
      shareDivisors(thread->get());
    if (isExpanded && succeeded(lowerToLLVM(thread->get())))
      text = stage == "llvm" ? printLLVM(thread->get(), target) : printPtx(thread->get(), target);
    if (succeeded(text) && stage == "sass")
      text = disassemble(*text, target, sink);
  }
  if (failed(text) && sink.errorCount() == errorsBefore)
    sink.report(DiagnosticId::codegenFailed, toRange(kernel.getLoc()),
                "no code for kernel `" + name.str() + "` at stage `" + stage.str() + "` for `" + targetName.str() + "`")
        .note("replay with the kernel's text at stage `tilegpu`");
  return text;
}
