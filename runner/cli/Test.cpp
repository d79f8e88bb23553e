// SPDX-License-Identifier: Apache-2.0
// `tessera test`: the tests of files as they are, without Python and without a GPU. Results for people go to stdout as they come; a
// format for machines goes there instead, or to `--output`.
#include "runner/cli/Command.h"
#include "runner/cli/Modules.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/TestFormats.h"
#include "runner/cli/TestSelection.h"
#include "runner/device/NativeCodeGenerator.h"
#include <chrono>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct TestCommand {
  std::vector<std::string> arguments, folders;
  std::string words, format = "human", output, sarif, believed = "h100", within;
  int64_t mostFailures = 0;
  double secondsPerCase = 60;
  bool list = false, verbose = false;
};

/// One run of the command.
class TestSession {
public:
  TestSession(const TestCommand &command, WordFilter filter) : command(command), filter(std::move(filter)) {}
  int run();
  const SarifLog &getLog() const { return log; }

private:
  bool runFile(const TestTarget &target);
  bool take(const TestTarget &target, const Modules &modules, const TestReport &report);
  void tellBroken(const TestTarget &target, const Modules &modules, const TestSummary &summary);
  void write(const std::string &text);
  void sayWhatWasSkipped() const;
  int conclude();

  const TestCommand &command;
  WordFilter filter;
  std::unique_ptr<CodeGenerator> generator = makeNativeCodeGenerator();
  Compiler compiler{generator.get()};
  std::unique_ptr<TestFormat> format;
  std::string written; // for `--output`
  SarifLog log;
  TestTotals totals;
  std::map<std::string, size_t> skips; // by reason
  size_t found = 0; // tests selected
  bool hasBug = false;
};
} // namespace

void TestSession::write(const std::string &text) {
  if (command.output.empty() || command.output == "-")
    print(text);
  else
    written += text;
}

bool TestSession::take(const TestTarget &target, const Modules &modules, const TestReport &report) {
  if (command.list) {
    print(target.file + "::" + report.id + "\n");
    return true;
  }
  ++(report.outcome == TestOutcome::passed ? totals.passed : report.outcome == TestOutcome::failed ? totals.failed : totals.skipped);
  hasBug |= report.outcome == TestOutcome::failed && exitCodeOf(report.diagnostics, exitWrongResult) == exitBug;
  if (report.outcome == TestOutcome::failed)
    log.add(report.diagnostics, target.file);
  if (report.outcome == TestOutcome::skipped)
    ++skips[report.reason];
  if (format)
    write(format->add(target.file, report));
  if (!format || !command.output.empty()) {
    bool failed = report.outcome == TestOutcome::failed;
    if (command.verbose || failed)
      print(std::string(failed ? "failed " : report.outcome == TestOutcome::skipped ? "skipped " : "passed ") + target.file + "::" + report.id +
            (report.outcome == TestOutcome::skipped ? ": " + report.reason : "") + "\n");
    if (failed) {
      for (const Diagnostic &diagnostic : report.diagnostics)
        print(modules.render(diagnostic));
      if (!report.output.empty())
        print("it printed:\n" + report.output + (llvm::StringRef(report.output).ends_with("\n") ? "" : "\n"));
    }
    showProgress(describe(totals));
  }
  flushOutput();
  return !isInterrupted() && (command.mostFailures == 0 || static_cast<int64_t>(totals.failed) < command.mostFailures);
}

void TestSession::tellBroken(const TestTarget &target, const Modules &modules, const TestSummary &summary) {
  ++totals.broken;
  log.add(summary.diagnostics, target.file);
  hasBug |= exitCodeOf(summary.diagnostics, exitCompileError) == exitBug;
  if (format)
    write(format->addBroken(target.file, summary));
  modules.print(summary.diagnostics);
}

