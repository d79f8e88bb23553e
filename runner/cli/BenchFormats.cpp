// SPDX-License-Identifier: Apache-2.0
// `tessera bench` for CI systems, and as a picture.
#include "runner/cli/Bench.h"
#include "runner/cli/Github.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/TestFormats.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Comparison;
using bench::Cost;
using bench::Metric;
using bench::Verdict;

namespace {
/// What CI is told of: a kernel that was compared, or a point that could not be.
struct Finding {
  std::string kernel, settings, message;
  unsigned line = 1;
  Verdict verdict = Verdict::same;
};
} // namespace

static std::vector<Finding> listFindings(const BenchReport &report) {
  std::vector<Finding> findings;
  for (const BenchPoint &point : report.points) {
    std::string settings = describeSettings(point);
    for (const Comparison &comparison : point.comparisons)
      findings.push_back({comparison.kernel, settings, describeComparison(comparison),
                          std::max(1u, comparison.range.begin.line), comparison.verdict});
    if (!point.problem.empty())
      findings.push_back({"", settings, point.problem, 1, point.verdict});
  }
  return findings;
}

static std::string titleOf(const Finding &finding) {
  std::string title = finding.kernel.empty() ? "the program" : finding.kernel;
  if (!finding.settings.empty())
    title += " " + finding.settings;
  return title;
}

//===-- JUnit --------------------------------------------------------------------------------------------------===//

std::string cli::toJunit(const BenchReport &report) {
  std::string cases;
  size_t failures = 0, errors = 0, skipped = 0, count = 0;
  for (const Finding &finding : listFindings(report)) {
    ++count;
    cases += "    <testcase classname=\"" + toXml(report.file) + "\" name=\"" + toXml(titleOf(finding)) + "\" file=\"" +
             toXml(report.file) + "\" line=\"" + std::to_string(finding.line) + "\"";
    std::string word = getText(finding.verdict), text = " message=\"" + toXml(word + ": " + finding.message) + "\"/>\n";
    switch (finding.verdict) {
    case Verdict::slower:
    case Verdict::wrong:
      ++failures;
      cases += ">\n      <failure type=\"" + word + "\"" + text + "    </testcase>\n";
      break;
    case Verdict::infrastructure:
      ++errors;
      cases += ">\n      <error type=\"" + word + "\"" + text + "    </testcase>\n";
      break;
    case Verdict::inconclusive:
      ++skipped;
      cases += ">\n      <skipped" + text + "    </testcase>\n";
      break;
    default:
      cases += "/>\n";
    }
  }
  return llvm::formatv(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{0}\" tests=\"{1}\" "
             "failures=\"{2}\" errors=\"{3}\" skipped=\"{4}\">\n",
             toXml("tessera bench " + report.file), count, failures, errors, skipped)
             .str() +
         cases + "  </testsuite>\n</testsuites>\n";
}

//===-- GitHub and GitLab --------------------------------------------------------------------------------------===//

std::string cli::toGithubCommands(const BenchReport &report) {
  GithubAnnotations annotations;
  for (const Finding &finding : listFindings(report))
    if (finding.verdict != Verdict::same && finding.verdict != Verdict::faster)
      annotations.add(finding.verdict != Verdict::inconclusive, report.file, finding.line,
                      titleOf(finding) + " is " + getText(finding.verdict), finding.message);
  return annotations.print();
}

/// `▁▃█`: values from the least to the greatest. Empty for one value.
static std::string drawSparkline(const std::vector<double> &values) {
  static constexpr const char *bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (values.size() < 2)
    return "";
  auto [least, most] = std::minmax_element(values.begin(), values.end());
  std::string text;
  for (double value : values)
    text += bars[*most > *least ? static_cast<size_t>(std::lround(7 * (value - *least) / (*most - *least))) : 0];
  return text;
}

/// A row a kernel with what it costs, where nothing is said of it.
static std::string describeCosts(const BenchReport &report) {
  std::string text = "| kernel | costs |\n|---|---|\n";
  for (const BenchPoint &point : report.points)
    for (const Cost &cost : point.costs.kernels) {
      std::string costs, settings = describeSettings(point);
      for (const Metric &metric : getMetrics(cost))
        costs += (costs.empty() ? "" : ", ") + metric.name + " " + describeValue(metric.value, metric.unit);
      text += "| " + cost.kernel + toMarkdownCell(settings.empty() ? "" : " " + settings) + " | " + costs + " |\n";
      if (text.size() > githubSummaryLimit)
        return text + "| ... | cut |\n";
    }
  return text;
}

