// SPDX-License-Identifier: Apache-2.0
// `tessera bench` in words, in JSON (and back), and in CSV.
#include "runner/bench/Measurement.h"
#include "runner/cli/Bench.h"
#include "runner/cli/TextTable.h"
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
  if (!comparison.peer.empty())
    parts.push_back("beside " + comparison.peer);
  if (!comparison.whatElse.empty())
    parts.push_back(comparison.whatElse);
  if (comparison.isSameKernel && comparison.verdict != Verdict::same)
    parts.push_back("the kernel and its launches are the same: the compiler or the machine changed");
  return llvm::join(parts, "; ");
}

//===-- text -------------------------------------------------------------------------------------------------===//

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
  TextTable table;
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
  for (const BenchPoint &point : report.points)
    for (const Cost &cost : point.costs.kernels)
      if (cost.simulated)
        return "counted by the PTX emulator, simulated for " + cost.simulated->card +
               " by its model of time (version " + cost.simulated->model +
               (cost.simulated->order == "stand-in" ? ", in the order of a stand-in for ptxas" : "") +
               ") and predicted by the cost model, no times of a GPU";
  return "counted by the PTX emulator and predicted by the cost model, no times of a GPU";
}

static std::string describeAge(int64_t milliseconds) {
  int64_t seconds = milliseconds / 1000;
  return seconds < 120         ? std::to_string(seconds) + " s"
         : seconds < 120 * 60  ? std::to_string(seconds / 60) + " min"
         : seconds < 48 * 3600 ? std::to_string(seconds / 3600) + " h"
                               : std::to_string(seconds / 86400) + " days";
}

/// `memory 45.3 %, tensor cores 61.0 %, ..`
static std::string describeCounters(const Cost &cost) {
  std::vector<std::string> parts;
  for (const HardwareCounter &counter : cost.facts.counters)
    parts.push_back(
        counter.name + " " +
        (counter.unit == "%" ? format("%.1f", counter.value) + " %" : describeValue(counter.value, counter.unit)));
  return llvm::join(parts, ", ");
}

std::string cli::toText(const BenchReport &report) {
  std::string text = report.file + " for " + report.target + ": " + describeMeans(report) + "\n" +
                     (report.declared.empty() ? printCosts(report) : printDeclared(report));
  for (const BenchPoint &point : report.points) {
    std::string settings = describeSettings(point), where = settings.empty() ? "" : " " + settings;
    for (const Comparison &comparison : point.comparisons) {
      std::string more = describeComparison(comparison);
      text += getText(comparison.verdict) + ": " + comparison.kernel + where + (more.empty() ? "" : ": " + more) + "\n";
    }
    for (const Cost &cost : point.costs.kernels)
      if (std::string counters = describeCounters(cost); !counters.empty())
        text += "counters: " + cost.kernel + where + ": " + counters + "\n";
    if (!point.whyNoCounters.empty())
      text += "no counters" + where + ": " + point.whyNoCounters + "\n";
    if (!point.states.empty())
      text += "clocks" + where + ": " + describeState(point.states.front()) +
              (point.states.size() > 1 ? " -> " + describeState(point.states.back()) : "") + "\n";
    if (point.cachedMs)
      text += "kept" + where + ": measured " + describeAge(*point.cachedMs) + " ago; `--fresh` measures again\n";
    if (!point.problem.empty())
      text += getText(point.verdict) + ":" + where + " " + point.problem + "\n";
  }
  if (!report.baseline.empty())
    text += "against " + report.baseline + ": " + getText(report.verdict) + "\n";
  return text;
}

//===-- JSON -------------------------------------------------------------------------------------------------===//

static llvm::json::Object toJson(const DeclaredBenchmark &benchmark) {
  llvm::json::Array xs, lines;
  for (const DeclaredBenchmark::X &x : benchmark.xs)
    xs.push_back(llvm::json::Array(x.values));
  for (const DeclaredBenchmark::Line &line : benchmark.lines)
    lines.push_back(
        llvm::json::Object{{"value", protocol::toUtf8(line.value)}, {"label", protocol::toUtf8(line.label)}});
  static constexpr const char *kinds[] = {"report", "table", "calls"};
  return llvm::json::Object{{"name", protocol::toUtf8(benchmark.name)},
                            {"kind", kinds[static_cast<size_t>(benchmark.kind)]},
                            {"xNames", llvm::json::Array(benchmark.xNames)},
                            {"xs", std::move(xs)},
                            {"lineName", protocol::toUtf8(benchmark.lineName)},
                            {"lines", std::move(lines)},
                            {"yLabel", protocol::toUtf8(benchmark.yLabel)},
                            {"xLog", benchmark.xLog},
                            {"yLog", benchmark.yLog}};
}

