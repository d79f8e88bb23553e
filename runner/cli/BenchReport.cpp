// SPDX-License-Identifier: Apache-2.0
// `tessera bench` in words, in JSON (and back), and in CSV.
#include "runner/cli/Bench.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Comparison;
using bench::Cost;
using bench::Means;
using bench::Metric;
using bench::Verdict;

std::string cli::describeSettings(const BenchPoint &point) {
  std::string text;
  for (const auto &[name, value] : point.settings)
    text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// `1,234,567`.
static std::string group(double value) {
  std::string digits = std::to_string(static_cast<int64_t>(value)), text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0)
      text += ",";
    text += digits[i];
  }
  return text;
}

static std::string format(const char *form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

std::string cli::describeValue(double value, const std::string &unit) {
  if (unit == "ms" || unit == "us")
    return (value < 10000 ? format("%.4g", value) : group(value)) + " " + unit;
  if (unit == "B" && value >= 10 * 1024 * 1024)
    return format("%.1f MiB", value / 1048576);
  if (unit == "B" && value >= 10 * 1024)
    return format("%.1f KiB", value / 1024);
  return group(value) + (unit == "B" ? " B" : "");
}

static std::string describeChange(const bench::MetricChange &change) {
  std::string text =
      change.name + " " + describeValue(change.before, change.unit) + " -> " + describeValue(change.after, change.unit);
  if (change.before > 0)
    text += format(" (%+.1f %%)", 100 * (change.after / change.before - 1));
  return text;
}

std::string cli::describeComparison(const Comparison &comparison) {
  std::vector<std::string> parts;
  for (const bench::MetricChange &change : comparison.changes)
    if (change.isCause)
      parts.push_back(describeChange(change));
  if (comparison.shift)
    parts.push_back(llvm::formatv("{0:F3} times as long, 99 % between {1:F3} and {2:F3}, p {3:F4}",
                                  std::exp(comparison.shift->estimate), std::exp(comparison.shift->interval.low),
                                  std::exp(comparison.shift->interval.high), comparison.p)
                        .str());
  if (!comparison.whatElse.empty())
    parts.push_back(comparison.whatElse);
  return llvm::join(parts, "; ");
}

//===-- text -------------------------------------------------------------------------------------------------===//

namespace {
/// Columns as wide as their widest cell; the first is set left, the others right.
class Table {
public:
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  std::string print() const {
    std::vector<size_t> widths;
    for (const std::vector<std::string> &row : rows)
      for (size_t i = 0; i < row.size(); ++i) {
        widths.resize(std::max(widths.size(), row.size()));
        widths[i] = std::max(widths[i], row[i].size());
      }
    std::string text;
    for (const std::vector<std::string> &row : rows) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        std::string space(widths[i] - row[i].size(), ' ');
        line += (i > 0 ? "  " : "") + (i == 0 ? row[i] + space : space + row[i]);
      }
      text += llvm::StringRef(line).rtrim().str() + "\n";
    }
    return text;
  }

private:
  std::vector<std::vector<std::string>> rows;
};
} // namespace

/// Names of all metrics, in the order in which kernels have them.
static std::vector<std::string> listMetrics(const BenchReport &report) {
  std::vector<std::string> names;
  for (const BenchPoint &point : report.points)
    for (const Cost &cost : point.costs.kernels)
      for (const Metric &metric : getMetrics(cost))
        if (!llvm::is_contained(names, metric.name))
          names.push_back(metric.name);
  return names;
}

static std::string findValue(const Cost &cost, const std::string &name) {
  for (const Metric &metric : getMetrics(cost))
    if (metric.name == name)
      return describeValue(metric.value, metric.unit);
  return "-";
}

static std::string printCosts(const BenchReport &report) {
  std::vector<std::string> names = listMetrics(report);
  Table table;
  std::vector<std::string> head = {"kernel", "launches"};
  head.insert(head.end(), names.begin(), names.end());
  table.add(head);
  for (const BenchPoint &point : report.points)
    for (const Cost &cost : point.costs.kernels) {
      std::string settings = describeSettings(point);
      std::vector<std::string> row = {cost.kernel + (settings.empty() ? "" : " " + settings),
                                      cost.launches ? std::to_string(cost.launches) : "-"};
      for (const std::string &name : names)
        row.push_back(findValue(cost, name));
      table.add(std::move(row));
    }
  return table.print();
}

