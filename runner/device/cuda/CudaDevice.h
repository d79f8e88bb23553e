// SPDX-License-Identifier: Apache-2.0
// An NVIDIA GPU: loads the PTX that this build made from the program, never anybody else's, and runs the program's
// launches.
#pragma once

#include "runner/device/cuda/KernelRun.h"
#include "runner/device/cuda/Nvml.h"
#include "runner/device/cuda/Peer.h"
#include "runner/device/cuda/RangeProfiler.h"
#include "runner/device/Device.h"
#include "runner/device/PlanKernel.h"
#include <map>

namespace tessera::runner::cuda {

class CudaDevice final : public Device, public interpreter::LaunchDevice {
public:
  static std::vector<DeviceInfo> list();
  /// Why `list` is empty.
  static std::string whyNone();
  /// `id` is one that `list` gave. Null with the reason in `error`.
  static std::unique_ptr<Device> open(const std::string &id, std::string &error);
  ~CudaDevice() override;

  const DeviceInfo &info() const override { return deviceInfo; }
  bool prepare(RunnableProgram &program, const DeviceSettings &settings, DiagnosticSink &sink) override;
  interpreter::LaunchDevice *launcher() override { return this; }
  std::vector<LaunchTiming> timings() const override { return launchTimings; }
  Result<bool> timeAgain(int64_t repetitions) override;
  std::vector<KernelFacts> kernels() const override;
  std::optional<DeviceState> state() override;
  std::string whyNoCounters() const override { return settings.readsCounters ? whyNoProfiler : ""; }
  void lockClocks() override;

  mlir::LogicalResult launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                             llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) override;

private:
  struct Kernel;
  CudaDevice(std::unique_ptr<Driver> driver, std::unique_ptr<Context> context, DeviceInfo info);
  Nvml *findNvml();
  bool timePeer(Kernel &kernel, tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                llvm::ArrayRef<numerics::Array> outputs, LaunchTiming &timing, TimeAgain *again);
  bool mayKeep(llvm::ArrayRef<numerics::Array> inputs, llvm::ArrayRef<numerics::Array> outputs);
  void profile(Kernel &kernel, llvm::function_ref<bool()> launch);
  bool prepareKernel(const std::string &name, PlannedKernel planned, DiagnosticSink &sink);

  // In this order: kernels are unloaded before their context goes, and that before its driver.
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  DeviceInfo deviceInfo;
  int ordinal = 0;
  DeviceSettings settings;
  std::unique_ptr<Peer> peer; // once it was asked for; knows what it has found out over many runs
  std::map<std::string, std::unique_ptr<Kernel>> prepared;
  std::vector<LaunchTiming> launchTimings;
  std::vector<TimeAgain> kept; // one a launch, or none at all where there was no room for one
  size_t keptBytes = 0;
  std::unique_ptr<Nvml> nvml; // once somebody asked
  std::string whyNoNvml;
  std::unique_ptr<RangeProfiler> profiler; // once somebody asked
  std::string whyNoProfiler;
};

} // namespace tessera::runner::cuda