/// Into the point's object.
static void addDeclared(llvm::json::Object &object, const DeclaredPoint &declared) {
  llvm::json::Array calls, returned;
  for (size_t i = 0; i < declared.calls.size(); ++i) {
    const MeasuredCall &call = declared.calls[i];
    llvm::json::Object entry{{"line", static_cast<int64_t>(call.range.begin.line)},
                             {"launches", static_cast<int64_t>(call.launches)},
                             {"kernels", llvm::json::Array(call.kernels)}};
    if (!call.hostOperations.empty())
      entry["hostOperations"] = llvm::json::Array(call.hostOperations);
    if (i < declared.samples.size() && !declared.samples[i].empty()) {
      bench::Interval interval = bench::getMedianInterval(declared.samples[i]);
      entry["samples"] = llvm::json::Array(declared.samples[i]);
      entry["median"] = bench::getMedian(declared.samples[i]);
      entry["interval"] = llvm::json::Array{interval.low, interval.high};
    }
    calls.push_back(std::move(entry));
  }
  for (double number : declared.returned)
    returned.push_back(std::isfinite(number) ? llvm::json::Value(number) : llvm::json::Value(nullptr));
  object["benchmark"] = static_cast<int64_t>(declared.benchmark);
  object["x"] = static_cast<int64_t>(declared.x);
  object["line"] = static_cast<int64_t>(declared.line);
  object["calls"] = std::move(calls);
  object["returned"] = std::move(returned);
  if (!declared.reason.empty())
    object["notMeasured"] = protocol::toUtf8(declared.reason);
  if (!declared.note.empty())
    object["note"] = protocol::toUtf8(declared.note);
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
  if (!comparison.peer.empty())
    object["peer"] = comparison.peer;
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
      settings[protocol::toUtf8(name)] = protocol::toUtf8(value);
    llvm::json::Array kernels, comparisons;
    for (const Cost &cost : point.costs.kernels)
      kernels.push_back(bench::toJson(cost));
    for (const Comparison &comparison : point.comparisons)
      comparisons.push_back(::toJson(comparison));
    llvm::json::Object object{{"settings", std::move(settings)}, {"kernels", std::move(kernels)}};
    if (point.declared)
      addDeclared(object, *point.declared);
    if (!point.machine.empty())
      object["machine"] = point.machine;
    if (!point.whyNoCounters.empty())
      object["whyNoCounters"] = protocol::toUtf8(point.whyNoCounters);
    if (point.cachedMs)
      object["cachedMs"] = *point.cachedMs;
    llvm::json::Array states;
    for (const DeviceState &state : point.states)
      states.push_back(toJson(state));
    if (!states.empty())
      object["states"] = std::move(states);
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
  if (!report.declared.empty()) {
    llvm::json::Array benchmarks;
    for (const DeclaredBenchmark &benchmark : report.declared)
      benchmarks.push_back(::toJson(benchmark));
    object["benchmarks"] = std::move(benchmarks);
  }
  if (!report.baseline.empty())
    object["baseline"] = protocol::toUtf8(report.baseline);
  return object;
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
    point.machine = fields ? fields->getString("machine").value_or("").str() : "";
    if (const llvm::json::Array *kernels = fields ? fields->getArray("kernels") : nullptr)
      for (const llvm::json::Value &kernel : *kernels)
        if (const llvm::json::Object *cost = kernel.getAsObject())
          point.costs.kernels.push_back(bench::readCost(*cost));
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
  std::vector<std::string> names, heads; // of all points: benchmarks that a file declares may have different ones
  for (const BenchPoint &point : report.points)
    for (const auto &[name, value] : point.settings)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  for (const std::string &name : names)
    heads.push_back(quote(name));
  std::string text = llvm::join(heads, ",") + (names.empty() ? "" : ",") + "kernel,metric,unit,value\r\n";
  for (const BenchPoint &point : report.points) {
    std::string settings;
    for (const std::string &name : names) {
      auto found = llvm::find_if(point.settings, [&](const auto &setting) { return setting.first == name; });
      settings += (found == point.settings.end() ? "" : quote(found->second)) + ",";
    }
    auto add = [&](const std::string &kernel, const std::string &metric, const std::string &unit, double value) {
      text += settings + quote(kernel) + "," + metric + "," + unit + "," + format("%.10g", value) + "\r\n";
    };
    for (const Cost &cost : point.costs.kernels) {
      for (const Metric &metric : getMetrics(cost))
        add(cost.kernel, metric.name, metric.unit, metric.value);
      if (!point.declared)
        continue;
      if (!cost.samples.empty()) {
        bench::Interval interval = bench::getMedianInterval(cost.samples);
        add(cost.kernel, "time-low", "ms", interval.low);
        add(cost.kernel, "time-high", "ms", interval.high);
      }
      if (std::optional<bench::Rates> rates = getRates(cost)) {
        add(cost.kernel, "memory", "GB/s", rates->gigabytes);
        if (rates->teraflops > 0)
          add(cost.kernel, "products", "TFLOP/s", rates->teraflops);
        add(cost.kernel, "roofline", "share", rates->roofline);
      }
    }
    if (point.declared)
      for (size_t i = 0; i < point.declared->returned.size(); ++i)
        if (std::isfinite(point.declared->returned[i]))
          add("", "returned" + (i ? "-" + std::to_string(i) : std::string()), "", point.declared->returned[i]);
  }
  return text;
}
