// SPDX-License-Identifier: Apache-2.0
// The machine-readable formats. Texts of a program may hold any bytes: JSON gets valid UTF-8, XML no control characters, TAP no line
// breaks and no `#` that would read as a directive.
#include "runner/cli/TestFormats.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include <cstdio>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

TestFormat::~TestFormat() = default;

static std::string seconds(double milliseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", milliseconds / 1000);
  return text;
}

std::string cli::describe(const TestTotals &totals) {
  std::string text = std::to_string(totals.passed) + " passed, " + std::to_string(totals.failed) + " failed, " + std::to_string(totals.skipped) + " skipped";
  if (totals.broken)
    text += ", " + std::to_string(totals.broken) + (totals.broken == 1 ? " file" : " files") + " could not be evaluated";
  return text + " in " + seconds(totals.milliseconds) + " s";
}

static std::string renderAll(const std::vector<Diagnostic> &diagnostics) {
  std::string text;
  for (const Diagnostic &diagnostic : diagnostics)
    text += render(diagnostic);
  return text;
}

static std::string placeOf(const TestReport &report) {
  for (const Diagnostic &diagnostic : report.diagnostics)
    if (diagnostic.severity == Severity::error && diagnostic.range.isValid())
      return diagnostic.range.file + ":" + std::to_string(diagnostic.range.begin.line) + ":" + std::to_string(diagnostic.range.begin.column);
  return report.range.file + ":" + std::to_string(report.range.begin.line) + ":" + std::to_string(report.range.begin.column);
}

std::string cli::toXml(llvm::StringRef text) {
  std::string result;
  for (char c : protocol::toUtf8(text.str()))
    result += c == '&'                                            ? "&amp;"
              : c == '<'                                          ? "&lt;"
              : c == '>'                                          ? "&gt;"
              : c == '"'                                          ? "&quot;"
              : c == '\n'                                         ? "&#10;"
              : static_cast<unsigned char>(c) < 0x20 && c != '\t' ? std::string("?")
                                                                  : std::string(1, c);
  return result;
}

//===-- TAP ----------------------------------------------------------------------------------------------------===//

