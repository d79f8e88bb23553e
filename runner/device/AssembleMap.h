// SPDX-License-Identifier: Apache-2.0
// The machine map of a PTX text by the `ptxas` of this machine.
#pragma once

#include "compiler/codegen/Disassemble.h"
#include "runner/emulator/sass/MachineMap.h"

namespace tessera::runner {

/// For the module's own target. The module must have been parsed without errors. What is missing or goes wrong is
/// reported.
mlir::FailureOr<emulator::MachineMap> assembleMap(const emulator::ptx::Module &module, DiagnosticSink &sink);

/// The same, or where there is no `ptxas` or `usesStandIn` is asked for a stand-in's, which says so.
mlir::FailureOr<emulator::MachineMap> findOrder(const emulator::ptx::Module &module, bool usesStandIn,
                                                DiagnosticSink &sink);

} // namespace tessera::runner
