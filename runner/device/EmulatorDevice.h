// SPDX-License-Identifier: Apache-2.0
// The PTX emulator as a device: runs the PTX that this build made from the program, thread by thread, on this CPU. It has no
// times: an emulator's say nothing about a GPU.
#pragma once

#include "runner/device/Device.h"
#include "runner/device/PlanKernel.h"
#include <map>

namespace tessera::runner {

class EmulatorDevice final : public Device, public interpreter::LaunchDevice {
public:
  EmulatorDevice();
  ~EmulatorDevice() override;
  static DeviceInfo describe();

  const DeviceInfo &info() const override { return deviceInfo; }
  bool prepare(RunnableProgram &program, const DeviceSettings &settings, DiagnosticSink &sink) override;
  interpreter::LaunchDevice *launcher() override { return this; }
  std::vector<LaunchTiming> timings() const override { return {}; }
  std::vector<KernelFacts> kernels() const override;
  std::vector<LaunchObservation> observations() const override { return launchObservations; }

  mlir::LogicalResult launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                             llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) override;

private:
  struct Kernel;
  bool prepareKernel(const std::string &name, PlannedKernel planned, DiagnosticSink &sink);

  DeviceInfo deviceInfo;
  DeviceSettings settings;
  uint64_t tracedEvents = 0; // of all launches
  std::vector<LaunchObservation> launchObservations;
  bool keepsGlobal = false; // where values are skipped: what a launch leaves in memory is needed by another one
  std::map<std::string, std::unique_ptr<Kernel>> prepared;
};

} // namespace tessera::runner
