// SPDX-License-Identifier: Apache-2.0
// `sass` is made by NVIDIA's ptxas, a process: a browser has none. CodeBridge.cpp does not let anyone ask for it.
#include "compiler/codegen/Disassemble.h"

mlir::FailureOr<std::string> tessera::codegen::disassemble(const std::string &, const tilegpu::Target &,
                                                           DiagnosticSink &sink) {
  sink.report(DiagnosticId::noCodeGenerator, {}, "a browser has no `ptxas`");
  return mlir::failure();
}
