// SPDX-License-Identifier: Apache-2.0
// What `Compiler::test` is asked and answers: the tests of one file, each run in the interpreter.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "compiler/support/SourceFiles.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class TestOutcome { passed, failed, skipped };
/// `passed`, `failed`, `skipped`.
llvm::StringRef getText(TestOutcome outcome);

/// One case of a file of tests.
struct TestReport {
  std::string id; // absl's or pytest's, without the file
  SourceRange range;
  TestOutcome outcome = TestOutcome::passed;
  std::string reason;                  // why it is skipped; the first line of why it failed
  std::vector<Diagnostic> diagnostics; // errors of a failure, and warnings
  std::string output;                  // what it printed
  double milliseconds = 0;             // of evaluating and running it
};

struct TestOptions {
  std::string target = "sm_90a";
  std::string device = "gpu"; // what the file believes it runs on: `gpu` or `cpu`
  /// Which cases run; null: all. What is not selected is not told of.
  std::function<bool(llvm::StringRef id)> selects;
  ImportOptions imports;             // where the file is a module of a package, as pytest finds out, `package` is that
  std::function<bool()> isCancelled; // polled
  double secondsPerCase = 60;        // of running; a case that takes longer fails
  bool onlyList = false;             // finds the cases and runs none: all are told as passed
};

/// What a file of tests came to.
struct TestSummary {
  bool ok = false; // the file could be evaluated
  std::vector<Diagnostic> diagnostics; // of evaluating it: what was wrong, or what was left out
  size_t found = 0, passed = 0, failed = 0, skipped = 0;
};

} // namespace tessera
