// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Measurement.h"
#include "compiler/driver/Tune.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::bench;

void bench::keepMeasured(ProgramCosts &costs, const std::vector<MeasuredCall> &calls) {
  llvm::erase_if(costs.kernels, [&](const Cost &cost) {
    return llvm::none_of(calls,
                         [&](const MeasuredCall &call) { return llvm::is_contained(call.kernels, cost.kernel); });
  });
}

static Result<ProgramCosts> getWantedCosts(Program &program, const MeasurementOptions &options) {
  Result<ProgramCosts> costs = getCosts(program, options.costs);
  if (costs && options.isDeclared)
    keepMeasured(*costs, options.calls);
  if (costs && !options.kernels.empty())
    llvm::erase_if(costs->kernels, [&](const Cost &cost) { return !llvm::is_contained(options.kernels, cost.kernel); });
  return costs;
}

static void noteState(Measurement &measurement, Device &device) {
  if (std::optional<DeviceState> state = device.state())
    measurement.states.push_back(std::move(*state));
}

/// What all kernels take together, each by the median of its repetitions.
static double addMedians(const std::vector<std::vector<double>> &times) {
  double sum = 0;
  for (const std::vector<double> &samples : times)
    sum += getMedian(samples);
  return sum;
}

/// Samples of a program without a baseline that runs beside it: a fixed number.
static Status timeAlone(Program &program, ProgramCosts &costs, Device &device, const MeasurementOptions &options) {
  static constexpr int64_t wanted = 30;
  const std::function<bool()> &isCancelled = options.costs.isCancelled;
  int64_t repetitions = 1; // the first run tells how many there is time for
  for (int64_t have = 0; have < wanted && !(isCancelled && isCancelled());) {
    Result<std::vector<std::vector<double>>> times = timeAgain(program, costs, device, isCancelled, repetitions);
    if (!times)
      return times.problem();
    for (size_t k = 0; k < costs.kernels.size(); ++k)
      llvm::append_range(costs.kernels[k].samples, (*times)[k]);
    have += repetitions;
    repetitions = std::min(chooseRepetitions(addMedians(*times)), wanted - have);
  }
  return Done();
}

/// Samples of each call, as long as `do_bench` was told to measure.
static Status timeCalls(Program &program, Measurement &measurement, Device &device, const MeasurementOptions &options) {
  for (const MeasuredCall &call : options.calls) {
    std::vector<double> &samples = measurement.callSamples.emplace_back();
    if (call.kernels.empty())
      continue;
    Result<std::vector<double>> times = timeCall(program, call, measurement.costs, device,
                                                 call.isGraph || options.costs.usesGraphs, options.costs.isCancelled);
    if (!times)
      return times.problem();
    samples = std::move(*times);
    noteState(measurement, device);
  }
  return Done();
}

static Status timeInTurn(Program &before, Program &after, Measurement &measurement, Device &beforeDevice,
                         Device &afterDevice, const MeasurementOptions &options) {
  // Those that both have, in the order of the new program's.
  ProgramCosts both[2];
  for (const Cost &cost : measurement.costs.kernels)
    for (const Cost &other : measurement.before->kernels)
      if (other.kernel == cost.kernel && other.facts.whyNoPeer.empty()) {
        both[0].kernels.push_back(other);
        both[1].kernels.push_back(cost);
      }
  InterleaveOptions interleaving;
  interleaving.mostBlocks = options.mostBlocks;
  interleaving.judge = options.judge;
  interleaving.isCancelled = options.costs.isCancelled;
  int64_t repetitions = 1; // the first run tells how many there is time for
  auto measureOne = [&](bool isB) -> Result<std::vector<double>> {
    Result<std::vector<std::vector<double>>> times =
        timeAgain(isB ? after : before, both[isB], isB ? afterDevice : beforeDevice, options.costs.isCancelled,
                  repetitions, isB ? "" : options.peer);
    if (!times)
      return times.problem();
    repetitions = chooseRepetitions(addMedians(*times));
    std::vector<double> medians;
    for (const std::vector<double> &samples : *times)
      medians.push_back(getMedian(samples));
    return medians;
  };
  Result<std::vector<PairedTimes>> paired = interleave(both[0].kernels.size(), measureOne, interleaving);
  if (!paired)
    return paired.problem();
  for (size_t i = 0; i < paired->size(); ++i)
    for (auto [costs, samples] :
         {std::pair(&*measurement.before, &(*paired)[i].a), std::pair(&measurement.costs, &(*paired)[i].b)})
      for (Cost &cost : costs->kernels)
        if (cost.kernel == both[0].kernels[i].kernel)
          cost.samples = *samples;
  measurement.paired = std::move(*paired);
  return Done();
}

/// What the calls of `options.peer` take that do the same as the program's kernels.
static Result<ProgramCosts> getPeerCosts(Program &program, MeasurementOptions options) {
  options.costs.peer = options.peer;
  options.costs.compares = false; // the program itself was compared, and its numbers are what the peer has to give
  Result<ProgramCosts> costs = getWantedCosts(program, options);
  if (costs && costs->isWrong)
    return makeProblem(ProblemCode::unavailable,
                       costs->diagnostics.empty() ? "it fails" : costs->diagnostics.front().message);
  if (costs)
    for (Cost &cost : costs->kernels)
      cost.estimate.reset(); // the kernel's
  return costs;
}

Result<Measurement> bench::measure(Program &program, Program *baseline, const MeasurementOptions &wanted) {
  MeasurementOptions options = wanted;
  Measurement measurement;
  measurement.means = options.costs.means;
  if (!options.peer.empty() && measurement.means != Means::gpu)
    return makeProblem(ProblemCode::badRequest, "the baseline `" + options.peer +
                                                    "` is timed on a GPU: nothing here counts or predicts its calls");
  std::unique_ptr<Device> devices[2];
  if (measurement.means == Means::gpu) {
    std::string error;
    for (std::unique_ptr<Device> &device : devices)
      if (device = openDevice(options.costs.device, error); !device)
        return makeProblem(ProblemCode::unavailable, error);
    measurement.device = devices[0]->info().name;
    measurement.driver = devices[0]->info().driver;
    options.costs.card = matchCard(measurement.device, program.target()).name;
  }
  Result<ProgramCosts> costs = getWantedCosts(program, options);
  if (!costs)
    return costs.problem();
  measurement.costs = std::move(*costs);
  if (measurement.costs.isWrong)
    return measurement;
  if (!options.peer.empty())
    baseline = &program;
  if (baseline) {
    Result<ProgramCosts> old =
        options.peer.empty() ? getWantedCosts(*baseline, options) : getPeerCosts(program, options);
    if (!old)
      return makeProblem(old.problem().code, "the baseline: " + old.problem().detail);
    measurement.before = std::move(*old);
  }
  if (measurement.means != Means::gpu)
    return measurement;
  Status status = Done();
  if (options.costs.locksClocks)
    devices[0]->lockClocks();
  noteState(measurement, *devices[0]);
  if (options.isDeclared)
    status = timeCalls(program, measurement, *devices[0], options);
  else if (!baseline)
    status = timeAlone(program, measurement.costs, *devices[0], options);
  if (status && baseline)
    status = timeInTurn(*baseline, program, measurement, *devices[1], *devices[0], options);
  if (!status)
    return status.problem();
  if (options.readsCounters)
    measurement.whyNoCounters = readCounters(program, measurement.costs, *devices[0], options.costs.isCancelled);
  if (!options.isDeclared || baseline)
    noteState(measurement, *devices[0]);
  return measurement;
}
