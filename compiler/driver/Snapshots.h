// SPDX-License-Identifier: Apache-2.0
// A module as text for people, and which source lines each line of that text came from.
#pragma once

#include "compiler/driver/Pipeline.h"
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

/// Prints `module` with the user's variable names as value names, without locations. What is known to verify is not
/// verified again, which takes as long as printing; what does not is printed in MLIR's generic form.
PrintedModule printModule(mlir::ModuleOp module, bool isVerified = false);

struct Snapshot;

/// Takes a snapshot of a module after each pass. Printing takes longer than most passes, so what looks as it did before
/// is not printed.
class SnapshotRecorder {
public:
  explicit SnapshotRecorder(bool isVerified) : isVerified(isVerified) {}

  void recordTrace(mlir::ModuleOp module);
  void record(const PipelineStep &step, mlir::ModuleOp module) { record(step.stage, step.pass, step.reason, module); }
  std::vector<Snapshot> take();

private:
  bool isVerified;
  std::vector<Snapshot> snapshots;
  std::vector<uint64_t> last; // what `module` was made of

  void record(llvm::StringRef stage, llvm::StringRef pass, llvm::StringRef reason, mlir::ModuleOp module);
};

/// A copy of `module` that holds only what belongs to `stage` (`tile`: everything but the scheduled modules; `tilegpu`:
/// those alone), and, unless `kernel` is empty, only that kernel and the functions it names.
mlir::OwningOpRef<mlir::ModuleOp> extractStage(mlir::ModuleOp module, llvm::StringRef stage, llvm::StringRef kernel);

} // namespace tessera
