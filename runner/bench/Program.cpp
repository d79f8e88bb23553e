// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Program.h"
#include "runner/device/Cores.h"
#include "runner/device/Measure.h"
#include "runner/device/RunOnDevice.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::bench;

std::string bench::getText(Means means) {
  return means == Means::model ? "model" : means == Means::emulator ? "emulator" : "gpu";
}

std::vector<Metric> bench::getMetrics(const Cost &cost) {
  std::vector<Metric> metrics;
  if (!cost.samples.empty())
    metrics.push_back({"time", "ms", getMedian(cost.samples), /*isExact=*/false});
  if (cost.estimate && !cost.estimate->guesses)
    metrics.push_back({"predicted", "us", cost.estimate->microseconds});
  auto add = [&](const char *name, const char *unit, uint64_t value) {
    metrics.push_back({name, unit, static_cast<double>(value)});
  };
  if (cost.counts) {
    const emulator::Counts &counts = *cost.counts;
    add("instructions", "", counts.warpInstructions);
    add("global", "B", 32 * (counts.globalReadSectors + counts.globalWriteSectors));
    add("shared", "wavefronts", counts.sharedWavefronts);
    add("conflicts", "wavefronts", counts.sharedWavefronts - std::min(counts.sharedIdeal, counts.sharedWavefronts));
    add("local", "B", counts.localBytes);
  }
  if (cost.facts.spillBytes)
    add("spilled", "B", static_cast<uint64_t>(*cost.facts.spillBytes));
  return metrics;
}

static void add(emulator::Counts &sum, const emulator::Counts &more) {
  sum.threadInstructions += more.threadInstructions;
  sum.warpInstructions += more.warpInstructions;
  sum.globalReadSectors += more.globalReadSectors;
  sum.globalWriteSectors += more.globalWriteSectors;
  sum.sharedWavefronts += more.sharedWavefronts;
  sum.sharedIdeal += more.sharedIdeal;
  sum.localBytes += more.localBytes;
}

static Cost &findCost(std::vector<Cost> &costs, const std::string &kernel) {
  for (Cost &cost : costs)
    if (cost.kernel == kernel)
      return cost;
  costs.emplace_back().kernel = kernel;
  return costs.back();
}

/// What a run's launches and their observations say.
static void collect(const DeviceRun &run, const Device &device, std::vector<Cost> &costs) {
  std::vector<LaunchObservation> observations = device.observations();
  for (size_t i = 0; i < run.result.launches.size(); ++i) {
    const interpreter::LaunchRecord &launch = run.result.launches[i];
    Cost &cost = findCost(costs, launch.kernel);
    if (cost.launches++ == 0)
      cost.range = launch.range;
    if (!llvm::is_contained(cost.grids, launch.grid))
      cost.grids.push_back(launch.grid);
    if (i < observations.size() && observations[i].counts) {
      cost.counts = cost.counts.value_or(emulator::Counts());
      add(*cost.counts, *observations[i].counts);
    }
  }
  for (const KernelFacts &facts : device.kernels())
    for (Cost &cost : costs)
      if (cost.kernel == facts.name)
        cost.facts = facts;
}

static Result<ProgramCosts> predict(Program &program) {
  ProgramCosts costs;
  for (const std::string &kernel : program.kernels())
    if (std::optional<KernelEstimate> estimate = program.estimate(kernel)) {
      Cost &cost = findCost(costs.kernels, kernel);
      cost.estimate = estimate;
    }
  return costs;
}

static interpreter::RunOptions makeOptions(const std::function<bool()> &isCancelled, bool compares) {
  interpreter::RunOptions options;
  options.shareWork = shareAmongCores;
  options.isCancelled = isCancelled;
  options.comparesDevice = compares;
  return options;
}

Result<ProgramCosts> bench::getCosts(Program &program, const CostOptions &wanted) {
  if (wanted.means == Means::model)
    return predict(program);
  std::string error;
  std::unique_ptr<Device> device = openDevice(wanted.device, error);
  if (!device)
    return makeProblem(ProblemCode::unknownDevice, error);
  DeviceSettings settings;
  settings.isCancelled = wanted.isCancelled;
  settings.counts = wanted.means == Means::emulator;
  settings.checksRaces = settings.counts && wanted.checksRaces;
  DeviceRun run = runOnDevice(program, *device, settings, makeOptions(wanted.isCancelled, /*compares=*/true));
  if (wanted.isCancelled && wanted.isCancelled())
    return makeProblem(ProblemCode::timeout, "interrupted");
  ProgramCosts costs;
  costs.diagnostics = run.result.diagnostics;
  costs.isWrong = !run.result.ok;
  collect(run, *device, costs.kernels);
  for (Cost &cost : costs.kernels)
    cost.estimate = program.estimate(cost.kernel);
  return costs;
}

Result<std::vector<double>> bench::timeAgain(Program &program, const ProgramCosts &costs, Device &device,
                                             const std::function<bool()> &isCancelled) {
  DeviceSettings settings;
  settings.isCancelled = isCancelled;
  DeviceRun run = runOnDevice(program, device, settings, makeOptions(isCancelled, /*compares=*/false));
  if (!run.result.ok)
    return makeProblem(ProblemCode::internal, run.result.diagnostics.empty() ? "the program fails when it is timed"
                                                                             : run.result.diagnostics.front().message);
  std::vector<LaunchTiming> timings = device.timings();
  std::map<std::string, double> sums;
  for (size_t i = 0; i < timings.size() && i < run.result.launches.size(); ++i) {
    if (!timings[i].gpuEvents || timings[i].samples.empty())
      return makeProblem(ProblemCode::internal,
                         "`" + device.info().id + "` gave no time for `" + run.result.launches[i].kernel + "`");
    sums[run.result.launches[i].kernel] += getMedian(timings[i].samples);
  }
  std::vector<double> times;
  for (const Cost &cost : costs.kernels)
    times.push_back(sums[cost.kernel]);
  return times;
}