static std::string describeMeans(const BenchReport &report) {
  if (report.means == Means::gpu)
    return "times of " + report.device;
  if (report.means == Means::model)
    return "the cost model's predictions, no times of a GPU";
  return "counted by the PTX emulator and predicted by the cost model, no times of a GPU";
}

std::string cli::toText(const BenchReport &report) {
  std::string text = report.file + " for " + report.target + ": " + describeMeans(report) + "\n" + printCosts(report);
  for (const BenchPoint &point : report.points) {
    std::string settings = describeSettings(point), where = settings.empty() ? "" : " " + settings;
    for (const Comparison &comparison : point.comparisons) {
      std::string more = describeComparison(comparison);
      text += getText(comparison.verdict) + ": " + comparison.kernel + where + (more.empty() ? "" : ": " + more) + "\n";
    }
    if (!point.problem.empty())
      text += getText(point.verdict) + ":" + where + " " + point.problem + "\n";
  }
  if (!report.baseline.empty())
    text += "against " + report.baseline + ": " + getText(report.verdict) + "\n";
  return text;
}

//===-- JSON -------------------------------------------------------------------------------------------------===//

static llvm::json::Object toJson(const Cost &cost) {
  llvm::json::Object object{{"name", cost.kernel}, {"launches", static_cast<int64_t>(cost.launches)}};
  if (cost.range.isValid())
    object["line"] = static_cast<int64_t>(cost.range.begin.line);
  llvm::json::Array grids;
  for (const std::vector<int64_t> &grid : cost.grids)
    grids.push_back(llvm::json::Array(grid));
  object["grids"] = std::move(grids);
  if (cost.counts) {
    const emulator::Counts &counts = *cost.counts;
    auto number = [](uint64_t value) { return static_cast<int64_t>(value); };
    object["counts"] = llvm::json::Object{{"warpInstructions", number(counts.warpInstructions)},
                                          {"threadInstructions", number(counts.threadInstructions)},
                                          {"globalReadSectors", number(counts.globalReadSectors)},
                                          {"globalWriteSectors", number(counts.globalWriteSectors)},
                                          {"sharedWavefronts", number(counts.sharedWavefronts)},
                                          {"sharedIdeal", number(counts.sharedIdeal)},
                                          {"localBytes", number(counts.localBytes)}};
  }
  if (cost.estimate)
    object["prediction"] = llvm::json::Object{{"microseconds", cost.estimate->microseconds},
                                              {"limit", cost.estimate->limit},
                                              {"guesses", cost.estimate->guesses}};
  if (cost.facts.registers)
    object["registers"] = *cost.facts.registers;
  if (cost.facts.spillBytes)
    object["spillBytes"] = *cost.facts.spillBytes;
  if (!cost.samples.empty())
    object["samples"] = llvm::json::Array(cost.samples);
  return object;
}

static llvm::json::Object toJson(const Comparison &comparison) {
  llvm::json::Array changes;
  for (const bench::MetricChange &change : comparison.changes)
    changes.push_back(llvm::json::Object{{"name", change.name},
                                         {"unit", change.unit},
                                         {"before", change.before},
                                         {"after", change.after},
                                         {"cause", change.isCause}});
  llvm::json::Object object{
      {"kernel", comparison.kernel}, {"verdict", getText(comparison.verdict)}, {"changes", std::move(changes)}};
  if (!comparison.whatElse.empty())
    object["note"] = comparison.whatElse;
  if (comparison.shift)
    object["ratio"] = llvm::json::Object{{"estimate", std::exp(comparison.shift->estimate)},
                                         {"low", std::exp(comparison.shift->interval.low)},
                                         {"high", std::exp(comparison.shift->interval.high)},
                                         {"p", comparison.p}};
  return object;
}

