// SPDX-License-Identifier: Apache-2.0
#include "runner/device/AssembleMap.h"
#include "runner/emulator/sass/StandIn.h"

using namespace tessera;

mlir::FailureOr<emulator::MachineMap> runner::findOrder(const emulator::ptx::Module &module, bool usesStandIn,
                                                        DiagnosticSink &sink) {
  if (usesStandIn || !codegen::hasAssembler())
    return emulator::makeStandIn(module);
  return assembleMap(module, sink);
}

mlir::FailureOr<emulator::MachineMap> runner::assembleMap(const emulator::ptx::Module &module, DiagnosticSink &sink) {
  std::string marked = emulator::markStatements(module), error;
  mlir::FailureOr<codegen::Assembly> assembly = codegen::assembleWithLines(marked, std::string(module.target), sink);
  if (mlir::failed(assembly))
    return mlir::failure();
  std::optional<emulator::MachineMap> map = emulator::makeMachineMap(module, assembly->cubin, error);
  if (map)
    return std::move(*map);
  sink.report(DiagnosticId::codegenFailed, {}, "what `ptxas` made of the PTX can't be read: " + error);
  return mlir::failure();
}
