// SPDX-License-Identifier: Apache-2.0
// What the benchmarks that a file declares came to, as a table each.
#include "runner/cli/Bench.h"
#include "runner/cli/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Cost;
using bench::Metric;
using bench::Rates;

bench::Cost cli::sumPoint(const BenchPoint &point) {
  std::vector<const Cost *> costs;
  for (const Cost &cost : point.costs.kernels)
    costs.push_back(&cost);
  Cost sum = bench::sumCosts(costs);
  if (point.declared && point.declared->samples.size() == 1 && !point.declared->samples.front().empty())
    sum.samples = point.declared->samples.front();
  return sum;
}

/// What one call of the point costs: its own times, where it has any.
static Cost sumCall(const BenchPoint &point, size_t index) {
  const DeclaredPoint &declared = *point.declared;
  std::vector<const Cost *> costs;
  for (const Cost &cost : point.costs.kernels)
    if (llvm::is_contained(declared.calls[index].kernels, cost.kernel))
      costs.push_back(&cost);
  Cost sum = bench::sumCosts(costs);
  if (index < declared.samples.size() && !declared.samples[index].empty())
    sum.samples = declared.samples[index];
  return sum;
}

static std::string format(const char *form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

std::string cli::describeInterval(const std::vector<double> &samples) {
  bench::Interval interval = bench::getMedianInterval(samples);
  return format("%.4g", interval.low) + " to " + format("%.4g", interval.high);
}

namespace {
/// Columns of a benchmark's table, those that some point fills.
class Columns {
public:
  explicit Columns(const std::vector<const BenchPoint *> &points) {
    for (const BenchPoint *point : points) {
      const Cost sum = sumPoint(*point);
      isTimed |= !sum.samples.empty();
      for (const Metric &metric : getMetrics(sum))
        if (metric.name != "time" && !llvm::is_contained(metrics, metric.name) && !point->costs.kernels.empty())
          metrics.push_back(metric.name);
      std::optional<Rates> rates = getRates(sum);
      hasRates |= rates && !point->costs.kernels.empty();
      hasProducts |= rates && rates->teraflops > 0;
      hasReturned |= !point->declared->returned.empty() && std::isfinite(point->declared->returned.front());
    }
  }
  std::vector<std::string> head(const DeclaredBenchmark &benchmark) const;
  /// `sum` of a point or of one of its calls; `returned` by its function.
  void fill(std::vector<std::string> &row, const Cost &sum, const std::vector<double> &returned) const;

private:
  bool isTimed = false, hasRates = false, hasProducts = false, hasReturned = false;
  std::vector<std::string> metrics;
};
} // namespace

std::vector<std::string> Columns::head(const DeclaredBenchmark &benchmark) const {
  std::vector<std::string> head = benchmark.xNames;
  if (!benchmark.lineName.empty())
    head.push_back(benchmark.lineName);
  if (head.empty())
    head.push_back("call");
  if (isTimed)
    head.insert(head.end(), {"time", "95 % of it, ms"});
  head.insert(head.end(), metrics.begin(), metrics.end());
  if (hasRates)
    head.push_back("GB/s");
  if (hasProducts)
    head.push_back("TFLOP/s");
  if (hasRates)
    head.push_back("roofline");
  if (hasReturned)
    head.push_back(benchmark.yLabel.empty() ? "returned" : benchmark.yLabel);
  return head;
}

void Columns::fill(std::vector<std::string> &row, const Cost &sum, const std::vector<double> &returned) const {
  bool isThere = sum.estimate || sum.counts || !sum.samples.empty();
  if (isTimed) {
    row.push_back(sum.samples.empty() ? "-" : describeValue(bench::getMedian(sum.samples), "ms"));
    row.push_back(sum.samples.empty() ? "-" : describeInterval(sum.samples));
  }
  std::vector<Metric> own = getMetrics(sum);
  for (const std::string &name : metrics) {
    auto found = llvm::find_if(own, [&](const Metric &metric) { return metric.name == name; });
    row.push_back(isThere && found != own.end() ? describeValue(found->value, found->unit) : "-");
  }
  std::optional<Rates> rates = isThere ? getRates(sum) : std::nullopt;
  if (hasRates)
    row.push_back(rates ? format("%.1f", rates->gigabytes) : "-");
  if (hasProducts)
    row.push_back(rates && rates->teraflops > 0 ? format("%.2f", rates->teraflops) : "-");
  if (hasRates)
    row.push_back(rates ? format("%.0f %%", 100 * rates->roofline) : "-");
  if (hasReturned)
    row.push_back(!returned.empty() && std::isfinite(returned.front()) ? format("%.4g", returned.front()) : "-");
}

/// A row a point; of several calls of `do_bench`, one for each of them, by its line.
static void addRows(TextTable &table, const Columns &columns, const DeclaredBenchmark &benchmark,
                    const BenchPoint &point) {
  const DeclaredPoint &declared = *point.declared;
  std::vector<std::string> name = benchmark.xs[declared.x].values;
  if (!benchmark.lineName.empty())
    name.push_back(benchmark.lines[declared.line].label);
  bool hasCalls = declared.calls.size() > 1 && !point.costs.kernels.empty();
  if (name.empty())
    name.push_back("-");
  for (size_t i = 0; i < (hasCalls ? declared.calls.size() : 1); ++i) {
    std::vector<std::string> row = name;
    std::string line = i < declared.calls.size() ? "line " + std::to_string(declared.calls[i].range.begin.line) : "";
    if (row.back() == "-")
      row.back() = line;
    else if (hasCalls)
      row.back() += ", " + line;
    columns.fill(row, hasCalls ? sumCall(point, i) : sumPoint(point),
                 i == 0 ? declared.returned : std::vector<double>());
    table.add(std::move(row));
  }
}

/// What is left out, each reason once with the points that have it.
static std::string printNotes(const std::vector<const BenchPoint *> &points, const DeclaredBenchmark &benchmark) {
  std::vector<std::pair<std::string, size_t>> notes;
  auto add = [&](const std::string &text) {
    for (auto &[known, count] : notes)
      if (known == text) {
        ++count;
        return;
      }
    notes.emplace_back(text, 1);
  };
  for (const BenchPoint *point : points) {
    const std::string &label = benchmark.lines[point->declared->line].label;
    std::string prefix = label.empty() ? "" : label + ": ";
    if (!point->declared->reason.empty())
      add("not measured: " + prefix + point->declared->reason);
    if (!point->declared->note.empty())
      add("note: " + prefix + point->declared->note);
  }
  std::string text;
  for (const auto &[note, count] : notes)
    text += "  " + note + (count > 1 ? " (" + std::to_string(count) + " points)" : "") + "\n";
  return text;
}

std::string cli::printDeclared(const BenchReport &report) {
  std::string text;
  for (size_t index = 0; index < report.declared.size(); ++index) {
    const DeclaredBenchmark &benchmark = report.declared[index];
    std::vector<const BenchPoint *> points;
    for (const BenchPoint &point : report.points)
      if (point.declared && point.declared->benchmark == index)
        points.push_back(&point);
    if (points.empty())
      continue;
    Columns columns(points);
    TextTable table;
    std::vector<std::string> head = columns.head(benchmark);
    table.add(head);
    for (const BenchPoint *point : points)
      addRows(table, columns, benchmark, *point);
    text += "\n" + benchmark.name + "\n" + table.print() + printNotes(points, benchmark);
  }
  return text;
}