/// A line a kernel: how its first metric goes along the sweep.
static std::string describeSweeps(const BenchReport &report) {
  std::map<std::string, std::vector<double>> lines;
  for (const BenchPoint &point : report.points)
    for (const Cost &cost : point.costs.kernels)
      if (std::vector<Metric> metrics = getMetrics(cost); !metrics.empty())
        lines[cost.kernel + ", " + metrics.front().name].push_back(metrics.front().value);
  std::string text;
  for (const auto &[name, values] : lines)
    if (std::string line = drawSparkline(values); !line.empty())
      text += "\n`" + name + "` " + line;
  return text;
}

std::string cli::toMarkdown(const BenchReport &report) {
  std::string text = "### `" + report.file + "` for " + report.target + "\n\n";
  if (!report.baseline.empty())
    text += "Against `" + report.baseline + "`: **" + getText(report.verdict) + "**\n\n";
  std::vector<Finding> findings = listFindings(report);
  if (findings.empty())
    return text + describeCosts(report) + describeSweeps(report) + "\n";
  text += "| kernel | verdict | |\n|---|---|---|\n";
  for (const Finding &finding : findings) {
    text +=
        "| " + titleOf(finding) + " | " + getText(finding.verdict) + " | " + toMarkdownCell(finding.message) + " |\n";
    if (text.size() > githubSummaryLimit)
      return text + "| ... | | cut |\n";
  }
  return text + describeSweeps(report) + "\n";
}

llvm::json::Value cli::toGitlab(const BenchReport &report) {
  llvm::json::Array issues;
  for (const Finding &finding : listFindings(report)) {
    if (finding.verdict == Verdict::same || finding.verdict == Verdict::faster)
      continue;
    std::string identity = report.file + "\n" + titleOf(finding) + "\n" + getText(finding.verdict);
    std::vector<uint8_t> bytes(identity.begin(), identity.end());
    const char *severity = finding.verdict == Verdict::inconclusive ? "minor"
                           : finding.verdict == Verdict::wrong      ? "blocker"
                                                                    : "major";
    issues.push_back(llvm::json::Object{
        {"description",
         protocol::toUtf8(titleOf(finding) + " is " + getText(finding.verdict) + ": " + finding.message)},
        {"check_name", "tessera-bench-" + getText(finding.verdict)},
        {"fingerprint", artifact::digestOf(bytes)},
        {"severity", severity},
        {"location", llvm::json::Object{{"path", protocol::toUtf8(report.file)},
                                        {"lines", llvm::json::Object{{"begin", finding.line}}}}}});
  }
  return issues;
}

void cli::addVerdicts(SarifLog &log, const BenchReport &report) {
  for (const BenchPoint &point : report.points) {
    std::string settings = describeSettings(point), where = settings.empty() ? "" : " " + settings;
    auto add = [&](Verdict verdict, const std::string &what, uint32_t line, const std::string &why) {
      if (verdict == Verdict::same || verdict == Verdict::faster)
        return;
      SourceRange range{report.file, {std::max(1u, line), 0}, {}};
      log.add("bench-" + getText(verdict), "what `tessera bench` says of a kernel against its baseline",
              verdict == Verdict::inconclusive ? Severity::warning : Severity::error, range,
              what + where + " is " + getText(verdict) + (why.empty() ? "" : ": " + why));
    };
    for (const Comparison &comparison : point.comparisons)
      add(comparison.verdict, comparison.kernel, comparison.range.begin.line, describeComparison(comparison));
    // Where diagnostics say what is wrong, the log has them.
    if (!point.problem.empty() && (point.verdict != Verdict::wrong || point.costs.diagnostics.empty()))
      add(point.verdict, "the program", 1, point.problem);
  }
}

//===-- a picture ----------------------------------------------------------------------------------------------===//

namespace {
/// Values of one kernel along the sweep; not a number where it has none.
struct Line {
  std::string kernel;
  std::vector<double> values;
};

constexpr double width = 640, height = 400, left = 84, right = 16, top = 40, bottom = 56;
/// Told apart by people who do not see red and green apart, too (Okabe and Ito).
constexpr const char *colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
} // namespace

static std::vector<Line> collectLines(const BenchReport &report, std::string &metric, std::string &unit) {
  std::vector<Line> lines;
  for (size_t at = 0; at < report.points.size(); ++at)
    for (const Cost &cost : report.points[at].costs.kernels)
      for (const Metric &found : getMetrics(cost)) {
        if (metric.empty())
          metric = found.name;
        if (found.name != metric)
          continue;
        unit = found.unit;
        auto line = llvm::find_if(lines, [&](const Line &other) { return other.kernel == cost.kernel; });
        if (line == lines.end())
          line = lines.insert(lines.end(), {cost.kernel, std::vector<double>(report.points.size(), std::nan(""))});
        line->values[at] = found.value;
      }
  return lines;
}

