// SPDX-License-Identifier: Apache-2.0
// One program measured on a device of this machine, alone or beside its baseline: what `tessera bench` does where it
// runs, and what a runner does for a job of benchmarks. As JSON it goes from the one to the other.
#pragma once

#include "compiler/support/Benchmarks.h"
#include "runner/bench/Compare.h"

namespace tessera::runner::bench {

struct MeasurementOptions {
  CostOptions costs;
  bool isDeclared = false;          // `calls` are what is measured; else all kernels are
  std::vector<MeasuredCall> calls;  // of the program; the baseline's kernels of the same names
  std::vector<std::string> kernels; // no others; empty: all
  std::string peer;                 // a library whose calls are the baseline, on a GPU: `cublas`; empty: none
  bool readsCounters = false;       // on a GPU, after the times
  size_t mostBlocks = 150;          // of A, B, B, A
  JudgeOptions judge;               // which intervals are narrow enough
};

struct Measurement {
  Means means = Means::emulator;
  std::string device, driver; // its name for people; empty where it has none
  ProgramCosts costs;
  std::optional<ProgramCosts> before;           // of the baseline, where there is one
  std::vector<PairedTimes> paired;              // on a GPU: of the kernels that both have, in the order of `costs`
  std::vector<std::vector<double>> callSamples; // on a GPU, of declared calls: milliseconds
  std::string whyNoCounters;                    // where they were asked for
  std::vector<DeviceState> states;              // on a GPU: before the first series, and after each
};

/// A wrong program is no problem: `costs.isWrong` and its diagnostics say so, and nothing is timed. The problem is
/// about the baseline where its detail begins with `the baseline`.
Result<Measurement> measure(Program &program, Program *baseline, const MeasurementOptions &options);

/// Kernels that no measured call launches only make what those take.
void keepMeasured(ProgramCosts &costs, const std::vector<MeasuredCall> &calls);

/// Whether a baseline of this name is a library, and whether it is one that we have.
bool isPeer(llvm::StringRef name);
Status checkPeer(llvm::StringRef name);

/// See shared/protocol/README.md, "Bench".
llvm::json::Object toJson(const Cost &cost);
Cost readCost(const llvm::json::Object &object);
llvm::json::Object toJson(const Measurement &measurement);
Result<Measurement> readMeasurement(const llvm::json::Object &object);
/// What a job is told to measure, as `options.bench` has it; without what only its device knows.
llvm::json::Object toJson(const MeasurementOptions &options);
Result<MeasurementOptions> readMeasurementOptions(const llvm::json::Object &object);

} // namespace tessera::runner::bench
