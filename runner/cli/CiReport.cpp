// SPDX-License-Identifier: Apache-2.0
// Everything here is of the steps' SARIF, so that all forms tell the same.
#include "runner/cli/CiReport.h"
#include "runner/cli/Github.h"
#include "runner/cli/TestFormats.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

int cli::getWorse(int a, int b) {
  static constexpr int order[] = {exitBug,          exitInterrupted,  exitUsage,
                                  exitCompileError, exitWrongResult,  exitInfrastructure,
                                  exitRegression,   exitInconclusive, exitOk};
  return llvm::find(order, a) <= llvm::find(order, b) ? a : b;
}

/// In a few words: what is said of the step, or the first line of its first error.
static std::string describeStep(const CiStep &step) {
  if (!step.note.empty())
    return step.note;
  for (const SarifResult &result : step.log.all())
    if (result.level == "error")
      return llvm::StringRef(result.message).split('\n').first.str();
  return "";
}

/// At most `most` bytes, cut between words.
static std::string shorten(const std::string &text, size_t most) {
  if (text.size() <= most)
    return text;
  size_t space = text.rfind(' ', most);
  return text.substr(0, space == std::string::npos ? 0 : space) + " ..";
}

static std::string seconds(double value) { return llvm::formatv("{0:F1} s", value).str(); }

//===-- for people ---------------------------------------------------------------------------------------------===//

std::string cli::toText(const CiReport &report) {
  size_t file = 4, verdict = 7;
  for (const CiStep &step : report.steps) {
    file = std::max(file, step.file.size());
    verdict = std::max(verdict, step.verdict.size());
  }
  auto row = [&](const std::string &kind, const std::string &name, const std::string &word, const std::string &code,
                 const std::string &time, const std::string &what) {
    std::string line = kind + std::string(7 - std::min<size_t>(kind.size(), 6), ' ') + name +
                       std::string(file - name.size() + 2, ' ') + word + std::string(verdict - word.size() + 2, ' ') +
                       std::string(4 - std::min<size_t>(code.size(), 4), ' ') + code +
                       std::string(9 - std::min<size_t>(time.size(), 8), ' ') + time + "  " + what;
    return llvm::StringRef(line).rtrim().str() + "\n";
  };
  std::string text = row("step", "file", "verdict", "code", "time", "");
  for (const CiStep &step : report.steps)
    text += row(step.kind, step.file, step.verdict, std::to_string(step.code), seconds(step.seconds),
                shorten(describeStep(step), 80));
  return text + "exit code " + std::to_string(report.exitCode) + "\n";
}

std::string cli::toMarkdown(const CiReport &report) {
  std::string text = "## tessera ci: " + std::string(report.exitCode == exitOk ? "ok" : "exit code ") +
                     (report.exitCode == exitOk ? "" : std::to_string(report.exitCode)) +
                     "\n\n| step | file | verdict | code | time | |\n|---|---|---|---|---|---|\n";
  for (const CiStep &step : report.steps) {
    if (text.size() > githubSummaryLimit)
      return text + "| .. | | cut | | | |\n";
    text += "| " + step.kind + " | `" + toMarkdownCell(step.file) + "` | " + step.verdict + " | " +
            std::to_string(step.code) + " | " + seconds(step.seconds) + " | " +
            toMarkdownCell(shorten(describeStep(step), 300)) + " |\n";
  }
  for (const CiStep &step : report.steps)
    if (!step.markdown.empty()) {
      if (text.size() + step.markdown.size() > githubSummaryLimit)
        return text + "\nWhat else there is was cut.\n";
      text += "\n" + step.markdown;
    }
  return text;
}

//===-- for machines -------------------------------------------------------------------------------------------===//

llvm::json::Value cli::toJson(const CiReport &report) {
  llvm::json::Array steps;
  for (const CiStep &step : report.steps) {
    llvm::json::Object object{{"kind", step.kind},
                              {"file", protocol::toUtf8(step.file)},
                              {"verdict", step.verdict},
                              {"exitCode", step.code},
                              {"seconds", step.seconds}};
    if (!step.baseline.empty())
      object["baseline"] = protocol::toUtf8(step.baseline);
    if (std::string what = describeStep(step); !what.empty())
      object["note"] = protocol::toUtf8(what);
    steps.push_back(std::move(object));
  }
  return llvm::json::Object{
      {"protocol", protocol::version}, {"exitCode", report.exitCode}, {"steps", std::move(steps)}};
}

std::string cli::toJunit(const CiReport &report) {
  std::string suites, cases;
  size_t tests = 0, failures = 0, errors = 0;
  for (const CiStep &step : report.steps) {
    if (!step.junit.empty()) {
      suites += step.junit;
      continue;
    }
    ++tests;
    cases += "    <testcase classname=\"tessera ci\" name=\"" + toXml(step.kind + " " + step.file) + "\" file=\"" +
             toXml(step.file) + "\" time=\"" + llvm::formatv("{0:F3}", step.seconds).str() + "\"";
    if (step.code == exitOk) {
      cases += "/>\n";
      continue;
    }
    bool isFailure = step.code == exitWrongResult || step.code == exitRegression;
    ++(isFailure ? failures : errors);
    cases += std::string(">\n      <") + (isFailure ? "failure" : "error") + " type=\"" + toXml(step.verdict) +
             "\" message=\"" + toXml(step.verdict + ": " + describeStep(step)) + "\"/>\n    </testcase>\n";
  }
  if (tests)
    suites += llvm::formatv("  <testsuite name=\"tessera ci\" tests=\"{0}\" failures=\"{1}\" errors=\"{2}\" "
                            "skipped=\"0\">\n",
                            tests, failures, errors)
                  .str() +
              cases + "  </testsuite>\n";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

std::string cli::toGithubCommands(const CiReport &report) {
  GithubAnnotations annotations;
  for (const SarifResult &result : report.log.all())
    if (result.level != "note")
      annotations.add(result.level == "error", result.file, result.line, result.rule, result.message);
  // A step that failed for another reason: a crash, a deadline, a wrong command.
  for (const CiStep &step : report.steps) {
    bool hasResult = llvm::any_of(step.log.all(), [](const SarifResult &result) { return result.level != "note"; });
    if (step.code != exitOk && (!hasResult || !step.note.empty()))
      annotations.add(true, step.file, 1, step.kind + " " + step.file, step.verdict + ": " + describeStep(step));
  }
  return annotations.print();
}

static const char *getSeverity(const SarifResult &result) {
  if (result.level != "error")
    return result.level == "warning" ? "minor" : "info";
  return result.rule == "bench-slower" || result.rule == "bench-infrastructure" ? "major" : "critical";
}

llvm::json::Value cli::toGitlab(const CiReport &report) {
  llvm::json::Array issues;
  std::vector<std::string> fingerprints = report.log.makeFingerprints();
  for (const auto &[result, fingerprint] : llvm::zip_equal(report.log.all(), fingerprints))
    issues.push_back(
        llvm::json::Object{{"description", result.message},
                           {"check_name", result.rule},
                           {"fingerprint", fingerprint},
                           {"severity", getSeverity(result)},
                           {"location", llvm::json::Object{{"path", protocol::toUtf8(result.file)},
                                                           {"lines", llvm::json::Object{{"begin", result.line}}}}}});
  return issues;
}
