// SPDX-License-Identifier: Apache-2.0
// What `tessera bench` found, and the forms in which it is told.
#pragma once

#include "compiler/support/Benchmarks.h"
#include "runner/bench/Compare.h"

namespace tessera::runner::cli {
class SarifLog;

/// Of a benchmark that the file declares.
struct DeclaredPoint {
  size_t benchmark = 0, x = 0, line = 0; // counts `BenchReport::declared`, its `xs` and `lines`
  std::vector<MeasuredCall> calls;
  std::vector<std::vector<double>> samples; // of each call, on a GPU: milliseconds
  std::vector<double> returned;             // what the function makes of them
  std::string reason;                       // why nothing is measured
  std::string note;                         // what is not in the numbers
};

/// One combination of a sweep's values.
struct BenchPoint {
  std::vector<std::pair<std::string, std::string>> settings; // swept names and their values
  std::optional<DeclaredPoint> declared;
  bench::ProgramCosts costs;
  std::string machine;                        // what the numbers hold for: a GPU's class, driver and clocks
  std::vector<DeviceState> states;            // of a GPU, around its times
  std::string whyNoCounters;                  // where they were asked for
  std::optional<int64_t> cachedMs;            // a runner has had the result for so long
  std::vector<bench::Comparison> comparisons; // where there is a baseline
  bench::Verdict verdict = bench::Verdict::same;
  std::string problem; // why there is no comparison, or what is wrong
};

struct BenchReport {
  std::string file, target, device, baseline; // `baseline` is empty where there is none
  bench::Means means = bench::Means::emulator;
  std::vector<DeclaredBenchmark> declared; // empty: the file is measured as a program
  std::vector<BenchPoint> points;
  bench::Verdict verdict = bench::Verdict::same;
};

/// `M=512 N=64`; empty without a sweep.
std::string describeSettings(const BenchPoint &point);
/// `1,234 instructions` and the like, for people.
std::string describeValue(double value, const std::string &unit);
/// `predicted 3.10 -> 4.00 us (+29.0 %)` of what caused the verdict, and what else there is to say.
std::string describeComparison(const bench::Comparison &comparison);

/// The median's, where there are samples: `0.51 to 0.53`.
std::string describeInterval(const std::vector<double> &samples);
/// All kernels of the point as one.
bench::Cost sumPoint(const BenchPoint &point);
/// A table a declared benchmark: a row a point, with what it costs and what that is of the card's best.
std::string printDeclared(const BenchReport &report);
/// A picture a declared benchmark, as `perf_report` draws it, one below the other. `metric` as `toSvg` has it.
Result<std::string> drawDeclared(const BenchReport &report, const std::string &metric);

std::string toText(const BenchReport &report);
llvm::json::Value toJson(const BenchReport &report);
std::string toCsv(const BenchReport &report);
std::string toJunit(const BenchReport &report);
/// Workflow commands, ten errors and ten warnings at most, as GitHub shows no more of a step.
std::string toGithubCommands(const BenchReport &report);
std::string toMarkdown(const BenchReport &report);
/// A code quality report of GitLab.
llvm::json::Value toGitlab(const BenchReport &report);
/// What is not the same as before, or faster, as results of rules named `bench-slower` and the like.
void addVerdicts(SarifLog &log, const BenchReport &report);
/// The first swept name against `metric` (the first that there is, when empty), a line a kernel; a problem where
/// nothing was swept, or no kernel has it.
Result<std::string> toSvg(const BenchReport &report, const std::string &metric);

/// The costs of a report that `--save` wrote, by their settings.
Result<std::vector<BenchPoint>> readSaved(const std::string &text);

} // namespace tessera::runner::cli
