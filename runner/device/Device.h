// SPDX-License-Identifier: Apache-2.0
// A place where launches run. The host program itself always runs in the interpreter on this CPU; a device gets the
// launches alone, so that every device computes the same inputs and the same checks.
#pragma once

#include "compiler/driver/Compiler.h"
#include "runner/device/DeviceInfo.h"
#include "runner/device/DeviceState.h"
#include "runner/device/LaunchWatcher.h"
#include "runner/device/LaunchWords.h"
#include "runner/emulator/machine/Counts.h"
#include "runner/Result.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner {

/// How long one launch took. `samples` are milliseconds, one a timed run, all of them.
struct LaunchTiming {
  bool gpuEvents = false; // else there is no GPU time to report
  bool isGraph = false;   // each sample is a launch's share of a graph's time
  std::vector<double> samples;
  std::string kernel = {};
};

/// What a GPU's own counters say of a kernel's first launch.
struct HardwareCounter {
  std::string name, unit; // `dram`, `%`
  double value = 0;
};

/// What became of a kernel on the device.
struct KernelFacts {
  std::string name;
  std::optional<std::string> ptx;
  std::optional<int64_t> registers, sharedBytes, spillBytes;
  std::string peer = {},
              whyNoPeer = {}; // the library's call that does the same, or why there is none; empty: not asked for
  std::vector<HardwareCounter> counters = {}; // where they were asked for and the GPU lets us
};

/// What a device saw of a launch beside its results.
struct LaunchObservation {
  uint64_t schedules = 0;                    // orders of its threads and of what is asynchronous that were run; 0: nothing to tell
  std::optional<llvm::json::Value> timeline; // as shared/protocol/README.md describes it
  std::optional<emulator::Counts> counts;
  std::shared_ptr<const LaunchWatcher> time; // what a model predicts the launch to take
};

struct DeviceSettings {
  int64_t repetitions = 1; // timed runs of each launch
  // Of a device that chooses schedules; the interpreter has the same in interpreter::WarpgroupRunOptions.
  uint64_t seed = 0, schedules = 1; // the first schedule's results count
  bool checksRaces = false, tracesTimeline = false, counts = false;
  bool keepsLaunches = false; // of a GPU: they stay there with their arrays, as far as there is room, for `timeAgain`
  std::string peer; // of a GPU: the library whose call is timed in place of each launch, `cublas`; empty: none
  bool readsCounters = false; // of a GPU, of each kernel's first launch, in a run of its own
  bool usesGraphs = false; // times many launches in one CUDA graph: no launch is waited for, the L2 cache stays warm
  uint64_t timelineLimit = 200'000;    // of a launch: events beyond it are counted and dropped
  uint64_t timelineTotal = UINT64_MAX; // of all launches: later ones have no timeline
  std::function<bool()> isCancelled = nullptr;
  /// Of the emulator: blocks of a launch that have ended, of all its schedules together; told now and then.
  std::function<void(llvm::StringRef kernel, int64_t blocksDone, int64_t blocks)> onProgress = nullptr;
  bool skipsValues = false; // of the emulator: only what the launches' course depends on is computed, not their results
  /// Of the emulator: who predicts the time of a launch, of its first schedule; a problem ends the launch.
  std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)> predict =
      nullptr;
  std::function<void(LaunchWords)> onWords = nullptr; // what the programs of a launch say, as soon as it has ended
  void tell(LaunchWords words) const {
    if (onWords)
      onWords(std::move(words));
  }
};

class Device {
public:
  virtual ~Device() = default;
  virtual const DeviceInfo &info() const = 0;
  /// Makes `program`'s kernels ready. On failure the reason is in `sink`.
  virtual bool prepare(RunnableProgram &program, const DeviceSettings &settings, DiagnosticSink &sink) = 0;
  /// Who runs the launches; null: the interpreter does.
  virtual interpreter::LaunchDevice *launcher() = 0;
  /// One entry a launch since `prepare`, in order; empty when the device does not time.
  virtual std::vector<LaunchTiming> timings() const = 0;
  /// Times the launches of a run that kept them, each `repetitions` times, without the program around them; `timings`
  /// are of these then. False: none are kept.
  virtual Result<bool> timeAgain(int64_t) { return false; }
  virtual std::vector<KernelFacts> kernels() const = 0;
  /// One entry a launch since `prepare`, in order; empty when the device has none.
  virtual std::vector<LaunchObservation> observations() const { return {}; }
  /// Nothing where times do not depend on any.
  virtual std::optional<DeviceState> state() { return std::nullopt; }
  /// After a run that should have read counters: why it could not; empty where it did.
  virtual std::string whyNoCounters() const { return {}; }
  /// Asks for clocks that stay as they are until this device is closed; `state` says whether that was allowed.
  virtual void lockClocks() {}
};

/// The device that `resolveDevice` finds for `id`. Null with the reason in `error` when there is no such device.
std::unique_ptr<Device> openDevice(llvm::StringRef id, std::string &error);

} // namespace tessera::runner
