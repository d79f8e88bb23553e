// SPDX-License-Identifier: Apache-2.0
// Runs the tests of a file: each case is evaluated by the front end and run by the interpreter, without the passes in
// between, which only a GPU needs; they are run for a case that asks for a kernel's text.
#include "compiler/driver/Tests.h"
#include "compiler/driver/HostRun.h"
#include "compiler/driver/Program.h"
#include "compiler/frontend/TestFile.h"
#include "compiler/support/PassDiagnostics.h"
#include <chrono>
#include <cstdio>

using llvm::StringRef;
using mlir::ModuleOp;
using mlir::OwningOpRef;
using namespace tessera;
using Clock = std::chrono::steady_clock;

llvm::StringRef tessera::getText(TestOutcome outcome) {
  return outcome == TestOutcome::passed ? "passed" : outcome == TestOutcome::failed ? "failed" : "skipped";
}

namespace {
class TestRun {
public:
  TestRun(CodeGenerator *generator, const TestOptions &options) : generator(generator), options(options) {}
  TestReport run(frontend::TestFile &file, size_t index);
  /// A report of a tear-down that fails; empty when all went well. `last` is the case before.
  std::optional<TestReport> leaveScopes(frontend::TestFile &file, size_t last, std::optional<size_t> next);
  interpreter::RunResult execute(ModuleOp module);
  /// Options of a run that ends with the case's time.
  interpreter::RunOptions limited();
  void startClock();

private:
  void conclude(TestReport &report, const frontend::EvaluatedCase &evaluated, interpreter::RunResult result);
  CodeGenerator *generator;
  const TestOptions &options;
  Clock::time_point deadline;
  unsigned polls = 0;
  bool isLate = false;
};
} // namespace

void TestRun::startClock() {
  deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.secondsPerCase));
  polls = 0;
  isLate = false;
}

interpreter::RunOptions TestRun::limited() {
  interpreter::RunOptions run;
  run.inlineAssembly = generator ? generator->inlineAssembly() : nullptr;
  run.isCancelled = [this] {
    if (options.isCancelled && options.isCancelled())
      return true;
    return isLate = isLate || (polls++ % 64 == 0 && Clock::now() > deadline);
  };
  return run;
}

interpreter::RunResult TestRun::execute(ModuleOp module) {
  interpreter::RunOptions run = limited();
  run.kernelText = [this, module](StringRef kernel, StringRef stage) mutable -> std::string {
    return showRecordedKernel(module, generator, options.target, kernel, stage);
  };
  return interpreter::runProgram(module, run);
}

static std::string formatSeconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return text;
}
static std::string firstLine(StringRef text) { return text.ltrim("\n").split('\n').first.str(); }

/// The first line of why it failed.
static void tellFirst(TestReport &report) {
  for (const Diagnostic &diagnostic : report.diagnostics)
    if (diagnostic.severity == Severity::error && report.reason.empty())
      report.reason = firstLine(diagnostic.message);
}

void TestRun::conclude(TestReport &report, const frontend::EvaluatedCase &evaluated, interpreter::RunResult result) {
  report.output = std::move(result.output);
  bool failed = !result.ok;
  for (Diagnostic &diagnostic : result.diagnostics)
    report.diagnostics.push_back(std::move(diagnostic));
  if (evaluated.expectedToFail && failed) {
    report.outcome = TestOutcome::skipped;
    report.reason = "expected to fail" + (evaluated.expectedToFail->empty() ? "" : ": " + *evaluated.expectedToFail);
    report.diagnostics.clear();
  } else if (evaluated.expectedToFail && evaluated.isStrict) {
    report.outcome = TestOutcome::failed;
    report.diagnostics.emplace_back(DiagnosticId::assertionFailed, report.range,
                                    "the test passes, but it was expected to fail" +
                                        (evaluated.expectedToFail->empty() ? "" : ": " + *evaluated.expectedToFail));
  } else if (failed) {
    report.outcome = TestOutcome::failed;
  }
}

