// SPDX-License-Identifier: Apache-2.0
// `tessera-opt` and `tessera opt`: replays a textual pipeline over IR, with all of `mlir-opt`'s flags (`--verify-diagnostics`,
// `--mlir-print-ir-after-all`, ...). Native only.
#include "compiler/driver/Compiler.h"
#include "compiler/driver/Pipeline.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int tessera::runOpt(int argc, const char *const *argv) {
  registerPasses();
  mlir::DialectRegistry registry;
  registerDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, const_cast<char **>(argv), "Tessera's passes, one by one or as a pipeline\n", registry));
}
