// SPDX-License-Identifier: Apache-2.0
// `tessera bench` between its command line and its report: what is to be measured, and one point of it.
#pragma once

#include "runner/bench/Measurement.h"
#include "runner/cli/Bench.h"
#include "runner/cli/BenchBaseline.h"
#include "runner/cli/BenchRemote.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/TimeOptions.h"

namespace tessera::runner::cli {

struct BenchCommand {
  SourceOptions source;
  std::vector<std::string> sweeps, kernels; // NAME=V1,V2,.. as given
  std::vector<std::string> benchmarks;      // of those that the file declares; empty: all
  bool isWhole = false;                     // the program, whatever it declares
  std::string device = "auto", baseline, metric, check = "race";
  std::string save, csv, svg, junit, gitlab, markdown, sarif;
  RemoteOptions remote;        // `url` is empty: measured here
  std::string saveBaseline;    // its name at the runner
  int64_t deadlineMs = 600000; // of a job at the runner
  bool isFresh = false, usesGraphs = false, locksClocks = false, readsCounters = false;
  TimeOptions time;
  double threshold = 1; // percent, of counts
  int64_t blocks = 150;
  bool github = false;
};

using BenchSettings = std::vector<std::pair<std::string, std::string>>;

struct PlannedPoint {
  BenchSettings settings;                 // swept, or what names the declared point
  std::optional<BenchmarkPoint> declared; // of a benchmark of the file
  size_t benchmark = 0, x = 0, line = 0;
};

/// What is measured and how, once the command line is understood.
struct BenchPlan {
  bench::Means means = bench::Means::emulator;
  std::string device, deviceName, driver;
  bool isBounded = false; // the emulator was not asked for: what would take it long is predicted only
  std::vector<PlannedPoint> points;
  bench::CompareOptions compare;
};

/// Loads and compiles; what is wrong is told at once. The code is `exitOk` where it compiled. `settings` take the place
/// of the program's own; `evaluation` as CompileOptions has it.
int loadBench(SourceOptions source, const BenchSettings &settings, bool isBaseline,
              std::unique_ptr<LoadedProgram> &loaded, BenchmarkEvaluation *evaluation = nullptr);

/// One point of the sweep from its program to its verdict.
class Measuring {
public:
  /// `runner` may be null: then this machine measures.
  Measuring(const BenchCommand &command, const BenchPlan &plan, const Baseline *baseline, BenchRunner *runner,
            SarifLog &log)
      : command(command), plan(plan), baseline(baseline), runner(runner), log(log) {}

  /// An exit code that ends the command, or `exitOk`. `loaded` is the program where it is there already.
  int run(const PlannedPoint &planned, BenchPoint &point, std::unique_ptr<LoadedProgram> loaded);
  /// A declared point has an error that is none of ours to lack something.
  bool isBroken() const { return broken; }

private:
  bench::MeasurementOptions makeOptions(bench::Means means, const DeclaredPoint *declared) const;
  int measure(const PlannedPoint &planned, LoadedProgram &loaded, BenchPoint &point, bench::Means means);
  int runDeclared(const PlannedPoint &planned, BenchPoint &point);
  void explain(const LoadedProgram &loaded, DeclaredPoint &declared);
  bool isTooLarge(Program &program, const DeclaredPoint &declared) const;
  std::unique_ptr<LoadedProgram> loadBaseline(const PlannedPoint &planned, BenchPoint &point);
  bool isInBaseline(const PlannedPoint &planned, const BenchPoint &point) const;
  int conclude(const PlannedPoint &planned, BenchPoint &point);
  void compareWithSaved(BenchPoint &point, bench::Means means);
  void conclude(BenchPoint &point);
  int noteWrong(LoadedProgram &loaded, BenchPoint &point);
  /// A problem of this point only: others go on.
  int note(BenchPoint &point, bench::Verdict verdict, std::string problem);

  const BenchCommand &command;
  const BenchPlan &plan;
  const Baseline *baseline;
  BenchRunner *runner;
  SarifLog &log; // gets what is wrong with the program, not with its baseline
  bool broken = false;
  std::vector<std::string> told; // errors of points: most have the same
};

} // namespace tessera::runner::cli
