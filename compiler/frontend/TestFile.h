// SPDX-License-Identifier: Apache-2.0
// The front end's second door: a file of tests. The file's own code is evaluated once; each case is then evaluated behind it, into an
// `@main` of its own that holds the case's operations and those of the file that they need, so that one failing case leaves nothing
// behind for the next.
//
// Where it would grow without end, or where a case ended before its tear-down, the file is evaluated anew, which nobody can tell: a file
// gives the same cases each time.
#pragma once

#include "compiler/frontend/Frontend.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <optional>
#include <vector>

namespace tessera::frontend {

namespace testing {
struct Case;
}
class Evaluator;
class ExceptionObject;
class ModuleObject;

/// A case as far as evaluating it can tell.
struct EvaluatedCase {
  enum class State { ready, skipped, failed };
  State state = State::ready;
  std::string reason;                      // of a skip
  std::vector<Diagnostic> diagnostics;     // of a failure; otherwise warnings
  mlir::ModuleOp module;                   // ready: its `@main` is the case; valid until the next case
  std::optional<std::string> expectedToFail; // ready: the reason why the run shall fail; passing is a failure where `isStrict`
  bool isStrict = false;
};

class TestFile {
public:
  /// Evaluates the file and finds its cases. Null when an error was reported to `sink`; what is left out of the file is a warning there.
  static std::unique_ptr<TestFile> load(mlir::MLIRContext &context, llvm::StringRef fileName, llvm::StringRef source,
                                        const EvaluateOptions &options, DiagnosticSink &sink);
  ~TestFile();

  size_t size() const;
  llvm::StringRef id(size_t index) const;
  SourceRange range(size_t index) const;
  /// A module whose `@main` is what the file itself prints and asserts; null when it does neither.
  mlir::ModuleOp prelude();
  EvaluatedCase evaluate(size_t index);
  /// Tears down what the cases so far set up together and case `next` does not need; without a `next`, everything. `skipped`: there was
  /// nothing to do.
  EvaluatedCase leaveScopes(std::optional<size_t> next);

private:
  TestFile(mlir::MLIRContext &context, std::string fileName, std::string source, EvaluateOptions options);
  bool evaluateFile();
  void beginCase();
  void endCase();
  void closeCase();
  void makeRunnable(EvaluatedCase &result, const testing::Case &test);
  /// Checks what was recorded since the last time: null, or what is wrong with it, a bug of ours.
  mlir::Operation *findInvalid();
  void tell(ExceptionObject *exception, const testing::Case &test);
  bool isFull() const;
  void keepSharedChecks(mlir::Operation *after);
  mlir::Operation *lastRecorded();

  mlir::MLIRContext &context;
  std::string fileName, source;
  EvaluateOptions options;
  DiagnosticSink sink;
  std::unique_ptr<Evaluator> evaluator;
  std::vector<testing::Case> cases;
  mlir::Operation *lastBefore = nullptr;      // the case's own operations stand behind this one
  std::vector<mlir::Operation *> sharedChecks; // not run yet
  mlir::Operation *runnable = nullptr;        // the case's `@main`
  size_t lastCase = 0;                        // that was evaluated
  size_t recorded = 0;                        // operations of the cases so far
  llvm::DenseSet<mlir::Operation *> verified; // kernels and index maps
  bool needsReload = false;
};

} // namespace tessera::frontend
