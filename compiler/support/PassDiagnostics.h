// SPDX-License-Identifier: Apache-2.0
// How a pass says something to the user. MLIR's diagnostics know a severity, a place and a text, but no id; ours need one. So
// a pass emits through `emitDiagnostic`, which ends the text in ` [the-id]`, as `render` prints it, and whoever runs passes
// holds a `DiagnosticCollector`, which takes that ending off again and reports to a sink. What arrives without an ending
// is a verifier's or a bug's word: it becomes `internal-error`.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "mlir/IR/Diagnostics.h"

namespace tessera {

/// Emits `message` at `location`; notes can be attached to what it returns. As a text, with MLIR's own handler, it reads
/// `remark: no schedule for ... yet [no-schedule]`.
mlir::InFlightDiagnostic emitDiagnostic(mlir::Location location, DiagnosticId id, Severity severity, const llvm::Twine &message);

/// The id that a text ends in, and the text without it.
std::optional<DiagnosticId> takeDiagnosticId(std::string &message);

/// While it lives, MLIR's diagnostics of `context` go to `sink`.
class DiagnosticCollector : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticCollector(mlir::MLIRContext *context, DiagnosticSink &sink);
  /// To the sink that `choose` gives for each: where several threads use the context, `choose` runs on the one that
  /// speaks.
  DiagnosticCollector(mlir::MLIRContext *context, std::function<DiagnosticSink &()> choose);
};

} // namespace tessera
