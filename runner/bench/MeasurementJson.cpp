// SPDX-License-Identifier: Apache-2.0
// Measurements on their way: into saved files and back, from a client to a runner's worker and back. What is read may
// be of another version, or a stranger's: what is missing is nothing, what is no number is left out.
#include "runner/bench/Measurement.h"
#include "shared/protocol/Json.h"
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::bench;

static std::vector<double> readTimes(const llvm::json::Array *array) {
  std::vector<double> times;
  if (array)
    for (const llvm::json::Value &value : *array)
      if (std::optional<double> time = value.getAsNumber(); time && *time > 0)
        times.push_back(*time);
  return times;
}

static std::vector<std::string> readTexts(const llvm::json::Array *array) {
  std::vector<std::string> texts;
  if (array)
    for (const llvm::json::Value &value : *array)
      if (std::optional<llvm::StringRef> text = value.getAsString())
        texts.push_back(text->str());
  return texts;
}

llvm::json::Object bench::toJson(const Cost &cost) {
  llvm::json::Object object{{"name", cost.kernel}, {"launches", static_cast<int64_t>(cost.launches)}};
  if (cost.range.isValid())
    object["line"] = static_cast<int64_t>(cost.range.begin.line);
  llvm::json::Array grids;
  for (const std::vector<int64_t> &grid : cost.grids)
    grids.push_back(llvm::json::Array(grid));
  object["grids"] = std::move(grids);
  if (cost.counts) {
    const emulator::Counts &counts = *cost.counts;
    auto number = [](uint64_t value) { return static_cast<int64_t>(value); };
    object["counts"] = llvm::json::Object{{"warpInstructions", number(counts.warpInstructions)},
                                          {"threadInstructions", number(counts.threadInstructions)},
                                          {"globalReadSectors", number(counts.globalReadSectors)},
                                          {"globalWriteSectors", number(counts.globalWriteSectors)},
                                          {"sharedWavefronts", number(counts.sharedWavefronts)},
                                          {"sharedIdeal", number(counts.sharedIdeal)},
                                          {"localBytes", number(counts.localBytes)}};
  }
  if (cost.estimate)
    object["prediction"] = llvm::json::Object{{"microseconds", cost.estimate->microseconds},
                                              {"limit", cost.estimate->limit},
                                              {"operations", cost.estimate->operations},
                                              {"memoryBytes", cost.estimate->memoryBytes},
                                              {"rooflineMicroseconds", cost.estimate->rooflineMicroseconds},
                                              {"guesses", cost.estimate->guesses}};
  if (cost.simulated)
    object["simulated"] = llvm::json::Object{{"microseconds", cost.simulated->microseconds},
                                             {"model", cost.simulated->model},
                                             {"card", cost.simulated->card},
                                             {"limit", cost.simulated->limit},
                                             {"order", cost.simulated->order}};
  if (!cost.digest.empty())
    object["digest"] = cost.digest;
  if (cost.facts.registers)
    object["registers"] = *cost.facts.registers;
  if (cost.facts.spillBytes)
    object["spillBytes"] = *cost.facts.spillBytes;
  if (!cost.facts.peer.empty())
    object["peer"] = cost.facts.peer;
  if (!cost.facts.whyNoPeer.empty())
    object["whyNoPeer"] = cost.facts.whyNoPeer;
  llvm::json::Array counters;
  for (const HardwareCounter &counter : cost.facts.counters)
    counters.push_back(llvm::json::Object{{"name", counter.name}, {"unit", counter.unit}, {"value", counter.value}});
  if (!counters.empty())
    object["counters"] = std::move(counters);
  if (!cost.samples.empty())
    object["samples"] = llvm::json::Array(cost.samples);
  if (std::optional<Rates> rates = getRates(cost))
    object["rates"] = llvm::json::Object{{"gigabytesPerSecond", rates->gigabytes},
                                         {"teraflopsPerSecond", rates->teraflops},
                                         {"roofline", rates->roofline},
                                         {"of", rates->isMeasured ? "time"
                                                : cost.simulated  ? "simulation"
                                                                  : "prediction"}};
  return object;
}

