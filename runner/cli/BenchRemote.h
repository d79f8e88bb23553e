// SPDX-License-Identifier: Apache-2.0
// Benchmarks at a runner: a job a point, the program and its baseline as two artifacts of one job. What comes back is
// judged here, as if it had been measured here.
#pragma once

#include "runner/bench/Measurement.h"
#include "runner/cli/Bench.h"
#include "runner/cli/Remote.h"
#include "runner/cli/Source.h"
#include "runner/device/DeviceInfo.h"

namespace tessera::runner::cli {

class BenchRunner {
public:
  static Result<BenchRunner> make(const RemoteOptions &options, int64_t deadlineMs);

  Result<std::vector<DeviceInfo>> listDevices();
  /// `isFresh`: a result that the runner has already will not do. `cachedMs` becomes its age, where it did.
  Result<bench::Measurement> measure(const LoadedProgram &program, const LoadedProgram *baseline,
                                     const bench::MeasurementOptions &options, const std::string &device, bool isFresh,
                                     std::optional<int64_t> &cachedMs);

  /// The points of `file` in the baseline that the runner keeps by this name.
  Result<std::vector<BenchPoint>> readBaseline(const std::string &name, const std::string &file);
  Status saveBaseline(const std::string &name, const BenchReport &report);

private:
  BenchRunner(RemoteRunner runner, int64_t deadlineMs) : runner(std::move(runner)), deadlineMs(deadlineMs) {}
  Result<std::string> upload(const LoadedProgram &program);
  RemoteRunner runner;
  int64_t deadlineMs; // of each job
};

} // namespace tessera::runner::cli
