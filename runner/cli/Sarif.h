// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (OASIS): what is wrong with a program in the form that GitHub's code scanning and many editors read.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// A result as it will stand in the file, and those of its fields that others tell of it.
struct SarifResult {
  std::string rule, level, message, file; // `level`: error, warning or note
  int64_t line = 1;                       // 1 where it has no place: of `file` as a whole
  llvm::json::Object json;
};

/// One run's results in the order in which they came. What was said before, of the same place, is not said again: a
/// program that is compiled twice has its warnings once.
class SarifLog {
public:
  /// Those without a place are of `file`.
  void add(llvm::ArrayRef<Diagnostic> diagnostics, const std::string &file);
  /// What no diagnostic says; `summary` is what `rule` means.
  void add(llvm::StringRef rule, llvm::StringRef summary, Severity severity, const SourceRange &range,
           llvm::StringRef message);
  void add(const SarifLog &other);
  /// What this class wrote; the problem says what else it is.
  static Result<SarifLog> read(llvm::StringRef text);

  const std::vector<SarifResult> &all() const { return results; }
  bool hasRule(llvm::StringRef rule) const;
  /// One for each result, the same when its lines move: of its rule, file and message, and which of those it is.
  std::vector<std::string> makeFingerprints() const;
  llvm::json::Value toJson(int exitCode) const;

private:
  void add(llvm::json::Object result);

  std::vector<SarifResult> results;
  std::vector<std::pair<std::string, std::string>> rules; // id and summary, in the order of their first results
};

/// Adds `--sarif`.
void addSarifOption(CLI::App &command, std::string &file);
/// Ends a command: writes `log` where `file` names a place. Answers `exitCode`, or why the file could not be written.
int finishSarif(const std::string &file, const SarifLog &log, int exitCode);

} // namespace tessera::runner::cli