static std::string drawText(double x, double y, const char *anchor, llvm::StringRef text) {
  return llvm::formatv("<text x=\"{0:F1}\" y=\"{1:F1}\" text-anchor=\"{2}\">{3}</text>\n", x, y, anchor, toXml(text))
      .str();
}

/// The least of 1, 2 and 5 times a power of ten that is no less than `value`.
static double roundUp(double value) {
  double power = std::pow(10, std::floor(std::log10(value)));
  for (double factor : {1, 2, 5})
    if (factor * power >= value)
      return factor * power;
  return 10 * power;
}

static std::string drawLine(const Line &line, const char *color, double most) {
  std::string points, marks;
  for (size_t i = 0; i < line.values.size(); ++i) {
    if (std::isnan(line.values[i]))
      continue;
    double x = left + (width - left - right) *
                          (line.values.size() > 1 ? static_cast<double>(i) / static_cast<double>(line.values.size() - 1)
                                                  : 0.5);
    double y = height - bottom - (height - top - bottom) * line.values[i] / most;
    points += llvm::formatv("{0:F1},{1:F1} ", x, y).str();
    marks += llvm::formatv("<circle cx=\"{0:F1}\" cy=\"{1:F1}\" r=\"3\" fill=\"{2}\"/>\n", x, y, color).str();
  }
  return "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + std::string(color) + "\" points=\"" + points +
         "\"/>\n" + marks;
}

Result<std::string> cli::toSvg(const BenchReport &report, const std::string &wanted) {
  if (!report.declared.empty())
    return drawDeclared(report, wanted);
  if (report.points.empty() || report.points.front().settings.empty())
    return makeProblem(ProblemCode::badRequest, "a picture needs `--sweep NAME=VALUE,VALUE,..`");
  std::string metric = wanted, unit;
  std::vector<Line> lines = collectLines(report, metric, unit);
  double most = 0;
  for (const Line &line : lines)
    for (double value : line.values)
      most = std::isnan(value) ? most : std::max(most, value);
  if (lines.empty())
    return makeProblem(ProblemCode::badRequest, "no kernel has `" + metric + "` to draw");
  most = most > 0 ? roundUp(most) : 1;
  std::string svg =
      llvm::formatv(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:F0} {1:F0}\" font-family=\"sans-serif\" "
          "font-size=\"12\" role=\"img\" aria-label=\"{2}\">\n<rect width=\"100%\" height=\"100%\" "
          "fill=\"white\"/>\n",
          width, height, toXml(metric + " of " + report.file))
          .str();
  svg += drawText(left, 20, "start",
                  metric + " of " + report.file + " for " + report.target +
                      (report.means == bench::Means::gpu ? "" : ", no time of a GPU"));
  for (int step = 0; step <= 4; ++step) {
    double y = height - bottom - (height - top - bottom) * step / 4;
    svg += llvm::formatv("<line x1=\"{0:F1}\" x2=\"{1:F1}\" y1=\"{2:F1}\" y2=\"{2:F1}\" stroke=\"#ddd\"/>\n", left,
                         width - right, y)
               .str();
    svg += drawText(left - 8, y + 4, "end", describeValue(most * step / 4, unit));
  }
  for (size_t i = 0; i < report.points.size(); ++i) {
    double share =
        report.points.size() > 1 ? static_cast<double>(i) / static_cast<double>(report.points.size() - 1) : 0.5;
    svg += drawText(left + (width - left - right) * share, height - bottom + 18, "middle",
                    report.points[i].settings.front().second);
  }
  svg += drawText((left + width - right) / 2, height - 12, "middle", report.points.front().settings.front().first);
  for (size_t i = 0; i < lines.size(); ++i) {
    const char *color = colors[i % std::size(colors)];
    svg += drawLine(lines[i], color, most);
    svg += llvm::formatv("<rect x=\"{0:F1}\" y=\"{1:F1}\" width=\"10\" height=\"10\" fill=\"{2}\"/>\n", left + 8,
                         top + 4 + 16 * static_cast<double>(i), color)
               .str();
    svg += drawText(left + 22, top + 13 + 16 * static_cast<double>(i), "start", lines[i].kernel);
  }
  return svg + "</svg>\n";
}