/// False: the file can't be read, or nothing more shall run.
bool TestSession::runFile(const TestTarget &target) {
  Result<std::string> source = readInput(target.file);
  if (!source) {
    complain(source.problem());
    return false;
  }
  Modules modules;
  if (!command.within.empty())
    modules.confineTo(command.within);
  std::string name = target.file == "-" ? "<stdin>" : target.file;
  modules.add(name, *source);
  TestOptions options;
  options.device = command.believed == "cpu" ? "cpu" : "gpu";
  options.onlyList = command.list;
  options.secondsPerCase = command.secondsPerCase;
  options.isCancelled = isInterrupted;
  options.imports = importsOfTest(modules, target.file, command.folders);
  options.selects = [&](llvm::StringRef id) { return target.selects(id) && filter.holds(target.file + "::" + id.str()); };
  bool goesOn = true;
  TestSummary summary = compiler.test(name, *source, options, [&](const TestReport &report) {
    clearProgress();
    return goesOn = take(target, modules, report);
  });
  clearProgress();
  found += summary.found;
  if (!summary.ok)
    tellBroken(target, modules, summary);
  else if (command.verbose)
    modules.print(summary.diagnostics); // what is left out of the file
  return goesOn && !isInterrupted();
}

void TestSession::sayWhatWasSkipped() const {
  for (const auto &[reason, count] : skips)
    print("skipped " + std::to_string(count) + ": " + (reason.empty() ? "no reason given" : reason) + "\n");
}

int TestSession::conclude() {
  if (format)
    write(format->end(totals));
  if (!format || (!command.output.empty() && command.output != "-")) {
    if (!command.list) {
      sayWhatWasSkipped();
      print(describe(totals) + "\n");
    }
  }
  flushOutput();
  if (!command.output.empty() && command.output != "-")
    if (Status status = writeOutput(command.output, written); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  if (isInterrupted())
    return exitInterrupted;
  if (found == 0 && !totals.broken) {
    complain("no test is selected; `--list` prints their names");
    return exitUsage;
  }
  if (hasBug)
    return exitBug;
  return totals.broken ? exitCompileError : totals.failed ? exitWrongResult : exitOk;
}

int TestSession::run() {
  format = command.format == "tap" ? makeTap() : command.format == "junit" ? makeJunit() : command.format == "jsonl" ? makeJsonLines() : nullptr;
  std::vector<TestTarget> targets = readTargets(command.arguments);
  for (const TestTarget &target : targets) // what can't be read is a usage error, before anything runs
    if (Result<std::string> source = target.file == "-" ? Result<std::string>(std::string()) : readInput(target.file); !source) {
      complain(source.problem());
      return exitUsage;
    }
  if (format && !command.list)
    write(format->begin());
  catchInterrupt();
  auto begin = std::chrono::steady_clock::now();
  for (const TestTarget &target : targets)
    if (!runFile(target))
      break;
  totals.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return conclude();
}

static int run(const TestCommand &command) {
  Result<WordFilter> filter = WordFilter::parse(command.words);
  if (!filter) {
    complain(filter.problem());
    return exitUsage;
  }
  TestSession session(command, std::move(*filter));
  int code = session.run();
  return finishSarif(command.sarif, session.getLog(), code);
}

void cli::addTest(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<TestCommand>();
  CLI::App *sub = addCommand(app, "test", "run the tests of files: unittest, absl, pytest, hypothesis", exitCode, [command] { return run(*command); });
  sub->add_option("FILE", command->arguments, "Python files; FILE::Class::method[case] runs a part; - reads standard input")->required();
  sub->add_option("-k", command->words, "only tests whose name has these words: `and`, `or`, `not`, parentheses");
  sub->add_option("--format", command->format, "how results are written")->check(CLI::IsMember({"human", "tap", "junit", "jsonl"}))->capture_default_str();
  sub->add_option("--output", command->output, "write the results in that format to this file");
  addSarifOption(*sub, command->sarif);
  sub->add_option("--as", command->believed, "what the file believes it runs on; its skips follow")->check(CLI::IsMember({"cpu", "h100"}))->capture_default_str();
  sub->add_option("--path", command->folders, "a folder whose modules are evaluated as source; may be given again. The file's own folder is one");
  sub->add_option("--within", command->within, "modules outside of this folder are not there")->group("");
  sub->add_option("--maxfail", command->mostFailures, "stop after so many failures; 0 never stops")->check(CLI::NonNegativeNumber)->capture_default_str();
  sub->add_option("--timeout", command->secondsPerCase, "seconds that running one test may take")->check(CLI::PositiveNumber)->capture_default_str();
  sub->add_flag("--list", command->list, "print the names of the tests and run none");
  sub->add_flag("-v,--verbose", command->verbose, "a line for each test, and what of a file is left out");
  sub->footer("exit codes: 0 all passed (or skipped), 2 usage or no test selected, 3 a file could not be evaluated, 4 tests failed");
}
