// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Program.h"
#include "runner/device/Cores.h"
#include "runner/device/Measure.h"
#include "runner/device/RunOnDevice.h"
#include <algorithm>

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
  if (cost.simulated)
    metrics.push_back({"simulated", "us", cost.simulated->microseconds});
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

std::optional<Rates> bench::getRates(const Cost &cost) {
  if (!cost.estimate || cost.estimate->guesses)
    return std::nullopt;
  Rates rates;
  rates.isMeasured = !cost.samples.empty();
  double microseconds = rates.isMeasured ? 1e3 * getMedian(cost.samples)
                        : cost.simulated ? cost.simulated->microseconds
                                         : cost.estimate->microseconds;
  if (!(microseconds > 0))
    return std::nullopt;
  rates.gigabytes = cost.estimate->memoryBytes / microseconds / 1e3;
  rates.teraflops = cost.estimate->operations / microseconds / 1e6;
  rates.roofline = cost.estimate->rooflineMicroseconds / microseconds;
  return rates;
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

Cost bench::sumCosts(const std::vector<const Cost *> &costs) {
  Cost sum;
  bool isCounted = !costs.empty(), isPredicted = isCounted, isSimulated = isCounted;
  size_t runs = costs.empty() ? 0 : costs.front()->samples.size();
  for (const Cost *cost : costs) {
    runs = std::min(runs, cost->samples.size());
    isCounted &= cost->counts.has_value();
    isPredicted &= cost->estimate.has_value();
    isSimulated &= cost->simulated.has_value();
    sum.launches += cost->launches;
  }
  if (isCounted)
    sum.counts.emplace();
  if (isPredicted)
    sum.estimate.emplace();
  if (isSimulated)
    sum.simulated = {0, costs.front()->simulated->model, costs.front()->simulated->card, "",
                     costs.front()->simulated->order};
  sum.samples.assign(runs, 0);
  for (const Cost *cost : costs) {
    for (size_t i = 0; i < runs; ++i)
      sum.samples[i] += cost->samples[i];
    if (isCounted)
      add(*sum.counts, *cost->counts);
    if (isSimulated)
      sum.simulated->microseconds += cost->simulated->microseconds;
    if (!isPredicted)
      continue;
    sum.estimate->microseconds += cost->estimate->microseconds;
    sum.estimate->operations += cost->estimate->operations;
    sum.estimate->memoryBytes += cost->estimate->memoryBytes;
    sum.estimate->rooflineMicroseconds += cost->estimate->rooflineMicroseconds;
    sum.estimate->guesses |= cost->estimate->guesses;
  }
  return sum;
}

static Cost &findCost(std::vector<Cost> &costs, const std::string &kernel) {
  for (Cost &cost : costs)
    if (cost.kernel == kernel)
      return cost;
  costs.emplace_back().kernel = kernel;
  return costs.back();
}

/// Adds the launch's time. The longest launch says what limits.
static void addTime(Cost &cost, const LaunchWatcher &watcher, double &longest) {
  llvm::json::Object time = watcher.toJson();
  auto text = [&](llvm::StringRef name) { return time.getString(name).value_or("").str(); };
  double microseconds = time.getNumber("microseconds").value_or(0);
  if (!cost.simulated)
    cost.simulated = {0, text("model"), text("card"), "", text("order")};
  cost.simulated->microseconds += microseconds;
  if (microseconds > longest)
    longest = microseconds, cost.simulated->limit = text("limit");
}

/// What a run's launches and their observations say.
static void collect(const DeviceRun &run, const Device &device, std::vector<Cost> &costs) {
  std::vector<LaunchObservation> observations = device.observations();
  std::map<std::string, double> longest;
  std::map<std::string, size_t> simulated; // launches
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
    if (i < observations.size() && observations[i].time) {
      addTime(cost, *observations[i].time, longest[cost.kernel]);
      ++simulated[cost.kernel];
    }
  }
  for (Cost &cost : costs)
    if (simulated[cost.kernel] < cost.launches) // the others' sum would be no time of the kernel
      cost.simulated.reset();
  for (const KernelFacts &facts : device.kernels())
    for (Cost &cost : costs)
      if (cost.kernel == facts.name)
        cost.facts = facts;
}