Cost bench::readCost(const llvm::json::Object &object) {
  Cost cost;
  cost.kernel = object.getString("name").value_or("").str();
  cost.launches = static_cast<size_t>(object.getInteger("launches").value_or(0));
  if (const llvm::json::Object *counts = object.getObject("counts")) {
    auto number = [&](llvm::StringRef name) { return static_cast<uint64_t>(counts->getInteger(name).value_or(0)); };
    cost.counts =
        emulator::Counts{number("threadInstructions"), number("warpInstructions"), number("globalReadSectors"),
                         number("globalWriteSectors"), number("sharedWavefronts"), number("sharedIdeal"),
                         number("localBytes")};
  }
  if (const llvm::json::Object *prediction = object.getObject("prediction")) {
    cost.estimate.emplace();
    cost.estimate->microseconds = prediction->getNumber("microseconds").value_or(0);
    cost.estimate->limit = prediction->getString("limit").value_or("").str();
    cost.estimate->operations = prediction->getNumber("operations").value_or(0);
    cost.estimate->memoryBytes = prediction->getNumber("memoryBytes").value_or(0);
    cost.estimate->rooflineMicroseconds = prediction->getNumber("rooflineMicroseconds").value_or(0);
    cost.estimate->guesses = prediction->getBoolean("guesses").value_or(false);
  }
  if (const llvm::json::Object *simulated = object.getObject("simulated")) {
    auto text = [&](llvm::StringRef name) { return simulated->getString(name).value_or("").str(); };
    cost.simulated = {simulated->getNumber("microseconds").value_or(0), text("model"), text("card"), text("limit"),
                      text("order")};
  }
  if (std::optional<int64_t> bytes = object.getInteger("spillBytes"))
    cost.facts.spillBytes = *bytes;
  cost.digest = object.getString("digest").value_or("").str();
  cost.facts.peer = object.getString("peer").value_or("").str();
  cost.facts.whyNoPeer = object.getString("whyNoPeer").value_or("").str();
  if (std::optional<int64_t> registers = object.getInteger("registers"))
    cost.facts.registers = *registers;
  if (std::optional<int64_t> line = object.getInteger("line"); line && *line > 0)
    cost.range.begin = cost.range.end = {static_cast<uint32_t>(*line), 1};
  if (const llvm::json::Array *grids = object.getArray("grids"))
    for (const llvm::json::Value &grid : *grids)
      if (const llvm::json::Array *extents = grid.getAsArray()) {
        std::vector<int64_t> &own = cost.grids.emplace_back();
        for (const llvm::json::Value &extent : *extents)
          own.push_back(extent.getAsInteger().value_or(0));
      }
  cost.samples = readTimes(object.getArray("samples"));
  if (const llvm::json::Array *counters = object.getArray("counters"))
    for (const llvm::json::Value &counter : *counters)
      if (const llvm::json::Object *fields = counter.getAsObject())
        cost.facts.counters.push_back({fields->getString("name").value_or("").str(),
                                       fields->getString("unit").value_or("").str(),
                                       fields->getNumber("value").value_or(0)});
  return cost;
}

static llvm::json::Array toJson(const ProgramCosts &costs) {
  llvm::json::Array kernels;
  for (const Cost &cost : costs.kernels)
    kernels.push_back(bench::toJson(cost));
  return kernels;
}

static ProgramCosts readCosts(const llvm::json::Array *kernels) {
  ProgramCosts costs;
  if (kernels)
    for (const llvm::json::Value &kernel : *kernels)
      if (const llvm::json::Object *cost = kernel.getAsObject())
        costs.kernels.push_back(bench::readCost(*cost));
  return costs;
}