namespace {
class Tap : public TestFormat {
public:
  std::string begin() override { return "TAP version 14\n"; }
  std::string add(const std::string &file, const TestReport &report) override {
    std::string line = (report.outcome == TestOutcome::failed ? "not ok " : "ok ") + std::to_string(++count) + " - " + escape(file + "::" + report.id);
    if (report.outcome == TestOutcome::skipped)
      line += " # SKIP " + escape(report.reason);
    line += "\n";
    return report.outcome == TestOutcome::failed ? line + details(report.reason, placeOf(report), renderAll(report.diagnostics)) : line;
  }
  std::string addBroken(const std::string &file, const TestSummary &summary) override {
    return "not ok " + std::to_string(++count) + " - " + escape(file) + "\n" + details("the file could not be evaluated", file, renderAll(summary.diagnostics));
  }
  std::string end(const TestTotals &) override { return "1.." + std::to_string(count) + "\n"; }

private:
  static std::string escape(llvm::StringRef text) {
    std::string result;
    for (char c : text)
      result += c == '\n' || c == '\r' ? std::string(" ") : c == '#' ? "\\#" : c == '\\' ? "\\\\" : std::string(1, c);
    return result;
  }
  /// A YAML block; JSON texts are YAML texts.
  static std::string details(const std::string &reason, const std::string &place, const std::string &text) {
    auto quote = [](const std::string &value) { return protocol::toText(llvm::json::Value(protocol::toUtf8(value))); };
    return "  ---\n  message: " + quote(reason) + "\n  at: " + quote(place) + "\n  diagnostics: " + quote(text) + "\n  ...\n";
  }
  size_t count = 0;
};

//===-- JUnit --------------------------------------------------------------------------------------------------===//

/// One `testsuite` a file; written at the end, since it begins with its totals.
class Junit : public TestFormat {
public:
  std::string add(const std::string &file, const TestReport &report) override {
    Suite &suite = suiteOf(file);
    ++suite.tests;
    suite.milliseconds += report.milliseconds;
    std::string head = report.id.substr(0, report.id.find('['));
    size_t dot = std::min(head.rfind('.'), head.find("::"));
    bool hasClass = dot != std::string::npos;
    std::string type = hasClass ? "." + report.id.substr(0, dot) : "";
    std::string name = hasClass ? report.id.substr(dot + (report.id[dot] == ':' ? 2 : 1)) : report.id;
    std::string module = llvm::StringRef(file).rsplit('/').second.empty() ? file : llvm::StringRef(file).rsplit('/').second.str();
    suite.cases += "    <testcase classname=\"" + toXml(llvm::StringRef(module).rsplit('.').first.str() + type) + "\" name=\"" + toXml(name) + "\" file=\"" +
                   toXml(file) + "\" line=\"" + std::to_string(report.range.begin.line) + "\" time=\"" + seconds(report.milliseconds) + "\"";
    std::string inner;
    if (report.outcome == TestOutcome::failed) {
      ++suite.failures;
      inner = "      <failure message=\"" + toXml(report.reason) + "\">" + toXml(renderAll(report.diagnostics)) + "</failure>\n";
    } else if (report.outcome == TestOutcome::skipped) {
      ++suite.skipped;
      inner = "      <skipped message=\"" + toXml(report.reason) + "\"/>\n";
    }
    if (!report.output.empty())
      inner += "      <system-out>" + toXml(report.output) + "</system-out>\n";
    suite.cases += inner.empty() ? "/>\n" : ">\n" + inner + "    </testcase>\n";
    return "";
  }
  std::string addBroken(const std::string &file, const TestSummary &summary) override {
    Suite &suite = suiteOf(file);
    ++suite.tests;
    ++suite.errors;
    suite.cases += "    <testcase classname=\"" + toXml(file) + "\" name=\"evaluation\" time=\"0.000\">\n      <error message=\"the file could not be evaluated\">" +
                   toXml(renderAll(summary.diagnostics)) + "</error>\n    </testcase>\n";
    return "";
  }
  std::string end(const TestTotals &totals) override {
    size_t tests = totals.passed + totals.failed + totals.skipped + totals.broken;
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts(tests, totals.failed, totals.broken, totals.skipped, totals.milliseconds) + ">\n";
    for (const Suite &suite : suites)
      text += "  <testsuite name=\"" + toXml(suite.file) + "\"" + counts(suite.tests, suite.failures, suite.errors, suite.skipped, suite.milliseconds) + ">\n" +
              suite.cases + "  </testsuite>\n";
    return text + "</testsuites>\n";
  }

private:
  struct Suite {
    std::string file, cases;
    size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    double milliseconds = 0;
  };
  static std::string counts(size_t tests, size_t failures, size_t errors, size_t skipped, double milliseconds) {
    return " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"" + std::to_string(errors) + "\" skipped=\"" +
           std::to_string(skipped) + "\" time=\"" + seconds(milliseconds) + "\"";
  }
  Suite &suiteOf(const std::string &file) {
    if (suites.empty() || suites.back().file != file)
      suites.push_back({file, "", 0, 0, 0, 0, 0});
    return suites.back();
  }
  std::vector<Suite> suites;
};

//===-- JSON lines ---------------------------------------------------------------------------------------------===//

class JsonLines : public TestFormat {
public:
  std::string add(const std::string &file, const TestReport &report) override {
    return protocol::toText(llvm::json::Object{{"file", protocol::toUtf8(file)},
                                               {"id", protocol::toUtf8(report.id)},
                                               {"outcome", getText(report.outcome)},
                                               {"reason", protocol::toUtf8(report.reason)},
                                               {"range", tessera::toJson(report.range)},
                                               {"milliseconds", report.milliseconds},
                                               {"output", protocol::toUtf8(report.output)},
                                               {"diagnostics", cli::toJson(report.diagnostics)}}) + "\n";
  }
  std::string addBroken(const std::string &file, const TestSummary &summary) override {
    return protocol::toText(llvm::json::Object{{"file", protocol::toUtf8(file)}, {"outcome", "broken"}, {"diagnostics", cli::toJson(summary.diagnostics)}}) + "\n";
  }
  std::string end(const TestTotals &totals) override {
    auto number = [](size_t value) { return static_cast<int64_t>(value); };
    return protocol::toText(llvm::json::Object{{"summary", llvm::json::Object{{"passed", number(totals.passed)},
                                                                              {"failed", number(totals.failed)},
                                                                              {"skipped", number(totals.skipped)},
                                                                              {"broken", number(totals.broken)},
                                                                              {"milliseconds", totals.milliseconds}}}}) + "\n";
  }
};
} // namespace

std::unique_ptr<TestFormat> cli::makeTap() { return std::make_unique<Tap>(); }
std::unique_ptr<TestFormat> cli::makeJunit() { return std::make_unique<Junit>(); }
std::unique_ptr<TestFormat> cli::makeJsonLines() { return std::make_unique<JsonLines>(); }