static Result<ProgramCosts> predict(Program &program, const std::string &card) {
  ProgramCosts costs;
  for (const std::string &kernel : program.kernels())
    if (std::optional<KernelEstimate> estimate = program.estimate(kernel, card)) {
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
    return predict(program, wanted.card);
  std::string error;
  std::unique_ptr<Device> device = openDevice(wanted.device, error);
  if (!device)
    return makeProblem(ProblemCode::unknownDevice, error);
  DeviceSettings settings;
  settings.isCancelled = wanted.isCancelled;
  settings.counts = wanted.means == Means::emulator;
  settings.checksRaces = settings.counts && wanted.checksRaces;
  settings.peer = wanted.peer;
  settings.predict = wanted.predict;
  DeviceRun run = runOnDevice(program, *device, settings, makeOptions(wanted.isCancelled, wanted.compares));
  if (wanted.isCancelled && wanted.isCancelled())
    return makeProblem(ProblemCode::timeout, "interrupted");
  ProgramCosts costs;
  costs.diagnostics = run.result.diagnostics;
  costs.isWrong = !run.result.ok;
  collect(run, *device, costs.kernels);
  for (Cost &cost : costs.kernels)
    cost.estimate = program.estimate(cost.kernel, wanted.card);
  return costs;
}

int64_t bench::chooseRepetitions(double milliseconds) {
  static constexpr double aim = 20, most = 10;
  return static_cast<int64_t>(std::clamp(aim / std::max(milliseconds, 1e-3), 1.0, most));
}

Result<std::vector<std::vector<double>>> bench::timeAgain(Program &program, const ProgramCosts &costs, Device &device,
                                                          const std::function<bool()> &isCancelled, int64_t repetitions,
                                                          const std::string &peer) {
  // Its host code takes longer than its kernels: it runs once, as long as the GPU can keep the launches.
  Result<bool> again = device.timeAgain(repetitions);
  if (!again)
    return again.problem();
  if (!*again) {
    DeviceSettings settings;
    settings.isCancelled = isCancelled;
    settings.peer = peer;
    settings.repetitions = repetitions;
    settings.keepsLaunches = true;
    DeviceRun run = runOnDevice(program, device, settings, makeOptions(isCancelled, /*compares=*/false));
    if (!run.result.ok)
      return makeProblem(ProblemCode::internal, run.result.diagnostics.empty()
                                                    ? "the program fails when it is timed"
                                                    : run.result.diagnostics.front().message);
  }
  std::map<std::string, std::vector<double>> sums;
  for (const Cost &cost : costs.kernels)
    sums[cost.kernel].assign(static_cast<size_t>(repetitions), 0);
  for (const LaunchTiming &timing : device.timings()) {
    auto sum = sums.find(timing.kernel);
    if (sum == sums.end())
      continue;
    if (!timing.gpuEvents || timing.samples.size() < sum->second.size())
      return makeProblem(ProblemCode::internal, "`" + device.info().id + "` gave no time for `" + timing.kernel + "`");
    for (size_t r = 0; r < sum->second.size(); ++r)
      sum->second[r] += timing.samples[r];
  }
  std::vector<std::vector<double>> times;
  for (const Cost &cost : costs.kernels)
    times.push_back(sums[cost.kernel]);
  return times;
}

std::string bench::readCounters(Program &program, ProgramCosts &costs, Device &device,
                                const std::function<bool()> &isCancelled) {
  DeviceSettings settings;
  settings.isCancelled = isCancelled;
  settings.repetitions = 0;
  settings.readsCounters = true;
  DeviceRun run = runOnDevice(program, device, settings, makeOptions(isCancelled, /*compares=*/false));
  for (const KernelFacts &facts : device.kernels())
    for (Cost &cost : costs.kernels)
      if (cost.kernel == facts.name)
        cost.facts.counters = facts.counters;
  if (!run.result.ok && !run.result.diagnostics.empty())
    return run.result.diagnostics.front().message;
  return device.whyNoCounters();
}

/// Adds up what each repetition of the launches of `kernels` took, the first `warmup` left out; the kernels' own parts
/// into `costs`.
static Result<std::vector<double>> addUp(const DeviceRun &run, const Device &device,
                                         const std::vector<std::string> &kernels, size_t warmup, size_t repetitions,
                                         ProgramCosts &costs) {
  std::vector<LaunchTiming> timings = device.timings();
  std::vector<double> sums(repetitions, 0);
  std::map<std::string, std::vector<double>> parts;
  for (size_t i = 0; i < timings.size() && i < run.result.launches.size(); ++i) {
    const std::string &kernel = run.result.launches[i].kernel;
    if (!llvm::is_contained(kernels, kernel))
      continue;
    if (!timings[i].gpuEvents || timings[i].samples.size() < warmup + repetitions)
      return makeProblem(ProblemCode::internal, "`" + device.info().id + "` gave no time for `" + kernel + "`");
    std::vector<double> &part = parts[kernel];
    part.resize(repetitions, 0);
    for (size_t r = 0; r < repetitions; ++r) {
      part[r] += timings[i].samples[warmup + r];
      sums[r] += timings[i].samples[warmup + r];
    }
  }
  for (Cost &cost : costs.kernels)
    if (auto part = parts.find(cost.kernel); part != parts.end())
      cost.samples = part->second;
  return sums;
}

Result<std::vector<double>> bench::timeCall(Program &program, const MeasuredCall &call, ProgramCosts &costs,
                                            Device &device, bool usesGraphs, const std::function<bool()> &isCancelled) {
  // Triton's numbers: five runs say how many more there is time for.
  static constexpr int64_t first = 5, most = 2000;
  int64_t warmup = 0, repetitions = first;
  for (bool isSecond : {false, true}) {
    DeviceSettings settings;
    settings.isCancelled = isCancelled;
    settings.repetitions = warmup + repetitions;
    settings.usesGraphs = usesGraphs;
    DeviceRun run = runOnDevice(program, device, settings, makeOptions(isCancelled, /*compares=*/false));
    if (!run.result.ok)
      return makeProblem(ProblemCode::internal, run.result.diagnostics.empty()
                                                    ? "the program fails when it is timed"
                                                    : run.result.diagnostics.front().message);
    Result<std::vector<double>> times =
        addUp(run, device, call.kernels, static_cast<size_t>(warmup), static_cast<size_t>(repetitions), costs);
    double median = times ? getMedian(*times) : 0;
    if (!times || isSecond || !(median > 0))
      return times;
    // A program may ask for any number, also for one that is none: `max` prefers its first then.
    auto count = [&](double milliseconds, int64_t least) {
      return static_cast<int64_t>(std::min<double>(most, std::max<double>(least, milliseconds / median)));
    };
    repetitions = count(call.repetition, first);
    warmup = count(call.warmup, 0);
  }
  return makeProblem(ProblemCode::internal, "unreachable");
}
