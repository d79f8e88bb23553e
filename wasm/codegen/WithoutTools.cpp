// SPDX-License-Identifier: Apache-2.0
// A browser has no processes. `sass` is made by one, NVIDIA's ptxas: CodeBridge.cpp does not let anyone ask for it. LLVM
// knows how to start one for comparing texts between its passes, which nobody asks for either; Emscripten has all that
// this links but one function.
#include "compiler/codegen/Disassemble.h"

mlir::FailureOr<std::string> tessera::codegen::disassemble(const std::string &, const tilegpu::Target &,
                                                           DiagnosticSink &sink) {
  sink.report(DiagnosticId::noCodeGenerator, {}, "a browser has no `ptxas`");
  return mlir::failure();
}

#ifdef __EMSCRIPTEN__
extern "C" int wait4(int, int *, int, void *) { return -1; }
#endif
