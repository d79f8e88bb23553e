// SPDX-License-Identifier: Apache-2.0
// A module as text for people, and which source lines each line of that text came from.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <utility>
#include <vector>

namespace tessera {

struct PrintedModule {
  std::string text;
  /// One entry a line of `text`: first and last source line (1-based) of the operation that starts there; 0, 0 for
  /// none.
  std::vector<std::pair<uint32_t, uint32_t>> sourceLines;
  /// Of which file they are, an index of `sourceFiles`: one entry a line of `text`, 0 for none.
  std::vector<uint32_t> fileOfLine;
  std::vector<std::string> sourceFiles; // in the order in which the text names them
};

/// Prints `module` with the user's variable names as value names, without locations.
PrintedModule printModule(mlir::ModuleOp module);

/// A copy of `module` that holds only what belongs to `stage` (`tile`: everything but the scheduled modules; `tilegpu`:
/// those alone), and, unless `kernel` is empty, only that kernel and the functions it names.
mlir::OwningOpRef<mlir::ModuleOp> extractStage(mlir::ModuleOp module, llvm::StringRef stage, llvm::StringRef kernel);

} // namespace tessera
