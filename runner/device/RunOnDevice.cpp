// SPDX-License-Identifier: Apache-2.0
// Joins the interpreter's record of a run with what the device measured.
#include "runner/device/RunOnDevice.h"

using namespace tessera;
using namespace tessera::runner;

/// Where the device timed with events its times replace the host's; a CPU time never stands where a GPU's is meant.
static void addTimings(llvm::json::Object &result, const std::vector<LaunchTiming> &timings) {
  llvm::json::Array *launches = result.getArray("launches");
  for (size_t i = 0; launches && i < launches->size() && i < timings.size(); ++i) {
    llvm::json::Object *launch = (*launches)[i].getAsObject();
    if (!launch || !timings[i].gpuEvents || timings[i].samples.empty())
      continue;
    std::vector<double> sorted = timings[i].samples;
    std::sort(sorted.begin(), sorted.end());
    (*launch)["timing"] = "gpu-events";
    (*launch)["milliseconds"] = sorted[sorted.size() / 2];
    (*launch)["samples"] = llvm::json::Array(timings[i].samples);
  }
}

static void addObservations(llvm::json::Object &result, const std::vector<LaunchObservation> &observations) {
  llvm::json::Array *launches = result.getArray("launches");
  for (size_t i = 0; launches && i < launches->size() && i < observations.size(); ++i) {
    llvm::json::Object *launch = (*launches)[i].getAsObject();
    if (observations[i].schedules)
      (*launch)["schedules"] = static_cast<int64_t>(observations[i].schedules);
    if (observations[i].timeline)
      (*launch)["timeline"] = *observations[i].timeline;
    if (observations[i].time)
      (*launch)["time"] = observations[i].time->toJson();
  }
}

/// Launches whose timelines would make more events than `total` of all together have none.
static void limitTimelines(llvm::json::Object &result, uint64_t total) {
  uint64_t events = 0;
  llvm::json::Array *launches = result.getArray("launches");
  for (size_t i = 0; launches && i < launches->size(); ++i) {
    llvm::json::Object *launch = (*launches)[i].getAsObject();
    const llvm::json::Object *timeline = launch ? launch->getObject("timeline") : nullptr;
    const llvm::json::Array *own = timeline ? timeline->getArray("events") : nullptr;
    if (!own)
      continue;
    if (own->size() > total - events)
      launch->erase("timeline");
    else
      events += own->size();
  }
}

static llvm::json::Array toJson(const std::vector<KernelFacts> &kernels) {
  llvm::json::Array array;
  for (const KernelFacts &kernel : kernels) {
    llvm::json::Object object{{"name", kernel.name}};
    if (kernel.ptx)
      object["ptx"] = llvm::json::fixUTF8(*kernel.ptx);
    if (kernel.registers)
      object["registers"] = *kernel.registers;
    if (kernel.sharedBytes)
      object["sharedBytes"] = *kernel.sharedBytes;
    if (kernel.spillBytes)
      object["spillBytes"] = *kernel.spillBytes;
    array.push_back(std::move(object));
  }
  return array;
}

DeviceRun runner::runOnDevice(RunnableProgram &program, Device &device, const DeviceSettings &settings,
                              interpreter::RunOptions options) {
  DeviceRun run;
  DiagnosticSink sink;
  // The program's own words and its kernels', in the order in which they are said.
  std::string output;
  std::vector<interpreter::CheckRecord> failedAsserts;
  auto say = [&output, onOutput = options.onOutput](llvm::StringRef text) {
    output += text;
    if (onOutput && !text.empty())
      onOutput(text);
  };
  DeviceSettings own = settings;
  own.onWords = [&](LaunchWords words) {
    say(words.output);
    llvm::move(words.checks, std::back_inserter(failedAsserts));
  };
  if (!own.onProgress)
    own.onProgress = options.onProgress;
  if (device.prepare(program, own, sink)) {
    options.device = device.launcher();
    options.onOutput = say;
    run.result = program.run(std::move(options));
    run.result.output = std::move(output);
    llvm::move(failedAsserts, std::back_inserter(run.result.checks)); // they ended the run
  } else {
    run.result.diagnostics = sink.takeSorted();
  }
  llvm::json::Value json = tessera::toJson(run.result);
  run.json = std::move(*json.getAsObject());
  run.json["device"] = device.info().id;
  run.json["deviceNote"] = device.info().note;
  run.json["kernels"] = ::toJson(device.kernels());
  addTimings(run.json, device.timings());
  addObservations(run.json, device.observations());
  limitTimelines(run.json, settings.timelineTotal);
  return run;
}
