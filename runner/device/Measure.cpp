// SPDX-License-Identifier: Apache-2.0
#include "runner/device/Measure.h"
#include "runner/device/RunOnDevice.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;

static double getMedian(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

std::vector<MeasuredTimes> runner::measureInTurn(size_t count, int64_t rounds,
                                                 const std::function<Result<double>(size_t)> &measure,
                                                 const std::function<bool()> &isCancelled) {
  std::vector<MeasuredTimes> times(count);
  for (int64_t round = 0; round < rounds; ++round)
    for (size_t index = 0; index < count && !(isCancelled && isCancelled()); ++index) {
      if (!times[index].problem.empty())
        continue;
      Result<double> one = measure(index);
      if (one)
        times[index].samples.push_back(*one);
      else
        times[index].problem = one.problem().detail;
    }
  for (MeasuredTimes &time : times)
    if (time.problem.empty() && time.samples.empty())
      time.problem = "it was not run";
    else if (time.problem.empty())
      time.median = getMedian(time.samples);
  return times;
}

Result<double> runner::timeKernels(Program &program, Device &device, llvm::ArrayRef<std::string> kernels,
                                   const DeviceSettings &settings) {
  interpreter::RunOptions options;
  options.isCancelled = settings.isCancelled;
  DeviceRun run = runOnDevice(program, device, settings, options);
  if (!run.result.ok) {
    for (const Diagnostic &diagnostic : run.result.diagnostics)
      if (diagnostic.severity == Severity::error)
        return makeProblem(ProblemCode::internal, diagnostic.message);
    return makeProblem(ProblemCode::internal, "the program fails");
  }
  std::vector<LaunchTiming> timings = device.timings();
  double milliseconds = 0;
  bool isTimed = false;
  for (size_t index = 0; index < timings.size() && index < run.result.launches.size(); ++index) {
    if (!timings[index].gpuEvents || timings[index].samples.empty() ||
        !llvm::is_contained(kernels, run.result.launches[index].kernel))
      continue;
    milliseconds += getMedian(timings[index].samples);
    isTimed = true;
  }
  if (!isTimed)
    return makeProblem(ProblemCode::internal, "`" + device.info().id + "` gave no time for it");
  return milliseconds;
}
