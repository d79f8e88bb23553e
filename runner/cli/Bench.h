// SPDX-License-Identifier: Apache-2.0
// What `tessera bench` found, and the forms in which it is told.
#pragma once

#include "runner/bench/Compare.h"

namespace tessera::runner::cli {
class SarifLog;

/// One combination of a sweep's values.
struct BenchPoint {
  std::vector<std::pair<std::string, std::string>> settings; // swept names and their values
  bench::ProgramCosts costs;
  std::vector<bench::Comparison> comparisons; // where there is a baseline
  bench::Verdict verdict = bench::Verdict::same;
  std::string problem; // why there is no comparison, or what is wrong
};

struct BenchReport {
  std::string file, target, device, baseline; // `baseline` is empty where there is none
  bench::Means means = bench::Means::emulator;
  std::vector<BenchPoint> points;
  bench::Verdict verdict = bench::Verdict::same;
};

/// `M=512 N=64`; empty without a sweep.
std::string describeSettings(const BenchPoint &point);
/// `1,234 instructions` and the like, for people.
std::string describeValue(double value, const std::string &unit);
/// `predicted 3.10 -> 4.00 us (+29.0 %)` of what caused the verdict, and what else there is to say.
std::string describeComparison(const bench::Comparison &comparison);

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
