// SPDX-License-Identifier: Apache-2.0
// The one shape in which anything that is wrong is told, from the lexer to the runner: the CLI prints it, wasm and HTTP send
// it as JSON, the editor underlines it. Wording: lower case, no full stop, code in backticks, what was seen before what was
// expected, both with values; a message about two places carries a note for the second; the last note says the way out.
#pragma once

#include "compiler/support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Location;
class MLIRContext;
} // namespace mlir

namespace tessera {

enum class Severity { error, warning, remark };

/// What a diagnostic is about: the user's program, a bug of ours, or the machine. The three are never mixed.
enum class Fault { user, bug, environment };

/// Every id that may appear in a `Diagnostic`, from `DiagnosticIds.def`. A test checks that each is produced by some test.
enum class DiagnosticId {
#define TESSERA_DIAGNOSTIC(Name, text, fault, summary) Name,
#include "compiler/support/DiagnosticIds.def"
#undef TESSERA_DIAGNOSTIC
};

/// The id as users see it, for example `dot-inner-size`.
llvm::StringRef getText(DiagnosticId id);
Fault getFault(DiagnosticId id);
/// One sentence on what the id means, for the reference page.
llvm::StringRef getSummary(DiagnosticId id);
llvm::StringRef getText(Severity severity);

struct DiagnosticNote {
  std::string message;
  SourceRange range; // may be invalid: a note without a place
};

/// An edit that mends the program: replace `range` by `text`.
struct DiagnosticFix {
  std::string title;
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  DiagnosticId id;
  Severity severity = Severity::error;
  SourceRange range;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::optional<DiagnosticFix> fix;

  Diagnostic(DiagnosticId id, SourceRange range, std::string message, Severity severity = Severity::error)
      : id(id), severity(severity), range(std::move(range)), message(std::move(message)) {}

  Diagnostic &note(std::string text, SourceRange where = {}) {
    notes.push_back({std::move(text), std::move(where)});
    return *this;
  }
};

/// Collects what a phase has to say. A phase goes on after an error where it can, so that independent errors are all told.
class DiagnosticSink {
public:
  /// The reference is valid until the next `report`.
  Diagnostic &report(DiagnosticId id, SourceRange range, std::string message, Severity severity = Severity::error);
  void add(Diagnostic diagnostic);
  bool hasErrors() const { return errors != 0; }
  size_t errorCount() const { return errors; }
  const std::vector<Diagnostic> &all() const { return diagnostics; }
  /// In source order; stable, so that notes of one place keep the order in which they were found.
  std::vector<Diagnostic> takeSorted();

private:
  std::vector<Diagnostic> diagnostics;
  size_t errors = 0;
};

/// `file:line:col: error: message [id]`, then one line a note; with the source line and a marker under it when `source` is given.
std::string render(const Diagnostic &diagnostic, llvm::StringRef source = {});

/// `{id, severity, fault, message, range, notes, fix?}`; see shared/protocol/README.md.
llvm::json::Value toJson(const Diagnostic &diagnostic);
llvm::json::Value toJson(const SourceRange &range);

/// A range as an MLIR location and back. Looks through name, fused and call-site locations for the first file location.
mlir::Location toLocation(mlir::MLIRContext *context, const SourceRange &range);
SourceRange toRange(mlir::Location location);

} // namespace tessera