llvm::json::Value cli::toJson(const BenchReport &report) {
  llvm::json::Array points;
  for (const BenchPoint &point : report.points) {
    llvm::json::Object settings;
    for (const auto &[name, value] : point.settings)
      settings[name] = value;
    llvm::json::Array kernels, comparisons;
    for (const Cost &cost : point.costs.kernels)
      kernels.push_back(::toJson(cost));
    for (const Comparison &comparison : point.comparisons)
      comparisons.push_back(::toJson(comparison));
    llvm::json::Object object{{"settings", std::move(settings)}, {"kernels", std::move(kernels)}};
    if (!report.baseline.empty()) {
      object["comparisons"] = std::move(comparisons);
      object["verdict"] = getText(point.verdict);
    }
    if (!point.problem.empty())
      object["problem"] = protocol::toUtf8(point.problem);
    points.push_back(std::move(object));
  }
  llvm::json::Object object{{"protocol", protocol::version},     {"file", protocol::toUtf8(report.file)},
                            {"target", report.target},           {"means", getText(report.means)},
                            {"device", report.device},           {"points", std::move(points)},
                            {"verdict", getText(report.verdict)}};
  if (!report.baseline.empty())
    object["baseline"] = protocol::toUtf8(report.baseline);
  return object;
}

static Cost readCost(const llvm::json::Object &object) {
  Cost cost;
  cost.kernel = object.getString("name").value_or("").str();
  cost.launches = static_cast<size_t>(object.getInteger("launches").value_or(0));
  if (const llvm::json::Object *counts = object.getObject("counts")) {
    auto number = [&](llvm::StringRef name) { return static_cast<uint64_t>(counts->getInteger(name).value_or(0)); };
    cost.counts =
        emulator::Counts{number("threadInstructions"), number("warpInstructions"), number("globalReadSectors"),
                         number("globalWriteSectors"), number("sharedWavefronts"), number("sharedIdeal"),
                         number("localBytes")};
  }
  if (const llvm::json::Object *prediction = object.getObject("prediction")) {
    cost.estimate.emplace();
    cost.estimate->microseconds = prediction->getNumber("microseconds").value_or(0);
    cost.estimate->guesses = prediction->getBoolean("guesses").value_or(false);
  }
  if (std::optional<int64_t> bytes = object.getInteger("spillBytes"))
    cost.facts.spillBytes = *bytes;
  if (const llvm::json::Array *samples = object.getArray("samples"))
    for (const llvm::json::Value &sample : *samples)
      if (std::optional<double> time = sample.getAsNumber(); time && *time > 0)
        cost.samples.push_back(*time);
  return cost;
}

Result<std::vector<BenchPoint>> cli::readSaved(const std::string &text) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(text, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  const llvm::json::Array *points = object ? object->getArray("points") : nullptr;
  if (!points)
    return makeProblem(ProblemCode::badRequest,
                       "it is not what `tessera bench --save` writes" + (error.empty() ? "" : ": " + error));
  if (object->getInteger("protocol").value_or(0) > protocol::version)
    return makeProblem(ProblemCode::badRequest, "a newer `tessera` wrote it");
  std::vector<BenchPoint> saved;
  for (const llvm::json::Value &entry : *points) {
    BenchPoint &point = saved.emplace_back();
    const llvm::json::Object *fields = entry.getAsObject();
    if (const llvm::json::Object *settings = fields ? fields->getObject("settings") : nullptr)
      for (const auto &[name, setting] : *settings)
        point.settings.emplace_back(name.str(), setting.getAsString().value_or("").str());
    if (const llvm::json::Array *kernels = fields ? fields->getArray("kernels") : nullptr)
      for (const llvm::json::Value &kernel : *kernels)
        if (const llvm::json::Object *cost = kernel.getAsObject())
          point.costs.kernels.push_back(readCost(*cost));
  }
  return saved;
}

//===-- CSV --------------------------------------------------------------------------------------------------===//

static std::string quote(llvm::StringRef text) {
  if (text.find_first_of(",\"\r\n") == llvm::StringRef::npos)
    return text.str();
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string cli::toCsv(const BenchReport &report) {
  std::vector<std::string> names;
  if (!report.points.empty())
    for (const auto &[name, value] : report.points.front().settings)
      names.push_back(quote(name));
  std::string text = llvm::join(names, ",") + (names.empty() ? "" : ",") + "kernel,metric,unit,value\r\n";
  for (const BenchPoint &point : report.points) {
    std::string settings;
    for (const auto &[name, value] : point.settings)
      settings += quote(value) + ",";
    for (const Cost &cost : point.costs.kernels)
      for (const Metric &metric : getMetrics(cost))
        text += settings + quote(cost.kernel) + "," + metric.name + "," + metric.unit + "," +
                format("%.10g", metric.value) + "\r\n";
  }
  return text;
}