TestReport TestRun::run(frontend::TestFile &file, size_t index) {
  auto begin = Clock::now();
  TestReport report;
  report.id = file.id(index).str();
  report.range = file.range(index);
  startClock();
  frontend::EvaluatedCase evaluated = file.evaluate(index);
  report.reason = evaluated.reason;
  report.diagnostics = std::move(evaluated.diagnostics);
  switch (evaluated.state) {
  case frontend::EvaluatedCase::State::failed:
    report.outcome = TestOutcome::failed;
    break;
  case frontend::EvaluatedCase::State::skipped:
    report.outcome = TestOutcome::skipped;
    break;
  case frontend::EvaluatedCase::State::ready:
    conclude(report, evaluated, execute(evaluated.module));
    break;
  }
  for (Diagnostic &diagnostic : report.diagnostics)
    if (isLate && diagnostic.id == DiagnosticId::cancelled)
      diagnostic =
          Diagnostic(DiagnosticId::stepLimit, diagnostic.range,
                     "the case takes more than " + formatSeconds(options.secondsPerCase) + " s, which is the limit");
  if (report.outcome == TestOutcome::failed)
    tellFirst(report);
  report.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return report;
}

std::optional<TestReport> TestRun::leaveScopes(frontend::TestFile &file, size_t last, std::optional<size_t> next) {
  auto begin = Clock::now();
  startClock();
  TestReport report;
  report.id = file.id(last).str() + " (tear-down)";
  report.range = file.range(last);
  frontend::EvaluatedCase evaluated = file.leaveScopes(next);
  report.diagnostics = std::move(evaluated.diagnostics);
  if (evaluated.state == frontend::EvaluatedCase::State::ready)
    conclude(report, evaluated, execute(evaluated.module));
  else if (evaluated.state == frontend::EvaluatedCase::State::failed)
    report.outcome = TestOutcome::failed;
  if (report.outcome != TestOutcome::failed)
    return std::nullopt;
  tellFirst(report);
  report.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return report;
}

/// Whatever the file itself prints and asserts: failing here is as not being evaluated.
static bool runPrelude(TestRun &run, frontend::TestFile &file, TestSummary &summary) {
  ModuleOp module = file.prelude();
  if (!module)
    return true;
  interpreter::RunResult result = run.execute(module);
  for (Diagnostic &diagnostic : result.diagnostics)
    summary.diagnostics.push_back(std::move(diagnostic));
  return result.ok;
}

TestSummary tessera::runTests(mlir::MLIRContext &context, CodeGenerator *generator,
                              std::shared_ptr<frontend::LibraryTrees> libraryTrees, StringRef fileName,
                              StringRef source, const TestOptions &options,
                              llvm::function_ref<bool(const TestReport &)> onCase) {
  TestSummary summary;
  frontend::EvaluateOptions evaluate;
  evaluate.target = options.target;
  evaluate.device = options.device;
  evaluate.imports = options.imports;
  evaluate.libraryTrees = std::move(libraryTrees);
  TestRun run(generator, options);
  run.startClock();
  HostRun values(run.limited(), [&](ModuleOp module, StringRef kernel, DiagnosticSink &sink) {
    return measureKernel(module, options.target, "", kernel, sink);
  });
  evaluate.hostValues = &values;
  DiagnosticSink sink;
  DiagnosticCollector collector(&context, sink);
  std::unique_ptr<frontend::TestFile> file = frontend::TestFile::load(context, fileName, source, evaluate, sink);
  summary.diagnostics = sink.takeSorted();
  if (!file || !runPrelude(run, *file, summary))
    return summary;
  summary.ok = true;
  auto tell = [&](TestReport &report) {
    for (Diagnostic &diagnostic : sink.takeSorted()) // what MLIR itself says while a case is evaluated
      report.diagnostics.push_back(std::move(diagnostic));
    ++(report.outcome == TestOutcome::passed   ? summary.passed
       : report.outcome == TestOutcome::failed ? summary.failed
                                               : summary.skipped);
    return onCase(report);
  };
  std::optional<size_t> last; // the case that ran before
  auto leave = [&](std::optional<size_t> next) {
    std::optional<TestReport> failure = last ? run.leaveScopes(*file, *last, next) : std::nullopt;
    return !failure || tell(*failure);
  };
  bool goesOn = true;
  for (size_t i = 0; goesOn && i < file->size(); ++i) {
    if (options.isCancelled && options.isCancelled())
      break;
    if (options.selects && !options.selects(file->id(i)))
      continue;
    TestReport report;
    report.id = file->id(i).str();
    report.range = file->range(i);
    if (!options.onlyList) {
      if (!(goesOn = leave(i)))
        break;
      report = run.run(*file, i);
      last = i;
    }
    ++summary.found;
    goesOn = tell(report);
  }
  leave(std::nullopt);
  return summary;
}