llvm::json::Object bench::toJson(const Measurement &measurement) {
  llvm::json::Object object{{"means", getText(measurement.means)}, {"kernels", ::toJson(measurement.costs)}};
  if (!measurement.device.empty())
    object["device"] = measurement.device;
  if (!measurement.driver.empty())
    object["driver"] = measurement.driver;
  if (measurement.before)
    object["before"] = ::toJson(*measurement.before);
  llvm::json::Array paired, calls;
  for (const PairedTimes &times : measurement.paired)
    paired.push_back(llvm::json::Object{{"before", llvm::json::Array(times.a)}, {"after", llvm::json::Array(times.b)}});
  for (const std::vector<double> &samples : measurement.callSamples)
    calls.push_back(llvm::json::Array(samples));
  if (!measurement.whyNoCounters.empty())
    object["whyNoCounters"] = protocol::toUtf8(measurement.whyNoCounters);
  if (!paired.empty())
    object["paired"] = std::move(paired);
  if (!calls.empty())
    object["calls"] = std::move(calls);
  llvm::json::Array states;
  for (const DeviceState &state : measurement.states)
    states.push_back(toJson(state));
  if (!states.empty())
    object["states"] = std::move(states);
  return object;
}

/// Times of A, B, B, A as `interleave` took them, judged here: the client decides, with its own thresholds.
static PairedTimes readPaired(const llvm::json::Object &object) {
  PairedTimes times;
  times.a = readTimes(object.getArray("before"));
  times.b = readTimes(object.getArray("after"));
  for (size_t i = 0; i + 1 < times.a.size() && i + 1 < times.b.size(); i += 2)
    times.blocks.push_back(
        0.5 * (std::log(times.b[i]) + std::log(times.b[i + 1]) - std::log(times.a[i]) - std::log(times.a[i + 1])));
  times.shift = getPairedShift(times.blocks, InterleaveOptions().confidence);
  return times;
}

Result<Measurement> bench::readMeasurement(const llvm::json::Object &object) {
  Measurement measurement;
  bool isKnown = false;
  for (Means means : {Means::model, Means::emulator, Means::gpu})
    if (object.getString("means") == llvm::StringRef(getText(means))) {
      measurement.means = means;
      isKnown = true;
    }
  if (!isKnown || !object.getArray("kernels"))
    return makeProblem(ProblemCode::unavailable, "the runner's answer is no measurement; it may be of another version");
  measurement.device = object.getString("device").value_or("").str();
  measurement.driver = object.getString("driver").value_or("").str();
  measurement.whyNoCounters = object.getString("whyNoCounters").value_or("").str();
  measurement.costs = readCosts(object.getArray("kernels"));
  if (const llvm::json::Array *before = object.getArray("before"))
    measurement.before = readCosts(before);
  if (const llvm::json::Array *paired = object.getArray("paired"))
    for (const llvm::json::Value &times : *paired)
      if (const llvm::json::Object *own = times.getAsObject())
        measurement.paired.push_back(readPaired(*own));
  if (const llvm::json::Array *calls = object.getArray("calls"))
    for (const llvm::json::Value &samples : *calls)
      measurement.callSamples.push_back(readTimes(samples.getAsArray()));
  if (const llvm::json::Array *states = object.getArray("states"))
    for (const llvm::json::Value &state : *states)
      if (const llvm::json::Object *own = state.getAsObject())
        measurement.states.push_back(readDeviceState(*own));
  return measurement;
}

//===-- what to measure ----------------------------------------------------------------------------------------===//

llvm::json::Object bench::toJson(const MeasurementOptions &options) {
  llvm::json::Object object{{"blocks", static_cast<int64_t>(options.mostBlocks)},
                            {"threshold", options.judge.threshold},
                            {"checkRaces", options.costs.checksRaces}};
  if (options.costs.usesGraphs)
    object["graphs"] = true;
  if (options.costs.locksClocks)
    object["lockClocks"] = true;
  if (options.readsCounters)
    object["counters"] = true;
  if (!options.peer.empty())
    object["peer"] = options.peer;
  if (!options.kernels.empty())
    object["kernels"] = llvm::json::Array(options.kernels);
  if (!options.isDeclared)
    return object;
  llvm::json::Array calls;
  for (const MeasuredCall &call : options.calls)
    calls.push_back(llvm::json::Object{{"kernels", llvm::json::Array(call.kernels)},
                                       {"warmup", call.warmup},
                                       {"milliseconds", call.repetition},
                                       {"graph", call.isGraph}});
  object["calls"] = std::move(calls);
  return object;
}

