// SPDX-License-Identifier: Apache-2.0
// PTX to the machine's own instructions, by NVIDIA's tools where they are installed.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "compiler/tilegpu/ir/Target.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace tessera::codegen {

/// What `ptxas` made of a text.
struct Assembly {
  std::string cubin; // bytes
  std::string log;   // with -v: registers, shared memory, spills, warnings
};
/// Whether there is a `ptxas` on this machine.
bool hasAssembler();
mlir::FailureOr<Assembly> assemble(const std::string &ptx, const tilegpu::Target &target, DiagnosticSink &sink);
/// For any architecture that `ptxas` has (`sm_90`), with the `.loc`s of `ptx` as the cubin's line table.
mlir::FailureOr<Assembly> assembleWithLines(const std::string &ptx, const std::string &architecture,
                                            DiagnosticSink &sink);

/// A listing of the code that `ptxas` makes of `ptx`; without a disassembler, how many of each instruction there are. What is missing or goes wrong is reported.
mlir::FailureOr<std::string> disassemble(const std::string &ptx, const tilegpu::Target &target, DiagnosticSink &sink);

} // namespace tessera::codegen