bool bench::isPeer(llvm::StringRef name) { return name == "cublas" || name == "cublaslt" || name == "cudnn"; }

Status bench::checkPeer(llvm::StringRef name) {
  if (name == "cublas" || name == "cudnn")
    return Done();
  return makeProblem(ProblemCode::badRequest, ("`" + name +
                                               "` is no peer that kernels can be measured beside; `cublas` is one, "
                                               "for products of matrices (f16, bf16, f32, f64, i8), and `cudnn`, for "
                                               "attention (f16, bf16)")
                                                  .str());
}

Result<MeasurementOptions> bench::readMeasurementOptions(const llvm::json::Object &object) {
  static constexpr llvm::StringLiteral known[] = {"blocks",   "threshold", "checkRaces", "kernels", "calls",
                                                  "baseline", "graphs",    "lockClocks", "peer",    "counters"};
  for (const auto &[name, ignored] : object)
    if (!llvm::is_contained(known, llvm::StringRef(name)))
      return makeProblem(ProblemCode::badRequest, ("`options.bench` has no `" + llvm::StringRef(name) + "`").str());
  for (llvm::StringRef flag : {"checkRaces", "graphs", "lockClocks", "counters"})
    if (const llvm::json::Value *value = object.get(flag); value && !value->getAsBoolean())
      return makeProblem(ProblemCode::badRequest, ("`options.bench." + flag + "` is neither true nor false").str());
  MeasurementOptions options;
  int64_t blocks = object.getInteger("blocks").value_or(150);
  double threshold = object.getNumber("threshold").value_or(options.judge.threshold);
  if (blocks < 12 || blocks > 10000 || !(threshold >= 0 && threshold <= 10))
    return makeProblem(ProblemCode::badRequest, "`options.bench` takes `blocks` from 12 to 10000 and a `threshold` "
                                                "from 0 to 10");
  options.mostBlocks = static_cast<size_t>(blocks);
  options.judge.threshold = threshold;
  options.costs.checksRaces = object.getBoolean("checkRaces").value_or(true);
  options.costs.usesGraphs = object.getBoolean("graphs").value_or(false);
  options.costs.locksClocks = object.getBoolean("lockClocks").value_or(false);
  options.readsCounters = object.getBoolean("counters").value_or(false);
  if (const llvm::json::Value *peer = object.get("peer")) {
    if (Status status = checkPeer(peer->getAsString().value_or("")); !status)
      return status.problem();
    if (object.get("baseline"))
      return makeProblem(ProblemCode::badRequest, "`options.bench` has a `peer` or a `baseline`, not both");
    options.peer = peer->getAsString()->str();
  }
  options.kernels = readTexts(object.getArray("kernels"));
  if (const llvm::json::Array *calls = object.getArray("calls")) {
    options.isDeclared = true;
    for (const llvm::json::Value &entry : *calls) {
      const llvm::json::Object *fields = entry.getAsObject();
      double milliseconds = fields ? fields->getNumber("milliseconds").value_or(100) : -1,
             warmup = fields ? fields->getNumber("warmup").value_or(25) : -1;
      if (!(milliseconds >= 0 && milliseconds <= 1e6 && warmup >= 0 && warmup <= 1e6))
        return makeProblem(ProblemCode::badRequest,
                           "a call of `options.bench.calls` takes `milliseconds` and a `warmup` from 0 to 1e6");
      MeasuredCall &call = options.calls.emplace_back();
      call.warmup = warmup;
      call.kernels = readTexts(fields->getArray("kernels"));
      call.repetition = milliseconds;
      call.isGraph = fields->getBoolean("graph").value_or(false);
    }
  }
  return options;
}
